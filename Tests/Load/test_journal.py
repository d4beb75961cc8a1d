"""What the database must hold after what people have done."""

import pytest

from journal import Journal
from story import Row

MILK, TEA = Row(1, "Milk", False, False), Row(2, "Tea", False, False)


@pytest.fixture
def journal():
    return Journal([MILK, TEA])


def answered(*deeds):
    for deed in deeds:
        deed.answered(True)


def later(*deeds):
    """When nothing waits any more."""
    for deed in deeds:
        deed.began += 60
    answered(*deeds)


@pytest.mark.parametrize(
    ("fate", "right"), [(True, {1}), (False, {0}), (None, {0, 1})], ids=["taken", "refused", "unknown"])
def test_what_is_added_is_there_as_often_as_was_said(fate, right):
    journal = Journal()
    deed = journal.added("Ann", "Eggs")
    if fate is not None:
        deed.answered(fate)
    for times in range(4):
        assert (not journal.faults([Row(1, "Eggs", False, False)] * times)) == (times in right), times


def test_nothing_is_there_that_nobody_has_typed(journal):
    assert not journal.faults([MILK, TEA])
    assert journal.faults([MILK, TEA, Row(3, "Gin", False, False)]) == ["'Gin' is in the database, and nobody has typed it"]
    assert journal.faults([MILK]) == ["'Tea' is missing"]


def test_another_title_than_was_typed_is_two_faults(journal):
    answered(journal.added("Ann", "Eggs"))
    assert len(journal.faults([MILK, TEA, Row(3, "Gin", False, False)])) == 2


def test_a_fault_says_what_was_done_lately(journal):
    journal.deleted("Ann", "Milk").answered(False)
    journal.rest([MILK, TEA])
    journal.ticked("Bo", "Milk", True)
    (fault,) = journal.faults([MILK._replace(is_deleted=True), TEA])
    assert fault.startswith("'Milk' has as is_deleted True, which should be False (")
    assert "is_deleted=True: refused; " in fault and " rest; " in fault and fault.endswith("is_done=True: unknown)")


def test_what_is_deleted_was_meant(journal):
    answered(journal.deleted("Ann", "Milk"))
    assert not journal.faults([MILK._replace(is_deleted=True), TEA])
    assert len(journal.faults([MILK, TEA._replace(is_deleted=True)])) == 2


def test_a_refused_act_has_changed_nothing(journal):
    for deed in (journal.deleted("Ann", "Milk"), journal.ticked("Bo", "Milk", True), journal.renamed("Cy", "Milk", "Oats")):
        deed.answered(False)
    assert not journal.faults([MILK, TEA])
    for other in (MILK._replace(is_deleted=True), MILK._replace(is_done=True), MILK._replace(title="Oats")):
        assert len(journal.faults([other, TEA])) == 1


def test_what_a_process_that_has_ended_may_have_done_is_one_or_the_other(journal):
    journal.deleted("Ann", "Milk").answered(None)
    deleted = [MILK._replace(is_deleted=True), TEA]
    assert not journal.faults([MILK, TEA]) and not journal.faults(deleted) and journal.is_in_flux("Milk")
    journal.rest([MILK, TEA])
    assert len(journal.faults(deleted)) == 1 and not journal.is_in_flux("Milk")


def test_what_nobody_has_answered_may_have_happened(journal):
    journal.ticked("Ann", "Milk", True)
    assert not journal.faults([MILK, TEA]) and not journal.faults([MILK._replace(is_done=True), TEA])
    journal.rest([MILK, TEA])
    assert not journal.faults([MILK._replace(is_done=True), TEA])


def test_the_last_tick_in_turn_holds(journal):
    answered(journal.ticked("Ann", "Milk", True))
    assert len(journal.faults([MILK, TEA])) == 1
    later(journal.ticked("Bo", "Milk", False))
    assert not journal.faults([MILK, TEA]) and len(journal.faults([MILK._replace(is_done=True), TEA])) == 1


def test_of_ticks_at_the_same_time_any_may_be_the_last(journal):
    answered(journal.ticked("Ann", "Milk", True), journal.ticked("Bo", "Milk", False))
    assert not journal.faults([MILK, TEA]) and not journal.faults([MILK._replace(is_done=True), TEA])


def test_those_of_one_page_are_in_turn(journal):
    answered(journal.ticked("Ann", "Milk", True), journal.ticked("Ann", "Milk", False))
    assert len(journal.faults([MILK._replace(is_done=True), TEA])) == 1


def test_who_has_seen_a_title_comes_behind_who_gave_it(journal):
    answered(journal.renamed("Ann", "Milk", "Oats"), journal.renamed("Bo", "Oats", "Soy"))
    assert journal.are_one("Milk", "Soy") and not journal.are_one("Milk", "Tea")
    assert not journal.faults([MILK._replace(title="Soy"), TEA])
    assert len(journal.faults([MILK._replace(title="Oats"), TEA])) == 1


