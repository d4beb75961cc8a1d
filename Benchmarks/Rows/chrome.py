"""A headless Chromium, driven by the DevTools protocol: real clicks, traces, and what travels over its sockets."""

import contextlib
import json
import os
import pathlib
import subprocess
import time
import urllib.request

from websockets.sync.client import connect

from processes import running

# As the benchmark's driver collects what isn't needed any more, before it measures.
COLLECT = "gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })"
CATEGORIES = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline"]


def installed():
    """The browser that CHROMIUM names, or the first that is there."""
    named, script = os.environ.get("CHROMIUM"), pathlib.Path(__file__).parents[2] / "Scripts" / "browser"
    return named or subprocess.run([script, "chromium"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


@contextlib.contextmanager
def chromium():
    """A browser with nothing kept from an earlier one."""
    with running(
        installed(), "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
        "--window-size=1200,800", "--disable-extensions", "--disable-component-update", "--js-flags=--expose-gc",
        "--enable-precise-memory-info", "--disable-background-timer-throttling", "--remote-allow-origins=*",
        "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
        "--user-data-dir=profile", "--remote-debugging-port=0", "about:blank") as program:
        yield Chrome(int(program.says(r"ws://127\.0\.0\.1:(\d+)/")[1]))


class Chrome:
    """The browser's process."""

    def __init__(self, port):
        self.port = port

    def open(self, address):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(request) as answer:
            target = json.load(answer)
        tab = Tab(self, target)
        tab.tell("Page.enable")
        tab.tell("Runtime.enable")
        tab.tell("Network.enable")
        tab.tell("Page.bringToFront")
        tab.tell("Page.navigate", url=address)
        tab.until("document.readyState === 'complete'")
        return tab


class Tab:
    """A page. Everything is asked over one socket, in order; what comes unasked is kept."""

    def __init__(self, chrome, target):
        self.chrome, self.id = chrome, target["id"]
        self.socket = connect(target["webSocketDebuggerUrl"], max_size=None)
        self.number = 0
        self.events = []

    def tell(self, method, session=None, **parameters):
        """Tells the page something, or one of its workers by its session."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("id") == self.number:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]
            self.events.append(message)

    def run(self, script, session=None):
        answer = self.tell("Runtime.evaluate", session, expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, condition, within=60):
        deadline = time.monotonic() + within
        while not self.run(condition):
            assert time.monotonic() < deadline, f"on {self.run('document.title')} it never became true that {condition}"
            time.sleep(0.005)

    def workers(self):
        """The sessions of the page's workers."""
        # Those that are there are told of before the answer.
        self.tell("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        sessions = lambda method: [event["params"]["sessionId"] for event in self.events if event["method"] == method]
        gone = sessions("Target.detachedFromTarget")
        return [session for session in sessions("Target.attachedToTarget") if session not in gone]

    def heap(self):
        """Bytes that the scripts of the page and of its workers have in use, and these with its elements, once what isn't needed is collected."""
        threads = [None, *self.workers()]
        for thread in threads:
            self.run(COLLECT, thread)
        time.sleep(0.04)
        found = [self.tell("Runtime.getHeapUsage", thread) for thread in threads]
        total = lambda size: sum(heap.get(size, 0) for heap in found)
        # What arrays of bytes lie in is counted too, as in `performance.memory`.
        scripts = total("usedSize") + total("backingStorageSize")
        return scripts, scripts + total("embedderHeapUsedSize")

    def click(self, selector):
        """Clicks in the middle of an element, of its first line if it has several, as a mouse does."""
        x, y = self.run(
            f"(() => {{ const el = document.querySelector({json.dumps(selector)}); el.scrollIntoView({{ block: 'nearest' }});"
            "const r = el.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2] })()")
        self.tell("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def traced(self, action):
        """Carries out an action, and gives what the browser did from then on until 100 ms after its end."""
        self.tell("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": CATEGORIES})
        time.sleep(0.05)
        self.run(COLLECT)
        self.events.clear()
        action()
        # Until it is painted too, however busy the machine is.
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
        time.sleep(0.1)
        # Of the page's own sockets, not of those in its workers.
        self.frames = sum(
            len(event["params"]["response"]["payloadData"].encode()) for event in self.events if event["method"] == "Network.webSocketFrameReceived")
        self.tell("Tracing.end")
        while not any(event["method"] == "Tracing.tracingComplete" for event in self.events):
            self.events.append(json.loads(self.socket.recv(timeout=60)))
        return [entry for event in self.events if event["method"] == "Tracing.dataCollected" for entry in event["params"]["value"]]

    def close(self):
        self.socket.close()
        urllib.request.urlopen(f"http://127.0.0.1:{self.chrome.port}/json/close/{self.id}").read()
