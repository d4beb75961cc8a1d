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

import people
import uvloop
from counts import Changes, Counts, percentiles
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


async def measure(executable, acts):
    server = await Server(executable).start()
    try:
        server.kill()
        server.fill(TODOS)
        await server.start()
        tab = await Tab(server.site, Counts(), Changes(), Journal(server.rows())).open()
        await act(tab, acts)
        took = sorted([await come_back(tab, server) for _ in range(4)])
        print(f"{acts:,} acts: back after {', '.join(f'{time:.1f}' for time in took)} ms", flush=True)
        tab.close()
    finally:
        server.stop()


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
    parser.add_argument("executable", help="a release build of todostream")
    parser.add_argument(
        "--acts", default=[100, 1000, 10_000], type=lambda text: [int(part) for part in text.split(",")],
        help="how much is done before, such as 100,1000,10000")
    parser.add_argument("--together", type=int, metavar="SESSIONS", help="only this: so many at once, twenty at least")
    arguments = parser.parse_args()
    if arguments.together:
        allow_many_files()
        sys.exit(not uvloop.run(measure_together(arguments.executable, arguments.together)))
    for acts in arguments.acts:
        asyncio.run(measure(arguments.executable, acts))


if __name__ == "__main__":
    main()
