"""People come and go; connections are cut and the server is killed. Nothing may be missed or done twice, and memory must stay flat."""

import asyncio
import collections
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
    """A crowd of a constant size whose members change: each second one in a hundred, and half as many lose their connection.

    What is due in a second is begun in it, whatever the server does; who was kept from it makes up for that. Only while people rest, so
    that all can be compared, is nothing due.
    """

    # Seconds that people live between two rests; longer in a long soak, of which more is lived then.
    rest_every, rest_every_in_long, long = 10, 20, 600
    # For so many seconds somebody tries to come.
    patience = 60

    def __init__(self, load, total, seconds, settled_within):
        self.load, self.total, self.settled_within = load, total, settled_within
        self.begin = time.monotonic()
        self.end = self.begin + seconds
        self.came = self.coming = self.killed = 0
        self.lived = self.rested = self.rests = 0
        self.owed = collections.Counter()
        self.rest_every = self.rest_every_in_long if seconds >= self.long else self.rest_every
        # What the last process needs is looked at for the rest of the time: of an hour that is three quarters.
        shares = (0.05, 0.1, 0.15, 0.2, 0.25) if seconds >= self.long else (0.1, 0.2) if seconds >= 60 else ()
        self.kills = [self.begin + share * seconds for share in shares]
        self.some = max(1, total // 100)
        # Pages whose people are at something, and the tasks of that; of those some come, or come back by themselves.
        self.additions, self.acting, self.tasks, self.arrivals, self.failures = Additions(), set(), set(), set(), []
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
                self.tell(hostiles, end)
        return self.is_right

    async def go_on(self):
        second = time.monotonic()
        next_check = second + self.rest_every
        while second < self.end:
            await asyncio.sleep(second - time.monotonic())
            self.live(second)
            self.look_at_failures()
            second += 1
            if self.kills and time.monotonic() > self.kills[0]:
                await self.kill()
            if second >= next_check:
                begin = time.monotonic()
                await self.check()
                # Nothing was due meanwhile.
                second += time.monotonic() - begin
                next_check = second + self.rest_every
        await self.check()

    def look_at_failures(self):
        """What has failed beside the rest ends the soak."""
        if self.failures:
            raise self.failures[0]

    def idle(self, count, is_live=True):
        """Some pages that are live, unless that doesn't matter, and whose people aren't at anything."""
        free = [page for page in self.load.pages if page not in self.acting and (page.is_welcome or not is_live)]
        return random.sample(free, min(count, len(free)))

    # A second of it

    def live(self, second):
        """Begins everything that is due in it, and what was before, and for which nobody had a connection."""
        load, half = self.load, max(1, self.some // 2)
        self.lived += 1
        self.owed.update(leave=self.some, cut=half, interrupt=half)
        for page in self.pay("leave"):
            load.pages.remove(page)
            page.close()
        for _ in range(self.total - len(load.pages) - self.coming):
            self.coming += 1
            self.arrive(None, self.come())
        for page in self.pay("cut"):
            self.additions.make(page)
            page.cut()
            self.arrive(page, page.again())
        for page in self.pay("interrupt"):
            self.arrive(page, self.interrupt(page))
        for page in self.idle(self.some):
            people.shorten(page)
        # Who has no connection acts too: what he says goes when there is one.
        for page in self.idle(self.some, is_live=False):
            self.begin_act(page, second)
        self.memory.append((time.monotonic() - self.begin, load.server.memory()))

    def pay(self, what):
        """The pages that something is due on: all that was, but on no more than one in ten of all at once."""
        pages = self.idle(min(self.owed[what], max(1, self.total // 10)))
        self.owed[what] -= len(pages)
        return pages

    async def come(self):
        """Somebody opens the page, and tries it once more if that fails."""
        end = time.monotonic() + self.patience
        try:
            while True:
                try:
                    await self.load.open(1)
                    break
                except (OSError, asyncio.TimeoutError) as error:
                    self.load.counts.has_failed(f"{type(error).__name__}: {error}")
                    if time.monotonic() > end:
                        raise
                await asyncio.sleep(0.5)
            self.came += 1
        finally:
            self.coming -= 1

    def arrive(self, page, work):
        """Somebody comes, or comes back to a page, beside all others."""
        self.arrivals.add(task := self.occupy(page, work))
        task.add_done_callback(self.arrivals.discard)

    async def interrupt(self, page):
        """Somebody loses the connection in the middle of a word, and finds it where he left it; every other time in a fresh picture."""
        await people.begin_text(page)
        page.cut()
        if random.random() < 0.5:
            page.forget()
        await page.again()
        await page.shows(lambda screen: not page.left or page.intent == 0 or screen.dialog)
        await people.leave_text(page)

    def begin_act(self, page, second):
        # By whichever of the clocks, it was due in that second.
        due = time.perf_counter() - time.monotonic() + second + random.random()

        async def act():
            await asyncio.sleep(due - time.perf_counter())
            await people.do_something(page, due)

        self.occupy(page, act())

    def occupy(self, page, work):
        """Does something beside all others; if on a page, nothing else is done there meanwhile."""

        async def do():
            try:
                await work
            except Exception as error:
                self.failures.append(error)
            finally:
                self.acting.discard(page)

        if page:
            self.acting.add(page)
        task = asyncio.create_task(do())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def kill(self):
        """Somebody adds something; at once, or while it is being carried out, the server is gone."""
        self.kills.pop(0)
        # Who comes back by himself would come back twice, and who comes isn't there to be cut.
        await asyncio.gather(*self.arrivals)
        pages = self.idle(30)
        await asyncio.gather(*(people.begin_text(page) for page in pages[20:]))
        self.load.catch_up()
        for page in pages[:20]:
            people.shorten(page)
            self.additions.make(page)
            await asyncio.sleep(random.choice((0, 0, 0.001, 0.005)))
        begin = time.monotonic()
        self.load.kill_server()
        await self.load.server.start()
        self.killed += 1
        # Another process: what the one before needed says nothing of it.
        self.memory = []
        self.arrive(None, self.come_back(begin))

    async def come_back(self, begin):
        """All pages do, beside those who come."""
        await asyncio.gather(*(page.again() for page in self.load.pages))
        self.load.counts.is_behind_kill = False
        self.longest_away = max(self.longest_away, time.monotonic() - begin)

    async def check(self):
        load, counts = self.load, self.load.counts
        begin = time.monotonic()
        while self.tasks:
            # Who has come does something, perhaps.
            await asyncio.gather(*self.tasks)
        self.look_at_failures()
        for page in load.pages:
            page.look_at_place()
        await people.rest(load.pages)
        behind, settled = await load.settle(patience=30)
        self.longest = max(self.longest, settled)
        self.rests += 1
        # What somebody wanted to do and couldn't is waited for no longer.
        load.changes.begin()
        for page in load.pages:
            page.is_recovering = False
        self.faults = await load.untrue()
        self.all_faults += self.faults
        self.is_right &= not behind and not counts.wrong and not counts.lost and not counts.anew and not self.faults \
            and not counts.is_refused_too_often and settled <= self.settled_within
        self.rested += time.monotonic() - begin
        figures = (
            round(time.monotonic() - self.begin), len(load.pages), load.server.memory(), counts.patches, counts.acts.total(), self.came,
            counts.cut, self.killed, len(self.additions.deeds), counts.lost, counts.refused.total(), counts.fresh, counts.anew,
            len(counts.wrong) + len(self.faults), len(behind))
        print(" ".join(f"{figure:>10,}" for figure in figures), flush=True)
        for text in (*(f"behind: {difference}" for difference in behind[:3]), *(f"wrong: {fault}" for fault in self.faults[:3])):
            print(text, flush=True)

    @property
    def fails_too_often(self):
        """Nothing keeps anybody from coming while the server is there; of a hundred, one may meet with chance."""
        return self.load.counts.failed.total() > (self.came + len(self.load.counts.returned)) / 100

    def tell(self, hostiles, end):
        counts, trend = self.load.counts, Trend(self.memory, self.total)
        idle = [] if end or not hostiles else list(hostiles.faults())
        self.is_right &= not trend.grows and self.longest_away <= self.settled_within and not self.fails_too_often and not idle
        for wrong in (*counts.wrong[:5], *self.all_faults[:5], *idle):
            print(f"wrong: {wrong}")
        if end:
            print(f"wrong: {end}")
        is_early = not end and self.is_early
        print(f"{'it ended early' if is_early else 'all screens were right' if self.is_right else 'SOMETHING WAS WRONG'}; {counts}")
        print(f"{self.lived:,} seconds were lived, {self.rested:,.0f} rested in {self.rests:,} rests")
        print(f"others' screens, ms 50 / 95 / 99 % / most, kills included: {percentiles(counts.others)}")
        print(f"live again behind a cut, ms: {percentiles(counts.returned)}; behind a kill, its start included: {percentiles(counts.revived)}")
        print(
            f"attempts to come, or to come back, that failed: {listed(counts.failed)}{', TOO MANY' if self.fails_too_often else ''}; "
            f"behind kills: {listed(counts.failed_behind_kill)}")
        print(
            f"when people rested, every screen was right within {self.longest:.1f} s, where {self.settled_within:g} are allowed"
            f"{', TOO LATE' if self.longest > self.settled_within else ''}")
        if self.killed:
            print(
                f"after a kill all pages were live again within {self.longest_away:.1f} s, the server's start included, where "
                f"{self.settled_within:g} are allowed{', TOO LATE' if self.longest_away > self.settled_within else ''}")
        print(f"acts: {', '.join(f'{kind} {number:,}' for kind, number in counts.acts.most_common())}")
        print(
            f"refused: {listed(counts.refused)}; "
            f"{counts.unexplained:,} of them not explained by what others did{', TOO MANY' if counts.is_refused_too_often else ''}")
        print(f"{self.additions}; {len(self.all_faults)} todos were otherwise in the database than what was done must have led to")
        for line in hostiles.told() if hostiles else ():
            print(f"hostile, {line}")
        print(trend)


def listed(numbers):
    return ", ".join(f"{word} {number:,}" for word, number in numbers.most_common()) or "none"


async def soak(make_load, arguments):
    # A short grace, so that sessions of closed tabs end within the time that is looked at.
    load = await make_load(arguments.executable, "--session-grace", "5", *arguments.options, tls=arguments.tls).begin()
    return await Soak(load, arguments.sessions[0], arguments.soak, arguments.settled_within).run()
