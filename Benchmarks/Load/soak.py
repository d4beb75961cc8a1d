"""People come and go; connections are cut and the server is killed. Nothing may be missed or done twice, and memory must stay flat."""

import asyncio
import random
import time

import people
from additions import Additions
from counts import percentiles
from crowd import Crowd
from hostile import FEW
from trend import Trend

HEADS = (
    "seconds", "sessions", "memory, KB", "patches", "acts", "came", "cut", "kills", "added", "lost", "refused", "fresh", "anew", "wrong",
    "behind")


class Soak:
    """A crowd of a constant size whose members change: each second one in a hundred, and half as many lose their connection."""

    def __init__(self, load, total, seconds, settled_within):
        self.load, self.total, self.settled_within = load, total, settled_within
        self.begin = time.monotonic()
        self.end = self.begin + seconds
        self.came = self.killed = 0
        # What the last process needs is looked at for the rest of the time: of an hour that is three quarters.
        shares = (0.05, 0.1, 0.15, 0.2, 0.25) if seconds >= 600 else (0.1, 0.2) if seconds >= 60 else ()
        self.kills = [self.begin + share * seconds for share in shares]
        self.some = max(1, total // 100)
        # Pages whose people are at something, and the tasks of that; of those some come back by themselves.
        self.additions, self.acting, self.tasks, self.returns, self.failures = Additions(), set(), set(), set(), []
        self.memory, self.faults, self.is_right = [], [], True
        # Everything that was otherwise in the database than it must be, and the longest times until every screen was right, and until all
        # pages were live again behind a kill.
        self.all_faults, self.longest, self.longest_away, self.is_early = [], 0, 0, True

    async def run(self):
        """Tells in the end what was seen, also if somebody wants it to end early, or the server has ended by itself."""
        load, hostiles, end = self.load, None, None
        try:
            await load.open(self.total)
            print(" ".join(f"{head:>10}" for head in HEADS), flush=True)
            hostiles = await Crowd(load.server.site, FEW, intents_per_second=50).begin()
            await self.go_on()
            self.is_early = False
        except (Exception, asyncio.CancelledError) as error:
            self.is_right, end = False, await load.own_end(error)
            if not end:
                raise
        finally:
            try:
                if hostiles:
                    await hostiles.stop()
            finally:
                self.is_right &= load.close()
                self.tell(hostiles.told() if hostiles else (), end)
        return self.is_right

    async def go_on(self):
        next_check = time.monotonic() + 10
        while time.monotonic() < self.end:
            second = time.monotonic() + 1
            await self.live()
            self.look_at_failures()
            if self.kills and time.monotonic() > self.kills[0]:
                await self.kill()
            if time.monotonic() > next_check:
                await self.check()
                next_check = time.monotonic() + 10
            await asyncio.sleep(max(0, second - time.monotonic()))
        await self.check()

    def look_at_failures(self):
        """What has failed beside the rest ends the soak."""
        if self.failures:
            raise self.failures[0]

    def idle(self, count):
        """Some pages that are live, and whose people aren't at anything."""
        free = [page for page in self.load.pages if page not in self.acting and page.is_welcome]
        return random.sample(free, min(count, len(free)))

    # A second of it

    async def live(self):
        load = self.load
        for page in self.idle(self.some):
            load.pages.remove(page)
            page.close()
        missing = self.total - len(load.pages)
        await load.open(missing)
        self.came += missing
        for page in self.idle(max(1, self.some // 2)):
            self.additions.make(page)
            page.cut()
            await page.again()
        for page in self.idle(max(1, self.some // 2)):
            self.returns.add(task := self.occupy(page, self.interrupt(page)))
            task.add_done_callback(self.returns.discard)
        for page in self.idle(self.some):
            people.shorten(page)
        for page in self.idle(self.some):
            self.begin_act(page)
        self.memory.append((time.monotonic() - self.begin, load.server.memory()))

    async def interrupt(self, page):
        """Somebody loses the connection in the middle of a word, and finds it where he left it; every other time in a fresh picture."""
        await people.begin_text(page)
        page.cut()
        if random.random() < 0.5:
            page.forget()
        await page.again()
        await page.shows(lambda screen: not page.left or page.intent == 0 or screen.dialog)
        await people.leave_text(page)

    def begin_act(self, page):
        due = time.perf_counter() + random.random()

        async def act():
            await asyncio.sleep(due - time.perf_counter())
            await people.do_something(page, due)

        self.occupy(page, act())

    def occupy(self, page, work):
        """Does something on a page beside all others, where nothing else is done meanwhile."""

        async def do():
            try:
                await work
            except Exception as error:
                self.failures.append(error)
            finally:
                self.acting.discard(page)

        self.acting.add(page)
        task = asyncio.create_task(do())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def kill(self):
        """Somebody adds something; at once, or while it is being carried out, the server is gone."""
        self.kills.pop(0)
        # Who comes back by himself would come back twice.
        await asyncio.gather(*self.returns)
        pages = self.idle(30)
        await asyncio.gather(*(people.begin_text(page) for page in pages[20:]))
        for page in pages[:20]:
            people.shorten(page)
            self.additions.make(page)
            await asyncio.sleep(random.choice((0, 0, 0.001, 0.005)))
        self.load.kill_server()
        await self.load.server.start()
        begin = time.monotonic()
        await asyncio.gather(*(page.again() for page in self.load.pages))
        self.longest_away = max(self.longest_away, time.monotonic() - begin)
        self.killed += 1
        # Another process: what the one before needed says nothing of it.
        self.memory = []

    async def check(self):
        load, counts = self.load, self.load.counts
        await asyncio.gather(*self.tasks)
        self.look_at_failures()
        for page in load.pages:
            page.look_at_place()
        await people.rest(load.pages)
        behind, settled = await load.settle(patience=30)
        self.longest = max(self.longest, settled)
        # What somebody wanted to do and couldn't is waited for no longer.
        load.changes.begin()
        for page in load.pages:
            page.is_recovering = False
        self.faults = await load.untrue()
        self.all_faults += self.faults
        self.is_right &= not behind and not counts.wrong and not counts.lost and not counts.anew and not self.faults \
            and not counts.is_refused_too_often and settled <= self.settled_within
        figures = (
            round(time.monotonic() - self.begin), len(load.pages), load.server.memory(), counts.patches, counts.acts.total(), self.came,
            counts.cut, self.killed, len(self.additions.deeds), counts.lost, counts.refused.total(), counts.fresh, counts.anew,
            len(counts.wrong) + len(self.faults), len(behind))
        print(" ".join(f"{figure:>10,}" for figure in figures), flush=True)
        for text in (*(f"behind: {difference}" for difference in behind[:3]), *(f"wrong: {fault}" for fault in self.faults[:3])):
            print(text, flush=True)

    def tell(self, hostiles, end):
        counts, trend = self.load.counts, Trend(self.memory, self.total)
        self.is_right &= not trend.grows and self.longest_away <= self.settled_within
        for wrong in (*counts.wrong[:5], *self.all_faults[:5]):
            print(f"wrong: {wrong}")
        if end:
            print(f"wrong: {end}")
        is_early = not end and self.is_early
        print(f"{'it ended early' if is_early else 'all screens were right' if self.is_right else 'SOMETHING WAS WRONG'}; {counts}")
        print(f"others' screens, ms 50 / 95 / 99 % / most, kills included: {percentiles(counts.others)}")
        print(
            f"when people rested, every screen was right within {self.longest:.1f} s, where {self.settled_within:g} are allowed"
            f"{', TOO LATE' if self.longest > self.settled_within else ''}")
        if self.killed:
            print(
                f"after a kill all pages were live again within {self.longest_away:.1f} s of the next start, where "
                f"{self.settled_within:g} are allowed{', TOO LATE' if self.longest_away > self.settled_within else ''}")
        print(f"acts: {', '.join(f'{kind} {number:,}' for kind, number in counts.acts.most_common())}")
        print(
            f"refused: {', '.join(f'{word} {number:,}' for word, number in counts.refused.items()) or 'none'}; "
            f"{counts.unexplained:,} of them not explained by what others did{', TOO MANY' if counts.is_refused_too_often else ''}")
        print(f"{self.additions}; {len(self.all_faults)} todos were otherwise in the database than what was done must have led to")
        for line in hostiles:
            print(f"hostile, {line}")
        print(trend)


async def soak(make_load, arguments):
    # A short grace, so that sessions of closed tabs end within the time that is looked at.
    load = await make_load(arguments.executable, "--session-grace", "5", *arguments.options, tls=arguments.tls).begin()
    return await Soak(load, arguments.sessions[0], arguments.soak, arguments.settled_within).run()
