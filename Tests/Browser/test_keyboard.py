"""Everything by keyboard alone."""

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually


def tab_to(page, name, limit=40):
    """Presses Tab until the control with this name has the focus."""
    for _ in range(limit):
        if page.focus() == name:
            return
        page.press(Keys.TAB)
    raise AssertionError(f"Tab never reached {name!r}; last at {page.focus()!r}")


def test_tab_goes_through_the_list_in_reading_order(page):
    page.add("One", "Two")
    page.run("document.activeElement.blur(); document.body.focus()")
    page.open()
    order = []
    for _ in range(11):
        page.press(Keys.TAB)
        order.append(page.focus())
    expected = ["New…", "New todo", "Search todos", "All", "Two", "Edit Two", "Delete Two", "One", "Edit One", "Delete One"]
    assert order[:10] == expected


def test_shift_tab_goes_back(page):
    page.add("One")
    tab_to(page, "Delete One")
    page.press(Keys.TAB, shift=True)
    assert page.focus() == "Edit One"


def test_a_todo_is_added_ticked_edited_and_deleted_by_keyboard_alone(page):
    tab_to(page, "New todo")
    page.type("One" + Keys.ENTER).shows("One")
    tab_to(page, "One")
    page.press(Keys.SPACE)
    becomes(page.done, ["One"])
    tab_to(page, "Edit One")
    page.press(Keys.ENTER)
    becomes(page.focus, "Title")
    page.press(Keys.END).type(" more")
    tab_to(page, "Save")
    page.press(Keys.SPACE)
    page.shows("One more")
    tab_to(page, "Delete One more")
    page.press(Keys.ENTER)
    page.shows()
    tab_to(page, "Undo")
    page.press(Keys.ENTER)
    page.shows("One more")


def test_arrow_keys_change_the_filter(page):
    page.add("One", "Two").tick("One")
    tab_to(page, "Search todos")
    page.press(Keys.TAB)
    assert page.focus() == "All"
    page.press(Keys.ARROW_RIGHT).shows("Two")
    assert page.focus() == "Active"
    page.press(Keys.ARROW_RIGHT).shows("One")
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT).shows("Two", "One")


def test_the_focus_stays_on_the_box_that_was_ticked(page):
    page.add("One", "Two")
    tab_to(page, "One")
    page.press(Keys.SPACE)
    becomes(page.done, ["One"])
    assert page.focus() == "One"


def test_after_deleting_by_keyboard_the_focus_is_on_the_next_delete_and_at_last_in_an_input(page):
    page.add("One", "Two", "Three")
    tab_to(page, "Delete Two")
    page.press(Keys.ENTER)
    page.shows("Three", "One")
    becomes(page.focus, "Delete One")
    page.press(Keys.ENTER)
    page.shows("Three")
    becomes(page.focus, "Delete Three")
    page.press(Keys.ENTER)
    page.shows()
    eventually(lambda: page.focus() is not None, otherwise="nothing has the focus")


@pytest.mark.parametrize("key", [Keys.ESCAPE, Keys.ENTER, Keys.SPACE])
def test_an_alert_takes_the_focus_is_answered_by_keys_and_gives_the_focus_back(server, page, key):
    page.add("One")
    server.database.chmod(0o444)
    tab_to(page, "One")
    page.press(Keys.SPACE)
    page.trouble()
    becomes(page.focus, "OK")
    page.press(Keys.TAB)
    assert page.focus() in ("OK", None), "Tab left the alert"
    page.button("OK")
    page.run("document.querySelector('[role=alertdialog] button').focus()")
    page.press(key)
    becomes(lambda: page.has("alertdialog"), False)
    becomes(page.focus, "One")
    becomes(page.done, [])


def test_enter_saves_and_the_keyboard_goes_on_in_the_list(page):
    page.add("One")
    tab_to(page, "Edit One")
    page.press(Keys.ENTER)
    becomes(page.focus, "Title")
    page.press(Keys.ENTER)
    page.shows("One")
    eventually(lambda: page.focus() is not None, otherwise="nothing has the focus after the save")


def test_a_button_that_goes_when_it_is_pressed_leaves_the_focus_in_an_input(page):
    page.add("One").delete("One")
    tab_to(page, "Undo")
    page.press(Keys.ENTER)
    page.shows("One")
    becomes(page.focus, "New todo")


def test_whatever_has_the_focus_shows_it(page):
    page.add("One")
    page.open()
    for _ in range(7):
        page.press(Keys.TAB)
        assert page.focus() is not None
        outline = page.run(
            "for (let el = document.activeElement, i = 0; el && i < 3; el = el.parentElement, i++) {"
            "  const style = getComputedStyle(el);"
            "  if ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none') return true }"
            "return false")
        assert outline, f"{page.focus()!r} doesn't show that it has the focus"
