"""The page of the js-framework-benchmark: its structure, and what its six buttons and two links do."""

import contextlib
import os
import re
import time
import urllib.request

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.example import Example, frozen
from support.live_client import LiveClient
from support.waiting import becomes, eventually, stays
from test_looks import media, size


@pytest.fixture
def example(tmp_path):
    running = Example(tmp_path, "RowsBench", "ROWSBENCH", "--ephemeral").start()
    yield running
    running.stop()


@pytest.fixture
def rows(example, browser):
    """The benchmark's page, live in a tab."""
    return browser(example.address).open()


def press(page, name):
    page.run("document.getElementById(arguments[0]).click()", name)


def ids(page):
    return page.run("return [...document.querySelectorAll('tbody > tr > td:first-child')].map(td => +td.textContent)")


def labels(page):
    return page.run("return [...document.querySelectorAll('tbody > tr > td:nth-child(2) > a')].map(a => a.textContent)")


@pytest.fixture
def thousand(rows):
    press(rows, "run")
    becomes(lambda: len(ids(rows)), 1000)
    return rows


def test_the_structure_is_the_benchmarks(thousand):
    for selector in (
        "div#main > div.container > div.jumbotron", "button#run", "button#runlots", "button#add", "button#update", "button#clear",
        "button#swaprows", "table.table.table-hover.table-striped.test-data > tbody#tbody > tr > td.col-md-1",
        "tbody > tr > td.col-md-4 > a.lbl", "tbody > tr > td.col-md-1 > a > span.glyphicon.glyphicon-remove[aria-hidden=true]",
        "tbody > tr > td.col-md-6:empty", "span.preloadicon.glyphicon.glyphicon-remove",
    ):
        assert thousand.run("return document.querySelectorAll(arguments[0]).length", selector), selector
    assert thousand.run("return [...document.querySelector('tbody').children].every(el => el.localName === 'tr')")


def test_an_answer_is_laid_out_at_once_and_only_once(rows):
    # An answer that comes while the worker's socket takes over is told of anew, and left to its frame.
    eventually(lambda: rows.run("return !!ghostlight.dial"))
    rows.run("window.asked = 0; Object.defineProperty(document.body, 'offsetHeight', { get: () => ++asked })")
    press(rows, "run")
    becomes(lambda: rows.run("return asked"), 1)
    assert len(ids(rows)) == 1000
    # Of several that are waited for, the last.
    rows.run("for (const name of ['update', 'swaprows', 'add', 'clear']) document.getElementById(name).click()")
    becomes(lambda: ids(rows), [])
    assert rows.run("return asked") == 2


# Of the benchmark's own implementations.
ADJECTIVES = """pretty large big small tall short long handsome plain quaint clean elegant easy angry crazy helpful mushy odd
  unsightly adorable important inexpensive cheap expensive fancy""".split()
COLOURS = "red yellow blue green pink brown purple brown white black orange".split()
NOUNS = "table chair house bbq desk car pony cookie sandwich burger pizza mouse keyboard".split()


def test_labels_are_of_the_benchmarks_words(thousand):
    words = [label.split(" ") for label in labels(thousand)]
    assert all(len(three) == 3 for three in words)
    for place, known in enumerate((ADJECTIVES, COLOURS, NOUNS)):
        # All of them, over a thousand rows: by chance one is missing in less than one of a million runs.
        assert {three[place] for three in words} == set(known)
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])
    assert [label.split(" ") for label in labels(thousand)] != words


def test_the_page_says_what_it_is(rows):
    assert rows.run("return document.querySelector('h1').textContent") == "Ghostlight keyed"
    assert rows.run("return document.title") == "Ghostlight keyed"
    words = ["Create 1,000 rows", "Create 10,000 rows", "Append 1,000 rows", "Update every 10th row", "Clear", "Swap Rows"]
    assert rows.run("return [...document.querySelectorAll('button')].map(el => el.textContent)") == words


def test_it_takes_the_options_of_a_harness(tmp_path, browser):
    example = Example(
        tmp_path, "RowsBench", "ROWSBENCH", "--host", "127.0.0.1", "--database", "kept/rows.sqlite", "--ephemeral").start()
    try:
        with urllib.request.urlopen(example.address + "/health") as answer:
            assert (answer.status, answer.read()) == (200, b"ok\n")
        page = browser(example.address).open("/index.html")
        press(page, "run")
        becomes(lambda: len(ids(page)), 1000)
    finally:
        example.stop()


def test_numbers_begin_at_1_and_go_on(thousand):
    assert ids(thousand) == list(range(1, 1001))
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])
    assert ids(thousand) == list(range(1001, 2001))


def test_rows_are_appended(thousand):
    press(thousand, "add")
    becomes(lambda: ids(thousand), list(range(1, 2001)))


def test_every_tenth_label_is_changed(thousand):
    before = labels(thousand)
    press(thousand, "update")
    becomes(lambda: labels(thousand), [label + " !!!" if i % 10 == 0 else label for i, label in enumerate(before)])


