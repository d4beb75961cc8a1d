"""Those who attack in a process of their own are told when it is over, and say what they did."""

import asyncio
import subprocess
import types

import pytest

from crowd import SIGNS, Crowd
from hostile import CROWD, FEW, Hostiles
from machine import free_port
from others import Others
from stages import Stages


def run(counts):
    async def attack():
        # Nobody is there: whoever comes is cut off.
        crowd = await Crowd(types.SimpleNamespace(port=free_port(), is_secure=False), counts).begin()
        assert crowd.seconds() >= 0
        await asyncio.sleep(0.2)
        await asyncio.wait_for(crowd.stop(), 10)
        return crowd

    return asyncio.run(attack())


def test_what_they_did_is_told():
    crowd = run({"half_requests": 3})
    assert crowd.tallies == {"half_requests": {"begun": 3, "cut off": 3}}
    assert list(crowd.told()) == ["3 half requests: begun 3, cut off 3"]
    assert crowd.seconds() > 0


def test_that_they_could_not_attack_is_no_secret():
    with pytest.raises(RuntimeError, match="status 1"):
        run({"nobody": "many"})


def test_who_does_not_end_is_ended():
    async def wait():
        crowd = Crowd(types.SimpleNamespace(port=1, is_secure=False))
        crowd.patience = 0.1
        crowd.process = await asyncio.create_subprocess_exec("sleep", "60", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            await crowd.stop()
        finally:
            assert await asyncio.wait_for(crowd.process.wait(), 5)

    with pytest.raises(RuntimeError, match="haven't ended within 0.1 s"):
        asyncio.run(wait())


def test_who_has_just_ended_uses_nothing_any_more():
    crowd = Crowd(types.SimpleNamespace(port=1, is_secure=False))
    process = subprocess.Popen(["true"])
    process.wait()
    crowd.process, crowd.used = types.SimpleNamespace(pid=process.pid, returncode=None), 2.5
    assert crowd.seconds() == 2.5


def test_each_kind_has_to_tell_of_something():
    assert CROWD.keys() <= SIGNS.keys() and FEW.keys() <= SIGNS.keys() and all(hasattr(Hostiles, kind) for kind in SIGNS)


def faults(tally, lasted=15, kind="wrong_order"):
    crowd = Crowd(types.SimpleNamespace(port=1, is_secure=False))
    crowd.tallies, crowd.lasted = {kind: tally}, lasted
    return list(crowd.faults())


def test_who_has_attacked_nobody_is_told():
    assert faults({"begun": 20, "said": 90, "refused": 90}) == []
    assert faults({"begun": 20, "cut off": 20}) == ["nothing of wrong order was ever refused: they attacked nobody"]
    assert faults({"begun": 20, "cut off": 20}, lasted=3) == []
    # Whoever opens pages is refused once he has opened too many: a machine that is at work for others needs longer for so many.
    assert faults({"begun": 10, "answered": 900}, kind="flood_of_opens") == []
    assert faults({"begun": 10}, kind="flood_of_opens") == ["nothing of flood of opens was ever answered: they attacked nobody"]
    assert "fault of the generator's own" in faults({"begun": 20, "refused": 3, "failed with ValueError": 17})[0]


ALONE = [float(each) for each in range(1, 101)]


@pytest.mark.parametrize(("factor", "idle", "is_noticed"), [
    (1, 0.5, False), (2, 0.5, False), (20, 0.5, True),
    # What hostile clients have the server do is their effect, and no excuse.
    (20, 0.05, True), (20, 0, True)])
def test_hostile_clients_that_the_others_notice_are_told_also_where_they_take_the_machine(factor, idle, is_noticed):
    verdict = Others([factor * each for each in ALONE], idle).verdict(Others(ALONE, 0.9))
    assert verdict.is_noticed is is_noticed and verdict.words.startswith("WRONG") == is_noticed
    assert f"idle {idle:.2f} of a processor, 0.90 without them" in verdict.words


@pytest.mark.parametrize(("beside", "alone", "reason"), [
    (Others([9_000.0] * 100, 0.05), Others(ALONE, 0.05), "the machine is full without them"),
    (Others([2.0] * 100, 0.05), Others(ALONE, 0.05), "the machine is full without them"),
    # Ten thousand pages are told ten changes in one patch, and there is some idle time between.
    (Others([9_000.0] * 100, 0.09, told=0.02), Others(ALONE, 0.29, told=0.07), "the machine is full without them"),
    (Others([9_000.0] * 100, 0.05, elsewhere=0.9), Others(ALONE, 0.9), "other programs took 0.90 of a processor"),
    # A disk that halts for half a second holds up five changes of twenty.
    (Others([9.0] * 15 + [450.0] * 5, 1), Others([9.0] * 20, 1), "of 20 changes a single halt of the machine would be as many"),
    (Others([9_000.0] * 10, 1), Others(ALONE, 1), "10 changes that others have seen are too few"),
    (Others([], 1), Others([], 1), "0 changes that others have seen are too few")])
def test_what_can_t_be_judged_is_told_with_the_reason(beside, alone, reason):
    is_noticed, words = beside.verdict(alone)
    assert is_noticed is None and "not judged" in words and reason in words


@pytest.mark.parametrize(("beside", "alone", "is_noticed"), [
    # Other programs excuse nothing where they leave some of the processor, nor a machine that isn't full.
    (Others([9_000.0] * 100, 0.3, elsewhere=0.9), Others(ALONE, 0.9), True),
    (Others([9_000.0] * 100, 0.05, elsewhere=0.1), Others(ALONE, 0.9), True),
    (Others([9_000.0] * 100, 1.2, told=0.02), Others(ALONE, 1.2, told=0.07), True),
    (Others([9.0] * 100, 0.05, elsewhere=0.9), Others(ALONE, 0.9), False)])
def test_what_can_be_judged_is(beside, alone, is_noticed):
    assert beside.verdict(alone).is_noticed is is_noticed


def test_of_fewer_than_a_hundred_one_that_takes_long_is_nobody_s_notice():
    assert Others([1.0] * 50 + [9_000.0], 1).verdict(Others(ALONE, 1)).is_noticed is False
    assert Others([9_000.0] * 30, 1).verdict(Others(ALONE, 1)).is_noticed is True


@pytest.mark.parametrize(("factor", "idle_alone", "is_right", "words"), [
    (1, 0.9, True, "the others don't notice them"), (20, 0.9, False, "WRONG: the others notice hostile clients"),
    (20, 0.05, True, "not judged whether the others notice them")])
@pytest.mark.parametrize("kinds", [True, False], ids=["kinds", "stages"])
def test_each_stage_beside_hostile_clients_says_what_became_of_it(kinds, factor, idle_alone, is_right, words, monkeypatch):
    class Quiet:
        def __init__(self, site, counts): self.stop = None
        async def begin(self): return self
        def told(self): return []
        def faults(self): return []

    async def stage(load, name, act, beside=None, **how):
        if act:
            await act
        return Others([factor * each for each in ALONE], 0.05) if beside else Others(ALONE, idle_alone)

    monkeypatch.setattr("stages.Crowd", Quiet)
    stages = Stages(None, types.SimpleNamespace(metrics=False, seconds=0, rates=[2], pause=5))
    stages.stage, stages.changing = stage, lambda load, rate: None

    async def people(*what):
        pass

    stages.people = people
    load = types.SimpleNamespace(pages=[types.SimpleNamespace(is_watched=True)] * 20, server=types.SimpleNamespace(site=None))
    asyncio.run(stages.all_kinds(load) if kinds else stages.all_stages(load, "opened"))
    told = [note for note in stages.notes if words in note]
    assert len(told) == (len(CROWD) if kinds else 1) and stages.is_right == is_right
