"""What a page does about trouble with its connection that doesn't go by itself."""

import re
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.alone import leave_alone
from support.live_client import LiveClient
from support.waiting import becomes, eventually, stays
from support.wire import Wire
from test_client import bring_client
from test_connection import COUNT_PICTURES
from test_link import LACKING, WATCH, handed_over, own_sockets, prepared

ALONE = LACKING["no worker is known"]
# Keeps what the page says.
SPY = ALONE + """;
  window.said = [];
  const say = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { said.push(text); say.call(this, text) };
"""


# Nobody is there

def test_a_page_whose_network_has_gone_silently_connects_anew_when_it_has_something_to_say(server, wire, browser):
    page = handed_over(prepared(browser, base=wire.address).open()).add("One")
    wire.lose()
    page.new_todo.send_keys("Two", Keys.ENTER)
    becomes(server.stored, ["Two", "One"])
    page.shows("Two", "One").tick("One")


@pytest.mark.parametrize("event", ["online", "visibilitychange", "pageshow"])
def test_a_page_asks_whether_anybody_is_there_when_it_is_back(server, wire, browser, event):
    page, other = handed_over(prepared(browser, base=wire.address).open()), browser().open()
    wire.lose()
    other.add("One")
    page.run("""
      const kind = arguments[0];
      (kind === 'visibilitychange' ? document : window)
        .dispatchEvent(kind === 'pageshow' ? new PageTransitionEvent(kind, { persisted: true }) : new Event(kind))""", event)
    page.shows("One").until_live().tick("One")


def test_a_large_answer_comes_through_a_slow_network(server, wire, browser):
    server.insert([f"Todo {number} {'x' * 100}" for number in range(200)])
    page = browser(wire.address).open()
    page.search.send_keys("none")
    becomes(page.titles, [])
    wire.speed = 9_000
    count, passed = wire.count, wire.passed
    page.search.send_keys(Keys.CONTROL, "a")
    page.search.send_keys(Keys.DELETE)
    # Its answer comes behind all those rows.
    eventually(lambda: wire.passed > passed + 10_000)
    page.new_todo.send_keys("New", Keys.ENTER)
    becomes(lambda: len(page.titles()), 201, within=60)
    assert 1 <= wire.count - count <= 3


def test_a_large_text_goes_through_a_slow_network(server, wire, browser):
    page = browser(wire.address).open().add("One")
    session = page.run("return document.body.dataset.s")
    count, wire.speed = wire.count, 20_000
    page.run("""
      const [box] = arguments;
      box.value = 'x'.repeat(200_000);
      box.dispatchEvent(new Event('input', { bubbles: true }))""", page.search)
    becomes(page.titles, [], within=40)
    wire.speed = None
    assert wire.count == count
    assert page.run("return document.body.dataset.s") == session


def test_an_attempt_that_was_begun_in_another_network_is_given_up(server, wire, browser):
    page = prepared(browser, ALONE, wire.address).open().add("One")
    server.freeze()
    wire.cut()
    wire.mend()
    # An attempt that gets no answer.
    becomes(lambda: own_sockets(page), (1, 2))
    count = wire.count
    wire.lose()
    server.resume()
    page.run("dispatchEvent(new Event('online'))")
    eventually(lambda: wire.count > count, within=3)
    page.until_live(within=3).tick("One")


def test_a_page_waits_longer_for_each_welcome_until_one_comes(server, wire, browser):
    """On a line that takes longer for one than it waited it never came back."""
    page = browser(wire.address).open().add("One")

    def slow(data):
        if b"/ghostlight/live" in data.split(b"\r\n")[0]:
            time.sleep(12)
        return data

    wire.asks = slow
    wire.cut()
    page.until_offline()
    page.new_todo.send_keys("Two", Keys.ENTER)
    wire.mend()
    page.until_live(within=40)
    page.shows("Two", "One")
    assert server.stored() == ["Two", "One"]


