#!/usr/bin/env python3
"""Measures the live link in a real browser: from a click to the changed page, and until a page that is opened can be used.

Headless Chromium, loopback, real clicks 50 ms apart: on the button of `rowsbench` that swaps two of the thousand rows in the page, and on that
of its counter. Where there are several pages, they take turns, by ten clicks and opening
by opening, and each round begins with another.

Usage: click.py EXECUTABLE [--clicks N] [--opens N] [--liveview PROGRAM] [--before EXECUTABLE]
"""

import argparse
import contextlib
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rows"))
import options  # noqa: E402
import traces  # noqa: E402
from chrome import chromium  # noqa: E402
from pages import ghostlight, in_turn, liveview  # noqa: E402
from processes import orderly  # noqa: E402
from tables import percentile  # noqa: E402

# Runs before anything of a page does: notes when the page can be used, when it was clicked, and when that showed.
WATCH = """
  window.seen = { clicks: [] };
  const observer = new MutationObserver(() => {
    if (document.documentElement.dataset.live !== 'on' && !document.querySelector('[data-phx-main].phx-connected')) return;
    seen.usable = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live', 'class'] });
  addEventListener('click', event => {
    const changed = { swaprows: 'tbody', more: 'count' }[event.target.id];
    if (!changed) return;
    const from = performance.now();
    new MutationObserver((_, observer) => {
      seen.clicks.push(performance.now() - from);
      observer.disconnect();
    }).observe(document.getElementById(changed), { childList: true, characterData: true, subtree: true });
  }, true);
"""


def opened(chrome, address, is_first):
    """A tab with the page, which has been loaded there once before unless it is to be a first visit."""
    tab = chrome.open("about:blank")
    tab.tell("Network.setCacheDisabled", cacheDisabled=is_first)
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    tab.tell("Page.navigate", url=address)
    tab.until("!!window.seen?.usable")
    return tab


def figures(values, digits=1):
    """The browser gives tenths of a millisecond; of the first paint multiples of four."""
    told = [f"{value:.{digits}f}" for value in (statistics.median(values), percentile(values, 0.95), min(values), max(values))]
    return "{} / {} ({}–{}), {} times".format(*told, len(values))


def opens(chrome, pages, count):
    for name, is_first in (("usable, nothing kept from an earlier visit", True), ("usable, script and sheets kept", False)):
        found = {page.name: ([], []) for page in pages}
        for turn in range(count):
            for page in in_turn(pages, turn):
                tab = opened(chrome, page.address, is_first)
                tab.until("performance.getEntriesByName('first-contentful-paint').length > 0")
                found[page.name][0].append(tab.run("seen.usable"))
                found[page.name][1].append(tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
                tab.close()
        for page, (usable, painted) in found.items():
            print(f"{page}, {name}: {figures(usable)}; first paint {figures(painted, 0)}", flush=True)


def rows(chrome, page):
    tab = opened(chrome, page.address, True)
    tab.tell("Page.bringToFront")
    tab.click("#run")
    tab.until("document.querySelectorAll('tbody>tr').length === 1000")
    return tab


def clicks(chrome, pages, count, what, button, open):
    """Clicks on a button until `count` are done by a person, and as many by a script, on the page that `open` opens."""
    tabs = {page.name: open(chrome, page) for page in pages}
    for name, click in (
        ("by a person", lambda tab: tab.click(f"#{button}")),
        ("by a script", lambda tab: tab.run(f"document.getElementById('{button}').click()")),
    ):
        for tab in tabs.values():
            tab.run("void (seen.clicks = [])")
        for turn in range(0, count, 10):
            for tab in in_turn(list(tabs.values()), turn // 10):
                tab.tell("Page.bringToFront")
                time.sleep(0.2)
                for _ in range(10):
                    click(tab)
                    time.sleep(0.05)
        for page, tab in tabs.items():
            print(f"{page}, {what}, click {name} to change: {figures(tab.run('seen.clicks'))}", flush=True)
    for page, tab in tabs.items():
        tab.tell("Page.bringToFront")
        bytes = traces.traffic(tab.traced(lambda: tab.click(f"#{button}")))
        print(f"{page}, {what}, bytes for a click: down {bytes['down']}, up {bytes['up']}")
        tab.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable", type=options.release("RowsBench"))
    parser.add_argument("--clicks", type=options.count(1), default=200)
    parser.add_argument("--opens", type=options.count(1), default=20)
    parser.add_argument("--liveview", type=options.liveview, metavar="PROGRAM", help="serves the page in LiveView at the port that it is given")
    parser.add_argument("--before", type=options.release("RowsBench"), metavar="EXECUTABLE", help="another rowsbench, to compare with")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        pages = [stack.enter_context(ghostlight(arguments.executable))]
        if arguments.before:
            pages.append(stack.enter_context(ghostlight(arguments.before, "Ghostlight, before")))
        if arguments.liveview:
            pages.append(stack.enter_context(liveview(arguments.liveview)))
        chrome = stack.enter_context(chromium())
        print("ms, median / 95th (least–most)\n", flush=True)
        opens(chrome, pages, arguments.opens)
        clicks(chrome, pages, arguments.clicks, "two rows swapped", "swaprows", rows)
        clicks(
            chrome, pages, arguments.clicks, "counter", "more", lambda chrome, page: opened(chrome, page.address + "counter", True))


if __name__ == "__main__":
    orderly(main)
