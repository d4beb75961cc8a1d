"""The pages that are measured, each served for as long as it is needed."""

import contextlib
import dataclasses
import http.client
import http.server
import pathlib
import socket
import sys
import threading
import urllib.request

from processes import NotStarted, running

HERE = pathlib.Path(__file__).resolve().parent
SHEET = HERE.parent.parent / "Examples/RowsBench/rowsbench.css"


@dataclasses.dataclass
class Page:
    name: str
    port: int
    # A script's condition, asked from the moment on at which there is a document, though there's nothing in it yet.
    ready: str
    path: str = ""
    # A peer that doesn't get somewhere leaves a gap in the tables.
    is_peer: bool = False
    # Seconds that it needs beyond being ready.
    settles: float = 0

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/{self.path}"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def ghostlight(executable, name="Ghostlight"):
    port = free_port()
    with running(executable, "--port", port) as program:
        said = program.says(".* is at .*")[0]
        if "RowsBench is at" not in said:
            raise NotStarted(f"{executable} isn't a RowsBench: it says “{said}”")
        yield Page(name, port, "document.documentElement?.dataset.live === 'on'")


@contextlib.contextmanager
def vanilla():
    class Files(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def translate_path(self, path):
            return str(SHEET if path.endswith(".css") else HERE / path.lstrip("/"))

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Page("no framework", server.server_port, "true", "vanilla.html")
        finally:
            server.shutdown()


@contextlib.contextmanager
def peer(*command, **about):
    """Another framework's page, in a process of its own that is told its port last."""
    page = Page(port=free_port(), is_peer=True, **about)

    def answers():
        try:
            return urllib.request.urlopen(page.address, timeout=5).read()
        except (OSError, http.client.HTTPException):
            return None

    with running(*command, page.port) as program:
        program.until(answers, every=0.2)
        yield page


def nicegui():
    return peer(
        sys.executable, HERE / "nicegui_page.py", SHEET, name="NiceGUI", settles=0.7,
        ready="!!window.socket?.connected || !!document.querySelector('#run')")


def liveview(program):
    return peer(
        program, name="LiveView", ready="window.liveSocket?.isConnected() && !!document.querySelector('[data-phx-main].phx-connected')")


def in_turn(pages, turn):
    """The pages in an order that begins with another one each turn."""
    first = turn % len(pages)
    return pages[first:] + pages[:first]