def test_rows_are_swapped_and_swapped_back(thousand):
    press(thousand, "swaprows")
    becomes(lambda: ids(thousand), [1, 999, *range(3, 999), 2, 1000])
    press(thousand, "swaprows")
    becomes(lambda: ids(thousand), list(range(1, 1001)))


def test_one_row_is_selected(thousand):
    for number in (5, 2):
        thousand.run(f"document.querySelector('tbody > tr:nth-of-type({number}) a.lbl').click()")
        becomes(
            lambda: thousand.run("return [...document.querySelectorAll('tr.danger > td:first-child')].map(td => +td.textContent)"),
            [number])


SELECTED = "return [...document.querySelectorAll('tr.danger')].map(row => [+row.firstChild.textContent, row.ariaCurrent])"


def select(page, number):
    page.run(f"document.querySelector('tbody > tr:nth-of-type({number}) a.lbl').click()")


def test_a_row_is_selected_at_once_and_no_other(example, thousand):
    select(thousand, 5)
    becomes(lambda: thousand.run(SELECTED), [[5, "true"]])
    with frozen(example):
        select(thousand, 2)
        assert thousand.run(SELECTED) == [[2, "true"]]
        select(thousand, 7)
        select(thousand, 3)
        assert thousand.run(SELECTED) == [[3, "true"]]
    # Nothing that was on its way brings back another, nor does what comes of it.
    stays(lambda: thousand.run(SELECTED), [[3, "true"]], during=0.5)
    assert thousand.run("return [...document.querySelectorAll('tr[class]:not([class=\"\"])')].length") == 1
    # The server knows too: rows that come and go leave it where it is.
    press(thousand, "swaprows")
    becomes(lambda: ids(thousand)[1], 999)
    assert thousand.run(SELECTED) == [[3, "true"]]
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])
    assert thousand.run(SELECTED) == []


def test_a_row_that_is_selected_while_others_come_stays_selected(example, thousand):
    with frozen(example):
        press(thousand, "update")
        select(thousand, 11)
        press(thousand, "swaprows")
        select(thousand, 21)
    becomes(lambda: ids(thousand)[1], 999)
    stays(lambda: thousand.run(SELECTED), [[21, "true"]], during=0.3)


@pytest.mark.parametrize("key", [Keys.ENTER, Keys.SPACE], ids=["Enter", "Space"])
def test_a_link_that_is_a_button_answers_the_keys_of_one_and_the_page_stays(thousand, key):
    thousand.run("document.querySelector('tbody > tr:nth-of-type(3) a.lbl').focus()")
    place = thousand.run("return scrollY")
    thousand.press(key)
    becomes(lambda: thousand.run("return document.querySelector('tr.danger > td')?.textContent"), "3")
    assert thousand.run("return scrollY") == place


def test_a_key_that_is_held_down_removes_one_row(thousand):
    thousand.run("""
      document.querySelector('tbody > tr:nth-of-type(3) a.remove').focus();
      for (const repeat of [false, true, true])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat, bubbles: true, cancelable: true }));
    """)
    becomes(lambda: len(ids(thousand)), 999)
    stays(lambda: len(ids(thousand)), 999, during=0.3)


def test_what_is_pressed_behind_a_removal_is_what_was_aimed_at(thousand):
    """Without waits between the presses; the rows move up at once, as without a server."""
    for _ in range(6):
        before = ids(thousand)
        rows = thousand.run("return [...document.querySelectorAll('tbody > tr')].slice(1, 8)")
        cross, other, label = (rows[index].find_element(By.CSS_SELECTOR, part) for index, part in ((0, ".remove"), (3, ".remove"), (6, ".lbl")))
        ActionChains(thousand.driver, duration=0).click(cross).click(other).click(label).perform()
        becomes(lambda: len(ids(thousand)), len(before) - 2)
        assert ids(thousand) == [each for each in before if each not in (before[1], before[4])]
        becomes(lambda: thousand.run("return document.querySelector('tr.danger td').textContent"), str(before[7]))


def test_a_row_is_removed_by_its_cross(thousand):
    thousand.run("document.querySelector('tbody > tr:nth-of-type(4) .glyphicon-remove').click()")
    becomes(lambda: ids(thousand), [1, 2, 3, *range(5, 1001)])
    # The same row element, not another that says the same.
    thousand.run("window.row = document.querySelector('tbody > tr:nth-of-type(4)')")
    press(thousand, "swaprows")
    thousand.run("document.querySelector('tbody > tr:nth-of-type(1) .glyphicon-remove').click()")
    eventually(lambda: len(ids(thousand)) == 998)
    assert thousand.run("return window.row === document.querySelector('tbody > tr:nth-of-type(3)')")


def test_rows_that_are_replaced_are_other_elements(thousand):
    # As the suite's own check for keyed pages wants it.
    thousand.run("window.before = new Set(document.querySelectorAll('tbody > tr'))")
    press(thousand, "run")
    becomes(lambda: ids(thousand), [*range(1001, 2001)])
    assert thousand.run("return [...document.querySelectorAll('tbody > tr')].filter(row => before.has(row)).length") == 0