def test_a_page_that_waits_for_an_answer_waits_for_minutes_at_last(page):
    """A picture that took longer than 50 seconds never came while something waited."""
    leave_alone(page)
    page.run("""
      window.waits = [];
      const { setTimeout: real } = window, { now } = Performance.prototype;
      performance.now = () => 10 * now.call(performance);
      window.setTimeout = (body, time, ...rest) => {
        // For an answer, and for nothing else that takes so long.
        if (time > 3000 && time % 1000) waits.push(time);
        return real(body, Math.min(time, 50), ...rest);
      };
      ghostlight.dial = () => {
        const link = { readyState: 1, send() {}, close() {} };
        real(() => {
          link.onopen();
          ghostlight.take(['w', 0, 500000, document.body.dataset.h]);
        });
        return link;
      };
      ghostlight.visit('/nowhere');""")
    eventually(lambda: page.run("return waits.length") > 7, within=30)
    waits = page.run("return waits")
    assert [round(time / waits[0]) for time in waits[:8]] == [1, 2, 4, 8, 16, 32, 64, 64]


def test_a_question_is_answered(server):
    client = LiveClient(server).join()
    client.say(["q"])
    client.hear(lambda message: message == ["q"])


# Another session

def test_a_page_begins_one_session_however_often_it_is_hurried(idle_server, browser):
    server = idle_server.start("--no-log")
    slow = """
      window.fetched = 0;
      const get = window.fetch;
      window.fetch = async (...all) => {
        fetched++;
        await new Promise(done => setTimeout(done, 1500));
        return get(...all);
      };
      window.hellos = [];
      const say = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { if (text.startsWith('["h"')) hellos.push(JSON.parse(text)[1]); say.call(this, text) };"""
    page = prepared(browser, ALONE + slow).open().add("One")
    old = page.run("return document.body.dataset.s")
    server.kill9()
    server.start()
    eventually(lambda: page.run("return fetched") == 1)
    for _ in range(3):
        page.run("""
          dispatchEvent(new Event('online'));
          document.dispatchEvent(new Event('visibilitychange'));
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))""")
    page.until_live()
    stays(lambda: page.run("return fetched"), 1, during=2)
    hellos = page.run("return hellos")
    assert len(set(hellos)) == 2 and hellos[0] == old, hellos
    assert page.run("return document.body.dataset.s") == hellos[-1]
    page.add("Two").tick("One")
    assert server.stored() == ["Two", "One"]


def test_a_page_waits_as_long_as_it_is_told_to_before_it_asks_again(idle_server, browser):
    server = idle_server.start("--no-log")
    page = prepared(browser, ALONE + """;
      window.fetched = [];
      const get = window.fetch;
      window.fetch = (...all) => {
        fetched.push(performance.now());
        return fetched.length > 2 ? get(...all) : Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '2' } }));
      }""").open()
    # The part that asks comes behind the page: a page that has lost its session by then is loaded anew.
    eventually(lambda: page.run("return !!ghostlight.lost"))
    server.kill9()
    server.start()
    # On a busy machine it may ask once more before anybody looks.
    eventually(lambda: page.run("return fetched.length") >= 3, within=30)
    page.until_live().add("One")
    first, second, third = page.run("return fetched.slice(0, 3)")
    assert second - first >= 2000 and third - second >= 2000


def test_an_address_that_is_too_long_to_be_told_begins_no_session_again_and_again(server, browser):
    page = browser().open("/#/" + "a" * 3000)
    session = page.run("return document.body.dataset.s")
    page.add("One")
    stays(lambda: page.run("return document.body.dataset.s"), session, during=2)


# As if each connection were to another process: the one before has died.
OTHERS = """;
  window.processes = 0;
  const { parse } = JSON;
  JSON.parse = text => {
    const message = parse(text);
    if (message?.[0] === 'w') message[6] = ++processes;
    return message;
  };"""


