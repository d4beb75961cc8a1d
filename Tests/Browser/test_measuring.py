"""What measures in a browser leaves nothing behind, however it ends, and says what is wrong where it can't begin."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import pytest

from support.waiting import eventually

BENCHMARKS = pathlib.Path(__file__).parents[2] / "Benchmarks"
ROWSBENCH = os.environ["ROWSBENCH"]
# The interpreter of the tests has no NiceGUI.
SCRIPTS = {"Rows/measure.py": ["--peer-rounds", "0"], "Live/click.py": [], "Live/killed.py": []}


class Measurement:
    """One whose files are in a folder, and whose processes are known by it."""

    def __init__(self, folder):
        self.folder, self.process = pathlib.Path(folder), None

    def start(self, script, *words, **environment):
        self.process = subprocess.Popen(
            [sys.executable, BENCHMARKS / script, *words, *SCRIPTS[script]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(self.folder), **environment},
            # What runs in the background of a shell ignores it, and so would what is started there.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        return self.process

    def run(self, script, *words, **environment):
        process = self.start(script, *words, **environment)
        out, error = process.communicate(timeout=50)
        self.check()
        return process.returncode, out, error

    def processes(self):
        """The command lines of those that are still there."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
                if str(self.folder).encode() in words + (folder / "environ").read_bytes():
                    found.append(words.decode())
            except OSError:
                continue
        return found

    def is_under_way(self):
        """Whether its browser is there, which it starts last."""
        return any(self.folder.glob("*/profile/DevToolsActivePort"))

    def check(self):
        eventually(lambda: not self.processes(), otherwise=lambda: f"still there: {self.processes()}")
        assert list(self.folder.iterdir()) == []


@pytest.fixture
def measurement():
    # Chromium has a socket there, whose path may not be long.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        measurement = Measurement(folder)
        yield measurement
        measurement.process.kill()


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_ended_ends_all_that_it_has_started(measurement, name, number):
    process = measurement.start(name, ROWSBENCH)
    eventually(measurement.is_under_way, within=30)
    process.send_signal(number)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (128 + number, "")
    measurement.check()


def test_what_is_killed_takes_its_programs_along(measurement):
    process = measurement.start("Live/click.py", ROWSBENCH)
    eventually(measurement.is_under_way, within=30)
    process.kill()
    process.communicate()
    eventually(lambda: not measurement.processes(), within=20)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_browser_that_isn_t_there_or_doesn_t_start_is_told(measurement, tmp_path, name):
    code, _, error = measurement.run(name, ROWSBENCH, CHROMIUM="/nowhere/chromium")
    assert (code, error) == (1, "/nowhere/chromium can't be run: No such file or directory\n")
    broken = script(tmp_path / "chromium", "echo 'no display'; exit 3")
    code, _, error = measurement.run(name, ROWSBENCH, CHROMIUM=broken)
    assert (code, error) == (1, f"{broken} didn't start. It said:\nno display\n")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_program_that_doesn_t_start_is_told(measurement, tmp_path, name):
    broken = script(tmp_path / "program", "echo 'the port is taken' >&2; exit 3")
    for words in ([broken], [ROWSBENCH, "--before", broken], [ROWSBENCH, "--liveview", broken]):
        code, _, error = measurement.run(name, *words)
        assert (code, error) == (1, f"{broken} didn't start. It said:\nthe port is taken\n")


@pytest.mark.parametrize("name", ["Rows/measure.py", "Live/click.py"])
def test_a_program_that_is_no_rowsbench_is_told_and_ended(measurement, name):
    code, _, error = measurement.run(name, os.environ["TODOSTREAM"])
    assert code == 1 and f"{os.environ['TODOSTREAM']} isn't a RowsBench: it says “Todostream is at " in error


