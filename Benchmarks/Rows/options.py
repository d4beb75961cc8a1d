"""What the browser's measurements are told on the command line. Whatever is wrong there is said before anything is measured."""

import argparse
import os
import pathlib


def count(least):
    """A whole number that isn't less."""
    def read(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} should be a whole number of at least {least}")
        return int(text)

    return read


def file(path):
    if not os.path.isfile(path):
        raise argparse.ArgumentTypeError(f"there is no file {path}")
    return path


def program(right):
    """The whole path of something that can be run; otherwise it is said what would be right."""
    def read(path):
        if not os.path.isfile(path):
            raise argparse.ArgumentTypeError(f"there is no file {path}: say the path of {right}")
        if not os.access(path, os.X_OK):
            raise argparse.ArgumentTypeError(f"{path} may not be run: say the path of {right}, or give the right to (chmod +x)")
        return os.path.abspath(path)

    return read


def release(*products):
    """One of our programs, as it is measured."""
    return program(" or ".join(f"a {product}, which `swift build -c release --product {product.lower()}` makes" for product in products))


liveview = program("a program that serves its page in LiveView at the port that it is given")


def writable(path):
    """The path of a file that can be written; it isn't touched yet."""
    path = pathlib.Path(path)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is a folder: say the path of a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} may not be written")
    return path


def some_of(things):
    """Those that have a text in their names."""
    def read(text):
        found = [thing for thing in things if text in thing.name]
        if not found:
            raise argparse.ArgumentTypeError(f"none has {text!r} in its name: there are {'; '.join(thing.name for thing in things)}")
        return found

    return read
