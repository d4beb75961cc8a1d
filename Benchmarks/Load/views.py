"""The views of a screen: what they say, and what they stand in."""

import re

from markup import Wrong

# A property, behind the child of the view's element that it is of, if it is of one.
NAME = re.compile(r"(\d*)(.*)", re.DOTALL)

# Every property that the live link's description names; those of a part begin with its place.
PROPERTIES = {
    "", ".value", ".checked", "<", "@", "aria-label", "alt", "hidden", "disabled", "inert", "aria-busy", "aria-invalid", "class",
    "placeholder", "min", "max", "step", "maxlength", "value", "src", "width", "height", "data-columns", "open", "href",
    "aria-describedby", "aria-controls", "aria-disabled", "data-c", "autofocus", "aria-current", "aria-selected",
    "aria-multiselectable", "multiple", "accept", "data-m", "for", "data-b", "data-o", "data-d", "data-x", "data-g", "data-w", "data-u", "data-r",
    "data-i", "data-y"}


class Views:
    """All views by their numbers, as they came, and `values` that their properties have got since."""

    # Looking

    def view(self, label=None, **attributes):
        """The number of the view with this name, or with these attributes; None if there isn't any."""
        attributes |= {"aria-label": label} if label else {}
        for number, view in self.views.items():
            if all(view.attributes.get(name.replace("_", "-").strip("-")) == value for name, value in attributes.items()):
                return number
        return None

    def button(self, text):
        """The number of the button that says this."""
        return next(number for number, view in self.views.items() if view.tag == "button" and view.text == text)

    def value(self, number, name):
        """A property of a view as it is now; text has no name."""
        if (number, name) in self.values:
            return self.values[number, name]
        view = self.views[number]
        return view.text if name == "" else view.attributes.get(name)

    def has(self, number, name):
        """Whether a view, or one that it stands in, has an attribute."""
        while number in self.views:
            if self.value(number, name) is not None:
                return True
            number = self.views[number].parent
        return False

    def entered(self, number):
        """What a field says."""
        return self.values.get((number, ".value"), self.views[number].attributes.get("value", ""))

    def type(self, number, text):
        """What the browser does by itself when somebody types in a field."""
        self.values[number, ".value"] = text

    # Being told

    def set_property(self, seen, number, name, value):
        self.has_view(number)
        child, own = NAME.match(name).groups()
        if own not in PROPERTIES:
            raise Wrong(f"there is no property {name!r}")
        if child and all(part.place != (int(child),) for part in self.views[number].parts):
            raise Wrong(f"there is no child {child} in view {number}")
        self.values[number, name] = value

    def move_view(self, seen, parent, number, before):
        self.has_view(number)
        self.has_place(parent, before)
        self.views = {**self.views, number: self.views[number]._replace(parent=parent)}

    # What must be so

    def has_view(self, number):
        if number not in self.views:
            raise Wrong(f"there is no view {number}")

    def has_place(self, parent, before):
        self.has_view(parent)
        if before and (before not in self.views or self.views[before].parent != parent):
            raise Wrong(f"there is no view {before} in {parent}")
