"""What must be the same on a page that has come to a screen by patches as on a fresh one."""

import pytest

from samples import Samples, looks
from screen import Screen
from test_screen import NAMES, page, row, values


RADIOS = (
    '<div id="v13" role="radiogroup" aria-label="Show"><label id="v14" class="radio"><input type="radio" name="g13" checked>'
    '<span>All</span></label><label id="v15" class="radio"><input type="radio" name="g13"><span>Completed</span></label></div>')


def listed(*rows):
    return page(*rows).replace('<ul id="v17"', RADIOS + '<ul id="v17"')


@pytest.fixture
def samples():
    samples = Samples(None)
    samples.found["list"] = "Todostream", looks(Screen(listed(row(1, "Milk"))))
    return samples


@pytest.fixture
def screen():
    return Screen(listed(row(1, "Milk"), row(2, "Tea")), "Todostream", "/")


@pytest.mark.parametrize("operations", [
    [], [(6, 17, 1), (0, 6, "", "1 active, 0 completed")], [(2, 3, '<p id="v40" class="snackbar">Deleted.</p>', 0)],
    [(0, 12, ".value", "tea"), (0, 12, ".value", "")], [(8, "Edit todo"), (8, "Todostream"), (10, "/todos/1"), (12, "/")],
    [(2, 3, '<p id="v40">Soon</p>', 0), (0, 40, "hidden", "")],
    [(0, 14, "1.checked", 0), (0, 15, "1.checked", 1), (0, 15, "1.checked", 0), (0, 14, "1.checked", 1)]], ids=repr)
def test_what_pages_differ_in_is_left_out(samples, screen, operations):
    screen.apply(operations)
    assert samples.difference("list", screen) is None


@pytest.mark.parametrize("operations", [
    [(2, 3, '<p id="v40">Hacked</p>', 0)], [(0, 9, "aria-label", "Name")], [(0, 9, "disabled", "")], [(0, 9, "hidden", "")],
    [(0, 12, ".value", "tea")], [(8, "Bank of Eve")], [(10, "/todos/1")], [(11, "/?search=tea")], [(3, 9)],
    [(0, 14, "2", "Oll")], [(0, 14, "1.checked", 0), (0, 15, "1.checked", 1)], [(0, 15, "1disabled", "")]], ids=repr)
def test_everything_else_is_the_same(samples, screen, operations):
    screen.apply(operations)
    assert samples.difference("list", screen)


@pytest.mark.parametrize("replaced", [
    [], [('<button data-p="7"', '<button data-p="7" hidden')], [('<input data-p="1"', '<input data-p="1" disabled')],
    [(">Edit<", ">Remove<")], [(' class="danger quiet"', ' class="danger quiet" data-r')], [('data-p="6"', 'data-p="7"')],
    [("<span>All", "<span>Oll")], [(" checked><span>All", "><span>All"), ("><span>Completed", " checked><span>Completed")]], ids=repr)
def test_a_list_that_comes_by_patch_has_its_rows_copied_from_what_a_fresh_one_has(samples, screen, replaced):
    main = listed().partition('<div id="v1" class="stack">')[2].partition("</div></body>")[0]
    for old, new in replaced:
        assert old in main
        main = main.replace(old, new)
    screen.apply([(3, 3), (2, 1, main, 0), (5, 17, 0, NAMES, values(1, "Milk"))])
    assert screen.shown() == [("Milk", False)] and bool(samples.difference("list", screen)) == bool(replaced)
