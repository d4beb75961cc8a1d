"""Which change a page shows, and how long it took."""

from types import SimpleNamespace

import pytest

from counts import Changes


@pytest.fixture
def changes():
    return Changes()


def new_page():
    return SimpleNamespace(seen={}, since=0, seen_in_series=0)


def test_a_change_is_seen_once_by_each_page(changes):
    maker, other = new_page(), new_page()
    changes.made("done", "Milk", maker)
    assert changes.seen(maker, "done", "Milk")[1] is True
    assert changes.seen(other, "done", "Milk")[1] is False
    assert changes.seen(other, "done", "Milk") is None


def test_a_row_that_is_ticked_again_meanwhile_is_told_from_the_first_time(changes):
    maker, other = new_page(), new_page()
    for what in ("done", "open", "done"):
        changes.made(what, "Milk", maker)
    (_, first, _), (_, third, _) = changes.waiting["done", "Milk"]
    assert [changes.seen(other, what, "Milk")[0] for what in ("done", "open", "done")] == [
        first, changes.waiting["open", "Milk"][0][1], third]


def test_which_of_several_people_s_ticks_a_page_shows_is_not_told(changes):
    one, another, other = new_page(), new_page(), new_page()
    for what, page in (("done", one), ("open", one), ("done", another)):
        changes.made(what, "Milk", page)
    assert changes.seen(other, "done", "Milk") is None and changes.unclear == 1
    assert changes.seen(other, "open", "Milk")[0] == changes.waiting["open", "Milk"][0][1]
    # The next is the next one.
    changes.made("open", "Milk", one)
    changes.made("done", "Milk", one)
    assert changes.seen(other, "done", "Milk")[0] == changes.waiting["done", "Milk"][2][1]


def test_what_was_refused_is_not_waited_for(changes):
    one, another, other = new_page(), new_page(), new_page()
    changes.made("done", "Milk", one)
    changes.refused(one, "Milk")
    changes.refused(one, "Milk")
    changes.made("done", "Milk", another)
    assert changes.seen(other, "done", "Milk")[0] == changes.waiting["done", "Milk"][0][1] and changes.unclear == 0
    assert len(changes.waiting["done", "Milk"]) == 1


def test_what_somebody_else_has_done_just_now_is_no_change(changes):
    changes.made("done", "Milk", new_page())
    changes.made("done", "Milk", new_page())
    assert changes.count == 1


def test_what_was_changed_while_a_page_showed_something_else_is_not_waited_for(changes):
    page = new_page()
    changes.made("here", "Milk", new_page())
    page.since = changes.count
    assert changes.seen(page, "here", "Milk") is None


def test_what_nobody_has_done_has_no_time(changes):
    assert changes.seen(new_page(), "gone", "Milk") is None


def test_who_is_shown_one_of_a_series_has_been_shown_all_before(changes):
    maker, other = new_page(), new_page()
    changes.made("done", "Bread", maker)
    changes.begin(is_series=True)
    for number, (what, title) in enumerate((("done", "Milk"), ("done", "Oats"), ("open", "Milk"), ("open", "Oats"), ("done", "Oats"))):
        changes.made(what, title, maker, due=100 + number)
    assert changes.seen_in_series(other, [("done", "Milk")]) == [(100, False)]
    # Milk was unticked before it was told of Oats, and Oats looks as when it was ticked first: a later one isn't taken for granted.
    assert changes.seen_in_series(other, [("done", "Oats")]) == [(101, False)]
    assert changes.seen_in_series(other, [("open", "Milk")]) == [(102, False)]
    assert changes.seen_in_series(maker, [("open", "Oats")]) == [(100 + number, True) for number in range(4)]
    # What is seen no more, since it was undone before, is told when everything is shown.
    assert changes.seen_in_series(other, [("here", "Bread")]) == []
    assert changes.seen_in_series(other) == [(103, False), (104, False)] and changes.seen_in_series(other) == []


def test_none_of_a_series_is_left_out_where_a_page_is_told_late(changes):
    maker, late = new_page(), new_page()
    changes.begin(is_series=True)
    rows = [f"Todo {number}" for number in range(5)]
    for what in ("done", "open", "done"):
        for title in rows:
            changes.made(what, title, maker)
    # After three rounds it is told at once that all are done, which is what the first has made of them.
    seen = [changes.seen_in_series(late, [("done", title) for title in rows]), changes.seen_in_series(late)]
    assert [len(each) for each in seen] == [5, 10]


@pytest.mark.parametrize(("made", "rows", "seen"), [
    ([("done", "Milk")], {"Milk": True}, 1), ([("done", "Milk")], {"Milk": False}, 0), ([("done", "Milk")], {}, 0),
    ([("open", "Milk")], {"Milk": False}, 1), ([("here", "Eggs")], {"Eggs": False}, 1), ([("here", "Eggs")], {}, 0),
    ([("gone", "Milk")], {}, 1), ([("gone", "Milk")], {"Milk": True}, 0),
    # Which of these it shows, and whether any, can't be told.
    ([("done", "Milk"), ("open", "Milk"), ("done", "Milk")], {"Milk": True}, 0), ([("here", "Eggs"), ("gone", "Eggs")], {}, 0)])
def test_what_is_there_was_made_before(changes, made, rows, seen):
    page, other = new_page(), new_page()
    for what, title in made:
        changes.made(what, title, other)
    assert [is_own for _, is_own in changes.there(page, rows)] == [False] * seen
    # Nothing is told twice; what isn't there yet is told when it is.
    assert changes.there(page, rows) == [] and changes.unclear == (len(made) if len(made) > 1 else 0)
    assert (changes.seen(page, *made[0]) is not None) == (not seen and len(made) == 1)


def test_of_a_series_nothing_is_there_before_its_next(changes):
    changes.begin(is_series=True)
    changes.made("done", "Milk", new_page())
    assert changes.there(new_page(), {"Milk": True}) == []


def test_how_many_there_were_to_be_seen_is_told(changes):
    watched = [SimpleNamespace(is_watched=True) for _ in range(3)]
    for number, page in enumerate((*watched, watched[0], SimpleNamespace(is_watched=False))):
        changes.made("done", f"Todo {number}", page)
    assert changes.to_be_seen(watched) == (4, 11)
