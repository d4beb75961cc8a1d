"""Whole pages as a browser fetches them: by HTTP/1.1, and by HTTP/2 where there is TLS."""

import asyncio
import itertools
import re
import ssl

import h2.config
import h2.connection
import h2.events

# The server limits how many pages an address may open in a second, and an address has only so many ports; the whole of 127/8 is this
# machine. So each connection comes from the next of these, as those of 250 people behind addresses of their own would.
addresses = itertools.cycle(f"127.0.1.{number}" for number in range(1, 251))

FILE = re.compile(r'="(/ghostlight/[^"]+\.(?:js|css))"')


class Refused(ConnectionError):
    """The server answers with another status than 200."""

    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class Site:
    """Where the server is, whether it is spoken to in secret, and what has been fetched."""

    # Seconds for a page with its files: after a crash many may be asked for at once.
    patience = 60

    def __init__(self, port, is_secure):
        self.port, self.is_secure = port, is_secure
        self.page_count = self.file_count = self.link_count = 0
        self.pages = self.live = None
        if is_secure:
            # A browser asks for its pages by HTTP/2, and opens another connection, of HTTP/1.1, for a WebSocket.
            self.pages, self.live = tls("h2"), tls("http/1.1")

    def spoken(self):
        """What pages, files and links have come by, in words."""
        pages, links = ("HTTP/2 over TLS", "WebSocket over TLS") if self.is_secure else ("HTTP/1.1", "WebSocket")
        return f"{self.page_count:,} pages and {self.file_count:,} files by {pages}, {self.link_count:,} links by {links}"

    async def connect(self, address=None):
        """A connection for pages."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address or next(addresses), 0), limit=1 << 22, ssl=self.pages)
        check_protocol(writer, "h2" if self.is_secure else None)
        return reader, writer

    async def link(self, line, plug=None):
        """A connection for a live link, over a socket of one's own if there is one."""
        where = {"sock": plug, "server_hostname": "127.0.0.1" if self.is_secure else None} if plug else {
            "host": "127.0.0.1", "port": self.port, "local_addr": (next(addresses), 0)}
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: line, ssl=self.live, **where)
        check_protocol(transport, "http/1.1" if self.is_secure else None)
        self.link_count += 1

    async def get(self, cookie=None, path="/", with_files=False, address=None):
        """A whole page: its text and the visitor's cookie. With the files that it names, as somebody fetches it who comes first."""
        try:
            async with asyncio.timeout(self.patience):
                return await self.fetch(cookie, path, with_files, address)
        except TimeoutError:
            raise ConnectionError(f"{path} hasn't come within {self.patience:g} s") from None

    async def fetch(self, cookie, path, with_files, address):
        fetch = get_by_http_2 if self.is_secure else get_by_http_1
        answers = fetch(self, address, cookie, path)
        try:
            found, body = await anext(answers)
            text = body.decode()
            self.page_count += 1
            if with_files:
                for file in dict.fromkeys(FILE.findall(text)):
                    _, content = await answers.asend(file)
                    if not content:
                        raise ConnectionError(f"{file} is empty")
                    self.file_count += 1
        finally:
            await answers.aclose()
        return text, found or cookie


def tls(protocol):
    """The certificate is of the run's own: nobody has signed it."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


def check_protocol(connection, wanted):
    """Over TLS, what is spoken is agreed; it must be what we take it for."""
    secret = connection.get_extra_info("ssl_object")
    if wanted and (secret is None or secret.selected_alpn_protocol() != wanted):
        raise ConnectionError(f"the server doesn't speak {wanted}")


def cookie_in(header):
    return header.partition(";")[0]


async def get_by_http_1(site, address, cookie, path):
    """Gives the cookie and the body of one path after the other, each by a connection of its own."""
    while path:
        reader, writer = await site.connect(address)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n"
        writer.write((head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode())
        answer = await reader.read(-1)
        writer.close()
        top, _, body = answer.partition(b"\r\n\r\n")
        top = top.decode()
        if not top.startswith("HTTP/1.1 "):
            raise ConnectionError("no answer")
        if top[9:12] != "200":
            raise Refused(int(top[9:12]))
        size = re.search(r"(?i)content-length: (\d+)", top)
        if size and len(body) < int(size[1]):
            raise ConnectionError("the answer was broken off")
        found = re.search(r"(?i)set-cookie: (.*)", top)
        path = yield found and cookie_in(found[1]), unchunked(body) if "chunked" in top.lower() else body


def unchunked(body):
    text = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        if not length:
            return text
        text, body = text + body[:length], body[length + 2:]
    raise ConnectionError("the answer was broken off")


async def get_by_http_2(site, address, cookie, path):
    """Gives the cookie and the body of one path after the other, as streams of one connection."""
    reader, writer = await site.connect(address)
    talk = h2.connection.H2Connection(config=h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
    talk.initiate_connection()
    try:
        while path:
            head = [(":method", "GET"), (":scheme", "https"), (":authority", f"127.0.0.1:{site.port}"), (":path", path)]
            stream = talk.get_next_available_stream_id()
            talk.send_headers(stream, head + ([("cookie", cookie)] if cookie else []), end_stream=True)
            headers, body = await answer_by_http_2(reader, writer, talk)
            if headers[":status"] != "200":
                raise Refused(int(headers[":status"]))
            path = yield cookie_in(headers.get("set-cookie", "")) or None, body
    finally:
        writer.close()


async def answer_by_http_2(reader, writer, talk):
    headers, body = {}, []
    while True:
        writer.write(talk.data_to_send())
        data = await reader.read(1 << 16)
        if not data:
            raise ConnectionError("the connection ended in the middle of an answer")
        is_over = False
        for event in talk.receive_data(data):
            if isinstance(event, h2.events.ResponseReceived):
                headers = dict(event.headers)
            elif isinstance(event, h2.events.DataReceived):
                body.append(event.data)
                talk.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                is_over = True
            elif isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)):
                raise ConnectionError("the server broke an answer off")
        if is_over:
            return headers, b"".join(body)
