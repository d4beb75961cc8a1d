"""Whole pages as a browser fetches them: by HTTP/1.1, and by HTTP/2 where there is TLS."""

import asyncio
import itertools
import re
import ssl

import h2.config
import h2.connection
import h2.events

# The server limits pages by address, and an address has only so many ports; the whole of 127/8 is this machine.
addresses = itertools.cycle(f"127.0.1.{number}" for number in range(1, 251))


class Site:
    """Where the server is, and whether it is spoken to in secret."""

    def __init__(self, port, is_secure):
        self.port, self.is_secure = port, is_secure
        self.pages = self.live = None
        if is_secure:
            # A browser asks for its pages by HTTP/2, and opens another connection, of HTTP/1.1, for a WebSocket.
            self.pages, self.live = tls("h2"), tls("http/1.1")

    async def connect(self):
        """A connection for a page."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(next(addresses), 0), limit=1 << 22, ssl=self.pages)

    async def get(self, cookie=None, path="/"):
        """A whole page: its text and the visitor's cookie."""
        fetch = get_by_http_2 if self.is_secure else get_by_http_1
        status, found, body = await fetch(self, cookie, path)
        if status != 200:
            raise ConnectionError(f"status {status}")
        return body.decode(), found or cookie


def tls(protocol):
    """The certificate is of the run's own: nobody has signed it."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


def cookie_in(header):
    return header.partition(";")[0]


async def get_by_http_1(site, cookie, path):
    reader, writer = await site.connect()
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n"
    writer.write((head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode())
    answer = await reader.read(-1)
    writer.close()
    top, _, body = answer.partition(b"\r\n\r\n")
    top = top.decode()
    if not top.startswith("HTTP/1.1 "):
        raise ConnectionError("no answer")
    if "chunked" in top.lower():
        body = unchunked(body)
    found = re.search(r"(?i)set-cookie: (.*)", top)
    return int(top[9:12]), found and cookie_in(found[1]), body


def unchunked(body):
    text = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        text, body = text + body[:length], body[length + 2:]
    return text


async def get_by_http_2(site, cookie, path):
    reader, writer = await site.connect()
    if writer.get_extra_info("ssl_object").selected_alpn_protocol() != "h2":
        raise ConnectionError("the server doesn't speak HTTP/2")
    talk = h2.connection.H2Connection(config=h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
    talk.initiate_connection()
    head = [(":method", "GET"), (":scheme", "https"), (":authority", f"127.0.0.1:{site.port}"), (":path", path)]
    talk.send_headers(1, head + ([("cookie", cookie)] if cookie else []), end_stream=True)
    status, found, body, is_over = 0, None, [], False
    while not is_over:
        writer.write(talk.data_to_send())
        data = await reader.read(1 << 16)
        if not data:
            raise ConnectionError("the connection ended in the middle of a page")
        for event in talk.receive_data(data):
            if isinstance(event, h2.events.ResponseReceived):
                headers = dict(event.headers)
                status, found = int(headers[":status"]), cookie_in(headers.get("set-cookie", "")) or None
            elif isinstance(event, h2.events.DataReceived):
                body.append(event.data)
                talk.acknowledge_received_data(event.flow_controlled_length, 1)
            elif isinstance(event, h2.events.StreamEnded):
                is_over = True
            elif isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)):
                raise ConnectionError("the server broke a page off")
    writer.close()
    return status, found, b"".join(body)
