"""What Benchmarks/Rows measures is what the driver of the js-framework-benchmark does, click by click."""

import pathlib
import runpy

import pytest

from support.example import Example
from support.waiting import eventually

ROWS = pathlib.Path(__file__).parents[2] / "Benchmarks" / "Rows"
MODULE = runpy.run_path(str(ROWS / "operations.py"))
OPERATIONS = {operation.name: operation for operation in MODULE["OPERATIONS"]}
MEMORY, carry_out = MODULE["MEMORY"], MODULE["carry_out"]
TRACES = runpy.run_path(str(ROWS / "traces.py"))

RUN, CLEAR, UPDATE, SWAP = "#run", "#clear", "#update", "#swaprows"


def label(row):
    return f"tbody>tr:nth-of-type({row})>td:nth-of-type(2)>a"


def cross(row):
    return f"tbody>tr:nth-of-type({row})>td:nth-of-type(3)>a>span"


# The warm-up's clicks, the one that is measured, and how many times slower the processor is.
EXPECTED = {
    "create 1,000": ([RUN, CLEAR] * 5, RUN, 1),
    "replace 1,000": ([RUN] * 5, RUN, 1),
    "update every 10th": ([RUN] + [UPDATE] * 3, UPDATE, 4),
    "select": ([RUN, label(5)], label(2), 4),
    "swap": ([RUN] + [SWAP] * 6, SWAP, 4),
    "remove": ([RUN] + [cross(row) for row in (9, 8, 7, 6, 5)] + [cross(6)], cross(4), 2),
    "append 1,000": ([RUN, CLEAR] * 5 + [RUN], "#add", 1),
    "clear": ([RUN, CLEAR] * 5 + [RUN], CLEAR, 4),
    "create 10,000": ([RUN, CLEAR] * 5, "#runlots", 1),
}
EXPECTED_MEMORY = {
    "ready": [],
    "with 1,000 rows": [RUN],
    "updated five times": [RUN] + [UPDATE] * 5,
    "created and cleared five times": [RUN, CLEAR] * 5,
    "with 10,000 rows": ["#runlots"],
}


class Notes:
    """A tab that notes what it is told."""

    def __init__(self):
        self.clicks, self.looks = [], []

    def click(self, selector):
        self.clicks.append(selector)

    def until(self, condition):
        self.looks.append(condition)


class Clicks:
    """The same in a real tab."""

    def __init__(self, page):
        self.page = page

    def click(self, selector):
        self.page.run("document.querySelector(arguments[0]).click()", selector)

    def until(self, condition):
        eventually(lambda: self.page.run(f"return {condition}"), otherwise=f"it never became true that {condition}")


def noted(steps):
    notes = Notes()
    carry_out(steps, notes)
    return notes


def test_every_operation_has_the_suites_clicks_and_slowdown():
    found = {name: (noted(each.before).clicks, each.click, each.slowdown) for name, each in OPERATIONS.items()}
    assert found == EXPECTED


def test_every_measurement_of_memory_has_the_suites_clicks():
    assert {name: noted(steps).clicks for name, steps in MEMORY.items()} == EXPECTED_MEMORY


def test_remove_clicks_once_more_below_the_rows_that_it_has_taken_away():
    looks = noted(OPERATIONS["remove"].before).looks
    assert looks[-1] == "document.querySelector('tbody>tr:nth-of-type(6)>td:nth-of-type(1)')?.textContent == '12'"
    assert OPERATIONS["remove"].done == "document.querySelector('tbody>tr:nth-of-type(4)>td:nth-of-type(1)')?.textContent == '10'"


def entry(name, ts, **data):
    return {"name": name, "ph": "X", "pid": 1, "ts": ts, "dur": 1_000, "args": {"data": data}}


def socket(*received):
    return [entry("WebSocketSend", 2_000, dataLength=24), *(entry("WebSocketReceive", 4_000, dataLength=size) for size in received)]


def test_what_a_trace_counts_only_in_part_is_refused():
    assert TRACES["traffic"](socket(26, 456)) == {"down": 482, "up": 24}
    with pytest.raises(AssertionError, match="a message of 1,400 bytes or more came"):
        TRACES["traffic"](socket(26, 1_400))


def test_an_operation_says_nothing_of_what_came_for_it():
    click, paint, commit = entry("EventDispatch", 1_000, type="click"), entry("Paint", 5_000), entry("Commit", 6_000)
    run = TRACES["read"]([click, *socket(40_000), paint, commit])
    assert "down" not in run and (run["up"], run["away"], run["total"]) == (24, 2, 6)


@pytest.fixture
def page(tmp_path, browser):
    example = Example(tmp_path, "RowsBench", "ROWSBENCH", "--ephemeral").start()
    yield browser(example.address).open()
    example.stop()


@pytest.mark.parametrize("name", EXPECTED)
def test_every_operation_comes_to_its_end(page, name):
    tab, operation = Clicks(page), OPERATIONS[name]
    operation.prepare(tab)
    operation.carry_out(tab)


@pytest.mark.parametrize("name", EXPECTED_MEMORY)
def test_every_measurement_of_memory_comes_to_its_end(page, name):
    carry_out(MEMORY[name], Clicks(page))
