"""Speaks the live link's protocol itself, so that it can break its rules."""

import json
import re

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect


class LiveClient:
    """A page without a browser: it has the session, the token and the cookie of an answer to GET."""

    def __init__(self, server, path="/"):
        self.server = server
        answer, self.html = server.get(path)
        self.cookie = re.search(r"ghostlight=([\w-]+)", answer.headers["Set-Cookie"])[1]
        self.session = re.search(r'data-s="([^"]+)"', self.html)[1]
        self.token = re.search(r'data-t="([^"]+)"', self.html)[1]
        self.sequence = int(re.search(r'data-q="(\d+)"', self.html)[1])
        self.socket = None
        self.number = 0
        self.heard = []

    # What is where in the page

    def view(self, attributes):
        """The number of the first view whose tag has this text among its attributes."""
        return int(re.search(rf'<\w+ id="v(\d+)"[^>]*{attributes}', self.html)[1])

    def button(self, text):
        return int(re.search(rf'<button id="v(\d+)"[^>]*>{text}<', self.html)[1])

    @property
    def table(self):
        return self.view('aria-label="Todos"')

    @property
    def keys(self):
        return [int(key) for key in re.findall(r'data-k="(\d+)"', self.html)]

    def part(self, tag, occurrence=0):
        """The number of a part of the rows."""
        template = re.search(r"<template>(.*?)</template>", self.html, re.S)[1]
        return int(re.findall(rf'<{tag} data-p="(\d+)"', template)[occurrence])

    # Talking

    def dial(self, cookie=..., origin=..., headers=None):
        cookie = self.cookie if cookie is ... else cookie
        origin = self.server.address if origin is ... else origin
        sent = dict(headers or {})
        if cookie:
            sent["Cookie"] = f"ghostlight={cookie}"
        self.socket = connect(
            f"ws://127.0.0.1:{self.server.port}/ghostlight/live", origin=origin, additional_headers=sent,
            compression=None, legacy=True, open_timeout=5, close_timeout=2, max_size=None, max_queue=None)
        return self

    def hello(self, session=None, token=None, sequence=None):
        self.say(["h", session or self.session, token or self.token, self.sequence if sequence is None else sequence])
        return self

    def join(self):
        """Connects as an honest page does."""
        self.dial().hello()
        self.hear(lambda message: message[0] == "w")
        return self

    def say(self, message):
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def act(self, target, kind, *values):
        """Sends the next intent and gives the answer: a refusal's word, or None if it was carried out."""
        self.number += 1
        self.say(["i", self.number, target, kind, *values])
        return self.answer(self.number)

    def answer(self, number):
        def answers(message):
            if message[0] in ("k", "r"):
                return message[1] == number
            return isinstance(message[0], int) and message[2] >= number

        message = self.hear(answers)
        return message[2] if message[0] == "r" else None

    def hear(self, wanted, timeout=5):
        """Waits for a message that is wanted; the others are kept in `heard`."""
        while True:
            message = json.loads(self.socket.recv(timeout=timeout))
            self.heard.append(message)
            if wanted(message):
                return message

    def last_patch(self):
        """The number of the last patch, once nothing more comes."""
        try:
            while True:
                self.heard.append(json.loads(self.socket.recv(timeout=0.5)))
        except TimeoutError:
            return max([message[0] for message in self.heard if isinstance(message[0], int)], default=self.sequence)

    def refusal(self, timeout=5):
        """Waits for a refusal and gives its number, word and reason."""
        return self.hear(lambda message: message[0] == "r", timeout)[1:]

    def closure(self, timeout=8):
        """Waits until the server closes the socket; gives the code."""
        try:
            while True:
                self.heard.append(json.loads(self.socket.recv(timeout=timeout)))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def close(self):
        if self.socket:
            self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def status_of_handshake(client, **how):
        """The HTTP status with which a handshake is refused; 101 if it isn't."""
        try:
            client.dial(**how)
        except InvalidStatus as refused:
            return refused.response.status_code
        client.close()
        return 101

    @classmethod
    def closing_code(cls, server, session, token, cookie):
        """What becomes of a page that presents itself so; None if it is let in."""
        client = cls.__new__(cls)
        client.server, client.cookie, client.heard = server, cookie, []
        client.dial()
        client.say(["h", session, token, 0])
        try:
            message = json.loads(client.socket.recv(timeout=5))
            return None if message[0] == "w" else message
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        finally:
            client.close()
