"""What people do."""

import collections

from people import SHARES, TODOS, choose


def test_shares_are_of_a_hundred_and_as_much_is_added_as_is_deleted():
    assert sum(SHARES.values()) == 100 and SHARES["add"] == SHARES["delete"]


def test_everything_is_done_about_as_often_as_is_said():
    done = collections.Counter(choose(TODOS) for _ in range(20_000))
    assert all(abs(done[kind] / 200 - share) < 3 for kind, share in SHARES.items())


def test_a_list_that_is_too_long_gets_shorter_and_one_that_is_too_short_longer():
    assert "add" not in {choose(2 * TODOS) for _ in range(1_000)}
    assert "delete" not in {choose(TODOS // 2) for _ in range(1_000)}
