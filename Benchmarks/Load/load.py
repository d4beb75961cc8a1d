#!/usr/bin/env python3
"""Load on a running Todostream, over real sockets: pages by HTTP/1.1, live links by WebSocket.

Every patch is checked as it comes (its number, that the rows it speaks of are there, that none comes twice), and at the end of each
stage every page must show exactly what the database holds.

    load.py EXECUTABLE [--sessions 100,1000,10000] [--seconds 15]     tables of latency, bytes, memory and processor
    load.py EXECUTABLE --soak SECONDS [--sessions 1000]               people who come and go, connections and servers that die
"""

import argparse
import asyncio
import os
import random
import sys
import time

import hostile
from page import Changes, Counts, Page
from server import Server, allow_many_files

TODOS = 100


class Load:
    """A server, and all pages that are open."""

    def __init__(self, executable):
        self.server = Server(executable).start()
        self.server.fill(TODOS)
        self.counts, self.changes, self.pages = Counts(), Changes(), []

    def page(self, counts=None):
        return Page(self.server.port, counts or self.counts, self.changes)

    async def open(self, count):
        """Opens pages, some at a time."""
        gate = asyncio.Semaphore(32)

        async def one():
            async with gate:
                return await self.page().open()

        self.pages += await asyncio.gather(*(one() for _ in range(count)))

    async def settle(self, within=30):
        """Waits until every page shows what the database holds; gives those that don't."""
        deadline = time.monotonic() + within
        while True:
            truth = self.server.truth()
            behind = [page for page in self.pages if page.screen.rows() != truth]
            if not behind or time.monotonic() > deadline:
                return behind
            await asyncio.sleep(0.2)

    def close(self):
        for page in self.pages:
            page.close()
        self.pages = []


async def people(pages, seconds, pause):
    """Act as people do: mostly look for something, sometimes tick a todo. `pause` is the mean time between acts of one."""

    async def one(page):
        end = time.monotonic() + seconds
        while (rest := random.expovariate(1 / pause)) < end - time.monotonic():
            await asyncio.sleep(rest)
            if random.random() < 0.25 and page.screen.order:
                page.tick(random.choice(page.screen.order))
            else:
                # Looked for, found to be everything, and so without a change of the rows.
                page.act(page.search_field, "c", random.choice(["todo", "Todo", ""]))
        page.act(page.search_field, "c", "")

    await asyncio.gather(*(one(page) for page in pages))


async def ticker(load, seconds, rate):
    """One list that changes so many times a second, by the hand of one page."""
    page, end, turn = load.pages[0], time.monotonic() + seconds, 0
    while time.monotonic() < end:
        begin = time.monotonic()
        page.tick(page.screen.order[turn % len(page.screen.order)])
        turn += 1
        await asyncio.sleep(max(0, 1 / rate - (time.monotonic() - begin)))


def percentiles(values):
    if len(values) < 20:
        return "–"
    values = sorted(values)
    return " / ".join(f"{values[min(len(values) - 1, int(len(values) * share))]:,.1f}" for share in (0.5, 0.95, 0.99))


async def stage(load, name, seconds, act, before):
    counts, server = load.counts, load.server
    counts.reset()
    processor, begin, own = server.seconds(), time.monotonic(), time.process_time()
    await act
    elapsed = time.monotonic() - begin
    used, generator = server.seconds() - processor, time.process_time() - own
    behind = await load.settle()
    count = len(load.pages)
    print(
        f"| {count:,} | {name} | {percentiles(counts.own)} | {percentiles(counts.others)} | {counts.patches / elapsed:,.0f} | "
        f"{counts.bytes_down / elapsed / count:,.1f} / {counts.bytes_up / elapsed / count:,.1f} | "
        f"{(server.memory() - before) / count:,.1f} | {100 * used / elapsed:.0f} % ({100 * generator / elapsed:.0f} %) | "
        f"{len(counts.wrong)} / {len(behind)} |", flush=True)
    return not counts.wrong and not behind


