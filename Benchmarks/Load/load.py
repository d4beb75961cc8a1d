#!/usr/bin/env python3
"""Load on a running Todostream, over real sockets: pages by HTTP/1.1 or HTTP/2, live links by WebSocket.

The number of every patch is checked as it comes, on all pages. What it says is checked against a model of the screen (views, rows,
their texts, the counter): as it comes on one page in ten and on those whose people are waiting for something, on the others when
somebody does something there, a picture comes, the tab is closed or the stage is over. Then every page must show exactly what the
database holds, and that must hold what people have done.

    load.py EXECUTABLE [--sessions 100,1000,10000] [--seconds 15] [--tls]    tables of latency, bytes, memory and processor
    load.py EXECUTABLE --soak SECONDS [--sessions 1000]                      people who come and go, connections and servers that die
"""

import asyncio
import itertools
import os
import sys
import time

import options
import people
from counts import Changes, Counts
from ending import carry_out
from journal import Journal
from machine import allow_many_files
from samples import Samples
from server import Server
from soak import soak
from stages import Stages
from tab import Tab


class Load:
    """A server, and all pages that are open."""

    def __init__(self, executable, *options, tls=False):
        self.server = Server(executable, *options, tls=tls)
        self.counts, self.changes, self.pages, self.numbers = Counts(), Changes(), [], itertools.count()
        self.samples, self.is_settling = None, False

    async def begin(self):
        """Starts the server."""
        await self.server.start()
        self.server.fill(people.TODOS)
        self.journal = Journal(self.server.rows())
        self.watching = asyncio.create_task(self.watch(asyncio.current_task()))
        self.acknowledging = asyncio.create_task(people.keep_acknowledging(lambda: self.pages, lambda: self.is_settling))
        return self

    async def watch(self, work):
        """Ends what is being done when the server has ended by itself."""
        while not self.server.own_end():
            await asyncio.sleep(0.2)
        work.cancel()

    async def own_end(self, error):
        """How the server has ended by itself, if that is why something has failed. Its connections are lost a moment before."""
        self.watching.cancel()
        end = time.monotonic() + (0 if isinstance(error, asyncio.CancelledError) else 1)
        while not (words := self.server.own_end()) and time.monotonic() < end:
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                # Told to end for that at the same time, unless it is somebody who wants it to.
                if not self.server.own_end():
                    raise
        if words:
            # If it was told to end for that, it has.
            asyncio.current_task().uncancel()
        return words

    async def open(self, count):
        """Opens pages, some at a time."""
        self.samples = self.samples or await Samples(self.server.site).fetch()
        gate = asyncio.Semaphore(32)

        async def one(number):
            page = Tab(self.server.site, self.counts, self.changes, self.journal, self.samples)
            # One in ten is looked at closely; of a few two, so that one can see what the other does.
            page.is_watched = number % 10 == 0 or number == 1 and count <= 10
            async with gate:
                return await page.open()

        self.pages += await asyncio.gather(*(one(number) for number in itertools.islice(self.numbers, count)))

    async def settle(self, patience=10, most=900, since=None):
        """Waits until every page shows what the database holds. Gives up when nothing has come for `patience` seconds, or after `most`.

        Gives those that don't, with what they show otherwise, and the seconds that it took `since` then; since now, if nothing is said.
        """
        self.is_settling = True
        try:
            return await self.settled(patience, most, since or time.monotonic())
        finally:
            self.is_settling = False

    async def settled(self, patience, most, since):
        begin = moved = time.monotonic()
        heard = self.counts.bytes_down
        while True:
            behind = await self.behind()
            now = time.monotonic()
            if not behind:
                # Looked at once more if need be, but not when it is asked how soon the rows are right.
                behind = await self.looked_at(Tab.unlike)
            if heard != self.counts.bytes_down:
                heard, moved = self.counts.bytes_down, now
            if not behind or now > min(moved + patience, begin + most):
                return behind, now - since
            await asyncio.sleep(0.2)

    async def behind(self):
        truth = self.server.truth()

        def look(page):
            if difference := page.differs(truth):
                page.come_to_rest()
            return difference

        return await self.looked_at(look)

    async def looked_at(self, look):
        """What is found by looking at every page, some at a time: that takes its time, and the pages go on."""
        found = []
        for number, page in enumerate(self.pages):
            if difference := look(page):
                found.append(difference)
            if number % 100 == 99:
                await asyncio.sleep(0)
        return found

    async def untrue(self, patience=10, most=60):
        """What the database holds otherwise than people's acts must have led to, once nothing is under way.

        That something is taken says that it is carried out whatever happens, and not that it has been. It gives up when it hasn't become less
        for `patience` seconds, or after `most`.
        """
        begin = moved = time.monotonic()
        least = None
        while (faults := self.journal.faults(rows := self.server.rows())) and time.monotonic() < min(moved + patience, begin + most):
            if least is None or len(faults) < least:
                least, moved = len(faults), time.monotonic()
            await asyncio.sleep(0.2)
        self.counts.unexplained += self.journal.rest(rows)
        return faults

    def catch_up(self):
        """Looks at what pages have kept: once the server is killed, every page must know where it is, which takes its time."""
        for page in self.pages:
            page.catch_up()

    def kill_server(self):
        """Kills the server, and every page loses its connection."""
        self.counts.is_behind_kill = True
        begin = time.perf_counter()
        self.server.kill()
        self.journal.server_killed()
        for page in self.pages:
            page.cut()
            page.away = begin, True
            page.is_recovering = True

    def close_pages(self):
        for page in self.pages:
            page.close()
        # Who is opened behind them is counted anew.
        self.pages, self.numbers = [], itertools.count()

    def close(self):
        """Closes all pages, and ends the server; gives whether that ended as it should."""
        self.acknowledging.cancel()
        self.watching.cancel()
        count, own_end = len(self.pages), self.server.own_end()
        self.close_pages()
        if own_end:
            print(own_end, file=sys.stderr)
            return False
        has_ended = self.server.stop(within=10 + count / 100)
        if not has_ended:
            print(
                f"the server didn't end well within {10 + count / 100:.0f} s after {count:,} pages were closed: "
                f"status {self.server.process.returncode}", file=sys.stderr)
        return has_ended


def main():
    arguments = options.read(sys.argv[1:], __doc__)
    allow_many_files()
    is_right = carry_out(soak(Load, arguments) if arguments.soak else Stages(Load, arguments).run())
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
