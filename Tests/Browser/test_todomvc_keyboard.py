"""TodoMVC by keyboard alone."""

import pytest
from selenium.webdriver.common.keys import Keys

from support.todomvc import ONE, THREE, TWO
from support.waiting import becomes, stays

# As Safari tells of the Enter that ends a composition: nothing but the code says that an input method has taken it.
COMMIT = """
document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: arguments[0], bubbles: true, cancelable: true }))
"""

# As scripts make events that know keys by their codes alone: `which` is all that an event of no kind can be given.
PRESS = """
const [name, code] = arguments, input = document.activeElement;
const event = name === 'keyCode' ? new KeyboardEvent('keydown', { keyCode: code, bubbles: true, cancelable: true })
  : Object.assign(new Event('keydown', { bubbles: true, cancelable: true }), { which: code });
input.dispatchEvent(event);
"""


def at(app):
    """The class of what has the focus, and the row that it is in, from 0."""
    return app.run("""
      const el = document.activeElement, row = el.closest('.todo-list li');
      return [el.className, row && [...row.parentNode.children].indexOf(row)];
    """)


def tab_to(app, name, row=None, limit=30):
    for _ in range(limit):
        if at(app) == [name, row]:
            return
        app.page.press(Keys.TAB)
    raise AssertionError(f"Tab never reached {name} of row {row}; last at {at(app)}")


def editing(app):
    return [row["editing"] for row in app.rows()]


def test_a_todo_is_added_ticked_edited_and_deleted_by_keyboard_alone(app):
    becomes(lambda: at(app), ["new-todo", None])
    app.page.type(ONE + Keys.ENTER)
    app.shows(ONE)
    tab_to(app, "toggle", 0)
    app.page.press(Keys.SPACE)
    app.is_done(True)
    app.page.press(Keys.F2)
    assert editing(app) == [True] and at(app) == ["edit", 0]
    app.page.type(" today" + Keys.ENTER)
    app.shows(ONE + " today")
    assert editing(app) == [False] and at(app) == ["toggle", 0]
    app.page.press(Keys.TAB)
    assert at(app) == ["destroy", 0]
    app.page.press(Keys.ENTER)
    app.shows()
    becomes(lambda: at(app), ["new-todo", None])


def test_escape_gives_the_focus_back_too_and_leaves_the_title_as_it_was(three):
    tab_to(three, "destroy", 1)
    three.page.press(Keys.F2)
    three.page.type("foo" + Keys.ESCAPE)
    assert editing(three) == [False] * 3 and at(three) == ["destroy", 1]
    stays(three.titles, [ONE, TWO, THREE], during=0.3)


def test_tab_ends_an_edit_and_goes_on(three):
    tab_to(three, "toggle", 0)
    three.page.press(Keys.F2)
    three.page.type("!" + Keys.TAB)
    three.shows(ONE + "!", TWO, THREE)
    assert editing(three) == [False] * 3 and at(three) == ["toggle", 1]


def test_a_todo_whose_text_is_taken_away_leaves_the_focus_to_the_next(three):
    tab_to(three, "toggle", 0)
    three.page.press(Keys.F2)
    three.part(0, ".edit").send_keys(Keys.CONTROL, "a")
    three.part(0, ".edit").send_keys(Keys.DELETE, Keys.ENTER)
    three.shows(TWO, THREE)
    becomes(lambda: at(three), ["toggle", 0])


def test_who_points_has_the_focus_nowhere_when_its_row_goes_and_the_next_key_deletes_nothing(three):
    three.destroy(1)
    three.shows(ONE, THREE)
    assert three.run("return document.activeElement.localName") == "body"
    for key in (Keys.SPACE, Keys.ENTER):
        three.page.press(key)
    stays(three.titles, [ONE, THREE], during=0.3)


@pytest.mark.parametrize("done", [1, 3])
def test_the_button_that_clears_and_goes_leaves_the_focus_to_the_field_for_new_todos(three, done):
    for index in range(done):
        three.part(index, ".toggle").click()
    three.is_done(*[index < done for index in range(3)])
    three.run("document.activeElement.blur()")
    tab_to(three, "clear-completed")
    three.page.press(Keys.ENTER)
    three.shows(*[ONE, TWO, THREE][done:])
    becomes(lambda: at(three), ["new-todo", None])
    three.page.type("next" + Keys.ENTER)
    three.shows(*[ONE, TWO, THREE][done:], "next")


def test_a_button_that_is_clicked_and_goes_takes_the_page_nowhere(three):
    three.part(0, ".toggle").click()
    three.is_done(True, False, False)
    three.one(".clear-completed").click()
    three.shows(TWO, THREE)
    becomes(lambda: three.displays(".clear-completed"), False)
    stays(lambda: at(three)[0] == "new-todo", False, during=0.3)


def test_enter_that_ends_a_composition_submits_nothing(three):
    three.new_todo.send_keys("かな")
    three.run(COMMIT, 229)
    stays(three.titles, [ONE, TWO, THREE], during=0.3)
    assert three.new_todo.get_property("value") == "かな"
    three.run(COMMIT, 13)
    three.shows(ONE, TWO, THREE, "かな")
    three.edit(0).send_keys("かな")
    three.run(COMMIT, 229)
    assert editing(three) == [True, False, False, False]
    three.run(COMMIT, 13)
    three.shows(ONE + "かな", TWO, THREE, "かな")


@pytest.mark.parametrize("name", ["keyCode", "which"])
def test_keys_that_a_script_says_only_by_their_codes_are_heard(three, name):
    three.new_todo.send_keys("one more")
    three.run(PRESS, name, 13)
    three.shows(ONE, TWO, THREE, "one more")
    three.edit(1).send_keys("!")
    three.run(PRESS, name, 13)
    three.shows(ONE, TWO + "!", THREE, "one more")
    three.edit(2).send_keys("?")
    three.run(PRESS, name, 27)
    assert editing(three) == [False] * 4
    stays(three.titles, [ONE, TWO + "!", THREE, "one more"], during=0.3)
