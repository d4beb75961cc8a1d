"""Clients that break the rules of the live link: refused, without effect, and nobody else is disturbed."""

import json
import time

import pytest
from websockets.exceptions import ConnectionClosed

from support.live_client import LiveClient
from support.waiting import becomes, eventually


@pytest.fixture
def victim(server):
    """An honest session with two todos on its screen; at the end it must still work and nothing must have changed."""
    server.insert(["One", "Two"])
    before = server.everything()
    with LiveClient(server) as honest:
        honest.join()
        yield honest
        assert server.everything() == before
        assert honest.act(honest.view('aria-label="New todo"'), "s", "Still at work") is None
        eventually(lambda: "Still at work" in server.stored())


@pytest.fixture
def attacker(server, victim):
    with LiveClient(server) as client:
        yield client


# Who may speak at all


def test_a_page_of_another_origin_is_refused_with_403(attacker):
    for origin in ("http://evil.example", "null", f"http://localhost:{attacker.server.port}", "http://127.0.0.1:1"):
        assert LiveClient.status_of_handshake(attacker, origin=origin) == 403, origin


def test_a_handshake_elsewhere_is_not_a_live_link(server, attacker):
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/other", origin=server.address)
    assert refused.value.response.status_code in (200, 404)


@pytest.mark.parametrize("cookie", [None, "x" * 22, "short", "A" * 21 + "="])
def test_a_page_without_its_visitor_s_cookie_gets_no_session(attacker, cookie):
    attacker.dial(cookie=cookie).hello()
    assert attacker.closure() == 4404


@pytest.mark.parametrize("token", ["wrong", "x" * 22, ""])
def test_a_wrong_token_opens_nothing(attacker, token):
    attacker.dial()
    attacker.say(["h", attacker.session, token, 0])
    assert attacker.closure() == 4404


def test_a_foreign_session_can_not_be_taken_over(attacker, victim):
    # With one's own cookie and token, with the victim's token, and with a session that never was.
    for session, token in [(victim.session, attacker.token), (victim.session, victim.token), ("x" * 22, attacker.token)]:
        attacker.dial()
        attacker.say(["h", session, token, 0])
        assert attacker.closure() == 4404


def test_a_page_that_says_nothing_is_let_go(attacker):
    attacker.dial()
    assert attacker.closure(timeout=9) == 1008


@pytest.mark.parametrize("first", ['["i",1,1,"t"]', "[]", "hello", '["h"]', '["h",1,2,3]', "{}"])
def test_a_page_must_present_itself_first(attacker, first):
    attacker.dial().say(first)
    assert attacker.closure() == 1008


# What can't be understood

MALFORMED = {
    "not JSON": "hello",
    "half": '["i",1,',
    "an object": '{"i":1}',
    "a number": "42",
    "nothing": "",
    "an empty array": "[]",
    "an unknown message": '["z",1]',
    "an unknown kind": '["i",1,1,"z"]',
    "no kind": '["i",1,1]',
    "a text as number": '["i","1",1,"t"]',
    "a fraction as number": '["i",1.5,1,"t"]',
    "a huge number": '["i",99999999999999999999,1,"t"]',
    "half a row": '["i",1,[1,2],"t"]',
    "an object as target": '["i",1,{},"t"]',
    "an array as value": '["i",1,1,"c",["a"]]',
    "a number as value": '["i",1,1,"c",7]',
    "a path that isn't one": '["i",1,0,"v","http://evil.example",0]',
    "a path with a line break": '["i",1,0,"v","/\\n",0]',
    "a very long path": json.dumps(["i", 1, 0, "v", "/" + "x" * 4000, 0]),
    "a second hello": '["h","a","b",0]',
    "deep nesting": "[" * 2000 + "]" * 2000,
    "broken Unicode": '["i",1,1,"c","\\ud800"]',
}


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_can_not_be_understood_is_refused_with_a_reason_and_the_session_goes_on(attacker, message):
    attacker.join().say(message)
    number, word, reason = attacker.refusal()
    assert word == "malformed" and reason
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c", "one") is None


def test_who_goes_on_talking_nonsense_is_cut_off(attacker):
    attacker.join()
    with pytest.raises(ConnectionClosed):
        for _ in range(100):
            attacker.say("nonsense")
            attacker.refusal()


def test_bytes_instead_of_text_are_refused(attacker):
    attacker.join().say(b'["i",1,1,"t"]')
    assert attacker.closure() in (1002, 1003, 1007, 1008)


def test_an_oversized_message_ends_the_connection_and_the_session_can_come_back(attacker):
    attacker.join()
    box = attacker.view('aria-label="New todo"')
    try:
        attacker.say(json.dumps(["i", 1, box, "s", "x" * (1 << 20)]))
        assert attacker.closure() == 1009
    except ConnectionClosed as closed:
        assert closed.rcvd is None or closed.rcvd.code == 1009
    attacker.join()
    assert attacker.act(box, "c", "fine") is None