def test_an_act_that_ends_every_connection_is_given_up(server, browser):
    dying = """
      window.deaths = 0;
      const say = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        if (!text.includes('"s","Poison')) return say.call(this, text);
        deaths++;
        this.close();
      };"""
    page = prepared(browser, ALONE + dying + OTHERS).open().add("One")
    page.new_todo.send_keys("Poison", Keys.ENTER, "Behind", Keys.ENTER)
    eventually(lambda: page.run("return 'anew' in document.documentElement.dataset"))
    page.until_live()
    stays(lambda: page.run("return deaths"), 3, during=2)
    # What was done behind it is done all the same.
    page.shows("Behind", "One")
    assert page.new_todo.get_property("value") == "Poison", "what was entered isn't back"
    page.tick("One")
    page.new_todo.send_keys(Keys.CONTROL, "a")
    page.new_todo.send_keys("Fine", Keys.ENTER)
    page.shows("Fine", "Behind", "One")


def test_an_act_during_which_the_way_to_the_server_breaks_is_not_given_up(server, browser):
    breaking = """
      window.breaks = 0;
      const say = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        if (!text.includes('["i"') || ++breaks > 6) return say.call(this, text);
        this.close();
      };"""
    page = prepared(browser, ALONE + breaking).open()
    session = page.run("return document.body.dataset.s")
    page.new_todo.send_keys("One", Keys.ENTER, "Two", Keys.ENTER, "Three", Keys.ENTER)
    page.shows("Three", "Two", "One")
    assert page.run("return breaks") > 6
    assert page.run("return document.body.dataset.s") == session


def test_an_act_that_ends_every_connection_is_given_up_behind_others_that_are_not_known_to_be_durable(server, browser):
    dying = """
      window.deaths = 0;
      const say = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        // What isn't acknowledged isn't said to be durable.
        if (text.startsWith('["a"')) return;
        if (!text.includes('"s","Poison')) return say.call(this, text);
        deaths++;
        this.close();
      };"""
    page = prepared(browser, ALONE + dying + OTHERS).open().add("One")
    page.search.send_keys("One")
    page.shows("One")
    becomes(lambda: page.run("return ghostlight.pending.length"), 0)
    page.new_todo.send_keys("Poison", Keys.ENTER)
    eventually(lambda: page.run("return 'anew' in document.documentElement.dataset"))
    page.until_live()
    # The first time it might have been one of those before it: nobody had said that the server had them.
    stays(lambda: page.run("return deaths"), 4, during=2)


# Refused

LOSING_REFUSALS = ALONE + """;
  window.lost = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      let isLost;
      this.addEventListener('message', event => {
        // Each once: it is said again on the next connection.
        isLost ||= window.losing && event.data.startsWith('["r"') && window.lastLost !== (window.lastLost = event.data);
        if (!isLost) return;
        window.lost++;
        event.stopImmediatePropagation();
        this.close();
      });
    }
  };
"""


@pytest.mark.parametrize("losing", [False, True])
def test_a_refused_tick_is_taken_back_also_when_the_refusal_is_lost(gallery, browser, losing):
    page = prepared(browser, LOSING_REFUSALS, gallery.address).open("/views")
    page.run("window.losing = arguments[0]", losing)
    for _ in range(2):
        box = page.run("""
          const box = document.querySelector('[type=checkbox]:disabled:checked');
          box.disabled = false;
          box.click();
          return box""")
        eventually(lambda: page.run("return arguments[0].checked", box))
        page.run("arguments[0].disabled = true", box)
        page.until_live()
        stays(lambda: page.run("return arguments[0].checked", box), True, during=0.5)
    assert (page.run("return lost") > 0) == losing


# Too long

# Each is six bytes on its way.
PASTE = """
  const box = arguments[0];
  box.value = '\\u0001'.repeat(120000);
  box.dispatchEvent(new Event('input', { bubbles: true }))"""


