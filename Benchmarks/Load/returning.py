"""How long sessions take to come back after their server was killed: one, by how much its user had done, or many at once.

Ticks todos on one page, kills the server, starts it again and connects, four times for each number of acts. With --together people act
on so many pages, every 50 seconds each, for half a minute; then all pages connect at once.

Usage: returning.py EXECUTABLE [--acts 100,1000,10000]
       returning.py EXECUTABLE --together 1000
"""

import argparse
import asyncio
import sys
import time

import options
import people
from counts import Changes, Counts, percentiles
from ending import carry_out
from journal import Journal
from load import Load
from machine import allow_many_files
from server import Server
from tab import Tab

TODOS = 100


async def act(tab, count):
    """Ticks todos, twenty at a time: the server takes them as fast as one session may act."""
    keys = list(tab.screen.rows)
    for number in range(count):
        tab.tick(keys[number % len(keys)])
        while len(tab.waiting) > 20:
            await asyncio.sleep(0.005)
        if number % 20 == 0:
            await asyncio.sleep(0.05)
    while tab.waiting:
        await asyncio.sleep(0.01)
    await asyncio.sleep(1)


async def come_back(tab, server):
    """Milliseconds from the first byte to the welcome of a session that has to be made of its recording."""
    # The tab is told not to come back by itself.
    tab.close()
    await asyncio.sleep(0.1)
    server.kill()
    await server.start()
    await asyncio.sleep(0.3)
    tab.is_closing, begin = False, time.perf_counter()
    await tab.connect()
    return (time.perf_counter() - begin) * 1000


async def at_rest(tab, server):
    """What the page shows otherwise than it should once all is confirmed, in words; None if nothing. Gives up after ten seconds."""
    end = time.monotonic() + 10
    while (difference := tab.differs(server.truth())) and time.monotonic() < end:
        tab.come_to_rest()
        await asyncio.sleep(0.2)
    return difference


async def measure(executable, acts):
    """Gives whether the session has come back each time to what it had."""
    server, counts = await Server(executable).start(), Counts()
    try:
        server.kill()
        server.fill(TODOS)
        await server.start()
        tab = await Tab(server.site, counts, Changes(), Journal(server.rows())).open()
        await act(tab, acts)
        took = sorted([await come_back(tab, server) for _ in range(4)])
        difference = await at_rest(tab, server)
        print(f"{acts:,} acts: back after {', '.join(f'{time:.1f}' for time in took)} ms; {counts}", flush=True)
        tab.close()
    finally:
        has_ended = server.stop()
    faults = [
        *counts.wrong, *([difference] if difference else []), *(f"refused: {reason}" for reason in counts.refused),
        *([] if has_ended else ["the server didn't end well"])]
    for fault in faults[:10]:
        print(f"WRONG: {fault}", flush=True)
    return not faults and not counts.anew and not counts.lost


async def measure_each(executable, numbers):
    """Gives whether all was right each time."""
    return all([await measure(executable, acts) for acts in numbers])


async def measure_together(executable, count):
    """Gives whether all have come back to what they had."""
    load = await Load(executable).begin()
    took = []

    async def come_back(page):
        await page.again()
        took.append((time.perf_counter() - begin) * 1000)

    try:
        await load.open(count)
        await people.act(load.pages, 30, 50)
        # That it has come is told within five seconds.
        await asyncio.sleep(6)
        load.catch_up()
        begin = time.perf_counter()
        load.kill_server()
        await load.server.start()
        listens, used = time.perf_counter() - begin, load.server.seconds()
        await asyncio.gather(*(come_back(page) for page in load.pages))
        used = load.server.seconds() - used
        print(
            f"{count:,} sessions at once: back {percentiles(took)} ms behind the kill (50 / 95 / 99 % / most), after {1000 * listens:.0f} "
            f"of which the server listened, "
            f"{1000 * used / count:.1f} ms of processor each; {load.counts.anew} anew, {len(load.counts.wrong)} wrong", flush=True)
    except (Exception, asyncio.CancelledError) as error:
        if not (end := await load.own_end(error)):
            raise
        print(end)
        load.counts.wrong.append(end)
    finally:
        has_ended = load.close()
    return has_ended and not load.counts.anew and not load.counts.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable", type=options.program, help="a release build of todostream")
    parser.add_argument(
        "--acts", default=[100, 1000, 10_000], type=options.numbers(options.count), help="how much is done before, such as 100,1000,10000")
    parser.add_argument("--together", type=options.at_least(20), metavar="SESSIONS", help="only this: so many at once, twenty at least")
    arguments = parser.parse_args()
    allow_many_files()
    together = arguments.together
    is_right = carry_out(measure_together(arguments.executable, together) if together else measure_each(arguments.executable, arguments.acts))
    sys.exit(not is_right)


if __name__ == "__main__":
    main()