# Numbers


def test_a_repeated_intent_takes_effect_once(server, attacker):
    attacker.join()
    search = attacker.view('aria-label="Search todos"')
    assert attacker.act(search, "c", "one") is None
    for _ in range(3):
        attacker.say(["i", 1, search, "c", "two"])
        assert attacker.refusal()[:2] == [1, "repeated"]


def test_an_intent_out_of_order_is_refused_and_the_next_in_order_is_not(attacker):
    attacker.join()
    search = attacker.view('aria-label="Search todos"')
    for number in (2, 7, 1 << 40, 0, -1, -(1 << 62)):
        attacker.say(["i", number, search, "c", "one"])
        refused, word, _ = attacker.refusal()
        assert refused == number and word in ("order", "repeated")
    assert attacker.act(search, "c", "one") is None


def test_acknowledging_what_was_never_sent_does_no_harm(attacker):
    attacker.join()
    for sequence in (99, -1, 1 << 60, -(1 << 60)):
        attacker.say(["a", sequence])
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c", "one") is None


@pytest.mark.parametrize("sequence", [99, -1, 1 << 60, -(1 << 62)])
def test_a_page_that_claims_to_have_what_was_never_sent_gets_a_whole_picture(attacker, sequence):
    attacker.dial().hello(sequence=sequence)
    picture = attacker.hear(lambda message: message[0] == "f")
    assert 'aria-label="New todo"' in picture[2]
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c", "one") is None


# What isn't on the screen


@pytest.mark.parametrize("id", [0, -1, 4711, 1 << 60, -(1 << 62)])
def test_views_that_do_not_exist_can_not_be_used(attacker, id):
    attacker.join()
    for kind, *value in (["t"], ["c", "x"], ["c", True], ["s", "x"], ["s"]):
        assert attacker.act(id, kind, *value) == "absent"


def test_a_hidden_view_can_not_be_used(attacker):
    attacker.join()
    status = attacker.html.split('role="status"')[1]
    import re

    undo = int(re.search(r'<button id="v(\d+)"', status)[1])
    assert attacker.act(undo, "t") == "unreachable"


def test_views_that_are_no_controls_can_not_be_used(attacker):
    import re

    attacker.join()
    controls = re.compile(r'<(input|button|textarea|label)')
    for tag, id in re.findall(r'<(\w+) id="v(\d+)"', attacker.html):
        if not controls.match("<" + tag):
            assert attacker.act(int(id), "t") in ("forbidden", "unreachable"), tag


def test_controls_do_only_what_they_are_for(attacker):
    attacker.join()
    assert attacker.act(attacker.button("New…"), "c", "x") == "forbidden"
    assert attacker.act(attacker.button("New…"), "s", "x") == "forbidden"
    assert attacker.act(attacker.view('aria-label="New todo"'), "t") == "forbidden"


def test_rows_that_are_not_in_the_list_can_not_be_used(attacker):
    attacker.join()
    box, delete = attacker.part("input"), attacker.part("button", 1)
    for key in (0, -1, 99, 1 << 60):
        assert attacker.act([attacker.table, key, box], "c", True) == "absent"
        assert attacker.act([attacker.table, key, delete], "t") == "absent"
    for part in (-1, 99, 1 << 60):
        assert attacker.act([attacker.table, attacker.keys[0], part], "t") == "absent"
    for table in (0, 1, -5, 9999):
        assert attacker.act([table, attacker.keys[0], delete], "t") == "absent"


def test_a_row_that_the_search_has_taken_away_can_not_be_used(attacker):
    attacker.join()
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c", "two") is None
    removal = attacker.hear(lambda message: isinstance(message[0], int) and any(op[0] == 6 for op in message[1]))
    gone = next(op for op in removal[1] if op[0] == 6)[2]
    assert gone in attacker.keys
    assert attacker.act([attacker.table, gone, attacker.part("button", 1)], "t") == "absent"


def test_parts_of_rows_that_are_no_controls_can_not_be_used(attacker):
    attacker.join()
    key = attacker.keys[0]
    assert attacker.act([attacker.table, key, 0], "t") == "forbidden"
    assert attacker.act([attacker.table, key, attacker.part("span")], "t") == "forbidden"
    assert attacker.act([attacker.table, key, attacker.part("input")], "t") == "forbidden"


def test_values_of_the_wrong_kind_are_refused(attacker):
    attacker.join()
    box = attacker.part("input")
    assert attacker.act([attacker.table, attacker.keys[0], box], "c", "yes") == "value"
    assert attacker.act([attacker.table, attacker.keys[0], box], "c") == "value"
    assert attacker.act(attacker.view('aria-label="New todo"'), "s", True) == "value"
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c") == "value"
    radio = attacker.view('class="radio"')
    assert attacker.act(radio, "c", "x") == "value"
    assert attacker.act(radio, "c", False) == "value"


