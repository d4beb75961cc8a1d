"""A page's numbers: what is answered, refused, repeated after the connection was lost, and what is wrong."""

import asyncio
import json
import time

import pytest

from counts import Counts
from page import Page


class Line:
    """Keeps what is said."""

    def __init__(self):
        self.said = []

    def say(self, payload):
        self.said.append(json.loads(payload))


class QuietPage(Page):
    """Shows nothing."""

    def read(self, *what):
        pass

    def take_operations(self, operations, last, size):
        self.hear_told(last)

    def answered(self, act):
        pass

    refused = answered


@pytest.fixture
def page():
    page = QuietPage(None, Counts())
    page.line, page.ready, page.is_welcome = Line(), Ready(), True
    page.sequence, page.acknowledged, page.intent, page.confirmed = 3, 3, 0, 0
    return page


class Ready:
    """Somebody who isn't waiting for the connection."""

    def done(self):
        return True


def hear(page, *messages):
    for message in messages:
        page.heard(json.dumps(message, separators=(",", ":")).encode())


def test_intents_are_numbered_and_forgotten_when_they_are_answered(page):
    fates = []
    page.act("add", 9, "s", "Milk", then=fates.append)
    page.act("add", 9, "s", "Bread", then=fates.append)
    assert page.line.said == [["i", 1, 9, "s", "Milk"], ["i", 2, 9, "s", "Bread"]]
    hear(page, ["k", 1])
    assert list(page.waiting) == [2]
    assert fates == [True]
    # A patch shows what has been carried out. That it is durable is said later.
    hear(page, [4, [[9, 1]], 2])
    assert not page.waiting and fates == [True]
    hear(page, ["k", 2])
    assert not page.kept and fates == [True, True] and not page.counts.wrong


def test_what_a_server_has_carried_out_and_lost_is_said_again(page):
    page.act("add", 9, "s", "Milk")
    page.act("add", 9, "s", "Bread")
    hear(page, ["k", 1], [4, [], 2])
    page.line.said.clear()
    page.merge()
    hear(page, ["w", 1, 524160, "9f3a-51c0e2d7", 0])
    assert page.line.said == [["i", 2, 9, "s", "Bread"]]


def test_what_is_shown_may_have_another_number_after_the_welcome(page):
    page.session, page.token = "s", "t"
    hear(page, ["w", 0, 524160, "9f3a-51c0e2d7", 0, 100003])
    hear(page, [100004, [], 0])
    page.opened()
    assert page.line.said == [["h", "s", "t", 100004]] and not page.counts.wrong


def test_what_is_not_answered_is_said_again_after_the_welcome(page):
    page.act("add", 9, "s", "Milk")
    page.is_welcome = False
    page.act("add", 9, "s", "Bread")
    page.line.said.clear()
    hear(page, ["w", 1, 524160, "9f3a-51c0e2d7"])
    assert page.line.said == [["i", 2, 9, "s", "Bread"]] and page.is_welcome
    # What is carried out is said behind what the page has missed.
    assert list(page.waiting) == [1, 2]
    hear(page, ["k", 1])
    assert list(page.waiting) == [2]


def test_what_has_arrived_is_said_again_on_each_connection(page):
    for _ in range(2):
        hear(page, ["w", 0, 524160, "9f3a-51c0e2d7"])
        page.acknowledge()
        page.acknowledge()
    assert page.line.said == [["a", 3], ["a", 3]]


def test_what_has_arrived_is_said_by_volume(page):
    hear(page, *([number, [], 0] for number in range(4, 36)))
    assert page.line.said == [["a", 19], ["a", 35]]
    hear(page, [36, ["x" * 66_000], 0])
    assert page.line.said[2:] == [["a", 36]]


def test_a_patch_that_is_missing_or_comes_twice_is_wrong(page):
    hear(page, [4, [], 0], [4, [], 0], [6, [], 0])
    assert page.counts.wrong == ["Wrong: patch 4 came after 4", "Wrong: patch 6 came after 4"]


def test_two_people_at_one_row_are_nobody_s_fault(page):
    fates = []
    page.act("tick", [17, 3, 1], "c", True, then=fates.append)
    hear(page, ["r", 1, "absent", "there is no such row"])
    assert fates == [False] and page.counts.refused == {"absent": 1} and not page.counts.wrong


def test_a_refusal_is_said_again_to_who_comes_back(page):
    page.act("tick", [17, 3, 1], "c", True)
    page.act("add", 9, "s", "Milk")
    refusal = ["r", 1, "absent", "there is no such row"]
    hear(page, refusal, ["k", 2], refusal)
    assert not page.counts.wrong


def test_a_repeated_intent_has_been_carried_out(page):
    fates = []
    page.act("add", 9, "s", "Milk", then=fates.append)
    hear(page, ["r", 1, "repeated", "intent 1 has been carried out already"])
    assert fates == [True] and not page.counts.wrong


@pytest.mark.parametrize("word", ["malformed", "order", "forbidden", "value"])
def test_what_the_generator_must_not_say_is_wrong(page, word):
    page.act("tick", [17, 3, 1], "c", True)
    hear(page, ["r", 1, word, "why"])
    assert len(page.counts.wrong) == 1


def test_a_number_that_was_never_said_confirms_nothing(page):
    page.act("add", 9, "s", "Milk")
    hear(page, ["r", 1 << 40, "order", "expected intent 1"])
    assert list(page.waiting) == [1] and page.confirmed == 0


