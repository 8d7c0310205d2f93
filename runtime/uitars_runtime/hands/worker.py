"""The hands process: opens the desktop, then does what the head asks, one request at a time.

Descriptor 3 is the link to the head, descriptor 4 the link to the guard. When the head is gone, so
is this process.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import tempfile
from collections import OrderedDict
from pathlib import Path

import msgspec

from uitars_runtime.desktop.release import release_everything
from uitars_runtime.errors import DesktopError, GateError, UitarsError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.guard.folder import MARK, SCRATCH, await_abandoned, sweep
from uitars_runtime.guard.link import GuardLink
from uitars_runtime.hands.assembly import Assembly, assemble
from uitars_runtime.hands.messages import (
    Answer,
    Begin,
    Did,
    Failed,
    Lost,
    Observe,
    Observed,
    Perform,
    Ready,
    ToHands,
    Touched,
    Wrote,
    receive,
    send,
)
from uitars_runtime.hands.remote_asker import RemoteAsker
from uitars_runtime.types import DecidedBy, Decision, Outcome, Performed, Verdict

_KEPT_FRAMES = 8
"""Screenshots an action may still refer to; a model decides on one of the last few."""

_GUARD_SECONDS = 5.0
"""How long hands without a head wait for their guard to end them."""

_UNKNOWN_FRAME = Performed(
    Verdict(Decision.DENY, DecidedBy.FAULT, "hands", "Its screenshot is not known any more."),
    Outcome(ok=False, text="Not done: the screen was looked at too long ago. Look again."),
)


class Worker:
    """Serves one head."""

    def __init__(self, head: socket.socket, assembly: Assembly) -> None:
        self._head = head
        self._assembly = assembly
        self._frames: OrderedDict[int, Frame] = OrderedDict()
        self._number = 0

    def serve(self) -> None:
        """Answer requests until the head is gone. Raises `Lost`."""
        while True:
            body, _ = receive(self._head)
            message = msgspec.msgpack.decode(body, type=ToHands)
            try:
                self._answer(message)
            except (DesktopError, UsageError, GateError) as error:
                send(self._head, failure(error))

    def _answer(self, message: ToHands) -> None:
        match message:
            case Observe():
                self._observe()
            case Perform(action=action, frame=number, claimed=claimed):
                seen = self._frames.get(number)
                if seen is None:
                    send(self._head, Did(_UNKNOWN_FRAME))
                else:
                    send(self._head, Did(self._assembly.hands.perform(action, seen, claimed)))
            case Answer():
                pass  # to a question that timed out
            case Begin():
                raise TypeError("the hands were begun twice")

    def _observe(self) -> None:
        seen = self._assembly.hands.observe()
        self._number += 1
        self._frames[self._number] = seen
        if len(self._frames) > _KEPT_FRAMES:
            self._frames.popitem(last=False)
        import numpy as np

        pixels = np.ascontiguousarray(seen.pixels).data.cast("B")
        send(self._head, Observed(self._number, seen.size, seen.origin, seen.told), pixels)


def failure(error: UitarsError) -> Failed:
    """An error as it travels to the head."""
    gone = isinstance(error, DesktopError) and error.gone
    return Failed(type(error).__name__, error.title, error.hint, gone)


def main() -> int:
    """Work for the head on descriptor 3 until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    head, guard = socket.socket(fileno=3), GuardLink(socket.socket(fileno=4))
    for descriptor in (3, 4):
        os.set_inheritable(descriptor, False)
    displays: list[str] = []
    try:
        try:
            _work(head, guard, displays)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    finally:
        # A living guard kills this process as soon as the head is gone. One that was killed leaves
        # it to the hands to let go and to end what outlived it.
        if guard.gone(_GUARD_SECONDS):
            try:
                for display in displays:
                    _release(display)
            finally:
                tempfile.tempdir = None  # where runs have their folders
                await_abandoned(Path(os.environ[MARK]))
                sweep()
    return 0


def _work(head: socket.socket, guard: GuardLink, displays: list[str]) -> None:
    """Serve the head; the display that is worked on is put into `displays`."""
    try:
        assembly = _begin(head, guard)
        if assembly is not None:
            displays.append(assembly.display)
            Worker(head, assembly).serve()
    except Lost as lost:
        sys.stderr.write(f"hands: the head is gone: {lost}\n")


def _begin(head: socket.socket, guard: GuardLink) -> Assembly | None:
    """Open the desktop the head asks for and say so; None when it cannot be opened."""
    body, _ = receive(head)
    begin = msgspec.msgpack.decode(body, type=Begin)
    # What is put down for a moment goes with the run's folder, also after kill -9.
    scratch = Path(begin.folder) / SCRATCH
    scratch.mkdir(mode=0o700, exist_ok=True)
    tempfile.tempdir = str(scratch)
    try:
        assembly = assemble(
            begin,
            guard,
            RemoteAsker(head),
            lambda: send(head, Touched()),
            lambda text: _show(head, text),
        )
    except (DesktopError, UsageError, GateError) as error:
        send(head, failure(error))
        return None
    ready = Ready(
        display=assembly.display,
        desktop_name=assembly.desktop_name,
        environment=assembly.environment,
        sandbox=assembly.sandbox,
        notice=assembly.notice,
        tools=assembly.tools,
    )
    send(head, ready)
    return assembly


def _show(head: socket.socket, text: str) -> bool:
    """Pass on what a command writes, unless a slow face still has enough to show."""
    if not select.select([], [head], [], 0)[1]:
        return False
    send(head, Wrote(text))
    return True


def _leave(_number: int, _frame: object) -> None:
    """The guard was killed: end, whatever this process is doing, by way of `main`."""
    raise SystemExit(128 + signal.SIGTERM)


def _release(display: str) -> None:
    try:
        release_everything(display)
    except DesktopError as error:
        if not error.gone:  # with its server gone nothing is held any more
            sys.stderr.write(f"hands: {error}\n")
