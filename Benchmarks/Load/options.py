"""What the load generator is told on the command line."""

import argparse
import ast
import math
import os
import pathlib


# Which options are for what another leaves out.
IGNORED = {
    "soak": ("seconds", "pause", "acts", "kinds", "rates", "metrics"), "acts": ("pause", "kinds", "rates"), "kinds": ("pause",)}
UNLESS_SAID = {"seconds": 15, "pause": 5, "acts": [], "rates": [1, 10]}


def numbers(kind):
    """Several of a kind, with commas between them."""
    return lambda text: [kind(part) for part in text.split(",")]


def at_least(least):
    """Reads a whole number of at least so much."""
    def read(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} should be a whole number of at least {least}")
        return int(text)

    return read


count = at_least(1)


def positive(text):
    """A number of more than 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number of more than 0")
    return number


def program(path):
    """The path of something that can be run."""
    if not os.path.isfile(path):
        raise argparse.ArgumentTypeError(
            f"there is no file {path}: say the path of a Todostream, which `swift build -c release --product todostream` makes")
    if not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{path} may not be run: say the path of a program, or give the right to (chmod +x)")
    return path


def ignored(arguments):
    """What is said of options that would be ignored beside another; None if all of them count."""
    for mode, others in IGNORED.items():
        if getattr(arguments, mode):
            for other in others:
                if getattr(arguments, other):
                    return f"--{other} says nothing beside --{mode}: leave one of them out"
    if arguments.soak and arguments.sessions and len(arguments.sessions) > 1:
        return "a soak has one number of --sessions"
    return None


def read(words, description):
    """The options, from the words of a command line; the program ends where one is wrong."""
    parser = argparse.ArgumentParser(
        prog="Scripts/load", description=description, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Scripts/load test [OPTIONS] runs the tests of the generator itself, with the options of pytest.")
    parser.add_argument("executable", type=program, help="the path of a Todostream")
    parser.add_argument(
        "--sessions", type=numbers(count),
        help="how many pages are open, one run for each number: 100,1000,10000 unless said; a soak takes one number, or 1000")
    parser.add_argument("--seconds", type=positive, help="how long a stage lasts: 15 unless said")
    parser.add_argument("--pause", type=positive, help="seconds between the acts of one who is active, with up to 1,000 sessions: 5 unless said")
    parser.add_argument(
        "--acts", type=numbers(positive), help="only this: all are active, with each of these pauses in turn")
    parser.add_argument(
        "--kinds", action="store_true", help="only this: a list that changes, alone and beside each kind of hostile client in turn, at each of the rates")
    parser.add_argument("--rates", type=numbers(positive), help="how often the list changes in a second: 1,10 unless said")
    parser.add_argument("--tls", action="store_true", help="pages by HTTP/2, live links by WebSocket, both encrypted")
    parser.add_argument("--metrics", action="store_true", help="have the server measure its own latency too, which costs it some")
    parser.add_argument(
        "--options", type=str.split, default=[], help="more options for the server, in one word: --options='--session-grace 5'")
    parser.add_argument("--soak", type=positive, metavar="SECONDS", help="a soak of so many seconds in place of the tables")
    parser.add_argument(
        "--settled-within", type=positive, metavar="SECONDS",
        help="it is wrong if all screens are right only later, when a stage is over (120 unless said) or people of a soak rest (60), and if"
        " all pages of a soak are live only later behind a kill")
    arguments = parser.parse_args(words)
    if fault := ignored(arguments):
        parser.error(fault)
    for name, value in UNLESS_SAID.items():
        setattr(arguments, name, getattr(arguments, name) or value)
    if arguments.metrics:
        arguments.options += ["--metrics"]
    # Stages may be more than a machine can do, and what is left of them takes its time.
    arguments.settled_within = arguments.settled_within or (60 if arguments.soak else 120)
    arguments.sessions = arguments.sessions or ([1000] if arguments.soak else [100, 1000, 10_000])
    return arguments


def description():
    """How load.py says what it does, without what it needs to do it."""
    return ast.get_docstring(ast.parse(pathlib.Path(__file__).with_name("load.py").read_text()))


if __name__ == "__main__":
    read(["--help"], description())
