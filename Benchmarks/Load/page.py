"""A page of any app: its session, its connection, the numbers of what it says and hears."""

import asyncio
import json
import re
import time

from acts import Act, Acts
from line import Line
from markup import Wrong, title_of
from operations import Operations

# By so many a process counts on that brings a session back.
LEAP = 100_000
WRONG = (Wrong, TypeError, ValueError, KeyError, IndexError)


class Page(Acts):
    """One tab: its connection, and its numbers. What it shows is its heir's: `read`, `take_operations`, `refused`, `answered`."""

    operations = Operations()

    def __init__(self, site, counts):
        self.site, self.counts = site, counts
        self.line, self.cookie, self.ready = None, None, None
        self.is_closing, self.is_welcome, self.returning, self.volume = False, False, None, 0
        # When its connection was cut, and whether by a kill of the server, until it is live again; why the server has closed the last.
        self.away, self.code = None, None
        self.begin_numbers()
        # When its user wanted to do what he does next, if that isn't just now.
        self.due = None
        # Whether it is looked at closely, which whoever opens many decides.
        self.is_watched = False

    # Coming and going

    async def load(self):
        """Fetches the page, as a browser does that comes or has lost its session. What it had said before is forgotten."""
        text, self.cookie = await self.site.get(self.cookie, with_files=self.is_watched and self.cookie is None)
        self.session, self.token, sequence = (re.search(f'data-{key}="([^"]*)"', text)[1] for key in "stq")
        self.begin_numbers()
        self.sequence = self.acknowledged = int(sequence)
        self.read(text, title_of(text), "/")
        return self

    def plug(self):
        """The socket of a new connection, if it is a special one."""
        return None

    async def connect(self):
        # What the connection before has still to say, that it is lost above all, is not said of this one.
        self.line, self.ready, self.is_welcome = Line(self), asyncio.get_running_loop().create_future(), False
        self.code = None
        self.merge()
        await self.site.link(self.line, self.plug())
        # After a crash all sessions come back at once, a few at a time: a second connection would only take over from this one.
        await asyncio.wait_for(self.ready, 120)
        return self

    async def open(self):
        await self.load()
        return await self.connect()

    def close(self):
        """The tab is closed."""
        self.is_closing = True
        if self.returning:
            self.returning.cancel()
        if self.line:
            self.line.abort()

    def cut(self):
        """The connection is lost, the tab isn't."""
        self.counts.cut += 1
        self.away = time.perf_counter(), False
        line, self.line, self.is_welcome = self.line, None, False
        if line:
            line.abort()

    def forget(self):
        """What it shows was changed by something else than the server: it asks for a fresh picture."""
        self.sequence = -1

    async def again(self):
        """Comes back with what it has; if the session is gone, which is a fault of the server, with a new one."""
        for pause in (0.05, 0.1, 0.2, 0.5, 1, 1, *[2] * 60):
            try:
                await self.connect()
                return
            except LookupError:
                self.counts.anew += 1
                try:
                    await self.load()
                except (OSError, TypeError) as error:
                    self.counts.has_failed(f"{error}")
            except (OSError, asyncio.TimeoutError) as error:
                self.counts.has_failed(f"closed with {self.code}" if self.code else type(error).__name__)
            await asyncio.sleep(pause)
        raise ConnectionError("the server doesn't come back")

    # Saying

    def say(self, *parts):
        payload = json.dumps(parts, separators=(",", ":")).encode()
        self.counts.bytes_up += len(payload)
        self.line.say(payload)

    def act(self, kind, *parts, then=None, about=None):
        """Says an intent, now or when there is a connection again."""
        self.intent += 1
        self.waiting[self.intent] = Act(kind, parts, then, about, self.due or time.perf_counter())
        self.due = None
        self.counts.acts[kind] += 1
        self.last_kind = kind
        if self.is_welcome:
            self.say_intent(self.intent, self.waiting[self.intent])

    def say_intent(self, number, act):
        self.said = max(self.said, number)
        act.hearer = act.hearer or self.process
        self.say("i", number, *act.parts)

    def acknowledge(self):
        """Says what has arrived, if there is something to say."""
        self.volume = 0
        if self.is_welcome and self.acknowledged < self.sequence:
            self.acknowledged = self.sequence
            self.say("a", self.sequence)

    # Hearing

    def opened(self):
        self.say("h", self.session, self.token, self.sequence)

    def closed(self, code):
        self.code = code
        if code in (4404, 4409) and not self.ready.done():
            self.ready.set_exception(LookupError("the session is gone"))

    def lost(self):
        """The connection is gone, and nobody of the generator's has cut it."""
        was_welcome, self.is_welcome = self.is_welcome, False
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the connection was lost"))
        elif was_welcome and not self.is_closing:
            self.counts.lost += 1
            self.returning = asyncio.ensure_future(self.again())

    def heard(self, payload):
        self.counts.bytes_down += len(payload)
        try:
            if payload[1] == 34:
                self.take(json.loads(payload))
            else:
                number, _, rest = payload[1:-1].partition(b",")
                operations, _, last = rest.rpartition(b",")
                self.take_patch(int(number), self.operations.of(operations), int(last), len(payload))
        except WRONG as wrong:
            self.note(wrong)
        # As the client's script does, so that a server doesn't have to keep it.
        self.volume += len(payload) + 4096
        if self.volume > 65_535:
            self.acknowledge()

    def note(self, wrong):
        self.counts.wrong.append(f"{type(wrong).__name__}: {wrong}")

    def take(self, message):
        kind = message[0]
        if kind == "w":
            # A server waits for what is acknowledged on this connection, whatever was on another.
            self.is_welcome, self.acknowledged, self.told = True, -1, 0
            self.check_place(*message[5:7])
            self.check_welcome(message[1])
            for number, act in sorted(self.waiting.items()):
                if number > message[1]:
                    self.say_intent(number, act)
            if self.away:
                since, is_behind_kill = self.away
                self.away = None
                self.counts.has_returned((time.perf_counter() - since) * 1000, is_behind_kill)
            if not self.ready.done():
                self.ready.set_result(None)
        elif kind == "f":
            self.counts.fresh += 1
            if message[1] < self.sequence:
                raise Wrong(f"picture {message[1]} came after patch {self.sequence}")
            self.sequence = message[1]
            self.hear_told(message[6])
            self.read(*message[2:5])
        elif kind == "k":
            if message[1] < self.durable:
                raise Wrong(f"intent {message[1]} is said to be durable after {self.durable}")
            # It may be behind what patches have told already.
            self.hear_told(max(self.told, message[1]))
            self.settle(message[1])
        elif kind == "r":
            self.take_refusal(*message[1:])
        else:
            raise Wrong(f"there is no message {kind!r}")

    def check_place(self, number=None, process=None):
        """Takes the number that what it shows has from now on: its own, where it comes back to the process that it was with before."""
        before, self.process = self.process, process
        if number is None:
            return
        shown, self.sequence = self.sequence, number
        # A session that has been away, and was brought back by the same process, goes on far behind.
        if process is not None and process == before and shown != number < shown + LEAP:
            self.note(Wrong(f"the page shows {shown}, and was told by the same process that it shows {number}"))

    def take_patch(self, number, operations, last, size):
        if number != self.sequence + 1:
            raise Wrong(f"patch {number} came after {self.sequence}")
        self.sequence = number
        self.counts.patches += 1
        self.take_operations(operations, last, size)

    def state(self):
        """What it waits for, for whoever looks for a fault."""
        waiting = {number: act.parts for number, act in self.waiting.items()}
        unsure = f", not confirmed as durable {sorted(self.kept)}" if self.kept else ""
        what = "closed" if self.is_closing else "live" if self.is_welcome else "not connected"
        return f"patch {self.sequence}, intent {self.intent}, waiting for {waiting}{unsure}, {what}"
