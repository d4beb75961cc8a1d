"""The connection goes and comes back: the page gets exactly what it missed."""

import pathlib
import select
import socket
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.live_client import LiveClient
from support.waiting import becomes, eventually, settles
from support.wire import Wire

# Counts the messages that a page gets, so that "exactly what it missed" can be told from "everything anew".
COUNT_PICTURES = """
window.pictures = 0;
const parse = JSON.parse;
JSON.parse = text => { const found = parse(text); if (found[0] === 'f') window.pictures++; return found };
"""


def cut(wire, page):
    wire.cut()
    page.until_offline()


def until_ended(server, session, token, cookie):
    """Asks for a session of one second's grace until it is gone. Asking revives it, so that is done every two seconds."""
    eventually(
        lambda: LiveClient.closing_code(server, session, token, cookie) == 4404, within=15, pause=2,
        otherwise="the session never ended")


def test_a_page_gets_what_it_missed_during_a_cut_once_and_keeps_its_focus(server, wire, browser):
    server.insert(["One", "Two", "Three"])
    page, other = browser(wire.address).open(), browser().open()
    page.new_todo.send_keys("half")
    page.run("window.rows = [...document.querySelectorAll('ul > li')]; " + COUNT_PICTURES)
    cut(wire, page)
    other.add("Four").tick("One").delete("Two")
    wire.mend()
    page.shows("Four", "Three", "One")
    becomes(page.done, ["One"])
    page.until_live()
    assert page.focus() == "New todo"
    assert page.new_todo.get_property("value") == "half"
    assert page.run("return window.pictures") == 0, "it got a whole picture instead of what it missed"
    assert page.run("return [window.rows[0].isConnected, window.rows[1].isConnected, window.rows[2].isConnected]") == [True, False, True]
    page.new_todo.send_keys(" done", Keys.ENTER)
    page.shows("half done", "Four", "Three", "One")


def hold_first(wire):
    """The first socket that is asked for gets no answer, and nobody is told."""
    asked = []

    def hold(data):
        if b"/ghostlight/live" not in data.split(b"\r\n")[0]:
            return data
        asked.append(time.monotonic())
        return data if asked[1:] else b""

    wire.asks = hold
    return asked


NOTICE = """
  const { content, visibility, opacity } = getComputedStyle(document.body, '::before');
  return [content, visibility, opacity];
"""


def test_a_page_whose_first_socket_gets_no_answer_says_so_and_makes_another(server, wire, browser):
    """It waited for as long as the browser did, four minutes, and nobody was told."""
    asked = hold_first(wire)
    page = browser(wire.address).open(live=False)
    page.new_todo.send_keys("One", Keys.ENTER)
    page.until_offline()
    assert "Connection lost" in page.run(NOTICE)[0]
    page.until_live(within=20)
    assert len(asked) > 1
    page.shows("One")
    assert server.stored() == ["One"]


def test_a_page_whose_first_socket_gets_no_answer_makes_another_at_once_when_the_network_is_back(wire, browser):
    hold_first(wire)
    page = browser(wire.address).open(live=False)
    becomes(lambda: page.run("return typeof ghostlight.lost"), "function")
    page.run("dispatchEvent(new Event('online'))")
    page.until_live(within=3)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_page_without_its_script_says_after_a_while_that_it_is_not_live(server, browser, motion):
    """It looked whole, and nothing that was done on it was done."""
    page = browser().tab()
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/client-*"])
    page.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
    try:
        page.open(live=False)
        content, *look = page.run(NOTICE)
        assert "Connection lost" in content and look == ["hidden", "0"]
        becomes(lambda: page.run(NOTICE)[1:], ["visible", "1"], within=15)
    finally:
        page.tell("Network.setBlockedURLs", urls=[])
        page.tell("Emulation.setEmulatedMedia", features=[])


