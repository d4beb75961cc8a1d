"""The gallery's page of every view: by keyboard, by name, in both schemes, on narrow screens."""

import shutil
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.example import Example
from support.waiting import becomes, eventually, stays
from support.wire import Wire
from test_looks import media, picture, size


@pytest.fixture
def views(gallery, browser):
    return browser(gallery.address).open("/views")


def focus_on(page, role, name):
    page.run("arguments[0].focus()", page.get(role, name))


def shown(page, card):
    """The texts of what a card of the page shows."""
    return page.run("return document.querySelector(`article[aria-label='${arguments[0]}']`).innerText", card)


def test_a_link_to_a_file_of_the_app_loads_it(views):
    focus_on(views, "tab", "Friday")
    views.press(Keys.ARROW_RIGHT)
    becomes(views.focus, "Saturday")
    views.get("link", "The picture alone").click()
    eventually(lambda: views.run("return document.contentType") == "image/svg+xml")
    views.driver.back()
    eventually(lambda: "Nobody knows how far" in views.text())


def test_a_select_is_used_by_keyboard(views):
    focus_on(views, "combobox", "Colour")
    views.press(Keys.ARROW_DOWN)
    eventually(lambda: "Red" in shown(views, "Select").splitlines()[-1], otherwise=lambda: shown(views, "Select"))
    views.press("b")
    eventually(lambda: "Blue" in shown(views, "Select").splitlines()[-1], otherwise=lambda: shown(views, "Select"))


def test_a_slider_is_used_by_keyboard(views):
    focus_on(views, "slider", "Volume")
    views.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    eventually(lambda: "42" in shown(views, "Slider"))
    views.press(Keys.HOME)
    eventually(lambda: "0" in shown(views, "Slider").splitlines())


def test_a_number_beyond_its_limits_is_told_beside_the_field(views):
    field = views.get("spinbutton", "From 0 to 10")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("12", Keys.TAB)
    views.says("Enter 10 or less.")
    assert field.get_attribute("aria-invalid") == "true"
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7", Keys.TAB)
    eventually(lambda: "Enter 10 or less." not in views.text())
    eventually(lambda: "7" in shown(views, "NumberField").splitlines())


def test_a_number_with_more_digits_than_any_has_is_told_beside_the_field_as_well(views):
    field = views.get("spinbutton", "From 0 to 10")
    views.paste(field, "1" * 65)
    views.press(Keys.TAB)
    eventually(lambda: field.get_attribute("aria-invalid") == "true")
    views.paste(field, "7")
    views.press(Keys.TAB)
    eventually(lambda: "7" in shown(views, "NumberField").splitlines())


def test_half_a_date_is_told_beside_the_field_until_it_is_whole(views):
    date = views.run("return document.querySelector('[type=date]')")
    date.send_keys("05")
    focus_on(views, "combobox", "Colour")
    views.says("Enter a whole date.")
    assert date.get_attribute("aria-invalid") == "true"
    date.send_keys("05022026")
    eventually(lambda: "Enter a whole date." not in views.text())


def test_half_a_date_stays_when_a_picture_comes_that_knows_nothing_of_it(views):
    views.run("return document.querySelector('[type=date]')").send_keys("05")
    eventually(lambda: views.run("return !!ghostlight.show"))
    views.run("ghostlight.show(document.body.firstElementChild.outerHTML, document.title)")
    assert views.run("return document.querySelector('[type=date]').validity.badInput")


def test_tabs_are_one_stop_and_arrows_choose(views):
    focus_on(views, "tab", "Friday")
    views.press(Keys.ARROW_RIGHT)
    becomes(views.focus, "Saturday")
    views.get("tabpanel", "Saturday")
    views.press(Keys.TAB, Keys.TAB)
    views.type("half typed")
    focus_on(views, "tab", "Saturday")
    views.press(Keys.END)
    views.get("tabpanel", "Sunday")
    views.press(Keys.HOME)
    views.get("tabpanel", "Friday")
    views.press(Keys.ARROW_RIGHT)
    field = views.get("textbox", "What is typed here stays")
    assert field.get_property("value") == "half typed"
    stops = views.run("return [...document.querySelectorAll('[role=tab]')].filter(tab => tab.tabIndex === 0).length")
    assert stops == 1


