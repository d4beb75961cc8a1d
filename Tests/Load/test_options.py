"""What the load generator says to wrong options, and to programs that nothing can be measured on."""

import asyncio
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import ending
import load as generator
import options
import returning
from server import NotStarted, Server

LOAD = pathlib.Path(options.__file__).with_name("load.py")


def read(*words):
    return options.read([sys.executable, *words], "")


def load(*words, **how):
    done = subprocess.run([sys.executable, LOAD, *words], capture_output=True, text=True, timeout=20, **how)
    return done.returncode, done.stdout, done.stderr


def script(folder, text):
    path = folder / "program"
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("option", "value", "right"),
    [("--sessions", value, "a whole number of at least 1") for value in ("0", "-5", "abc", "1.5", "10,", "10,0")]
    + [(option, value, "a number of more than 0")
       for option in ("--rates", "--pause", "--acts", "--seconds", "--soak", "--settled-within") for value in ("0", "-1", "abc", "nan", "inf")]
    + [(option, "1,0", "a number of more than 0") for option in ("--rates", "--acts")])
def test_a_wrong_value_is_told_with_what_is_right(option, value, right, capsys):
    with pytest.raises(SystemExit) as end:
        read(f"{option}={value}")
    assert end.value.code == 2
    assert right in capsys.readouterr().err


def test_what_isn_t_said_is_as_it_is_told():
    arguments = read()
    assert (arguments.sessions, arguments.soak, arguments.options) == ([100, 1000, 10_000], None, [])
    assert read("--soak", "60").sessions == [1000]
    assert [read(*words).settled_within for words in ((), ("--soak", "60"), ("--settled-within", "5"))] == [120, 60, 5]
    arguments = read("--sessions", "5,20", "--rates", "0.5", "--metrics", "--options=--session-grace 5")
    assert (arguments.sessions, arguments.rates) == ([5, 20], [0.5])
    assert arguments.options == ["--session-grace", "5", "--metrics"]


def test_a_path_that_leads_to_no_program_is_told(tmp_path):
    (tmp_path / "text").write_text("no program")
    for path, words in ((tmp_path / "nothing", "there is no file"), (tmp_path, "there is no file")):
        code, out, error = load(path)
        assert (code, out) == (2, "") and words in error
    if os.access(tmp_path / "text", os.X_OK):
        pytest.skip("here everything may be run")
    code, out, error = load(tmp_path / "text")
    assert (code, out) == (2, "") and "may not be run" in error


@pytest.mark.parametrize("mode", [["--sessions", "5,10"], ["--soak", "60"]], ids=["tables", "soak"])
def test_the_last_words_of_a_program_that_doesn_t_start_are_all_that_is_said(tmp_path, mode):
    path = script(tmp_path, "#!/bin/sh\necho 'the port is taken' >&2\nexit 3\n")
    code, out, error = load(path, *mode)
    assert code == 1
    assert error.splitlines() == [f"{path} didn't start. It said:", "the port is taken"]
    assert "People's acts" not in out


def test_a_file_that_the_system_can_t_run_is_told(tmp_path):
    code, _, error = load(script(tmp_path, "\0\0\0\0"))
    assert code == 1
    assert error.startswith(f"{tmp_path}/program can't be run: ")


def test_a_program_that_is_no_todostream_is_told_and_ended(tmp_path):
    path = script(tmp_path, f"#!/bin/sh\necho $$ > {tmp_path}/number\necho It is at http://127.0.0.1/\nexec sleep 60\n")
    code, _, error = load(path)
    assert code == 1
    assert f"{path} isn't a Todostream" in error
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)


# Has a database that takes todos, says that it is there, and answers nobody.
TODOSTREAM = """#!{python}
import os, socket, sqlite3, sys, time
listener = socket.create_server(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])))
print(os.getpid(), file=open("{folder}/number", "w"))
path = sys.argv[sys.argv.index("--database") + 1]
with sqlite3.connect(path) as database:
    database.execute("CREATE TABLE todo (id INTEGER PRIMARY KEY, createdAt, completedAt, deletedAt, title, titleKey, notes, search)")
print(path, file=open("{folder}/path", "w"))
print("Todostream is at http://127.0.0.1/", flush=True)
{then}
"""


