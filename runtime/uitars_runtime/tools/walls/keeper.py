"""Runs one program and ends everything that it leaves behind, for walls without a process
namespace.

The keeper stays outside of the wall. It is the parent of every orphan from inside, so that a
program that leaves its session is found and ended, too. SIGTERM, and the death of who started the
keeper, end all of it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from uitars_runtime.tools.walls.kernel import adopt_orphans, die_with_parent, usual_signals

FAILED = 125
"""Exit code when the wall could not be built; standard output says why."""
_ENDING_SECONDS = 5.0


def keep(inside: Callable[[], int], clean: Callable[[], None]) -> NoReturn:
    """Call `inside` in a child of its own; exit with its code once nothing of it is left.

    `inside` builds the wall and becomes the program, or returns an exit code; `clean` is called
    when everything has ended.
    """

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        _leave(128 + signal.SIGTERM, clean)

    adopt_orphans()
    signal.signal(signal.SIGTERM, end)
    die_with_parent(signal.SIGTERM)
    child = os.fork()
    if child == 0:
        _become(inside)
    for output in (1, 2):
        os.close(output)  # it ends with the program, not with the keeper
    _leave(_code_of(child), clean)


def _leave(code: int, clean: Callable[[], None]) -> NoReturn:
    _end_descendants()
    clean()
    os._exit(code)


def _become(inside: Callable[[], int]) -> NoReturn:
    """The child: a session without a terminal, gone when the keeper goes."""
    code = FAILED
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        usual_signals()
        os.setsid()
        die_with_parent(signal.SIGKILL)
        code = inside()
    except OSError as error:
        sys.stdout.write(f"the wall could not be built: {error}\n")
    finally:
        sys.stdout.flush()
        os._exit(code)


def _code_of(child: int) -> int:
    """How the child ended, as a shell says it; orphans that end meanwhile are reaped."""
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _end_descendants() -> None:
    """SIGKILL until none is left: one that forks meanwhile is met in the next round."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while time.monotonic() < deadline:
        for pid in _descendants():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _descendants() -> list[int]:
    """Every living process below this one."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            # pid (name) state parent: the name may hold anything.
            parent = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            parents.setdefault(int(parent), []).append(int(entry.name))
    found, queue = list[int](), [os.getpid()]
    while queue:
        below = parents.get(queue.pop(), [])
        found += below
        queue += below
    return found
