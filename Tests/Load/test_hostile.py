"""Those who attack end when they are told to."""

import asyncio
import types

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


def says_of_a_slow_reader(answered_from):
    """When it begins to read and when it stops, by the number of what it says then."""
    heard = []

    class Page:
        confirmed, number = 0, 0
        line = types.SimpleNamespace(transport=types.SimpleNamespace(
            pause_reading=lambda: heard.append(("stops", Page.number)), resume_reading=lambda: heard.append(("reads", Page.number))))

        def view(self, label):
            return 9

        def act(self, *parts):
            Page.confirmed = Page.number >= answered_from

    class Patient(Hostiles):
        async def talk(self, tally, page, rate, say):
            for Page.number in range(400):
                say(Page(), Page.number)

    asyncio.run(Patient(types.SimpleNamespace(port=1, is_secure=False), {}).slow_readers({}))
    return heard


def test_who_reads_slowly_has_an_answer_before_he_stops_reading():
    assert says_of_a_slow_reader(1) == [("stops", 30), ("reads", 150), ("stops", 180), ("reads", 300), ("stops", 330)]
    # A server that is slow to answer isn't taken for one that was never asked.
    assert says_of_a_slow_reader(40) == [("reads", 150), ("stops", 180), ("reads", 300), ("stops", 330)]