@pytest.mark.parametrize("role, name, modifiers", [("tab", "Friday", "altKey"), ("tab", "Friday", "metaKey"), ("menuitem", "Rename", "ctrlKey")])
def test_keys_that_are_the_browsers_with_others_are_left_to_it(views, role, name, modifiers):
    if role == "menuitem":
        views.click("More")
    focus_on(views, role, name)
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "End"):
        assert views.run("""
          return document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
            key: arguments[0], [arguments[1]]: true, bubbles: true, cancelable: true }))""", key, modifiers)
    stays(views.focus, name, during=0.3)


def test_a_menu_is_used_by_keyboard(views):
    focus_on(views, "button", "More")
    views.press(Keys.ENTER)
    becomes(views.focus, "Rename")
    views.press(Keys.ARROW_DOWN)
    becomes(views.focus, "Duplicate")
    views.press(Keys.ARROW_DOWN)
    becomes(views.focus, "Remove")
    views.press("r")
    becomes(views.focus, "Rename")
    views.press(Keys.ESCAPE)
    becomes(views.focus, "More")
    assert not views.has("menu")
    views.press(Keys.ARROW_DOWN)
    becomes(views.focus, "Rename")
    views.press(Keys.ENTER)
    becomes(views.focus, "More")
    eventually(lambda: views.run("return document.querySelector('.toast')?.innerText.includes('Rename')"))


def test_a_menu_closes_when_something_else_is_pressed(views):
    views.button("More").click()
    eventually(lambda: views.has("menu"))
    views.get("heading", "All views").click()
    eventually(lambda: not views.has("menu"))
    views.button("More").click()
    eventually(lambda: views.has("menu"))
    views.button("More").click()
    eventually(lambda: not views.has("menu"))


def test_a_form_says_what_is_wrong_and_leads_there(views):
    views.button("Book").click()
    for text in ("Enter your name.", "How many seats?", "Choose a show.", "Please read and tick."):
        views.says(text)
    becomes(views.focus, "Name")
    name = views.textbox("Name")
    assert name.get_attribute("aria-required") == "true"
    assert "Enter your name." in views.run(
        "return document.getElementById(arguments[0].getAttribute('aria-describedby')).textContent", name)
    name.send_keys("Ann")
    eventually(lambda: "Enter your name." not in views.text())
    views.get("spinbutton", "Seats").send_keys("2")
    views.get("combobox", "Show").send_keys("E")
    views.get("checkbox", "I have read the terms").click()
    views.button("Book").click()
    eventually(lambda: views.run("return document.querySelector('.toast')?.innerText.includes('Booked.')"))


def test_a_box_is_ticked_by_its_label_and_not_by_what_is_wrong_with_it(views):
    views.button("Book").click()
    views.says("Please read and tick.")
    views.run("[...document.querySelectorAll('.error')].find(el => el.textContent === 'Please read and tick.').click()")
    box = views.get("checkbox", "I have read the terms")
    assert not box.is_selected()
    views.run("[...document.querySelectorAll('.caption')].find(el => el.textContent === 'I have read the terms').click()")
    assert box.is_selected()
    eventually(lambda: "Please read and tick." not in views.text())


def test_news_can_be_taken_away_and_are_three_at_most(views):
    for _ in range(4):
        views.button("Tell something").click()
    becomes(lambda: views.run("return document.querySelectorAll('.toast').length"), 3)
    views.button("Dismiss").click()
    becomes(lambda: views.run("return document.querySelectorAll('.toast').length"), 2)


def test_what_is_chosen_survives_a_cut_and_a_fresh_picture(gallery, browser):
    wire = Wire(gallery)
    views = browser(wire.address).open("/views")
    focus_on(views, "combobox", "Colour")
    views.press("g")
    eventually(lambda: "Green" in shown(views, "Select").splitlines()[-1])
    wire.cut()
    views.until_offline()
    wire.mend()
    views.until_live()
    assert views.run("return arguments[0].selectedOptions[0].text", views.get("combobox", "Colour")) == "Green"
    wire.close()


CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgba = colour => {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * x + .7152 * y + .0722 * z;
};
const behind = el => {
  for (; el; el = el.parentElement) {
    const colour = rgba(getComputedStyle(el).backgroundColor);
    if (colour[3] > 250) return colour;
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
while (walker.nextNode()) {
  const el = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
  if (!text || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || el.closest(':disabled,template')) continue;
  const a = light(rgba(getComputedStyle(el).color)), b = light(behind(el));
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (ratio < 4.5) found.push(`${text}: ${ratio.toFixed(2)}`);
}
return found;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(views, scheme):
    media(views, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    views.button("Warn").click()
    views.button("Tell something").click()
    views.button("More").click()
    eventually(lambda: views.has("menu"))
    assert views.run(CONTRAST) == []


def test_everything_that_can_be_used_has_a_name_for_chromium_too(views):
    for element in views.run("return [...document.querySelectorAll("
                             "'button,a[href],input,select,textarea,summary,progress,img,table,[role=tablist],[role=tabpanel]')]"
                             ".filter(el => el.checkVisibility())"):
        assert element.accessible_name, element.get_attribute("outerHTML")


def test_a_narrow_screen_is_not_scrolled_sideways(gallery, browser):
    page = browser(gallery.address).tab()
    for width in (320, 390):
        size(page, width)
        page.open("/views")
        assert page.run("return document.documentElement.scrollWidth") <= width


def test_a_picture_comes_from_the_app_and_runs_nothing(gallery, views):
    image = views.run("return document.querySelector('main img')")
    assert image.accessible_name == "A boat on a calm sea under a low sun"
    eventually(lambda: views.run("arguments[0].scrollIntoView(); return arguments[0].naturalWidth", image) == 320)
    assert views.console() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280], ids=["narrow", "wide"])
def test_pictures_of_the_views(gallery, browser, scheme, width):
    page = browser(gallery.address).tab()
    size(page, width)
    media(page, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page.open("/views")
    size(page, width, page.run("return document.documentElement.scrollHeight"))
    picture(page, f"views-{'narrow' if width < 500 else 'wide'}-{scheme}")


def test_files_are_handed_over_shown_and_taken_away(views, tmp_path):
    picture_file = tmp_path / "sea & sky.png"
    picture_file.write_bytes(b"x" * 200_000)
    field = views.run("return document.querySelector('[type=file]')")
    assert field.accessible_name == "Up to three pictures, 1 MB each"
    field.send_keys(str(picture_file))
    views.says("sea & sky.png").says("200 kB")
    eventually(lambda: field.get_property("value") == "")
    views.click("Remove sea & sky.png")
    eventually(lambda: "sea & sky.png" not in views.text())


def test_files_are_there_after_a_crash_and_after_a_deploy(tmp_path, browser):
    example = Example(tmp_path, "Gallery", "GALLERY").start()
    try:
        page = browser(example.address).open("/views")
        picture_file = tmp_path / "sea & sky.png"
        picture_file.write_bytes(b"x" * 200_000)
        page.run("return document.querySelector('[type=file]')").send_keys(str(picture_file))
        page.says("sea & sky.png")
        mark = page.run("return window.kept ??= Math.random()")
        for end in (example.kill9, example.stop):
            end()
            page.until_offline()
            example.start()
            page.until_live()
            page.says("sea & sky.png")
            kept = list((tmp_path / "gallery-events.sqlite-files" / "kept").glob("*/*"))
            assert [file.stat().st_size for file in kept] == [200_000]
        assert page.run("return window.kept") == mark
        page.click("Remove sea & sky.png")
        eventually(lambda: "sea & sky.png" not in page.text())
    finally:
        example.stop()


def test_files_beyond_the_limits_are_told_beside_the_picker(views, tmp_path):
    large, text = tmp_path / "large.png", tmp_path / "text.txt"
    large.write_bytes(b"x" * 1_000_001)
    text.write_text("x")
    field = views.run("return document.querySelector('[type=file]')")
    field.send_keys(str(large))
    views.says("The file is too large: at most 1 MB are taken.")
    assert field.get_attribute("aria-invalid") == "true"
    field.send_keys(str(text))
    views.says("That kind of file isn’t taken: choose a picture.")


def test_why_one_of_several_files_is_not_taken_stays_told_until_others_are_chosen(views):
    views.run(CHOOSE, [["large.png", 1_000_001], ["one.png", 100_000]])
    views.says("one.png").says("The file is too large: at most 1 MB are taken.")
    views.run(CHOOSE, [["two.png", 100_000], ["three.png", 100_000], ["four.png", 100_000]])
    views.says("three.png").says("No more than 3 files are taken: remove one first.")
    assert "too large" not in views.text() and "four.png" not in views.text()
    assert "one.png" in views.text()


def test_the_progress_of_a_file_is_seen(views, tmp_path):
    views.run("const seen = window.seen = []; new MutationObserver(() => seen.push(document.querySelector('.files progress').value))"
              ".observe(document.querySelector('.files progress'), { attributes: true })")
    file = tmp_path / "a.png"
    file.write_bytes(b"x" * 900_000)
    views.run("return document.querySelector('[type=file]')").send_keys(str(file))
    views.says("900 kB")
    assert max(views.run("return window.seen")) == 1
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))


