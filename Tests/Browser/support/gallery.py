"""A gallery of the tests' own: its process and its address."""

import os
import re
import subprocess
import urllib.request

from .server import ended


class Gallery:
    """Runs the executable that GALLERY names, on a free port."""

    def __init__(self, folder, *options):
        self.executable = os.path.abspath(os.environ.get("GALLERY", "../../.build/debug/gallery"))
        self.folder = folder
        self.log = folder / "gallery.txt"
        # The log of its events.
        self.recording = str(folder / "gallery-events.sqlite")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([self.executable, "--port", "0", *options], stdout=subprocess.PIPE, stderr=log, cwd=folder)
        line = self.process.stdout.readline().decode()
        found = re.match(r"Gallery is at (http://127\.0\.0\.1:\d+)/$", line.strip())
        assert found, f"it said {line!r} and logged:\n{self.log.read_text()}"
        self.address = found[1]
        self.port = int(self.address.rsplit(":", 1)[1])

    def stop(self):
        """Ends it, and sees that this is an end in order."""
        try:
            status = ended(self.process, within=10)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        assert status == 0, f"the gallery ended with {status}:\n{self.log.read_text()}"

    def paths(self):
        """The addresses of all pages, as the navigation has them."""
        with urllib.request.urlopen(self.address, timeout=10) as answer:
            navigation = re.search(r"<nav.*?</nav>", answer.read().decode(), re.S)[0]
        return re.findall(r'href="([^"]+)"', navigation)
