"""Where the user of a page is, and what he has left half done: so a session comes back to him."""

from typing import NamedTuple


class Place(NamedTuple):
    """An address, what is looked for there, or what a field holds in which something was typed; and the intent that has led there."""

    turned: int
    path: str
    query: str | None
    draft: str | None

    def fault(self, now):
        """What is otherwise where its user comes back to, in words; None if nothing, or if he has gone elsewhere since."""
        if now.turned != self.turned:
            return None
        if (now.path, now.query) != (self.path, self.query):
            return f"its user was at {self.path}, looking for {self.query!r}, and comes back to {now.path}, looking for {now.query!r}"
        # Where somebody has deleted the todo meanwhile, there is no field any more.
        if None not in (self.draft, now.draft) and now.draft != self.draft:
            return f"its user had typed {self.draft!r}, and comes back to {now.draft!r}"
        return None
