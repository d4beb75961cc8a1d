"""What all pages together have seen and done, and how long it took."""

import collections
import itertools
import math
import time


def percentiles(values):
    """At 50, 95 and 99 %, and the most; of a few they would say nothing."""
    if len(values) < 20:
        return "–"
    values = sorted(values)
    return " / ".join(f"{values[math.ceil(len(values) * share) - 1]:,.1f}" for share in (0.5, 0.95, 0.99, 1))


class Counts:
    """What all pages together have seen since the last reset."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.patches = self.bytes_down = self.bytes_up = self.fresh = self.cut = self.lost = 0
        # Pages that came back and found their session gone.
        self.anew = 0
        # Refusals that nothing explains that others have done to the same todo.
        self.unexplained = 0
        # Milliseconds: until a change was seen on the page that made it and on others, until what writes nothing was answered.
        self.own, self.others, self.answered = [], [], []
        # Bytes of patches that tell of one tick.
        self.ticks = []
        # What people did, by its name; how often intents were refused, by the reason's word; what can't be so.
        self.acts, self.refused, self.wrong = collections.Counter(), collections.Counter(), []

    def __str__(self):
        return (
            f"{self.patches:,} patches, {len(self.wrong)} wrong, {self.lost} connections lost that nobody cut, {self.anew} sessions gone, "
            f"{self.fresh} fresh pictures")

    @property
    def is_refused_too_often(self):
        """People meet under a message or at a row, but not at each hundredth act."""
        return self.unexplained > max(20, self.acts.total() / 100)


class Changes:
    """What was changed in the list, and when, until pages have seen it.

    A change has a number, and waits in a queue for what it looks like: `("done", title)`, `("open", title)`, `("here", title)` or
    `("gone", title)`. A page that shows this is taken to show the first such change that it hasn't shown yet. A tick that was undone
    before the page was told of it is never shown. If there are several that it may be, of different pages, that can't be told, and it is
    left out; of one page it is taken for the first, which says too much, not too little.
    """

    def __init__(self):
        self.count, self.waiting, self.latest = 0, {}, {}
        # How many that pages have shown are left out, since it can't be told which they were.
        self.unclear = 0

    def begin(self):
        """What was changed until now concerns nobody any more; the numbers go on."""
        self.waiting, self.latest, self.unclear = {}, {}, 0

    def made(self, what, title, page, due=None):
        """A page is about to change a title, as was due then. If that is what somebody has done just now, nobody will see any difference."""
        if self.latest.get(title) == what:
            return
        self.latest[title] = what
        self.count += 1
        self.waiting.setdefault((what, title), []).append((self.count, due or time.perf_counter(), page))

    def refused(self, page, title):
        """What a page was about to change last hasn't come about: nobody will see it."""
        mine = [changes for what in ("done", "open", "here", "gone") if (changes := self.waiting.get((what, title))) and changes[-1][2] is page]
        if mine:
            max(mine, key=lambda changes: changes[-1][0]).pop()
            self.latest.pop(title, None)

    def seen(self, page, what, title):
        """When what a page shows now was made, and whether that page did it; None if that isn't known."""
        last = page.seen.get((what, title), page.since)
        new = [change for change in self.waiting.get((what, title), ()) if change[0] > last]
        if not new:
            return None
        number, when, maker = new[0]
        if any(other is not maker for *_, other in new):
            page.seen[what, title] = new[-1][0]
            self.unclear += 1
            return None
        page.seen[what, title] = number
        return when, maker is page


class Titles:
    """Titles that nothing else has, for what is added and renamed."""

    def __init__(self):
        self.numbers = itertools.count(1)

    def __call__(self, beginning):
        return f"{beginning} {next(self.numbers)}"
