#!/usr/bin/env python3
"""Load on a running Todostream, over real sockets: pages by HTTP/1.1 or HTTP/2, live links by WebSocket.

Every patch is checked as it comes (its number, that the rows it speaks of are there, that none comes twice), and at the end of each
stage every page must show exactly what the database holds.

    load.py EXECUTABLE [--sessions 100,1000,10000] [--seconds 15] [--tls]    tables of latency, bytes, memory and processor
    load.py EXECUTABLE --soak SECONDS [--sessions 1000]                      people who come and go, connections and servers that die
"""

import argparse
import asyncio
import os
import sys
import time

import hostile
import people
import uvloop
from machine import Machine, allow_many_files
from meter import Meter
from page import Changes, Counts, Page
from server import Server
from soak import soak

TODOS = 100


class Load:
    """A server, and all pages that are open."""

    def __init__(self, executable, *options, tls=False):
        self.server = Server(executable, *options, tls=tls).start()
        self.server.fill(TODOS)
        self.counts, self.changes, self.pages = Counts(), Changes(), []
        self.acknowledging = asyncio.create_task(people.keep_acknowledging(lambda: self.pages))

    def page(self, counts=None):
        return Page(self.server.site, counts or self.counts, self.changes)

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
            truth, behind = self.server.truth(), []
            for number, page in enumerate(self.pages):
                if page.screen.rows() != truth:
                    behind.append(page)
                if number % 100 == 99:
                    # Looking at what has come takes its time, and the pages go on.
                    await asyncio.sleep(0)
            if not behind or time.monotonic() > deadline:
                return behind
            await asyncio.sleep(0.2)

    def close_pages(self):
        for page in self.pages:
            page.close()
        self.pages = []

    def close(self):
        self.acknowledging.cancel()
        self.close_pages()
        self.server.stop()


def percentiles(values):
    if len(values) < 20:
        return "–"
    values = sorted(values)
    return " / ".join(f"{values[min(len(values) - 1, int(len(values) * share))]:,.1f}" for share in (0.5, 0.95, 0.99))


class Stages:
    """The rows of the table, for one number of sessions after the other."""

    columns = (
        "sessions", "doing", "own screen, ms 50 / 95 / 99 %", "others' screens, ms", "patches a second",
        "bytes a second and session, down / up", "a tick's bytes, median", "memory a session, KB",
        "processor: server / generator / idle", "µs a patch", "µs a change and session, until all is right", "wrong / behind")
    metered = ("server's own, ms 50 / 95 / 99 %",)

    def __init__(self, arguments):
        self.arguments, self.is_right = arguments, True
        if arguments.metrics:
            self.columns += self.metered

    async def run(self):
        print("| " + " | ".join(self.columns) + " |\n" + "|---" * len(self.columns) + "|", flush=True)
        for count in self.arguments.sessions:
            await self.run_with(count)
        return self.is_right

    async def run_with(self, count):
        load = Load(self.arguments.executable, *self.arguments.options, tls=self.arguments.tls)
        try:
            # What the first pages make it load isn't theirs.
            await load.open(20)
            load.close_pages()
            await asyncio.sleep(0.5)
            self.before, begin = load.server.memory(), time.monotonic()
            await load.open(count)
            opened, seconds = time.monotonic() - begin, self.arguments.seconds
            for pause in self.arguments.acts:
                await self.stage(
                    load, f"all active, an act every {pause:g} s", seconds, people.act(load.pages, seconds, pause), load.pages)
            if self.arguments.acts:
                return
            await self.stage(load, f"idle; opened in {opened:.1f} s", seconds, asyncio.sleep(seconds))
            # As many changes a second, whatever the number of sessions: each reaches all of them.
            active, pause = load.pages[::10], self.arguments.pause * max(1, count / 1000)
            await self.stage(
                load, f"one in ten active, an act every {pause:g} s", seconds, people.act(active, seconds, pause), active)
            for rate in self.arguments.rates:
                await self.stage(
                    load, f"all watch a list that changes {rate:g} times a second", seconds,
                    people.tick(load.pages[0], seconds, rate))
            task = asyncio.create_task(hostile.keep_on(load.server.site, lambda: load.page(Counts())))
            await self.stage(
                load, f"the same, {rate:g} times, beside hostile clients", seconds, people.tick(load.pages[0], seconds, rate))
            task.cancel()
        finally:
            load.close()

    async def stage(self, load, name, seconds, act, active=()):
        counts, server, machine = load.counts, load.server, Machine()
        counts.reset()
        changes = load.changes.number
        meter = Meter(server.site) if self.arguments.metrics else None
        processor, begin = server.seconds(), time.monotonic()
        await act
        elapsed = time.monotonic() - begin
        used, generator, idle = server.seconds() - processor, machine.own(), machine.idle()
        patches, down, up = counts.patches, counts.bytes_down, counts.bytes_up
        memory, latency = server.memory(), meter and meter.percentiles()
        people.rest(active)
        behind = await load.settle()
        count = len(load.pages)
        reached = (load.changes.number - changes) * count
        ticks = sorted(counts.ticks)
        row = (
            f"{count:,}", name, percentiles(counts.own), percentiles(counts.others), f"{patches / elapsed:,.0f}",
            f"{down / elapsed / count:,.1f} / {up / elapsed / count:,.1f}", f"{ticks[len(ticks) // 2]}" if ticks else "–",
            f"{(memory - self.before) / count:,.1f}",
            f"{100 * used / elapsed:.0f} / {100 * generator / elapsed:.0f} / {100 * idle / elapsed:.0f} %",
            f"{1e6 * used / patches:.1f}" if patches > 100 else "–",
            f"{1e6 * (server.seconds() - processor) / reached:.1f}" if reached > 100 else "–", f"{len(counts.wrong)} / {len(behind)}")
        if meter:
            row += (latency,)
        print("| " + " | ".join(row) + " |", flush=True)
        for wrong in counts.wrong[:5]:
            print(f"wrong: {wrong}", file=sys.stderr)
        self.is_right &= not counts.wrong and not behind


def numbers(kind):
    return lambda text: [kind(part) for part in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable")
    parser.add_argument("--sessions", type=numbers(int))
    parser.add_argument("--seconds", type=float, default=15, help="how long a stage lasts")
    parser.add_argument("--pause", type=float, default=5, help="seconds between the acts of one who is active")
    parser.add_argument(
        "--acts", type=numbers(float), default=[], help="only this: all are active, with each of these pauses in turn")
    parser.add_argument("--rates", type=numbers(float), default=[1, 10], help="how often the list changes in a second")
    parser.add_argument("--tls", action="store_true", help="pages by HTTP/2, live links by WebSocket, both encrypted")
    parser.add_argument("--metrics", action="store_true", help="have the server measure its own latency too, which costs it some")
    parser.add_argument("--options", type=str.split, default=[], help="more options for the server")
    parser.add_argument("--soak", type=float)
    arguments = parser.parse_args()
    if arguments.metrics:
        arguments.options += ["--metrics"]
    arguments.sessions = arguments.sessions or ([1000] if arguments.soak else [100, 1000, 10_000])
    allow_many_files()
    task = soak(Load, arguments) if arguments.soak else Stages(arguments).run()
    is_right = uvloop.run(task)
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