def test_who_does_not_see_that_the_connection_is_lost_is_told(wire, browser):
    page = browser(wire.address).open()
    told = lambda: page.run("return [...document.querySelectorAll('body > [aria-live]')].map(el => el.innerText)")
    assert told() == [""]
    cut(wire, page)
    becomes(told, ["Connection lost. Reconnecting…"])
    wire.mend()
    becomes(told, [""])


def test_what_is_done_during_a_cut_happens_once_when_the_connection_is_back(server, wire, browser):
    server.insert(["One", "Two", "Three"])
    page = browser(wire.address).open()
    cut(wire, page)
    page.checkbox("One").click()
    page.new_todo.send_keys("Offline one", Keys.ENTER, "Offline two", Keys.ENTER)
    page.run("arguments[0].click()", page.button("Delete Two"))
    wire.mend()
    page.shows("Offline two", "Offline one", "Three", "One")
    becomes(page.done, ["One"])
    assert server.stored() == ["Offline two", "Offline one", "Three", "One"]


def test_a_tick_stays_as_it_was_made_when_what_was_missed_before_it_comes_after_the_return(server, wire, browser):
    """The welcome said that the tick was carried out; what the page had missed of the time before was taken for what came of it."""
    server.insert(["One", "Two"])
    page, other = browser(wire.address).open(), browser().open()
    # From now on the page is heard, and hears nothing.
    wire.change = lambda data: b""
    other.tick("One").tick("One")
    page.checkbox("One").click()
    becomes(other.done, ["One"])
    wire.cut()
    wire.change = None
    page.until_offline()
    wire.mend()
    page.until_live()
    settles(lambda: (page.done(), page.checkbox("One").is_selected()), (["One"], True))


def test_a_link_that_is_followed_without_a_connection_leaves_nothing_undone(server, wire, browser):
    server.insert(["One"])
    page = browser(wire.address).open("/todos/1")
    page.run("window.sameDocument = true")
    cut(wire, page)
    page.fill("Title", "Two")
    page.button("Save").click()
    page.get("link", "Todos").click()
    wire.mend()
    page.shows("Two").until_live()
    assert page.path == "/"
    assert page.run("return window.sameDocument") is True
    assert server.stored() == ["Two"]


def test_many_short_cuts_while_typing_lose_and_double_nothing(server, wire, browser):
    page = browser(wire.address).open()
    titles = [f"Todo {i}" for i in range(24)]
    box = page.new_todo
    for i, title in enumerate(titles):
        box.send_keys(title, Keys.ENTER)
        if i % 6 == 5:
            wire.cut()
            wire.mend()
    page.shows(*reversed(titles))
    assert server.stored() == list(reversed(titles))


def test_a_row_deleted_during_a_cut_passes_its_focus_to_its_neighbour(server, wire, browser):
    server.insert(["One", "Two", "Three"])
    page, other = browser(wire.address).open(), browser().open()
    page.run("arguments[0].focus()", page.button("Edit Two"))
    cut(wire, page)
    other.delete("Two")
    wire.mend()
    page.shows("Three", "One")
    becomes(page.focus, "Edit One")


def add_more_than_is_kept(page):
    """Adds sixty todos, in two patches for a session whose page is away: it takes in what has come once a second."""
    before = len(page.titles())
    for half in range(2):
        # A title of 190 emoji is 760 bytes, and a new row names it five times: together more than the 128 KiB that are kept.
        page.run(
            "for (let i = 0; i < 30; i++) { arguments[0].value = `${i} ${'🙂'.repeat(190)}`;"
            "arguments[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })) }", page.new_todo)
        becomes(lambda: len(page.titles()), before + 30 * (half + 1))
        time.sleep(1.5)


def test_more_missed_than_is_kept_comes_as_one_picture_with_focus_and_text_kept(server, wire, browser):
    server.insert([f"Todo {i}" for i in range(150)])
    page, other = browser(wire.address).open(), browser().open()
    page.new_todo.send_keys("half")
    page.run("window.row = document.querySelectorAll('ul > li')[100]; " + COUNT_PICTURES)
    cut(wire, page)
    add_more_than_is_kept(other)
    wire.mend()
    becomes(lambda: len(page.titles()), 210)
    assert page.titles() == other.titles()
    assert page.run("return window.pictures") == 1
    assert page.run("return window.row.isConnected"), "the rows that stayed are other elements now"
    assert page.focus() == "New todo"
    assert page.new_todo.get_property("value") == "half"
    page.run("document.querySelector('ul button[aria-label=\"Delete Todo 149\"]').click()")
    eventually(lambda: "Todo 149" not in page.titles())


