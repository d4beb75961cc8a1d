"""TodoMVC for a harness that waits for nothing. Each test is run several times, and none that has failed gets another chance."""

import random
import sqlite3
import threading
import time
from contextlib import closing

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.example import Example
from support.todomvc import ENTERING, ONE, THREE, TWO, TodoMVCPage, locked, stored
from support.waiting import becomes, eventually, settles, stays

pytestmark = pytest.mark.races


def test_a_reload_shows_the_rows_of_its_filter_and_no_others(three):
    """A harness reads, and clicks, as soon as the page is loaded."""
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    for name, titles in [("Completed", [TWO]), ("Active", [ONE, THREE]), ("Completed", [TWO])] * 8:
        three.filter(name).click()
        three.load()
        assert three.seen() == titles, name
        assert three.titles() == titles, name
        assert three.selected() == [name]
    three.part(0, ".toggle").click()
    three.shows()
    three.filter("All").click()
    three.is_done(False, False, False)


def test_a_filter_opened_by_its_address_never_shows_rows_of_another(three, visitor):
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    for _ in range(5):
        tab = visitor.tab()
        new = TodoMVCPage(tab).load("/#/completed")
        seen = [new.seen() for _ in range(20)]
        assert all(titles in ([], [TWO]) for titles in seen), seen
        new.shows(TWO)
        becomes(new.seen, [TWO])
        tab.close()


def test_a_hundred_todos_typed_at_once_are_all_there_once_and_in_order(app):
    titles = [f"todo {number}" for number in range(100)]
    app.page.here
    actions = ActionChains(app.driver, duration=0).click(app.new_todo)
    for title in titles:
        actions.send_keys(title, Keys.ENTER)
    actions.perform()
    app.shows(*titles)
    becomes(app.count, "100 items left")


def test_events_fired_within_one_script_are_all_taken(app):
    """As benchmarks do it that drive the page from inside: a hundred todos, each ticked, each removed."""
    app.run("""
      const input = document.querySelector('.new-todo');
      for (let i = 0; i < 100; i++) {
        input.value = 'Something to do ' + i;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      }
    """)
    app.shows(*[f"Something to do {i}" for i in range(100)])
    app.run("for (const box of document.querySelectorAll('.toggle')) box.click()")
    app.is_done(*[True] * 100)
    app.run("for (const button of document.querySelectorAll('.destroy')) button.click()")
    app.shows()


@pytest.mark.parametrize("clicks", [2, 3, 7, 20])
def test_a_box_clicked_again_and_again_ends_as_the_last_click_left_it(three, clicks):
    box = three.part(1, ".toggle")
    for _ in range(clicks):
        box.click()
    # Answers to the clicks before the last may still come: they look like the last one's on the way.
    settles(three.done, [False, clicks % 2 == 1, False])


def test_clicks_on_a_box_between_which_answers_arrive_all_count(three):
    """Each click means the opposite of what the box shows; an answer to the one before must not turn it back."""
    clicks = three.driver.execute_async_script("""
      const box = document.querySelectorAll('.toggle')[1], done = arguments[0];
      let count = 0, wrong = 0, last = box.checked;
      const timer = setInterval(() => {
        if (box.checked !== last) wrong++;
        box.click();
        last = box.checked;
        if (++count === 60) (clearInterval(timer), done([wrong, last]));
      }, 3);
    """)
    assert clicks == [0, False]
    three.rests()
    assert [(row["done"], row["ticked"]) for row in three.rows()] == [(False, False)] * 3


@pytest.mark.parametrize("clicks", [3, 8])
def test_the_box_for_all_clicked_again_and_again_ends_as_the_last_click_left_it(three, clicks):
    three.run("for (let i = 0; i < arguments[0]; i++) document.querySelector('.toggle-all').click()", clicks)
    settles(three.done, [clicks % 2 == 1] * 3)
    assert three.toggle_all.is_selected() == (clicks % 2 == 1)


