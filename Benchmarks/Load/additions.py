"""What is added right before a connection or the server dies."""

from counts import Titles


class Additions:
    """Todos with titles of their own; whether each is there as often as it must be is the journal's to say."""

    beginning = "Once"

    def __init__(self):
        self.deeds, self.title = [], Titles()

    def make(self, page):
        """Has a page add one, if it is at the list. What somebody had begun when the server was killed may lead elsewhere a moment later."""
        if page.can_add:
            self.deeds.append(page.add(self.title(self.beginning)))

    def __str__(self):
        taken = sum(deed.fate == "taken" for deed in self.deeds)
        return f"{len(self.deeds):,} added right before a connection or the server died, {taken:,} acknowledged"