def lose_requests(page, count):
    """The next requests of the page for a file lead nowhere."""
    page.run("""
      let left = arguments[0];
      const { open } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.open = function (method, url) {
        window.requests = (window.requests ?? 0) + 1;
        open.call(this, method, left-- > 0 ? 'http://127.0.0.1:9/' : url);
      }""", count)


def test_a_file_that_is_lost_on_its_way_goes_again(views, tmp_path):
    one, two = tmp_path / "one.png", tmp_path / "two.png"
    one.write_bytes(b"x" * 200_000)
    two.write_bytes(b"x" * 300_000)
    lose_requests(views, 2)
    views.run("return document.querySelector('[type=file]')").send_keys(f"{one}\n{two}")
    views.says("200 kB").says("300 kB")
    assert views.run("return window.requests") == 4
    assert "arrive" not in views.text()


def test_a_file_that_is_lost_on_its_way_goes_again_where_its_picker_is_called_otherwise_since(views, tmp_path):
    """As in the picture that another program sends, or a screen whose label counts."""
    file = tmp_path / "one.png"
    file.write_bytes(b"x" * 200_000)
    lose_requests(views, 1)
    field = views.run("return document.querySelector('[type=file]')")
    field.send_keys(str(file))
    eventually(lambda: views.run("return window.requests") == 1)
    views.run("""
      window.before = arguments[0];
      const { ariaLabel } = before, screen = document.querySelector('main').closest('body > *').outerHTML;
      ghostlight.show(screen.replaceAll(ariaLabel, 'Pictures'), document.title, true)""", field)
    assert not views.run("return before.isConnected")
    views.says("200 kB")
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    assert views.run("return window.requests") == 2


def test_a_file_that_is_lost_again_and_again_is_told_beside_the_picker(views, tmp_path):
    file = tmp_path / "one.png"
    file.write_bytes(b"x" * 200_000)
    lose_requests(views, 100)
    views.run("return document.querySelector('[type=file]')").send_keys(str(file))
    views.says("The file didn’t arrive whole. Try again.", within=20)
    assert views.run("return window.requests") == 5
    assert views.run("return document.querySelector('.files progress').hidden")


def test_a_file_that_somebody_between_refuses_is_told_too(views, tmp_path):
    """As a proxy does, by itself, whose limit is lower than the app's."""
    file = tmp_path / "one.png"
    file.write_bytes(b"x" * 200_000)
    views.run("""
      window.requests = 0;
      window.XMLHttpRequest = class {
        upload = {};
        status = 413;
        open() {}
        setRequestHeader() {}
        getResponseHeader() { return 'text/html' }
        send() { requests++; setTimeout(() => this.onloadend()) }
      }""")
    views.run("return document.querySelector('[type=file]')").send_keys(str(file))
    views.says("The file didn’t arrive whole. Try again.", within=20)
    assert views.run("return window.requests") == 5


@pytest.mark.parametrize("times, requests", [(2, 3), (100, 5)])
def test_a_file_whose_picker_is_not_where_it_was_goes_again(views, tmp_path, times, requests):
    """As it does when another program has numbered the screen anew, and the page hasn't heard of it yet."""
    file = tmp_path / "one.png"
    file.write_bytes(b"x" * 200_000)
    views.run("""
      let left = arguments[0];
      const { setRequestHeader } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
        const isView = name === 'Ghostlight-View';
        if (isView) window.requests = (window.requests ?? 0) + 1;
        setRequestHeader.call(this, name, isView && left-- > 0 ? 1 : value);
      }""", times)
    views.run("return document.querySelector('[type=file]')").send_keys(str(file))
    views.says("200 kB" if times < 5 else "The file didn’t arrive whole. Try again.", within=20)
    assert views.run("return window.requests") == requests


