"""The nine operations of the js-framework-benchmark, with its warm-ups and slowdowns, and its five measurements of memory: step by step
as its driver carries them out (webdriver-ts/src/benchmarksPuppeteer.ts and benchmarksCommon.ts, as of 2026-08-12)."""

import time

ROW = "document.querySelector('tbody>tr:nth-of-type({})')"
NUMBER = "tbody>tr:nth-of-type({})>td:nth-of-type(1)"
LABEL = "tbody>tr:nth-of-type({})>td:nth-of-type(2)>a"
CROSS = "tbody>tr:nth-of-type({})>td:nth-of-type(3)>a>span"


def has(index):
    return f"!!{ROW.format(index)}"


def lacks(index):
    return f"!{ROW.format(index)}"


def says(selector, index, text):
    return f"document.querySelector('{selector.format(index)}')?.textContent.endsWith('{text}')"


def numbered(index, number):
    return f"document.querySelector('{NUMBER.format(index)}')?.textContent == '{number}'"


def selected(index):
    return f"{ROW.format(index)}?.classList.contains('danger')"


def carry_out(steps, tab):
    """Clicks, each followed by what shows that it is done; without a click that is only looked at."""
    for click, done in steps:
        if click:
            tab.click(click)
        tab.until(done)


class Operation:
    """What is measured: how the page comes to where it begins, the click, and what shows that it is done."""

    def __init__(self, name, click, done, before=(), slowdown=1):
        self.name, self.click, self.done, self.before, self.slowdown = name, click, done, before, slowdown

    def prepare(self, tab):
        carry_out(self.before, tab)

    def carry_out(self, tab):
        tab.click(self.click)
        # Asking whether it is done takes the page's time: once it is painted, as a rule.
        time.sleep(0.15)
        tab.until(self.done)


def filled(times):
    """Creating and clearing a thousand rows, several times."""
    steps = []
    for i in range(times):
        steps += [("#run", numbered(1, i * 1000 + 1)), ("#clear", lacks(1000))]
    return steps


def removed(warmups, skipped):
    """Removing rows, from below up to those that are skipped, and then one further down."""
    steps, next_one = [], skipped + warmups + 1
    for row in range(skipped + warmups, skipped, -1):
        steps += [(None, numbered(row, row)), (CROSS.format(row), numbered(row, next_one))]
    steps += [(None, numbered(skipped + 1, next_one)), (None, numbered(skipped, skipped))]
    return steps + [(None, numbered(skipped + 2, next_one + 1)), (CROSS.format(skipped + 2), numbered(skipped + 2, next_one + 2))]


CREATE = [("#run", has(1000))]
OPERATIONS = [
    Operation("create 1,000", "#run", numbered(1000, 6000), filled(5)),
    Operation("replace 1,000", "#run", numbered(1, 5001), [("#run", numbered(1, i * 1000 + 1)) for i in range(5)]),
    Operation(
        "update every 10th", "#update", says(LABEL, 991, " !!!" * 4),
        CREATE + [("#update", says(LABEL, 991, " !!!" * i)) for i in (1, 2, 3)], slowdown=4),
    Operation(
        "select", LABEL.format(2), selected(2),
        [("#run", numbered(1000, 1000)), (LABEL.format(5), selected(5)), (None, "document.querySelectorAll('tbody>tr.danger').length == 1")],
        slowdown=4),
    Operation(
        "swap", "#swaprows", f"{numbered(999, 2)} && {numbered(2, 999)}",
        CREATE + [("#swaprows", numbered(999, 2 if i % 2 == 0 else 999)) for i in range(6)], slowdown=4),
    Operation("remove", CROSS.format(4), numbered(4, 10), CREATE + removed(5, skipped=4), slowdown=2),
    Operation("append 1,000", "#add", has(2000), filled(5) + CREATE),
    Operation("clear", "#clear", lacks(1000), filled(5) + [("#run", numbered(1, 5001))], slowdown=4),
    Operation("create 10,000", "#runlots", has(10000), filled(5)),
]

# What is done before the memory is looked at. The suite itself leaves out those of five updates and of 10,000 rows at present; its wait
# after an update is for the one before, which would measure too early.
MEMORY = {
    "ready": [],
    "with 1,000 rows": [("#run", has(1))],
    "updated five times": CREATE + [("#update", says(LABEL, 1, " !!!" * i)) for i in (1, 2, 3, 4, 5)],
    "created and cleared five times": [
        step for i in (1, 2, 3, 4, 5) for step in (("#run", numbered(1000, i * 1000)), ("#clear", lacks(1000)))],
    "with 10,000 rows": [("#runlots", has(10000))],
}
