"""The rows of the table: what happens on so many pages, and what it costs."""

import asyncio
import contextlib
import gc
import os
import sys
import time
import traceback

import people
from counts import percentiles
from crowd import Crowd
from hostile import CROWD
from machine import Machine
from meter import Meter
from others import Others
from server import NotStarted


@contextlib.contextmanager
def uncollected():
    """What nobody refers to any more isn't looked for meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Stages:
    """For one number of sessions after the other. What fails is told, and the rest goes on."""

    columns = (
        "sessions", "doing", "changes: own screen, ms 50 / 95 / 99 % / most", "others' screens, ms", "searches, details: answered, ms", "shown, ms",
        "patches a second", "bytes a second and session, down / up", "a tick's bytes, median", "memory a session, KB",
        "processor: server / generator / idle", "µs a patch", "µs a change and session, until all is right", "all right after, s",
        "lost / refused / fresh", "wrong / behind")
    metered = (
        "on the server, ms 50 / 95 / 99 %: carried out", "answered by a patch", "confirmed durably without one", "the database's reads", "its writes")

    def __init__(self, make_load, arguments):
        self.make_load, self.arguments, self.is_right = make_load, arguments, True
        # What doesn't fit into a row; told behind the table.
        self.notes = []
        if arguments.metrics:
            self.columns += self.metered

    async def run(self):
        print("| " + " | ".join(self.columns) + " |\n" + "|---" * len(self.columns) + "|", flush=True)
        try:
            for count in self.arguments.sessions:
                await self.try_with(count)
        except asyncio.CancelledError:
            # Somebody wants it to end.
            self.tell()
            raise
        self.tell()
        return self.is_right

    async def try_with(self, count):
        try:
            await self.run_with(count)
        except NotStarted:
            raise
        except Exception:
            print(f"{count:,} sessions: the stages ended here.\n{traceback.format_exc()}", file=sys.stderr)
            self.is_right = False

    def tell(self):
        shares = ", ".join(f"{kind} {share} %" for kind, share in people.SHARES.items())
        print("", f"People's acts, as far as the list keeps its length: {shares}.", *self.notes, sep="\n", flush=True)

    def note(self, load, name, text):
        self.notes.append(f"{len(load.pages):,} sessions, {name}: {text}.")

    async def run_with(self, count):
        load = await self.make_load(self.arguments.executable, *self.arguments.options, tls=self.arguments.tls).begin()
        try:
            # What the first pages make it load isn't theirs.
            await load.open(20)
            load.close_pages()
            await asyncio.sleep(0.5)
            self.before, begin, site = load.server.memory(), time.monotonic(), load.server.site
            site.page_count = site.file_count = site.link_count = 0
            await load.open(count)
            self.judge(load, "opening")
            opened = f"opened in {time.monotonic() - begin:.1f} s: {site.spoken()}"
            if self.arguments.acts:
                self.note(load, "all active", opened)
                await self.all_active(load)
            elif self.arguments.kinds:
                self.note(load, "beside one kind of hostile clients", opened)
                await self.all_kinds(load)
            else:
                await self.all_stages(load, opened)
            self.judge(load, "at the end")
        except (Exception, asyncio.CancelledError) as error:
            # Whatever fails when the server has ended by itself fails for that.
            end = await load.own_end(error)
            self.tell_early(load, bool(end))
            if not end:
                raise
            self.note(load, "in the same", f"WRONG: {end}")
            self.is_right = False
        finally:
            self.is_right &= load.close()

    def tell_early(self, load, has_server_ended):
        """What was wrong until then, as at a stage's end, and that it ended early. That a server which has ended loses its connections says
        nothing more."""
        name, seen = "in the stage that ended early", f"{load.counts}"
        if has_server_ended:
            load.counts.lost = 0
        self.judge(load, name)
        self.note(load, name, seen)

    async def all_active(self, load):
        for pause in self.arguments.acts:
            await self.people(load, f"all active, an act every {pause:g} s", load.pages, pause)

    async def all_kinds(self, load):
        """What each kind of hostile clients costs by itself."""
        for rate in self.arguments.rates:
            alone = await self.stage(load, f"{rate:g} changes a second beside nobody", self.changing(load, rate), is_series=True)
            for kind, count in CROWD.items():
                await self.beside({kind: count}, load, f"{rate:g} changes a second beside {kind.replace('_', ' ')}", rate, alone)

    async def beside(self, crowd, load, name, rate, alone):
        """A list that changes, beside hostile clients, whom others mustn't notice who had none beside them before."""
        hostiles = await Crowd(load.server.site, crowd).begin()
        others = await self.stage(load, name, self.changing(load, rate), stop=hostiles.stop, beside=hostiles, is_series=True)
        for line in hostiles.told():
            self.note(load, name, line)
        for fault in hostiles.faults():
            self.note(load, name, f"WRONG: {fault}")
            self.is_right = False
        self.note(load, name, f"others' screens, ms 50 / 95 / 99 % / most: {alone} without them, {others} beside them")
        is_noticed, words = others.verdict(alone)
        self.note(load, name, words)
        self.is_right &= not is_noticed

    async def all_stages(self, load, opened):
        seconds = self.arguments.seconds
        await self.stage(load, f"idle; {opened}", asyncio.sleep(seconds))
        # As many changes a second, whatever the number of sessions: each reaches all of them.
        pause = self.arguments.pause * max(1, len(load.pages) / 1000)
        active = [page for page in load.pages if page.is_watched]
        await self.people(load, f"one in ten active, an act every {pause:g} s", active, pause)
        for rate in self.arguments.rates:
            name = f"all watch a list that changes {rate:g} times a second"
            alone = await self.stage(load, name, self.changing(load, rate), is_series=True)
        await self.beside(CROWD, load, f"the same, {rate:g} times, beside hostile clients", rate, alone)

    def changing(self, load, rate):
        """A list that changes, by the hand of somebody who is looked at closely."""
        return people.tick(next(page for page in load.pages if page.is_watched), self.arguments.seconds, rate)

    async def people(self, load, name, active, pause):
        await self.stage(
            load, name, people.act(active, self.arguments.seconds, pause), stop=lambda: people.rest(active))
        unclear = f"; {load.changes.unclear:,} times it can't be told which tick of a row was seen" if load.changes.unclear else ""
        acts = ", ".join(f"{kind} {number:,}" for kind, number in self.acts.most_common()) or "nobody has done anything"
        self.note(load, name, acts + unclear)

    async def stage(self, load, name, act, stop=None, beside=None, is_series=False):
        """Runs one, prints its row, and gives how long others' screens took.

        `act` is what happens, `stop` what ends it and isn't measured, `beside` the hostile clients that are at work meanwhile. `is_series` if one
        page makes all changes.
        """
        # What nobody refers to any more is looked for now, and not while patches come: that takes a tenth of a second with so many pages.
        gc.collect()
        counts, server, machine = load.counts, load.server, Machine()
        # What went wrong since the last one is told too.
        self.judge(load, name)
        load.changes.begin(is_series)
        changes, watched = load.changes.count, [page for page in load.pages if page.is_watched]
        for page in watched:
            page.seen_in_series = 0
        meter = await Meter(server.site).begin() if self.arguments.metrics else None
        processor, hostile, begin = server.seconds(), beside.seconds() if beside else 0, time.monotonic()
        with uncollected():
            await act
        elapsed = time.monotonic() - begin
        used, generator, idle = server.seconds() - processor, machine.own(), machine.idle()
        if beside:
            generator += beside.seconds() - hostile
        patches, down, up, self.acts = counts.patches, counts.bytes_down, counts.bytes_up, counts.acts.copy()
        memory, latencies = server.memory(), await meter.percentiles() if meter else []
        # Whoever looks for something stops doing so at once with all others when the stage ends: that's nothing that people do.
        answered, shown, ended = percentiles(counts.answered), percentiles(counts.shown), time.monotonic()
        if stop:
            await stop()
        if beside:
            # That hostile clients end is nothing that anybody waits for.
            ended = time.monotonic()
        behind, settled = await load.settle(since=ended)
        if is_series and not behind:
            for page in watched:
                page.note_seen(load.changes.seen_in_series(page))
        counts.wrong += await load.untrue()
        count, (own, of_others) = len(load.pages), load.changes.to_be_seen(watched)
        if own + of_others:
            self.note(load, name, f"measured {len(counts.own):,} of {own:,} changes on own screens, {len(counts.others):,} of {of_others:,} on others'")
        reached = (load.changes.count - changes) * count
        ticks = sorted(counts.ticks)
        elsewhere = os.cpu_count() * elapsed - used - generator - idle
        others = Others(counts.others, idle / elapsed, elsewhere / elapsed, patches / reached if reached else 1)
        self.row(
            f"{count:,}", name, percentiles(counts.own), f"{others}", answered, shown, f"{patches / elapsed:,.0f}",
            f"{down / elapsed / count:,.1f} / {up / elapsed / count:,.1f}", f"{ticks[len(ticks) // 2]}" if ticks else "–",
            f"{(memory - self.before) / count:,.1f}",
            f"{100 * used / elapsed:.0f} / {100 * generator / elapsed:.0f} / {100 * idle / elapsed:.0f} %",
            f"{1e6 * used / patches:.1f}" if patches > 100 else "–",
            f"{1e6 * (server.seconds() - processor) / reached:.1f}" if reached > 100 else "–",
            f"{settled:.1f}" + (" (overload)" if settled > elapsed / 2 else ""),
            f"{counts.lost} / {sum(counts.refused.values())} / {counts.fresh}", f"{len(counts.wrong)} / {len(behind)}", *latencies)
        self.judge(load, name, behind, settled)
        return others

    def row(self, *cells):
        print("| " + " | ".join(cells) + " |", flush=True)

    def judge(self, load, name, behind=(), settled=0):
        """Overload is none of anybody's fault; wrong screens and lost connections are, and screens that are right much later."""
        counts, within = load.counts, self.arguments.settled_within
        if settled > within:
            self.note(load, name, f"WRONG: it took {settled:.0f} s until every screen was right, and {within:g} are allowed")
        if counts.lost:
            self.note(load, name, f"WRONG: {counts.lost} connections were lost that nobody had cut")
        if counts.anew:
            self.note(load, name, f"WRONG: {counts.anew} pages came back and found their session gone")
        if counts.refused:
            self.note(load, name, "refused " + ", ".join(f"{word} {number:,}" for word, number in counts.refused.items()))
        if counts.is_refused_too_often:
            self.note(load, name, f"WRONG: {counts.unexplained:,} acts were refused, which nothing explains that others have done")
        for text in (*(f"WRONG: {wrong}" for wrong in counts.wrong[:5]), *(f"BEHIND: {difference}" for difference in behind[:3])):
            self.note(load, name, text)
        self.is_right &= not (
            counts.wrong or behind or counts.lost or counts.anew or counts.is_refused_too_often or settled > within)
        # Judged once: what comes from now on is the next one's, or the end's.
        counts.reset()
