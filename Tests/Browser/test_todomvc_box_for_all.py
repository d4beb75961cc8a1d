"""TodoMVC's box for all, clicked at full speed while what came before it isn't answered: what it turns is what it would turn on a page that
needs no server, and a row that is clicked behind it means what it is going to be."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from support.alone import leave_alone
from support.example import frozen
from support.todomvc import ENTERING, ONE, THREE, TWO, locked
from support.waiting import becomes, eventually, stays

pytestmark = pytest.mark.races

SCRIPT = ENTERING + """
  const soon = () => new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
  const row = async title => {
    for (;;) {
      const found = [...document.querySelectorAll('.todo-list li')].find(li => li.checkVisibility() && li.querySelector('label').textContent === title);
      if (found) return found;
      await soon();
    }
  };
  const tick = async title => (await row(title)).querySelector('.toggle').click();
  const edit = async (title, text) => {
    const li = await row(title), input = li.querySelector('.edit');
    li.querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true, detail: 2 }));
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
    return li;
  };
  const goes = async li => { while (li.isConnected) await soon(); };
  const all = () => document.querySelector('#toggle-all').click();
  const go = hash => new Promise(done => {
    addEventListener('hashchange', done, { once: true });
    location.hash = hash;
  });
"""


def play(app, steps):
    """Does this, and nobody waits but for rows to be there."""
    app.driver.execute_async_script(SCRIPT + f"(async () => {{ {steps} }})().then(arguments[arguments.length - 1])")


def ends(app, **todos):
    # What is shown at first may be what was there before.
    app.rests()
    becomes(lambda: {row["title"]: row["done"] for row in app.rows()}, todos)
    stays(lambda: {row["title"]: row["ticked"] for row in app.rows()}, todos, during=0.3)
    assert app.run("return document.querySelector('#toggle-all').checked") == all(todos.values())


def anew(app, before=""):
    app.load("/")
    app.rests()
    app.run("document.querySelectorAll('.destroy').forEach(button => button.click())")
    app.shows()
    play(app, before)
    app.rests()


# What is there, what is done, and what is done with it in the end.
@pytest.mark.parametrize("before, steps, after", [
    ("", "enter('A'); all(); enter('B'); all(); await tick('A')", {"A": False, "B": True}),
    ("", "enter('A'); all(); enter('B'); all(); await tick('B'); await tick('A'); all()", {"A": True, "B": True}),
    ("enter('D'); enter('A'); await tick('D'); await go('#/active')",
     "enter('B'); await go('#/'); await tick('A'); all()", {"D": True, "A": True, "B": True}),
    ("enter('A'); await go('#/completed')",
     "enter('B'); await go('#/'); await tick('A'); all(); await tick('A')", {"A": False, "B": True}),
    # Behind the box everything is ticked, also what a filter hides.
    ("enter('D'); enter('A'); await tick('D'); await go('#/completed')",
     "all(); await go('#/'); all(); await tick('A')", {"D": False, "A": True}),
    # A row goes and comes back before it is known what its click has made of it; or before that is heard.
    ("enter('A'); enter('D'); await tick('D')",
     "await tick('A'); await go('#/completed'); await go('#/'); await tick('A')", {"A": False, "D": True}),
    ("enter('A'); enter('D'); await tick('D')",
     """const li = await row('A');
        await go('#/completed');
        await go('#/');
        if (li.isConnected) li.querySelector('.toggle').click(); else await tick('A');
        await goes(li);
        await tick('A')""", {"A": False, "D": True}),
    # What was entered in a row that has gone brings no other.
    ("enter('A'); enter('B')",
     """const hasGone = go('#/completed');
        all();
        const li = await edit('B', 'C');
        await goes(li);
        await row('A');
        all();
        await hasGone;
        await go('#/')""", {"A": False, "C": False}),
])
def test_what_is_clicked_before_an_answer_means_what_it_would_without_a_server(app, before, steps, after):
    for _ in range(8):
        anew(app, before)
        play(app, steps)
        ends(app, **after)


def test_what_was_ticked_just_now_can_be_cleared_at_once(three):
    """The button was there only with the answer, and whoever was quicker found nothing to click."""
    seen = three.run("""
      const clear = document.querySelector('.clear-completed'), seen = [clear.checkVisibility()];
      document.querySelector('.toggle').click();
      seen.push(clear.checkVisibility());
      clear.click();
      return seen;
    """)
    assert seen == [False, True]
    three.shows(TWO, THREE)


def test_what_isn_t_ticked_can_not_be_cleared(three):
    assert not three.run("return document.querySelector('.clear-completed').checkVisibility()")
    three.run("const box = document.querySelector('.toggle'); box.click(); box.click()")
    becomes(lambda: three.run("return document.querySelector('.clear-completed').checkVisibility()"), False)


@pytest.mark.parametrize("done, guesses", [
    ("", False),
    # Said by the page that was here before this one, and not answered.
    ("all.dataset.u = '7-9'", True),
    ("enter('C')", True),
    # What is only typed changes no row.
    ("const field = document.querySelector('.new-todo'); field.value = 'x'; field.dispatchEvent(new InputEvent('input', { bubbles: true })); ghostlight.flushAll()", False),
])
def test_a_page_says_when_it_guesses_what_a_click_means(three, done, guesses):
    three.load("/")
    three.rests()
    leave_alone(three)
    three.run(ENTERING + f"const all = document.querySelector('#toggle-all'); {done}; all.click()")
    _, _, _, *said = json.loads(three.run("return ghostlight.pending.at(-1)[1]"))
    assert said == (["p", True, 1] if guesses else ["p", True])


ALL = "return document.querySelector('.toggle-all').checked"


def begin_with_one_done(app):
    app.add(ONE).shows(ONE)
    app.toggle_all.click()
    app.is_done(True).rests()


def test_a_box_for_all_is_off_as_soon_as_another_todo_is_entered(app, todomvc):
    """A harness that only ticks what isn't ticked looks at it before the answer."""
    begin_with_one_done(app)
    with frozen(todomvc):
        app.add("  ")
        assert app.run(ALL)
        app.add(TWO)
        assert not app.run(ALL)
        app.toggle_all.click()
        assert app.run(ALL)
    app.shows(ONE, TWO).is_done(True, True)


