"""What the machine gives, and what the generator itself takes of it."""

import ctypes
import os
import random
import resource
import signal
import socket
import time

SYSTEM = ctypes.CDLL(None)
# <linux/prctl.h>
PR_SET_PDEATHSIG = 1


def allow_many_files():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 200_000) if hard > 0 else 200_000, hard))


def end_with_parent():
    """Done in a new process before its program begins: it is killed when the generator ends, however that does.

    Ctrl-C is for the generator alone.
    """
    SYSTEM.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setpgid(0, 0)


def free_port():
    """A port that is free, and stays so while its server is away: below those that the system gives to whoever asks for any."""
    while True:
        port = random.randrange(24_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Machine:
    """Seconds of processor since it was made."""

    def __init__(self):
        self.begin, self.idle_before = time.process_time(), idle_seconds()

    def own(self):
        """What this process of the generator has used."""
        return time.process_time() - self.begin

    def idle(self):
        """What nobody has used, of all cores."""
        return idle_seconds() - self.idle_before


def processor_seconds(process):
    """Seconds of processor that a process has used, by its number."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle_seconds():
    with open("/proc/stat") as file:
        fields = file.readline().split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")
