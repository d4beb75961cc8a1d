"""TodoMVC under a pointer: what comes between a press and its click, and clicks that end an edit."""

import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.example import frozen
from support.todomvc import ONE, THREE, TWO, locked
from support.waiting import becomes, stays

LONG = "a title that takes several lines, whatever the width " * 6


def actions(app):
    return ActionChains(app.driver, duration=0)


def press(app, target):
    actions(app).move_to_element(target).click_and_hold().perform()


def let_go(app):
    actions(app).release().perform()


def done(app):
    return [row["done"] for row in app.rows()]


@pytest.mark.parametrize(("before", "pressed", "expected"), [
    ([0], "all", [True, True, True]),
    (["all"], "all", [False, False, False]),
    ([1, "all"], 0, [False, True, True]),
    ([0], 0, [False, False, False]),
    ([0], 1, [True, True, False]),
], ids=["a row, then all", "all, then all", "a row and all, then another", "a row, then itself", "a row, then another"])
def test_an_answer_that_comes_while_a_box_is_pressed_does_not_turn_what_the_click_means(todomvc, three, before, pressed, expected):
    def box(which):
        return three.toggle_all if which == "all" else three.part(which, ".toggle")

    with frozen(todomvc):
        for which in before:
            actions(three).click(box(which)).perform()
        press(three, box(pressed))
    # The answers are there, and wait for the end of the press.
    stays(lambda: len(done(three)), 3, during=0.2)
    let_go(three)
    becomes(lambda: done(three), expected)
    stays(lambda: done(three), expected, during=0.3)


def edit(app, index, text=None):
    actions(app).double_click(app.part(index, "label")).perform()
    becomes(lambda: app.rows()[index]["editing"], True)
    if text is not None:
        actions(app).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(text or Keys.DELETE).perform()


@pytest.fixture(params=["long", "made long", "made short", "emptied"])
def edited(request, app):
    """Three todos, the first of which is being edited."""
    title = LONG if request.param in ("long", "made short") else "milk"
    app.run("""
      for (const title of arguments[0]) {
        const input = document.querySelector('.new-todo');
        input.value = title;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      }""", [title, TWO, THREE])
    becomes(lambda: len(app.titles()), 3)
    edit(app, 0, {"long": None, "made long": LONG, "made short": "milk", "emptied": ""}[request.param])
    return app


def rest(app):
    """What there is beside the todo that was edited, which an emptied title removes."""
    return [(row["title"], row["done"]) for row in app.rows()][-2:]


def test_a_click_that_ends_an_edit_ticks_the_box_that_it_was_on(edited):
    actions(edited).click(edited.part(1, ".toggle")).perform()
    becomes(lambda: rest(edited), [(TWO, True), (THREE, False)])


def test_a_click_that_ends_an_edit_follows_the_filter_that_it_was_on(edited):
    actions(edited).click(edited.filter("Active")).perform()
    becomes(edited.selected, ["Active"])
    becomes(lambda: any(row["editing"] for row in edited.rows()), False)


def test_a_click_that_ends_an_edit_removes_the_todo_that_it_was_on(edited):
    actions(edited).move_to_element(edited.row(1)).click(edited.part(1, ".destroy")).perform()
    becomes(lambda: edited.titles()[-1:], [THREE])
    becomes(lambda: TWO in edited.titles(), False)


def test_a_press_that_ends_an_edit_and_is_no_click_ends_it_all_the_same(three):
    edit(three, 0, "milk")
    press(three, three.part(1, "label"))
    actions(three).move_to_element(three.new_todo).release().perform()
    becomes(lambda: three.rows()[0], {"title": "milk", "done": False, "ticked": False, "editing": False})


@pytest.mark.parametrize(("typed", "title", "alerts"), [("   padded   ", "padded", 0), ("x" * 2001, ONE, 1)], ids=["padded", "too long"])
def test_what_is_answered_while_the_press_that_ended_an_edit_lasts_is_shown(three, typed, title, alerts):
    edit(three, 0)
    three.run("document.activeElement.value = arguments[0]", typed)
    press(three, three.new_todo)
    becomes(lambda: three.run("return ghostlight.pending.length"), 0)
    let_go(three)
    becomes(lambda: three.rows()[0], {"title": title, "done": False, "ticked": False, "editing": False})
    stays(lambda: three.titles(), [title, TWO, THREE], during=0.8)
    assert three.run("return document.querySelectorAll('[role=alertdialog]').length") == alerts


