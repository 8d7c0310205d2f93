"""How a training is ended before its time: by SIGTERM or Ctrl-C, with what it has learned on disk.

Not here: what is kept then, which is the training's own.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ended_early() -> Generator[threading.Event]:
    """Set once somebody ends the training; who asks a second time does not wait for it."""
    ended = threading.Event()
    before = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT)}

    def end(number: int, _where: FrameType | None) -> None:
        ended.set()
        signal.signal(number, before[signal.Signals(number)])

    for one in before:
        signal.signal(one, end)
    try:
        yield ended
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
