"""Where somebody was, what they had chosen and what they had said, when a page begins another session."""

import json

import pytest

from support.alone import insert, leave_alone, tell
from support.anew import BUTTON, FIELD, OF_KIND, anew_with, fields, other, typed, values
from support.waiting import becomes


@pytest.fixture
def page(gallery, browser):
    return leave_alone(browser(gallery.address).open("/containers/dialogs"))


def confirm(page):
    """Has the server show that it has everything, and say that it is on the disk."""
    becomes(lambda: page.run("return ghostlight.pending.length > 0"), True)
    page.run("ghostlight.take([++last, [], ghostlight.last()]); ghostlight.take(['k', ghostlight.last()])")


def welcome(page, seen="ghostlight.last()"):
    """Loses the connection, and is welcome on the next."""
    page.run("window.link = null; ghostlight.drop()")
    becomes(lambda: page.run("return !!window.link"), True)
    page.run(f"""
      link.onopen();
      said.length = 0;
      ghostlight.take(['w', {seen}, 500000, document.body.dataset.h, 1, 500, ++last])""")


def go_back(page):
    page.run("""
      window.gone = false;
      addEventListener('popstate', () => { window.gone = true; }, { once: true });
      history.back()""")
    becomes(lambda: page.run("return gone"), True)


SENDING = """<form id="v{0}1"><label class="field"><span>To</span><select id="v{0}2">{1}</select></label>
  <button type="button" id="v{0}3">Send</button></form>"""


def choices(*names):
    return "".join(f'<option value="={name}">{name}</option>' for name in names)


@pytest.mark.parametrize(("names", "says", "shown"), [
    (["Aaron", "Alice", "Bob"], [[932, "c", "=Bob"], [933, "t"]], "Bob"), (["Alice", "Ann"], [], "Alice"),
], ids=["still there", "gone"])
def test_a_form_is_sent_to_who_was_chosen_or_to_nobody(page, names, says, shown):
    def act():
        typed(page, [[922, "=Bob"]])
        page.run("document.querySelector('#v923').click()")

    said = other(page, SENDING.format(92, choices("Alice", "Bob")), SENDING.format(93, choices(*names)), act)
    assert [message[2:] for message in said] == says
    assert page.run("return document.querySelector('#v932').selectedOptions[0].text") == shown


def test_a_choice_that_was_taken_back_is_taken_back_in_another_session(page):
    options = '<option value="">Choose…</option><option value="=Bob" selected>Bob</option>'
    said = other(page, SENDING.format(92, options), SENDING.format(93, options), lambda: typed(page, [[922, ""]]))
    assert [message[2:] for message in said] == [[932, "c", ""]]
    assert page.run("return document.querySelector('#v932').selectedOptions[0].text") == "Choose…"


@pytest.mark.parametrize("place", ["#top", ""])
def test_nothing_is_done_where_somebody_has_gone_back_to_a_place_on_a_screen(page, place):
    def act():
        page.run("""
          history.replaceState({}, '', location.pathname + arguments[0]);
          history.pushState({ from: location.pathname }, '', '/lists/2');
          document.querySelector('#v922').click()""", place)
        go_back(page)

    assert other(page, BUTTON.format(922, "Clear the list"), BUTTON.format(932, "Clear the list"), act) == []


ADDING = '<form id="v{0}1">' + FIELD.format("{0}2", "Todo", "{0}3") + '<button id="v{0}4" type="button">Add</button></form>'


@pytest.mark.parametrize("isConfirmed", [True, False], ids=["confirmed", "not yet"])
def test_what_is_pressed_is_so_with_what_was_said_before(page, isConfirmed):
    tell(page, insert(page, f'<div id="v920">{ADDING.format(92)}</div>'))
    typed(page, [[923, "milk"]])
    becomes(lambda: page.run("return ghostlight.pending.length"), 1)
    if isConfirmed:
        confirm(page)
    page.run("ghostlight.drop(); document.querySelector('#v924').click()")
    typed(page, [[923, "milk and eg"]])
    said = anew_with(page, "v920", f'<div id="v930">{ADDING.format(93)}</div>')
    # What is in the field now may be said before all of it.
    assert [message[2:] for message in said][-3:] == [[933, "c", "milk"], [934, "t"], [933, "c", "milk and eg"]]


