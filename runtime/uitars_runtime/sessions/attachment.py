"""Holding a session: hands below its guard, a sign of life every second, and giving it back."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import deque
from pathlib import Path

from uitars_runtime.errors import DesktopError, UitarsError
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import (
    Attach,
    Attached,
    Beat,
    Done,
    EndHands,
    Noted,
    Release,
    StartHands,
)

_BEAT_SECONDS = 1.0
_HEAR_SECONDS = 5 * _BEAT_SECONDS


class Attachment:
    """Implements `Keeper` for the holder of a session."""

    def __init__(self, session: str, holder: str) -> None:
        """Raises `UsageError` where it ended or is paused, `TakenError`."""
        self._link = HostLink(session)
        try:
            self._attached = self._link.ask(Attach(holder, os.getpid()), Attached)
        except UitarsError:
            self._link.close()
            raise
        self._used = time.monotonic()
        self._notes: deque[str] = deque()
        self._over = threading.Event()
        """Given back, or lost."""
        self._loss = DesktopError(
            f"The session {session} ended.", "See: uitars sandbox list", gone=True
        )
        self._beating = threading.Thread(target=self._beat, name="session", daemon=True)
        self._beating.start()

    @property
    def pid(self) -> int:
        return self._attached.guard

    @property
    def folder(self) -> Path:
        return Path(self._attached.folder)

    def start_hands(self, to_head: socket.socket, /) -> int:
        """Start hands on the session's desktop; one that died is started again first."""
        self._attached = self._link.ask(StartHands(), Attached, [to_head.fileno()])
        return self._attached.hands

    def end_hands(self) -> None:
        """Kill the hands and let go what they held."""
        self._link.ask(EndHands(), Done)

    def alive(self) -> bool:
        """Whether the session is still held here."""
        return not (self._over.is_set() or self._link.hung_up())

    def used(self) -> None:
        """The hands are worked with."""
        self._used = time.monotonic()

    def notice(self) -> str:
        """What became of programs since it was asked last."""
        words: list[str] = []
        while self._notes:
            words.append(self._notes.popleft())
        return " ".join(words)

    def lost(self) -> DesktopError:
        """Why it is not held any more: the host's last words, which the next beat hears."""
        self._over.wait(_HEAR_SECONDS)
        return self._loss

    def await_halt(self) -> bool:
        """No person's keyboard reaches a session."""
        self._over.wait()
        return False

    def close(self) -> bool:
        """Give the session back as it is."""
        held = not self._over.is_set()
        self._over.set()
        self._beating.join()
        try:
            if held:
                self._link.ask(Release(), Done)
        except UitarsError:
            held = False
        self._link.close()
        return held

    def _beat(self) -> None:
        while not self._over.wait(_BEAT_SECONDS):
            try:
                noted = self._link.ask(Beat(time.monotonic() - self._used), Noted)
            except UitarsError as error:
                self._loss = DesktopError(error.title, error.hint, gone=True)
                self._over.set()
            else:
                self._notes.extend(noted.words)
