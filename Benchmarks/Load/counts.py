"""What all pages together have seen and done, and how long it took."""

import collections
import itertools
import math
import time


def percentiles(values):
    """At 50, 95 and 99 %, and the most; of fewer than twenty they would say nothing, and of fewer than a hundred the third is the most."""
    if len(values) < 20:
        return "–"
    values = sorted(values)
    return " / ".join(
        "–" if share == 0.99 and len(values) < 100 else f"{percentile(values, share):,.1f}" for share in (0.5, 0.95, 0.99, 1))


def percentile(values, share):
    """The least of some in order that so large a share of them isn't above."""
    return values[math.ceil(len(values) * share) - 1]


class Counts:
    """What all pages together have seen since the last reset."""

    def __init__(self):
        # Whether the server was killed, and not all pages are back.
        self.is_behind_kill = False
        self.reset()

    def has_failed(self, reason):
        """An attempt to come or to come back has."""
        (self.failed_behind_kill if self.is_behind_kill else self.failed)[reason] += 1

    def has_returned(self, milliseconds, is_behind_kill):
        (self.revived if is_behind_kill else self.returned).append(milliseconds)

    def reset(self):
        self.patches = self.bytes_down = self.bytes_up = self.fresh = self.cut = self.lost = 0
        # Pages that came back and found their session gone.
        self.anew = 0
        # Milliseconds from when a connection was cut, or the server killed, until the page was live again.
        self.returned, self.revived = [], []
        # Attempts to come, and to come back, that have failed, by their reasons: behind a kill until all are back, and at other times.
        self.failed, self.failed_behind_kill = collections.Counter(), collections.Counter()
        # Refusals that nothing explains that others have done to the same todo.
        self.unexplained = 0
        # Milliseconds: until a change was seen on the page that made it and on others, until what writes nothing was answered, and until
        # what it asked for was shown.
        self.own, self.others, self.answered, self.shown = [], [], [], []
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
        # Of a series: when each was made, and by whom.
        self.series, self.first = None, 1
        # How many that pages have shown are left out, since it can't be told which they were.
        self.unclear = 0

    def begin(self, is_series=False):
        """What was changed until now concerns nobody any more; the numbers go on.

        A series is made by one page, one after the other: whoever shows one of it has been shown all before, also those that were undone
        before he was told, of which he never sees a difference.
        """
        self.waiting, self.latest, self.unclear = {}, {}, 0
        self.series, self.first = [] if is_series else None, self.count + 1

    def made(self, what, title, page, due=None):
        """A page is about to change a title, as was due then. If that is what somebody has done just now, nobody will see any difference."""
        if self.latest.get(title) == what:
            return
        self.latest[title] = what
        self.count += 1
        when = due or time.perf_counter()
        self.waiting.setdefault((what, title), []).append((self.count, when, page))
        if self.series is not None:
            self.series.append((when, page))

    def refused(self, page, title):
        """What a page was about to change last hasn't come about: nobody will see it."""
        mine = [changes for what in ("done", "open", "here", "gone") if (changes := self.waiting.get((what, title))) and changes[-1][2] is page]
        if mine:
            number, *_ = max(mine, key=lambda changes: changes[-1][0]).pop()
            self.latest.pop(title, None)
            if self.series is not None:
                self.series[number - self.first] = None

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

    def there(self, page, rows):
        """When what a page shows now that it hasn't looked at patches for a while was made, and whether by that page.

        `rows` says whether each title is done. A change that isn't there yet is waited for. Where a title was changed more often it can't
        be told which of these a page shows, and they are left out. Of a series nothing is said: that is told by the next of it, and at its end.
        """
        made = []
        for title, changes in ({} if self.series is not None else self.news(page)).items():
            (what, (number, when, maker)), *more = changes
            if more:
                page.seen.update({(what, title): number for what, (number, *_) in changes})
                self.unclear += len(changes)
            elif (title in rows) == (what != "gone") and (what not in ("done", "open") or rows[title] == (what == "done")):
                page.seen[what, title] = number
                made.append((when, maker is page))
        return made

    def news(self, page):
        """What a page hasn't shown yet, by its title."""
        found = {}
        for (what, title), changes in self.waiting.items():
            last = page.seen.get((what, title), page.since)
            for change in changes:
                if change[0] > last:
                    found.setdefault(title, []).append((what, change))
        return found

    def to_be_seen(self, watched):
        """How many changes there were that such pages have made, and how many of others' they could have shown."""
        makers = [page for changes in self.waiting.values() for *_, page in changes]
        own = sum(page.is_watched for page in makers)
        return own, len(makers) * len(watched) - own

    def seen_in_series(self, page, seen=None):
        """What a page of a series is shown now, with all before that it wasn't: when each was made, and whether by that page.

        `seen` is what it shows otherwise than before, as pairs of what and title; it shows everything if that isn't said.
        """
        begin = page.seen_in_series
        if seen is None:
            end = len(self.series)
        else:
            waiting = ((number - self.first for number, *_ in self.waiting.get(each, ())) for each in seen)
            end = max((next((place for place in places if place >= begin), -1) + 1 for places in waiting), default=0)
        page.seen_in_series = max(begin, end)
        return [(change[0], change[1] is page) for change in self.series[begin:end] if change]


class Titles:
    """Titles that nothing else has, for what is added and renamed."""

    def __init__(self):
        self.numbers = itertools.count(1)

    def __call__(self, beginning):
        return f"{beginning} {next(self.numbers)}"
