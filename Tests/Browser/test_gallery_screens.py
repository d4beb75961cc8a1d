"""The gallery's pages of containers, dialogs and routes: back and forward, the focus, redirects, narrow screens."""

import http.client

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays
from test_looks import media, picture, size

PAGES = ["/containers", "/containers/navigation", "/containers/tabs", "/containers/split", "/containers/dialogs", "/routes"]


@pytest.fixture
def visit(gallery, browser):
    visitor = browser(gallery.address)
    return visitor.open


def calls(page):
    """The life-cycle calls beside what is clicked, in order."""
    return page.run("return [...document.querySelectorAll('.calls li')].map(li => li.innerText)")


def follow(page, name):
    eventually(lambda: page.get("link", name).click() is None, otherwise=f"{name!r} can't be followed")


def test_the_calls_of_a_child_appear_as_they_happen(visit):
    page = visit("/containers")
    page.click("Add a child")
    wanted = [f"Child 1: {call}" for call in ["init", "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear"]]
    becomes(lambda: calls(page), wanted)
    page.click("Remove the last")
    becomes(lambda: calls(page)[5:], [f"Child 1: {call}" for call in ["viewWillDisappear", "viewDidDisappear", "didEnd"]])


def test_back_finds_a_screen_as_it_was_and_forward_makes_the_other_anew(visit):
    page = visit("/containers/navigation")
    follow(page, "The shelves")
    page.textbox("Shelves: note").send_keys("remember")
    follow(page, "Shelf 2")
    page.get("heading", "Shelf 2")
    assert page.path == "/containers/navigation/shelves/2"
    assert not page.has("textbox", "Shelves: note")
    page.here.back()
    becomes(lambda: page.textbox("Shelves: note").get_property("value"), "remember")
    page.here.forward()
    page.get("heading", "Shelf 2")
    follow(page, "Shelves")
    becomes(lambda: page.textbox("Shelves: note").get_property("value"), "remember")
    assert page.path == "/containers/navigation/shelves"


def test_a_deep_link_has_the_way_back(visit):
    page = visit("/containers/navigation/shelves/2/books/3")
    page.get("heading", "Book 3")
    follow(page, "Shelf 2")
    page.get("heading", "Shelf 2")
    page.reload()
    page.get("heading", "Shelf 2")
    follow(page, "Shelves")
    page.get("heading", "Shelves")


def test_going_back_by_the_link_does_not_grow_the_history(visit):
    page = visit("/containers/navigation")
    follow(page, "The shelves")
    follow(page, "Shelf 1")
    page.get("heading", "Shelf 1")
    length = page.run("return history.length")
    for _ in range(3):
        follow(page, "Shelves")
        page.get("heading", "Shelves")
        follow(page, "Shelf 1")
        page.get("heading", "Shelf 1")
    assert page.run("return history.length") == length
    follow(page, "Shelves")
    page.get("heading", "Shelves")
    page.here.back()
    becomes(lambda: page.path, "/containers/navigation")


def test_a_tab_names_the_panel_that_it_shows(visit):
    page = visit("/containers/tabs")
    assert page.run(
        "return [...document.querySelectorAll('[role=tab]')].every(tab =>"
        "  document.getElementById(tab.getAttribute('aria-controls')).role === 'tabpanel')")


def test_tabs_keep_what_is_typed_and_are_chosen_by_keyboard(visit):
    page = visit("/containers/tabs")
    page.textbox("Morning: note").send_keys("tea")
    page.run("arguments[0].focus()", page.get("tab", "Morning"))
    # The part of the client that knows the keys comes on its own.
    becomes(lambda: page.run("return document.querySelector('[role=tab]').tabIndex"), 0)
    page.press(Keys.ARROW_RIGHT)
    page.textbox("Noon: note")
    page.press(Keys.ARROW_LEFT)
    becomes(lambda: page.textbox("Morning: note").get_property("value"), "tea")


def test_the_list_stays_while_the_letter_beside_it_changes(visit):
    page = visit("/containers/split")
    page.textbox("Letters: note").send_keys("list")
    follow(page, "Letter 2")
    page.get("heading", "Letter 2")
    follow(page, "Letter 3")
    page.get("heading", "Letter 3")
    assert not page.has("heading", "Letter 2")
    assert page.textbox("Letters: note").get_property("value") == "list"
    page.here.back()
    page.get("heading", "Letter 2")


