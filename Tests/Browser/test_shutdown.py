"""SIGTERM: what is under way is finished, and the process is gone within three seconds."""

import contextlib
import fcntl
import os
import pty
import re
import shlex
import signal
import subprocess
import termios
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.live_client import LiveClient
from support.server import ended
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


@contextlib.contextmanager
def in_terminal(server, standard_input=None, is_outlived=False):
    """The server's program in a terminal of its own; gives its process, and what closes the terminal.

    Its standard input is the terminal unless it is given."""
    terminal, inside = os.openpty()
    closing = contextlib.ExitStack()
    closing.callback(os.close, inside)
    closing.callback(os.close, terminal)

    def prepare():
        fcntl.ioctl(inside, termios.TIOCSCTTY, 0)
        if is_outlived:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    arguments = ["--host", "127.0.0.1", "--port", str(server.port), "--database", str(server.database)]
    # The terminal is somebody's besides, as a shell's, until it is closed.
    with closing, subprocess.Popen(
        [server.executable, *arguments], stdin=inside if standard_input is None else standard_input, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=server.folder, start_new_session=True, preexec_fn=prepare
    ) as process:
        try:
            assert b"Todostream is at" in process.stdout.readline()
            yield process, closing.close
        finally:
            process.kill()


@pytest.mark.parametrize("standard_input", [None, subprocess.DEVNULL, subprocess.PIPE], ids=["the terminal", "nothing", "a pipe"])
def test_it_ends_in_order_when_the_terminal_is_closed_that_it_was_started_in(idle_server, standard_input):
    """Where its standard input was something else it went on, and held its port and its log."""
    with in_terminal(idle_server, standard_input) as (process, close):
        # With its terminal there it is asked for a certificate.
        process.send_signal(signal.SIGHUP)
        assert idle_server.get("/health")[0].status == 200
        close()
        status = process.wait(timeout=10)
        log = process.stderr.read()
    assert status == 0
    assert b"the terminal was closed" in log


def test_it_outlives_its_terminal_where_that_was_said_as_nohup_does(idle_server):
    with in_terminal(idle_server, is_outlived=True) as (process, close):
        close()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        assert idle_server.get("/health")[0].status == 200
        assert ended(process, within=10)[1] == 0


def test_a_hangup_ends_nothing_once_its_terminal_has_gone_without_one(idle_server):
    """Whose login shell had left it in the background ended it when he had it read its certificate again, days later."""
    shell, terminal = pty.fork()
    if shell == 0:
        os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
    output = idle_server.folder / "output"
    arguments = ["--host", "127.0.0.1", "--port", str(idle_server.port), "--database", str(idle_server.database)]
    words = shlex.join([str(idle_server.executable), *arguments])
    os.write(terminal, f"{words} </dev/null >{output} 2>&1 & echo is $!\n".encode())
    eventually(lambda: output.exists() and "Todostream is at" in output.read_text())
    os.write(terminal, b"exit\n")
    said = b""
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 4_096):
            said += data
    os.close(terminal)
    assert os.waitpid(shell, 0)[1] == 0
    process = int(re.findall(rb"\bis (\d+)", said)[-1])
    try:
        # Until it has seen that the terminal is gone, and that no signal comes of it.
        time.sleep(5)
        os.kill(process, signal.SIGHUP)
        time.sleep(1)
        assert idle_server.get("/health")[0].status == 200
    finally:
        os.kill(process, signal.SIGTERM)


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
