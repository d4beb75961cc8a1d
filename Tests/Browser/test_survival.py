"""Sessions outlive their process: killed and started again, every tab is as it was, without a reload."""

import shutil
import sqlite3
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays

pytestmark = pytest.mark.alone

MARK = "window.kept ??= Math.random(); return window.kept"

# Notes whenever the page becomes live, or has been lost for a second, by itself: asking twelve tabs takes too long.
WATCH = """
  const root = document.documentElement;
  window.liveness = [];
  new MutationObserver(() => liveness.push([root.dataset.live, Date.now()]))
    .observe(root, {attributes: true, attributeFilter: ['data-live']})"""


def killed_and_started(server):
    """Kills the server, starts it again, and gives the moment of its return."""
    server.kill9()
    server.start()
    return time.monotonic()


def live_again(page):
    """Waits until a page that has lost its server is live, and gives the moment when it became so."""
    eventually(lambda: page.run("return liveness.at(-1)?.[0] == 'on'"), within=15)
    return page.run("return liveness.splice(0).at(-1)[1]") / 1000


def half_typed(page, text, back=3):
    page.new_todo.send_keys(text)
    page.press(*[Keys.ARROW_LEFT] * back)
    return lambda: (page.new_todo.get_property("value"), page.run("return document.activeElement.selectionStart"))


def scrolled(page):
    page.run("scrollTo(0, 1500)")
    return lambda: (page.run("return Math.round(scrollY)"), len(page.titles()))


def searched(page, text):
    page.search.send_keys(text)
    eventually(lambda: all(text in title for title in page.titles()))
    return lambda: (page.search.get_property("value"), page.titles())


def edited(page, title):
    page.edit(title)
    page.fill("Notes", "precious")
    return lambda: (page.textbox("Notes").get_property("value"), page.path)


def alerted(page, title, other):
    """Opens a todo that is deleted behind its back: saving it makes an alert, which stays open."""
    page.edit(title)
    page.fill("Title", "changed")
    other.delete(title)
    page.button("Save").click()
    page.trouble()
    return lambda: (page.trouble(), page.path)


def undoing(page):
    """A tab in which an undo is offered, as long as that is."""
    return lambda: (page.has("button", "Undo"), len(page.titles()))


def test_twelve_tabs_are_as_they_were_after_kill_9(server, browser):
    server.insert([f"Todo {number:02}" for number in range(80)])
    window = browser()
    tabs = [window.open() for _ in range(12)]
    undoers = tabs[5], tabs[11]
    looks = []
    for number, tab in enumerate(tabs):
        look = [
            lambda: half_typed(tab, f"half typed {number}"), lambda: scrolled(tab), lambda: searched(tab, "9"),
            lambda: edited(tab, f"Todo {number:02}"), lambda: alerted(tab, f"Todo {number + 40}", undoers[0]),
            lambda: undoing(tab),
        ][number % 6]()
        looks.append(look)
    marks = [tab.run(MARK) for tab in tabs]
    for tab in tabs:
        tab.run(WATCH)
    for round in range(3):
        # An undo is offered for some seconds only: the one of the round before may be over.
        for number, tab in enumerate(undoers):
            tab.delete(f"Todo {60 + 2 * round + number}")
        rows = 78 - 2 * (round + 1)
        becomes(lambda: [len(tab.titles()) for tab in (tabs[1], tabs[7], *undoers)], [rows] * 4)
        before = [look() for look in looks]
        assert before[5] == before[11] == (True, rows)
        killed_and_started(server)
        returned = time.time()
        took = [live_again(tab) - returned for tab in tabs]
        assert max(took) < 2, f"round {round}: {took}"
        # What is offered for a while first.
        for number in (5, 11, *range(5), *range(6, 11)):
            assert looks[number]() == before[number], f"round {round}, tab {number}"
        assert [tab.run(MARK) for tab in tabs] == marks, "no tab was loaded anew"
    # And they live.
    for number, tab in enumerate(undoers):
        tab.delete(f"Todo {70 + number}")
    killed_and_started(server)
    for number, tab in enumerate(undoers):
        tab.button("Undo").click()
        eventually(lambda: f"Todo {70 + number}" in tab.titles())
    tabs[0].new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    for tab in (tabs[0], tabs[1], tabs[7]):
        eventually(lambda: "half typed 0!" in tab.titles())


