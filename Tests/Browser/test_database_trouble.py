"""The database fails under the running app: it is told, nothing is lost, and it mends by itself."""

import contextlib

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually


@contextlib.contextmanager
def read_only(server):
    server.database.chmod(0o444)
    try:
        yield
    finally:
        server.database.chmod(0o644)


@contextlib.contextmanager
def removed(server):
    away = server.database.with_name("away.sqlite")
    server.database.rename(away)
    try:
        yield
    finally:
        away.rename(server.database)


@contextlib.contextmanager
def locked(server):
    connection = server.connect()
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


TROUBLES = [read_only, removed, locked]


def dismiss(page):
    page.button("OK").click()
    becomes(lambda: page.has("alertdialog"), False)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_failed_tick_is_told_and_the_box_falls_back(server, page, trouble):
    page.add("One", "Two")
    before = server.everything()
    with trouble(server):
        page.checkbox("One").click()
        assert "That didn’t work" in page.trouble()
        dismiss(page)
        becomes(page.done, [])
        page.shows("Two", "One")
    assert server.everything() == before
    page.tick("One").says("1 active, 1 completed")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_was_typed_for_a_todo_that_could_not_be_added_is_still_there(server, page, trouble):
    page.add("One")
    with trouble(server):
        page.new_todo.send_keys("Precious words", Keys.ENTER)
        assert "still here" in page.trouble()
        dismiss(page)
        becomes(lambda: page.new_todo.get_property("value"), "Precious words")
        page.shows("One")
    page.new_todo.send_keys(Keys.ENTER)
    page.shows("Precious words", "One")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_was_typed_into_the_detail_is_still_there_and_can_be_saved_later(server, page, trouble):
    page.add("One").edit("One")
    page.fill("Title", "One changed")
    page.fill("Notes", "Precious words")
    with trouble(server):
        page.button("Save").click()
        assert "still here" in page.trouble()
        dismiss(page)
        assert page.textbox("Title").get_property("value") == "One changed"
        assert page.textbox("Notes").get_property("value") == "Precious words"
    page.button("Save").click()
    page.shows("One changed")
    assert server.everything()[0][7] == "Precious words"


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_failed_deletion_leaves_the_row_and_offers_no_undo(server, page, trouble):
    page.add("One")
    with trouble(server):
        page.button("Delete One").click()
        page.trouble()
        dismiss(page)
        page.shows("One")
        assert not page.has("button", "Undo")
    page.delete("One")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_could_not_be_restored_can_be_when_the_trouble_is_over(server, page, trouble):
    """Nothing else had it any more."""
    page.add("One", "Two")
    with trouble(server):
        pass
    page.delete("One").delete("Two")
    with trouble(server):
        page.button("Undo").click()
        eventually(lambda: page.has("button", "Undo") and "later" in page.run("return document.querySelector('[role=status]').textContent"))
        assert not page.has("alertdialog")
    page.button("Undo").click()
    eventually(lambda: sorted(page.titles()) == ["One", "Two"])


def test_a_list_that_can_not_be_read_says_so_and_comes_when_it_can(server, page):
    page.add("One")
    with removed(server):
        page.get("radio", "Active").click()
        page.trouble()
        dismiss(page)
    page.get("radio", "All").click()
    page.shows("One")


def test_a_page_opened_while_the_database_is_gone_says_so_and_is_usable_afterwards(server, page, browser):
    page.add("One")
    with removed(server):
        page.open()
        page.trouble()
        dismiss(page)
    page.reload().shows("One").tick("One")


def test_only_who_asked_is_told_of_a_failure(server, page, browser):
    page.add("One")
    other = browser().open()
    with read_only(server):
        page.checkbox("One").click()
        page.trouble()
        assert not other.has("alertdialog")
        assert other.done() == []


def test_the_operator_is_told_once_why_and_when_it_is_over(server, page):
    """Each user had an alert, and the log nothing."""
    page.add("One")
    with read_only(server):
        for _ in range(3):
            page.checkbox("One").click()
            page.trouble()
            dismiss(page)
    assert server.log.read_text().count("The todo database is read-only") == 1
    page.tick("One")
    eventually(lambda: server.log.read_text().count("what failed is answered again") == 1)


def test_nothing_behind_an_alert_can_be_used(server, page):
    page.add("One")
    with read_only(server):
        page.checkbox("One").click()
        page.trouble()
        assert page.all("button") and [el.text for el in page.all("button")] == ["OK"]
        assert page.all("textbox") == []
    dismiss(page)
    page.add("Two").shows("Two", "One")


def test_two_failures_at_once_are_one_alert(server, page):
    page.add("One", "Two", "Three")
    with read_only(server):
        page.run("for (const box of document.querySelectorAll('li input')) box.click()")
        page.trouble()
        becomes(page.done, [])
        dismiss(page)
        assert not page.has("alertdialog")


def test_letters_typed_while_a_failed_todo_is_under_way_are_not_lost(server, page):
    page.add("One")
    with locked(server):
        page.new_todo.send_keys("First try", Keys.ENTER)
        page.new_todo.send_keys("second")
        page.trouble()
        dismiss(page)
        assert "second" in page.new_todo.get_property("value")


def test_the_list_is_busy_while_its_request_is_unanswered(server, page):
    page.add("One")
    # An exclusive lock in rollback mode would hold readers up; in WAL mode only a stopped server does. So the busy time is
    # short: it is caught by watching the attribute, not by looking in time.
    page.run(
        "window.busy = []; const list = document.querySelector('ul');"
        "new MutationObserver(() => window.busy.push(list.getAttribute('aria-busy')))"
        ".observe(list, { attributes: true, attributeFilter: ['aria-busy'] })")
    page.search.send_keys("o")
    page.shows("One")
    eventually(
        lambda: page.run("return window.busy") == ["true", None],
        otherwise=lambda: f"aria-busy was {page.run('return window.busy')}")


def test_a_locked_database_that_is_released_in_time_is_no_trouble(server, page):
    page.add("One")
    with locked(server):
        page.checkbox("One").click()
        page.new_todo.send_keys("Patient", Keys.ENTER)
    page.shows("Patient", "One")
    becomes(page.done, ["One"])
    assert not page.has("alertdialog")
