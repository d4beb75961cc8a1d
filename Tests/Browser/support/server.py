"""A Todostream of the test's own: its process, its address and its database."""

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request

from . import recording


def free_port():
    """A port that is free, and stays so while its server is away: below those that the system gives to clients, and of this
    worker's own."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        port = 20_000 + 2_000 * worker + random.randrange(2_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def ended(process, within):
    """Asks a process to end; gives how long that took, in seconds, and the exit status."""
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    status = process.wait(within)
    elapsed = time.monotonic() - begin
    process.stdout.close()
    return elapsed, status


class Server:
    """Runs the executable that TODOSTREAM names, always on the same port and the same database."""

    def __init__(self, folder, *options):
        self.executable = os.environ.get("TODOSTREAM", "../../.build/debug/todostream")
        self.folder = folder
        self.database = folder / "todos" / "todostream.sqlite"
        self.port = free_port()
        self.options = list(options)
        self.log = folder / "log.txt"
        self.process = None
        self.scheme = "http"

    @property
    def recording(self):
        """The log of its events; none if it keeps none."""
        if "--no-log" in self.options:
            return None
        return self.options[self.options.index("--log") + 1] if "--log" in self.options else f"{self.database}-events"

    @property
    def address(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self, *options):
        """Starts it and waits for the line that says where it is."""
        if options:
            self.options = list(options)
        arguments = ["--host", "127.0.0.1", "--port", str(self.port), "--database", str(self.database)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.executable, *arguments, *self.options], stdout=subprocess.PIPE, stderr=log, cwd=self.folder)
        line = self.process.stdout.readline().decode()
        found = re.match(r"Todostream is at (https?)://127\.0\.0\.1:(\d+)/$", line.strip())
        assert found, f"it said {line!r} and logged:\n{self.log.read_text()}"
        assert int(found[2]) == self.port
        self.scheme = found[1]
        recording.note(self)
        return self

    def kill9(self):
        self.process.kill()
        self._reap()

    def term(self, within=10):
        """Asks it to end; gives how long that took, in seconds, and the exit status."""
        elapsed, status = ended(self.process, within)
        self.process = None
        return elapsed, status

    def stop(self):
        """Ends it, if it runs; what it does then isn't under test."""
        if self.process:
            self.resume()
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
            self._reap()

    def restart(self):
        self.stop()
        return self.start()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def _reap(self):
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    # The database, past the server

    def connect(self):
        return sqlite3.connect(self.database, timeout=5, isolation_level=None)

    def insert(self, titles):
        """Puts todos into the database, the last one newest."""
        now = int(time.time() * 1000) - len(titles)
        rows = [(now + i, title, title.lower(), "", title.lower() + "\n") for i, title in enumerate(titles)]
        connection = self.connect()
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO todo (createdAt, title, titleKey, notes, search) VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        connection.close()

    def stored(self):
        """The titles that aren't deleted, newest first."""
        connection = self.connect()
        rows = connection.execute("SELECT title FROM todo WHERE deletedAt IS NULL ORDER BY createdAt DESC, id DESC")
        titles = [title for (title,) in rows]
        connection.close()
        return titles

    def everything(self):
        """All that is stored, to compare before and after."""
        connection = self.connect()
        rows = connection.execute("SELECT * FROM todo ORDER BY id").fetchall()
        connection.close()
        return rows

    # Plain requests

    def get(self, path="/", **headers):
        request = urllib.request.Request(self.address + path, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer, answer.read().decode()
