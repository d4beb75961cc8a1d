"""What people do."""

import asyncio
import collections
import random
import time

import pytest

import people
from people import SHARES, TODOS, choose
from test_tab import MESSAGE, hear, tab  # noqa: F401


def test_shares_are_of_a_hundred_and_as_much_is_added_as_is_deleted():
    assert sum(SHARES.values()) == 100 and SHARES["add"] == SHARES["delete"]


def test_everything_is_done_about_as_often_as_is_said():
    done = collections.Counter(choose(TODOS) for _ in range(20_000))
    assert all(abs(done[kind] / 200 - share) < 3 for kind, share in SHARES.items())


def test_a_list_that_is_too_long_gets_shorter_and_one_that_is_too_short_longer():
    assert "add" not in {choose(2 * TODOS) for _ in range(1_000)}
    assert "delete" not in {choose(TODOS // 2) for _ in range(1_000)}


async def beside(doing, *told):
    """What a page is told while somebody does something there, bit by bit."""
    task = asyncio.ensure_future(doing)
    for messages in told:
        await asyncio.sleep(0)
        hear(*messages)
    return await asyncio.wait_for(task, 5)


def test_messages_behind_one_another_are_closed_in_turn(tab):
    hear(tab, [4, [[2, 1, MESSAGE.format(40, 41), 0]], 0])
    asyncio.run(beside(
        people.tidy(tab), (tab, [5, [[3, 40], [2, 1, MESSAGE.format(50, 51), 0]], 1]), (tab, [6, [], 1]), (tab, [7, [[3, 50]], 2])))
    assert not tab.screen.dialog and not tab.counts.wrong


@pytest.mark.parametrize(("is_settling", "acknowledged"), [(False, [True, True]), (True, [True, False])])
def test_while_screens_are_waited_for_only_who_is_owed_a_word_acknowledges(is_settling, acknowledged):
    class Page:
        def __init__(self, kept):
            self.kept, self.has_acknowledged = kept, False

        def acknowledge(self):
            self.has_acknowledged = True

    async def run():
        pages = [Page({1: "an act"}), Page({})]
        task = asyncio.ensure_future(people.keep_acknowledging(lambda: pages, lambda: is_settling, period=0.01))
        await asyncio.sleep(0.2)
        task.cancel()
        return [page.has_acknowledged for page in pages]

    assert asyncio.run(run()) == acknowledged


def test_when_people_act_does_not_depend_on_how_long_it_takes(monkeypatch):
    def dues(took):
        found = []

        async def do_something(page, due):
            found.append(due - begin)
            await asyncio.sleep(took)

        monkeypatch.setattr(people, "do_something", do_something)
        random.seed(1)
        begin = time.perf_counter()
        asyncio.run(people.act([None], 0.3, 0.02))
        return found

    slow, fast = dues(0.03), dues(0)
    assert len(fast) > 5 and slow == pytest.approx(fast, abs=0.02)


@pytest.mark.parametrize("pages", [[None, None], []])
def test_people_take_all_of_their_time_though_nobody_has_an_act_due(monkeypatch, pages):
    monkeypatch.setattr(random, "expovariate", lambda rate: 1 / rate)
    begin = time.perf_counter()
    asyncio.run(people.act(pages, 0.1, 5))
    assert 0.1 <= time.perf_counter() - begin < 1


def test_a_list_that_changes_does_so_at_due_times_however_late_the_generator_is(tab):
    due = []

    def tick(key):
        due.append(tab.due)
        time.sleep(0.02)

    tab.tick = tick
    asyncio.run(people.tick(tab, 0.1, 100))
    assert [round((each - due[0]) * 1000) for each in due] == [10 * each for each in range(10)]