def test_when_the_server_is_killed_turns_are_forgotten(journal):
    answered(journal.ticked("Ann", "Milk", True))
    late = journal.ticked("Bo", "Milk", True)
    journal.server_killed()
    answered(late, journal.ticked("Cy", "Milk", False))
    assert not journal.faults([MILK, TEA]) and not journal.faults([MILK._replace(is_done=True), TEA])


def test_from_each_rest_on_the_database_is_what_things_begin_with(journal):
    answered(journal.ticked("Ann", "Milk", True), journal.added("Ann", "Eggs"))
    rows = [MILK._replace(is_done=True), TEA, Row(3, "Eggs", False, False)]
    journal.rest(rows)
    assert not journal.faults(rows) and len(journal.faults([MILK, *rows[1:]])) == 1
    assert journal.untouched == {"Milk", "Tea", "Eggs"}
    # Said again, it has come to another number.
    assert len(journal.faults([*rows[:2], Row(4, "Eggs", False, False)])) == 1
    assert len(journal.faults([*rows, Row(4, "Eggs", False, False)])) == 1


def test_who_changes_or_deletes_a_todo_touches_it(journal):
    journal.renamed("Ann", "Milk", "Oats")
    journal.ticked("Ann", "Tea", True)
    assert journal.untouched == {"Tea"} and journal.is_in_flux("Oats") and not journal.is_in_flux("Tea")
    journal.deleted("Ann", "Tea").answered(False)
    assert not journal.untouched and not journal.is_in_flux("Tea")


def test_whoever_was_last_may_be_written_a_little_later(journal):
    ticked = MILK._replace(is_done=True)
    answered(journal.ticked("Ann", "Milk", True), journal.ticked("Bo", "Milk", False))
    assert not journal.faults([ticked, TEA])
    journal.rest([ticked, TEA])
    assert not journal.faults([MILK, TEA]) and not journal.faults([ticked, TEA])
    # It isn't any more once everything has rested again.
    journal.rest([MILK, TEA])
    assert not journal.faults([MILK, TEA]) and len(journal.faults([ticked, TEA])) == 1


def test_what_was_done_since_the_rest_is_behind_what_was_done_before(journal):
    answered(journal.ticked("Ann", "Milk", True), journal.ticked("Bo", "Milk", False))
    journal.rest([MILK, TEA])
    answered(journal.ticked("Cy", "Milk", True))
    assert len(journal.faults([MILK, TEA])) == 1 and not journal.faults([MILK._replace(is_done=True), TEA])


def test_what_stays_open_says_nothing_of_what_is_settled(journal):
    answered(journal.added("Ann", "Eggs"), journal.renamed("Bo", "Eggs", "Oats"), journal.renamed("Cy", "Eggs", "Soy"))
    answered(journal.deleted("Di", "Soy"))
    rows = [MILK, TEA, Row(3, "Soy", False, True)]
    assert not journal.faults(rows)
    # Which of the titles was the last isn't known. That it was added doesn't say that it isn't deleted.
    journal.rest(rows)
    assert not journal.faults(rows)
    journal.rest(rows)
    assert not journal.faults(rows) and journal.faults([MILK, TEA, Row(3, "Soy", False, False)])


@pytest.mark.parametrize(("pause", "waited", "may_be_done"), [(60, 1, False), (60, 40, True), (0.5, 0, True), (3, 1, False)])
def test_what_is_confirmed_may_wait_as_long_as_a_change_took_to_be_seen(journal, monkeypatch, pause, waited, may_be_done):
    now = iter((1000, 1000, 1000 + pause, 1000 + pause))
    monkeypatch.setattr("story.time.monotonic", lambda: next(now))
    journal.waited(waited)
    answered(journal.ticked("Ann", "Milk", True))
    answered(journal.ticked("Bo", "Milk", False))
    assert not journal.faults([MILK, TEA])
    assert (not journal.faults([MILK._replace(is_done=True), TEA])) == may_be_done

def test_what_a_process_that_has_ended_has_done_stays_so_behind_what_was_taken(journal):
    answered(journal.added("Ann", "Eggs"), journal.ticked("Ann", "Milk", True))
    undone = (journal.deleted("Bo", "Eggs"), journal.ticked("Bo", "Milk", False))
    journal.server_killed()
    for deed in undone:
        deed.answered(None)
    rows = [MILK, TEA, Row(3, "Eggs", False, True)]
    for _ in range(3):
        assert not journal.faults(rows)
        journal.rest(rows)
    # What was taken meanwhile has replaced it.
    answered(journal.ticked("Cy", "Milk", True))
    assert len(journal.faults(rows)) == 1
