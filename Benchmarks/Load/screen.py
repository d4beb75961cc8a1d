"""What a page of Todostream must show: its list, as the first answer has it and every patch changes it."""

import html
import re


class Wrong(Exception):
    """The server has said what can't be so."""


class Screen:
    """The rows of the list, by their keys and in order, with what each says."""

    # Pages that are opened one after the other mostly show the same rows.
    latest = ("", [], {}, {})

    def __init__(self, text):
        self.table, self.titles, self.done, self.order = 0, {}, {}, []
        self.read(text)

    def read(self, text):
        """Takes in a whole screen."""
        self.table = int(re.search(r'<ul id="v(\d+)"', text)[1])
        body = text[text.index("</template>"):text.rindex("</ul>")]
        if Screen.latest[0] != body:
            order, titles, done = [], {}, {}
            for row in re.split(r'<li data-k="', body)[1:]:
                key = int(row[:row.index('"')])
                box = re.search(r'<input type="checkbox"[^>]*>', row)[0]
                order.append(key)
                titles[key] = html.unescape(re.search(r'aria-label="([^"]*)"', box)[1])
                done[key] = " checked" in box
            Screen.latest = (body, order, titles, done)
        self.order, self.titles, self.done = (each.copy() for each in Screen.latest[1:])

    def apply(self, operations):
        """Carries out a patch; gives the rows whose ticks it has set."""
        ticked = []
        for code, *rest in operations:
            if code in (1, 5, 6, 7) and rest[0] != self.table:
                continue
            if code == 1:
                _, names, *values = rest
                for key, *value in values:
                    self.has(key)
                    self.set(key, names, value, ticked)
            elif code == 5:
                _, before, names, *values = rest
                if before:
                    self.has(before)
                at = self.order.index(before) if before else len(self.order)
                for offset, (key, *value) in enumerate(values):
                    if key in self.titles:
                        raise Wrong(f"row {key} came twice")
                    self.order.insert(at + offset, key)
                    self.titles[key], self.done[key] = "", False
                    self.set(key, names, value, ticked)
            elif code == 6:
                for item in rest[1:]:
                    first, last = item if isinstance(item, list) else (item, item)
                    for key in range(first, last + 1):
                        self.has(key)
                        self.order.remove(key)
                        del self.titles[key], self.done[key]
            elif code == 7:
                _, key, before = rest
                self.has(key)
                self.order.remove(key)
                self.order.insert(self.order.index(before) if before else len(self.order), key)
        return ticked

    def has(self, key):
        if key not in self.titles:
            raise Wrong(f"there is no row {key}")

    def set(self, key, names, values, ticked):
        for index, value in enumerate(values):
            name = names[2 * index + 1]
            if name == ".checked":
                self.done[key] = bool(value)
                ticked.append(key)
            elif name == "class":
                self.done[key] = value == "done"
                ticked.append(key)
            elif name == "aria-label" and names[2 * index] == 1:
                self.titles[key] = value

    def rows(self):
        return [(self.titles[key], self.done[key]) for key in self.order]