@pytest.mark.parametrize("isConfirmed", [True, False], ids=["confirmed", "not yet"])
@pytest.mark.parametrize(("names", "says"), [
    (["Alice", "Bob", "Carl"], [[932, "c", "=Bob"], [933, "t"], [932, "c", "=Carl"]]), (["Alice", "Carl"], []),
], ids=["still there", "gone"])
def test_a_form_is_sent_to_who_was_chosen_when_it_was_sent(page, isConfirmed, names, says):
    tell(page, insert(page, f'<div id="v920">{SENDING.format(92, choices("Alice", "Bob", "Carl"))}</div>'))
    if not isConfirmed:
        page.run("ghostlight.drop()")
    typed(page, [[922, "=Bob"]])
    if isConfirmed:
        confirm(page)
        page.run("ghostlight.drop()")
    page.run("document.querySelector('#v923').click()")
    typed(page, [[922, "=Carl"]])
    said = [message[2:] for message in anew_with(page, "v920", f'<div id="v930">{SENDING.format(93, choices(*names))}</div>')]
    assert said[-len(says):] == says if says else [933, "t"] not in said


def test_a_text_that_ends_every_process_is_not_said_with_what_is_pressed(page):
    tell(page, insert(page, f'<div id="v920">{ADDING.format(92)}</div>'))
    typed(page, [[923, "bad"]])
    becomes(lambda: page.run("return ghostlight.pending.length"), 1)
    page.run("document.querySelector('#v924').click(); ghostlight.pending[0].losses = 3")
    said = anew_with(page, "v920", f'<div id="v930">{ADDING.format(93)}</div>', deadly=True)
    assert [message[2:] for message in said] == [[934, "t"]]


def test_what_a_field_had_been_said_to_have_is_forgotten_with_its_session(page):
    saving = FIELD.format("{0}2", "{1}", "{0}3") + '<button id="v{0}4" type="button">Save</button>'
    tell(page, insert(page, f'<div id="v920">{saving.format(92, "Note")}</div>'))
    typed(page, [[923, "secret note"]])
    confirm(page)
    # Nobody is welcome there before that is gone, too.
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#v920').outerHTML = arguments[0];
      const text = `<body data-s="another" data-t="another" data-q="0">${copy.outerHTML}</body>`;
      window.fetch = async () => new Response(text);
      window.link = null;
      ghostlight.drop(4404)""", f'<div id="v930">{saving.format(93, "Public name")}</div>')
    becomes(lambda: page.run("return !!window.link && document.body.dataset.s"), "another")
    typed(page, [[933, "Bob"]])
    page.run("document.querySelector('#v934').click()")
    said = anew_with(page, "v930", f'<div id="v930">{saving.format(93, "Public name")}</div>')
    assert "secret note" not in str(said) and [message[2:] for message in said][-2:] == [[933, "c", "Bob"], [934, "t"]]


def in_language(page, language):
    """Has the page get others in a language, as the server says it."""
    page.run("""
      const { Response: Own } = window;
      window.Response = function (text) { return new Own(`<html lang="${arguments_}">` + text); }""".replace("arguments_", f"'{language}'"))


def test_what_is_typed_is_entered_into_no_other_field_where_the_server_says_another_language(page):
    def act():
        in_language(page, "de")
        typed(page, [[926, "Smith"]])

    assert other(page, fields(925, "Surname"), fields(1025, "Vorname", "Nachname"), act) == [] and values(page) == ["", ""]


def test_what_is_typed_is_kept_on_a_page_whose_language_somebody_has_changed(page):
    def act():
        # As Firefox does it, which changes texts where they stand.
        page.run("""
          document.querySelector('#v920 span').firstChild.data = 'Notiz';
          document.documentElement.lang = 'de'""")
        typed(page, [[926, "long text"]])
        page.run("""
          const { Response: Own } = window;
          window.Response = function (text) { return new Own('<html lang="en">' + text); }""")

    assert other(page, fields(925, "Note"), fields(1025, "Note"), act) == [["i", 1, 1026, "c", "long text"]]
    assert values(page) == ["long text"]


def test_who_goes_back_while_another_session_is_fetched_is_shown_where_he_is(page):
    page.run("""
      history.replaceState({}, '', '/lists/1');
      history.pushState({ from: '/lists/1' }, '', '/lists/2');
      window.asked = []""")
    tell(page, insert(page, '<div id="v920"><h3>List 2</h3></div>'))
    page.run("""
      const screen = list => {
        const copy = document.body.firstElementChild.cloneNode(true);
        copy.querySelector('#v920').outerHTML = `<div id="v930"><h3>${list}</h3></div>`;
        return `<body data-s="another" data-t="another" data-q="0">${copy.outerHTML}</body>`;
      };
      const pages = { '/lists/1': screen('List 1'), '/lists/2': screen('List 2') };
      window.fetch = async address => {
        const { pathname } = new URL(address);
        asked.push(pathname);
        if (!asked[1]) {
          history.back();
          await new Promise(then => { addEventListener('popstate', () => setTimeout(then, 50), { once: true }); });
        }
        return new Response(pages[pathname]);
      };
      window.link = null;
      ghostlight.drop(4404)""")
    becomes(lambda: page.run("return !!window.link && document.body.dataset.s"), "another")
    assert page.run("return asked") == ["/lists/2", "/lists/1"]
    assert page.run("return document.querySelector('#v930').textContent") == "List 1" and page.path == "/lists/1"


def test_a_private_text_that_isn_t_said_again_is_so_when_it_is_typed_again(page):
    tell(page, insert(page, f'<div id="v920">{OF_KIND.format("Password", 922, "password", " data-private")}</div>'))
    typed(page, [[922, "secret"]])
    confirm(page)
    for _ in range(4):
        welcome(page)
    assert "secret" not in page.run("return said.join()")
    page.run("said.length = 0")
    typed(page, [[922, "secret"]])
    becomes(lambda: [json.loads(text)[2:] for text in page.run("return said") if '"i"' in text], [[922, "c", "secret"]])


def test_a_private_text_that_waits_for_its_field_is_entered_into_no_public_one(page):
    tell(page, insert(page, '<div id="v920"><input id="v922" type="password" aria-label="Code" data-e data-private></div>'))
    page.run("""
      const field = document.querySelector('#v922');
      field.value = '1234';
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))""")
    tell(page, [0, 920, "inert", ""])
    page.run("ghostlight.take(['r', ghostlight.last(), 'unreachable', ''])")
    welcome(page)
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#v920').outerHTML = '<div id="v930"><input id="v932" type="text" aria-label="Code" data-e></div>';
      ghostlight.take(['f', 501, copy.outerHTML, document.title, location.pathname, 1, ghostlight.last()])""")
    assert [text for text in page.run("return said") if '"s"' in text] == []


