#!/usr/bin/env python3
"""Measures the live link in a real browser: from a click to the changed page, and until a page that is opened can be used.

Headless Chromium, loopback, real clicks 50 ms apart on the button of `rowsbench` that swaps two of the thousand rows in the page.

Usage: click.py EXECUTABLE [--clicks N] [--opens N]
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rows"))
import traces  # noqa: E402
from chrome import Chrome  # noqa: E402

# Runs before anything of a page does: notes when the page can be used, when it was clicked, and when that showed.
WATCH = """
  window.seen = { clicks: [] };
  new MutationObserver(() => { if (document.documentElement.dataset.live === 'on') seen.usable ??= performance.now(); })
    .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live'] });
  addEventListener('click', event => {
    if (event.target.id !== 'swaprows') return;
    const from = performance.now();
    new MutationObserver((_, observer) => {
      seen.clicks.push(performance.now() - from);
      observer.disconnect();
    }).observe(document.getElementById('tbody'), { childList: true });
  }, true);
"""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def opened(chrome, address, is_first):
    """A tab with the page, which has been loaded there once before unless it is to be a first visit."""
    tab = chrome.open("about:blank")
    tab.tell("Network.setCacheDisabled", cacheDisabled=is_first)
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    tab.tell("Page.navigate", url=address)
    tab.until("!!window.seen?.usable")
    return tab


def figures(values):
    return f"{statistics.median(values):.2f} / {percentile(values, 0.95):.2f} ({min(values):.2f}–{max(values):.2f}), {len(values)} times"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable")
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--opens", type=int, default=20)
    arguments = parser.parse_args()
    process = subprocess.Popen(
        [arguments.executable, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = process.stdout.readline().split(" at ")[1].strip()
    chrome = Chrome()
    try:
        print("ms, median / 95th (least–most)\n")
        for name, is_first in (("usable, nothing kept from an earlier visit", True), ("usable, script and sheets kept", False)):
            usable, painted = [], []
            for _ in range(arguments.opens):
                tab = opened(chrome, address, is_first)
                tab.until("performance.getEntriesByName('first-contentful-paint').length > 0")
                usable.append(tab.run("seen.usable"))
                painted.append(tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
                tab.close()
            print(f"{name}: {figures(usable)}; first paint {figures(painted)}", flush=True)
        tab = opened(chrome, address, True)
        tab.click("#run")
        tab.until("document.querySelectorAll('tbody>tr').length === 1000")
        for name, click in (
            ("by a person", lambda: tab.click("#swaprows")),
            ("by a script", lambda: tab.run("document.getElementById('swaprows').click()")),
        ):
            tab.run("void (seen.clicks = [])")
            for _ in range(arguments.clicks):
                click()
                time.sleep(0.05)
            print(f"click {name} to change: {figures(tab.run('seen.clicks'))}")
        bytes = traces.traffic(tab.traced(lambda: tab.click("#swaprows")))
        print(f"bytes for a click: down {bytes['down']}, up {bytes['up']}")
        tab.close()
    finally:
        chrome.close()
        process.terminate()
        process.wait(10)


if __name__ == "__main__":
    main()
