"""The page of the js-framework-benchmark: its structure, and what its six buttons and two links do."""

import pytest

from support.example import Example
from support.waiting import becomes, eventually


@pytest.fixture
def rows(tmp_path, browser):
    """The benchmark's page, live in a tab."""
    example = Example(tmp_path, "RowsBench", "ROWSBENCH", "--ephemeral").start()
    yield browser(example.address).open()
    example.stop()


def press(page, name):
    page.run("document.getElementById(arguments[0]).click()", name)


def ids(page):
    return page.run("return [...document.querySelectorAll('tbody > tr > td:first-child')].map(td => +td.textContent)")


def labels(page):
    return page.run("return [...document.querySelectorAll('tbody > tr > td:nth-child(2) > a')].map(a => a.textContent)")


@pytest.fixture
def thousand(rows):
    press(rows, "run")
    becomes(lambda: len(ids(rows)), 1000)
    return rows


def test_the_structure_is_the_benchmarks(thousand):
    for selector in (
        "div#main > div.container > div.jumbotron", "button#run", "button#runlots", "button#add", "button#update", "button#clear",
        "button#swaprows", "table.table.table-hover.table-striped.test-data > tbody#tbody > tr > td.col-md-1",
        "tbody > tr > td.col-md-4 > a.lbl", "tbody > tr > td.col-md-1 > a > span.glyphicon.glyphicon-remove[aria-hidden=true]",
        "tbody > tr > td.col-md-6:empty", "span.preloadicon.glyphicon.glyphicon-remove",
    ):
        assert thousand.run("return document.querySelectorAll(arguments[0]).length", selector), selector
    assert thousand.run("return [...document.querySelector('tbody').children].every(el => el.localName === 'tr')")


def test_numbers_begin_at_1_and_go_on(thousand):
    assert ids(thousand) == list(range(1, 1001))
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])
    assert ids(thousand) == list(range(1001, 2001))


def test_rows_are_appended(thousand):
    press(thousand, "add")
    becomes(lambda: ids(thousand), list(range(1, 2001)))


def test_every_tenth_label_is_changed(thousand):
    before = labels(thousand)
    press(thousand, "update")
    becomes(lambda: labels(thousand), [label + " !!!" if i % 10 == 0 else label for i, label in enumerate(before)])


def test_rows_are_swapped_and_swapped_back(thousand):
    press(thousand, "swaprows")
    becomes(lambda: ids(thousand), [1, 999, *range(3, 999), 2, 1000])
    press(thousand, "swaprows")
    becomes(lambda: ids(thousand), list(range(1, 1001)))


def test_one_row_is_selected(thousand):
    for number in (5, 2):
        thousand.run(f"document.querySelector('tbody > tr:nth-of-type({number}) a.lbl').click()")
        becomes(
            lambda: thousand.run("return [...document.querySelectorAll('tr.danger > td:first-child')].map(td => +td.textContent)"),
            [number])


def test_a_row_is_removed_by_its_cross(thousand):
    thousand.run("document.querySelector('tbody > tr:nth-of-type(4) .glyphicon-remove').click()")
    becomes(lambda: ids(thousand), [1, 2, 3, *range(5, 1001)])
    # The same row element, not another that says the same.
    thousand.run("window.row = document.querySelector('tbody > tr:nth-of-type(4)')")
    press(thousand, "swaprows")
    thousand.run("document.querySelector('tbody > tr:nth-of-type(1) .glyphicon-remove').click()")
    eventually(lambda: len(ids(thousand)) == 998)
    assert thousand.run("return window.row === document.querySelector('tbody > tr:nth-of-type(3)')")


def test_all_rows_are_cleared(thousand):
    press(thousand, "clear")
    becomes(lambda: ids(thousand), [])
    press(thousand, "run")
    becomes(lambda: ids(thousand)[:1], [1001])


def test_ten_thousand_rows_come_whole(rows):
    press(rows, "runlots")
    becomes(lambda: len(ids(rows)), 10000)
    assert ids(rows) == list(range(1, 10001))


def test_clicks_without_waiting_are_carried_out_in_order(rows):
    for name in ("run", "add", "update", "swaprows", "run", "clear", "add", "update"):
        press(rows, name)
    becomes(lambda: ids(rows), list(range(3001, 4001)))
    becomes(lambda: [i for i, label in enumerate(labels(rows)) if label.endswith(" !!!")], list(range(0, 1000, 10)))
