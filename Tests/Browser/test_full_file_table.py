"""Connections without end from one address: the process keeps what it needs for itself, and others get in."""

import os
import pathlib
import resource
import socket
import time

import pytest

from support.live_client import LiveClient
from support.waiting import eventually

FILES = 300


@pytest.fixture
def narrow(idle_server, tmp_path):
    """A server that may have few files open."""
    program = pathlib.Path(idle_server.executable)
    script = tmp_path / "narrow"
    script.write_text(f'#!/bin/sh\nulimit -n {FILES}\nexec "{program.resolve()}" "$@"\n')
    script.chmod(0o755)
    idle_server.executable = str(script)
    return idle_server.start()


def dial(server, address="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=(address, 0))


def ask(server, address):
    """Asks for `/health`; gives the answer's first line."""
    with dial(server, address) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return connection.recv(100).split(b"\r\n")[0]


def memory(server):
    """In megabytes."""
    return int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def seconds(server):
    """Of the processor."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_one_address_keeps_no_other_out_and_ends_nothing(narrow):
    with LiveClient(narrow) as honest:
        honest.join()
        held = []
        for number in range(2 * FILES):
            try:
                connection = dial(narrow)
                # Half of a request, and half of what is posted.
                connection.sendall(
                    b"GET / HTTP/1.1\r\n" if number % 2 else
                    b"POST /ghostlight/beacon HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65000\r\n\r\n[")
                held.append(connection)
            except OSError:
                pass
        before = seconds(narrow)
        time.sleep(2)
        assert seconds(narrow) - before < 0.6, "it is busy with connections that it can't take"
        for number in range(5):
            assert honest.act(honest.view('aria-label="New todo"'), "s", f"Todo {number}") is None
            assert ask(narrow, "127.0.0.2") == b"HTTP/1.1 200 OK"
        assert narrow.process.poll() is None
        for connection in held:
            connection.close()
    eventually(lambda: ask(narrow, "127.0.0.1") == b"HTTP/1.1 200 OK")


def test_a_server_that_has_no_file_left_for_a_connection_listens_on(idle_server):
    """It was busy with nothing but that."""
    server = idle_server.start()
    ask(server, "127.0.0.1")
    # What that had open is closed again.
    time.sleep(0.5)
    process = server.process.pid
    _, most = before = resource.prlimit(process, resource.RLIMIT_NOFILE)
    used = {int(name) for name in os.listdir(f"/proc/{process}/fd")}
    resource.prlimit(process, resource.RLIMIT_NOFILE, (next(number for number in range(most) if number not in used), most))
    spent = seconds(server)
    # Something else may have been closed meanwhile: these take what there is.
    held = []
    while len(held) < 20:
        connection = dial(server)
        held.append(connection)
        connection.settimeout(0.5)
        try:
            assert not connection.recv(100)
            break
        except ConnectionResetError:
            break
        except TimeoutError:
            pass
    assert len(held) < 20, "nobody is sent away"
    time.sleep(1.5)
    assert server.process.poll() is None
    assert seconds(server) - spent < 0.7, "it tries again and again"
    for connection in held:
        connection.close()
    resource.prlimit(process, resource.RLIMIT_NOFILE, before)
    for _ in range(3):
        assert ask(server, "127.0.0.1") == b"HTTP/1.1 200 OK"


def test_many_requests_at_once_are_not_all_in_memory(server):
    ask(server, "127.0.0.1")
    before = memory(server)
    request = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
    held = []
    for _ in range(40):
        connection = dial(server)
        connection.setblocking(False)
        try:
            connection.send(request * 1_900)
        except BlockingIOError:
            pass
        held.append(connection)
    most = before
    end = time.monotonic() + 3
    while time.monotonic() < end:
        most = max(most, memory(server))
        time.sleep(0.02)
    for connection in held:
        connection.close()
    assert most - before < 40, f"{most - before:.0f} MB more"
