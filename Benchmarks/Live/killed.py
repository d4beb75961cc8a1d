#!/usr/bin/env python3
"""Measures how soon a page in a real browser is live again when its server is killed and started again at once.

Headless Chromium, loopback: a page is opened, its server killed with `kill -9` and started again, over and over; where there are several
programs, they take turns. Times are those at which the page's connection is welcome again, in milliseconds.

Usage: killed.py EXECUTABLE [--times N] [--liveview PROGRAM] [--before EXECUTABLE]
"""

import argparse
import contextlib
import pathlib
import socket
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rows"))
import options  # noqa: E402
from chrome import chromium  # noqa: E402
from pages import free_port, in_turn  # noqa: E402
from processes import orderly, running  # noqa: E402

WATCH = """
  window.live = [];
  new MutationObserver(records => {
    if (records.some(({ target }) => target.dataset.live === 'on' || target.matches('[data-phx-main].phx-connected')))
      live.push(performance.timeOrigin + performance.now());
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live', 'class'] });
"""


class Server:
    """One with a page in the browser; `command` is asked for what to run on a port."""

    def __init__(self, name, command):
        self.name, self.port = name, free_port()
        self.command = command(self.port)
        self.found = []
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()

    def start(self):
        """Until somebody listens."""
        self.program = self.stack.enter_context(running(*self.command))
        self.program.until(self.listens, every=0.002)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def open(self, chrome):
        self.tab = chrome.open("about:blank")
        self.tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.tab.tell("Page.navigate", url=f"http://127.0.0.1:{self.port}/")
        self.tab.until("!!window.live?.length")

    def measure(self):
        self.tab.tell("Page.bringToFront")
        time.sleep(4)
        self.tab.run("void (live.length = 0)")
        killed = time.time()
        self.program.kill()
        self.start()
        there = time.time()
        self.tab.until("live.length > 0")
        live = self.tab.run("live[0]") / 1000
        self.found.append((there - killed, live - there, live - killed))


def main():
    parser = argparse.ArgumentParser()
    ours = options.release("Todostream", "TodoMVC", "RowsBench")
    parser.add_argument("executable", type=ours, help="a Todostream, TodoMVC or RowsBench")
    parser.add_argument("--times", type=options.count(1), default=10)
    parser.add_argument("--liveview", type=options.liveview, metavar="PROGRAM", help="serves a page in LiveView at the port that it is given")
    parser.add_argument("--before", type=ours, metavar="EXECUTABLE", help="another program of ours, to compare with")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())

        def server(name, executable):
            return Server(name, lambda port: [executable, "--port", str(port), "--database", f"{folder}/{port}.sqlite"])

        servers = [server("Ghostlight", arguments.executable)]
        if arguments.before:
            servers.append(server("Ghostlight, before", arguments.before))
        if arguments.liveview:
            servers.append(Server("LiveView", lambda port: [arguments.liveview, str(port)]))
        for server in servers:
            stack.enter_context(server).start()
        chrome = stack.enter_context(chromium())
        for server in servers:
            server.open(chrome)
        for turn in range(arguments.times):
            for server in in_turn(servers, turn):
                server.measure()
    print(f"ms, median (least–most) of {arguments.times}\n")
    for server in servers:
        told = (f"{1000 * statistics.median(times):.0f} ({1000 * min(times):.0f}–{1000 * max(times):.0f})" for times in zip(*server.found))
        print("{}: the server listens after {}, the page is live again {} later, {} after the kill".format(server.name, *told))


if __name__ == "__main__":
    orderly(main)
