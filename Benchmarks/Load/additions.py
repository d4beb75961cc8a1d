"""What has been added, and whether it is there as often as it must be."""

from counts import Titles


class Additions:
    """Todos with titles that nothing else has, and what has become of each: `unknown`, `taken`, `refused` or `abandoned`."""

    beginning = "Once"

    def __init__(self):
        self.fates, self.pages, self.title = {}, {}, Titles()

    def make(self, page):
        """Has a page add one."""
        title = self.title(self.beginning)
        self.fates[title], self.pages[title] = "unknown", page

        def answered(is_taken):
            self.fates[title] = "taken" if is_taken else "refused"

        page.add(title, then=answered)

    def abandon(self, titles):
        """The server is about to be killed: what closed tabs have asked for and isn't in the database yet may never be.

        Nobody brings their sessions back, and a session's requests end with it.
        """
        for title, page in self.pages.items():
            if page.is_closing and not titles[title]:
                self.fates[title] = "abandoned"

    def faults(self, titles):
        """What is there otherwise than it must be: once if it was taken, not if it was refused, and never twice.

        `titles` says how often each is in the database, deleted or not.
        """
        allowed = {"taken": (1,), "refused": (0,), "unknown": (0, 1), "abandoned": (0, 1)}
        return [
            f"{title!r} is there {titles[title]} times and was said to be {fate}; {self.pages[title].state()}"
            for title, fate in self.fates.items() if titles[title] not in allowed[fate]]

    def __str__(self):
        fates = list(self.fates.values())
        return (
            f"{len(fates):,} added right before a connection or the server died, {fates.count('taken'):,} acknowledged, "
            f"{fates.count('abandoned'):,} abandoned")