def test_a_text_is_cut_to_what_a_message_may_hold(server, browser):
    page = prepared(browser, SPY).open().add("One")
    page.run(PASTE, page.search)
    eventually(lambda: page.run("return said.at(-1).length > 100000"))
    assert page.run("return new TextEncoder().encode(said.at(-1)).length") <= 524_288
    page.run("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", page.search)
    page.add("Two")
    assert own_sockets(page) == (1, 1)


def test_a_message_that_is_too_long_is_given_up_and_the_others_arrive(server, wire, browser):
    # Whoever measures wrongly sends too much.
    page = prepared(browser, "Object.defineProperty(Blob.prototype, 'size', { get: () => 0 })", wire.address)
    page = handed_over(page.open()).add("One", "Two")
    count = wire.count
    page.run(PASTE + ";arguments[1].click()", page.search, page.checkbox("One"))
    becomes(page.done, ["One"])
    page.until_live().tick("Two")
    assert wire.count - count <= 4, "it connected again and again"
    page.run("arguments[0].value = 'x'; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", page.search)
    becomes(page.titles, [])


# What can't be shown

def test_a_page_that_somebody_else_has_changed_is_put_right(server, browser):
    page, other = browser().open(), browser().open()
    page.add("One")
    page.run("document.querySelector('ul[aria-label=Todos]').remove()")
    other.shows("One").add("Two")
    page.shows("Two", "One").until_live().tick("One")


def test_a_page_that_is_changed_again_and_again_asks_for_few_pictures(server, wire, browser):
    page, other = browser(wire.address).open(), browser().open()
    page.add("One")
    page.run("""
      new MutationObserver(() => document.querySelector('ul[aria-label=Todos]')?.remove())
        .observe(document, { childList: true, subtree: true });
      document.querySelector('ul[aria-label=Todos]').remove()""")
    count = wire.count
    other.add(*[f"Todo {number}" for number in range(60)])
    assert wire.count - count < 12


def test_a_picture_that_a_patch_has_overtaken_is_left_out(server, browser):
    page = prepared(browser, ALONE).open().add("One", "Two")
    page.run("""sockets[0].onmessage({ data: '["f",1,"<div>old</div>","old","/old"]' })""")
    stays(page.titles, ["Two", "One"], during=0.3)
    assert page.path == "/"
    page.tick("One")


def test_a_picture_confirms_what_is_in_it(server, browser):
    page = prepared(browser, SPY).open().add("One")
    page.run("sockets[0].take = sockets[0].onmessage; sockets[0].onmessage = null")
    page.search.send_keys("On")
    eventually(lambda: page.run("""return said.some(text => text.endsWith(',"c","On"]'))"""))
    page.run("""
      const last = JSON.parse(said.findLast(text => text.startsWith('["i"')))[1];
      const html = document.body.firstElementChild.outerHTML;
      sockets[0].take({ data: JSON.stringify(['f', 99, html, document.title, '/', 0, last]) })""")
    # While an intent waits, a page that hears nothing asks whether anybody is there.
    stays(lambda: page.run("""return said.includes('["q"]')"""), False, during=5)


# What is told

def test_a_page_acknowledges_by_volume(server, browser):
    page = prepared(browser, SPY).open()
    # Long before five seconds have passed.
    page.run("window.setInterval = null")
    before = page.run("return said.filter(text => text.startsWith('[\"a\"')).length")
    box = page.new_todo
    page.run("""
      for (let i = 0; i < 120; i++) {
        arguments[0].value = `Todo ${i}`;
        arguments[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }""", box)
    becomes(lambda: len(page.titles()), 120)
    after = page.run("return said.filter(text => text.startsWith('[\"a\"')).length")
    assert after - before >= 6


