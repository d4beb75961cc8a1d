"""The nine operations of the js-framework-benchmark, with its warm-ups and slowdowns."""

import time

ROW = "document.querySelector('tbody>tr:nth-of-type({})')"
NUMBER = "tbody>tr:nth-of-type({})>td:nth-of-type(1)"
LABEL = "tbody>tr:nth-of-type({})>td:nth-of-type(2)>a"
CROSS = "tbody>tr:nth-of-type({})>td:nth-of-type(3)>a>span"


def has(index):
    return f"!!{ROW.format(index)}"


def says(selector, index, text):
    return f"document.querySelector('{selector.format(index)}')?.textContent.endsWith('{text}')"


def numbered(index, number):
    return f"document.querySelector('{NUMBER.format(index)}')?.textContent == '{number}'"


class Operation:
    """What is measured: how the page comes to where it begins, the click, and what shows that it is done."""

    def __init__(self, name, click, done, before=(), slowdown=1):
        self.name, self.click, self.done, self.before, self.slowdown = name, click, done, before, slowdown

    def prepare(self, tab):
        for click, done in self.before:
            tab.click(click)
            tab.until(done)

    def carry_out(self, tab):
        tab.click(self.click)
        # Asking whether it is done takes the page's time: once it is painted, as a rule.
        time.sleep(0.15)
        tab.until(self.done)


def filled(times):
    """Creating and clearing a thousand rows, several times."""
    steps = []
    for i in range(times):
        steps += [("#run", numbered(1, i * 1000 + 1)), ("#clear", f"!({has(1)})")]
    return steps


CREATE = [("#run", has(1000))]
OPERATIONS = [
    Operation("create 1,000", "#run", numbered(1000, 6000), filled(5)),
    Operation("replace 1,000", "#run", numbered(1, 5001), [("#run", numbered(1, i * 1000 + 1)) for i in range(5)]),
    Operation(
        "update every 10th", "#update", says(LABEL, 991, " !!!" * 4),
        CREATE + [("#update", says(LABEL, 991, " !!!" * i)) for i in (1, 2, 3)], slowdown=4),
    Operation(
        "select", LABEL.format(2), f"{ROW.format(2)}?.classList.contains('danger')",
        CREATE + [(LABEL.format(5), f"{ROW.format(5)}?.classList.contains('danger')")], slowdown=4),
    Operation(
        "swap", "#swaprows", f"{numbered(999, 2)} && {numbered(2, 999)}",
        CREATE + [("#swaprows", numbered(999, 2 if i % 2 == 0 else 999)) for i in range(6)], slowdown=4),
    Operation(
        "remove", CROSS.format(4), numbered(4, 10), CREATE + [(CROSS.format(9 - i), numbered(9 - i, 10)) for i in range(5)],
        slowdown=2),
    Operation("append 1,000", "#add", has(2000), filled(5) + CREATE),
    Operation("clear", "#clear", f"!({has(1)})", filled(5) + CREATE, slowdown=4),
    Operation("create 10,000", "#runlots", has(10000), filled(5)),
]
