"""Running a command in a session: its output comes here as it is written, and it ends with us."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from io import FileIO

from uitars_runtime.errors import Stopped
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Ended, Exec, Started

_CHUNK = 1 << 16
_LOOK_SECONDS = 0.5

Write = Callable[[bytes], object]


def run(
    session: str,
    argv: Sequence[str],
    stdin: int,
    out: Write,
    err: Write,
    left: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run it to its end; its code is 128 and the number for a signal. `stdin`: a descriptor that it
    reads from. `left`: asked now and then whether nobody waits for it any more.

    Raises `UsageError`, `DesktopError`, and `Stopped` where they left.
    """
    with ExitStack() as opened:
        link = opened.enter_context(HostLink(session))
        # Never a terminal: what runs there could type into it.
        reading_out, writing_out = opened.enter_context(_pipe())
        reading_err, writing_err = opened.enter_context(_pipe())
        link.ask(Exec(tuple(argv)), Started, (stdin, writing_out.fileno(), writing_err.fileno()))
        writing_out.close()
        writing_err.close()
        sinks = {reading_out: out, reading_err: err}
        ended = None
        while ended is None:
            if left():
                raise Stopped
            for ready in select.select([link.fileno(), *sinks], [], [], _LOOK_SECONDS)[0]:
                if ready == link.fileno():
                    ended = link.receive(Ended)
                else:
                    _pass_on(ready, sinks)
        # What it left running may hold the pipes open: only what is written already belongs here.
        while written := select.select([*sinks], [], [], 0)[0]:
            for descriptor in written:
                _pass_on(descriptor, sinks)
    return ended if ended.code >= 0 else Ended(128 - ended.code, ended.limit)


def _pass_on(descriptor: int, sinks: dict[int, Write]) -> None:
    data = os.read(descriptor, _CHUNK)
    if data:
        sinks[descriptor](data)
    else:
        del sinks[descriptor]


@contextmanager
def _pipe() -> Generator[tuple[int, FileIO]]:
    """Both ends; the writing one may be closed meanwhile. As a file it is closed once only: its
    number may belong to somebody else by then."""
    reading, number = os.pipe()
    with FileIO(number, "w") as writing:
        try:
            yield reading, writing
        finally:
            os.close(reading)