def test_the_welcome_tells_the_longest_text_and_the_client(server):
    client = LiveClient(server).dial().hello()
    welcome = client.hear(lambda message: message[0] == "w")
    # What an input takes, which is less than a message may have.
    assert welcome[1:3] == [0, 480_000]
    assert welcome[3] == re.search(r'data-h="([^"]+)"', client.html)[1]
    # Which process it is, every connection to it hears.
    assert welcome[6] > 0
    assert LiveClient(server).dial().hello().hear(lambda message: message[0] == "w")[6] == welcome[6]


# Another client

def test_a_field_that_another_program_has_emptied_is_empty(server, browser):
    page = prepared(browser, ALONE).open("/todos/new")
    title = page.textbox("Title")
    title.send_keys("Saved")
    becomes(lambda: page.run("return ghostlight.dirty.size + ghostlight.pending.length"), 0)
    # As after a deploy, when what was asked for before has been answered.
    page.run("""
      const picture = document.body.firstElementChild.outerHTML;
      ghostlight.take(['f', 1000000, picture, document.title, location.pathname, 1, ghostlight.last()])""")
    assert title.get_property("value") == ""


def test_a_page_loads_the_client_of_another_program_and_goes_on_with_its_session(server, wire, browser):
    page = prepared(browser, base=wire.address).open().add("One", "Two")
    page.delete("One").button("Undo")
    page.search.send_keys("two")
    page.shows("Two")
    page.new_todo.send_keys("half typed")
    page.run("arguments[0].setSelectionRange(4, 4)", page.new_todo)
    session = page.run("window.kept = 1; return document.body.dataset.s")
    # As if the page had been loaded from the program before this one.
    page.run("document.body.dataset.h = 'older'")
    wire.cut()
    page.new_todo.send_keys("!")
    wire.mend()
    eventually(lambda: page.run("return !window.kept"))
    page.until_live()
    becomes(lambda: page.run("return document.body.dataset.s"), session)
    becomes(lambda: page.new_todo.get_property("value"), "half! typed")
    becomes(lambda: page.run("return [document.activeElement.ariaLabel, document.activeElement.selectionStart]"), ["New todo", 5])
    page.shows("Two")
    assert page.search.get_property("value") == "two"
    page.button("Undo").click()
    page.new_todo.send_keys(Keys.END, " two", Keys.ENTER)
    page.shows("half! typed two", "Two")
    page.run("window.kept = 1")
    stays(lambda: page.run("return window.kept"), 1, during=2)


# Somebody ticks the first box between the moment when a page notes what it is and the moment when the next one takes its place.
TICK_WHILE_LEAVING = """
  const text = JSON.stringify;
  JSON.stringify = (value, ...rest) => {
    if (value?.length === 7 && Array.isArray(value[5])) queueMicrotask(() => document.querySelector('[type=checkbox]').click());
    return text(value, ...rest);
  };
  new MutationObserver(() => {
    if (document.body?.inert) window.wasInert = true;
  }).observe(document, { attributes: true, subtree: true });
"""


def test_what_is_done_while_a_page_loads_itself_anew_takes_nothing_from_what_is_done_next(server, wire, browser):
    page = prepared(browser, TICK_WHILE_LEAVING, base=wire.address).open().add("Two", "One")
    session = page.run("window.kept = 1; document.body.dataset.h = 'older'; return document.body.dataset.s")
    wire.cut()
    wire.mend()
    eventually(lambda: page.run("return !window.kept && ghostlight.mine.s === arguments[0]", session))
    # Until it shows that session's rows, what is done would be done to others of them.
    becomes(lambda: page.run("return [window.wasInert, document.body.inert]"), [True, False])
    becomes(page.done, ["One"])
    page.checkbox("Two").click()
    becomes(page.done, ["One", "Two"])
    eventually(lambda: page.run("return !ghostlight.pending.length"))
    page.open()
    becomes(page.done, ["One", "Two"])


# Keeps which sessions the page says hello for.
HELLOS = """
  window.hellos = [];
  const say = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.startsWith('["h"')) hellos.push(JSON.parse(text)[1]);
    say.call(this, text);
  };
"""