def test_a_session_that_is_gone_is_counted(page):
    async def come_back():
        connections = iter([LookupError("the session is gone"), None])

        async def connect():
            if error := next(connections):
                raise error

        async def load():
            return page

        page.connect, page.load = connect, load
        await page.again()

    asyncio.run(come_back())
    assert page.counts.anew == 1


@pytest.mark.parametrize(("messages", "words"), [
    ([["w", 3, 524160, "9f3a-51c0e2d7", 0]], "welcome with intent 3"),
    ([["k", 2], ["w", 1, 524160, "9f3a-51c0e2d7", 0]], "2 was durable"),
    ([["k", 2], ["k", 1]], "durable after 2"),
    ([["k", 3]], "2 was the last that was said"),
    ([[4, [], 3]], "2 was the last that was said"),
    ([[4, [], 2], [5, [], 1]], "after 2"),
    ([[4, [], 2], ["r", 2, "absent", "there is no such row"]], "was carried out, and is refused"),
    ([["k", 1], ["r", 1, "absent", "there is no such row"]], "was carried out, and is refused"),
    ([["r", 3, "absent", "there is no such row"]], "is refused, and 2 was the last that was said"),
], ids=repr)
def test_what_is_said_of_intents_never_goes_back_nor_beyond_what_was_said(page, messages, words):
    page.act("add", 9, "s", "Milk")
    page.act("add", 9, "s", "Bread")
    hear(page, *messages)
    assert len(page.counts.wrong) == 1 and words in page.counts.wrong[0]


def test_what_was_made_without_a_connection_was_not_said(page):
    page.is_welcome = False
    page.act("add", 9, "s", "Milk")
    hear(page, ["w", 1, 524160, "9f3a-51c0e2d7"])
    assert "welcome with intent 1; 0 was durable, and 0 the last that was said" in page.counts.wrong[0]


def test_what_is_told_begins_anew_on_another_connection(page):
    page.act("add", 9, "s", "Milk")
    page.act("add", 9, "s", "Bread")
    # Carried out, and lost with the server; then a patch that was kept since before.
    hear(page, ["k", 1], [4, [], 2], ["w", 1, 524160, "9f3a-51c0e2d7", 0], [5, [], 0], ["k", 1])
    assert not page.counts.wrong


WELCOME = ["w", 1, 524160, "9f3a-51c0e2d7", 0, 4, 7001]


@pytest.mark.parametrize(("process", "is_right"), [(7001, False), (7002, True)], ids=["the same process", "another"])
def test_what_a_process_has_shown_as_carried_out_it_does_not_refuse(page, process, is_right):
    page.act("add", 9, "s", "Milk")
    page.act("add", 9, "s", "Bread")
    hear(page, WELCOME[:1] + [0] + WELCOME[2:5] + [3, 7001], [4, [], 1])
    page.merge()
    hear(page, WELCOME[:-1] + [process], ["r", 1, "absent", "there is no such row"])
    assert (not page.counts.wrong) == is_right


@pytest.mark.parametrize(("process", "fate"), [(7001, False), (7002, None)], ids=["the same process", "another"])
def test_what_another_process_refuses_the_one_before_may_have_done(page, process, fate):
    fates, later = [], []
    hear(page, WELCOME[:1] + [0] + WELCOME[2:5] + [3, 7001])
    page.act("delete", [17, 3, 7], "t", then=fates.append)
    page.merge()
    hear(page, WELCOME[:1] + [0] + WELCOME[2:5] + [3, process])
    page.act("delete", [17, 4, 7], "t", then=later.append)
    hear(page, ["r", 1, "absent", "there is no such row"], ["r", 2, "absent", "there is no such row"])
    assert fates == [fate] and later == [False] and not page.counts.wrong


@pytest.mark.parametrize(("process", "is_right"), [(7001, False), (7002, True)], ids=["the same process", "another"])
def test_what_a_process_has_shown_as_carried_out_it_has_taken(page, process, is_right):
    page.act("add", 9, "s", "Milk")
    page.act("add", 9, "s", "Bread")
    hear(page, WELCOME[:1] + [0] + WELCOME[2:5] + [3, 7001], [4, [], 2])
    page.merge()
    hear(page, WELCOME[:-1] + [process])
    assert (not page.counts.wrong) == is_right


def test_who_has_lost_track_asks_for_a_picture(page):
    page.session, page.token = "s", "t"
    page.forget()
    page.opened()
    assert page.line.said == [["h", "s", "t", -1]]


class Refusing(QuietPage):
    """Its server closes the first connections, and hangs up on one."""

    codes = [1013, 1013, None]

    async def connect(self):
        self.code = None
        if self.codes:
            code, self.codes = self.codes[0], self.codes[1:]
            if code:
                self.closed(code)
            raise ConnectionError("the connection was lost")
        hear(self, ["w", 0, 524160, "9f3a-51c0e2d7", 0])


def returning(is_kill):
    page = Refusing(None, Counts())
    page.ready, page.away, page.counts.is_behind_kill = Ready(), (time.perf_counter() - 1, is_kill), is_kill
    asyncio.run(page.again())
    return page


def test_attempts_that_failed_are_counted_by_their_reasons_and_the_time_until_it_is_live():
    counts = returning(False).counts
    assert counts.failed == {"closed with 1013": 2, "ConnectionError": 1} and not counts.failed_behind_kill
    assert 1000 < counts.returned[0] < 5000 and not counts.revived


def test_behind_a_kill_they_are_counted_apart():
    counts = returning(True).counts
    assert counts.failed_behind_kill.total() == 3 and not counts.failed
    assert len(counts.revived) == 1 and not counts.returned
