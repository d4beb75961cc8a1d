"""TodoMVC in other scripts and on narrow screens."""

import pytest

from support.todomvc import ONE, TodoMVCPage
from support.waiting import becomes
from test_gallery import ACCESSIBILITY, unnamed
from test_looks import media, picture, size, speak

ARABIC, HEBREW = "مرحبا بالعالم, 3!", "שלום (abc) עולם"

# Where a text stands, and in how many lines.
LINES = """
const range = document.createRange();
range.selectNodeContents(arguments[0]);
const boxes = [...range.getClientRects()];
const { left, right } = range.getBoundingClientRect();
return { count: new Set(boxes.map(box => Math.round(box.bottom))).size, left, right };
"""


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
    size(app.page, width, 740)
    app.add(*[f"todo {number}" for number in range(43)])
    becomes(app.count, "43 items left")
    assert app.run(LINES, app.one(".todo-count"))["count"] <= 2
    assert app.run("return document.documentElement.scrollWidth") <= width
    assert len({app.filter(name).rect["y"] for name in ("All", "Active", "Completed")}) == 1


def test_below_24_rem_the_filters_have_a_row_of_their_own_and_stay_in_it(app):
    size(app.page, 360, 740)
    app.add(ONE).shows(ONE)
    count, filters = app.one(".todo-count").rect, app.one(".filters").rect
    assert filters["y"] >= count["y"] + count["height"]
    app.part(0, ".toggle").click()
    becomes(lambda: app.displays(".clear-completed"), True)
    assert app.one(".filters").rect == filters


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280], ids=["narrow", "wide"])
def test_everybody_can_read_and_use_it_in_every_light_and_width(app, scheme, width):
    size(app.page, width)
    media(app.page, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    app.add(ONE, ARABIC, "W" * 200).shows(ONE, ARABIC, "W" * 200)
    app.part(0, ".toggle").click()
    app.is_done(True, False, False)
    assert app.page.run(ACCESSIBILITY) + unnamed(app.page) == []
    assert app.run("return document.documentElement.scrollWidth") <= width
    picture(app.page, f"todomvc-{'narrow' if width < 500 else 'wide'}-{scheme}")


@pytest.mark.parametrize("width", [320, 1280], ids=["narrow", "wide"])
def test_who_reads_chinese_is_addressed_in_chinese(browser, todomvc, width):
    page = browser(todomvc.address).tab()
    speak(page, "zh-CN,zh;q=0.9,en;q=0.8")
    size(page, width)
    app = TodoMVCPage(page.open())
    assert app.run("return document.documentElement.lang").startswith("zh")
    assert app.new_todo.get_property("placeholder") == "要做什么？"
    app.add("买牛奶", "还书").shows("买牛奶", "还书")
    app.part(0, ".toggle").click()
    app.is_done(True, False)
    becomes(app.count, "1 项未完成")
    assert app.run("return document.documentElement.scrollWidth") <= width
    picture(page, f"todomvc-chinese-{'narrow' if width < 500 else 'wide'}")


def test_dark_is_dark_and_light_is_light(app):
    app.add(ONE).shows(ONE)
    papers = {}
    for scheme in ("light", "dark"):
        media(app.page, prefers_color_scheme=scheme)
        papers[scheme] = app.one(".todoapp").value_of_css_property("background-color")
    assert papers == {"light": "rgba(255, 255, 255, 1)", "dark": "rgba(23, 29, 28, 1)"}
