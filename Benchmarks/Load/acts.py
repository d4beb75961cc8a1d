"""What a page has said, and what it was told became of it."""

from markup import Wrong

# Refusals of intents whose number is taken all the same; the first two come of two people doing things at the same time.
FAIR, TAKEN = {"absent", "unreachable"}, {"absent", "unreachable", "forbidden", "value"}


class Act:
    """An intent that may have to be said again.

    `then` is told whether it was carried out, once that is durable; None if nobody can tell. `about` is the title of the todo that it was
    meant for, if for any.
    """

    def __init__(self, kind, parts, then, about, since):
        self.kind, self.parts, self.then, self.about, self.since = kind, parts, then, about, since
        # The process that it was said to first, if it was said, and the one that has shown it as carried out; another may have lost that.
        self.hearer = self.process = None


class Acts:
    """The numbers of a page's intents. What it does at an answer is its heir's: `answered`, `refused`, `note`."""

    def begin_numbers(self):
        """Intents of a new session: the last that was made, the last that went out, and those that the server has spoken of."""
        self.intent = self.said = 0
        # Up to which intents are carried out; as it was told last on this connection, which never goes back; and durably, on whichever.
        self.confirmed = self.told = self.durable = 0
        # What isn't carried out, as far as is known, and what is, but perhaps not durably.
        self.waiting, self.kept = {}, {}
        # Those that were refused: that may be said again.
        self.denied = set()
        # What was done last.
        self.last_kind = None
        # The server's, as it was welcome there last.
        self.process = None

    def merge(self):
        """What was carried out, but perhaps not durably, may have to be said again."""
        for act in self.kept.values():
            act.process = self.process
        self.waiting, self.kept = {**self.kept, **self.waiting}, {}
        for act in self.waiting.values():
            # How long it took to come back is none of the server's time for an answer.
            act.since = None

    def take_refusal(self, number, word, reason):
        self.counts.refused[word] += 1
        if word == "repeated":
            # It was carried out before the connection was lost.
            self.confirm(number)
            return self.settle(number)
        if number in self.kept or 0 < number <= self.durable and number not in self.denied:
            raise Wrong(f"intent {number} was carried out, and is refused: {word}, {reason}")
        if number > self.said:
            raise Wrong(f"intent {number} is refused, and {self.said} was the last that was said: {word}, {reason}")
        self.denied.add(number)
        if word in TAKEN:
            self.confirm(number - 1)
            self.settle(number - 1)
            self.confirmed = max(self.confirmed, number)
        if act := self.waiting.pop(number, None):
            if act.then:
                # A process that has ended may have done it, and recorded nothing of that: the row that is absent may be so for that.
                act.then(None if act.hearer != self.process else False)
            self.refused(act)
            if self.has_carried_out(act):
                raise Wrong(f"intent {number} was carried out by the same process, and is refused: {word}, {reason}")
        if word not in FAIR:
            raise Wrong(f"intent {number} was refused: {word}, {reason}")

    def has_carried_out(self, act):
        """Whether this process of the server has shown it as carried out, on another connection."""
        return act.process is not None and act.process == self.process

    def check_welcome(self, last):
        """What it says was taken lies between what is durable and what was said. Told, and gone on with: what waits is said again."""
        if not self.durable <= last <= self.said:
            self.note(Wrong(f"it is welcome with intent {last}; {self.durable} was durable, and {self.said} the last that was said"))
        if lost := [number for number, act in self.waiting.items() if number > last and self.has_carried_out(act)]:
            self.note(Wrong(f"it is welcome with intent {last}, and {lost} were carried out by the same process"))

    def hear_told(self, last):
        """On one connection is told which intent was the last that was carried out."""
        if last > self.said:
            raise Wrong(f"intent {last} is said to be carried out, and {self.said} was the last that was said")
        if last < self.told:
            raise Wrong(f"intent {last} is said to be the last that was carried out, after {self.told}")
        self.told = last
        self.confirm(last)

    def confirm(self, last):
        """Intents up to this one have been carried out."""
        self.confirmed = max(self.confirmed, last)
        if not self.waiting:
            return
        for number in [number for number in self.waiting if number <= last]:
            act = self.kept[number] = self.waiting.pop(number)
            self.answered(act)

    def settle(self, last):
        """That intents up to this one have been carried out is durable."""
        self.durable = max(self.durable, last)
        for number in [number for number in self.kept if number <= last]:
            act = self.kept.pop(number)
            if act.then:
                act.then(True)
