"""What has been added, and whether it is there as often as it must be."""

from counts import Titles


class Additions:
    """Todos with titles that nothing else has, and what has become of each: `unknown`, `taken` or `refused`."""

    beginning = "Once"

    def __init__(self):
        self.fates, self.pages, self.title = {}, {}, Titles()

    def make(self, page):
        """Has a page add one, if it is at the list. What somebody had begun when the server was killed may lead elsewhere a moment later."""
        if not page.can_add:
            return
        title = self.title(self.beginning)
        self.fates[title], self.pages[title] = "unknown", page

        def answered(is_taken):
            self.fates[title] = "taken" if is_taken else "refused"

        page.add(title, then=answered)

    def faults(self, titles):
        """What is there otherwise than it must be: once if it was taken, whatever became of its tab and of the server; not if it was
        refused, and never twice.

        `titles` says how often each is in the database, deleted or not.
        """
        allowed = {"taken": (1,), "refused": (0,), "unknown": (0, 1)}
        return [
            f"{title!r} is there {titles[title]} times and was said to be {fate}; {self.pages[title].state()}"
            for title, fate in self.fates.items() if titles[title] not in allowed[fate]]

    def __str__(self):
        fates = list(self.fates.values())
        return f"{len(fates):,} added right before a connection or the server died, {fates.count('taken'):,} acknowledged"
