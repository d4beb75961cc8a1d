"""Percentiles out of a histogram."""

import asyncio
import types

from meter import SERIES, Meter, since, told


def test_others_go_on_while_it_is_read():
    async def read():
        meter, answer = Meter(types.SimpleNamespace(port=1, is_secure=False)), asyncio.Event()
        loop = asyncio.get_running_loop()

        def fetch():
            loop.call_soon_threadsafe(answer.set)
            return asyncio.run_coroutine_threadsafe(answer.wait(), loop).result(5) and ""

        meter.fetch = fetch
        await meter.begin()
        return await meter.percentiles()

    assert set(asyncio.run(read())) == {"–"}


def test_where_one_of_two_answers_is_missing_nothing_is_told():
    async def read():
        meter = Meter(types.SimpleNamespace(port=1, is_secure=False))
        await meter.begin()
        # What was counted since the process began isn't what was counted since then.
        meter.fetch = lambda: "\n".join(f'{series}le="0.5"}} 30' for series in SERIES.values())
        return await meter.percentiles()

    assert set(asyncio.run(read())) == {"–"}


def test_percentiles_lie_between_bounds_as_if_spread_evenly():
    assert told([(0.001, 0), (0.002, 100), (0.005, 100)]) == "1.50 / 1.95 / 1.99 of 100"


def test_what_was_counted_before_is_not_counted():
    assert since([(0.001, 5), (0.002, 7)], [(0.001, 5), (0.002, 37)]) == [(0.001, 0), (0.002, 30)]


def test_of_a_few_nothing_is_said():
    assert told([(0.001, 3)]) == "–"


def test_only_what_is_above_the_last_bound_is_unknown():
    assert told([(1.0, 0), (5.0, 100), (float("inf"), 100)]) == "3000.00 / 4800.00 / 4960.00 of 100"
    assert told([(5.0, 0), (float("inf"), 100)]) == "8000.00 / 10700.00 / 10940.00 of 100"
