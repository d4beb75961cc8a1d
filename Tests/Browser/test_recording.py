"""What follows every test that has passed: its programs play again what they have recorded."""

import re
import subprocess

import pytest

from support import recording


def test_a_screen_that_does_not_come_out_as_it_was_recorded_is_told(server, browser, tmp_path, monkeypatch):
    page = browser().open()
    page.add("milk")
    session = page.run("return document.body.dataset.s")
    server.stop()
    ghostlight = server.executable.replace("todostream", "ghostlight")
    exported = subprocess.run(
        [ghostlight, "log", "export", server.recording, session], capture_output=True, text=True, check=True).stdout
    # As another program would have recorded it.
    changed = tmp_path / "changed.jsonl"
    changed.write_text(re.sub(r'"digest":"?\d+"?', '"digest":12345', exported))
    # That is what is asked for here, and no defect.
    monkeypatch.setenv("UNPLAYED", str(tmp_path / "unplayed"))
    with pytest.raises(AssertionError, match="step 1 shows another screen than it did"):
        recording.play(server, str(changed))
    assert "step 1 shows another screen than it did" in (tmp_path / "unplayed").read_text()
