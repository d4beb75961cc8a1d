"""The gallery: every page opens, can be used by everyone, and shows what it says."""

import os
import pathlib

import pytest
from selenium.webdriver.common.keys import Keys

from support.example import Example
from support.waiting import becomes, eventually
from test_looks import media, picture, size, speak

SUPPORT = pathlib.Path(__file__).parent / "support"
ACCESSIBILITY = (SUPPORT / "accessibility.js").read_text()
TABBING = (SUPPORT / "tabbing.js").read_text()
ARCHITECTURES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "Gallery" / "Architectures"
SEVEN = ["MVC", "MVCS", "MVP", "MVVM", "RenderContext", "GhostMV", "EventMVVM"]

# What a screen reader announces, and would have no name for.
NAMED = {
    "button", "link", "textbox", "searchbox", "checkbox", "radio", "radiogroup", "combobox", "listbox", "option", "slider",
    "spinbutton", "switch", "tab", "tablist", "tabpanel", "menuitem", "dialog", "alertdialog", "image", "table", "grid",
    "region", "heading", "navigation", "progressbar", "Date", "group",
}


@pytest.fixture
def tab(gallery, browser):
    return browser(gallery.address).tab()


def unnamed(page):
    """What Chromium's own accessibility tree has no name for, though it should."""
    nodes = page.tell("Accessibility.getFullAXTree")["nodes"]
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value")
        name = node.get("name", {}).get("value", "").strip()
        focusable = any(p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", []))
        # A details element is a group that its summary names.
        if node.get("ignored") or name or role in ("RootWebArea", "group", "Details"):
            continue
        if role in NAMED or focusable:
            found.append(f"{role} {node.get('backendDOMNodeId')}")
    return found


def reminders(page):
    return page.run(
        "return [...document.querySelectorAll('.live li')].map(row =>"
        "  [row.innerText.replace(/\\s+/g, ' ').trim(), row.classList.contains('bold')])")


def test_the_tour_leads_through_ghost_binding(tab):
    tab.open("/")
    rows = lambda: [text for text, _ in reminders(tab)]
    assert rows() == ["Mon Plan the journey", "Wed Choose the paint", "Fri Lantern Festival"]
    tab.click("Add birthdays")
    tab.says("'TourCell' shows 'Birthday' but can't take it")
    assert len(rows()) == 3
    tab.click("Write the method")
    tab.says("title.text = birthday.person")
    becomes(rows, ["Mon Plan the journey", "Wed Choose the paint", "Fri Lantern Festival", "Sat Ada"])
    assert [bold for _, bold in reminders(tab)] == [True, True, False, False]
    tab.get("radio", "Festivals").click()
    becomes(lambda: [bold for _, bold in reminders(tab)], [False, False, True, False])


def test_every_page_opens_without_a_complaint_of_the_browser(gallery, tab):
    paths = gallery.paths()
    assert len(paths) >= 12
    for path in paths:
        tab.open(path)
        assert tab.has("heading"), path
        assert tab.console() == [], path


def test_every_page_opens_by_its_link_without_a_page_being_loaded(gallery, tab):
    tab.open("/").run("window.isStillHere = true")
    for path in gallery.paths()[1:]:
        tab.run("[...document.querySelectorAll('nav a')].find(link => link.getAttribute('href') === arguments[0]).click()", path)
        becomes(lambda: tab.run("return document.querySelector('[aria-current=page]')?.getAttribute('href')"), path)
        assert tab.run("return window.isStillHere") and tab.console() == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(gallery, tab, scheme):
    media(tab, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    complaints = {}
    for path in gallery.paths():
        tab.open(path)
        if path.removeprefix("/architectures/") in SEVEN:
            eventually(lambda: len(reminders(tab)) == 7)
        found = tab.run(ACCESSIBILITY) + unnamed(tab)
        if found:
            complaints[path] = found
    assert complaints == {}


def test_the_tab_key_reaches_everything_in_order_and_shows_where_it_is(gallery, tab):
    for path in gallery.paths():
        tab.open(path)
        if path.startswith("/million"):
            # Its rows come and go as they are reached.
            continue
        expected = tab.run(TABBING, "expected")
        tab.run("document.activeElement.blur(); window.scrollTo(0, 0)")
        tab.run(TABBING, "watch")
        # Some stops are parts of one element, as those of a date are.
        tab.press(*[Keys.TAB] * (len(expected) + 10))
        found = tab.run(TABBING, "reached")
        assert found["reached"][: len(expected)] == expected, path
        assert found["unmarked"] == [], path


@pytest.mark.parametrize("width", [320, 360])
def test_no_page_is_scrolled_sideways_in_a_narrow_window(gallery, tab, width):
    size(tab, width)
    for path in gallery.paths():
        tab.open(path)
        assert tab.run("return document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("name", SEVEN)
def test_an_architecture_is_live_and_its_tag_swaps_the_looks(tab, name):
    tab.open(f"/architectures/{name}")
    # Chromium asks for a while before the rows come: there are none at first.
    assert reminders(tab) == []
    eventually(lambda: len(reminders(tab)) == 7)
    bold = [isBold for _, isBold in reminders(tab)]
    assert bold == [False, True, False, True, False, True, False]
    tab.get("radio", "Events stand out").send_keys(Keys.RIGHT)
    becomes(lambda: [isBold for _, isBold in reminders(tab)], [not isBold for isBold in bold])
    tab.button("Load again").send_keys(Keys.ENTER)
    eventually(lambda: len(reminders(tab)) == 8)
    assert reminders(tab)[5] == ["9 Mar Answer a letter that has just come", False]


@pytest.mark.parametrize("name", SEVEN)
def test_the_source_beside_it_is_the_source(tab, name):
    tab.open(f"/architectures/{name}")
    shown = tab.run(
        "return Object.fromEntries([...document.querySelectorAll('.source pre')].map(el => [el.getAttribute('aria-label'), el.textContent]))")
    assert shown == {file.name: file.read_text() for file in (ARCHITECTURES / name).iterdir()}


def test_the_seven_are_compared_by_size_and_measured_cost(tab):
    tab.open("/architectures")
    rows = tab.run(
        "return [...document.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.trim()))")
    assert len(rows) == 7
    for row in rows:
        *roles, total, cost = row[1:]
        assert sum(map(int, roles)) == int(total) > 20
        assert cost.endswith(" ns") and int(cost.split()[0]) > 0


def test_the_greeting_is_shown_when_it_is_asked_for(tab):
    tab.open("/architectures/greeting").button("Show the greeting").click()
    tab.says("Hello Ada Lovelace")


def test_six_cells_show_the_next_book(tab):
    tab.open("/cells").button("Next book").click()
    becomes(
        lambda: tab.run("return [...document.querySelectorAll('.sample .title')].map(el => el.textContent)"),
        ["Frankenstein"] * 6)


def test_who_reads_chinese_gets_every_page_in_chinese(gallery, tab):
    speak(tab, "zh-CN,zh")
    for path in gallery.paths()[1:]:
        tab.open(path)
        heading = tab.run("return document.querySelector('h1').textContent")
        assert tab.run("return document.documentElement.lang").startswith("zh")
        assert tab.run("return /[\\u4e00-\\u9fff]/.test(document.querySelector('.lead').textContent)"), f"{path}: {heading}"


@pytest.mark.parametrize("path, what", [("/million", "[data-w] .meta"), ("/containers", ".radio span"), ("/routes", ".wrapped a")])
def test_who_reads_chinese_reads_no_english_word_in_it(tab, path, what):
    speak(tab, "zh-CN,zh")
    tab.open(path)
    texts = lambda: tab.run("return [...document.querySelectorAll(arguments[0])].map(el => el.textContent)", what)
    eventually(texts)
    assert [text for text in texts() if any(letter.isascii() and letter.isalpha() for letter in text)] == []


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="it only takes pictures")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", [(390, 844), (1440, 1000)], ids=["narrow", "wide"])
def test_pictures_of_the_gallery(gallery, tab, scheme, width, height):
    size(tab, width, height)
    media(tab, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    name = f"{'narrow' if width < 500 else 'wide'}-{scheme}"
    for path in gallery.paths():
        tab.open(path)
        if path.removeprefix("/architectures/") in SEVEN:
            eventually(lambda: len(reminders(tab)) == 7)
        picture(tab, f"gallery{path.rstrip('/').replace('/', '-')}-{name}")


def test_pages_of_the_gallery_come_back_after_kill_9(tmp_path, browser):
    """Nothing of a page is kept but what came to it: what is typed, ticked and chosen follows from that."""
    gallery = Example(tmp_path, "Gallery", "GALLERY").start()
    try:
        window = browser(gallery.address)
        tour, fields = window.open("/"), window.open("/views")
        tour.click("Add birthdays")
        tour.says("'TourCell' shows 'Birthday' but can't take it")
        fields.get("textbox", "Name").send_keys("half typed")
        mark = "return window.kept ??= Math.random()"
        before = [tab.run(mark) for tab in (tour, fields)]
        for _ in range(2):
            gallery.kill9()
            gallery.start()
            for tab in (tour, fields):
                tab.until_live()
            assert [tab.run(mark) for tab in (tour, fields)] == before
            tour.says("'TourCell' shows 'Birthday' but can't take it")
            assert fields.get("textbox", "Name").get_property("value") == "half typed"
        tour.click("Write the method")
        eventually(lambda: len(reminders(tour)) > 3)
    finally:
        gallery.stop()