def test_a_field_that_isn_t_private_any_more_has_what_the_server_says(page):
    tell(page, insert(page, f'<div id="v920">{OF_KIND.format("Password", 922, "password", " data-private")}</div>'))
    typed(page, [[922, "secret"]])
    confirm(page)
    welcome(page)
    new = OF_KIND.format("Public name", 932, "text", ' value="Bob"')
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#v920').outerHTML = arguments[0];
      ghostlight.take(['f', 501, copy.outerHTML, document.title, location.pathname, 1, ghostlight.last()])""", f'<div id="v930">{new}</div>')
    assert values(page) == ["Bob"]


def test_the_next_key_is_for_no_field_of_where_the_address_leads_now(page):
    def act():
        page.run("""
          document.querySelector('#v926').focus();
          const { Response: Own } = window;
          window.Response = function (text) {
            return Object.defineProperties(new Own(text), { redirected: { value: true }, url: { value: location.origin + '/orders/18' } });
          }""")
        page.type("half")

    other(page, fields(925, "Note"), fields(1025, "Note"), act)
    page.type("-typed")
    assert values(page) == [""]


@pytest.mark.parametrize("html", [
    '<a role="button" tabindex="0" id="v{}">{}</a>', '<button role="menuitem" tabindex="-1" id="v{}">{}</button>',
    '<div role="listbox"><div role="option" tabindex="-1" id="v{}">{}</div></div>',
], ids=["link", "menu", "list"])
def test_the_next_key_presses_nothing_else(page, html):
    other(page, html.format(922, "Open"), html.format(932, "Delete"), lambda: page.run("document.querySelector('#v922').focus()"))
    assert page.run("return document.activeElement.textContent") != "Delete"


def test_what_no_key_presses_keeps_the_focus(page):
    panel = '<div role="tabpanel" tabindex="0" id="v{}">{} unread</div>'
    other(page, panel.format(922, 3), panel.format(932, 4), lambda: page.run("document.querySelector('#v922').focus()"))
    assert page.run("return document.activeElement.textContent") == "4 unread"
