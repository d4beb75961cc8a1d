"""Whether a process's memory grows."""

import statistics


class Trend:
    """A straight line through what memory was, once the process is warm: in kilobytes an hour.

    `samples` are seconds and kilobytes, in order. The first half of their time is warming up; of the rest the means of ten seconds are
    looked at, since what is measured a second later is nearly the same. `sessions` is how many it has at a time.
    """

    def __init__(self, samples, sessions=0):
        self.sessions = sessions
        # Of the time, not of the samples: the busier it is, the fewer there are.
        middle = (samples[0][0] + samples[-1][0]) / 2 if samples else 0
        kept = [sample for sample in samples if sample[0] >= middle]
        blocks = {}
        for seconds, kilobytes in kept:
            blocks.setdefault(seconds // 10, []).append((seconds, kilobytes))
        points = [tuple(map(statistics.fmean, zip(*block))) for block in blocks.values()]
        self.seconds = points[-1][0] - points[0][0] if points else 0
        # With fewer, how well they lie on a line says nothing.
        self.is_known = len(points) >= 4
        if self.is_known:
            times, values = [time / 3600 for time, _ in points], [value for _, value in points]
            self.slope, begin = statistics.linear_regression(times, values)
            left = [value - begin - self.slope * time for time, value in zip(times, values)]
            spread = sum(each ** 2 for each in left) / (len(points) - 2)
            self.error = (widening(left) * spread / ((len(times) - 1) * statistics.variance(times))) ** 0.5

    @property
    def most(self):
        """What it may grow: 10 MB an hour, or 2 MB in all where that is more: the allocator's pages come and go.

        Within the first minutes many sessions are still growing into what they need at work, by 15 KB each.
        """
        in_all = 2_000 + (15 * max(0, self.sessions - 100) if self.seconds < 300 else 0)
        return max(10_000, in_all * 3600 / self.seconds)

    @property
    def grows(self):
        """Whether it grows more than that, even if chance is allowed for."""
        return self.is_known and self.slope - 2 * self.error > self.most

    @property
    def is_flat(self):
        """Whether it grows less than that, even if chance has hidden something."""
        return self.is_known and self.slope + 2 * self.error <= self.most

    @property
    def more(self):
        """The least that it would have been told for, had it grown by so much more."""
        return self.most + 2 * self.error - self.slope

    def __str__(self):
        if not self.is_known:
            return f"memory: not judged, {self.seconds:.0f} s once it is warm are too few to say whether it grows"
        verdict = "IT GROWS" if self.grows else "flat" if self.is_flat else "at the edge: chance may have hidden or made it"
        told = "" if self.grows else f"; {max(0, self.more) / 60:,.0f} KB a minute more would have been told"
        return (
            f"memory: {self.slope:+,.0f} ± {2 * self.error:,.0f} KB an hour over the last {self.seconds:,.0f} s, "
            f"where {self.most:,.0f} are allowed: {verdict}{told}")


def widening(left):
    """How much more the square of a slope's error is, for what is left beside the line is like what was left ten seconds before.

    Each is taken to be a share of the one before, and chance (an autoregression of the first order). Of n of them, beside a line that was
    drawn through them, that share is found too small by about (2 + 4 r) / n. Beyond 0.95 it couldn't be told from a slope.
    """
    square = sum(each ** 2 for each in left)
    likeness = sum(one * next for one, next in zip(left, left[1:])) / square if square else 0
    likeness = min(0.95, max(0, likeness + max(0, 2 + 4 * likeness) / len(left)))
    return (1 + likeness) / (1 - likeness)
