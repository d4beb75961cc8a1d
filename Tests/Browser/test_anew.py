"""What was done without a connection is done in a new session to the rows that it was meant for, or to none."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.alone import insert, leave_alone, tell
from support.anew import BUTTON, FIELD, OF_KIND, anew_with, fields, other, typed, values
from support.waiting import becomes

LIST = """<ul id="v901"><template><li data-p="0"><span data-p="1"></span><button data-p="2"></button><input data-p="3"></li></template>{rows}</ul>"""
ROW = '<li data-k="{key}"><span>{text}</span><button>{button}</button><input></li>'


@pytest.fixture
def page(gallery, browser):
    return leave_alone(browser(gallery.address).open("/containers/dialogs"))


def shown(page, *rows, button="Delete"):
    """Shows a list of these rows, each with its key, and has the connection go."""
    tell(page, insert(page, LIST.format(rows="")), [5, 901, 0, [1, "", 2, "", 3, "value"], *([key, text, button, ""] for key, text in rows)])
    page.run("ghostlight.drop()")


def anew(page, *rows, button="Delete", deadly=False):
    """Has the page find another session with these rows in place of its own, and gives what it does there.

    It looks for one because its own has gone, or because it has an act that has ended all connections.
    """
    html = LIST.format(rows="".join(ROW.format(key=key, text=text, button=button) for key, text in rows))
    return anew_with(page, "v901", html, deadly)


def press(page, place):
    page.run("document.querySelectorAll('#v901 button')[arguments[0]].click()", place)


def test_an_act_on_a_row_that_stands_elsewhere_now_is_done_to_no_other(page):
    shown(page, (1, "milk"), (2, "bread"), (3, "eggs"))
    press(page, 1)
    assert anew(page, (1, "bread"), (2, "eggs")) == []


def test_an_act_on_a_row_that_is_where_it_was_is_done(page):
    shown(page, (7, "milk"), (8, "bread"), (9, "eggs"))
    press(page, 1)
    assert anew(page, (1, "milk"), (2, "bread"), (3, "eggs")) == [["i", 1, [901, 2, 2], "t"]]


def test_text_typed_into_a_row_is_entered_into_no_other(page):
    shown(page, (1, "milk"), (2, "bread"))
    page.run("""
      const field = document.querySelector('#v901 li:last-child input');
      field.value = 'rye';
      field.dispatchEvent(new Event('input', { bubbles: true }))""")
    assert anew(page, (1, "bread"), (2, "eggs")) == []
    assert page.run("return [...document.querySelectorAll('#v901 input')].map(el => el.value)") == ["", ""]


def test_a_row_is_moved_before_the_row_that_it_was_moved_before(page):
    shown(page, (6, "jam"), (1, "milk"), (2, "bread"))
    for before in (1, 0):
        page.run("ghostlight.send(document.querySelector('#v901 li:last-child button'), 'm', arguments[0])", before)
    # It is said of a row that has gone since, too.
    page.run("ghostlight.send(document.querySelector('#v901 li:last-child button'), 'm', 5)")
    assert anew(page, (1, "jam"), (2, "milk"), (3, "bread")) == [["i", 1, [901, 3, 2], "m", 2], ["i", 2, [901, 3, 2], "m", 0]]


@pytest.mark.parametrize("down", [True, False])
def test_a_row_that_is_moved_by_an_arrow_key_is_moved(page, down):
    shown(page, (6, "jam"), (1, "milk"), (2, "bread"))
    page.run("ghostlight.send(document.querySelector('#v901 li:nth-of-type(2) button'), 'm', arguments[0])", down)
    assert anew(page, (1, "jam"), (2, "milk"), (3, "bread")) == [["i", 1, [901, 2, 2], "m", down]]


@pytest.mark.parametrize(("names", "says"), [
    (["Undo", "Delete all"], []), (["Undo", "Archive"], [933]), (["Archive", "Delete all"], [932]), (["Archive", "Delete all", "Archive"], []),
    (["Undo", "Archive 2"], []),
], ids=["gone", "there", "elsewhere", "twice elsewhere", "another number"])
def test_what_is_pressed_is_done_to_nothing_else_that_stands_there_now(page, names, says):
    new = "".join(BUTTON.format(932 + place, name) for place, name in enumerate(names))
    press = "ghostlight.send(document.querySelector('#v922'), 't')"
    said = other(page, BUTTON.format(921, "Undo") + BUTTON.format(922, "Archive"), new, lambda: page.run(press))
    assert [message[2] for message in said] == says


@pytest.mark.parametrize(("field", "button", "says"), [("A", "Save (0)", [931]), ("B", "Save", [])], ids=["the same", "another"])
def test_a_form_is_known_by_its_fields(page, field, button, says):
    form = '<form id="v{}"><input aria-label="{}"><button>{}</button></form>'
    submit = "ghostlight.send(document.querySelector('#v921'), 's')"
    said = other(page, form.format(921, "A", "Save"), form.format(931, field, button), lambda: page.run(submit))
    assert [message[2] for message in said] == says


WINDOW = '<div id="v940" role="dialog" aria-modal="true" aria-label="Photo">{}</div>'
ROWS = '<ul id="v945"><template><li data-p="0"><button data-p="1"></button></li></template><li data-k="1"><button>{}</button></li></ul>'


@pytest.mark.parametrize(("old", "new"), [
    (WINDOW.format(BUTTON.format(922, "Delete")), BUTTON.format(932, "Delete")),
    (BUTTON.format(922, "Delete"), WINDOW.format(BUTTON.format(932, "Delete"))),
    (BUTTON.format(922, "Delete"), ROWS.format("Delete")),
    (BUTTON.format(922, "<font>Archivieren</font>"), BUTTON.format(932, "Delete account")),
], ids=["of a window", "in a window", "in a row", "translated"])
@pytest.mark.parametrize("before", ["", "<p>first</p>"], ids=["in its place", "below"])
def test_what_is_pressed_is_done_to_nothing_that_is_called_so_elsewhere(page, old, new, before):
    assert other(page, old, before + new, lambda: page.run("ghostlight.send(document.querySelector('#v922'), 't')")) == []


@pytest.mark.parametrize("is_as_it_was", [True, False])
def test_a_form_is_sent_with_what_was_ticked_in_it_or_not_at_all(page, is_as_it_was):
    form = '<form id="v{0}1"><input type="checkbox" id="v{0}2" aria-label="All of it"{1}><button id="v{0}3">Delete</button></form>'
    old, new = form.format(92, ""), form.format(93, "" if is_as_it_was else " checked")
    said = other(page, old, new, lambda: page.run("ghostlight.send(document.querySelector('#v923'), 't')"))
    assert [message[2] for message in said] == ([933] if is_as_it_was else [])


def test_a_form_is_sent_with_what_is_ticked_in_it_now(page):
    form = '<form id="v{0}1"><input type="checkbox" id="v{0}2" aria-label="Quickly"><button id="v{0}3">Send</button></form>'
    said = other(page, form.format(92), form.format(93), lambda: page.run("""
      document.querySelector('#v922').click();
      ghostlight.send(document.querySelector('#v923'), 't')"""))
    assert [message[2:] for message in said] == [[932, "c", True], [933, "t"]]


def test_what_is_in_a_form_beside_its_ticks_may_be_otherwise(page):
    form = '<form id="v{0}1"><label class="field"><span>Name</span><input type="text" id="v{0}2"></label><button id="v{0}3">Save</button>{1}</form>'
    said = other(page, form.format(92, "<button>Reset</button>"), form.format(93, ""), lambda: page.run("document.querySelector('#v923').click()"))
    assert [message[2] for message in said] == [933]


def test_a_form_is_sent_with_what_was_ticked_when_it_was_sent(page):
    form = '<form id="v{0}1"><input type="checkbox" id="v{0}2" aria-label="Gift"><button id="v{0}3">Add</button></form>'
    said = other(page, form.format(92), form.format(93), lambda: page.run("""
      for (const number of [922, 923, 922, 923]) document.querySelector(`#v${number}`).click()"""))
    assert [message[2:] for message in said] == [[932, "c", True], [933, "t"], [932, "c", False], [933, "t"]]


def test_nor_with_what_was_ticked_afterwards(page):
    form = '<form id="v{0}1"><input type="checkbox" id="v{0}2" aria-label="All of it"{1}><button id="v{0}3">Delete</button></form>'
    said = other(page, form.format(92, ""), form.format(93, " checked"), lambda: page.run("""
      for (const number of [923, 922]) document.querySelector(`#v${number}`).click()"""))
    assert 933 not in [message[2] for message in said]


@pytest.mark.parametrize(("old", "new"), [
    (WINDOW.format("<section>" + BUTTON.format(942, "Delete") + "</section>"), WINDOW.format("")),
    ('<div><button id="v942">Delete</button></div>', WINDOW.format(BUTTON.format(943, "Delete"))),
], ids=["a window that stays", "a window in its place"])
def test_what_has_gone_by_itself_is_looked_for_nowhere_else(page, old, new):
    said = other(page, old + BUTTON.format(951, "Delete"), new + BUTTON.format(961, "Delete"), lambda: page.run("document.querySelector('#v942').click()"))
    assert said == []


ENTERED = '<input id="v{}" aria-label="{}" data-e data-c>'


@pytest.mark.parametrize(("text", "old", "new"), [
    ("", "New (12 todos)", "New (0 todos)"), ("<font>Einkauf</font>", "New", "New"),
], ids=["another number", "on a translated page"])
def test_what_is_entered_is_entered(page, text, old, new):
    said = other(page, text + ENTERED.format(922, old), text + ENTERED.format(932, new), lambda: page.run("""
      const field = document.querySelector('#v922');
      for (const value of ['milk', 'eggs']) {
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      }"""))
    assert [message[2:] for message in said if message[3] == "s"] == [[932, "s", "milk"], [932, "s", "eggs"]]


@pytest.mark.parametrize(("label", "names", "where"), [
    ("Note", ["Name"], None), ("Note", ["Note"], 935), ("Note", ["Name", "Note"], 945), ("Note (12 of 100)", ["Note (0 of 100)"], 935),
    ("<font>Notiz</font>", ["Note"], 935),
], ids=["another", "the same", "elsewhere", "another number", "translated"])
def test_what_is_typed_is_entered_into_no_other_field(page, label, names, where):
    old = FIELD.format(924, label, 925) + FIELD.format(926, "Name", 927)
    new = "".join(FIELD.format(934 + 10 * place, name, 935 + 10 * place) for place, name in enumerate(names))
    said = other(page, old, new, lambda: page.run("""
      const field = document.querySelector('#v925');
      field.value = 'secret';
      field.dispatchEvent(new Event('input', { bubbles: true }))"""))
    assert said == ([["i", 1, where, "c", "secret"]] if where else [])
    values = page.run("return [...document.querySelectorAll('#v930 input')].map(el => [+el.id.slice(1), el.value])")
    assert values == [[number, "secret" if number == where else ""] for number, _ in values]


@pytest.mark.parametrize(("names", "values"), [
    (["More", "A", "B"], ["", "alpha", "beta"]), (["B", "A"], ["beta", "alpha"]), (["B"], ["beta"]),
], ids=["one more", "the other way round", "one less"])
def test_what_is_typed_into_several_fields_goes_with_each_of_them(page, names, values):
    other(page, fields(925, "A", "B"), fields(1025, *names), lambda: typed(page, [[926, "alpha"], [936, "beta"]]))
    assert page.run("return [...document.querySelectorAll('#v930 input')].map(el => el.value)") == values


@pytest.mark.parametrize(("names", "values"), [
    (["Phone 2"], [""]), (["Phone 2", "Phone 1"], ["", "111"]), (["Phone 1", "Phone 2"], ["111", ""]),
], ids=["another", "elsewhere", "the same"])
def test_numbers_that_tell_fields_apart_are_looked_at(page, names, values):
    other(page, fields(925, "Phone 1", "Phone 2"), fields(1025, *names), lambda: typed(page, [[926, "111"]]))
    assert page.run("return [...document.querySelectorAll('#v930 input')].map(el => el.value)") == values


@pytest.mark.parametrize("kind", ["file", "checkbox", "password"])
def test_text_is_entered_into_no_field_of_another_kind(page, kind):
    new = f"<p>first</p>{fields(1025, 'Code', 'Note')}".replace('type="text"', f'type="{kind}"', 1)
    other(page, fields(925, "Code", "Note"), new, lambda: typed(page, [[926, "secret"], [936, "kept"]]))
    values = page.run("return [...document.querySelectorAll('#v930 input')].map(el => el.value)")
    assert values == ["", "kept"]


def test_what_is_done_between_two_attempts_to_show_a_screen_is_done_as_well(page):
    old, new = (BUTTON.format(number, "Undo") + BUTTON.format(number + 1, "Archive") for number in (921, 931))
    tell(page, insert(page, f'<div id="v920">{old}</div>'))
    page.run("""
      ghostlight.drop();
      document.querySelector('#v921').click();
      let times = 0;
      ghostlight.hooks.push(() => {
        if (times++) return;
        queueMicrotask(() => document.querySelectorAll('#v930 button')[1].click());
        throw new Error('an extension fails');
      })""")
    assert [message[2] for message in anew_with(page, "v920", f'<div id="v930">{new}</div>')] == [931, 932]


@pytest.mark.parametrize(("rows", "says"), [
    (["milk", "bread"], [["i", 1, [901, 2, 2], "t"]]), (["bread", "eggs"], []),
], ids=["where it was", "elsewhere"])
def test_a_screen_that_cannot_be_shown_at_once_has_an_act_done_to_what_it_was_meant_for(page, rows, says):
    shown(page, (1, "milk"), (2, "bread"))
    press(page, 1)
    page.run("""
      let times = 0;
      ghostlight.hooks.push(() => { if (!times++) throw new Error('an extension fails'); })""")
    assert anew(page, *enumerate(rows, 1)) == says


def test_what_a_row_is_called_in_its_place_is_said_once_more(page):
    tell(page, insert(page, EDITABLE.format(rows="")), [5, 901, 0, [1, "", 2, ".value"], [1, "milk", "milk"]])
    label = page.run("return document.querySelector('#v901 span')")
    becomes(lambda: (ActionChains(page.here).double_click(label).perform(), page.run("return document.activeElement.localName"))[1], "input")
    page.type(" white")
    page.press(Keys.ENTER)
    # It is on its way, and shown already; the process ends, and only what it says tells the row.
    assert json.loads(page.run("return said.at(-1)"))[3:] == ["s", "milk white"] and label.text == "milk white"
    assert anew_with(page, "v901", editable("milk")) == [["i", 1, [901, 1, 2], "s", "milk white"]]


EDITABLE = """<ul id="v901"><template><li data-p="0"><span data-p="1" data-d="editing"></span><input data-p="2" data-b data-x="editing"></li></template>
    {rows}</ul>"""
EDITED = '<li data-k="{0}"><span data-d="editing">{1}</span><input data-b data-x="editing" value="{1}"></li>'


def edited(page, place, *texts):
    """Shows rows that can be edited, and edits one of them."""
    tell(page, insert(page, EDITABLE.format(rows="")), [5, 901, 0, [1, "", 2, ".value"], *([key, text, text] for key, text in enumerate(texts, 1))])
    becomes(lambda: page.run("return !!ghostlight.editing.undo"), True)
    page.run("document.querySelectorAll('#v901 span')[arguments[0]].dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))", place)


def editable(*texts):
    return EDITABLE.format(rows="".join(EDITED.format(key, text) for key, text in enumerate(texts, 1)))


@pytest.mark.parametrize(("rows", "says"), [
    (["jam", "milk", "bread"], []), (["milk", "bread"], [["i", 1, [901, 2, 2], "s", "bread white"]]),
], ids=["elsewhere", "where it was"])
def test_who_edits_a_row_goes_on_in_no_other(page, rows, says):
    edited(page, 1, "milk", "bread")
    page.type(" white")
    page.run("ghostlight.drop()")
    assert anew_with(page, "v901", editable(*rows)) == []
    page.press(Keys.ENTER)
    assert [message for message in map(json.loads, page.run("return said")) if message[0] == "i"] == says


def test_what_was_typed_elsewhere_goes_where_it_was_meant_when_an_edit_ends(page):
    secret = '<label class="field"><span>{}</span><input id="v{}" type="{}"></label>'
    tell(page, insert(page, f'<div id="v920">{secret.format("Password", 922, "password")}{EDITABLE.format(rows="")}</div>'))
    tell(page, [5, 901, 0, [1, "", 2, ".value"], [1, "milk", "milk"], [2, "bread", "bread"]])
    becomes(lambda: page.run("return !!ghostlight.editing.undo"), True)
    page.run("ghostlight.drop()")
    typed(page, [[922, "secret"]])
    page.run("document.querySelectorAll('#v901 span')[1].dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
    new = secret.format("Public name", 932, "text") + secret.format("Password", 934, "password") + editable("jam", "milk", "bread")
    assert anew_with(page, "v920", f'<div id="v930">{new}</div>') == [["i", 1, 934, "c", "secret"]]


def test_a_row_that_is_called_like_another_isn_t_renamed_once_more(page):
    edited(page, 0, "milk", "milk", "eggs")
    page.run("document.activeElement.value = ''")
    page.press(Keys.ENTER)
    assert json.loads(page.run("return said.at(-1)"))[3:] == ["s", ""]
    # It was done, and that wasn't heard: the other has its place.
    assert anew_with(page, "v901", editable("milk", "eggs")) == []


@pytest.mark.parametrize(("first", "says"), [("bread", []), ("milk", [["i", 1, [901, 1, 2], "t"]])], ids=["another", "the same"])
def test_rows_that_say_what_they_are_in_inputs_are_told_apart(page, first, says):
    rows = '<ul id="v901"><template><li data-p="0"><input data-p="1"><button data-p="2"></button></li></template>{}</ul>'
    row = '<li data-k="{}"><input value="{}"><button>Delete</button></li>'
    tell(page, insert(page, rows.format("")), [5, 901, 0, [1, ".value", 2, ""], [1, "milk", "Delete"], [2, "bread", "Delete"]])
    page.run("ghostlight.drop()")
    press(page, 0)
    assert anew_with(page, "v901", rows.format(row.format(1, first) + row.format(2, "eggs"))) == says


def test_a_row_that_only_what_is_typed_tells_from_others_is_like_none(page):
    rows = '<ul id="v901"><template><li data-p="0"><input data-p="1" aria-label="Name"><button data-p="2"></button></li></template>{}</ul>'
    row = '<li data-k="{}"><input aria-label="Name" value="{}"><button>Delete</button></li>'
    tell(page, insert(page, rows.format("")), [5, 901, 0, [1, ".value", 2, ""], [1, "milk", "Delete"], [2, "bread", "Delete"]])
    page.run("""
      ghostlight.drop();
      const field = document.querySelector('#v901 input');
      field.value = 'milk 2%';
      field.dispatchEvent(new Event('input', { bubbles: true }))""")
    press(page, 0)
    assert anew_with(page, "v901", rows.format(row.format(1, "bread") + row.format(2, "eggs"))) == []


def test_rows_that_have_gone_are_not_looked_for_among_all_that_there_is(page):
    shown(page, *((key, f"todo {key}") for key in range(1, 301)))
    for place in range(20):
        press(page, place)
    page.run("""
      window.looks = 0;
      for (const name of ['querySelector', 'querySelectorAll']) {
        const look = Element.prototype[name];
        Element.prototype[name] = function (...parts) {
          looks++;
          return look.apply(this, parts);
        };
      }""")
    assert anew(page, *((key, f"other {key}") for key in range(1, 301)), button="Remove") == []
    # A few times for each row. The page stood still for half a minute with three thousand of them.
    assert page.run("return looks") < 3000


# Rows are told by names of their own then.
NAME = """
document.querySelectorAll('#v901 button').forEach(button => { button.ariaLabel = 'Delete ' + button.previousElementSibling.textContent; })
"""


def two(page):
    tell(page, insert(page, LIST.format(rows="")), [5, 901, 0, [1, "", 2, "", 3, "value"], [1, "milk", "x", ""], [2, "bread", "x", ""]])
    page.run(NAME)


def test_text_in_a_row_that_has_gone_doesn_t_keep_the_page_from_beginning_anew(page):
    two(page)
    # As with an input method at work: said later.
    page.run("""
      const field = document.querySelector('#v901 li:last-child input');
      field.value = 'rye';
      field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))""")
    tell(page, [6, 901, 2])
    page.run("ghostlight.drop()")
    assert anew(page, (1, "milk"), button="x") == []


def test_nor_does_an_act_that_took_its_row_away_behind_one_that_ends_every_process(page):
    two(page)
    press(page, 0)
    press(page, 1)
    tell(page, [6, 901, 2])
    page.run("ghostlight.pending[0].losses = 3")
    assert anew(page, (1, "milk"), button="x", deadly=True) == []


@pytest.mark.parametrize("order", ["rf", "fr"])
@pytest.mark.parametrize("isConfirmed", [True, False], ids=["confirmed", "not yet"])
@pytest.mark.parametrize("asks", [1, 0])
def test_a_private_text_is_shown_in_no_other_field_of_another_program(page, order, isConfirmed, asks):
    tell(page, insert(page, f'<div id="v920">{OF_KIND.format("Password", 922, "password", " data-private")}</div>'))
    typed(page, [[922, "secret"]])
    becomes(lambda: page.run("return ghostlight.pending.length"), 1)
    page.run("""
      if (arguments[0]) {
        ghostlight.take([++last, [], ghostlight.last()]);
        ghostlight.take(['k', ghostlight.last()]);
      }
      said.length = 0;
      ghostlight.drop();
      window.link = null""", isConfirmed)
    becomes(lambda: page.run("return !!window.link"), True)
    new = OF_KIND.format("Public name", 932, "text", "") + OF_KIND.format("Password", 933, "password", " data-private")
    page.run("""
      const n = ghostlight.last(), [html, order, isConfirmed, asks] = arguments, seen = isConfirmed ? n : n - 1, copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#v920').outerHTML = html;
      link.onopen();
      ghostlight.take(['w', seen, 500000, document.body.dataset.h, asks, 500, 5]);
      const steps = {
        r: ['r', isConfirmed ? 0 : n, 'absent', ''],
        f: ['f', 501, copy.outerHTML, document.title, location.pathname, 1, seen],
      };
      for (const step of order) ghostlight.take(steps[step]);
      ghostlight.flushAll()""", f'<div id="v930">{new}</div>', order, isConfirmed, asks)
    assert [message for message in map(json.loads, page.run("return said")) if message[0] == "i" and message[2] != 922] == []
    assert values(page)[0] == ""


@pytest.mark.parametrize("kind", ["password", "text"])
def test_a_private_text_goes_into_no_public_field_of_a_page_that_somebody_has_translated(page, kind):
    old = "<p><font>Willkommen</font></p>" + OF_KIND.format("<font>Passwort</font>", 922, kind, " data-private")
    new = "<p>Welcome</p>" + OF_KIND.format("Public name", 932, "text", "")
    assert other(page, old, new, lambda: typed(page, [[922, "secret"]])) == []
    assert values(page) == [""]


def test_nothing_is_done_where_the_address_leads_now(page):
    def act():
        page.run("""
          document.querySelector('#v922').click();
          const { Response: Own } = window;
          window.Response = function (text) {
            return Object.defineProperties(new Own(text), { redirected: { value: true }, url: { value: location.origin + '/review/18' } });
          }""")
        typed(page, [[926, "fine"]])

    said = other(page, BUTTON.format(922, "Approve") + fields(925, "Note"), BUTTON.format(932, "Approve") + fields(1025, "Note"), act)
    assert said == [] and values(page) == [""] and page.path == "/review/18"


def test_nothing_is_done_where_somebody_has_gone_back_to(page):
    def act():
        page.run("""
          history.pushState({ from: location.pathname }, '', '/lists/2');
          document.querySelector('#v922').click();
          window.gone = false;
          addEventListener('popstate', () => { window.gone = true; });
          history.back()""")
        becomes(lambda: page.run("return gone"), True)

    assert other(page, BUTTON.format(922, "Clear the list"), BUTTON.format(932, "Clear the list"), act) == []


def test_what_is_done_where_somebody_has_gone_back_to_before_is_done(page):
    tell(page, insert(page, f'<div id="v920">{BUTTON.format(922, "Clear the list")}</div>'))
    page.run("""
      history.pushState({ from: location.pathname }, '', '/lists/2');
      window.gone = false;
      addEventListener('popstate', () => { window.gone = true; });
      history.back()""")
    becomes(lambda: page.run("return gone && ghostlight.pending.length"), 1)
    # Shown, and not yet durable as far as the page knows.
    page.run("""
      ghostlight.take([++last, [], ghostlight.last()]);
      ghostlight.drop();
      document.querySelector('#v922').click()""")
    assert anew_with(page, "v920", f'<div id="v930">{BUTTON.format(932, "Clear the list")}</div>') == [["i", 1, 932, "t"]]


ADDING = '<form id="v{0}1"><label class="field"><span>Todo</span><input type="text" id="v{0}2"></label><button id="v{0}3" type="button">Add</button></form>'


@pytest.mark.parametrize(("second", "says"), [
    (["eggs", True], [[932, "c", "milk"], [933, "t"], [932, "c", "eggs"], [933, "t"]]),
    (["eggs", False], [[932, "c", "milk"], [933, "t"], [932, "c", "eggs"]]),
    (["", False], [[932, "c", "milk"], [933, "t"], [932, "c", ""]]),
], ids=["added", "typed", "emptied"])
def test_what_is_typed_one_after_the_other_is_so_in_another_session(page, second, says):
    def act():
        for text, isAdded in (["milk", True], second):
            typed(page, [[922, text]])
            if isAdded:
                page.run("document.querySelector('#v923').click()")

    # What is in the field now may be said before all of it.
    assert [message[2:] for message in other(page, ADDING.format(92), ADDING.format(93), act)][-len(says):] == says


def test_what_is_typed_behind_what_was_entered_stays(page):
    def act():
        page.run("""
          const field = document.querySelector('#v922');
          field.value = 'A';
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))""")
        typed(page, [[922, "B"]])

    said = other(page, ENTERED.format(922, "New"), ENTERED.format(932, "New"), act)
    assert [message[2:] for message in said][-2:] == [[932, "s", "A"], [932, "c", "B"]] and values(page) == ["B"]


def test_what_waits_for_its_field_is_entered_into_no_other_row(page):
    template = '<ul id="v901"><template><li data-p="0"><span data-p="1"></span><input data-p="2" data-e data-c></li></template>{}</ul>'
    row = '<li data-k="{}"><span>{}</span><input data-e data-c></li>'
    tell(page, insert(page, template.format("")), [5, 901, 0, [1, ""], [1, "milk"], [2, "bread"]])
    page.run("""
      const field = document.querySelector('#v901 input');
      field.value = 'of oats';
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      document.querySelector('#v901').inert = true;
      ghostlight.take(['r', ghostlight.last(), 'unreachable', '']);
      ghostlight.drop()""")
    assert anew_with(page, "v901", template.format(row.format(1, "bread") + row.format(2, "eggs"))) == []


def test_text_of_a_field_that_has_gone_is_entered_into_no_other(page):
    field = '<input id="v{}" type="number" aria-label="Amount">'
    tell(page, insert(page, f'<div id="v910">{field.format(911)}</div>'))
    typed(page, [[911, "500"]])
    tell(page, [3, 910])
    assert other(page, field.format(922), field.format(932), lambda: typed(page, [[922, "20"]])) == [["i", 1, 932, "c", "20"]]
    assert values(page) == ["20"]


@pytest.mark.parametrize("what", ["input", "button"])
def test_the_next_key_is_for_no_other_row(page, what):
    shown(page, (1, "milk"), (2, "bread"))
    page.press(Keys.TAB)
    page.run("document.querySelector('#v901 ' + arguments[0]).focus()", what)
    if what == "input":
        page.type("two lit")
    anew(page, (1, "bread"), (2, "eggs"))
    page.type("res")
    page.press(Keys.ENTER)
    assert page.run("ghostlight.flushAll(); return said.filter(text => text[2] === 'i')") == []
    assert page.run("return [...document.querySelectorAll('#v901 input')].map(el => el.value)") == ["", ""]


def test_the_next_key_is_for_no_other_field(page):
    def act():
        page.run("document.querySelector('#v926').focus()")
        page.type("sec")

    other(page, fields(925, "Note"), fields(1025, "Public name", "Note"), act)
    page.type("ret")
    assert values(page) == ["", "sec"]


def test_a_click_that_is_under_way_hits_what_was_pressed(page):
    shown(page, (1, "milk"), (2, "bread"))
    x, y = page.run("""
      const button = document.querySelector('#v901 button');
      button.scrollIntoView();
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2]""")

    def mouse(kind):
        page.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    mouse("mousePressed")
    rows = "".join(ROW.format(key=key, text=text, button="Delete") for key, text in ((1, "bread"), (2, "eggs")))
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#v901').outerHTML = arguments[0];
      const text = `<body data-s="another" data-t="another" data-q="0">${copy.outerHTML}</body>`;
      window.isFetched = false;
      window.fetch = async () => {
        isFetched = true;
        return new Response(text);
      };
      window.link = null;
      ghostlight.drop(4404)""", LIST.format(rows=rows))
    becomes(lambda: page.run("return isFetched"), True)
    mouse("mouseReleased")
    becomes(lambda: page.run("return !!window.link && document.body.dataset.s"), "another")
    page.run("link.onopen(); said.length = 0; ghostlight.take(['w', 0, 500000, document.body.dataset.h])")
    assert page.run("return said.filter(text => text[2] === 'i')") == []
