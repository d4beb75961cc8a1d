"""One WebSocket of a page, as far as the protocol goes: thousands of them fit into one process."""

import asyncio
import base64
import os


class Line(asyncio.Protocol):
    """Tells its page of what it hears. What it hears after another has taken its place concerns nobody."""

    def __init__(self, page):
        self.page, self.buffer, self.is_open, self.transport = page, b"", False, None

    # Saying

    def say(self, payload):
        self.frame(1, payload)

    def frame(self, code, payload):
        size = len(payload)
        head = bytes([0x80 | code, 0x80 | size]) if size < 126 else bytes([0x80 | code, 0xFE]) + size.to_bytes(2, "big")
        # A mask of zeros leaves the payload as it is.
        self.transport.write(head + bytes(4) + payload)

    def abort(self):
        if self.transport:
            self.transport.abort()

    # Hearing

    def connection_made(self, transport):
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ghostlight/live HTTP/1.1\r\nHost: 127.0.0.1:{self.page.site.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {self.page.cookie}\r\n\r\n"
            .encode())

    def connection_lost(self, error):
        self.is_open = False
        if self.page.line is self:
            self.page.lost()

    def data_received(self, data):
        if self.page.line is not self:
            return
        if self.buffer:
            data, self.buffer = self.buffer + data, b""
        if not self.is_open:
            if b"\r\n\r\n" not in data:
                self.buffer = data
                return
            head, _, data = data.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                return self.abort()
            self.is_open = True
            self.page.opened()
        at, count = 0, len(data)
        if 2 < count < 128 and data[0] == 0x81 and data[1] == count - 2:
            # A short text, alone, as nearly all are. From 126 on its size stands behind, and says nothing of how much is here.
            return self.page.heard(data[2:])
        while count - at >= 2:
            size, start = data[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2:at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2:at + 10], "big"), at + 10
            if count < start + size:
                break
            code, at = data[at] & 15, start + size
            self.take(code, data[start:at])
        self.buffer = data[at:]

    def take(self, code, payload):
        if code == 1:
            self.page.heard(payload)
        elif code == 9:
            self.frame(10, payload)
        elif code == 8:
            self.page.closed(int.from_bytes(payload[:2], "big"))
            self.abort()
