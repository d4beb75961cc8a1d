"""What must be the same on a page that has come to a screen by patches as on a fresh one."""

import pytest

from samples import Samples, looks
from screen import Screen
from test_screen import page, row


@pytest.fixture
def samples():
    samples = Samples(None)
    samples.found["list"] = "Todostream", looks(Screen(page(row(1, "Milk"))))
    return samples


@pytest.fixture
def screen():
    return Screen(page(row(1, "Milk"), row(2, "Tea")), "Todostream", "/")


@pytest.mark.parametrize("operations", [
    [], [(6, 17, 1), (0, 6, "", "1 active, 0 completed")], [(2, 3, '<p id="v40" class="snackbar">Deleted.</p>', 0)],
    [(0, 12, ".value", "tea"), (0, 12, ".value", "")], [(8, "Edit todo"), (8, "Todostream"), (10, "/todos/1"), (12, "/")],
    [(2, 3, '<p id="v40">Soon</p>', 0), (0, 40, "hidden", "")]], ids=repr)
def test_what_pages_differ_in_is_left_out(samples, screen, operations):
    screen.apply(operations)
    assert samples.difference("list", screen) is None


@pytest.mark.parametrize("operations", [
    [(2, 3, '<p id="v40">Hacked</p>', 0)], [(0, 9, "aria-label", "Name")], [(0, 9, "disabled", "")], [(0, 9, "hidden", "")],
    [(0, 12, ".value", "tea")], [(8, "Bank of Eve")], [(10, "/todos/1")], [(11, "/?search=tea")], [(3, 9)]], ids=repr)
def test_everything_else_is_the_same(samples, screen, operations):
    screen.apply(operations)
    assert samples.difference("list", screen)