def test_the_box_for_all_clicked_right_after_a_row_completes_the_others(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.run("document.querySelectorAll('.toggle')[1].click(); document.querySelector('.toggle-all').click()")
    settles(three.done, [True, True, True])
    assert three.toggle_all.is_selected()


def test_the_box_for_all_clicked_right_after_a_new_todo_completes_that_too(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.new_todo.send_keys("one more")
    three.run("arguments[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));"
              "document.querySelector('.toggle-all').click()", three.new_todo)
    settles(three.done, [True] * 4)
    assert three.toggle_all.is_selected()


def test_the_box_for_all_clicked_right_after_the_last_active_row_goes_makes_all_active(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.part(1, ".toggle").click()
    three.is_done(True, False, True)
    three.run("document.querySelectorAll('.destroy')[1].click(); document.querySelector('.toggle-all').click()")
    settles(three.done, [False, False])
    assert not three.toggle_all.is_selected()


@pytest.mark.parametrize("ms", [2, 8, 32])
def test_the_box_for_all_clicked_soon_after_a_row_means_what_it_shows_or_will_show(three, ms):
    """The answer may be on its way to the page: whether it is there already, the outcome is the same."""
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.run("document.querySelectorAll('.toggle')[1].click();"
              "setTimeout(() => document.querySelector('.toggle-all').click(), arguments[0])", ms)
    settles(three.done, [True, True, True])
    assert three.toggle_all.is_selected()


def test_the_box_for_all_clicked_right_after_clearing_and_a_new_todo_completes_that(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.new_todo.send_keys("one more")
    three.run("document.querySelector('.clear-completed').click();"
              "arguments[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));"
              "document.querySelector('.toggle-all').click()", three.new_todo)
    three.shows("one more")
    settles(three.done, [True])
    assert three.toggle_all.is_selected()


@pytest.mark.parametrize("ms", [0, 2, 8, 32])
def test_a_row_clicked_soon_after_the_box_for_all_means_what_that_has_made_of_it(three, ms):
    """The answer may be on its way to the page: whether it is there already, the outcome is the same."""
    three.run("document.querySelector('.toggle-all + label').click();"
              "const click = () => document.querySelectorAll('.toggle')[0].click();"
              "arguments[0] ? setTimeout(click, arguments[0]) : click()", ms)
    settles(three.done, [False, True, True])
    three.is_done(False, True, True)
    assert not three.toggle_all.is_selected()


TICKED = "[...document.querySelectorAll('.toggle')].map(box => box.checked)"


def test_the_box_for_all_ticks_the_others_before_anything_is_answered(three):
    """A harness that unticks a box only if it is ticked mustn't find it as it was."""
    script = f"document.querySelector('.toggle-all').click(); return {TICKED}"
    for isDone in [True, False, True]:
        assert three.run(script) == [isDone] * 3
        three.is_done(*[isDone] * 3)
    found = three.run("document.querySelector('.toggle-all').click();"
                      "const box = document.querySelectorAll('.toggle')[0];"
                      f"if (!box.checked) box.click(); return {TICKED}")
    assert found == [True, False, False]
    settles(three.done, [True, False, False])
    three.is_done(True, False, False)
    assert not three.toggle_all.is_selected()


def test_the_box_for_all_and_rows_clicked_by_turns_while_answers_arrive_end_as_they_were_left(three):
    """Between the clicks come answers to those before: none of them may turn back what was clicked since."""
    left = three.driver.execute_async_script("""
      const all = document.querySelector('.toggle-all'), boxes = [...document.querySelectorAll('.toggle')], done = arguments[0];
      let count = 0, wrong = 0, last;
      const state = () => boxes.map(box => box.checked);
      const timer = setInterval(() => {
        if (last && `${state()}` !== `${last}`) wrong++;
        if (count % 5) boxes[count % 3].click(); else all.click();
        last = state();
        if (++count === 61) (clearInterval(timer), done([wrong, last, all.checked]));
      }, 7);
    """)
    # The last of these clicks is one on the box for all, where not all was done.
    assert left == [0, [True] * 3, True]
    three.rests()
    assert [(row["done"], row["ticked"]) for row in three.rows()] == [(True, True)] * 3
    assert three.toggle_all.is_selected()
    three.load()
    assert three.done() == [True] * 3


def test_the_box_for_all_clicked_while_another_tab_changes_rows_leaves_both_tabs_alike(three, visitor):
    tab = visitor.tab()
    other = TodoMVCPage(tab).load("/")
    other.shows(ONE, TWO, THREE)
    for _ in range(10):
        other.run("setTimeout(() => document.querySelectorAll('.toggle')[1].click(), 20)")
        three.run("setTimeout(() => document.querySelector('.toggle-all').click(), 20)")
        eventually(lambda: len({str([three.done(), other.done(), *[[row["ticked"] for row in page.rows()] for page in (three, other)]]
                                    [index]) for index in range(4)}) == 1,
                   otherwise=lambda: f"{three.rows()} {other.rows()}")
    tab.close()


def test_the_box_for_all_clicked_right_before_and_after_a_row_completes_all(three):
    three.run("const all = document.querySelector('.toggle-all'), row = document.querySelectorAll('.toggle')[0];"
              "all.click(); row.click(); all.click()")
    settles(three.done, [True, True, True])
    three.is_done(True, True, True)
    assert three.toggle_all.is_selected()


@pytest.mark.parametrize("first", [".toggle", ".toggle-all"])
def test_what_was_ticked_just_now_is_cleared(three, first):
    three.run("document.querySelector(arguments[0]).click(); document.querySelector('.clear-completed').click()", first)
    three.shows(*([TWO, THREE] if first == ".toggle" else []))
    assert not three.displays(".clear-completed")


@pytest.mark.races
def test_a_page_loaded_again_right_after_a_click_comes_with_what_was_clicked(three):
    three.run("document.querySelectorAll('.toggle')[1].click()")
    three.driver.refresh()
    # As the server sent it, before anything has come by the live link.
    first = three.run("return fetch(location.href).then(answer => answer.text())")
    assert three.done() == [False, True, False]
    assert first.count('class="completed"') == 1


def test_a_double_click_and_keys_in_one_go_edit_the_todo(three):
    three.page.here
    ActionChains(three.driver, duration=0).double_click(three.part(1, "label")).key_down(Keys.CONTROL).send_keys("a").key_up(
        Keys.CONTROL).send_keys("sausages", Keys.ENTER).double_click(three.part(2, "label")).send_keys(
            " today", Keys.ENTER).click(three.new_todo).send_keys("and more", Keys.ENTER).perform()
    three.shows(ONE, "sausages", THREE + " today", "and more")


def test_an_edit_that_is_taken_back_at_once_is_taken_back(three):
    three.rename_at_once(1, "changed", TWO)
    settles(three.titles, [ONE, TWO, THREE])
    three.reload().shows(ONE, TWO, THREE)


def test_an_edit_goes_on_from_the_one_before(three):
    assert three.rename_at_once(1, "B", "+!", "+?") == "B!?"
    settles(three.titles, [ONE, "B!?", THREE])


def test_the_label_shows_what_was_entered_until_the_server_says_what_it_is_called(three):
    # The page trims by itself; what else isn't kept it doesn't know.
    assert three.rename_at_once(1, "  spa\0cious  ") == "spa\0cious"
    three.shows(ONE, "spacious", THREE)
    # The same, with nothing to change in the model.
    assert three.rename_at_once(1, "  spa\0cious  ") == "spa\0cious"
    settles(three.titles, [ONE, "spacious", THREE])
    assert three.rename_at_once(1, "  spacious  ") == "spacious"
    settles(three.titles, [ONE, "spacious", THREE])
    assert three.rename_at_once(1, "+!") == "spacious!"
    settles(three.titles, [ONE, "spacious!", THREE])


def test_an_edit_that_is_refused_leaves_the_title_as_it_was(three):
    three.rename_at_once(1, "x" * 2_001)
    eventually(lambda: three.run("return document.querySelector('[role=alertdialog] h1, [role=alertdialog] h2')?.textContent ?? ''"))
    becomes(three.titles, [ONE, TWO, THREE])


def test_every_edit_of_many_at_once_arrives(app):
    app.add(*[f"todo {number}" for number in range(30)]).shows(*[f"todo {number}" for number in range(30)])
    for number in range(30):
        app.rename_at_once(number, "on the way", f"edited {number}")
    settles(app.titles, [f"edited {number}" for number in range(30)])


def test_a_double_click_elsewhere_ends_the_edit_before(three):
    """Dispatched by a script it takes no focus away."""
    three.run("""
      const rows = document.querySelectorAll('.todo-list li');
      rows[0].querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      rows[0].querySelector('.edit').value = 'first';
      rows[1].querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      rows[1].querySelector('.edit').value = 'second';
    """)
    assert [row["editing"] for row in three.rows()] == [False, True, False]
    three.shows("first", TWO, THREE)
    three.run("document.activeElement.blur()")
    three.shows("first", "second", THREE)
    assert not any(row["editing"] for row in three.rows())


def test_typing_goes_on_undisturbed_while_the_list_changes_under_it(three, visitor):
    second = TodoMVCPage(visitor.open())
    second.run("""
      window.timer = setInterval(() => document.querySelectorAll('.toggle')[Math.floor(Math.random() * 3)].click(), 15)
    """)
    text = "the quick brown fox jumps over the lazy dog " * 6
    three.new_todo.send_keys(text)
    assert three.new_todo.get_property("value") == text
    three.new_todo.send_keys(Keys.ENTER)
    three.edit(1).send_keys(text, Keys.ENTER)
    second.run("clearInterval(window.timer)")
    three.shows(ONE, TWO + text.rstrip(), THREE, text.strip())


def test_changing_filters_at_once_ends_at_the_last(three):
    three.part(1, ".toggle").click()
    three.run("""
      const links = document.querySelectorAll('.filters a');
      for (let i = 0; i < 30; i++) links[i % 3].click();
    """)
    becomes(three.selected, ["Completed"])
    three.shows(TWO)
    assert three.hash() == "#/completed"


def test_a_row_that_a_filter_hides_and_another_shows_again_takes_what_is_done_with_it_at_once(three):
    for part, after in ((".toggle", [True, False, False]), (".destroy", [False, False])):
        # The row that was clicked is one that the page is about to replace.
        three.run(f"const links = document.querySelectorAll('.filters a'); [links[2], links[0], document.querySelector('{part}')].forEach(el => el.click())")
        settles(three.done, after)
        if part == ".toggle":
            three.part(0, ".toggle").click()
            three.is_done(False, False, False)
    three.shows(TWO, THREE)


def test_rows_are_at_once_where_they_are_going_to_be_clicked(three):
    """A browser is told where to click, and clicks there a moment later: what had slid by then was missed."""
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    three.filter("Completed").click()
    three.shows(TWO)
    three.run("""
      window.tops = new Set();
      const look = () => {
        const row = document.querySelectorAll('.todo-list li')[1];
        if (row) tops.add(row.getBoundingClientRect().top + ' ' + getComputedStyle(row).opacity);
        requestAnimationFrame(look);
      };
      look();""")
    three.filter("All").click()
    three.shows(ONE, TWO, THREE)
    eventually(lambda: three.run("return tops.size"))
    stays(lambda: three.run("return tops.size"), 1, during=0.4)


@pytest.mark.parametrize("last", ["toggle", "edit", "destroy"])
def test_a_row_is_acted_on_again_in_the_filter_that_will_show_it(three, todomvc, last):
    """Ticked, looked for among those that are done, and acted on once more, before any of that is answered: to its user it never left."""
    for number in range(10):
        three.run("""
          const [number, last] = arguments, rows = document.querySelectorAll('.todo-list li'), row = rows[1];
          row.querySelector('.toggle').click();
          document.querySelector('a[href="#/completed"]').click();
          addEventListener('hashchange', () => {
            if (last === 'toggle') return row.querySelector('.toggle').click();
            if (last === 'destroy') return row.querySelector('.destroy').click();
            row.querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
            const input = row.querySelector('.edit');
            input.value = `title ${number}`;
            input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
          }, { once: true });""", number, last)
        three.shows(*[f"title {number}"] if last == "edit" else [])
        three.filter("All").click()
        if last == "destroy":
            three.shows(ONE, THREE)
            three.add("again").shows(ONE, THREE, "again")
            break
        if last == "edit":
            three.is_done(False, True, False)
            assert stored(todomvc) == [ONE, f"title {number}", THREE]
            three.part(1, ".toggle").click()
        three.is_done(False, False, False)


def test_what_is_done_with_a_hidden_row_that_came_back_while_nobody_was_there_is_done(three, todomvc):
    todomvc.kill9()
    for name in ("Completed", "All"):
        three.filter(name).click()
    three.part(0, ".toggle").click()
    three.part(1, ".destroy").click()
    todomvc.start()
    three.shows(ONE, THREE).is_done(True, False)


ON_HIDDEN = """
  const [last] = arguments, row = document.querySelectorAll('.todo-list li')[1];
  row.querySelector('.toggle').click();
  if (last === 'toggle') row.querySelector('.toggle').click();
  if (last === 'destroy') row.querySelector('.destroy').click();
  if (last === 'edit') {
    row.querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    const input = row.querySelector('.edit');
    input.value = 'renamed';
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
"""


@pytest.mark.parametrize("last", ["toggle", "edit", "destroy"])
@pytest.mark.parametrize("isAway", [False, True], ids=["there", "away"])
def test_a_row_that_leaves_its_filter_takes_what_was_done_with_it_meanwhile(three, todomvc, last, isAway):
    """Its user sees it until the server has answered: while that is away, for as long as he likes."""
    three.filter("Active").click()
    three.shows(ONE, TWO, THREE)
    if isAway:
        todomvc.kill9()
    three.run(ON_HIDDEN, last)
    if isAway:
        todomvc.start()
    if last == "toggle":
        settles(three.titles, [ONE, TWO, THREE])
        three.is_done(False, False, False)
        return
    settles(three.titles, [ONE, THREE])
    three.filter("All").click()
    if last == "edit":
        three.shows(ONE, "renamed", THREE).is_done(False, True, False)
    else:
        three.shows(ONE, THREE)
    becomes(lambda: stored(todomvc), [ONE, "renamed", THREE] if last == "edit" else [ONE, THREE])


def test_text_typed_before_a_filter_is_chosen_stays(three):
    three.new_todo.send_keys("half")
    three.filter("Active").click()
    becomes(three.selected, ["Active"])
    assert three.new_todo.get_property("value") == "half"
    three.new_todo.send_keys(" and whole", Keys.ENTER)
    three.shows(ONE, TWO, THREE, "half and whole")


def test_a_row_added_edited_and_removed_in_one_go(app):
    app.add(ONE, TWO)
    app.replace(0, "other").send_keys(Keys.ENTER)
    app.destroy(1)
    app.add(THREE).shows("other", THREE)


def test_todos_entered_without_a_pause_are_all_there_once_after_kill_9(app, todomvc):
    """The server dies with some stored and not answered, some on their way, some not entered: each is stored once, none is refused."""
    app.page.until_live()
    titles = []
    for round in range(3):
        new = [f"round {round}, todo {number}" for number in range(20)]
        titles += new
        app.run("""
          const titles = arguments[0];
          const timer = setInterval(() => {
            const input = document.querySelector('.new-todo');
            input.value = titles.shift();
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new Event('change', { bubbles: true }));
            input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
            if (!titles.length) clearInterval(timer);
          }, 5);
        """, new)
        # Any moment will do while the page enters them.
        time.sleep(random.uniform(0, 0.1))
        todomvc.kill9()
        todomvc.start()
        app.shows(*titles)
        app.page.until_live()
        settles(app.titles, titles)
        assert stored(todomvc) == titles
        assert app.run("return document.querySelector('[role=alertdialog]')") is None, f"round {round}"


def never_live(app):
    """Has no page that it loads come to a connection; gives the script that sees to it."""
    return app.page.tell("Page.addScriptToEvaluateOnNewDocument", source="""
      window.WebSocket = class { readyState = 0; send() {} close() {} };
    """)["identifier"]


def test_a_todo_entered_before_the_page_is_live_outlasts_a_reload(app, todomvc):
    """The page is left before its socket is open: nothing of what was done on it had been sent."""
    script = never_live(app)
    app.load().add(ONE, TWO)
    assert app.titles() == []
    app.page.tell("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    app.load().shows(ONE, TWO)
    assert stored(todomvc) == [ONE, TWO]
    # As it is for whoever is as quick as that, with nothing in the way.
    for number in range(10):
        app.load().add(f"todo {number}").load()
    app.shows(ONE, TWO, *[f"todo {number}" for number in range(10)])


def test_a_page_loaded_again_comes_with_what_was_done_before_and_never_sent(app):
    """It was made before its browser delivered that: what a harness looked at, and did, right behind the reload was of what had been."""
    never_live(app)
    app.load()
    shown = []
    for number in range(1, 11):
        app.add(str(number)).load()
        # No live link has brought it.
        assert app.titles() == [*shown, str(number)]
        shown.append(str(number))
        app.part(number - 1, ".toggle").click()
        app.load()
        assert app.done() == [True] * number


def test_a_page_loaded_again_comes_with_what_was_said_and_not_answered_yet(app, todomvc):
    """Where it was live it waited for 150 ms, and came with what had been."""
    app.add(ONE).shows(ONE)
    with locked(todomvc) as database:
        app.add(TWO)
        eventually(lambda: app.run("return !ghostlight.pending.length"))
        # Behind many patches, or a few seconds later: that page listened no more for its being left.
        app.run("ghostlight.acknowledge()")
        opens = threading.Timer(0.5, lambda: database.execute("ROLLBACK"))
        opens.start()
        app.load()
        assert app.titles() == [ONE, TWO]
        opens.join()


def test_a_page_loaded_again_comes_with_as_much_as_there_was_room_for(app):
    """Of more than a request may have that outlives its page nothing was said, and the page behind it waited in vain."""
    never_live(app)
    app.load().add(ONE, TWO)
    app.run(f"{ENTERING} enter('x'.repeat(70000))")
    app.load()
    assert app.titles() == [ONE, TWO]
    assert app.run("return performance.getEntriesByType('navigation')[0].responseStart") < 900


def test_a_page_loaded_again_behind_a_restart_comes_with_what_was_done_before(app, todomvc):
    """Its session was only in the log when the page was asked for, and wasn't waited for."""
    never_live(app)
    app.load()
    for number in range(1, 4):
        app.add(str(number))
        # Until the log has its session.
        time.sleep(0.2)
        todomvc.kill9()
        todomvc.start()
        app.load()
        assert app.titles() == [str(shown) for shown in range(1, number + 1)]


def test_who_stays_after_all_has_nothing_done_twice(tmp_path, browser):
    """What was said in case that they leave was carried out, and said once more to another session when that one was gone."""
    example = Example(tmp_path, "TodoMVC", "TODOMVC", "--database", "todos/todomvc.sqlite", "--no-log").start()
    try:
        app = TodoMVCPage(browser(example.address).open("/")).add(ONE).shows(ONE)
        app.run("ghostlight.dial = () => ({ readyState: 0, close() {} }); ghostlight.drop()")
        app.add(TWO)
        app.run("Object.assign(document.createElement('a'), { href: 'mailto:a@example.org' }).click()")
        eventually(lambda: stored(example) == [ONE, TWO])
        example.stop()
        example.start()
        app.run("delete ghostlight.dial; ghostlight.drop()")
        app.page.until_live()
        app.shows(ONE, TWO)
        settles(app.titles, [ONE, TWO])
    finally:
        example.stop()


def test_what_is_done_last_outlasts_its_tab(three, visitor, todomvc):
    """All at once, without an answer in between: then the tab is closed."""
    for name in ["one", "two", "three"]:
        tab = TodoMVCPage(visitor.open())
        tab.run("""
          const input = document.querySelector('.new-todo');
          input.value = arguments[0];
          input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        """, name)
        tab.page.close()
    three.shows(ONE, TWO, THREE, "one", "two", "three")
    assert stored(todomvc) == [ONE, TWO, THREE, "one", "two", "three"]


def test_what_a_kept_page_has_delivered_when_it_was_left_is_not_done_once_more(tmp_path, browser):
    """Its browser keeps it for who comes back; by then its session is gone."""
    example = Example(tmp_path, "TodoMVC", "TODOMVC", "--no-log").start()
    try:
        page = browser(example.address).tab()
        page.tell("Page.addScriptToEvaluateOnNewDocument", source="""
          const real = WebSocket;
          window.letIn = () => { window.WebSocket = real; ghostlight.drop(); };
          window.WebSocket = class { readyState = 0; send() {} close() {} };
        """)
        app = TodoMVCPage(page.open(live=False)).add(ONE)
        app.run("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        time.sleep(0.5)
        example.kill9()
        example.start()
        app.run("letIn()")
        page.until_live()
        app.shows(ONE)
        settles(app.titles, [ONE])
        # Nobody has told it that this was done: it is entered by whoever wants it so.
        assert app.new_todo.get_property("value") == ONE
    finally:
        example.stop()


# Enters fifteen todos, and does something with each as soon as its row is there.
CLICKING = """
  const input = document.querySelector('.new-todo'), list = document.querySelector('.todo-list');
  const enter = (el, value) => {
    el.value = value;
    el.dispatchEvent(new Event('input', { bubbles: true }));
    el.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  };
  let number = 0;
  new MutationObserver(changes => {
    for (const li of changes.flatMap(change => [...change.addedNodes])) {
      const label = li.querySelector?.('label');
      // A row that comes once more has been clicked.
      if (!label || window.clicked?.has(label.textContent)) continue;
      (window.clicked ??= new Set()).add(label.textContent);
      if (/^tick/.test(label.textContent)) li.querySelector('.toggle').click();
      if (/^gone/.test(label.textContent)) li.querySelector('.destroy').click();
      if (/^blank/.test(label.textContent)) {
        label.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
        enter(li.querySelector('.edit'), '  ');
      }
    }
  }).observe(list, { childList: true });
  const timer = setInterval(() => {
    enter(input, `${['tick', 'gone', 'blank'][number % 3]} ${number}`);
    if (++number === 15) clearInterval(timer);
  }, 5);
"""


TICK, ALL = "document.querySelectorAll('.toggle')[{}].click();", "document.querySelector('#toggle-all').click();"
ENTER = """
  const input = document.querySelector('.new-todo');
  input.value = 'new';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));"""


@pytest.mark.parametrize("script, done", [
    # The box for all shows that the last one is ticked, and is clicked to clear all.
    (TICK.format(0) + TICK.format(1) + TICK.format(2) + ALL + TICK.format(0), {ONE: True, TWO: False, THREE: False}),
    (TICK.format(0) + TICK.format(1) + TICK.format(2) + ALL + ALL + TICK.format(2), {ONE: True, TWO: True, THREE: False}),
    # A new todo is on its way: what the box for all is going to be nobody knows yet but the list.
    (TICK.format(0) + TICK.format(1) + TICK.format(2) + ENTER + ALL + TICK.format(0), {ONE: False, TWO: True, THREE: True, "new": True}),
])
def test_rows_clicked_behind_the_box_for_all_mean_what_a_page_without_a_server_would_show(three, script, done):
    three.run(script)
    becomes(lambda: {row["title"]: row["done"] for row in three.rows()}, done)
    stays(lambda: {row["title"]: row["ticked"] for row in three.rows()}, done, during=0.5)
    assert three.run("return document.querySelector('#toggle-all').checked") == all(done.values())


BOX = "return document.querySelector('#toggle-all').checked"


# What is clicked, and what the box for all is behind each.
@pytest.mark.parametrize("steps", [
    [(ALL, True), ("document.querySelectorAll('.destroy')[1].click();", True), (ALL, False)],
    [(TICK.format(0), False), (TICK.format(1), True), (ALL, False)],
])
@pytest.mark.parametrize("isFiltered", [False, True])
def test_the_box_for_all_knows_what_is_shown_behind_a_rest_that_no_patch_has_begun(app, steps, isFiltered):
    """Who enters nothing but a space is answered without one."""
    for turn in range(3):
        app.load("/#/completed" if isFiltered else "/")
        if isFiltered:
            app.run(ENTERING + "enter('one'); enter('two')")
            app.rests()
            app.run(ENTERING + "document.querySelector('.filters a').click(); setTimeout(() => enter(' '))")
        else:
            app.run(ENTERING + "enter('one'); enter('two'); enter(' ')")
        app.shows("one", "two")
        app.rests()
        done = "".join(f"{step} await null; seen.push({BOX[7:]});" for step, _ in steps)
        seen = app.run(f"return (async () => {{ const seen = []; {done} return seen; }})()")
        assert seen == [isOn for _, isOn in steps], turn
        app.rests()
        assert app.run(BOX) == steps[-1][1]
        app.run("document.querySelectorAll('.destroy').forEach(button => button.click())")
        app.shows()


def test_the_box_for_all_knows_of_rows_that_a_filter_hides(three):
    three.run(TICK.format(0))
    three.is_done(True, False, False)
    three.run("document.querySelector('.filters a[href$=completed]').click()")
    three.shows(ONE)
    three.run(TICK.format(0) + TICK.format(0))
    stays(lambda: three.run("return document.querySelector('#toggle-all').checked"), False, during=0.5)


@pytest.mark.parametrize("after", [0.03, 0.06, 0.3])
def test_rows_that_are_clicked_as_soon_as_they_are_there_outlast_a_kill(app, todomvc, after):
    """What had brought them need not have been recorded: then they come about again, and what was done with them comes after that."""
    app.add("kept").shows("kept")
    # From now on nothing is recorded.
    with closing(sqlite3.connect(todomvc.folder / "todos" / "todomvc.sqlite-events")) as log:
        time.sleep(0.5)
        log.execute("BEGIN IMMEDIATE")
        app.run(CLICKING)
        time.sleep(after)
        todomvc.kill9()
    todomvc.start()
    left = ["kept"] + [f"tick {number}" for number in range(0, 15, 3)]
    app.shows(*left).is_done(False, *[True] * 5)
    becomes(app.count, "1 item left")
    assert stored(todomvc) == left


def test_what_a_script_enters_without_editing_it_can_be_edited_before_it_is_confirmed(three):
    three.page.until_live()
    three.run("""
      const li = document.querySelector('.todo-list li'), input = li.querySelector('.edit');
      const enter = text => {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      };
      enter('first');
      li.querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      enter('second');
    """)
    three.shows("second", TWO, THREE)
    assert "editing" not in three.row(0).get_attribute("class").split()
    assert three.page.console() == []


@pytest.mark.parametrize("part", [".toggle", ".destroy"])
def test_what_is_pressed_behind_a_removal_is_what_was_aimed_at(app, part):
    """Rows behind one that is removed move up at once, as without a server, and not between a browser's being told where to press and the press."""
    for _ in range(8):
        app.add(*"ABCDEF").shows(*"ABCDEF")
        first, third, fifth = app.part(0, ".destroy"), app.part(2, part), app.part(4, part)
        ActionChains(app.driver, duration=0).click(first).click(third).click(fifth).perform()
        if part == ".destroy":
            app.shows(*"BDF")
        else:
            app.shows(*"BCDEF").is_done(False, True, False, True, False)
        app.run("for (const cross of document.querySelectorAll('.destroy')) cross.click()")
        app.shows()


def test_what_is_pressed_behind_clear_completed_is_what_was_aimed_at(app):
    for _ in range(8):
        app.add(*"ABCDE").shows(*"ABCDE")
        app.part(0, ".toggle").click()
        app.part(2, ".toggle").click()
        last = app.part(4, ".destroy")
        ActionChains(app.driver, duration=0).click(app.one(".clear-completed")).click(last).perform()
        app.shows(*"BD")
        app.run("for (const cross of document.querySelectorAll('.destroy')) cross.click()")
        app.shows()


def test_a_row_is_gone_as_soon_as_its_cross_is_pressed_and_there_again_if_it_can_t_be_removed(three, todomvc):
    database = todomvc.folder / "todos" / "todomvc.sqlite"
    database.chmod(0o444)
    try:
        assert three.run("""
          const rows = [...document.querySelectorAll('.todo-list li')];
          rows[0].querySelector('.destroy').click();
          return rows.map(row => row.checkVisibility())""") == [False, True, True]
        becomes(lambda: three.page.has("alertdialog"), True)
        becomes(three.seen, [ONE, TWO, THREE])
        three.page.button("OK").click()
    finally:
        database.chmod(0o644)
    three.destroy(0)
    three.shows(TWO, THREE)
    assert three.seen() == [TWO, THREE]


def test_all_that_are_left_are_ticked_once_the_one_that_wasn_t_is_removed(three):
    """A box for all turns what is to be seen."""
    for index in (0, 2):
        three.part(index, ".toggle").click()
    three.is_done(True, False, True)
    three.run("""
      document.querySelector('.todo-list li:nth-child(2) .destroy').click();
      document.querySelector('.toggle-all').click();""")
    three.shows(ONE, THREE).is_done(False, False)


@pytest.mark.parametrize("removal", [".destroy", ".clear-completed"])
def test_rows_that_couldn_t_be_removed_are_as_the_box_for_all_has_made_them(three, todomvc, removal):
    """The server takes the rows that are hidden for ticked too, and has nothing to say of that when they stay."""
    becomes(three.seen, [ONE, TWO, THREE])
    three.part(0, ".toggle").click()
    three.is_done(True, False, False)
    with closing(sqlite3.connect(todomvc.folder / "todos" / "todomvc.sqlite", isolation_level=None)) as database:
        database.execute("CREATE TRIGGER kept BEFORE DELETE ON todo BEGIN SELECT RAISE(ABORT, 'kept'); END")
        three.run(f"document.querySelector('{removal}').click(); document.querySelector('.toggle-all').click()")
        becomes(lambda: three.page.has("alertdialog"), True)
        three.page.button("OK").click()
        becomes(three.seen, [ONE, TWO, THREE])
        database.execute("DROP TRIGGER kept")
    # Nothing more is awaited.
    becomes(lambda: three.run("return !ghostlight.pending.length && !document.querySelector('[data-u]:not([data-u=\"\"])')"), True)
    boxes = three.run("return [...document.querySelectorAll('.toggle')].map(box => box.checked)")
    three.load()
    three.shows(ONE, TWO, THREE).is_done(*boxes)


def test_who_edits_a_todo_again_before_the_answer_goes_on_from_its_trimmed_title(three, todomvc):
    assert three.rename_at_once(1, "  bread \u00a0", "+s") == "breads"
    three.shows(ONE, "breads", THREE).rests()
    assert stored(todomvc) == [ONE, "breads", THREE]
    assert three.rename_at_once(1, "breads ", "+!") == "breads!"
    three.shows(ONE, "breads!", THREE).rests()
    assert stored(todomvc) == [ONE, "breads!", THREE]
