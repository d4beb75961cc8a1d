"""Those who attack in a process of their own are told when it is over, and say what they did."""

import asyncio
import subprocess
import types

import pytest

from crowd import Crowd
from machine import free_port


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
