"""The same page in NiceGUI: every row made of its elements, each click handled on the server."""

import random
import sys

from nicegui import ui

ADJECTIVES = """pretty large big small tall short long handsome plain quaint clean elegant easy angry crazy helpful mushy odd unsightly
adorable important inexpensive cheap expensive fancy""".split()
COLOURS = "red yellow blue green pink brown purple brown white black orange".split()
NOUNS = "table chair house bbq desk car pony cookie sandwich burger pizza mouse keyboard".split()


class Link(ui.element):
    """A link with text."""

    def __init__(self, text, act, classes):
        super().__init__("a")
        self.classes(classes)
        self._text = text
        self.on("click", act, [])

    def say(self, text):
        self._text = text
        self.update()


class Rows:
    """The rows of one page."""

    def __init__(self, body):
        self.body, self.rows, self.last, self.selected = body, [], 0, None

    def append(self, count):
        with self.body:
            for _ in range(count):
                self.rows.append(self.make())

    def make(self):
        self.last += 1
        label = f"{random.choice(ADJECTIVES)} {random.choice(COLOURS)} {random.choice(NOUNS)}"
        with ui.element("tr") as row:
            number = ui.element("td").classes("col-md-1")
            number._text = str(self.last)
            with ui.element("td").classes("col-md-4"):
                row.label = Link(label, lambda: self.select(row), "lbl")
            with ui.element("td").classes("col-md-1"), Link("", lambda: self.remove(row), "remove"):
                ui.element("span").classes("remove glyphicon glyphicon-remove").props("aria-hidden=true")
            ui.element("td").classes("col-md-6")
        return row

    def clear(self):
        self.body.clear()
        self.rows, self.selected = [], None

    def replace(self, count):
        self.clear()
        self.append(count)

    def update(self):
        for row in self.rows[::10]:
            row.label.say(row.label._text + " !!!")

    def swap(self):
        if len(self.rows) > 998:
            low, high = self.rows[1], self.rows[998]
            self.rows[1], self.rows[998] = high, low
            high.move(target_index=1)
            low.move(target_index=998)

    def select(self, row):
        if self.selected:
            self.selected.classes(remove="danger")
        self.selected = row.classes("danger")

    def remove(self, row):
        if self.selected is row:
            self.selected = None
        self.rows.remove(row)
        row.delete()


@ui.page("/")
def page():
    ui.add_css(open(sys.argv[1]).read())
    with ui.element("div").props("id=main"), ui.element("div").classes("container"):
        with ui.element("div").classes("jumbotron"), ui.element("div").classes("row"):
            with ui.element("div").classes("col-md-6"):
                ui.element("h1")._text = "NiceGUI"
            with ui.element("div").classes("col-md-6"):
                buttons = ui.element("div").classes("row")
        with ui.element("table").classes("table table-hover table-striped test-data"):
            rows = Rows(ui.element("tbody").props("id=tbody"))
        ui.element("span").classes("preloadicon glyphicon glyphicon-remove").props("aria-hidden=true")
    acts = {
        "run": ("Create 1,000 rows", lambda: rows.replace(1000)), "runlots": ("Create 10,000 rows", lambda: rows.replace(10000)),
        "add": ("Append 1,000 rows", lambda: rows.append(1000)), "update": ("Update every 10th row", rows.update),
        "clear": ("Clear", rows.clear), "swaprows": ("Swap Rows", rows.swap),
    }
    with buttons:
        for name, (text, act) in acts.items():
            with ui.element("div").classes("col-sm-6 smallpad"):
                button = ui.element("button").props(f"id={name} type=button").classes("btn btn-primary btn-block")
            button._text = text
            button.on("click", act, [])


ui.run(host="127.0.0.1", port=int(sys.argv[2]), reload=False, show=False, title="NiceGUI", show_welcome_message=False)
