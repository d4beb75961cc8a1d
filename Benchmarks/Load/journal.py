"""What people have done to each todo, and what the database holds otherwise than that must have led to."""

import itertools
from typing import NamedTuple


class Row(NamedTuple):
    """A todo in the database."""

    number: int
    title: str
    is_done: bool
    is_deleted: bool


class Deed:
    """One act on a todo: what it `sets`, and whether it was `taken` or `refused`, which is `unknown` at first.

    `upon` is the title that the todo had on the page of who did it; None if he has made it.
    """

    def __init__(self, journal, page, upon, sets):
        self.journal, self.page, self.upon, self.sets = journal, page, upon, sets
        self.begin, self.end, self.fate = next(journal.moments), None, "unknown"

    def answered(self, is_taken):
        self.fate = "taken" if is_taken else "refused"
        # What waited while the server was killed is done when its session comes back, perhaps behind what others have done since.
        if self.begin > self.journal.killed:
            self.end = next(self.journal.moments)

    def is_before(self, other):
        """Whether it was certainly done first: by the same page, confirmed before the other began, or seen by who did the other."""
        if self.page is other.page:
            return self.begin < other.begin
        return (
            self.upon is None or self.end is not None and self.end < other.begin
            or other.upon is not None and other.upon == self.sets.get("title"))


class Story:
    """One todo, whatever its titles: what the database held when all was at rest, and what was done since."""

    def __init__(self, title, known=None):
        # The title is its first one.
        self.title, self.known, self.deeds = title, known, []

    def allowed(self, field):
        """What the last that set a field can have made of it; whoever came last among those who weren't in turn is unknown."""
        deeds = [deed for deed in self.deeds if field in deed.sets and deed.fate != "refused"]
        taken = [deed for deed in deeds if deed.fate == "taken"]
        values = {deed.sets[field] for deed in deeds if not any(deed.is_before(later) for later in taken)}
        if self.known and not taken:
            values.add(getattr(self.known, field))
        return values

    def faults(self, rows):
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
        fields = ("is_deleted",) if row.is_deleted else ("is_deleted", "title", "is_done")
        for field in fields:
            if getattr(row, field) not in (allowed := self.allowed(field)):
                yield f"has as {field} {getattr(row, field)!r}, which should be {' or '.join(sorted(map(repr, allowed)))}"


class Journal:
    """All todos by every title that somebody has given them. No title is given twice."""

    def __init__(self, rows=()):
        self.moments, self.killed, self.strange = itertools.count(), -1, []
        self.stories = {row.title: Story(row.title, row) for row in rows}
        # Titles that nobody has begun to change or to delete since all was at rest: every list has them in which they belong.
        self.untouched = set(self.stories)

    # What is done

    def added(self, page, title):
        self.stories[title] = Story(title)
        return self.note(page, title, None, {"title": title, "is_done": False, "is_deleted": False})

    def renamed(self, page, title, new):
        self.stories[new] = self.story(title)
        return self.note(page, title, title, {"title": new})

    def ticked(self, page, title, is_on):
        return self.note(page, title, title, {"is_done": is_on})

    def deleted(self, page, title):
        return self.note(page, title, title, {"is_deleted": True})

    def note(self, page, title, upon, sets):
        deed, story = Deed(self, page, upon, sets), self.story(title)
        story.deeds.append(deed)
        if story.known and not sets.keys().isdisjoint(("title", "is_deleted")):
            self.untouched.discard(story.known.title)
        return deed

    def saw(self, title, is_done):
        """Somebody is about to act on a row that is shown like this: so it was, or so somebody has made it."""
        story = self.story(title)
        if not (story.known and story.known.is_done == is_done or any(deed.sets.get("is_done") == is_done for deed in story.deeds)):
            self.strange.append(f"{title!r} was {'done' if is_done else 'open'} on a screen, and nobody has made it so")

    def story(self, title):
        if title not in self.stories:
            self.strange.append(f"{title!r} was on a screen, and nobody has typed it")
            self.stories[title] = Story(title)
        return self.stories[title]

    def server_killed(self):
        """What was done until now may come to pass in another order."""
        self.killed = next(self.moments)
        for story in self.stories.values():
            for deed in story.deeds:
                deed.end = None

    # What must be so

    def are_one(self, title, other):
        """Whether both are titles of the same todo."""
        return title in self.stories and self.stories[title] is self.stories.get(other)

    def number(self, title):
        """The todo's number in the database, if it was there when all was at rest."""
        story = self.stories.get(title)
        return story.known.number if story and story.known else None

    def is_in_flux(self, title):
        """Whether somebody may have deleted or renamed it meanwhile, so that its row has gone."""
        story = self.story(title)
        return bool(story.known and story.known.is_deleted) or any(
            deed.upon and deed.fate != "refused" and not deed.sets.keys().isdisjoint(("title", "is_deleted")) for deed in story.deeds)

    def faults(self, rows):
        """What the database holds otherwise than it must once nothing is under way."""
        faults, found = list(self.strange), {}
        for row in rows:
            if row.title in self.stories:
                found.setdefault(self.stories[row.title], []).append(row)
            else:
                faults.append(f"{row.title!r} is in the database, and nobody has typed it")
        for story in set(self.stories.values()):
            mine = found.get(story, [])
            if story.deeds or mine != [story.known]:
                faults += [f"{story.title!r} {fault}" for fault in story.faults(mine)]
        return faults

    def rest(self, rows):
        """Everything has come to pass: from now on the database is what things begin with.

        Acts whose answer nobody has heard, since their page was closed, may still come to pass.
        """
        self.strange, self.untouched = [], set()
        there = {self.stories[row.title]: row for row in rows if row.title in self.stories}
        for story in set(self.stories.values()):
            story.known = there.get(story)
            story.deeds = [deed for deed in story.deeds if deed.fate == "unknown" and (deed.upon or not story.known)]
            if story.known and not story.known.is_deleted and not story.deeds:
                self.untouched.add(story.known.title)
