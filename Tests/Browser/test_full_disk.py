"""The log of events can't be written: the disk is really full, or refuses. The app goes on, and says so to its operator."""

import os
import subprocess
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually

TROUBLE, MENDED = "the log of events can't be written", "the log of events is written again"


@pytest.fixture
def disk(tmp_path):
    """A small disk of the test's own; only root may have one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(disk):
    """Leaves not one byte."""
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 512)
        except OSError:
            pass


def said(server, text):
    return server.log.read_text().count(text)


def search(page, text):
    """Types; each key is an event that the log should have, and none that the database should."""
    page.search.send_keys(Keys.CONTROL, "a")
    page.search.send_keys(text)
    becomes(lambda: page.search.get_property("value"), text)


def test_a_full_disk_stops_nobody_and_is_told_once(disk, idle_server, browser):
    server = idle_server.start("--log", str(disk / "events.sqlite"))
    page = browser().open()
    page.add("One", "Two")
    fill(disk)
    for text in ("O", "Tw", "o"):
        search(page, text)
    page.search.send_keys(Keys.BACKSPACE)
    page.add("Three")
    page.tick("Three")
    # A page that is opened now is answered too.
    other = browser().open()
    other.shows("Three", "Two", "One")
    eventually(lambda: said(server, TROUBLE) == 1)
    search(page, "Thr")
    page.shows("Three")
    time.sleep(1)
    assert said(server, TROUBLE) == 1 and said(server, MENDED) == 0
    assert page.console() == []


def test_what_a_full_disk_held_back_is_recorded_when_there_is_room(disk, idle_server, browser):
    server = idle_server.start("--log", str(disk / "events.sqlite"))
    page = browser().open()
    page.add("One")
    fill(disk)
    page.new_todo.send_keys("half typed")
    search(page, "On")
    eventually(lambda: said(server, TROUBLE) == 1)
    (disk / "ballast").unlink()
    # Without anybody doing anything.
    eventually(lambda: said(server, MENDED) == 1)
    search(page, "One")
    mark = page.run("return window.kept ??= Math.random()")
    server.kill9()
    page.until_offline()
    server.start()
    page.until_live()
    assert page.run("return window.kept") == mark
    assert page.new_todo.get_property("value") == "half typed"
    assert page.search.get_property("value") == "One"
    page.search.send_keys(Keys.BACKSPACE * 3)
    page.new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    page.shows("half typed!", "One")


def test_a_process_that_is_killed_while_the_disk_is_full_loses_no_todo_and_no_text(disk, idle_server, browser):
    server = idle_server.start("--log", str(disk / "events.sqlite"))
    page = browser().open()
    page.add("One")
    time.sleep(0.3)
    fill(disk)
    page.add("Two", "Three")
    page.new_todo.send_keys("half typed")
    eventually(lambda: said(server, TROUBLE) == 1)
    server.kill9()
    page.until_offline()
    (disk / "ballast").unlink()
    server.start()
    page.until_live()
    # The log ends before what the page has seen: it may begin anew, but it keeps what is typed, and it works.
    page.shows("Three", "Two", "One")
    assert page.new_todo.get_property("value") == "half typed"
    assert server.stored() == ["Three", "Two", "One"]
    page.new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    page.shows("half typed!", "Three", "Two", "One")
    assert server.stored() == ["half typed!", "Three", "Two", "One"]


def test_a_server_that_ends_while_the_disk_is_full_says_that_something_is_lost(disk, idle_server, browser):
    """Its last words were that it is kept in memory and tried again."""
    server = idle_server.start("--log", str(disk / "events.sqlite"))
    page = browser().open()
    page.add("One")
    fill(disk)
    search(page, "On")
    eventually(lambda: said(server, TROUBLE) == 1)
    _, status = server.term()
    last = server.log.read_text().splitlines()[-1]
    assert status == 1
    assert "is lost" in last and "tried again" not in last, last
    # What is left of the log is whole.
    (disk / "ballast").unlink()
    server.start()


@pytest.mark.parametrize("went_on", [False, True])
def test_what_was_confirmed_while_the_disk_was_full_stays_in_its_field(disk, idle_server, browser, went_on):
    """The log ends before what the page was told to be done: the session that comes back knows nothing of it."""
    server = idle_server.start("--log", str(disk / "events.sqlite"))
    page = browser().open()
    page.add("One")
    time.sleep(0.3)
    fill(disk)
    page.new_todo.send_keys("half typed")
    search(page, "On")
    eventually(lambda: said(server, TROUBLE) == 1)
    becomes(lambda: page.run("return ghostlight.pending.length"), 0)
    # What is carried out is said to be durable a moment later.
    time.sleep(1)
    server.kill9()
    page.until_offline()
    (disk / "ballast").unlink()
    if went_on:
        page.new_todo.send_keys(" and on")
    server.start()
    page.until_live()
    typed = "half typed and on" if went_on else "half typed"
    time.sleep(1)
    assert page.new_todo.get_property("value") == typed
    assert page.search.get_property("value") == "On"
    page.shows("One")
    page.new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    page.search.send_keys(Keys.BACKSPACE * 2)
    page.shows(f"{typed}!", "One")


def test_a_disk_that_is_full_at_the_start_says_so(disk, idle_server):
    fill(disk)
    run = subprocess.run(
        [server_program(idle_server), "--port", "0", "--database", idle_server.database, "--log", disk / "events.sqlite"],
        capture_output=True, text=True, timeout=20)
    assert run.returncode != 0
    assert run.stdout == ""
    assert "full" in run.stderr or "can't be opened" in run.stderr, run.stderr


def server_program(server):
    return os.path.abspath(server.executable)


def test_an_input_or_output_error_stops_nobody(idle_server, browser, tmp_path):
    """No file may grow beyond half a megabyte: the system answers with an error where the log would."""
    limited = tmp_path / "limited"
    limited.write_text(f"#!/bin/bash\ntrap '' XFSZ\nulimit -f 512\nexec {server_program(idle_server)} \"$@\"\n")
    limited.chmod(0o755)
    idle_server.executable = str(limited)
    server = idle_server.start()
    page = browser().open()
    page.add("One", "Two")
    for _ in range(400):
        assert server.get("/")[0].status == 200
        if said(server, TROUBLE):
            break
    assert said(server, TROUBLE) == 1
    search(page, "One")
    page.shows("One")
    assert page.console() == []
