"""What was done without a connection is done in a new session to the rows that it was meant for, or to none."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.alone import insert, leave_alone, tell
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


def anew_with(page, place, html, deadly=False):
    """As `anew`, with this in place of an element."""
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#' + arguments[0]).outerHTML = arguments[1];
      const text = `<body data-s="another" data-t="another" data-q="0">${copy.outerHTML}</body>`;
      window.fetch = async () => new Response(text);
      window.link = null;
      ghostlight.drop(arguments[2] ? undefined : 4404)""", place, html, deadly)
    if deadly:
        becomes(lambda: page.run("return !!window.link"), True)
        page.run("""
          const old = link;
          window.link = null;
          old.onopen();
          ghostlight.take(['w', 0, 500000, document.body.dataset.h, 0, 0, 'process'])""")
    becomes(lambda: page.run("return !!window.link && document.body.dataset.s"), "another")
    page.run("link.onopen(); said.length = 0; ghostlight.take(['w', 0, 500000, document.body.dataset.h])")
    return [message for message in map(json.loads, page.run("return said")) if message[0] == "i"]


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


def other(page, old, new, act):
    """Does something to `old` without a connection, and finds `new` in its place in another session; gives what the page does there."""
    tell(page, insert(page, f'<div id="v920">{old}</div>'))
    page.run("ghostlight.drop()")
    act()
    return anew_with(page, "v920", f'<div id="v930">{new}</div>')


BUTTON = '<button id="v{}">{}</button>'


@pytest.mark.parametrize(("names", "says"), [
    (["Undo", "Delete all"], []), (["Undo", "Archive"], [933]), (["Archive", "Delete all"], [932]), (["Archive", "Delete all", "Archive"], []),
    (["Undo", "Archive 2"], [933]),
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


FIELD = '<label id="v{}" class="field"><span>{}</span><input id="v{}" type="text"></label>'


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
    editable = """<ul id="v901"><template><li data-p="0"><span data-p="1" data-d="editing"></span><input data-p="2" data-b data-x="editing"></li></template>
        {rows}</ul>"""
    tell(page, insert(page, editable.format(rows="")), [5, 901, 0, [1, "", 2, ".value"], [1, "milk", "milk"]])
    label = page.run("return document.querySelector('#v901 span')")
    becomes(lambda: (ActionChains(page.here).double_click(label).perform(), page.run("return document.activeElement.localName"))[1], "input")
    page.type(" white")
    page.press(Keys.ENTER)
    # It is on its way, and shown already; the process ends, and only what it says tells the row.
    assert json.loads(page.run("return said.at(-1)"))[3:] == ["s", "milk white"] and label.text == "milk white"
    row = '<li data-k="1"><span data-d="editing">milk</span><input data-b data-x="editing" value="milk"></li>'
    assert anew_with(page, "v901", editable.format(rows=row)) == [["i", 1, [901, 1, 2], "s", "milk white"]]


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
