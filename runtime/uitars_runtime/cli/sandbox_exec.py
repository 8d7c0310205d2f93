"""`uitars sandbox exec`: a command in a session; output and exit code are the command's."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from uitars_runtime.cli.formats import JSON, as_json
from uitars_runtime.errors import UsageError

_LIMIT = 6
"""Exit code of a command that reached a limit."""


def run_in_session(arguments: argparse.Namespace) -> int:
    """Run it to its end; its exit code, or that of a limit. Raises `UsageError`, `DesktopError`."""
    from uitars_runtime.sessions.folder import find
    from uitars_runtime.sessions.running import run

    record = find(arguments.id)
    if not arguments.words:
        raise UsageError("A command is missing.", f"uitars sandbox exec {record.id} -- COMMAND")
    told = arguments.output_format == JSON
    out, err = bytearray(), bytearray()
    # A terminal of the person's is not for what runs there.
    given = None if sys.stdin.isatty() else sys.stdin
    stdin = os.open(os.devnull, os.O_RDONLY) if given is None else given.fileno()
    try:
        ended = run(
            record.id,
            arguments.words,
            stdin,
            out.extend if told else _Writing(1),
            err.extend if told else _Writing(2),
        )
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 128 + signal.SIGPIPE  # whoever reads has enough, as in any pipeline
    finally:
        if given is None:
            os.close(stdin)
    if told:
        texts = {"output": out.decode(errors="replace"), "error": err.decode(errors="replace")}
        sys.stdout.write(as_json({"code": ended.code, "limit": ended.limit, **texts}))
    elif ended.limit:
        sys.stderr.write(f"{ended.limit}\n")
    return _LIMIT if ended.limit else ended.code


class _Writing:
    """Writes all of what it is given to a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __call__(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._descriptor, data) :]
