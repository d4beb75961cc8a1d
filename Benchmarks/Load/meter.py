"""What a server that was started with `--metrics` says of its own latency: from an intent's arrival to its answer's departure."""

import re
import urllib.request

NAME = "ghostlight_intent_answered_seconds_bucket"


class Meter:
    def __init__(self, site):
        self.url = f"http://127.0.0.1:{site.port}/metrics"
        self.before = self.read()

    def read(self):
        text = urllib.request.urlopen(self.url).read().decode()
        return [(float(bound), int(count)) for bound, count in re.findall(NAME + r'{le="([^"]+)"} (\d+)', text)]

    def percentiles(self):
        """Milliseconds since it was made, at 50, 95 and 99 %; between two bounds of the histogram as if spread evenly."""
        before = dict(self.before)
        counts = [(bound, count - before.get(bound, 0)) for bound, count in self.read()]
        total = counts[-1][1] if counts else 0
        if total < 20:
            return "–"
        return " / ".join(f"{1000 * at(counts, share * total):.2f}" for share in (0.5, 0.95, 0.99)) + f" of {total:,}"


def at(counts, wanted):
    low, under = 0.0, 0
    for bound, count in counts:
        if count >= wanted and count > under:
            return low + (min(bound, 2 * low + 1) - low) * (wanted - under) / (count - under)
        low, under = bound, count
    return low
