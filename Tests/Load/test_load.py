"""Which pages are looked at closely."""

import asyncio
import itertools

import pytest

import load as generator
from counts import Changes, Counts


class Tab:
    """A page that is there at once."""

    def __init__(self, *what):
        self.is_watched = False

    async def open(self):
        return self

    def close(self):
        pass


@pytest.fixture
def load(monkeypatch):
    monkeypatch.setattr(generator, "Tab", Tab)
    load = generator.Load.__new__(generator.Load)
    load.server, load.counts, load.changes = type("Server", (), {"site": None}), Counts(), Changes()
    load.journal, load.samples, load.pages, load.numbers = None, object(), [], itertools.count()
    return load


@pytest.mark.parametrize(("before", "count", "watched"), [
    (20, 1, [0]), (20, 2, [0, 1]), (3, 5, [0, 1]), (20, 10, [0, 1]), (20, 11, [0, 10]), (7, 30, [0, 10, 20])])
def test_one_in_ten_is_watched_and_two_of_a_few_whoever_was_there_before(load, before, count, watched):
    asyncio.run(load.open(before))
    load.close_pages()
    asyncio.run(load.open(count))
    assert [number for number, page in enumerate(load.pages) if page.is_watched] == watched


def test_of_those_who_come_one_by_one_it_is_one_in_ten(load):
    asyncio.run(load.open(20))
    for _ in range(20):
        asyncio.run(load.open(1))
    assert [number for number, page in enumerate(load.pages) if page.is_watched] == [0, 10, 20, 30]
