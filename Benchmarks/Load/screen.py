"""What a page of Todostream must show, as the first answer has it and every patch changes it."""

import functools

import markup
from entries import Entries
from markup import Markup, Wrong
from views import Views

# Many pages show and are told the same.
read = functools.lru_cache(64)(Markup)
changed = functools.lru_cache(20_000)(markup.changed)


class Screen(Views, Entries):
    """The views, the rows of the list by their keys and in order, and the history. Raises `Wrong` at whatever can't be."""

    def __init__(self, text, title="", path="/"):
        self.title, self.history = title, (path,)
        self.read(text)

    def read(self, text):
        """Takes in a whole screen."""
        self.views, self.values, self.table, self.form, self.rows, self.order, self.template = {}, {}, 0, 0, {}, [], {}
        # Session, token and the like, which differ from page to page, stand before it.
        self.take(read(text[max(0, text.find("<div id=")):].partition("</body>")[0]))

    def take(self, found):
        # Never changed in its place, so that pages which show the same have it between them.
        self.views = {**self.views, **found.views} if self.views else found.views
        # What comes beside a form, that a todo was deleted say, has none of its own.
        self.form = found.form or self.form
        if found.table:
            self.table, self.rows, self.order = found.table, found.rows.copy(), list(found.rows)
            self.template, self.blank = found.template, found.blank
            self.counter, self.empty, self.search = self.view(_class="counts"), self.view(_class="empty"), self.view("Search todos")
        self.completed = sum(row.is_done for row in self.rows.values())
        for row in self.rows.values():
            self.check(row)

    # Looking

    @property
    def is_list(self):
        return self.table in self.views

    @property
    def is_busy(self):
        """Whether the list, or the todo in full, is being waited for."""
        number = self.table or self.form
        return number in self.views and self.value(number, "aria-busy") is not None

    @property
    def is_editable(self):
        """Whether there is a todo to edit: where somebody has deleted it, the screen says so instead."""
        number = self.view("Title")
        return number is not None and not self.has(number, "hidden")

    @property
    def is_usable(self):
        """Whether the list is to be seen, and can be acted on."""
        return not self.has(self.table, "hidden") and not self.has(self.table, "inert")

    @property
    def query(self):
        """What the search field says: so the list must be."""
        return self.entered(self.search)

    def type_query(self, text):
        self.type(self.search, text)

    @property
    def draft(self):
        """What the field for a title says; None if there isn't any."""
        return self.entered(self.view("Title")) if self.is_editable else None

    @property
    def dialog(self):
        return self.view(role="alertdialog")

    def shown(self):
        """Title and whether it is done, of every row in order."""
        return [(self.rows[key].name, self.rows[key].is_done) for key in self.order]

    def counter_fault(self):
        """What is wrong with the text that counts, on a list that shows everything and waits for nothing."""
        text = self.value(self.counter, "")
        if text != f"{len(self.order) - self.completed} active, {self.completed} completed":
            return f"it says {text!r} above {len(self.order)} rows of which {self.completed} are done"
        if (self.value(self.empty, "hidden") is None) == bool(self.order):
            return f"it says {self.value(self.empty, '')!r} below {len(self.order)} rows"
        return None

    def tick_fault(self):
        """A row whose tick isn't what the row looks like, or that an act waits for its answer still, once nothing is under way."""
        if waiting := self.value(self.table, "data-u"):
            return f"it says that {waiting} isn't answered"
        return next((f"{row}" for row in self.rows.values() if row.is_checked != row.is_done), None)

    # Being told

    def apply(self, operations):
        """Carries out a patch; gives what a person sees of it in rows: `here`, `gone`, `done` or `open`, and a title."""
        seen, self.has_come = [], False
        for code, *rest in operations:
            if not isinstance(code, int) or not 0 <= code < len(self.carriers):
                raise Wrong(f"there is no operation {code}")
            self.carriers[code](self, seen, *rest)
        return seen

    def set_rows(self, seen, table, names, *values):
        self.has_table(table)
        for key, *value in values:
            before = self.row(key)
            self.put(key, before, changed(before, names, tuple(value)), seen)

    def insert_view(self, seen, parent, text, before):
        self.has_place(parent, before)
        found = Markup(text, parent)
        self.has_come |= bool(found.table)
        self.take_part(found)

    def take_part(self, found):
        if again := found.views.keys() & self.views.keys():
            raise Wrong(f"views came twice: {again}")
        self.take(found)

    def remove_view(self, seen, number):
        self.has_view(number)
        gone, found = set(), {number}
        while found:
            gone |= found
            found = {each for each, view in self.views.items() if view.parent in found}
        self.views = {each: view for each, view in self.views.items() if each not in gone}
        self.values = {(each, name): value for (each, name), value in self.values.items() if each not in gone}
        if self.table in gone:
            self.table, self.rows, self.order, self.completed = 0, {}, [], 0
        if self.form in gone:
            self.form = 0

    def insert_rows(self, seen, table, before, names, *values):
        self.has_table(table)
        if not self.template:
            raise Wrong(f"table {table} has no row to copy")
        at = self.place(before)
        # Those of a list that comes are there with it: nobody has made them now.
        seen = [] if self.has_come else seen
        # All are looked at before one is there: what is wrong leaves the list as it was.
        rows = {}
        for key, *value in values:
            if key in self.rows or key in rows:
                raise Wrong(f"row {key} came twice")
            rows[key] = changed(self.blank, names, tuple(value))
            self.check(rows[key])
        self.order[at:at] = rows
        for key, row in rows.items():
            self.put(key, None, row, seen)

    def remove_rows(self, seen, table, *keys):
        self.has_table(table)
        for item in keys:
            first, last = (item, item) if isinstance(item, int) else item
            for key in range(first, last + 1):
                row = self.row(key)
                self.completed -= row.is_done
                self.order.remove(key)
                del self.rows[key]
                seen.append(("gone", row.name))

    def move_row(self, seen, table, key, before):
        self.has_table(table)
        self.row(key)
        self.order.remove(key)
        self.order.insert(self.place(before), key)

    def set_title(self, seen, title):
        if not isinstance(title, str):
            raise Wrong(f"{title!r} is no title")
        self.title = title

    def move_focus(self, seen, number):
        self.has_view(number)

    carriers = (
        Views.set_property, set_rows, insert_view, remove_view, Views.move_view, insert_rows, remove_rows, move_row, set_title, move_focus,
        Entries.add_entry, Entries.change_entry, Entries.go_back)

    def put(self, key, before, row, seen):
        self.check(row)
        self.rows[key] = row
        self.completed += row.is_done - (before.is_done if before else False)
        if before is None or before.name != row.name:
            seen.append(("here", row.name))
        elif before.looks != row.looks:
            seen.append(("done" if row.is_done else "open", row.name))

    def tick(self, key, is_on):
        """What the browser does by itself when somebody ticks a row."""
        if key in self.rows:
            self.rows[key] = self.rows[key]._replace(is_checked=is_on)

    # What must be so

    def check(self, row):
        if fault := row.fault():
            raise Wrong(fault)

    def has_table(self, number):
        if number != self.table:
            raise Wrong(f"there is no table {number}")

    def row(self, key):
        if key not in self.rows:
            raise Wrong(f"there is no row {key}")
        return self.rows[key]

    def place(self, before):
        if before:
            self.row(before)
            return self.order.index(before)
        return len(self.order)
