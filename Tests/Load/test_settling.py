"""How long screens may take until they are right, in stages and in the soak."""

import asyncio
import collections
import time
import types

import pytest

from counts import Changes, Counts, percentiles
from load import Load
from soak import Soak
from stages import Stages


@pytest.mark.parametrize(("settled", "is_right"), [(0.2, True), (59, True), (61, False)])
def test_a_stage_whose_screens_are_right_much_later_is_wrong(settled, is_right):
    stages = Stages(None, types.SimpleNamespace(metrics=False, settled_within=60))
    stages.judge(types.SimpleNamespace(counts=Counts(), pages=[]), "all active", settled=settled)
    assert stages.is_right == is_right and len(stages.notes) == (not is_right)


class Broken:
    """A load on which nothing more can be done, where some things were wrong before."""

    def __init__(self, error, end=None):
        self.error, self.end, self.counts, self.pages = error, end, Counts(), [None] * 5
        self.counts.wrong, self.counts.lost = [f"Wrong: row {number} came twice" for number in range(1, 7)], 2

    async def begin(self):
        return self

    async def open(self, count):
        raise self.error

    async def own_end(self, error):
        return self.end

    def close(self):
        return True


WRONGS = [f"5 sessions, in the stage that ended early: WRONG: Wrong: row {number} came twice." for number in range(1, 6)]
LOST = "5 sessions, in the stage that ended early: WRONG: 2 connections were lost that nobody had cut."
SEEN = (
    "5 sessions, in the stage that ended early: 0 patches, 6 wrong, 2 connections lost that nobody cut, 0 sessions gone, 0 fresh pictures.")


@pytest.mark.parametrize(("error", "end", "notes"), [
    (asyncio.CancelledError(), None, [LOST, *WRONGS, SEEN]), (ValueError("no such row"), None, [LOST, *WRONGS, SEEN]),
    (OSError("it is gone"), "it ended with status 1", [*WRONGS, SEEN, "5 sessions, in the same: WRONG: it ended with status 1."])])
def test_what_was_wrong_before_a_stage_ended_early_is_told_first(error, end, notes, capsys):
    load = Broken(error, end)
    stages = Stages(lambda *options, tls: load, types.SimpleNamespace(
        metrics=False, settled_within=60, sessions=[5], executable="todostream", options=[], tls=False))
    try:
        assert asyncio.run(stages.run()) is False
    except asyncio.CancelledError:
        assert isinstance(error, asyncio.CancelledError)
    assert stages.notes == notes and not stages.is_right
    assert all(note in capsys.readouterr().out for note in notes[:1])


@pytest.mark.parametrize(("acts", "note"), [({"tick": 1_200, "add": 3}, "tick 1,200, add 3"), ({}, "nobody has done anything")])
def test_what_people_have_done_is_told_also_where_that_is_nothing(acts, note):
    stages = Stages(None, types.SimpleNamespace(metrics=False, seconds=0))

    async def stage(load, name, act, stop):
        await act
        stages.acts = collections.Counter(acts)

    stages.stage = stage
    load = types.SimpleNamespace(pages=[None] * 20, changes=types.SimpleNamespace(unclear=0))
    asyncio.run(stages.people(load, "one in ten active", [], 5))
    assert stages.notes == [f"20 sessions, one in ten active: {note}."]


@pytest.mark.parametrize(("settled", "is_right"), [(0.2, True), (61, False)])
def test_so_is_a_soak_that_tells_the_longest_time(settled, is_right, capsys):
    took = iter((0.1, settled, 0.3))

    async def settle(patience):
        return [], next(took)

    async def untrue():
        return []

    load = types.SimpleNamespace(
        counts=Counts(), changes=Changes(), pages=[], settle=settle, untrue=untrue, server=types.SimpleNamespace(memory=lambda: 100_000))
    soak = Soak(load, 60, 30, settled_within=60)
    for _ in range(3):
        asyncio.run(soak.check())
    assert soak.is_right == is_right and soak.longest == max(settled, 0.3)


def test_of_a_few_no_percentiles_are_told():
    assert percentiles([1.0] * 19) == "–" and percentiles([float(each) for each in range(99)]) == "49.0 / 94.0 / – / 98.0"
    assert percentiles([float(each) for each in range(100)]) == "49.0 / 94.0 / 98.0 / 99.0"


def test_how_long_it_took_counts_from_the_end_of_the_stage():
    async def behind():
        return []

    load = types.SimpleNamespace(counts=Counts(), behind=behind, looked_at=lambda look: behind())
    _, took = asyncio.run(Load.settled(load, 10, 900, since=time.monotonic() - 7))
    assert 7 <= took < 8
