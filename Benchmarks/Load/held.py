"""What a session holds of the heap: with a hundred todos, waiting for its user, beside what its connection takes.

Opens sessions on a Todostream under heaptrack, kills it, and does so again with twice as many: what the second holds more, by session.
What was allocated for a channel of the network is the connection's.

Usage: held.py EXECUTABLE [--sessions 200] [--stacks FILE]
"""

import argparse
import asyncio
import collections
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import options
from counts import Changes, Counts
from ending import carry_out
from journal import Journal
from server import Server
from tab import Tab

TODOS = 100
# A frame of one of these is the connection's: NIO's channels, their pipelines and handlers, and their selector.
CONNECTION = ("ChannelPipeline", "SocketChannel", "BaseStreamSocket", "ServerBootstrap", "SelectableEventLoop", "ByteToMessage")


def under_heaptrack(executable, folder):
    """A program that runs the executable and writes what it allocates into `folder`; and what reads that."""
    profiler = shutil.which("heaptrack")
    if not profiler:
        raise SystemExit("heaptrack is missing; apt-get install heaptrack")
    libraries = pathlib.Path(profiler).resolve().parent.parent / "lib" / "heaptrack"
    program = folder / "program"
    program.write_text(
        f"#!/bin/sh\nexport LD_PRELOAD={libraries}/libheaptrack_preload.so DUMP_HEAPTRACK_OUTPUT={shlex.quote(str(folder))}/raw\n"
        f'exec {shlex.quote(str(pathlib.Path(executable).resolve()))} "$@"\n')
    program.chmod(0o700)
    return program, libraries / "libexec" / "heaptrack_interpret"


async def stacks(executable, count):
    """Bytes that are held, by the stack that allocated them, with so many sessions."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, interpreter = under_heaptrack(executable, folder)
        server = Server(program, "--pages-per-second", "0")
        try:
            await server.start()
            server.fill(TODOS)
            changes, journal, counts = Changes(), Journal(server.rows()), Counts()
            tabs = [await Tab(server.site, counts, changes, journal).open() for _ in range(count)]
            # Connections that were only for pages end, and pages say what has arrived.
            await asyncio.sleep(12)
            if counts.wrong or counts.lost:
                raise SystemExit(f"nothing can be said of sessions that go wrong: {counts} {counts.wrong[:3]}")
            # As it is: who is told to end lets go of its sessions.
            server.kill()
            for tab in tabs:
                tab.close()
        finally:
            server.stop()
        with open(folder / "raw") as raw, open(folder / "profile", "w") as profile:
            subprocess.run([interpreter], stdin=raw, stdout=profile, stderr=subprocess.DEVNULL, check=True)
        subprocess.run(
            ["heaptrack_print", "-f", folder / "profile", "-F", folder / "stacks", "--flamegraph-cost-type", "leaked",
             "--disable-builtin-suppressions"], stdout=subprocess.DEVNULL, check=True)
        held = collections.Counter()
        for line in (folder / "stacks").read_text().splitlines():
            stack, _, size = line.rpartition(" ")
            held[stack] += int(size)
        return held


async def measure(arguments):
    count = arguments.sessions
    few, many = await stacks(arguments.executable, count), await stacks(arguments.executable, 2 * count)
    by_session = {stack: (many[stack] - few[stack]) / count for stack in many | few}
    connection = sum(size for stack, size in by_session.items() if any(frame in stack for frame in CONNECTION))
    total = sum(by_session.values())
    print(f"a session holds {total:,.0f} bytes, {connection:,.0f} of them for its connection, {total - connection:,.0f} beside it")
    if arguments.stacks:
        with open(arguments.stacks, "w") as file:
            for stack, size in sorted(by_session.items(), key=lambda each: -abs(each[1])):
                file.write(f"{size:.1f} {stack}\n")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable", type=options.program, help="a release build of todostream")
    parser.add_argument("--sessions", type=options.count, default=200, help="200 and twice as many unless said")
    parser.add_argument("--stacks", help="write into this file which stacks hold how many bytes of a session")
    sys.exit(not carry_out(measure(parser.parse_args())))


if __name__ == "__main__":
    main()
