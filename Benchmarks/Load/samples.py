"""A fresh page of each kind of screen: whoever has come to such a screen by patches must see the same around what differs."""

import collections

from markup import title_of
from screen import Screen
from views import NAME

PATHS = {"list": "/", "detail": "/todos/1"}
# What tells of a page's own doings, of how many rows there are, or of what others have done to the todo that is open.
OWN = {"counts", "empty", "snackbar", "refused", "meanwhile"}
# Numbers of views, and what only says what becomes of a view when it comes.
UNLIKE = {"id", "for", "name", "aria-describedby", "aria-controls", "autofocus"}
# Properties of elements, and the attributes that say the same.
SAME = {".value": "value", ".checked": "checked"}


class Samples:
    """Titles, and all views that are to be seen, with texts and attributes as they are now; not in which order siblings stand."""

    def __init__(self, site):
        self.site, self.found = site, {}

    async def fetch(self):
        for kind, path in PATHS.items():
            text, _ = await self.site.get(path=path)
            screen = Screen(text, title_of(text), path)
            self.found[kind] = screen.title, looks(screen)
        return self

    def difference(self, kind, screen):
        """What is otherwise on a page's screen than on a fresh one of its kind, in words; None if nothing."""
        title, fresh = self.found[kind]
        if screen.title != title:
            return f"its title is {screen.title!r}, not {title!r}"
        if kind == "list" and screen.path != PATHS[kind]:
            return f"its address is {screen.path}, not {PATHS[kind]}"
        shown = looks(screen)
        if shown == fresh:
            return None
        return f"around what differs it shows {list((shown - fresh).elements())[:3]}, not {list((fresh - shown).elements())[:3]}"


def looks(screen):
    """How often there is each view, by its tag, its text, its attributes, its parts and its parent's tag; and what rows are copied from."""
    hidden, found = {}, collections.Counter()

    def is_hidden(number):
        if number not in hidden:
            view = screen.views.get(number)
            hidden[number] = view is not None and (
                screen.value(number, "hidden") is not None or not OWN.isdisjoint((screen.value(number, "class") or "").split())
                or is_hidden(view.parent))
        return hidden[number]

    changed = {}
    for (number, name), value in screen.values.items():
        child, name = NAME.match(name).groups()
        changed.setdefault((number, (int(child),) if child else ()), {})[SAME.get(name, name)] = value
    for number, view in screen.views.items():
        if is_hidden(number):
            continue
        properties = {**view.attributes, "": view.text, **changed.get((number, ()), {})}
        # What is in the field, and what the list behind it is searched for, differs.
        if properties.get("aria-label") == "Title":
            properties["value"] = None
        if properties.get("class") == "back":
            properties["href"] = None
        parent = screen.views.get(view.parent)
        parts = frozenset(
            (part.place, part.tag, look({**part.attributes, "": part.text, **changed.get((number, part.place), {})}))
            for part in view.parts)
        found[parent and parent.tag, view.tag, look(properties), parts] += 1
    if screen.is_list and not is_hidden(screen.table):
        copied = {}
        for (part, name), value in screen.template.items():
            copied.setdefault(part, {})[name] = value
        found.update(("template", part, look(properties)) for part, properties in copied.items())
    return found


def look(properties):
    """All of an element that must be the same elsewhere."""
    return frozenset(
        (name, "" if name == "checked" else str(value)) for name, value in properties.items()
        if name not in UNLIKE and not is_none(name, value))


def is_none(name, value):
    """Whether that is as if the property weren't there."""
    return value is None or value == "" and name in ("", "class", "value") or value == 0 and name == "checked"
