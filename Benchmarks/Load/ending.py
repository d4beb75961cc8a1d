"""How a program that measures comes to its end: with what it has found, or because somebody wants it to."""

import asyncio
import signal
import sys

import uvloop
from server import NotStarted


def carry_out(work):
    """Does the work and gives what that gives. Ends the program, with a sentence, where there is nothing to measure on, and with a
    signal's status where somebody wants it to end; what the work has begun is ended before."""
    signals = []
    try:
        return uvloop.run(until_told(work, signals))
    except NotStarted as error:
        sys.exit(str(error))
    except asyncio.CancelledError:
        if not signals:
            sys.exit("it was ended by itself, and not by a signal: that is a fault of the generator")
        # As a shell says it of a program that a signal has ended: 130 after Ctrl-C.
        sys.exit(128 + signals[0])


async def until_told(work, signals):
    """Does the work until it is done, or somebody wants the program to end: then with what that needs, and the signal is noted."""
    task = asyncio.current_task()

    def end(number):
        signals.append(number)
        task.cancel()

    # Whoever has it go on without a terminal (nohup) has said so by ignoring that.
    hang_up = [] if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]
    for number in (signal.SIGINT, signal.SIGTERM, *hang_up):
        asyncio.get_running_loop().add_signal_handler(number, end, number)
    return await work
