"""Measures the live link of a running todostream over real sockets.

Ticks a todo in one session and times the patch there and in another; counts the bytes of each; opens many sessions
and reads how much memory each takes. Needs `websockets`; `make bench` provides it.

Usage: measure.py EXECUTABLE [--sessions N] [--ticks N]
"""

import argparse, asyncio, http.client, json, os, pathlib, re, statistics, sys, time
import websockets

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rows"))
import options  # noqa: E402
from processes import orderly, running  # noqa: E402
from tables import percentile  # noqa: E402

TODOS = 100


class Page:
    """A browser's page as far as the protocol goes."""

    def __init__(self, port):
        self.port, self.number = port, 0

    async def open(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        self.html = answer.read().decode()
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        connection.close()
        session, token, sequence = (re.search(f'data-{key}="([^"]*)"', self.html)[1] for key in "stq")
        self.table = int(re.search(r'<ul id="v(\d+)"', self.html)[1])
        self.add = int(re.search(r'<input id="v(\d+)"[^>]*aria-label="New todo"', self.html)[1])
        self.keys = [int(key) for key in re.findall(r'data-k="(\d+)"', self.html)]
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/ghostlight/live", additional_headers={"Cookie": cookie}, compression=None)
        await self.socket.send(json.dumps(["h", session, token, int(sequence)]))
        await self.socket.recv()
        return self

    async def intent(self, *parts):
        self.number += 1
        await self.socket.send(json.dumps(["i", self.number, *parts], separators=(",", ":")))

    async def patch(self):
        """The next patch: its size in bytes, and when it came."""
        while True:
            message = await self.socket.recv()
            if json.loads(message)[0] not in ("k", "w"):
                return len(message.encode()), time.perf_counter()


def resident(process):
    with open(f"/proc/{process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def measure(process, port, arguments):
    first = await Page(port).open()
    for index in range(TODOS):
        await first.intent(first.add, "s", f"Todo number {index}, long enough for the heap")
        await first.patch()
    await first.socket.close()

    ann, bo = await Page(port).open(), await Page(port).open()
    print(f"first answer with {TODOS} todos: {len(ann.html.encode())} bytes of HTML")
    near, far, size_near, size_far = [], [], [], []
    for index in range(arguments.ticks):
        key = ann.keys[index % len(ann.keys)]
        start = time.perf_counter()
        await ann.intent([ann.table, key, 1], "c", (index // len(ann.keys)) % 2 == 0)
        (bytes_near, at_near), (bytes_far, at_far) = await asyncio.gather(ann.patch(), bo.patch())
        near.append((at_near - start) * 1e3)
        far.append((at_far - start) * 1e3)
        size_near.append(bytes_near)
        size_far.append(bytes_far)
    for name, values in (("own screen", near), ("other screen", far)):
        print(
            f"tick to patch, {name}, durable write included: median {statistics.median(values):.2f} ms, "
            f"95th {percentile(values, .95):.2f} ms, 99th {percentile(values, .99):.2f} ms, n {len(values)}")
    print(f"bytes for a tick: own screen median {statistics.median(size_near):.0f}, "
          f"other screen median {statistics.median(size_far):.0f}")

    # What needs no database: a rejected title is answered by the session alone.
    alone = []
    for index in range(arguments.ticks):
        start = time.perf_counter()
        await ann.intent(ann.add, "s", " " if index % 2 == 0 else "x" * 201)
        _, at = await ann.patch()
        alone.append((at - start) * 1e3)
    print(f"intent to patch without the database: median {statistics.median(alone):.2f} ms, "
          f"95th {percentile(alone, .95):.2f} ms, n {len(alone)}")

    before = resident(process)
    pages = [await Page(port).open() for _ in range(arguments.sessions)]
    await asyncio.sleep(1)
    after = resident(process)
    print(f"memory a session with {TODOS} todos, its connection included: "
          f"{(after - before) / len(pages) / 1024:.1f} KiB over {len(pages)} sessions")
    for page in pages:
        await page.socket.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable", type=options.release("Todostream"))
    parser.add_argument("--sessions", type=options.count(1), default=150)
    parser.add_argument("--ticks", type=options.count(1), default=400)
    arguments = parser.parse_args()
    # It has a folder of its own, and its database there.
    with running(arguments.executable, "--port", 0, "--database", "todos.sqlite") as program:
        port = int(program.says(r"Todostream is at http://\S+:(\d+)/")[1])
        asyncio.run(measure(program.process, port, arguments))


if __name__ == "__main__":
    orderly(main)
