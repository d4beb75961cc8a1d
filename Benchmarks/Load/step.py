"""What an act that leads elsewhere makes of the browser's history."""

from typing import NamedTuple

# By how many entries the history grows. What is looked for changes the address of the entry that is shown. Who opens a todo, saves one, or
# follows a link goes on; the button goes back.
GROWTH = {"search": 0, "open": 1, "save": 1, "back": 1, "cancel": -1}


class Step(NamedTuple):
    """An act, and the history's addresses when it was done; without these nobody can tell what becomes of them."""

    kind: str
    before: tuple | None

    def fault(self, after):
        """What is otherwise in the history than the act must have made it, in words; None if nothing."""
        if self.before is None:
            return None
        length = len(self.before) + GROWTH[self.kind]
        # Which address the last one has is compared with what is shown.
        if len(after) == length and after[:-1] == self.before[:length - 1]:
            return None
        return (
            f"{self.kind!r} makes {length} entries of the history of {len(self.before)} that ends with {self.before[-3:]}, "
            f"and there are {len(after)}, which end with {after[-3:]}")