async def stages(arguments):
    allow_many_files()
    print("| sessions | doing | own screen, ms 50 / 95 / 99 % | others' screens, ms | patches a second | bytes a second and session, down / up | "
          "server's memory a session, KB | processor (of which the generator's own beside it) | wrong patches / pages behind |")
    print("|---|---|---|---|---|---|---|---|---|")
    is_right = True
    for count in arguments.sessions:
        load = Load(arguments.executable)
        try:
            # What the first pages make it load isn't theirs.
            await load.open(20)
            load.close()
            await asyncio.sleep(0.5)
            before, begin = load.server.memory(), time.monotonic()
            await load.open(count)
            opened = time.monotonic() - begin
            seconds = arguments.seconds
            is_right &= await stage(load, f"idle; opened in {opened:.1f} s", seconds, asyncio.sleep(seconds), before)
            active = load.pages[:: 10]
            pause = 5 * max(1, count / 1000)
            is_right &= await stage(
                load, f"one in ten active, an act every {pause:.0f} s", seconds, people(active, seconds, pause), before)
            rate = min(10, 10_000 / count)
            is_right &= await stage(
                load, f"all watch a list that changes {rate:.0f} times a second", seconds, ticker(load, seconds, rate), before)
            task = asyncio.create_task(hostile.keep_on(load.server.port, lambda: load.page(Counts())))
            is_right &= await stage(load, "the same beside hostile clients", seconds, ticker(load, seconds, rate), before)
            task.cancel()
        finally:
            load.close()
            load.server.stop()
    return is_right


async def soak(arguments):
    """People come and go; connections are cut and the server is killed. Nothing may be missed, and memory must stay flat."""
    allow_many_files()
    load = Load(arguments.executable)
    total, end = arguments.sessions[0], time.monotonic() + arguments.soak
    counts, came, cuts, kills, is_right = load.counts, 0, 0, 0, True
    memory = []
    await load.open(total)
    hostiles = asyncio.create_task(hostile.keep_on(load.server.port, lambda: load.page(Counts())))
    next_kill = time.monotonic() + max(60, arguments.soak / 4)
    next_check = time.monotonic() + 10
    print(f"{'seconds':>8} {'sessions':>8} {'memory, KB':>11} {'patches':>9} {'came':>6} {'cut':>6} {'kills':>5} {'wrong':>5} {'behind':>6}")
    begin = time.monotonic()
    try:
        while time.monotonic() < end:
            for page in random.sample(load.pages, max(1, total // 100)):
                load.pages.remove(page)
                page.close()
            await load.open(max(1, total // 100))
            came += max(1, total // 100)
            for page in random.sample(load.pages, max(1, total // 200)):
                page.cut()
                await page.again()
                cuts += 1
            for page in random.sample(load.pages, max(1, total // 100)):
                if page.screen.order:
                    page.tick(random.choice(page.screen.order))
                    await asyncio.sleep(0.02)
            if time.monotonic() > next_kill and end - time.monotonic() > 10:
                load.server.kill()
                load.server.start()
                await asyncio.gather(*(page.again() for page in load.pages))
                kills, next_kill = kills + 1, time.monotonic() + max(60, arguments.soak / 4)
                memory.clear()
            await asyncio.sleep(0.2)
            if time.monotonic() > next_check:
                behind = await load.settle()
                memory.append(load.server.memory())
                is_right &= not behind and not counts.wrong
                print(f"{time.monotonic() - begin:8.0f} {len(load.pages):8} {memory[-1]:11,} {counts.patches:9,} {came:6} {cuts:6} "
                      f"{kills:5} {len(counts.wrong):5} {len(behind):6}", flush=True)
                next_check = time.monotonic() + 10
        behind = await load.settle()
        is_right &= not behind and not counts.wrong
        for wrong in counts.wrong[:5]:
            print(f"wrong: {wrong}")
        print(f"{'all screens are right' if not behind else f'{len(behind)} screens are behind'}; {counts.patches:,} patches, "
              f"{len(counts.wrong)} wrong, {counts.fresh} fresh pictures")
    finally:
        hostiles.cancel()
        load.close()
        load.server.stop()
    return is_right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable")
    parser.add_argument("--sessions", type=lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--soak", type=float)
    arguments = parser.parse_args()
    arguments.sessions = arguments.sessions or ([1000] if arguments.soak else [100, 1000, 10_000])
    is_right = asyncio.run(soak(arguments) if arguments.soak else stages(arguments))
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