def test_a_tab_is_live_within_two_seconds_of_the_servers_return(server, page):
    page.add("One")
    for away in (0, 1, 3):
        server.kill9()
        page.until_offline()
        time.sleep(away)
        server.start()
        returned = time.monotonic()
        page.until_live()
        assert time.monotonic() - returned < 2, f"after {away} s away"


def test_an_undo_that_is_pending_is_still_there_and_works(server, page):
    page.add("One", "Two").delete("One")
    page.button("Undo")
    killed_and_started(server)
    page.until_live()
    page.button("Undo").click()
    page.shows("Two", "One")


def test_an_undo_is_offered_no_longer_than_it_would_have_been(server, page):
    page.add("One").delete("One")
    page.button("Undo")
    begin = time.monotonic()
    killed_and_started(server)
    page.until_live()
    becomes(lambda: page.has("button", "Undo"), False, within=8)
    assert 4 < time.monotonic() - begin < 8.5


def test_an_open_alert_is_still_open_and_can_be_closed(server, browser):
    window = browser()
    one, two = window.open(), window.open()
    one.add("One").edit("One")
    one.fill("Title", "One changed")
    two.delete("One")
    one.button("Save").click()
    text = one.trouble()
    mark = one.run(MARK)
    killed_and_started(server)
    one.until_live()
    assert one.trouble() == text
    assert one.run(MARK) == mark
    one.run("arguments[0].click()", one.all("alertdialog")[0].find_element("css selector", "button"))
    becomes(lambda: one.has("alertdialog"), False)
    assert one.textbox("Title").get_property("value") == "One changed"


def test_what_other_tabs_do_before_a_tab_is_back_is_seen_there_once(server, wire, browser):
    one, two = browser().open(), browser(wire.address).open()
    one.add("One")
    two.shows("One")
    wire.cut()
    killed_and_started(server)
    one.until_live()
    one.add("Two")
    one.tick("One")
    wire.mend()
    two.until_live()
    two.shows("Two", "One")
    becomes(two.done, ["One"])
    assert server.stored() == ["Two", "One"]


def test_nothing_is_lost_or_done_twice_when_the_server_is_killed_again_and_again(server, page):
    typed = []
    for round in range(6):
        for number in range(8):
            typed.append(f"r{round} t{number}")
            page.new_todo.send_keys(typed[-1], Keys.ENTER)
            if number == round + 1:
                server.kill9()
                server.start()
        page.until_live()
    eventually(lambda: len(server.stored()) >= len(typed), within=15, otherwise=lambda: str(server.stored()))
    stays(lambda: len(server.stored()), len(typed), during=1)
    assert server.stored() == typed[::-1]
    page.shows(*typed[::-1])


def test_a_session_that_is_put_aside_comes_back_as_it_was(server, wire, browser):
    server.stop()
    server.start("--session-grace", "0")
    page = browser(wire.address).open()
    page.add("One", "Two")
    page.search.send_keys("two")
    page.shows("Two")
    mark = page.run(MARK)
    wire.cut()
    page.until_offline()
    time.sleep(2)
    server.insert(["Number two"])
    wire.mend()
    page.until_live()
    page.shows("Number two", "Two")
    assert page.search.get_property("value") == "two"
    assert page.run(MARK) == mark


def test_a_page_whose_session_cannot_be_brought_back_says_so_and_keeps_what_is_typed(server, page):
    page.add("One")
    page.new_todo.send_keys("half typed")
    time.sleep(0.3)
    server.kill9()
    for file in server.folder.glob("todos/*-events*"):
        file.unlink()
    server.start()
    page.until_live()
    eventually(lambda: "anew" in page.run("return getComputedStyle(document.body, '::before').content"))
    assert page.new_todo.get_property("value") == "half typed"
    becomes(lambda: page.run("return 'anew' in document.documentElement.dataset"), False, within=12)


