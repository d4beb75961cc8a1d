"""What a page of Todostream shows, and when."""

import asyncio
import time

from page import WRONG, Page
from screen import Screen

# What asks the database for nothing that must be written.
READS = {"search", "open", "back", "cancel"}
# A list's answer may be newer than the news that come after it, and what these count: seconds until the counter is right again, also
# where a server is overloaded.
NEWS = 10


class Reader(Page):
    """Somebody who reads what a page of Todostream shows.

    One in ten looks at patches as they come, and at when. The others check their numbers, keep them, and look at them when somebody
    asks what the screen shows, or when that goes, so that what is measured is the server.
    """

    def __init__(self, site, counts, changes, journal):
        super().__init__(site, counts)
        self.changes, self.journal = changes, journal
        self.shown, self.unread, self.wish = None, [], None
        # The last intent that leads elsewhere, and which changes have been seen: see `Changes`.
        self.turned, self.seen, self.since = 0, {}, 0
        # Whether its user is on the way to the whole list or from it, and whether he has opened a todo there that hasn't come yet.
        self.is_on_way = self.is_leaving = False
        # How many of a series of changes it has shown.
        self.seen_in_series = 0
        # From when on the counter counts the rows with every patch.
        self.counted_from = 0
        # Whether a search was refused: what the field says must be said again.
        self.is_unsaid = False
        # Whether the server has died meanwhile: news that died with it are missing among the rows, but not in the counter that comes
        # with other news, until the list has been asked for again.
        self.is_recovering = False

    # Showing

    def read(self, text, title, path):
        self.catch_up()
        # Behind a kill it isn't the server's time alone.
        is_seen = self.shown is not None and not self.is_recovering and (self.is_on_way or self.is_plain)
        if self.intent == 0:
            self.turned, self.is_unsaid = 0, False
        self.shown = Screen(text, title, path)
        if self.intent == 0 or self.shown.is_busy:
            # Its list has just been asked for, or is.
            self.counted_from = time.monotonic() + NEWS
        self.leave_what_waits(self.waiting.values())
        if self.is_plain or not self.is_on_way:
            self.arrive(is_seen)
        self.look()

    def arrive(self, is_seen):
        """It shows the whole list from now on, or something else that is looked at: what was changed meanwhile is there, and is seen now,
        or wasn't waited for."""
        self.is_on_way = self.is_leaving = False
        if is_seen and self.is_plain and self.is_watched:
            made = self.changes.there(self, {row.name: row.is_done for row in self.shown.rows.values()})
            self.note_latencies(made, time.perf_counter())
        else:
            self.since, self.seen = self.changes.count, {}

    def act(self, kind, *parts, then=None, about=None):
        if self.turned > self.intent:
            self.leave_list(kind)
        super().act(kind, *parts, then=then, about=about)

    def leave_list(self, kind):
        """Goes elsewhere. Who opens a todo goes back as soon as that is there; whoever looks at something else for a while, as at what was
        searched, doesn't wait for what is changed meanwhile."""
        is_back = self.is_on_way and self.due is None and self.last_kind in ("open", "type")
        self.is_leaving = kind == "open" and not self.is_on_way and self.is_whole
        if not is_back and not self.is_leaving:
            self.since, self.seen = self.changes.count, {}
        self.is_on_way = True

    def leave_what_waits(self, acts):
        """Patches and pictures leave what is being typed, and boxes, until that is answered."""
        for act in acts:
            if act.kind == "search" and self.shown.is_list:
                self.shown.type_query(act.parts[2])
            elif act.kind == "tick" and self.shown.is_list:
                self.shown.tick(act.parts[0][1], act.parts[2])
            elif act.kind == "type" and self.shown.is_editable:
                self.shown.type(self.shown.view("Title"), act.parts[2])

    @property
    def screen(self):
        """What the page shows now."""
        if self.unread:
            self.catch_up()
        return self.shown

    def catch_up(self):
        """Looks at the patches that were kept, one after the other."""
        unread, self.unread = self.unread, []
        fault = None
        try:
            for operations, is_counted, waiting in unread:
                self.shown.apply(operations)
                self.leave_what_waits(waiting)
                if self.shown.is_busy:
                    # The list is asked for by the server itself; what is left of these is looked at without counting.
                    self.counted_from = time.monotonic() + NEWS
                if is_counted and not fault and self.counted_from <= time.monotonic():
                    fault = self.counter_fault()
        except WRONG as wrong:
            self.note(wrong)
        self.tell(fault)

    def close(self):
        self.catch_up()
        super().close()

    @property
    def is_whole(self):
        """Whether it shows the whole list, by what is searched there."""
        shown = self.shown
        return not self.is_unsaid and shown.is_list and not shown.query and not shown.is_busy

    @property
    def is_plain(self):
        """Whether it shows the whole list, and nothing that leads elsewhere is under way."""
        return self.turned <= self.confirmed and self.is_whole

    @property
    def is_told(self):
        """Whether it shows the whole list, and rows differ for what somebody has done: also while a todo that was opened hasn't come."""
        return (self.is_leaving or self.turned <= self.confirmed) and self.is_whole

    def is_counted(self):
        """Whether the counter must count the rows: the list is told of every change, and its answer was here long enough ago."""
        if self.turned > self.confirmed or self.is_unsaid or self.is_recovering:
            self.counted_from = time.monotonic() + NEWS
        return self.counted_from <= time.monotonic()

    def counter_fault(self):
        """What is wrong with the counter of a list that shows everything."""
        shown = self.shown
        return shown.counter_fault() if shown.is_list and not shown.is_busy and not shown.query else None

    def take_operations(self, operations, last, size):
        was_told = self.is_told
        self.hear_told(last)
        is_counted = self.is_counted()
        if not self.is_watched and not self.wish:
            return self.unread.append((operations, is_counted, tuple(self.waiting.values())))
        seen = self.shown.apply(operations)
        self.leave_what_waits(self.waiting.values())
        if not self.is_plain:
            self.counted_from = time.monotonic() + NEWS
        if was_told and self.is_told:
            if self.is_watched:
                self.measure(seen, size)
        elif self.is_plain:
            self.arrive(self.is_on_way)
        if is_counted:
            self.tell(self.counter_fault())
        self.look()

    def take(self, message):
        super().take(message)
        if message[0] == "w":
            # How long it took to come back is none of the server's time alone.
            self.is_on_way = self.is_leaving = False
        elif self.is_on_way and self.is_plain:
            # What it wanted has come without a patch, or was refused.
            self.arrive(True)
        self.look()

    def measure(self, seen, size):
        if self.changes.series is None:
            made = [made for what, title in seen if (made := self.changes.seen(self, what, title))]
        else:
            made = self.changes.seen_in_series(self, seen)
        self.note_seen(made)
        if made and len(seen) == 1 and seen[0][0] in ("done", "open"):
            self.counts.ticks.append(size)

    def note_seen(self, made):
        """It shows now what was made then, by itself or by others."""
        now = time.perf_counter()
        for when, _ in made:
            self.journal.waited(now - when)
        self.note_latencies(made, now)

    def note_latencies(self, made, now):
        for when, is_own in made:
            (self.counts.own if is_own else self.counts.others).append((now - when) * 1000)

    def note_shown(self, due):
        """It shows now what was asked for then."""
        if self.is_watched:
            self.counts.shown.append((time.perf_counter() - due) * 1000)

    def answered(self, act):
        if self.is_watched and act.since and act.kind in READS:
            self.counts.answered.append((time.perf_counter() - act.since) * 1000)

    def refused(self, act):
        if not act.about or not self.journal.is_in_flux(act.about):
            self.counts.unexplained += 1
        # A tick that is refused is put right by a patch.
        if act.kind == "search":
            self.is_unsaid = True

    async def shows(self, wish, within=60):
        """Waits until what is shown is as wished. Gives whether it has become so; that it hasn't is a fault of the server."""
        if wish(self.screen):
            return True
        self.wish = (wish, asyncio.get_running_loop().create_future())
        try:
            has_come = await self.comes_true(self.wish[1], within)
        finally:
            self.wish = None
        if not has_come:
            self.counts.wrong.append(self.vain())
        return has_come

    async def comes_true(self, wished, within):
        """Whether that comes true within so many seconds with a connection, and ten times as many in all."""
        end = time.monotonic() + 10 * within
        while within > 0 and (now := time.monotonic()) < end:
            was_welcome = self.is_welcome
            if (await asyncio.wait([wished], timeout=min(within, 1)))[0]:
                return True
            if was_welcome and self.is_welcome:
                within -= time.monotonic() - now
        return False

    def vain(self):
        """That somebody waited in vain, and for what."""
        screen = self.screen
        return (
            f"somebody waited in vain after {self.last_kind!r}: {self.state()}, {'the list' if screen.is_list else 'a todo'} is shown, "
            f"{'busy' if screen.is_busy else 'not busy'}, {'under' if screen.dialog else 'without'} a message, "
            f"turned with {self.turned}, confirmed {self.confirmed}")

    def look(self):
        if self.wish and not self.wish[1].done() and self.wish[0](self.shown):
            self.wish[1].set_result(None)

    def tell(self, fault):
        """Notes what is wrong, if it is."""
        if fault:
            self.counts.wrong.append(f"{fault}; {self.state()}")
