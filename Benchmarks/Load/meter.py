"""What a server that was started with `--metrics` says of its own time for what users do."""

import asyncio
import math
import re
import ssl
import urllib.request

# Each by the beginning of its series.
SERIES = {
    "carried out": 'ghostlight_intent_seconds_bucket{outcome="done",',
    "answered": "ghostlight_intent_answered_seconds_bucket{",
    "confirmed": "ghostlight_intent_confirmed_seconds_bucket{",
    "database reads": 'ghostlight_answer_seconds_bucket{outcome="success",request="StoreEvent.requestReadTodos",',
    "database writes": 'ghostlight_answer_seconds_bucket{outcome="success",request="StoreEvent.requestWriteTodo",'}


class Meter:
    """Milliseconds since it was made."""

    def __init__(self, site):
        self.url = f"http{'s' if site.is_secure else ''}://127.0.0.1:{site.port}/metrics"

    async def begin(self):
        self.before = await self.read()
        return self

    async def read(self):
        """In a thread of its own: others go on meanwhile, and can end it. None if the server is too busy to tell."""
        try:
            text = await asyncio.to_thread(self.fetch)
        except OSError:
            return None
        return {name: [
            (float(bound), int(count)) for bound, count in re.findall(re.escape(series) + r'le="([^"]+)"} (\d+)', text)]
            for name, series in SERIES.items()}

    def fetch(self):
        with urllib.request.urlopen(self.url, timeout=10, context=ssl._create_unverified_context()) as answer:
            return answer.read().decode()

    async def percentiles(self):
        """For each series, in order: at 50, 95 and 99 %, between two bounds of the histogram as if spread evenly."""
        now = await self.read()
        if self.before is None or now is None:
            return ["–"] * len(SERIES)
        return [told(since(self.before[name], now[name])) for name in SERIES]


def since(before, now):
    before = dict(before)
    return [(bound, count - before.get(bound, 0)) for bound, count in now]


def told(counts):
    total = counts[-1][1] if counts else 0
    if total < 20:
        return "–"
    return " / ".join(f"{1000 * at(counts, share * total):.2f}" for share in (0.5, 0.95, 0.99)) + f" of {total:,}"


def at(counts, wanted):
    """Where so many have been counted."""
    low, under = 0.0, 0
    for bound, count in counts:
        if count >= wanted and count > under:
            # Of what is above the last bound nobody knows how much.
            high = bound if math.isfinite(bound) else 2 * low + 1
            return low + (high - low) * (wanted - under) / (count - under)
        low, under = bound, count
    return low
