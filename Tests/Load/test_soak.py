"""What the soak judges by: how often something is there, and whether memory grows."""

import asyncio
import pathlib
import random
import time
import types

import pytest

import people
from additions import Additions
from counts import Counts
from journal import Journal
from load import Load
from machine import free_port
from soak import Soak
from story import Row
from trend import Trend


class Page:
    """Adds."""

    can_add = True

    def __init__(self):
        self.journal = Journal()

    def add(self, title):
        self.title, self.deed = title, self.journal.added(self, title)
        return self.deed


def test_what_is_added_and_acknowledged_is_counted():
    additions, page = Additions(), Page()
    additions.make(page)
    additions.make(page)
    page.deed.answered(True)
    assert str(additions) == "2 added right before a connection or the server died, 1 acknowledged"


def test_nothing_is_added_on_a_page_that_is_elsewhere():
    additions, page = Additions(), Page()
    page.can_add = False
    additions.make(page)
    assert not additions.deeds and not hasattr(page, "title")


def lasting(*counts):
    """What lasts of what is untrue while the database has a title so often, each time that it is asked."""
    page, left = Page(), list(counts)
    page.add("Milk")
    page.deed.answered(True)
    rows = lambda: [Row(1, "Milk", False, False)] * (left.pop(0) if left[1:] else left[0])
    load = types.SimpleNamespace(server=types.SimpleNamespace(rows=rows), journal=page.journal, counts=Counts())
    return asyncio.run(Load.untrue(load, patience=1))


def test_what_is_taken_may_be_there_a_little_later():
    assert not lasting(0, 0, 1)
    assert lasting(0)
    assert lasting(0, 2)


def test_what_gets_less_is_waited_for():
    journal = Journal()
    for number in range(12):
        journal.added("Ann", f"Milk {number}").answered(True)
    asked = iter(range(100))
    rows = lambda: [Row(number, f"Milk {number}", False, False) for number in range(min(12, next(asked)))]
    load = types.SimpleNamespace(server=types.SimpleNamespace(rows=rows), journal=journal, counts=Counts())
    assert not asyncio.run(Load.untrue(load, patience=1))


@pytest.mark.parametrize("is_renamed", [False, True])
def test_deletions_that_the_next_process_refuses_of_what_stays_are_not_explained(is_renamed):
    milk = Row(1, "Milk", False, False)
    journal, counts = Journal([milk]), Counts()
    journal.deleted("Ann", "Milk").answered(None)
    if is_renamed:
        journal.renamed("Bo", "Milk", "Oats").answered(True)
        milk = milk._replace(title="Oats")
    load = types.SimpleNamespace(server=types.SimpleNamespace(rows=lambda: [milk]), journal=journal, counts=counts)
    assert not asyncio.run(Load.untrue(load, patience=1)) and counts.unexplained == (not is_renamed)


def test_what_fails_beside_the_rest_is_kept_and_its_page_is_free_again():
    async def fail():
        raise ConnectionError("the server doesn't come back")

    async def run():
        soak, page = Soak(None, 10, 5, 60), object()
        task = soak.occupy(page, fail())
        assert page in soak.acting
        await task
        return soak

    soak = asyncio.run(run())
    assert isinstance(soak.failures[0], ConnectionError) and not soak.acting


def test_what_fails_last_is_told_too():
    async def fail():
        raise ConnectionError("the server doesn't come back")

    async def run():
        soak = Soak(types.SimpleNamespace(pages=[], counts=Counts()), 10, 5, 60)
        soak.occupy(object(), fail())
        await soak.check()

    with pytest.raises(ConnectionError):
        asyncio.run(run())


class Frozen:
    """Pages of a server that answers nobody."""

    def __init__(self, count):
        self.pages = [Away(self) for _ in range(count)]
        self.server = types.SimpleNamespace(memory=lambda: 100_000)
        self.opened = self.cuts = 0

    async def wait(self):
        await asyncio.sleep(60)

    async def open(self, count):
        self.opened += count
        await self.wait()


