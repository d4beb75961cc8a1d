"""People come and go; connections are cut and the server is killed. Nothing may be missed, and memory must stay flat."""

import asyncio
import random
import statistics
import time

import hostile
from page import Counts

HEADS = ("seconds", "sessions", "memory, KB", "patches", "came", "cut", "kills", "wrong", "behind")


class Soak:
    """A crowd of a constant size whose members change: each second one in a hundred, and half as many lose their connection."""

    def __init__(self, load, total, seconds):
        self.load, self.total = load, total
        self.begin = time.monotonic()
        self.end = self.begin + seconds
        self.came = self.cuts = 0
        # In the first half; what the last process needs is looked at for the rest of the time.
        share = 0.1 if seconds >= 600 else 0.2
        self.kills = [self.begin + share * seconds * number for number in range(1, int(0.5 / share) + 1)] if seconds >= 60 else []
        self.killed = 0
        self.memory, self.is_right = [], True

    async def run(self):
        load = self.load
        await load.open(self.total)
        print(" ".join(f"{head:>10}" for head in HEADS), flush=True)
        hostiles = asyncio.create_task(hostile.keep_on(load.server.site, lambda: load.page(Counts())))
        next_check = time.monotonic() + 10
        try:
            while time.monotonic() < self.end:
                second = time.monotonic() + 1
                await self.live()
                if self.kills and time.monotonic() > self.kills[0]:
                    await self.kill()
                if time.monotonic() > next_check:
                    await self.check()
                    next_check = time.monotonic() + 10
                await asyncio.sleep(max(0, second - time.monotonic()))
            await self.check()
        finally:
            hostiles.cancel()
            load.close()
        self.tell()
        return self.is_right

    async def live(self):
        """A second of it."""
        load, some = self.load, max(1, self.total // 100)
        for page in random.sample(load.pages, some):
            load.pages.remove(page)
            page.close()
        await load.open(some)
        self.came += some
        for page in random.sample(load.pages, max(1, some // 2)):
            page.cut()
            await page.again()
            self.cuts += 1
        for page in random.sample(load.pages, some):
            if page.screen.order:
                page.tick(random.choice(page.screen.order))
                await asyncio.sleep(0.02)

    async def kill(self):
        self.kills.pop(0)
        self.load.server.kill()
        self.load.server.start()
        await asyncio.gather(*(page.again() for page in self.load.pages))
        self.killed += 1
        # Another process: what the one before needed says nothing of it.
        self.memory = []

    async def check(self):
        load, counts = self.load, self.load.counts
        behind = await load.settle()
        self.memory.append(load.server.memory())
        self.is_right &= not behind and not counts.wrong
        figures = (
            round(time.monotonic() - self.begin), len(load.pages), self.memory[-1], counts.patches, self.came, self.cuts,
            self.killed, len(counts.wrong), len(behind))
        print(" ".join(f"{figure:>10,}" for figure in figures), flush=True)
        if behind:
            print(f"behind: {difference(behind[0].screen.rows(), load.server.truth())}; {behind[0].state()}", flush=True)

    def tell(self):
        counts = self.load.counts
        for wrong in counts.wrong[:5]:
            print(f"wrong: {wrong}")
        print(
            f"{'all screens were right' if self.is_right else 'SOME SCREENS WERE WRONG'}; {counts.patches:,} patches, "
            f"{len(counts.wrong)} wrong, {counts.fresh} fresh pictures")
        # The last process has had its time to get warm: half of what it lived.
        if len(self.memory) < 8:
            return
        half = self.memory[len(self.memory) // 2:]
        first, last = (statistics.median(part) for part in (half[:len(half) // 2], half[len(half) // 2:]))
        is_flat = last < 1.05 * first + 2000
        print(f"memory, first and last quarter of the last process: {first:,.0f} and {last:,.0f} KB: {'flat' if is_flat else 'IT GROWS'}")
        self.is_right &= is_flat


def difference(shown, true):
    """What a screen that is behind shows, and what it should show."""
    if len(shown) != len(true):
        return f"{len(shown)} rows, not {len(true)}"
    return "; ".join(f"{a} instead of {b}" for a, b in zip(shown, true) if a != b)


async def soak(make_load, arguments):
    # A short grace, so that sessions of closed tabs end within the time that is looked at.
    load = make_load(arguments.executable, "--session-grace", "5", *arguments.options, tls=arguments.tls)
    return await Soak(load, arguments.sessions[0], arguments.soak).run()
