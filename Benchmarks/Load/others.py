"""Whether those who do nothing wrong notice hostile clients."""

from collections import namedtuple

from counts import percentile, percentiles

# Whether they notice them, None where that can't be judged; and that in words.
Verdict = namedtuple("Verdict", "is_noticed words")


class Others:
    """How long it took until others' screens showed changes in a stage, and what the machine had left then.

    `idle` is how much of a processor nobody used, `elsewhere` what programs took that are neither the server, the generator nor hostile
    clients, and `told` in how many patches a change came to a page: less than one where several come in one, since there isn't time for each.
    """

    # Between two stages that differ in nothing the 99th percentile has been twice as high; and what hostile clients do is work.
    times, more = 4, 100
    # Where less is left, everybody waits for everybody.
    room = 0.1
    # A stage in which less than half of the changes have a patch of their own, and less is left, is more than the machine can do, though
    # threads that wait for one another leave some.
    half, little = 0.5, 1
    # What other programs take where it matters: of ours a few hundredths can't be told from that.
    much = 0.25

    def __init__(self, values, idle, elsewhere=0, told=1):
        self.values, self.idle, self.elsewhere, self.told = sorted(values), idle, elsewhere, told

    def __str__(self):
        return percentiles(self.values)

    @property
    def is_full(self):
        """Whether the machine can do no more than happens in this stage."""
        return self.idle < self.room or self.told < self.half and self.idle < self.little

    def compared(self, alone, share):
        """What so large a share of them wasn't above, what it was alone, and what it may be."""
        took, before = percentile(self.values, share), percentile(alone.values, share)
        return took, before, self.times * before + self.more

    def verdict(self, alone):
        """Whether they took much longer than alone. That the server has more to do beside hostile clients is their effect, and excuses nothing."""
        few = min(len(self.values), len(alone.values))
        if few < 20:
            return Verdict(None, f"not judged whether the others notice them: {few} changes that others have seen are too few")
        share = 0.99 if few >= 100 else 0.95
        took, before, allowed = self.compared(alone, share)
        figures = (
            f"{100 * share:g} % {took:,.0f} ms, {before:,.0f} without them, {allowed:,.0f} allowed; idle {self.idle:.2f} of a processor, "
            f"{alone.idle:.2f} without them")
        if alone.is_full:
            return Verdict(None, f"not judged whether the others notice them: the machine is full without them; {figures}")
        if took <= allowed:
            return Verdict(False, f"the others don't notice them: {figures}")
        if self.idle < self.room and self.elsewhere >= self.much:
            return Verdict(
                None, f"not judged whether the others notice them: other programs took {self.elsewhere:.2f} of a processor; {figures}")
        median, _, median_allowed = self.compared(alone, 0.5)
        if few < 100 and median <= median_allowed:
            return Verdict(
                None, f"not judged whether the others notice them: of {few} changes a single halt of the machine would be as many; {figures}")
        return Verdict(True, f"WRONG: the others notice hostile clients: {figures}")
