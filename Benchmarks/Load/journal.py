"""What people have done to all todos, and what the database holds otherwise than that must have led to."""

import itertools

from story import Deed, Story

# Seconds that something may wait to be written also where nothing that has been seen has taken as long.
PATIENCE = 1


class Journal:
    """All todos by every title that somebody has given them. No title is given twice. Rows are in the list's order."""

    def __init__(self, rows=()):
        self.moments, self.killed, self.strange = itertools.count(), -1, []
        # Longer than that, in seconds, nothing waits to be written.
        self.longest_wait = PATIENCE
        self.stories = {row.title: Story(row.title, row) for row in rows}
        # Titles that nobody has begun to change or to delete since all was at rest: every list has them in which they belong.
        self.untouched = set(self.stories)
        self.places = places(rows)

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
        if story.known and deed.moves:
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

    def waited(self, seconds):
        """Somebody has seen a change after so long."""
        self.longest_wait = max(self.longest_wait, 2 * seconds)

    # What must be so

    def are_one(self, title, other):
        """Whether both are titles of the same todo."""
        return title in self.stories and self.stories[title] is self.stories.get(other)

    def number(self, title):
        """The todo's number in the database, if it was there when all was at rest."""
        story = self.stories.get(title)
        return story.known.number if story and story.known else None

    def place(self, title):
        """Where in the list a todo was when all was at rest."""
        return self.places[title]

    def tick(self, title):
        """Whether a todo was done when all was at rest; None if it wasn't there, or if somebody may have changed that since."""
        story = self.stories.get(title)
        is_sure = story and story.known and not any("is_done" in deed.sets and deed.fate != "refused" for deed in story.deeds)
        return story.known.is_done if is_sure else None

    def can_be_shown(self, title):
        """Whether a list may have a row of this title: since the last rest somebody has given it, or a todo has had it that wasn't deleted."""
        story = self.stories.get(title)
        return story is not None and not (story.known and story.known.is_deleted) and (
            story.known is not None and story.known.title == title or any(deed.sets.get("title") == title for deed in story.deeds))

    def is_in_flux(self, title):
        """Whether somebody may have deleted or renamed it meanwhile, so that its row has gone."""
        story = self.story(title)
        return bool(story.known and story.known.is_deleted) or any(
            deed.upon and deed.fate != "refused" and deed.moves for deed in story.deeds)

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
                faults += [f"{story.title!r} {fault}{story.told()}" for fault in story.faults(mine)]
        return faults

    def rest(self, rows):
        """Everything has come to pass: from now on the database is what things begin with.

        Acts whose answer nobody has heard, since their page was closed, may still come to pass. Gives how many deletions were refused for a
        row that is still there, and that nothing explains.
        """
        self.strange, self.untouched, self.places = [], set(), places(rows)
        self.longest_wait = PATIENCE
        there = {self.stories[row.title]: row for row in rows if row.title in self.stories}
        unexplained = 0
        for story in set(self.stories.values()):
            unexplained += story.unexplained(there.get(story))
            story.rest(there.get(story))
            if story.known and not story.known.is_deleted and not any(deed.moves for deed in story.deeds):
                self.untouched.add(story.known.title)
        return unexplained


def places(rows):
    return {row.title: place for place, row in enumerate(rows)}
