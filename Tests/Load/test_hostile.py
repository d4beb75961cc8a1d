"""Those who attack end when they are told to."""

import asyncio

from hostile import Hostiles, Stranger


class Deaf(Hostiles):
    """One who doesn't hear the first that it is told."""

    async def half_requests(self, tally):
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                tally["told"] += 1
                if tally["told"] > 1:
                    raise


def test_who_misses_that_it_is_over_is_told_again():
    async def run():
        crowd = Deaf(None, {"half_requests": 2})
        await asyncio.sleep(0)
        await asyncio.wait_for(crowd.stop(), 10)
        return crowd.tallies["half_requests"]["told"], [task.done() for task in crowd.tasks]

    told, done = asyncio.run(run())
    assert told >= 3 and all(done)


def test_who_is_hostile_reads_what_he_is_shown():
    class Site:
        async def get(self, *which, **how):
            return '<title>Todostream</title><body data-s="s" data-t="t" data-q="2"><input id="v9" aria-label="New todo">', None

    stranger = asyncio.run(Stranger(Site()).load())
    assert stranger.view("New todo") == 9
