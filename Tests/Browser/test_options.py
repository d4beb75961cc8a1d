"""What the programs say when an option can't be used: plain words, and what to do about it."""

import os
import socket
import sqlite3
import subprocess

import pytest

from support.example import Example

PROGRAMS = ["todostream", "todomvc", "rowsbench"]
KEEPING = ["todostream", "todomvc"]


def complaint(program, folder, *options):
    """What a program says that refuses to start. Unless told, it listens where nobody else does."""
    executable = os.path.abspath(os.environ.get(program.upper(), f"../../.build/debug/{program}"))
    if not any(option.startswith("--port") for option in options):
        options = ("--port", "0", *options)
    result = subprocess.run([executable, *options], cwd=folder, capture_output=True, text=True, timeout=30)
    assert result.returncode != 0
    assert result.stdout == ""
    for word in ("Domain=", "NSCocoa", "SocketAddressError", "SQLite error", "errno", "Optional("):
        assert word not in result.stderr, result.stderr
    return result.stderr


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_host_that_isnt_this_machines(program, tmp_path):
    text = complaint(program, tmp_path, "--host", "nope.invalid", "--port", "0")
    assert "Can't listen on nope.invalid" in text and "no address is known by that name" in text and "such as 127.0.0.1" in text
    text = complaint(program, tmp_path, "--host", "192.0.2.1", "--port", "0")
    assert "Can't listen on 192.0.2.1" in text and "Cannot assign requested address" in text
    assert "--host takes an address" in complaint(program, tmp_path, "--host", "")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_port_that_cant_be_had(program, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        text = complaint(program, tmp_path, "--port", str(port))
        assert f"Port {port} on 127.0.0.1 is taken" in text and "choose another port" in text
    for port in ("70000", "-1", "65536"):
        assert "--port takes a number from 0 to 65535" in complaint(program, tmp_path, f"--port={port}")
    assert "invalid for '--port <port>'" in complaint(program, tmp_path, "--port", "eighty")


@pytest.mark.parametrize("program", KEEPING)
@pytest.mark.parametrize("option", ["--database", "--log"])
class TestAFile:
    def test_without_a_path(self, program, option, tmp_path):
        assert f"{option} needs the path of a file: say one" in complaint(program, tmp_path, option, "")

    def test_that_is_none(self, program, option, tmp_path):
        text = complaint(program, tmp_path, option, ":memory:")
        assert f"{option} takes a file, and :memory: is none: say one, such as todos.sqlite" in text
        assert ("or --ephemeral to keep nothing" in text) == (program == "todomvc" and option == "--database")
        assert not list(tmp_path.glob("*memory*"))

    def test_that_is_a_folder(self, program, option, tmp_path):
        text = complaint(program, tmp_path, option, str(tmp_path))
        assert f"{option} {tmp_path}: that is a folder. Say a file in it" in text

    def test_that_ends_as_a_folder_does(self, program, option, tmp_path):
        text = complaint(program, tmp_path, option, "mine.sqlite/")
        assert f"{option} mine.sqlite/: what ends with / is a folder. Say a file: leave out the /" in text
        assert not list(tmp_path.glob("mine.sqlite*"))

    def test_in_a_folder_that_cant_be_made(self, program, option, tmp_path):
        text = complaint(program, tmp_path, option, "/proc/nowhere/deep/todos.sqlite")
        assert "the folder /proc/nowhere/deep can't be made: No such file or directory" in text and "Make it yourself" in text
        (tmp_path / "file").touch()
        text = complaint(program, tmp_path, option, "file/todos.sqlite")
        assert "can't be made: Not a directory" in text

    def test_in_a_folder_that_is_read_only(self, program, option, tmp_path):
        folder = tmp_path / "locked"
        folder.mkdir(mode=0o555)
        text = complaint(program, tmp_path, option, "locked/todos.sqlite")
        assert "nothing may be written in the folder" in text and "chmod u+w" in text
        assert not list(folder.iterdir())

    def test_that_is_read_only(self, program, option, tmp_path):
        (tmp_path / "todos.sqlite").touch(mode=0o444)
        assert "the file may not be written. Give the right to" in complaint(program, tmp_path, option, "todos.sqlite")

    def test_that_is_no_database(self, program, option, tmp_path):
        file = tmp_path / "letter.txt"
        file.write_text("Dear Ann, " * 100)
        text = complaint(program, tmp_path, option, "letter.txt")
        assert "that isn't a database; it was left as it is. Say another file" in text
        assert file.read_text() == "Dear Ann, " * 100

    def test_that_is_damaged(self, program, option, tmp_path):
        (tmp_path / "todos.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        text = complaint(program, tmp_path, option, "todos.sqlite")
        assert "damaged" in text or "malformed" in text or "not a database" in text

    def test_that_is_another_programs(self, program, option, tmp_path):
        with sqlite3.connect(tmp_path / "recipes.sqlite") as database:
            database.execute("CREATE TABLE recipe (name)")
        before = (tmp_path / "recipes.sqlite").read_bytes()
        text = complaint(program, tmp_path, option, "recipes.sqlite")
        assert "another program's" in text or "recipes.sqlite is a database, but not a log of events" in text
        assert "another" in text
        # It has been left alone, and nothing was made beside it.
        assert (tmp_path / "recipes.sqlite").read_bytes() == before
        assert [file.name for file in tmp_path.glob("recipes*")] == ["recipes.sqlite"]


def test_each_leaves_the_others_database_alone(tmp_path):
    for owner, other, name in (("Todostream", "todomvc", "Todostream's"), ("TodoMVC", "todostream", "TodoMVC's")):
        example = Example(tmp_path, owner, owner.upper(), "--database", f"{owner}.sqlite", "--no-log").start()
        example.stop()
        text = complaint(other, tmp_path, "--database", f"{owner}.sqlite")
        assert f"it is {name}" in text and "another file" in text
        # Nor the log that stands beside it.
        example.options = ("--database", f"{owner}.sqlite")
        example.start().stop()
        text = complaint(other, tmp_path, "--database", f"{owner}.sqlite-events")
        assert "it is a log of events" in text


def test_each_leaves_the_others_log_alone(tmp_path):
    for owner, other in (("Todostream", "todomvc"), ("TodoMVC", "todostream")):
        Example(tmp_path, owner, owner.upper(), "--database", f"{owner}.sqlite").start().stop()
        log = f"{owner}.sqlite-events"
        before = {file.name: file.read_bytes() for file in tmp_path.glob(f"{log}*") if file.is_file()}
        text = complaint(other, tmp_path, "--database", "mine.sqlite", "--log", log)
        assert f"{log} is the log of {owner}, and was left as it was: say another file" in text
        assert {file.name: file.read_bytes() for file in tmp_path.glob(f"{log}*") if file.is_file()} == before
        assert not list(tmp_path.glob("mine.sqlite*"))


@pytest.mark.parametrize("program", ["todomvc", "rowsbench"])
def test_an_ephemeral_one_records_nothing(program, tmp_path):
    text = complaint(program, tmp_path, "--ephemeral", "--log", "events")
    assert "--ephemeral records nothing: leave out --log, or --ephemeral." in text
    text = complaint(program, tmp_path, "--ephemeral", "--log-size", "5")
    assert "--ephemeral records nothing: leave out --log-size" in text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["TodoMVC", "RowsBench"])
def test_an_ephemeral_one_keeps_nothing(name, tmp_path):
    Example(tmp_path, name, name.upper(), "--ephemeral", "--host", "127.0.0.1", "--database", "kept/todos.sqlite").start().stop()
    assert [file.name for file in tmp_path.iterdir()] == ["log.txt"]


def test_a_log_that_another_program_appends_to_is_waited_for_in_so_many_words(server, tmp_path):
    other = tmp_path / "other.sqlite"
    text = complaint("todostream", tmp_path, "--database", str(other), "--log", server.recording)
    assert f"Another process appends to {server.recording}: this one waits some seconds for it to end." in text
    assert f"the process {server.process.pid} appends to" in text and "end it first" in text
    # It would be of this program's version from then on, and the other may be of the version before.
    assert not list(tmp_path.glob("other.sqlite*"))


@pytest.mark.parametrize("program", KEEPING)
@pytest.mark.parametrize("reason", ["host", "port", "certificate"])
def test_a_start_that_fails_has_opened_nothing(program, reason, tmp_path):
    """It had made the database and the log, or made them of its version, which the program of before refused after its next restart."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        complaint(program, tmp_path, *{
            "host": ("--host", "192.0.2.1"),
            "port": ("--port", str(taken.getsockname()[1])),
            "certificate": ("--tls-certificate", "nowhere.pem", "--tls-key", "nowhere.pem"),
        }[reason])
    assert not list(tmp_path.iterdir())