def test_the_tables_have_what_was_measured_and_nothing_else(measurement, tmp_path):
    code, out, error = measurement.run("Rows/measure.py", ROWSBENCH, "--rounds", "1", "--only", "select", "--write", tmp_path / "tables.md")
    assert (code, error) == (0, "round 1 of 1\n")
    assert out == (tmp_path / "tables.md").read_text() + "\n"
    lines = out.splitlines()
    heads = [lines[place - 1] for place, line in enumerate(lines) if line.startswith("|---")]
    assert [head.count("|") for head in heads] == [5, 10, 4]
    assert all("Ghostlight" in head or "server" in head for head in heads) and "LiveView" not in out and "NiceGUI" not in out
    figure = r"[\d.]+ \([\d.]+–[\d.]+\)"
    for row in ["select, 4× slower CPU", "MB of script heap, ready", "MB with the page's elements, with 10,000 rows", "first paint of a first visit, ms"]:
        assert re.search(rf"^\| {row} \| {figure} \| {figure} \|", out, re.MULTILINE), out


def test_each_round_begins_with_another_page(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS / "Rows")
    from pages import in_turn

    assert [in_turn([1, 2, 3], turn) for turn in range(4)] == [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 2, 3]]


def test_the_heap_of_a_page_is_that_of_its_workers_too(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS / "Rows")
    from chrome import chromium

    with chromium() as chrome:
        tab = chrome.open("about:blank")
        alone, _ = tab.heap()
        tab.run("""new Promise(done => {
          const script = new Blob(["self.kept = Array.from({ length: 1e5 }, (_, index) => [index]); postMessage('there')"]);
          window.worker = new Worker(URL.createObjectURL(script));
          worker.onmessage = () => done();
        })""")
        assert tab.heap()[0] > alone + 1_000_000
        tab.run("worker.terminate()")
        eventually(lambda: not tab.workers())
        assert tab.heap()[0] < alone + 200_000
        tab.close()


def test_the_elements_of_a_page_are_its_memory_too(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS / "Rows")
    from chrome import chromium

    with chromium() as chrome:
        tab = chrome.open("about:blank")
        scripts, alone = tab.heap()
        tab.run("document.body.innerHTML = '<p class=a id=b>text</p>'.repeat(20_000)")
        assert tab.heap()[1] > alone + 1_000_000 and tab.heap()[0] < scripts + 500_000
        tab.run("document.body.innerHTML = ''")
        assert tab.heap()[1] < alone + 500_000
        tab.close()


def test_a_document_with_nothing_in_it_yet_isn_t_ready(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS / "Rows")
    from chrome import chromium
    from pages import ghostlight

    with chromium() as chrome, ghostlight(ROWSBENCH) as page:
        tab = chrome.open("about:blank")
        tab.run("document.documentElement.remove()")
        assert tab.run(page.ready) is False
        tab.tell("Page.navigate", url=page.address)
        tab.until(page.ready)
        tab.close()


# What they are told


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("option", [None, "--before", "--liveview"])
def test_a_path_that_leads_to_no_program_is_told(measurement, name, option):
    for path in ("/nowhere/program", "/tmp"):
        code, out, error = measurement.run(name, *([ROWSBENCH, option] if option else []), path)
        assert (code, out) == (2, "") and f"there is no file {path}: say the path of a" in error


def test_an_operation_that_there_isn_t_is_told_with_those_that_there_are(measurement):
    code, out, error = measurement.run("Rows/measure.py", ROWSBENCH, "--only", "nonsense")
    assert (code, out) == (2, "")
    assert "none has 'nonsense' in its name: there are create 1,000; replace 1,000; update every 10th; select; swap; remove;" in error


def test_a_file_that_can_t_be_written_is_told_before_anything_is_measured(measurement, tmp_path):
    for path, words in ((tmp_path, "is a folder"), (tmp_path / "nowhere" / "tables.md", "there is no folder")):
        code, out, error = measurement.run("Rows/measure.py", ROWSBENCH, "--write", path)
        assert (code, out) == (2, "") and words in error


@pytest.mark.parametrize(
    "name, option", [("Rows/measure.py", "--rounds"), ("Live/click.py", "--clicks"), ("Live/click.py", "--opens"), ("Live/killed.py", "--times")])
def test_a_number_that_is_none_is_told(measurement, name, option):
    for number in ("0", "-1", "some", "1.5"):
        code, out, error = measurement.run(name, ROWSBENCH, f"{option}={number}")
        assert (code, out) == (2, "") and f"'{number}' should be a whole number of at least 1" in error
