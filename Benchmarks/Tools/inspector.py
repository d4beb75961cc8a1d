#!/usr/bin/env python3
"""Measures how soon the tools show a large log, in headless Chromium: until the first rows stand there, and until all of the log is read.

Each line is a process of its own, whose log nobody has read before; its page is opened three times, each time anew.

Usage: inspector.py EXECUTABLE LOG [--processes N]

EXECUTABLE is a release build of todostream; LOG any log, such as the one of a million events that `log-bench write LOG` makes. It isn't
changed: each process gets a copy.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rows"))
import options  # noqa: E402
from chrome import chromium  # noqa: E402
from processes import orderly, running  # noqa: E402

# Runs before anything of a page does: notes when the first row and when the number of all events stands there.
WATCH = """
  window.seen = {};
  new MutationObserver(() => {
    if (document.querySelector('li.event')) seen.first ??= performance.now();
    const progress = document.querySelector('.state progress'), total = document.querySelector('.state .total');
    if (document.documentElement.querySelector('li.event') && progress?.hidden && /event/.test(total?.textContent)) {
      seen.all = performance.now();
      seen.text = total.textContent;
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
"""


def opened(chrome, address):
    """Seconds until the first row and until the last number, and that number."""
    tab = chrome.open("about:blank")
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    tab.tell("Page.navigate", url=address)
    # While it is read the number grows: it stands still when all of it has been.
    tab.until("seen?.all && performance.now() - seen.all > 1500")
    seen = tab.run("seen")
    tab.close()
    return seen["first"] / 1000, seen["all"] / 1000, seen["text"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable", type=options.release("Todostream"))
    parser.add_argument("log", type=options.file)
    parser.add_argument("--processes", type=options.count(1), default=4)
    arguments = parser.parse_args()
    with chromium() as chrome:
        print("| process | first rows, s: first time, then | all, s: first time, then | it says |\n|---|---|---|---|", flush=True)
        for number in range(arguments.processes):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copy(arguments.log, f"{folder}/log.sqlite")
                with running(
                    arguments.executable, "--port", 0, "--tools", "--database", f"{folder}/todos.sqlite",
                    "--log", f"{folder}/log.sqlite") as server:
                    address = server.says(r"http://\S+:\d+/")[0]
                    times = [opened(chrome, address + "ghostlight") for _ in range(3)]
            first, whole = ([f"{time[index]:.2f}" for time in times] for index in (0, 1))
            print(f"| {number + 1} | {', '.join(first)} | {', '.join(whole)} | {times[0][2]} |", flush=True)


if __name__ == "__main__":
    orderly(main)
