"""A page of Todostream: what must be so on it, and what can be done there."""

from faults import detail_fault, difference, found_fault
from place import Place
from reader import Reader
from step import Step


class Tab(Reader):
    """One tab that shows Todostream."""

    def __init__(self, site, counts, changes, journal, samples=None):
        super().__init__(site, counts, changes, journal)
        self.samples = samples
        # The title of the todo that was opened last, and whether that was refused.
        self.chosen, self.is_denied = None, False
        # Where its user was when the connection was lost, until that has been compared; and what he has typed and not saved.
        self.left, self.draft = None, None
        # The act that has led elsewhere, until the history has been looked at behind it; and whether a todo is open whose opening has added
        # an entry.
        self.step, self.is_inside = None, False

    # Coming and going

    def read(self, text, title, path):
        if self.intent == 0:
            self.left = self.draft = self.step = None
        self.catch_up()
        history = self.shown.history if self.intent else ()
        super().read(text, title, path)
        self.shown.come_over(history)
        # What else a picture stands for nobody can tell.
        self.step, self.is_inside = self.step and self.step._replace(before=None), False

    def cut(self):
        self.leave()
        super().cut()

    def lost(self):
        if not self.is_closing:
            self.leave()
        super().lost()

    def leave(self):
        """Notes where its user is, if he isn't on the way elsewhere."""
        if self.is_welcome:
            self.left = self.place() if not self.wish else None

    def place(self):
        """Where its user is, if that is known."""
        screen = self.screen
        if self.turned > self.durable or self.is_unsaid or screen.is_busy or screen.dialog:
            return None
        draft = screen.draft if self.draft is not None else None
        return Place(self.turned, screen.path, screen.query if screen.is_list else None, draft)

    def look_at_place(self):
        """Whoever has come back is where he was."""
        if self.left and self.is_welcome and (now := self.place()):
            self.tell(self.left.fault(now))
            self.left = None

    def take(self, message):
        super().take(message)
        if message[0] == "k":
            # Said behind everything that a page which has come back had missed.
            self.look_at_place()
            self.look()

    def refused(self, act):
        super().refused(act)
        if self.step and act.kind == self.step.kind:
            self.step = None
        if act.about and act.kind in ("tick", "delete"):
            self.changes.refused(self, act.about)
        if act.kind == "type":
            # It goes again with what its user does next; the server knows nothing of it.
            self.draft, self.left = None, self.left and self.left._replace(draft=None)
        self.is_denied |= act.kind == "open"

    # What must be so

    def differs(self, truth):
        """What it shows otherwise than it should once nothing is under way, in words; None if nothing."""
        screen = self.screen
        if self.waiting:
            return f"intents are unanswered: {self.state()}"
        if self.kept:
            return f"what was carried out isn't confirmed: {self.state()}"
        if not screen.is_list or screen.query:
            return f"it isn't at the list, or shows some of it only: {self.state()}"
        if screen.dialog:
            return f"a message lies over it: {self.state()}"
        if screen.is_busy or not screen.is_usable:
            return f"the list is busy, hidden or can't be used: {self.state()}"
        if screen.shown() != truth:
            return f"{difference(screen.shown(), truth)}; {self.state()}"
        return screen.counter_fault() or screen.tick_fault()

    def unlike(self):
        """What is otherwise around the rows than on a fresh page, in words; None if nothing."""
        difference = self.samples and self.samples.difference("list", self.screen)
        return difference and f"{difference}; {self.state()}"

    def come_to_rest(self):
        """Does what it still has to do."""
        if self.kept:
            # That something is durable is said to who has acknowledged what it has led to.
            self.acknowledge()
        if self.screen.dialog and not self.waiting:
            # What has failed may be told when all have done what they wanted.
            self.dismiss()
        elif self.is_unsaid and not self.waiting and self.screen.is_list:
            # Under a message nothing could be searched; at rest nothing is looked for.
            self.search("")

    def look_at_found(self):
        """The rows that a search has brought have its words, and so has none that isn't among them."""
        is_answered = self.turned <= self.confirmed and not self.is_unsaid and not self.is_recovering
        if is_answered and self.screen.is_list and not self.screen.is_busy:
            self.tell(found_fault(self.shown, self.journal))
            self.look_at_history()

    def look_at_detail(self):
        """The todo in full is the one that was opened. Under a message it is as good as away."""
        screen = self.screen
        if self.is_recovering or screen.is_busy or screen.dialog:
            return
        if screen.is_list and self.turned <= self.confirmed and not self.is_denied:
            self.tell(f"that {self.chosen!r} is opened was carried out, and the list is shown")
        if not screen.is_list:
            self.is_inside = self.look_at_history()
        if screen.is_editable:
            self.tell(detail_fault(self.shown, self.chosen, self.journal, self.samples))

    def look_at_saved(self):
        """The list is shown in a new entry, unless a message says that nothing was saved."""
        screen = self.screen
        if screen.is_list and not screen.is_busy and not screen.dialog and not self.is_recovering:
            self.look_at_history()

    def look_at_history(self):
        """The history is as the last act must have made it. Gives whether that is so, as far as anybody can tell."""
        step, self.step = self.step, None
        if not step or step.before is None:
            return False
        fault = step.fault(self.shown.history)
        self.tell(fault)
        return not fault

    # Doing

    @property
    def can_add(self):
        """Whether the field for a new todo is there."""
        return self.screen.is_list

    def turn(self, kind, *parts, then=None, about=None):
        """Does something that leads to another screen, or to other rows."""
        self.look_at_place()
        # Where the one before hasn't been looked at, it may have effects still. Who isn't known to have added an entry may not go back.
        is_known = not self.step and (self.is_inside or kind != "cancel")
        self.step, self.is_inside = Step(kind, self.screen.history if is_known else None), False
        self.turned, self.left, self.draft = self.intent + 1, None, None
        self.act(kind, *parts, then=then, about=about)

    def row(self, key):
        """A row that somebody is about to act on."""
        row = self.screen.rows[key]
        self.journal.saw(row.name, row.is_done)
        return row

    def tick(self, key):
        """Ticks a row, or unticks it, and tells everyone to look out for that."""
        row = self.row(key)
        is_on = not row.is_done
        self.screen.tick(key, is_on)
        self.changes.made("done" if is_on else "open", row.name, self, self.due)
        deed = self.journal.ticked(self, row.name, is_on)
        self.act("tick", [self.screen.table, key, 1], "c", is_on, then=deed.answered, about=row.name)

    def add(self, title):
        """Adds one, and gives what is noted of that."""
        self.changes.made("here", title, self, self.due)
        deed = self.journal.added(self, title)
        self.act("add", self.screen.view("New todo"), "s", title, then=deed.answered)
        return deed

    def delete(self, key):
        name = self.row(key).name
        self.changes.made("gone", name, self, self.due)
        deed = self.journal.deleted(self, name)
        self.act("delete", [self.screen.table, key, 7], "t", then=deed.answered, about=name)

    def search(self, text):
        self.turn("search", self.screen.search, "c", text)
        self.screen.type_query(text)
        self.is_unsaid = False

    def open_detail(self, key):
        self.chosen, self.is_denied = self.row(key).name, False
        self.turn("open", [self.screen.table, key, 6], "t", about=self.chosen)

    def go_back(self):
        self.turn("back", 0, "v", "/", 0)

    def cancel(self):
        self.turn("cancel", self.screen.button("Cancel"), "t", about=self.chosen)

    def type_title(self, title):
        number = self.screen.view("Title")
        self.screen.type(number, title)
        self.draft = title
        self.act("type", number, "c", title, about=self.chosen)

    def save(self, title):
        """Saves the todo that is open, under this title."""
        self.changes.made("here", title, self, self.due)
        deed = self.journal.renamed(self, self.chosen, title)
        self.turn("save", self.screen.form, "s", then=deed.answered, about=self.chosen)

    def dismiss(self):
        """Closes the message that is in front of all."""
        self.act("dismiss", self.screen.button("OK"), "t")