@pytest.mark.parametrize("how", ["cross", "emptied", "cleared"])
def test_a_box_for_all_is_as_those_are_that_are_left_at_once(three, todomvc, how):
    for index in (0, 2):
        three.part(index, ".toggle").click()
    three.is_done(True, False, True).rests()
    with frozen(todomvc):
        if how == "cross":
            three.destroy(1)
        elif how == "emptied":
            three.replace(1, "").send_keys(Keys.ENTER)
        else:
            three.part(1, ".toggle").click()
            three.one(".clear-completed").click()
            three.add("new")
        assert three.run(ALL) == (how != "cleared")
        assert three.seen() == ([] if how == "cleared" else [ONE, THREE])
        three.toggle_all.click()
    if how == "cleared":
        three.shows("new").is_done(True)
    else:
        three.shows(ONE, THREE).is_done(False, False)


def test_a_box_for_all_says_again_what_it_is_where_nothing_came_of_it(app, todomvc):
    begin_with_one_done(app)
    with frozen(todomvc):
        app.run(f"{ENTERING} enter('x'.repeat(3000))")
        assert not app.run(ALL)
    becomes(lambda: app.run(ALL), True)
    app.shows(ONE).is_done(True)


def test_a_box_for_all_says_so_though_something_else_takes_its_time(app, todomvc):
    """Until that was answered the box was off over ticked rows, and a click on it unticked them."""
    begin_with_one_done(app)
    with locked(todomvc):
        play(app, f"await edit('{ONE}', 'milk')")
        assert not app.run(f"{ENTERING} enter('x'.repeat(3000)); {ALL}")
        becomes(lambda: app.run(ALL), True, within=2)
    app.shows("milk").is_done(True)
    assert app.run(ALL)


@pytest.mark.parametrize("opensFirst", [True, False])
def test_a_box_for_all_says_so_though_its_own_click_takes_its_time(three, todomvc, opensFirst):
    """It stayed off behind an entry that was refused, and a click on it unticked what it was to tick."""
    with locked(todomvc):
        three.toggle_all.click()
        eventually(lambda: three.run("return !ghostlight.pending.length"))
        assert not three.run(f"{ENTERING} enter('x'.repeat(3000)); {ALL}")
        becomes(lambda: three.run("return document.querySelector('[role=alertdialog]') !== null"), True)
        if opensFirst:
            becomes(lambda: three.run(ALL), True)
        three.run("document.querySelector('[role=alertdialog] button').click()")
        becomes(lambda: three.run(ALL), True)
        three.toggle_all.click()
        assert not three.run(ALL)
    three.shows(ONE, TWO, THREE).is_done(False, False, False)
    assert not three.run(ALL)


def test_a_box_for_all_stays_off_while_what_was_entered_is_not_answered(app, todomvc):
    """The server says what it is behind each answer, and knows of no row that may come."""
    begin_with_one_done(app)
    with locked(todomvc):
        app.run(f"{ENTERING} enter('new'); enter('  ')")
        stays(lambda: app.run(ALL), False, during=0.5)
        app.run("document.querySelector('.toggle').click()")
        app.run("document.querySelector('.toggle').click()")
        app.run(f"{ENTERING} enter('  ')")
        stays(lambda: app.run(ALL), False, during=0.5)
    app.shows(ONE, "new").is_done(True, False)
    assert not app.run(ALL)


def test_a_box_for_all_stays_off_where_what_was_entered_is_not_shown(app):
    """What removes a row has it look at those that are left: of others it knows nothing, and the answer's word is the last."""
    for _ in range(8):
        anew(app, "enter('A'); enter('B'); all(); await go('#/completed')")
        play(app, "enter('C'); (await row('A')).querySelector('.destroy').click()")
        assert not app.run(ALL)
        app.shows("B").rests()
        stays(lambda: app.run(ALL), False, during=0.2)
        app.filter("All").click()
        app.shows("B", "C")