def test_a_file_that_is_lost_can_be_called_off_before_it_goes_again(views, tmp_path):
    file = tmp_path / "one.png"
    file.write_bytes(b"x" * 200_000)
    lose_requests(views, 100)
    views.run("return document.querySelector('[type=file]')").send_keys(str(file))
    eventually(lambda: views.run("return window.requests") == 1)
    views.button("Cancel").click()
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    assert views.run("return window.requests") == 1
    assert "arrive" not in views.text()


CHOOSE = """
  const input = document.querySelector('[type=file]'), files = new DataTransfer();
  for (const [name, size] of arguments[0]) files.items.add(new File([new Uint8Array(size)], name, { type: 'image/png' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
"""


@pytest.mark.parametrize("how", ["nothing moves", "another network"])
def test_a_file_whose_connection_is_lost_without_a_word_goes_again(gallery, browser, how):
    """Its bar was full for ever, beside a page that was live again."""
    wire = Wire(gallery)
    try:
        views = browser(wire.address).open("/views")
        wire.speed = 200_000
        views.run(CHOOSE, [["large.png", 900_000]])
        begin = wire.passed
        eventually(lambda: wire.passed > begin + 100_000)
        wire.lose()
        wire.speed = None
        if how == "another network":
            views.run("dispatchEvent(new Event('online'))")
        eventually(lambda: views.run("return document.querySelector('.files progress').hidden"), within=15 if how == "another network" else 35)
        # The page may have noticed by now that its link is lost too.
        views.run("ghostlight.drop()")
        views.says("900 kB")
    finally:
        wire.close()


def test_files_that_are_chosen_while_another_is_on_its_way_go_behind_it(views):
    views.tell("Network.enable")
    views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=200_000)
    try:
        views.run(CHOOSE, [["one.png", 300_000]])
        views.run(CHOOSE, [["two.png", 100_000], ["three.png", 100_000]])
        views.says("three.png", within=20)
    finally:
        views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    text = views.text()
    assert text.index("one.png") < text.index("two.png") < text.index("three.png")
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))


@pytest.mark.parametrize("is_told_before", [False, True])
def test_a_choice_while_others_are_on_their_way_wipes_what_was_told_before_it_and_nothing_else(views, is_told_before):
    large, slow = ["large.png", 1_000_001], ["slow.png", 500_000]
    views.tell("Network.enable")
    views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=100_000)
    try:
        views.run(CHOOSE, [large, slow] if is_told_before else [slow, large])
        if is_told_before:
            views.says("The file is too large: at most 1 MB are taken.")
        else:
            assert "too large" not in views.text()
        assert "slow.png" not in views.text()
        views.run(CHOOSE, [["two.png", 50_000], ["three.png", 50_000]])
        views.says("slow.png", within=20).says("two.png", within=20).says("three.png", within=20)
    finally:
        views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    assert ("too large" in views.text()) != is_told_before


def test_calling_off_a_file_calls_off_those_behind_it(views):
    lose_requests(views, 1)
    views.run(CHOOSE, [["one.png", 300_000]])
    views.run(CHOOSE, [["two.png", 100_000]])
    eventually(lambda: views.run("return window.requests") == 1)
    views.button("Cancel").click()
    # At once, while the first waits to go again.
    views.run(CHOOSE, [["three.png", 100_000]])
    views.says("three.png")
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    assert "one.png" not in views.text() and "two.png" not in views.text()
    assert views.run("return window.requests") == 2


def test_a_file_is_called_off_at_once_while_the_page_asks_whether_its_server_answers(views):
    """Bar and button stayed for ten seconds on a line that is silent."""
    lose_requests(views, 1)
    views.run("window.fetch = () => { window.asked = true; return new Promise(() => {}); }")
    views.run(CHOOSE, [["one.png", 300_000]])
    eventually(lambda: views.run("return window.asked"))
    views.run("document.querySelector('.files .cancel').click()")
    assert views.run("return document.querySelector('.files progress').hidden && document.querySelector('.files .cancel').hidden")
    views.run(CHOOSE, [["two.png", 100_000]])
    views.says("two.png")
    eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    assert "one.png" not in views.text()