class Away:
    """One of them."""

    is_welcome = True

    def __init__(self, load):
        self.load, self.again = load, load.wait

    def cut(self):
        self.load.cuts += 1

    def close(self):
        pass


def test_a_server_that_answers_nobody_has_everything_that_is_due_begun_all_the_same(monkeypatch):
    acts = []
    monkeypatch.setattr(Soak, "interrupt", lambda self, page: page.again())
    monkeypatch.setattr(Soak, "begin_act", lambda self, page, second: acts.append(second))
    monkeypatch.setattr(people, "shorten", lambda page: None)
    monkeypatch.setattr(Additions, "make", lambda self, page: None)

    async def run():
        soak = Soak(load := Frozen(1000), 1000, 5, 60)
        for second in range(5):
            soak.live(second)
            await asyncio.sleep(0)
        found = soak.lived, load.opened, load.cuts, len(acts), len(soak.acting)
        for task in soak.tasks:
            task.cancel()
        await asyncio.gather(*soak.tasks, return_exceptions=True)
        return found

    assert asyncio.run(run()) == (5, 50, 25, 50, 50)


def test_what_nobody_had_a_connection_for_is_made_up_for(monkeypatch):
    monkeypatch.setattr(Soak, "interrupt", lambda self, page: page.again())
    monkeypatch.setattr(Soak, "begin_act", lambda self, page, second: None)
    monkeypatch.setattr(people, "shorten", lambda page: None)
    monkeypatch.setattr(Additions, "make", lambda self, page: None)

    async def run():
        soak = Soak(load := Frozen(1000), 1000, 5, 60)
        found = []
        for second, is_welcome in enumerate((False, False, False, True, True)):
            for page in load.pages:
                page.is_welcome = is_welcome
            soak.live(second)
            await asyncio.sleep(0)
            found.append((load.opened, load.cuts))
        for task in soak.tasks:
            task.cancel()
        await asyncio.gather(*soak.tasks, return_exceptions=True)
        return found

    assert asyncio.run(run()) == [(0, 0)] * 3 + [(40, 20), (50, 25)]


def test_what_was_due_while_something_else_was_waited_for_is_made_up_for(monkeypatch):
    begun = []
    monkeypatch.setattr(Soak, "live", lambda self, second: begun.append(time.monotonic()))

    async def kill(self):
        self.kills.pop(0)
        await asyncio.sleep(2.5)

    async def check(self):
        await asyncio.sleep(0.5)

    monkeypatch.setattr(Soak, "kill", kill)
    monkeypatch.setattr(Soak, "check", check)

    async def run():
        soak = Soak(None, 10, 5, 60)
        soak.kills, soak.rest_every = [time.monotonic()], 2
        await soak.go_on()

    asyncio.run(run())
    # Two rests within the five seconds take one of them, and the server's absence takes none.
    assert len(begun) == 4 and begun[1] - begun[0] >= 2.5 and begun[3] - begun[1] < 2.4


def test_who_comes_tries_again_and_each_attempt_is_counted():
    tries = []

    async def open(count):
        tries.append(count)
        if len(tries) < 3:
            raise ConnectionError("status 503")

    async def run():
        soak = Soak(types.SimpleNamespace(counts=Counts(), open=open), 10, 5, 60)
        soak.coming = 1
        await soak.come()
        return soak

    soak = asyncio.run(run())
    assert soak.load.counts.failed == {"ConnectionError: status 503": 2} and soak.fails_too_often
    assert (soak.came, soak.coming, len(tries)) == (1, 0, 3)


def samples(seconds, kilobytes_an_hour, noise=300):
    chance = random.Random(1)
    return [(second, 100_000 + kilobytes_an_hour * second / 3600 + chance.uniform(-noise, noise)) for second in range(seconds)]


