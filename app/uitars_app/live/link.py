"""The connection to a private desktop, on a thread of its own: pictures out, input in."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from uitars_runtime.desktop.keyboard import Keyboard
    from uitars_runtime.desktop.xserver import XServer

_BUSY_PAUSE, _IDLE_PAUSE = 0.1, 0.3
"""Seconds between two looks at a screen that changes and one that does not; input is passed on at
once."""
_END_SECONDS = 1.0
_AUTHORITY = threading.Lock()

Work = Callable[["Hand"], None]


class Hand:
    """What a person's input is made of on the other display."""

    def __init__(self, server: XServer, keyboard: Keyboard) -> None:
        self.server = server
        self.keyboard = keyboard

    def grab(self, size: Size) -> bytes:
        """The pixels of the whole screen: blue, green, red and an unused byte each, by rows.

        Through the protocol and not by shared memory: the server may die at any moment, and a
        failure here must stay an exception.
        """
        from Xlib import X

        root = self.server.display.screen().root
        image = root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF)
        return bytes(image.data)


class DesktopLink(QObject):
    """Lives as long as the run whose desktop it shows."""

    pictured = Signal(object)
    """A `QImage` of the whole desktop, each time it looks different."""
    lost = Signal()
    """The desktop is gone."""

    def __init__(self, environment: Mapping[str, str], parent: QObject | None = None) -> None:
        """`environment`: of the programs on the desktop; its display and the key to it."""
        super().__init__(parent)
        self._environment = dict(environment)
        self._work: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._watched = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="live desktop", daemon=True)
        self._thread.start()

    def watch(self, watched: bool) -> None:
        """Whether somebody looks; nobody looks at a hidden picture."""
        if watched:
            self._watched.set()
        else:
            self._watched.clear()

    def do(self, work: Work) -> None:
        """Pass input on, in order."""
        self._work.put(work)

    def close(self) -> None:
        """Give the connection back. A display that does not answer is not waited for long: a
        program on it may have it to itself."""
        self._work.put(None)
        self._thread.join(_END_SECONDS)

    def _serve(self) -> None:
        try:
            with self._opened() as hand:
                self._exchange(hand)
        except DesktopError:
            self.lost.emit()

    def _exchange(self, hand: Hand) -> None:
        """Pass input on and pictures back until the link is closed."""
        last, pause = b"", _BUSY_PAUSE
        while True:
            try:
                work = self._work.get(timeout=pause)
            except queue.Empty:
                work = _nothing
            if work is None:
                return
            work(hand)
            if not self._watched.is_set() or not self._work.empty():
                continue
            size = hand.server.size()
            pixels = hand.grab(size)
            pause = _IDLE_PAUSE if pixels == last else _BUSY_PAUSE
            if pixels != last:
                last = pixels
                form = QImage.Format.Format_RGB32
                image = QImage(pixels, size.width, size.height, 4 * size.width, form)
                self.pictured.emit(image.copy())

    @contextmanager
    def _opened(self) -> Generator[Hand]:
        from uitars_runtime.desktop.keyboard import Keyboard
        from uitars_runtime.desktop.layout_keys import LayoutKeys
        from uitars_runtime.desktop.xserver import XServer

        with _authority(self._environment.get("XAUTHORITY", "")):
            server = XServer(self._environment["DISPLAY"])
        try:
            with server.calls():
                yield Hand(server, Keyboard(LayoutKeys(server)))
        finally:
            server.close()


def _nothing(_hand: Hand) -> None:
    """No input came."""


@contextmanager
def _authority(file: str) -> Generator[None]:
    """The key to a display is only taken from the environment; ours is put back at once."""
    with _AUTHORITY:
        before = os.environ.get("XAUTHORITY")
        if file:
            os.environ["XAUTHORITY"] = file
        try:
            yield
        finally:
            if before is None:
                os.environ.pop("XAUTHORITY", None)
            else:
                os.environ["XAUTHORITY"] = before
