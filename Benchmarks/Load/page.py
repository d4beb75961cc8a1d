"""A page of Todostream as far as the protocol goes: thousands of them fit into one process."""

import asyncio
import base64
import itertools
import json
import os
import re
import time

from screen import Screen, Wrong
from web import addresses


WRONG = (Wrong, TypeError, ValueError, KeyError, IndexError)


class Counts:
    """What all pages together have seen."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.patches = self.bytes_down = self.bytes_up = self.fresh = self.refused = self.lost = 0
        self.own, self.others, self.ticks, self.wrong = [], [], [], []


class Operations:
    """What patches say. A thousand pages that look at one list are told the same, and it is read once for all of them."""

    def __init__(self):
        self.read = {}

    def of(self, text):
        found = self.read.get(text)
        if found is None:
            if len(self.read) > 5000:
                self.read.clear()
            found = self.read[text] = json.loads(text)
        return found


class Line(asyncio.Protocol):
    """One connection of a page. What it hears after another has taken its place concerns nobody."""

    def __init__(self, page):
        self.page = page

    def connection_made(self, transport):
        self.page.line = self
        self.page.connection_made(transport)

    def data_received(self, data):
        if self.page.line is self:
            self.page.data_received(data)

    def connection_lost(self, error):
        if self.page.line is self:
            self.page.connection_lost(error)


class Page:
    """One tab: its socket, its numbers, and the screen that it must show.

    One page in ten looks at patches as they come, and at when. The others check their numbers, keep them, and look at them when somebody
    asks what the screen shows, so that what is measured is the server.
    """

    operations = Operations()
    numbers = itertools.count()

    def __init__(self, site, counts, changes):
        self.site, self.counts, self.changes = site, counts, changes
        self.line = None
        self.buffer, self.transport, self.is_open, self.is_closing, self.cookie = b"", None, False, False, None
        self.waiting, self.ready = {}, None
        self.is_watched, self.unread = next(self.numbers) % 10 == 0, []

    # Coming and going

    async def load(self):
        """Fetches the page, as a browser does that comes or has lost its session."""
        text, self.cookie = await self.site.get(self.cookie)
        self.session, self.token, sequence = (re.search(f'data-{key}="([^"]*)"', text)[1] for key in "stq")
        self.sequence, self.intent, self.waiting = int(sequence), 0, {}
        self.acknowledged = self.sequence
        self.add_field = int(re.search(r'<input id="v(\d+)"[^>]*aria-label="New todo"', text)[1])
        self.search_field = int(re.search(r'<input id="v(\d+)"[^>]*aria-label="Search todos"', text)[1])
        self.unread, self.shown = [], Screen(text)
        return self

    @property
    def screen(self):
        """What the page shows now."""
        if self.unread:
            unread, self.unread = self.unread, []
            try:
                for operations in unread:
                    self.shown.apply(operations)
            except WRONG as wrong:
                self.note(wrong)
        return self.shown

    async def connect(self):
        # What the connection before has still to say, that it is lost above all, is not said of this one.
        self.line = None
        self.ready = asyncio.get_running_loop().create_future()
        self.buffer, self.is_open = b"", False
        await asyncio.get_running_loop().create_connection(
            lambda: Line(self), "127.0.0.1", self.site.port, local_addr=(next(addresses), 0), ssl=self.site.live)
        # After a crash all sessions come back at once, a few at a time: a second connection would only take over from this one.
        await asyncio.wait_for(self.ready, 120)
        return self

    async def open(self):
        await self.load()
        return await self.connect()

    def close(self):
        """The tab is closed."""
        self.is_closing = True
        if self.transport:
            self.transport.abort()

    def cut(self):
        """The connection is lost, the tab isn't."""
        self.line, self.is_open = None, False
        self.counts.lost += 1
        self.transport.abort()

    async def again(self):
        """Comes back with what it has; if the session is gone, with a new one."""
        for pause in (0.05, 0.1, 0.2, 0.5, 1, 1, 2, 2, 2, 2):
            try:
                await self.connect()
                return
            except LookupError:
                try:
                    await self.load()
                except (OSError, ConnectionError, TypeError):
                    pass
            except (OSError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(pause)
        raise ConnectionError("the server doesn't come back")

    # Saying

    def say(self, *parts):
        payload = json.dumps(parts, separators=(",", ":")).encode()
        self.counts.bytes_up += len(payload)
        self.frame(1, payload)

    def frame(self, code, payload):
        size = len(payload)
        head = bytes([0x80 | code, 0x80 | size]) if size < 126 else bytes([0x80 | code, 0xFE]) + size.to_bytes(2, "big")
        # A mask of zeros leaves the payload as it is.
        self.transport.write(head + bytes(4) + payload)

    def act(self, *parts):
        self.intent += 1
        self.waiting[self.intent] = parts
        # What is done while there is no connection is said when there is one.
        if self.is_open and self.ready.done():
            self.say("i", self.intent, *parts)

    def tick(self, key):
        """Ticks a row, or unticks it, and tells everyone to look out for that."""
        done = not self.screen.done[key]
        self.screen.done[key] = done
        self.changes.made(self.screen.titles[key], self)
        self.act([self.screen.table, key, 1], "c", done)

    def acknowledge(self):
        """Says what has arrived, if there is something to say."""
        if self.is_open and self.acknowledged < self.sequence:
            self.acknowledged = self.sequence
            self.say("a", self.sequence)

    # Hearing

    def connection_made(self, transport):
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ghostlight/live HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {self.cookie}\r\n\r\n"
            .encode())

    def data_received(self, data):
        if self.buffer:
            data, self.buffer = self.buffer + data, b""
        if not self.is_open:
            if b"\r\n\r\n" not in data:
                self.buffer = data
                return
            head, _, data = data.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                return self.transport.abort()
            self.is_open = True
            self.say("h", self.session, self.token, self.sequence)
        at, count = 0, len(data)
        if count > 2 and data[0] == 0x81 and data[1] == count - 2:
            # A short text, alone, as nearly all are.
            return self.heard(1, data[2:])
        while count - at >= 2:
            size, start = data[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2:at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2:at + 10], "big"), at + 10
            if count < start + size:
                break
            code, at = data[at] & 15, start + size
            self.heard(code, data[start:at])
        self.buffer = data[at:]

    def heard(self, code, payload):
        if code == 9:
            return self.frame(10, payload)
        if code == 8:
            if int.from_bytes(payload[:2], "big") in (4404, 4409) and not self.ready.done():
                self.ready.set_exception(LookupError("the session is gone"))
            return self.transport.abort()
        if code != 1:
            return
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

    def note(self, wrong):
        self.counts.wrong.append(f"{type(wrong).__name__}: {wrong}")

    def take(self, message):
        kind = message[0]
        if kind == "w":
            self.confirm(message[1])
            for number, parts in sorted(self.waiting.items()):
                self.say("i", number, *parts)
            if not self.ready.done():
                self.ready.set_result(None)
        elif kind == "f":
            self.counts.fresh += 1
            self.sequence = message[1]
            self.unread = []
            self.shown.read(message[2])
        elif kind == "k":
            self.confirm(message[1])
        elif kind == "r":
            self.counts.refused += 1
            self.confirm(message[1])
        else:
            raise Wrong(f"there is no message {kind}")

    def take_patch(self, number, operations, last, size):
        if number != self.sequence + 1:
            raise Wrong(f"patch {number} came after {self.sequence}")
        self.sequence = number
        self.counts.patches += 1
        if self.waiting:
            self.confirm(last)
        if not self.is_watched:
            return self.unread.append(operations)
        ticked = self.screen.apply(operations)
        if not ticked:
            return
        now = time.perf_counter()
        for key in ticked:
            made, is_own = self.changes.take(self, self.screen.titles.get(key))
            if made:
                (self.counts.own if is_own else self.counts.others).append((now - made) * 1000)
                if len(ticked) == 1:
                    self.counts.ticks.append(size)

    def state(self):
        """What it waits for, for whoever looks for a fault."""
        return f"patch {self.sequence}, intent {self.intent}, waiting for {self.waiting}, open: {self.is_open}"

    def confirm(self, number):
        for each in [each for each in self.waiting if each <= number]:
            del self.waiting[each]

    def connection_lost(self, error):
        self.is_open = False
        if not self.is_closing:
            self.counts.lost += 1
        if self.ready and not self.ready.done():
            self.ready.set_exception(ConnectionError("the connection was lost"))


class Changes:
    """When each todo was ticked last, and which pages have seen that."""

    def __init__(self):
        self.number, self.latest = 0, {}

    def made(self, title, page):
        self.number += 1
        self.latest[title] = (time.perf_counter(), page, set())

    def take(self, page, title):
        """When a todo was ticked, the first time that a page tells it, and whether that page did it."""
        when, maker, seen = self.latest.get(title, (None, None, ()))
        if not when or id(page) in seen:
            return None, False
        seen.add(id(page))
        return when, page is maker