def test_the_focus_goes_into_a_dialog_stays_and_comes_back(visit):
    page = visit("/containers/dialogs")
    page.run("arguments[0].focus()", page.button("Open a dialog"))
    page.press(Keys.ENTER)
    becomes(page.focus, "Name")
    page.get("dialog", "Dialog 1")
    for _ in range(6):
        page.press(Keys.TAB)
        assert page.focus() in ("Name", "One more", "Done", "Close", None), "Tab left the dialog"
    page.run("arguments[0].focus()", page.button("One more"))
    page.press(Keys.ENTER)
    page.get("dialog", "Dialog 2")
    becomes(page.focus, "Name")
    page.press(Keys.ESCAPE)
    becomes(page.focus, "One more")
    page.press(Keys.ESCAPE)
    becomes(page.focus, "Open a dialog")
    becomes(lambda: page.has("dialog"), False)


def test_what_an_input_method_has_under_way_is_not_sent_and_its_escape_does_not_close_the_dialog(visit):
    page = visit("/containers/dialogs")
    page.run("""
      window.said = '';
      const { send } = WebSocket.prototype, { postMessage } = Worker.prototype;
      WebSocket.prototype.send = function (text) { said += text; send.call(this, text) };
      Worker.prototype.postMessage = function (text) { said += text; postMessage.call(this, text) }""")
    page.click("Open a dialog")
    becomes(page.focus, "Name")
    page.tell("Input.imeSetComposition", text="に", selectionStart=1, selectionEnd=1)
    stays(lambda: "に" in page.run("return said"), False, during=0.4)
    page.run("""
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 229, bubbles: true }))""")
    stays(lambda: page.has("dialog"), True, during=0.4)
    page.tell("Input.insertText", text="日")
    eventually(lambda: "日" in page.run("return said"))
    page.press(Keys.ESCAPE)
    becomes(lambda: page.has("dialog"), False)


def test_a_question_has_the_focus_where_nothing_is_lost(visit):
    page = visit("/containers/dialogs")
    page.run("arguments[0].focus()", page.button("Ask a question"))
    page.press(Keys.ENTER)
    becomes(page.focus, "Keep")
    question = page.get("alertdialog", "Delete the list?")
    told = page.run("return document.getElementById(arguments[0].getAttribute('aria-describedby')).textContent", question)
    assert told == "Nobody can bring it back."
    page.press(Keys.ESCAPE)
    becomes(page.focus, "Ask a question")
    assert "Deleted, as you wished." not in page.text()
    page.press(Keys.ENTER)
    becomes(page.focus, "Keep")
    page.press(Keys.TAB)
    page.press(Keys.ENTER)
    eventually(lambda: "Deleted, as you wished." in page.text())
    becomes(page.focus, "Ask a question")
    becomes(lambda: page.has("alertdialog"), False)
    page.press(Keys.ENTER)
    becomes(page.focus, "Keep")
    page.press(Keys.ENTER)
    becomes(lambda: page.has("alertdialog"), False)
    assert "Deleted, as you wished." not in page.text()


def test_going_back_closes_the_dialog(visit):
    page = visit("/containers")
    follow(page, "Dialogs")
    page.click("Open a dialog")
    page.get("dialog", "Dialog 1")
    page.here.back()
    page.get("button", "Add a child")
    assert not page.has("dialog")


def test_who_may_not_see_a_page_signs_in_and_comes_back(visit):
    page = visit("/routes")
    follow(page, "Members only")
    page.click("I am a member")
    page.says("For members")
    assert page.path == "/routes/members"
    page.here.back()
    page.get("link", "Members only")
    becomes(lambda: page.path, "/routes")


@pytest.mark.parametrize("path, status, location", [
    ("/routes/members", 303, "/routes/sign-in?back=%2Froutes%2Fmembers"),
    ("/routes/latest", 303, "/routes/screens/9"),
    ("/routes/closed", 403, None),
    ("/routes/screens/nine", 404, None),
    ("/routes/nothing/9", 404, None),
    ("/routes/tables/7", 200, None),
])
def test_the_first_load_answers_with_the_right_status(gallery, path, status, location):
    connection = http.client.HTTPConnection(gallery.address.split("//")[1], timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    assert (answer.status, answer.getheader("Location")) == (status, location)
    connection.close()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_narrow_screen(gallery, browser, path):
    page = browser(gallery.address).tab()
    size(page, 360)
    page.open(path)
    assert page.run("return document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_of_the_screens(gallery, browser, scheme):
    page = browser(gallery.address).tab()
    media(page, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page.open("/containers")
    page.click("Add a child")
    page.click("Next step")
    page.says("Step 1")
    picture(page, f"screens-children-{scheme}")
    page.open("/containers/split/2")
    picture(page, f"screens-split-{scheme}")
    page.open("/containers/dialogs")
    page.click("Open a dialog")
    page.click("One more")
    page.get("dialog", "Dialog 2")
    picture(page, f"screens-dialogs-{scheme}")
    size(page, 360)
    page.open("/containers/navigation/shelves/2")
    picture(page, f"screens-narrow-{scheme}")