def test_a_picture_leaves_what_was_done_meanwhile(server, wire, browser):
    server.insert(["One", "Two"])
    page, other = browser(wire.address).open(), browser().open()
    page.run(COUNT_PICTURES)
    cut(wire, page)
    page.checkbox("One").click()
    page.search.send_keys("o")
    page.new_todo.click()
    add_more_than_is_kept(other)
    wire.mend()
    eventually(lambda: page.run("return window.pictures") == 1)
    page.shows("Two", "One")
    assert page.done() == ["One"] and page.search.get_property("value") == "o"
    becomes(other.done, ["One"])


def test_a_frozen_server_that_wakes_up_has_everything(server, page, browser):
    page.add("One", "Two")
    server.freeze()
    page.checkbox("One").click()
    page.new_todo.send_keys("While frozen", Keys.ENTER)
    page.new_todo.send_keys("half")
    server.resume()
    page.shows("While frozen", "Two", "One")
    becomes(page.done, ["One"])
    assert page.new_todo.get_property("value") == "half"


def test_many_who_come_at_once_need_not_be_waited_for_until_they_are_accepted(server):
    # As after a crash; a system that finds no room tries again ever more seldom.
    most = int(pathlib.Path("/proc/sys/net/core/somaxconn").read_text())
    server.freeze()
    sockets = [socket.socket() for _ in range(min(400, most))]
    try:
        for one in sockets:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", server.port))
        eventually(lambda: len(select.select([], sockets, [], 0)[1]) == len(sockets))
    finally:
        for one in sockets:
            one.close()
        server.resume()


def test_a_page_whose_session_has_ended_during_a_cut_revives_itself(idle_server, browser):
    # Recorded, it would come back.
    server = idle_server.start("--session-grace", "1", "--no-log")
    wire = Wire(server)
    try:
        server.insert(["One", "Two"])
        page, other = browser(wire.address).open(), browser().open()
        page.new_todo.send_keys("half")
        page.run("window.kept = document.activeElement; window.session = performance.timeOrigin")
        old_session = page.run("return document.body.dataset.s")
        cut(wire, page)
        other.add("Three")
        # The old session is gone when its token opens nothing any more.
        token, cookie = page.run("return document.body.dataset.t"), page.here.get_cookie("ghostlight")["value"]
        until_ended(server, old_session, token, cookie)
        wire.mend()
        page.shows("Three", "Two", "One")
        page.until_live()
        assert page.run("return document.activeElement === window.kept")
        assert page.new_todo.get_property("value") == "half"
        page.new_todo.send_keys(" done", Keys.ENTER)
        other.shows("half done", "Three", "Two", "One")
        page.tick("One")
    finally:
        wire.close()


def opened_for_hearing(browser):
    """A page that has loaded what hears its messages first: put in before, a test's ear would be taken out by that."""
    page = browser().open()
    becomes(lambda: page.run("return typeof ghostlight.heard"), "function")
    return page


def test_a_picture_gives_back_what_was_not_taken_also_to_the_field_that_has_the_focus(server, browser):
    page = opened_for_hearing(browser)
    page.run(COUNT_PICTURES + """
      const heard = ghostlight.heard;
      ghostlight.heard = message => {
        if (+message[0] && JSON.stringify(message).includes('x'.repeat(500))) {
          ghostlight.heard = heard;
          throw new Error('an extension is in the way');
        }
        return heard(message);
      }""")
    text = "x" * 501
    page.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", page.new_todo, text)
    page.new_todo.send_keys(Keys.ENTER)
    becomes(lambda: page.run("return window.pictures"), 1)
    becomes(lambda: page.new_todo.get_property("value"), text)
    assert page.focus() == "New todo"