@pytest.mark.parametrize("growth", [0, 2_000, -5_000])
def test_memory_that_stays_is_flat(growth):
    trend = Trend(samples(3600, growth))
    assert not trend.grows and trend.is_flat and ": flat" in str(trend)


def test_what_chance_may_have_hidden_is_at_the_edge():
    trend = Trend(samples(3600, 10_000, noise=20_000))
    assert trend.slope - 2 * trend.error < trend.most < trend.slope + 2 * trend.error
    assert not trend.grows and not trend.is_flat and "at the edge" in str(trend)


def test_the_smallest_leak_that_would_have_been_told_is():
    healthy = samples(3600, 2_000)
    trend = Trend(healthy)
    for share, is_told in ((0.9, False), (1.1, True)):
        leaking = [(second, kilobytes + share * trend.more * second / 3600) for second, kilobytes in healthy]
        assert Trend(leaking).grows == is_told
    assert f"; {trend.more / 60:,.0f} KB a minute more would have been told" in str(trend)


def test_five_minutes_of_a_thousand_sessions_tell_five_megabytes_a_minute():
    # What a process that was begun when a fifth was over has grown by in such a soak without a leak: 405 MB an hour, while sessions get warm.
    healthy = samples(240, 405_000, noise=12_000)
    assert not Trend(healthy, 1000).grows and Trend(healthy, 1000).more < 5_000 * 60
    assert Trend([(second, kilobytes + 5_000 * second / 60) for second, kilobytes in healthy], 1000).grows


@pytest.mark.parametrize("growth", [15_000, 40_000, 400_000])
def test_memory_that_grows_is_told(growth):
    trend = Trend(samples(3600, growth))
    assert trend.grows and "IT GROWS" in str(trend)
    assert trend.slope == pytest.approx(growth, rel=0.1)


def test_a_process_that_gets_warm_at_first_is_flat():
    warming = [(second, 50_000 + 40_000 * min(1, second / 900)) for second in range(3600)]
    assert not Trend(warming).grows


def test_a_few_minutes_allow_for_more():
    assert not Trend(samples(180, 60_000)).grows
    assert Trend(samples(180, 400_000)).grows


def test_a_thousand_sessions_are_still_growing_in_the_first_minutes_and_not_after_an_hour():
    assert not Trend(samples(150, 480_000), 1000).grows
    assert Trend(samples(150, 480_000), 60).grows
    assert Trend(samples(150, 1_500_000), 1000).grows
    assert Trend(samples(3600, 15_000), 1000).grows


def test_of_a_minute_nothing_is_said():
    trend = Trend(samples(40, 400_000))
    assert not trend.grows and "not judged" in str(trend) and "too few" in str(trend)


def test_its_port_is_none_that_the_system_gives_away():
    # Whoever asks for any while a killed server is away would be given it.
    first = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    assert all(free_port() < first for _ in range(50))


def wandering(kilobytes_an_hour, likeness, seed, seconds=2700, noise=6_000):
    """Memory that is like what it was ten seconds before."""
    chance, share = random.Random(seed), likeness ** 0.1
    left, found = chance.gauss(0, noise), []
    for second in range(seconds):
        left = share * left + (1 - share ** 2) ** 0.5 * chance.gauss(0, noise)
        found.append((second, 180_000 + kilobytes_an_hour * second / 3600 + left))
    return found


@pytest.mark.parametrize("likeness", [0.0, 0.8, 0.95])
def test_memory_that_wanders_is_seldom_told_to_grow_or_to_be_flat_where_it_does_what_is_just_allowed(likeness):
    trends = [Trend(wandering(10_000, likeness, seed), 1000) for seed in range(60)]
    # Of 2.5 % of chance on either side, more than six of sixty would be very rare.
    assert sum(trend.grows for trend in trends) <= 6 and sum(trend.is_flat for trend in trends) <= 6


def test_memory_that_does_not_wander_and_grows_by_more_is_told_as_ever():
    assert all(Trend(wandering(20_000, 0.0, seed), 1000).grows for seed in range(20))
