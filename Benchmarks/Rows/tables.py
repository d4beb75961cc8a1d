"""The tables of what has been measured."""

import math
import os
import statistics

from operations import MEMORY

PAINT = "first paint of a first visit, ms"
# Of the scripts, and with the elements of the page.
SCRIPTS = [f"MB of script heap, {name}" for name in MEMORY]
ELEMENTS = [f"MB with the page's elements, {name}" for name in MEMORY]
REST = [*SCRIPTS, *ELEMENTS, PAINT]


def middle(values):
    return statistics.median(values) if values else float("nan")


def percentile(values, share):
    """The least of some that so large a share of them isn't above."""
    return sorted(values)[math.ceil(len(values) * share) - 1]


def number(value):
    return "–" if value != value else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def whole(value):
    return "–" if value != value else f"{value:,.0f}"


def spread(values, form=number):
    """The median, with the least and the most."""
    return f"{form(middle(values))} ({form(min(values))}–{form(max(values))})" if values else "–"


def table(head, *rows):
    first, *others = (f"| {' | '.join(row)} |" for row in (head, *rows))
    return "\n".join([first, "|---" * len(head) + "|", *others])


def report(pages, arguments, found, server, rest):
    names, operations = [page.name for page in pages], arguments.operations
    peer = f", NiceGUI {min(arguments.peer_rounds, arguments.rounds)}" if "NiceGUI" in names else ""
    return "\n\n".join([
        f"Load {os.getloadavg()[0]:.1f} at the end; {arguments.rounds} rounds{peer}; medians (least–most).",
        paint(names, operations, found),
        "Where Ghostlight's time goes:",
        parts(operations, found, server, has_liveview="LiveView" in names),
        remaining(names, rest),
    ]) + "\n"


def paint(names, operations, found):
    def line(operation):
        slow = f", {operation.slowdown}× slower CPU" if operation.slowdown > 1 else ""
        totals = {name: [run["total"] for run in found[name, operation.name]] for name in names}
        ours, plain = middle(totals["Ghostlight"]), middle(totals["no framework"])
        over = f"{'+' if ours >= plain else '−'}{number(abs(ours - plain))}, {ours / plain:.2f}×"
        return [operation.name + slow, *(spread(totals[name]) for name in names), over]

    return table(["ms from click to paint", *names, "over no framework"], *map(line, operations))


def parts(operations, found, server, has_liveview):
    def line(operation):
        ours, plain = found["Ghostlight", operation.name], found["no framework", operation.name]
        alone = server[operation.name]
        get = lambda runs, key: number(middle([run[key] for run in runs]))
        bytes = [[size for _, size in alone], [run["up"] for run in ours]]
        if has_liveview:
            bytes.append([run["frames"] for run in found["LiveView", operation.name]])
        return [
            operation.name, number(middle([ms for ms, _ in alone])), get(ours, "away"), get(ours, "script"), get(ours, "paint"),
            get(plain, "script"), get(plain, "paint"), *(whole(middle(sizes)) for sizes in bytes)]

    return table(
        ["ms", "server, over a bare socket", "away from the page", "the client's script", "style, layout, paint",
         "without a framework: script", "style, layout, paint", "bytes down", "up", *(["LiveView's bytes down"] if has_liveview else [])],
        *map(line, operations))


def remaining(names, rest):
    # The browser tells of the first paint in multiples of four milliseconds.
    forms = {PAINT: whole}
    return table(["", *names], *([name, *(spread(rest[page, name], forms.get(name, number)) for page in names)] for name in REST))
