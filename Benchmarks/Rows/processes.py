"""Programs that a measurement starts: each ends with it, however it ends, and what one said is kept in case it doesn't start."""

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

# Looked up here, for little may be done between a fork and what follows it.
LIBRARY = ctypes.CDLL(None)
DIE_WITH_PARENT = 1
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class NotStarted(Exception):
    """The program isn't one that anything can be measured on; what it said last."""


class Program:
    """One that has been started."""

    def __init__(self, process, output):
        self.process, self.output, self.is_over = process, output, False

    def said(self):
        # Where it writes on stays where it is.
        return os.pread(self.output.fileno(), 1 << 20, 0).decode(errors="replace")

    def until(self, condition, within=60, every=0.01):
        """What the condition gives, once it gives something; it has a minute's time, and the program may not end meanwhile."""
        deadline = time.monotonic() + within
        while not (found := condition()):
            if self.process.poll() is not None:
                words = self.said().splitlines()[-20:] or ["nothing"]
                raise NotStarted("\n".join([f"{self.process.args[0]} didn't start. It said:", *words]))
            if time.monotonic() > deadline:
                raise NotStarted(f"{self.process.args[0]} isn't ready after {within} seconds")
            time.sleep(every)
        return found

    def says(self, pattern):
        """What it says that matches a pattern, once it has."""
        return self.until(lambda: re.search(pattern, self.said()))

    def kill(self):
        """Kills it at once, and what it has started."""
        self.tell(signal.SIGKILL)
        self.process.wait()
        self.is_over = True

    def end(self):
        try:
            self.tell(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        finally:
            self.kill()

    def tell(self, number):
        # Once it is over, its number may be another's.
        if self.is_over:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


@contextlib.contextmanager
def running(*command):
    """A program for as long as it is needed, in a folder of its own, temporary files too. Its path is a whole one, or a name to look up."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, tempfile.TemporaryFile() as output:
        try:
            # A group of its own: what a terminal interrupts is this script, which then ends the program.
            process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder,
                env={**os.environ, "TMPDIR": folder}, start_new_session=True, preexec_fn=die_with_parent if sys.platform == "linux" else None)
        except OSError as error:
            raise NotStarted(f"{command[0]} can't be run: {error.strerror}") from None
        program = Program(process, output)
        try:
            yield program
        finally:
            program.end()


def die_with_parent():
    """Asks that it be ended too when this script is killed, which then can't."""
    LIBRARY.prctl(DIE_WITH_PARENT, signal.SIGTERM)


def orderly(main):
    """Runs a script so that whatever ends it lets it end what it has started, and that it says no more than what is wrong."""
    def end(number, _):
        # What is being ended takes its time, and that is limited.
        for each in ENDS:
            signal.signal(each, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in ENDS:
        # `nohup` and a shell's `&` have some ignored.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)
    try:
        main()
    except NotStarted as error:
        sys.exit(str(error))
