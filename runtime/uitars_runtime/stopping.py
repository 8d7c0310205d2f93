"""Waiting for work that cannot hear a stop itself: a person, a look at a picture, a program.

What is given up is left to itself in its thread; it must not matter any more what it does.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from uitars_runtime.errors import Stopped
from uitars_runtime.protocols import Stop

_LOOK_SECONDS = 0.05
HEARD = 1.0
"""Seconds after which whoever waits in the main thread hears a signal that came right before the
wait: Python sees it only where it is at work."""

_Value = TypeVar("_Value")


def until_stopped(work: Callable[[], _Value], stop: Stop, *, comes_back: bool = False) -> _Value:
    """What the work returns or raises. Raises `Stopped` soon after the stop.

    `comes_back`: the work ends by itself, and this process must not end in the middle of it.
    """
    from concurrent.futures import Future, wait

    future: Future[_Value] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    if stop.is_set():
        raise Stopped
    threading.Thread(target=run, name="work", daemon=not comes_back).start()
    while not wait([future], _LOOK_SECONDS).done:
        if stop.is_set():
            raise Stopped
    return future.result()


def ended(process: subprocess.Popen[bytes], seconds: float, stop: Stop) -> int | None:
    """A program's exit code; None where it took too long. Raises `Stopped`; does not end it."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return process.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if stop.is_set():
                raise Stopped from None
            if time.monotonic() > deadline:
                return None