def hear_all():
    """Whoever runs the tests may have signals ignored, as `nohup` and the background of a shell do."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def begin(folder, then, *words, before=hear_all):
    path = script(folder, TODOSTREAM.format(python=sys.executable, folder=folder, then=then))
    return subprocess.Popen(
        [sys.executable, LOAD, path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before)


SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["Ctrl-C", "SIGTERM", "SIGHUP"])


@SIGNALS
@pytest.mark.parametrize("mode", [["--sessions", "5"], ["--soak", "60"]], ids=["tables", "soak"])
def test_who_wants_it_to_end_gets_what_there_is_and_leaves_nothing_behind(tmp_path, mode, number):
    process = begin(tmp_path, "time.sleep(60)", *mode)
    wait_for(tmp_path / "path")
    time.sleep(0.5)
    process.send_signal(number)
    out, error = process.communicate(timeout=30)
    assert process.returncode == 128 + number and "Traceback" not in error
    assert "0 patches, 0 wrong" in out
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)
    assert not pathlib.Path((tmp_path / "path").read_text().strip()).parent.exists()


def test_the_server_ends_with_a_generator_that_is_killed(tmp_path):
    process = begin(tmp_path, "time.sleep(60)")
    wait_for(tmp_path / "path")
    process.kill()
    process.communicate()
    server = int((tmp_path / "number").read_text())
    for _ in range(100):
        try:
            os.kill(server, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it lives on")


@pytest.mark.parametrize("mode", [["--sessions", "5"], ["--soak", "60"]], ids=["tables", "soak"])
def test_a_server_that_ends_by_itself_is_told_with_its_last_words(tmp_path, mode):
    process = begin(tmp_path, "time.sleep(1)\nprint('the disk is full', file=sys.stderr)\nos._exit(3)", *mode)
    out, error = process.communicate(timeout=30)
    assert process.returncode == 1 and "Traceback" not in error
    assert "the server ended with status 3; it said last: the disk is full" in out and "0 patches, 0 wrong" in out


def wait_for(path):
    end = time.monotonic() + 20
    while not (path.exists() and path.read_text()) and time.monotonic() < end:
        time.sleep(0.05)


SILENT = "#!/bin/sh\necho $$ > {folder}/number\n{first}exec sleep 60\n"


@SIGNALS
@pytest.mark.parametrize("mode", [["--sessions", "5"], ["--soak", "60"]], ids=["tables", "soak"])
def test_a_program_that_says_nothing_can_be_ended(tmp_path, mode, number):
    path = script(tmp_path, SILENT.format(folder=tmp_path, first=""))
    process = subprocess.Popen([sys.executable, LOAD, path, *mode], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_all)
    wait_for(tmp_path / "number")
    time.sleep(0.5)
    process.send_signal(number)
    try:
        _, error = process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode == 128 + number and "Traceback" not in error
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)


def test_a_program_that_says_nothing_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(Server, "patience", 0.2)
    path = script(tmp_path, SILENT.format(folder=tmp_path, first="echo 'looking for the disk' >&2\n"))
    with pytest.raises(NotStarted, match="hasn't said within 0.2 s where it is. It said:\nlooking for the disk"):
        asyncio.run(Server(path).start())
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)


def test_who_has_it_go_on_without_a_terminal_is_heard(tmp_path):
    process = begin(tmp_path, "time.sleep(60)", before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_for(tmp_path / "path")
    time.sleep(0.5)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=1)
    process.terminate()
    process.communicate(timeout=30)
    assert process.returncode == 143


@pytest.mark.parametrize(("mode", "other"), [
    *((["--soak", "60"], other) for other in (
        ["--seconds", "5"], ["--pause", "5"], ["--acts", "5"], ["--kinds"], ["--rates", "5"], ["--metrics"], ["--sessions", "5,10"])),
    *((["--acts", "5"], other) for other in (["--pause", "5"], ["--kinds"], ["--rates", "5"])), (["--kinds"], ["--pause", "5"])],
    ids=lambda words: words[0])
def test_an_option_that_would_be_ignored_is_refused(mode, other, capsys):
    with pytest.raises(SystemExit) as end:
        read(*mode, *other)
    assert end.value.code == 2
    error = capsys.readouterr().err
    assert other[0] in error and (mode[0] in error or "a soak has one number" in error)


@pytest.mark.parametrize(("program", "option", "value", "right"), [
    ("returning.py", "--together", "0", "at least 20"), ("returning.py", "--together", "-5", "at least 20"),
    ("returning.py", "--acts", "-5", "at least 1"), ("held.py", "--sessions", "0", "at least 1")])
def test_other_programs_refuse_what_would_measure_something_else(program, option, value, right):
    done = subprocess.run([sys.executable, LOAD.with_name(program), sys.executable, f"{option}={value}"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and right in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("options", [[], ["--together", "20"]])
def test_returning_says_of_a_program_that_is_none_what_it_said(tmp_path, options):
    program = script(tmp_path, "#!/bin/sh\necho no such thing >&2\nexit 3\n")
    done = subprocess.run([sys.executable, LOAD.with_name("returning.py"), program, *options], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1 and "no such thing" in done.stderr and "Traceback" not in done.stderr


def test_returning_fails_where_a_session_comes_back_wrong(monkeypatch, capsys):
    class Server:
        site = None

        def __init__(self, executable): pass
        async def start(self): return self
        def kill(self): pass
        def fill(self, count): pass
        def rows(self): return []
        def truth(self): return []
        def stop(self): return True

    class Tab:
        def __init__(self, site, counts, changes, journal): self.counts = counts
        async def open(self): return self
        def differs(self, truth): return None
        def close(self): pass

    async def act(tab, count):
        tab.counts.wrong.append("welcome with intent 3; 100 was durable")

    async def come_back(tab, server):
        return 5.0

    for name, value in {"Server": Server, "Tab": Tab, "act": act, "come_back": come_back}.items():
        monkeypatch.setattr(returning, name, value)
    assert asyncio.run(returning.measure_each("todostream", [100])) is False
    assert "100 was durable" in capsys.readouterr().out
    monkeypatch.setattr(returning, "act", lambda tab, count: asyncio.sleep(0))
    assert asyncio.run(returning.measure_each("todostream", [100])) is True


def test_tls_without_openssl_is_told(tmp_path):
    code, _, error = load(script(tmp_path, "#!/bin/sh\n"), "--tls", env={"PATH": str(tmp_path)})
    assert code == 1 and "--tls needs the program openssl" in error and "Traceback" not in error


def test_what_is_cancelled_without_a_signal_ends_with_a_word(tmp_path, monkeypatch):
    def run(work):
        work.close()
        raise asyncio.CancelledError

    monkeypatch.setattr(generator.Stages, "run", lambda self: None)
    monkeypatch.setattr(ending.uvloop, "run", run)
    monkeypatch.setattr(sys, "argv", ["load.py", sys.executable])
    with pytest.raises(SystemExit) as end:
        generator.main()
    assert "not by a signal" in end.value.code


def test_a_server_that_ends_while_its_end_is_looked_for_is_told():
    async def run():
        found, load = [None, "it ended", "it ended"], generator.Load.__new__(generator.Load)
        load.server, load.watching = type("Server", (), {"own_end": lambda self: found.pop(0)})(), asyncio.create_task(asyncio.sleep(60))
        asyncio.get_running_loop().call_later(0.02, asyncio.current_task().cancel)
        return await load.own_end(ConnectionError())

    assert asyncio.run(run()) == "it ended"
