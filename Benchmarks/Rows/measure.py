#!/usr/bin/env python3
"""Measures the page of the js-framework-benchmark: Ghostlight, the same page without a framework, NiceGUI, and what else is there.

Rounds are interleaved: each round opens each page anew for each operation, and begins with another page. A row of the tables is the median
over the rounds, in milliseconds from the click to the end of the paint, as the benchmark's own driver reckons it. `make rowsbench` runs it.

The benchmark's slowdowns slow a page's own thread: for workers Chromium refuses them. What Ghostlight's worker does is as quick as ever:
it passes on what comes over the page's socket. No other page that is measured has a worker.

Usage: measure.py EXECUTABLE [--rounds N] [--peer-rounds N] [--liveview PROGRAM] [--before EXECUTABLE] [--only TEXT] [--full-speed]
                  [--write FILE]

The whole takes a quarter of an hour, most of it NiceGUI's; `--only create` measures of the operations what has that in its name, beside
memory and first paint. LiveView isn't to be had from a registry of Python's or Debian's: who has built the page in `liveview/` says which
program serves it, given a port. Otherwise the tables are without it.
"""

import argparse
import contextlib
import sys
import time

import bare
import options
import traces
from chrome import chromium
from operations import MEMORY, OPERATIONS, carry_out
from pages import ghostlight, in_turn, liveview, nicegui, vanilla
from processes import orderly
from tables import ELEMENTS, PAINT, REST, SCRIPTS, report


def opened(chrome, page):
    tab = chrome.open(page.address)
    tab.until(page.ready)
    time.sleep(page.settles)
    return tab


def measure(chrome, page, operation):
    tab = opened(chrome, page)
    try:
        operation.prepare(tab)
        if operation.slowdown > 1:
            tab.tell("Emulation.setCPUThrottlingRate", rate=operation.slowdown)
        entries = tab.traced(lambda: operation.carry_out(tab))
        return traces.read(entries) | {"frames": tab.frames}
    finally:
        tab.close()


def memory(chrome, page, steps):
    """Megabytes of script heap, workers' too, and with the page's elements, after some steps in a page of their own."""
    tab = opened(chrome, page)
    try:
        carry_out(steps, tab)
        # What a page starts once it is ready, as Ghostlight's does its worker, is there by then.
        time.sleep(0.3)
        return [size / 1e6 for size in tab.heap()]
    finally:
        tab.close()


def first_paint(chrome, page):
    """Milliseconds from the request to the first paint with content, for somebody who comes for the first time."""
    tab = chrome.open("about:blank")
    try:
        tab.tell("Network.setCacheDisabled", cacheDisabled=True)
        tab.tell("Page.navigate", url=page.address)
        tab.until(page.ready)
        tab.until("performance.getEntriesByName('first-contentful-paint').length > 0")
        return tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    finally:
        tab.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable", type=options.release("RowsBench"))
    parser.add_argument("--rounds", type=options.count(1), default=10)
    parser.add_argument("--peer-rounds", type=options.count(0), default=3)
    parser.add_argument("--liveview", type=options.liveview, metavar="PROGRAM", help="serves the page in LiveView at the port that it is given")
    parser.add_argument("--before", type=options.release("RowsBench"), metavar="EXECUTABLE", help="another rowsbench, to compare with")
    parser.add_argument("--only", dest="operations", type=options.some_of(OPERATIONS), default="", metavar="TEXT", help="only the operations with this in their names; memory and first paint besides")
    parser.add_argument("--full-speed", action="store_true", help="without the benchmark's slowdowns of the processor")
    parser.add_argument("--write", type=options.writable, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.full_speed:
        for operation in OPERATIONS:
            operation.slowdown = 1
    with contextlib.ExitStack() as stack:
        pages = [stack.enter_context(ghostlight(arguments.executable)), stack.enter_context(vanilla())]
        if arguments.before:
            pages.append(stack.enter_context(ghostlight(arguments.before, "Ghostlight, before")))
        if arguments.liveview:
            pages.append(stack.enter_context(liveview(arguments.liveview)))
        if arguments.peer_rounds:
            pages.append(stack.enter_context(nicegui()))
        chrome = stack.enter_context(chromium())
        text = report(pages, arguments, *rounds(chrome, pages, arguments))
    print(text)
    if arguments.write:
        arguments.write.write_text(text)


def rounds(chrome, pages, arguments):
    """What is found out about each page and operation, of the server alone, and the rest."""
    found = {(page.name, operation.name): [] for page in pages for operation in OPERATIONS}
    server, rest = {operation.name: [] for operation in OPERATIONS}, {(page.name, name): [] for page in pages for name in REST}

    def note(values, page, name, look):
        """A peer that doesn't get there leaves a gap in the table; ours mustn't."""
        try:
            values.append(look())
        except AssertionError as error:
            if not page.is_peer:
                raise
            print(f"{page.name}, {name}: {error}", file=sys.stderr)

    for turn in range(arguments.rounds):
        here = [page for page in pages if turn < arguments.peer_rounds or page.name != "NiceGUI"]
        for operation in arguments.operations:
            for page in in_turn(here, turn):
                note(found[page.name, operation.name], page, operation.name, lambda: measure(chrome, page, operation))
        for name, value in bare.once(pages[0].port).items():
            server[name].append(value)
        for page in in_turn(here, turn):
            for scripts, elements, steps in zip(SCRIPTS, ELEMENTS, MEMORY.values()):
                both = []
                note(both, page, scripts, lambda: memory(chrome, page, steps))
                for sizes in both:
                    rest[page.name, scripts].append(sizes[0])
                    rest[page.name, elements].append(sizes[1])
            note(rest[page.name, PAINT], page, PAINT, lambda: first_paint(chrome, page))
        print(f"round {turn + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
    return found, server, rest


if __name__ == "__main__":
    orderly(main)
