"""The browser's history, as far as it can be gone back in."""

import re

from markup import Wrong


class Entries:
    """The addresses of all entries of the `history` up to the one that is shown."""

    @property
    def path(self):
        """The address."""
        return self.history[-1]

    def come_over(self, history):
        """A picture takes the place of what was shown in the last of these entries."""
        self.history = (*history[:-1], self.path)

    # Being told

    def add_entry(self, seen, path):
        self.has_form(path)
        # As a page does, to which the server says a visit again.
        if path != self.path:
            self.history += path,

    def change_entry(self, seen, path):
        self.has_form(path)
        self.history = (*self.history[:-1], path)

    def go_back(self, seen, path, after=None):
        self.has_form(path)
        below = self.history[:-1]
        if below[-1:] != (path,):
            self.change_entry(seen, path)
            if after is not None:
                self.add_entry(seen, after)
        elif after is None:
            self.history = below
        else:
            # Going back takes a while: the entry that would be left gets that address instead.
            self.change_entry(seen, after)

    # What must be so

    def has_form(self, path):
        if not re.match(r"/\S*$", path):
            raise Wrong(f"{path!r} is no path")
