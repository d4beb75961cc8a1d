"""SIGTERM: what is under way is finished, and the process is gone within three seconds."""

import pytest
from selenium.webdriver.common.keys import Keys

from support.live_client import LiveClient
from support.waiting import eventually

pytestmark = pytest.mark.alone


def test_it_exits_within_three_seconds_with_status_0_and_tabs_open(server, browser):
    visitor = browser()
    for _ in range(4):
        visitor.open()
    elapsed, status = server.term()
    assert status == 0
    assert elapsed < 3


def test_every_example_exits_within_three_seconds_with_status_0_and_tabs_open(example, browser):
    visitor = browser(example.address)
    for _ in range(4):
        visitor.open()
    elapsed, status = example.term()
    assert status == 0
    assert elapsed < 3


def test_it_exits_within_three_seconds_with_a_page_that_does_not_answer(server):
    with LiveClient(server) as client, LiveClient(server) as silent:
        client.join()
        silent.dial()
        elapsed, status = server.term()
        assert status == 0
        assert elapsed < 3


def test_it_exits_within_three_seconds_while_the_database_is_locked(server, page):
    page.add("One")
    connection = server.connect()
    connection.execute("BEGIN IMMEDIATE")
    page.checkbox("One").click()
    elapsed, status = server.term()
    connection.close()
    assert status == 0
    assert elapsed < 3


def test_todos_typed_up_to_the_end_are_kept_if_the_list_has_shown_them(server, page):
    page.add("One")
    box = page.new_todo
    for i in range(10):
        box.send_keys(f"Late {i}", Keys.ENTER)
    elapsed, status = server.term()
    assert (status, elapsed < 3) == (0, True)
    shown = page.titles()
    server.start()
    assert set(shown) <= set(server.stored())
    eventually(lambda: page.is_live() and page.titles() == server.stored())


def test_the_database_and_the_log_are_one_file_each_after_a_clean_end(server, page):
    page.add("One")
    server.term()
    assert server.stored() == ["One"]
    files = sorted(path.name for path in server.database.parent.iterdir())
    # The third is empty: who appends to the log holds it locked.
    assert files == ["todostream.sqlite", "todostream.sqlite-events", "todostream.sqlite-events-lock"]
    assert (server.database.parent / files[2]).stat().st_size == 0
