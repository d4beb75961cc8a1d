"""How long a session takes to come back after its server was killed, by how much its user had done.

Ticks todos on one page, kills the server, starts it again and connects, four times for each number of acts.

Usage: returning.py EXECUTABLE [--acts 100,1000,10000]
"""

import argparse
import asyncio
import time

from counts import Changes, Counts
from journal import Journal
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable", help="a release build of todostream")
    parser.add_argument(
        "--acts", default=[100, 1000, 10_000], type=lambda text: [int(part) for part in text.split(",")],
        help="how much is done before, such as 100,1000,10000")
    arguments = parser.parse_args()
    for acts in arguments.acts:
        asyncio.run(measure(arguments.executable, acts))


if __name__ == "__main__":
    main()
