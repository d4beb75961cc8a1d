"""Those who attack in a process of their own are told when it is over, and say what they did."""

import asyncio
import subprocess
import types

import pytest

from crowd import SIGNS, Crowd
from hostile import CROWD, FEW, Hostiles
from machine import free_port
from stages import Others


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


@pytest.mark.parametrize(("factor", "idle", "is_noticed"), [(1, 0.5, False), (2, 0.5, False), (20, 0.5, True), (20, 0.05, False)])
def test_hostile_clients_that_the_others_notice_are_told_where_the_machine_has_room(factor, idle, is_noticed):
    alone = [float(each) for each in range(1, 101)]
    assert Others([factor * each for each in alone], idle).notice(Others(alone, 0.9)) == is_noticed


def test_of_a_few_nothing_is_said():
    assert not Others([9_000.0] * 10, 1).notice(Others([1.0] * 100, 1)) and f"{Others([1.0] * 10, 1)}" == "–"
