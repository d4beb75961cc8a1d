"""The same operations over a bare socket, without a browser: what the server needs, and its way there and back."""

import http.client
import json
import re
import time

from websockets.sync.client import connect


class Bare:
    """A page of rowsbench as far as the protocol goes."""

    def __init__(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        html, cookie = answer.read().decode(), answer.getheader("Set-Cookie").split(";")[0]
        connection.close()
        self.ids = {name: int(number) for name, number in re.findall(r'id="([a-z]+)" data-v="(\d+)"', html)}
        self.parts = [int(part) for part in re.findall(r'<a data-p="(\d+)"', html)]
        session, token, sequence = (re.search(f'data-{key}="([^"]*)"', html)[1] for key in "stq")
        self.socket = connect(
            f"ws://127.0.0.1:{port}/ghostlight/live", additional_headers={"Cookie": cookie}, compression=None, max_size=None)
        self.socket.send(json.dumps(["h", session, token, int(sequence)]))
        self.socket.recv()
        self.number = 0
        self.first = 1

    def act(self, target, kind="t"):
        """Milliseconds from the intent to the answer, and the answer's bytes."""
        self.number += 1
        message = json.dumps(["i", self.number, target, kind], separators=(",", ":"))
        start = time.perf_counter()
        self.socket.send(message)
        patch = self.socket.recv(decode=False)
        return (time.perf_counter() - start) * 1000, len(patch)

    def press(self, name):
        return self.act(self.ids[name])

    def row(self, key, part, kind="t"):
        return self.act([self.ids["tbody"], key, self.parts[part]], kind)


def once(port):
    """Each operation once, by its name."""
    page, found = Bare(port), {}
    for _ in range(3):
        page.press("run")
        page.press("clear")
    found["create 1,000"] = page.press("run")
    found["replace 1,000"] = page.press("run")
    found["update every 10th"] = page.press("update")
    # As the page shows already.
    page.row(4002, 0, "o")
    found["select"] = page.row(4003, 0, "o")
    found["swap"] = page.press("swaprows")
    found["remove"] = page.row(4004, 1)
    found["append 1,000"] = page.press("add")
    page.press("run")
    found["clear"] = page.press("clear")
    found["create 10,000"] = page.press("runlots")
    page.socket.close()
    return found