def load_anew(page):
    """Has a page load itself anew; gives the session that it has."""
    session = page.run("return document.body.dataset.s")
    page.run("window.kept = 1; document.body.dataset.h = 'older'")
    eventually(lambda: page.run("return !window.kept && document.readyState === 'complete'"))
    return session


def test_nothing_is_typed_into_a_page_that_loads_itself_anew_before_it_has_its_session(server, browser):
    """It was typed into the session of the document, and the picture of the page's own wiped it without a word."""
    page = prepared(browser, ALONE + HELLOS).open().add("One")
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/recovery-*"])
    session = load_anew(page)
    assert page.run("return document.body.inert")
    field = "document.querySelector('[aria-label=\"New todo\"]')"
    page.run(field + ".focus()")
    page.press("lost")
    assert page.run(f"return {field}.value") == ""
    page.tell("Network.setBlockedURLs", urls=[])
    page.until_live()
    becomes(lambda: page.run("return document.body.inert"), False)
    assert page.run("return hellos") == [session]
    page.new_todo.send_keys("Two", Keys.ENTER)
    page.shows("Two", "One")
    assert page.run("return history.state?.renews || 0") == 0


@pytest.mark.parametrize("before", ["", "half"])
def test_what_is_typed_before_the_client_of_a_page_loaded_anew_is_there_is_kept(server, browser, before):
    page = browser().open().add("One")
    if before:
        page.new_todo.send_keys(before)
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/client-*"])
    session = load_anew(page)
    page.new_todo.send_keys(" typed")
    assert page.run("return !window.ghostlight")
    bring_client(page)
    becomes(lambda: page.run("return document.body.dataset.s"), session)
    becomes(lambda: page.new_todo.get_property("value"), before + " typed")
    stays(lambda: page.new_todo.get_property("value"), before + " typed", during=1)
    assert page.focus() == "New todo"
    page.new_todo.send_keys(Keys.ENTER)
    page.shows((before + " typed").strip(), "One")


def test_a_page_that_is_opened_where_one_would_be_loaded_anew_can_be_used(server, browser):
    page = browser().open()
    page.run("history.replaceState({ ...history.state, renews: 1 }, '')")
    page.reload()
    page.until_live().add("One").tick("One")
    assert page.run("return [document.body.inert, history.state.renews]") == [False, 0]


def test_what_was_meant_for_another_program_s_numbers_is_done_under_its_own(server, wire, browser):
    page = browser(wire.address).open().add("One")
    wire.cut()
    page.until_offline()
    page.checkbox("One").click()
    page.search.send_keys("o")
    page.new_todo.send_keys("Two", Keys.ENTER)
    page.run("""
      for (const intent of ghostlight.pending) {
        const parts = JSON.parse(intent[1]);
        parts[2] = 99999;
        intent[1] = JSON.stringify(parts);
      }""")
    wire.mend()
    page.shows("Two", "One")
    becomes(page.done, ["One"])
    page.search.send_keys("n")
    page.shows("One")
    assert server.stored() == ["Two", "One"]


def test_a_page_that_takes_long_to_come_is_asked_for_once(server, wire, browser):
    """It was asked for anew each second, and what had come of it was thrown away: for ever, and each time a session was made."""
    asked = {"HEAD": 0, "GET": 0}

    def slow(data):
        method, path, _ = data.split(b" ", 2)
        if path == b"/":
            asked[method.decode()] += 1
            time.sleep(2.5)
        return data

    page = browser(wire.address).open().add("One")
    session = page.run("return document.body.dataset.s")
    # For then nothing is under way, and what hears the messages has come.
    time.sleep(2)
    wire.asks = slow
    page.run("window.kept = 1; document.body.dataset.h = 'older'")
    eventually(lambda: page.run("return !window.kept"), within=20)
    wire.asks = None
    page.until_live()
    assert asked == {"HEAD": 1, "GET": 1}
    becomes(lambda: page.run("return document.body.dataset.s"), session)
    page.shows("One").tick("One")


