"""What a program has recorded, played again by the same program: every screen must come out as it was shown."""

import os
import subprocess

# A run that is to be quick does without.
IS_PLAYED = os.environ.get("REPLAY") != "0"

# Each program that was started and isn't checked yet, with each log that it was started with.
_noted = []


def note(program):
    """Remembers where a program records that is being started."""
    if program.recording and (program, program.recording) not in _noted:
        _noted.append((program, program.recording))


def forget():
    _noted.clear()


def check_all():
    """Plays what was recorded by all programs that were started and aren't checked yet."""
    for program, _ in _noted[:]:
        check(program)


def check(program):
    """Plays what a program has recorded since it was started."""
    for noted in [noted for noted in _noted if noted[0] is program]:
        _noted.remove(noted)
        play(*noted)


def play(program, log):
    """Has a program play a log, and tells for each session the first screen that is another than it was.

    Whoever runs the tests is told too, in the file that UNPLAYED names: a test that fails may go well the next time, with another recording.
    """
    try:
        _play(program, log)
    except Exception as error:
        if told := os.environ.get("UNPLAYED"):
            with open(told, "a") as file:
                file.write(f"{error}\n")
        raise


def _play(program, log):
    played = _replay(program, log)
    # Whoever asks for no page begins no session, and of one that was killed soon no screen may have been recorded.
    if played.returncode == 0 or "no session is recorded in" in played.stderr:
        return
    if "no screen was recorded that could be compared" in played.stderr:
        return
    lines = played.stdout.splitlines()
    told = [f"{log} isn't played as it was recorded ({played.returncode}):", *lines, played.stderr]
    # Of several sessions it says a line each: alone each tells what it shows.
    if lines and " sessions play as they were recorded" in lines.pop():
        for name in (line.partition(": ")[0] for line in lines if "recorded" not in line):
            told.append(f"{name}: {_replay(program, log, '--session', name).stderr}")
    raise AssertionError("\n".join(told))


def _replay(program, log, *options):
    return subprocess.run(
        [os.path.abspath(program.executable), "replay", log, *options], cwd=program.folder, capture_output=True,
        text=True, timeout=50)