@pytest.mark.parametrize("elsewhere", ["heading", "field", "box"])
@pytest.mark.parametrize(("typed", "titles"), [("milk", ["milk", TWO, THREE]), ("", [TWO, THREE])], ids=["changed", "emptied"])
def test_an_edit_that_a_slow_press_ends_is_shown_before_its_answer(three, todomvc, typed, titles, elsewhere):
    """It was known to be carried out by the end of the press, and not answered: the label said what it had said before."""
    target = {"heading": lambda: three.driver.find_element("css selector", "h1"), "field": lambda: three.new_todo,
              "box": lambda: three.part(1, ".toggle")}[elsewhere]
    edit(three, 0, typed)
    with locked(todomvc):
        press(three, target())
        becomes(lambda: three.run("return [...document.querySelectorAll('[data-u]')].some(el => el.dataset.u)"), elsewhere != "box")
        # As long as a person presses.
        time.sleep(0.2)
        let_go(three)
        becomes(three.seen, titles, within=2)
    becomes(three.titles, titles)
    becomes(lambda: done(three)[-2:], [elsewhere == "box", False])


def test_blanks_around_what_is_edited_are_nothing_to_tell(three):
    said = three.run("return ghostlight.last()")
    for keys in (Keys.ENTER, Keys.TAB):
        edit(three, 0)
        actions(three).send_keys("  ", keys).perform()
        becomes(lambda: three.rows()[0]["editing"], False)
        assert three.run("return document.querySelector('.edit').value") == ONE
    assert three.run("return ghostlight.last()") == said
    three.shows(ONE, TWO, THREE)


def test_many_boxes_that_a_script_ticks_turn_the_box_for_all_as_one_after_the_other_would(three):
    """The box for all is clicked in the same script, when its rows have made another of it."""
    def is_answered():
        return three.run("return ghostlight.pending.length === 0")

    becomes(is_answered, True)
    three.run("""
      for (const box of document.querySelectorAll('.toggle')) box.click();
      document.querySelector('#toggle-all').click();""")
    becomes(is_answered, True)
    becomes(lambda: done(three), [False, False, False])
    stays(lambda: done(three), [False, False, False], during=0.3)


def test_what_could_not_be_added_is_named_when_the_next_is_being_typed(todomvc, app):
    with frozen(todomvc):
        actions(app).click(app.new_todo).send_keys("x" * 2001, Keys.ENTER).send_keys("next").perform()
    becomes(lambda: "x" * 2001 in app.run("return document.querySelector('[role=alertdialog]')?.textContent ?? ''"), True)
    assert app.run("return document.querySelector('.new-todo').value") == "next"


#: What is done in one script while nothing is answered, with a row behind the box for all; and which todos are done then.
BEHIND_ALL = {
    "added": ((), "add('four'); all(); toggle(0)", [False, True, True, True]),
    "added, where all are done": ((0, 1, 2), "add('four'); all(); toggle(0)", [False, True, True, True]),
    "added nothing": ((0, 1, 2), "add('   '); all(); toggle(0)", [True, False, False]),
    "added, twice": ((), "add('four'); all(); all(); toggle(0)", [True, False, False, False]),
    "added, and cleared": ((), "add('four'); all(); toggle(0); clear()", [False]),
    "ticked": ((), "add('four'); toggle(0); all(); toggle(1)", [True, False, True, True]),
    "filtered": ((), "filter(1); all(); filter(0); toggle(0)", [False, True, True]),
    "removed": ((), "remove(2); all(); toggle(0)", [False, True]),
    "removed, where all others are done": ((0, 1), "remove(2); all(); toggle(0)", [True, False]),
    "renamed": ((), "rename(1, 'other'); all(); toggle(0)", [False, True, True]),
    "cleared": ((2,), "clear(); all(); toggle(0)", [False, True]),
}


@pytest.mark.parametrize("name", BEHIND_ALL)
def test_a_row_that_is_clicked_behind_the_box_for_all_while_something_else_waits_means_what_it_shows(todomvc, three, name):
    before, script, expected = BEHIND_ALL[name]
    for index in before:
        three.part(index, ".toggle").click()
    becomes(lambda: [index for index, is_done in enumerate(done(three)) if is_done], list(before))
    with frozen(todomvc):
        three.run("""
          const rows = [...document.querySelectorAll('.todo-list li')], $ = selector => document.querySelector(selector);
          const enter = (input, text) => {
            input.value = text;
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
          };
          const add = text => enter($('.new-todo'), text), all = () => $('.toggle-all').click(), clear = () => $('.clear-completed').click();
          const toggle = index => rows[index].querySelector('.toggle').click(), remove = index => rows[index].querySelector('.destroy').click();
          const filter = index => document.querySelectorAll('.filters a')[index].click();
          const rename = (index, text) => {
            rows[index].querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
            enter(rows[index].querySelector('.edit'), text);
          };
          eval(arguments[0]);""", script)
    becomes(lambda: done(three), expected)
    stays(lambda: done(three), expected, during=0.3)
    assert [row["ticked"] for row in three.rows()] == expected
    three.load()
    becomes(lambda: done(three), expected)
