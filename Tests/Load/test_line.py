"""A connection's frames, however the network cuts them."""

import pytest

from line import Line


class Page:
    """Keeps what it hears."""

    def __init__(self):
        self.line, self.found = Line(self), []
        self.line.is_open = True

    def heard(self, payload):
        self.found.append(bytes(payload))


@pytest.mark.parametrize("size", [5, 125, 126, 127, 500, 70_000])
def test_a_text_is_heard_wherever_it_was_cut(size):
    text = b"[8," + b"x" * (size - 4) + b"]"
    head = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x7f" + size.to_bytes(8, "big")
    frame = b"\x81" + head + text
    for cut in range(1, min(len(frame), 600)):
        page = Page()
        page.line.data_received(frame[:cut])
        page.line.data_received(frame[cut:])
        assert page.found == [text], cut
