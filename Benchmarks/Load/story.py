"""One todo, and what people have done to it."""

import time
from typing import NamedTuple


# What people's acts set.
FIELDS = ("is_deleted", "title", "is_done")


class Row(NamedTuple):
    """A todo in the database."""

    number: int
    title: str
    is_done: bool
    is_deleted: bool


class Deed:
    """One act on a todo: what it `sets`, and whether it was `taken` or `refused`, which is `unknown` at first, and may stay `unsure`.

    `upon` is the title that the todo had on the page of who did it; None if he has made it.
    """

    def __init__(self, journal, page, upon, sets):
        self.journal, self.page, self.upon, self.sets = journal, page, upon, sets
        self.begin, self.end, self.fate = next(journal.moments), None, "unknown"
        # By the clock, in seconds.
        self.began, self.ended = time.monotonic(), None
        # Whether it is from before the last rest.
        self.is_old = False

    def __str__(self):
        when = f"{self.began:.1f}" + (f" to {self.ended:.1f}" if self.ended else "")
        return f"{when} {', '.join(f'{field}={value!r}' for field, value in self.sets.items())}: {self.fate}"

    @property
    def moves(self):
        """Whether lists may have another row afterwards, or none."""
        return "title" in self.sets or "is_deleted" in self.sets

    def answered(self, is_taken):
        """It was carried out, or wasn't; with None one or the other, and it won't be any more."""
        self.fate = {True: "taken", False: "refused", None: "unsure"}[is_taken]
        # What waited while the server was killed is done when its session comes back, perhaps behind what others have done since.
        if self.begin > self.journal.killed:
            self.end, self.ended = next(self.journal.moments), time.monotonic()

    def is_before(self, other):
        """Whether it was certainly done first: by the same page, confirmed before the other began, or seen by who did the other.

        What is confirmed is written when its session and its address have their turn. What others ask for meanwhile may have it first, and not what
        they ask for when nothing can wait so long.
        """
        if self.page is other.page:
            return self.begin < other.begin
        if self.upon is None or other.upon is not None and other.upon == self.sets.get("title"):
            return True
        if self.end is None or self.end > other.begin:
            return False
        return self.is_old != other.is_old or not self.is_old and other.began - self.ended > self.journal.longest_wait


class Story:
    """One todo, whatever its titles: what the database held when all was at rest, and what was done since."""

    def __init__(self, title, known=None):
        # The title is its first one.
        self.title, self.known, self.deeds = title, known, []
        # What was done before the last rests, in words: for who looks for what went wrong.
        self.past = []

    def allowed(self, field):
        """What the last that set a field can have made of it; whoever came last among those who weren't in turn is unknown."""
        deeds = [deed for deed in self.deeds if field in deed.sets and deed.fate != "refused"]
        taken = [deed for deed in deeds if deed.fate == "taken"]
        values = {deed.sets[field] for deed in deeds if not any(deed.is_before(later) for later in taken)}
        # What was there at the last rest somebody may have made of whom nothing was heard; only what was taken since must have replaced it.
        if self.known and all(deed.is_old for deed in taken):
            values.add(getattr(self.known, field))
        return values

    def unexplained(self, row):
        """How many deletions, if any, the next process has refused, of what stays and nobody else has renamed or deleted."""
        moves = [deed for deed in self.deeds if deed.upon and deed.moves and deed.fate != "refused"]
        is_explained = not row or row.is_deleted or any(deed.fate != "unsure" or "title" in deed.sets for deed in moves)
        return 0 if is_explained else len(moves)

    def rest(self, row):
        """What has been answered is what the database holds now; what hasn't may still come to pass.

        So may, until the next rest, what was taken, if nobody knows which was the last: its write may be under way.
        """
        open_fields = {field for field in FIELDS if len(self.allowed(field)) > 1}
        self.known, deeds, self.deeds = row, self.deeds, []
        if deeds:
            self.past = [*self.past, *map(str, deeds), f"{time.monotonic():.1f} rest"][-12:]
        for deed in deeds:
            is_late = deed.fate == "taken" and not deed.is_old and not open_fields.isdisjoint(deed.sets)
            if is_late or deed.fate == "unknown" and (deed.upon or not row):
                deed.is_old = True
                if is_late:
                    # What else it sets the database holds, or something that came behind it. Which of these came first isn't told by time.
                    deed.sets = {field: deed.sets[field] for field in open_fields.intersection(deed.sets)}
                self.deeds.append(deed)
            else:
                # Whoever keeps the deed needn't keep the page.
                deed.page = None

    def told(self):
        """What was done to it lately, if anything, in words, by the clock in seconds."""
        words = "; ".join([*self.past, *map(str, self.deeds)])
        return words and f" ({words})"

    def faults(self, rows):
        """What is wrong if the database has these."""
        if len(rows) > 1:
            yield f"is there {len(rows)} times"
        added = next((deed.fate for deed in self.deeds if deed.upon is None), None)
        if not rows and (self.known or added == "taken"):
            yield "is missing"
        if not rows:
            return
        row = rows[0]
        if added == "refused" or not self.known and not self.deeds:
            yield "is there, though it was refused"
            return
        if self.known and row.number != self.known.number:
            yield "is another todo than before"
        # What is deleted takes no other change any more.
        fields = ("is_deleted",) if row.is_deleted else FIELDS
        for field in fields:
            if getattr(row, field) not in (allowed := self.allowed(field)):
                yield f"has as {field} {getattr(row, field)!r}, which should be {' or '.join(sorted(map(repr, allowed)))}"
