"""The Todostream under load: its process, what it takes of the machine, and its database."""

import asyncio
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

from machine import end_with_parent, free_port, processor_seconds
from story import Row
from web import Site


class NotStarted(Exception):
    """The program isn't one that anything can be measured on; what it said last."""


class Server:
    """Runs one executable, always on the same port and the same database."""

    # Seconds until it says where it is; after a crash it looks through its log before.
    patience = 60

    def __init__(self, executable, *options, tls=False):
        # It runs in a folder of its own.
        self.executable, self.options = os.path.abspath(executable), list(options)
        self.folder = tempfile.TemporaryDirectory()
        if tls:
            self.certify()
        self.database = pathlib.Path(self.folder.name) / "todos.sqlite"
        self.port = free_port()
        self.site = Site(self.port, tls)

    def certify(self):
        certificate, key = f"{self.folder.name}/certificate.pem", f"{self.folder.name}/key.pem"
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                 "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise NotStarted("--tls needs the program openssl, which makes a certificate: install it, or go without --tls") from None
        except subprocess.CalledProcessError as error:
            raise NotStarted(f"openssl, which --tls needs, doesn't make a certificate. It said:\n{error.stderr.strip()}") from None
        self.options += ["--tls-certificate", certificate, "--tls-key", key]

    async def start(self):
        """Returns when it says where it is."""
        self.log = f"{self.folder.name}/log.txt"
        try:
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(
                    [self.executable, "--port", str(self.port), "--database", str(self.database), *self.options],
                    stdout=subprocess.PIPE, stderr=log, preexec_fn=end_with_parent)
        except OSError as error:
            raise NotStarted(f"{self.executable} can't be run: {error.strerror}") from None
        try:
            line = await self.first_line()
        except BaseException:
            # Somebody wants the generator to end.
            self.kill()
            raise
        if line is None or " is at " not in line:
            self.stop(within=2)
            words = [*(line or "").splitlines(), *self.last_words(20)]
            what = f"hasn't said within {self.patience:g} s where it is" if line is None else "didn't start"
            raise NotStarted("\n".join([f"{self.executable} {what}. It said:", *(words or ["nothing"])]))
        return self

    async def first_line(self):
        """The first line that it says, or what it has said when it ends; None if it doesn't say any for long. Others go on meanwhile."""
        said, end, pipe = b"", time.monotonic() + self.patience, self.process.stdout.fileno()
        os.set_blocking(pipe, False)
        while time.monotonic() < end:
            try:
                piece = os.read(pipe, 4096)
            except BlockingIOError:
                await asyncio.sleep(0.01)
                continue
            said += piece
            if not piece or b"\n" in said:
                return said.partition(b"\n")[0].decode(errors="replace")
        return None

    def last_words(self, count):
        """The last lines that it has said on its standard error."""
        return pathlib.Path(self.log).read_text(errors="replace").splitlines()[-count:]

    def own_end(self):
        """How it has ended by itself, in words; None while it runs."""
        status = self.process.poll()
        if status is None:
            return None
        return f"the server ended with status {status}; it said last: {' / '.join(self.last_words(5)) or 'nothing'}"

    def fill(self, count):
        now = int(time.time() * 1000) - count
        rows = [(now + i, f"Todo {i}", f"todo {i}", "", f"todo {i}\n") for i in range(count)]
        try:
            with sqlite3.connect(self.database) as connection:
                connection.executemany(
                    "INSERT INTO todo (createdAt, title, titleKey, notes, search) VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.OperationalError as error:
            self.stop()
            raise NotStarted(f"{self.executable} isn't a Todostream: its database doesn't take todos ({error})") from None

    def ask(self, question):
        """Asks the database, without writing anything."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            return connection.execute(question).fetchall()
        finally:
            connection.close()

    def truth(self):
        """The list as the database has it, in the order of the screen."""
        rows = self.ask(
            "SELECT title, completedAt IS NOT NULL FROM todo WHERE deletedAt IS NULL ORDER BY createdAt DESC, id DESC")
        return [(title, bool(done)) for title, done in rows]

    def rows(self):
        """All todos, deleted ones included, in the order of the screen."""
        rows = self.ask(
            "SELECT id, title, completedAt IS NOT NULL, deletedAt IS NOT NULL FROM todo ORDER BY createdAt DESC, id DESC")
        return [Row(number, title, bool(done), bool(deleted)) for number, title, done, deleted in rows]

    def memory(self):
        """Resident kilobytes."""
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1])

    def seconds(self):
        """Seconds of processor that it has used."""
        return processor_seconds(self.process.pid)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self, within=10):
        """Ends it; gives whether it has ended by itself within so many seconds, as it should."""
        self.process.terminate()
        try:
            self.process.wait(within)
            self.process.stdout.close()
            return self.process.returncode == 0
        except subprocess.TimeoutExpired:
            self.kill()
            return False
