"""A TCP connection to the server that the test can cut and mend, or lose."""

import selectors
import socket
import threading
import time


class Wire:
    """Listens on a port of its own and passes everything on, until it is cut."""

    def __init__(self, server):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._pairs = []
        self._is_cut = False
        self._lost = set()
        self.count = 0
        self.passed = 0
        # The addresses that were asked for.
        self.asked = []
        # Bytes in a second, in each direction.
        self.speed = None
        # How long they take, in seconds, in each direction.
        self.delay = 0
        # What becomes of the bytes that come from the server, if they don't stay as they are.
        self.change = None
        # Likewise of requests that come from the browser.
        self.asks = None
        # What such a request is answered with by somebody on the way, who then hangs up; nothing if it gets to the server.
        self.answers = None
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Drops all connections without a goodbye; new ones are dropped as well."""
        with self._lock:
            self._is_cut = True
            for pair in self._pairs:
                for end in pair:
                    self._drop(end)
            self._pairs = []

    def lose(self):
        """From now on nothing passes on the connections that there are, and nobody is told: so a phone leaves a network."""
        with self._lock:
            self._lost |= {end for pair in self._pairs for end in pair}

    def mend(self):
        with self._lock:
            self._is_cut = False

    def close(self):
        self.cut()
        self.listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            with self._lock:
                self.count += 1
                if self._is_cut:
                    self._drop(near)
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.server.port))
                except OSError:
                    self._drop(near)
                    continue
                self._pairs.append((near, far))
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near, far):
        with selectors.DefaultSelector() as selector:
            try:
                selector.register(near, selectors.EVENT_READ, far)
                selector.register(far, selectors.EVENT_READ, near)
                while True:
                    for key, _ in selector.select():
                        if key.fileobj in self._lost:
                            return
                        data = key.fileobj.recv(4096 if self.speed else 65536)
                        if key.fileobj in self._lost:
                            return
                        if not data:
                            raise OSError
                        if self.speed:
                            time.sleep(len(data) / self.speed)
                        if self.delay:
                            time.sleep(self.delay)
                        if key.data is far and data.startswith(b"GET "):
                            self.asked.append(data.split()[1].decode())
                        if key.data is far and data.startswith((b"GET ", b"HEAD ")):
                            if self.answers and (answer := self.answers(data)):
                                near.sendall(answer)
                                raise OSError
                            if self.asks:
                                data = self.asks(data)
                        if self.change and key.data is near:
                            data = self.change(data)
                        key.data.sendall(data)
                        self.passed += len(data)
            except (OSError, ValueError):
                self._drop(near)
                self._drop(far)

    @staticmethod
    def _drop(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()
