"""Clients that are slow, broken or hostile. What becomes of them is told; the others mustn't notice."""

import asyncio
import collections
import random
import socket
import time

from counts import Counts
from page import Page
from web import Refused, addresses

# How many of each are at work all the time: who has ended begins again.
CROWD = {
    "half_requests": 20, "nonsense": 20, "silent_links": 20, "malformed": 20, "wrong_order": 20, "slow_readers": 10, "flood_of_intents": 1,
    "flood_of_opens": 10}
# Fewer, and without the flood that takes whatever the machine can do: for a test that others run beside.
FEW = {"half_requests": 5, "nonsense": 2, "silent_links": 2, "malformed": 2, "wrong_order": 2, "slow_readers": 2, "flood_of_intents": 1}
GONE = (OSError, LookupError, asyncio.TimeoutError, asyncio.IncompleteReadError)


class Stranger(Page):
    """A page that nobody looks at, and that doesn't come back."""

    def __init__(self, site):
        super().__init__(site, Counts())
        self.is_watched, self.gone = False, asyncio.Event()

    def read(self, text, title, path):
        self.text = text

    def take_operations(self, operations, last, size):
        self.confirm(last)

    def answered(self, act):
        pass

    refused = answered

    def lost(self):
        super().lost()
        self.gone.set()

    def note(self, wrong):
        """That it is refused is no surprise."""

    async def again(self):
        pass

    def view(self, label):
        """The number of the input with this name."""
        return int(self.text.partition(f'aria-label="{label}"')[0].rpartition('id="v')[2].partition('"')[0])


class SlowReader(Stranger):
    """Has hardly any room for what it hears, and takes small pieces, so that little of it waits in the system."""

    def plug(self):
        plug = socket.socket()
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        plug.bind((next(addresses), 0))
        plug.connect(("127.0.0.1", self.site.port))
        plug.setblocking(False)
        return plug


class Hostiles:
    """A crowd that attacks a site until it is stopped. A flood of intents has so many in a second; the server takes 100 of a session."""

    def __init__(self, site, crowd=CROWD, intents_per_second=500):
        self.site, self.intents_per_second = site, intents_per_second
        self.tallies = {kind: collections.Counter() for kind in crowd}
        self.tasks = [asyncio.create_task(self.keep_on(kind)) for kind, count in crowd.items() for _ in range(count)]

    async def keep_on(self, kind):
        """One of a kind, again and again."""
        tally, attack = self.tallies[kind], getattr(self, kind)
        while True:
            tally["begun"] += 1
            try:
                await attack(tally)
            except GONE as error:
                tally["refused" if isinstance(error, Refused) else "cut off"] += 1
            except Exception as error:
                # The attacker's own fault: told, so that nobody takes it for the server's work.
                tally[f"failed with {type(error).__name__}"] += 1
            await asyncio.sleep(0.5)

    async def stop(self):
        waiting = self.tasks
        while waiting:
            for task in waiting:
                task.cancel()
            # What has just come true in the end of a time limit may swallow a cancellation: then it goes on, and is told again.
            _, waiting = await asyncio.wait(waiting, timeout=1)

    # Broken requests

    async def half_requests(self, tally):
        """A request that comes byte by byte, one a second, and never ends."""
        reader, writer = await self.site.connect()
        over = asyncio.ensure_future(reader.read())
        try:
            for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"x" * 10_000:
                writer.write(bytes([byte]))
                if (await asyncio.wait([over], timeout=1))[0]:
                    tally["closed"] += 1
                    return
        finally:
            over.cancel()
            writer.close()

    async def nonsense(self, tally):
        """Bytes that mean nothing."""
        reader, writer = await self.site.connect()
        try:
            writer.write(random.randbytes(20_000))
            await asyncio.wait_for(reader.read(), 30)
            tally["closed"] += 1
        finally:
            writer.close()

    async def flood_of_opens(self, tally):
        """Pages from one address, as fast as they go."""
        while True:
            try:
                await self.site.get(address="127.0.2.1")
                tally["answered"] += 1
            except Refused:
                tally["refused"] += 1

    # Broken pages

    async def silent_links(self, tally):
        """A live link on which nobody presents himself."""
        page = await Stranger(self.site).load()
        page.opened = lambda: None
        try:
            await page.connect()
        except ConnectionError:
            tally["closed"] += 1
        finally:
            page.close()

    async def talk(self, tally, page, rate, say):
        """Has a page say something so many times a second until it is cut off."""
        await page.open()
        try:
            number, begin = 0, time.monotonic()
            while not page.gone.is_set() and page.is_welcome:
                # Where the generator is late, it makes up for it.
                while number <= rate * (time.monotonic() - begin):
                    say(page, number)
                    number += 1
                    tally["said"] += 1
                await asyncio.sleep(max(0.01, 1 / rate))
            tally["closed"] += 1
        finally:
            tally["refused"] += sum(page.counts.refused.values())
            tally["carried out"] += page.confirmed
            tally["fresh pictures"] += page.counts.fresh
            page.close()

    async def malformed(self, tally):
        """Messages that are none."""
        wrongs = (["z", 1], ["i", "1", 1, "t"], ["i", 1.5, 1, "t"], ["i", 1, {}, "t"], ["h", "a", "b", 0], [], ["i", 1, 1, "c", 7])
        await self.talk(tally, Stranger(self.site), 10, lambda page, number: page.say(*random.choice(wrongs)))

    async def wrong_order(self, tally):
        """Intents with any number but the next."""
        await self.talk(
            tally, Stranger(self.site), 10,
            lambda page, number: page.say("i", random.choice((0, -1, 7, 1 << 40)), page.view("Search todos"), "c", "x"))

    async def flood_of_intents(self, tally):
        """Intents without fault, more than one session may say."""

        def say(page, number):
            page.act("search", page.view("Search todos"), "c", ("todo 4", "")[number % 2])

        await self.talk(tally, Stranger(self.site), self.intents_per_second, say)

    async def slow_readers(self, tally):
        """Asks for large patches and reads for three seconds, and on until it has been answered; then doesn't read for twelve, until the
        server keeps no more of them; and so on."""

        def say(page, number):
            page.act("search", page.view("Search todos"), "c", ("nothing like this", "")[number % 2])
            if number % 150 == 30 and page.confirmed:
                page.line.transport.pause_reading()
            elif number and number % 150 == 0:
                page.line.transport.resume_reading()

        await self.talk(tally, SlowReader(self.site), 10, say)
