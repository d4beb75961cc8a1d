#!/usr/bin/env python3
"""Hostile clients in a process of their own: what they have to do there is nothing that those who are measured wait for."""

import asyncio
import json
import subprocess
import sys
import time

import uvloop
from hostile import CROWD, Hostiles
from machine import allow_many_files, end_with_parent, processor_seconds
from web import Site


# What each kind has to tell of when it was at work, and the server there to answer.
SIGNS = {
    "half_requests": "begun", "nonsense": "closed", "silent_links": "closed", "malformed": "refused", "wrong_order": "refused",
    "slow_readers": "carried out", "flood_of_intents": "carried out", "flood_of_opens": "answered"}


class Crowd:
    """A crowd that attacks a site until it is stopped, in another process."""

    # Seconds within which they must have ended, and within which each has something to tell of.
    patience, warming = 30, 10

    def __init__(self, site, counts=CROWD, intents_per_second=500):
        self.counts, self.tallies = counts, {}
        self.words = json.dumps([site.port, site.is_secure, counts, intents_per_second])
        self.used, self.begun, self.lasted = 0, time.monotonic(), 0

    async def begin(self):
        """Returns when they are at work."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20,
            preexec_fn=end_with_parent)
        await self.process.stdout.readline()
        self.begun = time.monotonic()
        return self

    def seconds(self):
        """Seconds of processor that they have used."""
        try:
            return processor_seconds(self.process.pid)
        except OSError:
            # They have ended, which may not have been told yet.
            return self.used

    async def stop(self):
        """Returns when they have ended."""
        self.used, self.lasted = self.seconds(), time.monotonic() - self.begun
        try:
            said, _ = await asyncio.wait_for(self.process.communicate(b""), self.patience)
        except asyncio.TimeoutError:
            self.process.kill()
            await self.process.wait()
            raise RuntimeError(f"the hostile clients haven't ended within {self.patience:g} s") from None
        if self.process.returncode:
            raise RuntimeError(f"the hostile clients ended with status {self.process.returncode}")
        self.tallies = json.loads(said)

    def faults(self):
        """What says that they weren't at work as they should have been: then that nobody has noticed them says nothing."""
        for kind, tally in self.tallies.items():
            name = kind.replace("_", " ")
            for word in tally:
                if word.startswith("failed"):
                    yield f"{name} {word}, which is a fault of the generator's own"
            if self.lasted >= self.warming and not tally.get(SIGNS[kind]):
                yield f"nothing of {name} was ever {SIGNS[kind]}: they attacked nobody"

    def told(self):
        """A line for each kind: how many were at work, and what the server did to them."""
        for kind, tally in self.tallies.items():
            figures = ", ".join(f"{what} {number:,}" for what, number in tally.items())
            yield f"{self.counts[kind]} {kind.replace('_', ' ')}: {figures}"


async def attack(port, is_secure, counts, intents_per_second):
    """Until nothing more can be read: whoever began it says so, or has ended."""
    hostiles = Hostiles(Site(port, is_secure), counts, intents_per_second)
    print(flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await hostiles.stop()
    print(json.dumps(hostiles.tallies), flush=True)


if __name__ == "__main__":
    allow_many_files()
    uvloop.run(attack(*json.loads(sys.argv[1])))
