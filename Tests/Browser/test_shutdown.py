"""SIGTERM: what is under way is finished, and the process is gone within three seconds."""

import fcntl
import os
import signal
import subprocess
import termios

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


def test_a_hangup_ends_nothing(server):
    """It is how servers are told to read a certificate again, and it ended those without one like a kill."""
    for _ in range(3):
        server.process.send_signal(signal.SIGHUP)
        assert server.get("/health")[0].status == 200
    assert server.term()[1] == 0


def test_it_ends_in_order_when_the_terminal_is_closed_that_it_was_started_in(idle_server):
    terminal, inside = os.openpty()
    arguments = ["--port", str(idle_server.port), "--database", str(idle_server.database)]
    process = subprocess.Popen(
        [idle_server.executable, *arguments], stdin=inside, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=idle_server.folder,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(inside)
    try:
        assert b"Todostream is at" in process.stdout.readline()
        os.close(terminal)
        log = process.communicate(timeout=10)[1]
    finally:
        process.kill()
    assert process.returncode == 0
    assert b"the terminal was closed" in log


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
