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

from uitars_runtime.errors import UitarsError
from uitars_runtime.frame import Frame
from uitars_runtime.guard.folder import SCRATCH
from uitars_runtime.guard.link import GuardLink
from uitars_runtime.hands.assembly import Assembly, assemble
from uitars_runtime.hands.leaving import Leaving
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

_HEAD, _GUARD = 3, 4
"""Descriptors of the links."""

_UNKNOWN_FRAME = Performed(
    Verdict(Decision.DENY, DecidedBy.FAULT, "hands", "Its screenshot is not known any more."),
    Outcome(ok=False, text="Not done: the screen was looked at too long ago. Look again."),
)


class Worker:
    """Serves one head."""

    def __init__(self, head: socket.socket, assembly: Assembly) -> None:
        self._head = head
        self._assembly = assembly
        self._frames: OrderedDict[str, Frame] = OrderedDict()

    def serve(self) -> None:
        """Answer requests until the head is gone. Raises `Lost`."""
        while True:
            body, _ = receive(self._head)
            message = msgspec.msgpack.decode(body, type=ToHands)
            try:
                self._answer(message)
            except UitarsError as error:
                send(self._head, Failed.of(error))

    def _answer(self, message: ToHands) -> None:
        match message:
            case Observe():
                self._observe()
            case Perform(action=action, frame=grab, claimed=claimed):
                seen = self._frames.get(grab)
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
        self._frames[seen.grab] = seen
        if len(self._frames) > _KEPT_FRAMES:
            self._frames.popitem(last=False)
        import numpy as np

        pixels = np.ascontiguousarray(seen.pixels).data.cast("B")
        observed = Observed(
            seen.grab, seen.size, seen.origin, seen.told, seen.windows, seen.address
        )
        send(self._head, observed, pixels)


def main() -> int:
    """Work for the head on descriptor 3 until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    head, guard = socket.socket(fileno=_HEAD), GuardLink(socket.socket(fileno=_GUARD))
    leaving = Leaving(guard, kept=(_HEAD, _GUARD))
    signal.signal(signal.SIGTERM, leaving.at_signal)
    for descriptor in (_HEAD, _GUARD):
        os.set_inheritable(descriptor, False)
    try:
        _work(head, guard, leaving)
    finally:
        leaving.clean_up()
    return 0


def _work(head: socket.socket, guard: GuardLink, leaving: Leaving) -> None:
    """Serve the head."""
    try:
        assembly = _begin(head, guard)
        if assembly is not None:
            leaving.display = assembly.display
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
    except UitarsError as error:
        send(head, Failed.of(error))
        return None
    ready = Ready(
        display=assembly.display,
        desktop_name=assembly.desktop_name,
        environment=assembly.environment,
        sandbox=assembly.sandbox,
        notice=assembly.notice,
        warning=assembly.warning,
        tools=assembly.tools,
        endpoint=assembly.endpoint,
    )
    send(head, ready)
    return assembly


def _show(head: socket.socket, text: str) -> bool:
    """Pass on what a command writes, unless a slow face still has enough to show."""
    if not select.select([], [head], [], 0)[1]:
        return False
    send(head, Wrote(text))
    return True
