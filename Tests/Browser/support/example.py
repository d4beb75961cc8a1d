"""An example of the test's own that takes the common options: its process and its address."""

import os
import re
import signal
import subprocess
import urllib.request
from contextlib import contextmanager

from . import recording
from .server import ended, free_port


class Example:
    """Runs the executable that an environment variable names, always on the same port."""

    def __init__(self, folder, name, variable, *options):
        self.executable = os.environ.get(variable, f"../../.build/debug/{name.lower()}")
        self.name = name
        self.port = free_port()
        self.options = options
        self.folder = folder
        self.log = folder / "log.txt"
        self.process = None

    @property
    def recording(self):
        """The log of its events; none if it keeps none."""
        if self.name == "RowsBench" or "--no-log" in self.options or "--ephemeral" in self.options:
            return None
        if self.name == "Gallery":
            return str(self.folder / "gallery-events.sqlite")
        named = "--database" in self.options
        database = self.options[self.options.index("--database") + 1] if named else f"{self.name.lower()}.sqlite"
        return str(self.folder / f"{database}-events")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def get(self, path="/"):
        """Asks as somebody new; gives the answer and what is in it."""
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return answer, answer.read().decode()

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [os.path.abspath(self.executable), "--port", str(self.port), *self.options], stdout=subprocess.PIPE,
                stderr=log, cwd=self.folder)
        line = self.process.stdout.readline().decode()
        assert re.match(rf"{self.name} is at {self.address}/$", line.strip()), f"it said {line!r}:\n{self.log.read_text()}"
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
        """Ends it, if it runs, and sees that this is an end in order."""
        if not self.process:
            return
        try:
            status = self.term()[1]
        except subprocess.TimeoutExpired:
            self.kill9()
            raise
        assert status == 0, f"{self.name} ended with {status}:\n{self.log.read_text()}"

    def _reap(self):
        self.process.wait()
        self.process.stdout.close()
        self.process = None


@contextmanager
def frozen(example):
    """A server that hears nothing: what is done meanwhile is answered at the end."""
    example.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        example.process.send_signal(signal.SIGCONT)