@pytest.mark.parametrize("how", ["button", "keyboard", "escape"])
def test_a_file_on_its_way_can_be_called_off(views, tmp_path, how):
    file = tmp_path / "slow.png"
    file.write_bytes(b"x" * 900_000)
    field = views.run("return document.querySelector('[type=file]')")
    views.tell("Network.enable")
    views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=40_000)
    try:
        field.send_keys(str(file))
        cancel = views.button("Cancel")
        if how == "button":
            cancel.click()
        else:
            views.run("arguments[0].focus()", cancel)
            views.press(Keys.ESCAPE if how == "escape" else Keys.ENTER)
        eventually(lambda: views.run("return document.querySelector('.files progress').hidden"))
    finally:
        views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    assert not views.has("button", "Cancel")
    if how != "button":
        assert views.run("return document.activeElement.type") == "file"
    field.send_keys(str(file))
    views.says("900 kB")
    assert "arrive whole" not in views.text()


def test_a_file_on_its_way_goes_on_while_the_server_is_replaced(views, tmp_path):
    file = tmp_path / "slow.png"
    file.write_bytes(b"x" * 900_000)
    field = views.run("window.kept = 1; return document.querySelector('[type=file]')")
    views.tell("Network.enable")
    views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=100_000)
    try:
        field.send_keys(str(file))
        views.button("Cancel")
        # The page is one of another program, and gets a picture.
        views.run("""
          const { s, t } = document.body.dataset;
          document.body.dataset.h = 'older';
          ghostlight.hooks.push(() => window.cameAgain = true);
          ghostlight.adopt(s, t, -1, ghostlight.last());
          ghostlight.drop()""")
        eventually(lambda: views.run("return window.cameAgain"))
        views.button("Cancel")
        stays(lambda: views.run("return window.kept"), 1, during=4)
    finally:
        views.tell("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    views.says("900 kB", within=20)
    eventually(lambda: not views.run("return window.kept"), otherwise="the page isn't loaded anew")


def test_of_a_file_that_goes_again_nobody_is_told_to_try_again(gallery, browser):
    """Whoever did had it twice."""
    wire = Wire(gallery)
    try:
        views = browser(wire.address).open("/views")
        views.run("""
          window.told = 0;
          new MutationObserver(() => { told += document.querySelector('.files').textContent.includes('arrive whole'); })
            .observe(document.querySelector('.files'), { childList: true, subtree: true, characterData: true });""")
        wire.speed = 200_000
        views.run(CHOOSE, [["large.png", 900_000]])
        begin = wire.passed
        eventually(lambda: wire.passed > begin + 100_000)
        wire.cut()
        wire.speed = None
        wire.mend()
        views.says("900 kB", within=20)
        assert views.run("return told") == 0
    finally:
        wire.close()


STATE = """
  const el = document.activeElement, { selectionStart, selectionEnd, selectionDirection } = el;
  const scrolled = [...document.body.querySelectorAll('*')].filter(el => el.scrollTop).map(el => [el.localName, el.scrollTop]);
  return [[...document.querySelectorAll(el.localName)].indexOf(el), selectionStart, selectionEnd, selectionDirection, scrollY, scrolled];"""


def select_backwards(page):
    page.textbox("A line").send_keys("Ann half")
    page.run("arguments[0].setSelectionRange(2, 6, 'backward')", page.textbox("A line"))


def stand_on_a_button(page):
    focus_on(page, "button", "More")
    page.run("scrollTo(0, 300)")


def scroll_in_a_text(page):
    text = page.textbox("Several lines")
    text.send_keys("\n".join(str(line) for line in range(40)))
    page.run("arguments[0].setSelectionRange(3, 3); arguments[0].scrollTop = 99", text)


def type_into_the_second_of_two_dialogs(page):
    page.click("Open a dialog")
    page.textbox("Name").send_keys("first")
    page.click("One more")
    eventually(lambda: page.run("return document.querySelectorAll('[role=dialog]').length == 2"))
    page.press("second", Keys.ARROW_LEFT)


@pytest.mark.parametrize("path, do", [
    ("/views", select_backwards), ("/views", stand_on_a_button), ("/views", scroll_in_a_text),
    ("/containers/dialogs", type_into_the_second_of_two_dialogs),
])
def test_a_page_that_loads_another_client_has_its_focus_its_selection_and_its_scrollers(gallery, browser, path, do):
    page = browser(gallery.address).open(path)
    do(page)
    time.sleep(0.3)
    before = page.run(STATE)
    # As if the page had been loaded from the program before this one.
    page.run("window.kept = 1; document.body.dataset.h = 'older'; ghostlight.drop()")
    eventually(lambda: not page.run("return window.kept"), within=8, otherwise="the page isn't loaded anew")
    page.until_live()
    becomes(lambda: page.run(STATE), before)


def test_what_waits_keeps_its_number_when_a_password_is_said_again(tmp_path, browser):
    example = Example(tmp_path, "Gallery", "GALLERY").start()
    try:
        page = browser(example.address).open("/views")
        page.get("textbox", "Password").send_keys("hunter2")
        eventually(lambda: "Filled in" in shown(page, "TextInput"))
        assert page.run("return ghostlight.last()") == 1
        time.sleep(0.3)
        example.kill9()
        page.until_offline()
        focus_on(page, "slider", "Volume")
        page.press(Keys.ARROW_RIGHT)
        becomes(lambda: page.run("return ghostlight.last()"), 2)
        example.start()
        page.until_live()
        eventually(lambda: "Filled in" in shown(page, "TextInput") and "41" in shown(page, "Slider"))
        assert page.run("return ghostlight.last()") == 2
        assert page.get("textbox", "Password").get_property("value") == "hunter2"
        # The server had it and has said nothing to the contrary: whatever it sets from now on is shown.
        assert not page.run("return ghostlight.dirty.size")
    finally:
        example.stop()


@pytest.mark.parametrize("crashes", [1, 2])
def test_a_password_is_on_its_page_only_and_said_again_after_a_crash_and_a_deploy(tmp_path, browser, crashes):
    example = Example(tmp_path, "Gallery", "GALLERY").start()
    try:
        page = browser(example.address).open("/views")
        field = page.get("textbox", "Password")
        assert field.get_attribute("type") == "password"
        field.send_keys("hunter2")
        eventually(lambda: "Filled in" in shown(page, "TextInput"))
        time.sleep(0.3)
        example.kill9()
        kept = b"".join(file.read_bytes() for file in tmp_path.glob("gallery-events*"))
        assert b"/views" in kept and b"hunter2" not in kept
        page.until_offline()
        # Of several processes the page needn't have noticed any but the last.
        for _ in range(crashes - 1):
            example.start()
            example.kill9()
        example.start()
        page.until_live()
        # The server has forgotten it, and heard it again.
        eventually(lambda: "Filled in" in shown(page, "TextInput") and field.get_property("value") == "hunter2")
        other = tmp_path / "gallery"
        shutil.copy(example.executable, other)
        with other.open("ab") as file:
            file.write(b"\0")
        example.kill9()
        page.until_offline()
        example.executable = other
        example.start()
        page.until_live()
        # The page says it by its old numbers, and at once by those of the other program.
        eventually(lambda: "Filled in" in shown(page, "TextInput"), otherwise=lambda: shown(page, "TextInput"))
        assert field.get_property("value") == "hunter2"
        field.send_keys("!")
        eventually(lambda: "Filled in" in shown(page, "TextInput"), otherwise=lambda: shown(page, "TextInput"))
        assert field.get_property("value") == "hunter2!"
    finally:
        example.stop()

def test_a_password_that_may_be_what_ends_the_server_is_said_no_more(tmp_path, browser):
    example = Example(tmp_path, "Gallery", "GALLERY").start()
    try:
        page = browser(example.address).tab()
        # Whatever is said of private inputs ends the connection, as a server does that dies of it.
        page.tell("Page.addScriptToEvaluateOnNewDocument", source="""
          window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } };
          window.times = 0;
          const { send } = WebSocket.prototype;
          WebSocket.prototype.send = function (text) {
            if (!text.startsWith('["p",')) return send.call(this, text);
            times++;
            this.close();
          };
        """)
        page.open("/views")
        page.get("textbox", "Password").send_keys("hunter2")
        eventually(lambda: "Filled in" in shown(page, "TextInput"))
        time.sleep(0.3)
        example.kill9()
        page.until_offline()
        example.start()
        becomes(lambda: page.run("return times"), 3, within=20)
        page.until_live()
        # It is the user's to enter it once more.
        eventually(lambda: "Empty" in shown(page, "TextInput"))
        stays(lambda: page.run("return times"), 3, during=2)
        page.get("textbox", "Password").send_keys("!")
        eventually(lambda: "Filled in" in shown(page, "TextInput"))
    finally:
        example.stop()
