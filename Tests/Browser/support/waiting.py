"""Waiting for conditions. Nothing here, and no test, sleeps for a time that was guessed."""

import time

from selenium.common.exceptions import WebDriverException

# Two busy cores: what takes 50 ms alone may take seconds beside a build.
PATIENCE = 10.0
PAUSE = 0.02


def eventually(condition, within=PATIENCE, otherwise="it never came true", pause=PAUSE):
    """Waits until `condition()` is true and returns what it gave."""
    deadline = time.monotonic() + within
    trouble = None
    while True:
        try:
            result = condition()
            if result:
                return result
            trouble = None
        except WebDriverException as error:
            trouble = error
        if time.monotonic() > deadline:
            detail = otherwise() if callable(otherwise) else otherwise
            raise AssertionError(f"after {within} s: {detail}" + (f" ({trouble.msg})" if trouble else ""))
        time.sleep(pause)


def becomes(reading, expected, within=PATIENCE):
    """Waits until `reading()` equals `expected`."""
    last = []

    def is_so():
        last[:] = [reading()]
        return last[0] == expected

    eventually(is_so, within, otherwise=lambda: f"expected {expected!r}, found {last[0] if last else None!r}")


def stays(reading, expected, during):
    """Checks that `reading()` equals `expected` again and again for `during` seconds."""
    deadline = time.monotonic() + during
    while time.monotonic() < deadline:
        found = reading()
        assert found == expected, f"expected it to stay {expected!r}, found {found!r}"
        time.sleep(PAUSE)


def settles(reading, expected, during=0.5, within=PATIENCE):
    """Waits until `reading()` has equalled `expected` for `during` seconds: on the way there it may come and go."""
    since = [None]

    def has_settled():
        if reading() != expected:
            since[0] = None
            return False
        since[0] = since[0] or time.monotonic()
        return time.monotonic() - since[0] >= during

    eventually(has_settled, within, otherwise=lambda: f"expected {expected!r} at last, found {reading()!r}")