def test_nobody_gets_a_session_back_without_its_cookie_and_token(server):
    from support.live_client import LiveClient

    client = LiveClient(server).join()
    killed_and_started(server)
    from websockets.exceptions import ConnectionClosed

    for wrong in ({"token": "a" * 22}, {"session": "b" * 22}):
        client.dial().hello(**wrong)
        try:
            client.hear(lambda message: True)
            raise AssertionError("it was let in")
        except ConnectionClosed as closed:
            assert closed.rcvd.code == 4404
    client.dial(cookie="c" * 22).hello()
    try:
        client.hear(lambda message: True)
        raise AssertionError("it was let in with another's cookie")
    except ConnectionClosed as closed:
        assert closed.rcvd.code == 4404
    client.join()


@pytest.mark.parametrize("end", ["kill9", "term"])
def test_what_was_acknowledged_is_carried_out_although_its_tab_is_closed(server, end):
    from support.live_client import LiveClient

    for round in range(3):
        client = LiveClient(server).join()
        # Somebody else writes, so that what is asked for waits.
        connection = server.connect()
        connection.execute("BEGIN IMMEDIATE")
        assert client.act(client.view('aria-label="New todo"'), "s", f"Acknowledged {round}") is None
        getattr(server, end)()
        client.socket.close_socket()
        connection.execute("ROLLBACK")
        connection.close()
        assert f"Acknowledged {round}" not in server.stored()
        server.start()
        eventually(lambda: f"Acknowledged {round}" in server.stored(), within=10)
    time.sleep(0.5)
    assert sorted(server.stored()) == [f"Acknowledged {round}" for round in range(3)], "once each"


def test_a_deploy_of_another_program_carries_the_session_over(server, page):
    page.add("One", "Two")
    page.search.send_keys("two")
    page.shows("Two")
    page.new_todo.send_keys("half typed")
    page.run("arguments[0].setSelectionRange(2, 4)", page.new_todo)
    mark = page.run(MARK)
    before = page.search.get_attribute("id")
    other = server.folder / "todostream"
    shutil.copy(server.executable, other)
    # Another program, as far as anybody can tell: its file is another.
    with other.open("ab") as file:
        file.write(b"\0")
    server.kill9()
    own, server.executable = server.executable, other
    try:
        server.start()
        page.until_live()
        becomes(lambda: page.search.get_attribute("id") != before, True)
        assert page.run(MARK) == mark
        assert page.new_todo.get_property("value") == "half typed"
        assert page.run("return [document.activeElement === arguments[0], arguments[0].selectionStart]", page.new_todo) == [
            True,
            2,
        ]
        assert page.search.get_property("value") == "two"
        page.shows("Two")
        page.new_todo.send_keys(Keys.END, " two\n")
        page.shows("half typed two", "Two")
    finally:
        server.executable = own


def test_a_long_session_returns_from_its_snapshot(server):
    from support.live_client import LiveClient

    client = LiveClient(server).join()
    search = client.view('type="search"')
    for number in range(300):
        client.act(search, "c", f"text {number % 7}")
    time.sleep(1.5)
    # Of so many turns in a row not every screen is recorded, and a page is told to go on only from one that is: see decision 0075.
    client.act(search, "c", "text 6 and")
    time.sleep(0.3)
    log = sqlite3.connect(next(server.folder.glob("todos/*-events")))
    assert log.execute("SELECT count(*) FROM snapshots").fetchone()[0] >= 1
    log.close()
    before = client.last_patch()
    killed_and_started(server)
    client.heard = []
    begin = time.monotonic()
    client.dial().hello(sequence=before)
    welcome = client.hear(lambda message: message[0] == "w")
    assert time.monotonic() - begin < 2
    # What the page shows has another number in this process: the one before may have sent more than it had recorded.
    assert len(welcome) > 5 and welcome[5] > before
    client.act(search, "c", "text 6 and more")
    after = client.last_patch()
    numbers = [message[0] for message in client.heard if isinstance(message[0], int)]
    assert numbers == list(range(welcome[5] + 1, after + 1)), "patches go on"
    assert not any(message[0] == "f" for message in client.heard), "no fresh picture is needed"
