"""TodoMVC in other scripts and on narrow screens."""

import pytest

from support.todomvc import ONE
from support.waiting import becomes

ARABIC, HEBREW = "مرحبا بالعالم, 3!", "שלום (abc) עולם"

# Where a text stands, and in how many lines.
LINES = """
const range = document.createRange();
range.selectNodeContents(arguments[0]);
const boxes = [...range.getClientRects()];
const { left, right } = range.getBoundingClientRect();
return { count: new Set(boxes.map(box => Math.round(box.bottom))).size, left, right };
"""


def size(page, width, height=740):
    page.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def test_each_title_runs_its_own_way(app):
    app.add(ONE, ARABIC, HEBREW).shows(ONE, ARABIC, HEBREW)
    for index in range(3):
        label = app.part(index, "label")
        assert label.value_of_css_property("unicode-bidi") == "plaintext"
        assert label.value_of_css_property("text-align") == "start"
        box, text = label.rect, app.run(LINES, label)
        before, behind = text["left"] - box["x"], box["x"] + box["width"] - text["right"]
        assert (before < behind) == (index == 0), f"{index}: {before} and {behind} pixels are free"


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_count_stands_in_two_lines_at_most_on_a_narrow_screen(app, width):
    size(app.page, width)
    app.add(*[f"todo {number}" for number in range(43)])
    becomes(app.count, "43 items left")
    assert app.run(LINES, app.one(".todo-count"))["count"] <= 2
    assert app.run("return document.documentElement.scrollWidth") <= width
    assert len({app.filter(name).rect["y"] for name in ("All", "Active", "Completed")}) == 1


def test_below_24_rem_the_filters_have_a_row_of_their_own_and_stay_in_it(app):
    size(app.page, 360)
    app.add(ONE).shows(ONE)
    count, filters = app.one(".todo-count").rect, app.one(".filters").rect
    assert filters["y"] >= count["y"] + count["height"]
    app.part(0, ".toggle").click()
    becomes(lambda: app.displays(".clear-completed"), True)
    assert app.one(".filters").rect == filters