def test_a_place_that_is_gone_to_once_more_is_in_the_history_once(server, browser):
    page = opened_for_hearing(browser)
    page.run("""
      window.last = 0;
      const heard = ghostlight.heard;
      ghostlight.heard = message => {
        if (+message[0]) last = message[0];
        return heard(message);
      }""")
    page.run("ghostlight.visit('/todos/new')")
    becomes(lambda: page.path != "/", True)
    history = "return [history.length, history.state.from]"
    before = page.run(history)
    # As a server says that has lost the visit, and makes it again.
    page.run("ghostlight.take([last + 1, [[10, location.pathname]], 0])")
    assert page.run(history) == before


def test_what_was_held_back_while_something_was_pressed_is_acknowledged_when_it_is_shown(server, browser):
    page, other = browser().open(), browser().open()
    page.run("""
      window.acknowledged = 0;
      const stringify = JSON.stringify;
      JSON.stringify = (value, ...rest) => {
        if (value[0] === 'a') acknowledged = value[1];
        return stringify(value, ...rest);
      };
      addEventListener('pointerup', () => { acknowledged = 0 });""")
    button = page.run("return document.querySelector('main button')")
    # For as long as a press lasts at most.
    page.run("arguments[0].dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))", button)
    other.new_todo.send_keys("One", Keys.ENTER)
    becomes(server.stored, ["One"])
    assert page.titles() == []
    page.run("arguments[0].dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))", button)
    page.shows("One")
    becomes(lambda: page.run("return acknowledged > 0"), True, within=1)


def test_a_closed_tab_s_session_ends_after_its_grace(idle_server, browser):
    server = idle_server.start("--session-grace", "1", "--no-log")
    visitor = browser()
    page = visitor.open()
    session, token = page.run("return [document.body.dataset.s, document.body.dataset.t]")
    cookie = page.here.get_cookie("ghostlight")["value"]
    page.close()
    until_ended(server, session, token, cookie)


def test_twelve_tabs_of_one_browser_are_live_and_all_can_act(server, browser):
    visitor = browser()
    tabs = [visitor.open() for _ in range(12)]
    for i, tab in enumerate(tabs):
        tab.new_todo.send_keys(f"From tab {i}", Keys.ENTER)
    expected = [f"From tab {i}" for i in reversed(range(12))]
    for tab in tabs:
        tab.shows(*expected)
    for i, tab in enumerate(tabs):
        tab.click_checkbox(f"From tab {i}")
    for tab in tabs:
        tab.says("0 active, 12 completed")
        assert tab.is_live()
    answer, _ = server.get()
    assert answer.version == 11


def test_the_page_of_the_browser_s_back_cache_is_live_again(page):
    page.add("One")
    page.here.get("about:blank")
    page.here.back()
    page.until_live()
    page.shows("One").tick("One")


@pytest.mark.parametrize("saves", [False, True], ids=["types", "saves"])
def test_who_types_while_away_over_what_somebody_else_has_saved_is_told(server, wire, browser, saves):
    """It was saved over the other's, and nobody was told."""
    server.insert(["Milk"])
    page, other = browser(wire.address).open(), browser().open()
    page.edit("Milk")
    other.edit("Milk")
    cut(wire, page)
    page.textbox("Title").send_keys(", cold")
    if saves:
        page.button("Save").click()
    other.fill("Title", "Oat milk")
    other.button("Save").click()
    other.shows("Oat milk")
    wire.mend()
    if saves:
        assert "Someone else has changed this meanwhile: Title" in page.trouble()
        page.button("OK").click()
    becomes(lambda: "Someone else has changed this meanwhile: Title" in page.here.page_source, True)
    assert page.textbox("Title").get_property("value") == "Milk, cold"
    assert other.titles() == ["Oat milk"]
    time.sleep(1)
    page.button("Save").click()
    other.shows("Milk, cold")