def test_nothing_under_an_alert_can_be_used(attacker):
    attacker.join()
    database = attacker.server.database
    away = database.with_name("away.sqlite")
    # Every honest way leads to an alert here: the todo can't be read.
    database.rename(away)
    try:
        attacker.number += 1
        attacker.say(["i", attacker.number, 0, "v", "/todos/1", 0])
        shown = attacker.hear(
            lambda message: isinstance(message[0], int) and any(op[0] == 2 and "alertdialog" in op[2] for op in message[1]))
    finally:
        away.rename(database)
    html = "".join(op[2] for message in [*attacker.heard, shown] if isinstance(message[0], int) for op in message[1] if op[0] == 2)
    import re

    save = int(re.search(r'<button id="v(\d+)"[^>]*>Save<', html)[1])
    title = int(re.search(r'<input id="v(\d+)"[^>]*aria-label="Title"', html)[1])
    assert attacker.act(save, "t") == "unreachable"
    assert attacker.act(title, "c", "x") == "unreachable"
    cancel = int(re.search(r'<button id="v(\d+)"[^>]*>Cancel<', html)[1])
    assert attacker.act(cancel, "t") == "unreachable"
    ok = int(re.search(r'<button id="v(\d+)"[^>]*>OK<', html)[1])
    assert attacker.act(ok, "t") is None
    # There is nothing to be edited, so what edits it is hidden.
    assert attacker.act(title, "c", "x") == "unreachable"
    assert attacker.act(save, "t") == "unreachable"
    assert attacker.act(cancel, "t") is None


def test_views_of_a_screen_that_was_left_can_not_be_used(attacker):
    attacker.join()
    box = attacker.view('aria-label="New todo"')
    attacker.number += 1
    attacker.say(["i", attacker.number, 0, "v", "/todos/new", 0])
    attacker.answer(attacker.number)
    assert attacker.act(box, "s", "owned") == "absent"


def test_a_path_that_leads_nowhere_shows_that_and_the_way_back_works(attacker):
    attacker.join()
    for path in ("/nothing", "/todos/abc", "//evil.example", "/ghostlight/live"):
        attacker.number += 1
        attacker.say(["i", attacker.number, 0, "v", path, 0])
        attacker.answer(attacker.number)
    attacker.number += 1
    attacker.say(["i", attacker.number, 0, "v", "/", 0])
    back = attacker.hear(lambda message: isinstance(message[0], int) and "New todo" in json.dumps(message, ensure_ascii=False))
    assert back


# Too much


@pytest.mark.alone
def test_a_flood_slows_down_only_who_sends_it(server, attacker, victim, browser):
    page = browser().open()
    attacker.join()
    search = attacker.view('aria-label="Search todos"')
    try:
        for i in range(4000):
            attacker.say(["i", i + 1, search, "c", f"word {i % 7}"])
            if i % 1000 == 500:
                begin = time.monotonic()
                assert victim.act(victim.view('aria-label="Search todos"'), "c", f"o{i}") is None
                assert time.monotonic() - begin < 2
    except ConnectionClosed:
        pass
    begin = time.monotonic()
    page.get("radio", "Completed").click()
    page.shows()
    assert time.monotonic() - begin < 3
    assert server.get("/health")[0].status == 200


def test_a_page_that_reads_nothing_is_bounded_and_disturbs_nobody(server, attacker, victim):
    import os

    attacker.join()
    search = attacker.view('aria-label="Search todos"')

    def memory():
        with open(f"/proc/{server.process.pid}/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = memory()
    try:
        for i in range(3000):
            attacker.say(["i", i + 1, search, "c", "one" if i % 2 else ""])
    except (ConnectionClosed, TimeoutError):
        pass
    assert victim.act(victim.view('aria-label="Search todos"'), "c", "one") is None
    assert memory() - before < 64 << 20


def test_a_burst_of_pages_from_one_address_is_slowed_down_and_the_open_ones_go_on(server, victim):
    import urllib.error

    statuses = []
    for _ in range(400):
        try:
            statuses.append(server.get()[0].status)
        except urllib.error.HTTPError as refused:
            statuses.append(refused.code)
            assert refused.headers["Retry-After"]
            break
    assert set(statuses) <= {200, 429, 503}
    assert server.get("/health")[0].status == 200


def test_requests_with_huge_heads_are_refused(server, victim):
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    try:
        connection.request("GET", "/", headers={"X-Much": "x" * 100_000})
        assert connection.getresponse().status in (400, 413, 414, 431)
    except (ConnectionError, http.client.HTTPException):
        pass
    assert server.get("/health")[0].status == 200


def test_two_connections_for_one_session_leave_the_later_one_at_work(attacker):
    attacker.join()
    first = attacker.socket
    attacker.join()
    becomes(lambda: closed(first), True)
    assert attacker.act(attacker.view('aria-label="Search todos"'), "c", "one") is None


def closed(socket):
    try:
        while True:
            socket.recv(timeout=0)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True