def test_a_page_is_loaded_once_for_a_client_that_it_does_not_get(server, browser):
    # Two programs behind one address: one gives the page, the other answers on the live link.
    loads = "sessionStorage.loads = +(sessionStorage.loads ?? 0) + 1;"
    page = prepared(browser, loads + """
      new MutationObserver((_, it) => document.body && (document.body.dataset.h = 'other', it.disconnect()))
        .observe(document, { childList: true, subtree: true })""").open()
    becomes(lambda: page.run("return sessionStorage.loads"), "2")
    page.until_live().add("One")
    stays(lambda: page.run("return sessionStorage.loads"), "2", during=2.5)


# Without this file

def test_without_the_file_a_page_connects_again_and_begins_another_session_by_loading_anew(idle_server, browser):
    server = idle_server.start("--no-log")
    page = prepared(browser)
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/recovery-*"])
    try:
        page.open().add("One")
        server.freeze()
        server.resume()
        page.tick("One")
        server.kill9()
        page.until_offline()
        server.start()
        page.until_live().add("Two").tick("Two")
    finally:
        page.tell("Network.setBlockedURLs", urls=[])


def portal(*places):
    """Answers in the place of these parts, and of the live link if that is one, as a network does in which one must sign in first."""
    page = b"<!DOCTYPE html><html><title>Welcome</title><p>Please sign in.</html>"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(page) + page
    return lambda data: answer if any(f"/ghostlight/{place}".encode() in data.split(b"\r\n")[0] for place in places) else None


def test_a_page_that_got_something_else_for_this_file_connects_again_and_gets_it(server, wire, browser):
    """It took that for the file, which then was never there, and made no other connection."""
    wire.answers = portal("live", "recovery")
    page = browser(wire.address).open(live=False)
    page.new_todo.send_keys("One", Keys.ENTER)
    eventually(lambda: any("recovery" in path for path in wire.asked))
    page.until_offline()
    wire.answers = None
    page.until_live()
    becomes(lambda: page.run("return typeof ghostlight.lost"), "function")
    page.shows("One").tick("One")
    assert server.stored() == ["One"]


def test_a_part_in_whose_place_something_else_came_is_asked_for_again(wire, browser):
    wire.answers = portal("focus")
    page = browser(wire.address).open()
    eventually(lambda: sum("focus" in path for path in wire.asked) > 1)
    assert page.run("return typeof ghostlight.passFocus") == "undefined"
    wire.answers = None
    becomes(lambda: page.run("return typeof ghostlight.passFocus"), "function")


def test_a_page_whose_browser_keeps_no_cookie_says_so_and_does_not_hurry(server, browser):
    wire, pages = Wire(server), []

    def without_cookies(data):
        pages.extend([1] * data.count(b"<!DOCTYPE"))
        return re.sub(rb"(?i)set-cookie", b"not-cookie", data)

    wire.change = without_cookies
    try:
        page = browser(wire.address).open(live=False)
        eventually(lambda: "Allow cookies" in page.run("return getComputedStyle(document.body, '::before').content"), within=15)
        before = len(pages)
        time.sleep(6)
        assert len(pages) - before <= 1
    finally:
        wire.close()


def test_a_page_that_can_show_no_picture_is_loaded_anew(server, browser):
    """It asked for one again and again, and its user wasn't told."""
    page = browser().open("/health", live=False)
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/recovery-*"])
    try:
        page.open("/")
        page.run("window.kept = 1")

        def is_another():
            page.run("ghostlight.take(['f', 99, '', ''])")
            return page.run("return window.kept") is None

        eventually(is_another, within=15)
        page.until_live().add("Milk").shows("Milk")
    finally:
        page.tell("Network.setBlockedURLs", urls=[])
