"""Reads what a page of Todostream has as HTML: its views, and the rows of its list."""

import html
import re
from typing import NamedTuple

TAG = re.compile(r"<(/?)(\w+)([^>]*)>([^<]*)")
ATTRIBUTE = re.compile(r'([\w.-]+)(?:="([^"]*)")?')
VOID = {"input", "meta", "link", "img", "br", "hr"}


def title_of(document):
    return html.unescape(re.search("<title>([^<]*)", document)[1])


class Wrong(Exception):
    """The server has said what can't be so."""


class Part(NamedTuple):
    """An element of a view that has no number of its own, as a radio's button: the first child of its second is at (2, 1)."""

    place: tuple
    tag: str
    attributes: dict
    text: str


class View(NamedTuple):
    """What a view was when it came."""

    parent: int
    tag: str
    attributes: dict
    text: str
    parts: list


class Element:
    """One that isn't closed yet: the view that it belongs to, its place there, and how many children it has had."""

    def __init__(self, tag, number, place):
        self.tag, self.number, self.place, self.children = tag, number, place, 0


class Row(NamedTuple):
    """All of a row that can differ from row to row."""

    looks: str = ""
    name: str = ""
    is_checked: bool = False
    text: str = ""
    meta: str = ""
    is_meta_hidden: bool = False
    edit: str = ""
    delete: str = ""

    @property
    def is_done(self):
        return self.looks == "done"

    def fault(self):
        """What of it doesn't go together; None if it does."""
        if self.text != self.name or self.edit != f"Edit {self.name}" or self.delete != f"Delete {self.name}":
            return f"a row says different titles: {self}"
        if self.looks not in ("", "done") or bool(self.meta) == self.is_meta_hidden:
            return f"a row looks like none: {self}"
        return None


# Which part of a row, and which property of it, is what.
FIELDS = {
    (0, "class"): "looks", (1, "aria-label"): "name", (1, ".checked"): "is_checked", (3, ""): "text", (4, ""): "meta",
    (4, "hidden"): "is_meta_hidden", (6, "aria-label"): "edit", (7, "aria-label"): "delete"}
FLAGS = {"is_checked": bool, "is_meta_hidden": lambda value: value is not None}


def changed(row, names, values):
    """A row with other properties: `names` are parts and names in turn, as a patch has them."""
    fields = {}
    for index, value in enumerate(values):
        field = FIELDS.get((names[2 * index], names[2 * index + 1]))
        if field is None:
            raise Wrong(f"a row has no {names[2 * index + 1]!r} in its part {names[2 * index]}")
        fields[field] = FLAGS[field](value) if field in FLAGS else value or ""
    return row._replace(**fields)


class Markup:
    """What a piece of HTML shows: views by their numbers, and a table with its rows, or a form, if there is one."""

    def __init__(self, text, parent=0):
        self.views, self.table, self.form, self.rows = {}, 0, 0, {}
        self.path, self.row = [Element("", parent, ())], None
        # All of a row that rows are copied from, and such a copy before anything is said of it.
        self.template, self.blank = {}, Row()
        for end, tag, attributes, content in TAG.findall(text):
            if end:
                self.close(tag)
            else:
                self.open(tag, attributes, html.unescape(content))

    def open(self, tag, attributes, content):
        found = {name: html.unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
        above = self.path[-1]
        above.children += 1
        number, place = above.number, (*above.place, above.children)
        if found.get("id", "").startswith("v"):
            number, place = int(found["id"][1:]), ()
            self.views[number] = View(above.number, tag, found, content, [])
        if tag == "ul":
            self.table = number
        if tag == "form":
            self.form = number
        if tag == "template":
            self.row = {}
        elif "data-k" in found:
            self.row = {"key": int(found["data-k"])}
        if self.row is not None and tag != "template":
            self.note(tag, found, content)
        elif place and tag != "template" and number in self.views:
            self.views[number].parts.append(Part(place, tag, found, content))
        if tag not in VOID:
            self.path.append(Element(tag, number, place))

    def note(self, tag, found, content):
        """A part of a row: parts are numbered as they come."""
        part = self.row["parts"] = self.row.get("parts", -1) + 1
        for name, value in found.items():
            if name != "data-k":
                self.row[part, ".checked" if name == "checked" else name] = value
        self.row[part, "tag"], self.row[part, ""] = tag, content

    def close(self, tag):
        if self.path[-1].tag != tag:
            raise Wrong(f"</{tag}> closes <{self.path[-1].tag}>")
        self.path.pop()
        if tag == "li" and self.row and "key" in self.row:
            key = self.row.pop("key")
            self.row.pop("parts")
            self.rows[key] = self.as_row(self.row)
            self.row = None
        elif tag == "template":
            self.template, self.row = self.row, None
            self.template.pop("parts", None)
            self.blank = self.as_row(self.template)

    def as_row(self, properties):
        """A row, which mustn't differ from the template but in what rows differ in."""
        mine, common = (
            {key: value for key, value in each.items() if key not in FIELDS and key[1] != "data-p"} for each in (properties, self.template))
        if mine != common:
            raise Wrong(f"a row isn't built as the template: {mine}")
        fields = {}
        for key, field in FIELDS.items():
            fields[field] = key in properties if field in FLAGS else properties.get(key, "")
        return Row(**fields)