def test_all_rows_are_cleared(thousand):
    press(thousand, "clear")
    becomes(lambda: ids(thousand), [])
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])


def test_ten_thousand_rows_come_whole(rows):
    press(rows, "runlots")
    becomes(lambda: len(ids(rows)), 10000)
    assert ids(rows) == list(range(1, 10001))


def test_everything_can_be_clicked_with_a_pointer(rows):
    """As its harness does it: at the middle of what is shown, which nothing else may cover."""
    def click(selector):
        rows.here.find_element(By.CSS_SELECTOR, selector).click()

    for name, count in (("run", 1000), ("add", 2000), ("clear", 0), ("runlots", 10000), ("clear", 0), ("run", 1000)):
        click(f"#{name}")
        becomes(lambda: len(ids(rows)), count)
    click("#update")
    becomes(lambda: labels(rows)[10].endswith(" !!!"), True)
    first = ids(rows)[0]
    click("#swaprows")
    becomes(lambda: ids(rows)[1], first + 998)
    click("tbody > tr:nth-child(3) a.lbl")
    becomes(lambda: rows.run("return [...document.querySelectorAll('tr.danger > td:first-child')].map(td => +td.textContent)"), [first + 2])
    click("tbody > tr:nth-child(3) span.glyphicon-remove")
    becomes(lambda: ids(rows)[2], first + 3)
    # Out of sight, so that it is scrolled to first.
    click("tbody > tr:nth-child(900) span.glyphicon-remove")
    becomes(lambda: len(ids(rows)), 998)


@pytest.mark.parametrize("width", [320, 360])
def test_a_narrow_window_is_not_scrolled_sideways(thousand, width):
    size(thousand, width)
    assert thousand.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_whole_page_is_as_light_as_the_benchmarks_whatever_is_preferred(rows, scheme):
    media(rows, prefers_color_scheme=scheme)
    for selector in ("body", "#main"):
        assert rows.run("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector) == "rgb(255, 255, 255)"
    assert rows.run("return getComputedStyle(document.documentElement).colorScheme") == "light"


@pytest.mark.races
def test_clicks_without_waiting_are_carried_out_in_order(rows):
    for name in ("run", "add", "update", "swaprows", "run", "clear", "add", "update"):
        press(rows, name)
    becomes(lambda: ids(rows), list(range(3001, 4001)))
    becomes(lambda: [i for i, label in enumerate(labels(rows)) if label.endswith(" !!!")], list(range(0, 1000, 10)))


def test_clearing_many_rows_of_which_one_has_the_focus_is_quick(thousand):
    thousand.run("window.longest = 0; new PerformanceObserver(all => { for (const { duration } of all.getEntries()) "
                 "longest = Math.max(longest, duration) }).observe({ type: 'longtask' })")
    thousand.run("document.querySelector('tbody tr:nth-child(500) a').focus()")
    assert thousand.run("return document.activeElement.className") == "lbl"
    press(thousand, "clear")
    becomes(lambda: ids(thousand), [])
    # Moving the focus from row to row took seconds.
    assert thousand.run("return new Promise(done => setTimeout(() => done(longest), 300))") < 500


def test_the_focus_goes_to_the_nearest_row_that_stays(thousand):
    press(thousand, "clear")
    becomes(lambda: ids(thousand), [])
    press(thousand, "run")
    becomes(lambda: len(ids(thousand)), 1000)
    thousand.run("document.querySelector('tbody tr:nth-child(1000) .remove').focus()")
    for left in (999, 998):
        last = ids(thousand)[-1]
        thousand.run("document.activeElement.click()")
        becomes(lambda: len(ids(thousand)), left)
        assert last not in ids(thousand)
        assert thousand.run("return document.activeElement.closest('tr') === document.querySelector('tbody').lastElementChild")


def test_the_counter_counts(example, browser):
    page = browser(example.address).open("/counter")
    for number in range(1, 4):
        page.click("More")
        becomes(lambda: page.run("return document.getElementById('count').textContent"), str(number))


def test_who_asks_for_very_much_at_once_leaves_others_their_turn(example):
    """As many as there are processors, each with a burst that takes one of them for seconds."""
    with contextlib.ExitStack() as open_ones:
        floods = [open_ones.enter_context(LiveClient(example)).join() for _ in range(os.cpu_count())]
        other = open_ones.enter_context(LiveClient(example)).join()
        add, clear = (int(re.search(rf'id="{name}" data-v="(\d+)"', other.html)[1]) for name in ("add", "clear"))
        for flood in floods:
            for number in range(1, 301):
                flood.say(["i", number, add, "t"])
        begun = time.monotonic()
        for _ in range(5):
            assert other.act(clear, "t") is None
        assert time.monotonic() - begun < 3, "each of five clicks waited behind a burst"
