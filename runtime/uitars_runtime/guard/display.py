"""The guard's hold on a display: the lock of one agent per display, and the release of keys.

All calls to the X server happen in one thread of their own, so that a server that hangs cannot
keep the guard from ending processes. What they need is loaded there, too: the guard serves before.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from uitars_runtime.desktop.wayland.socket import is_compositor
from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.messages import Done, Listening, Refused, Reply, Watch

if TYPE_CHECKING:
    from uitars_runtime.guard.gesture import GestureWatch
    from uitars_runtime.guard.lock import DisplayLock
    from uitars_runtime.guard.shortcut import ShortcutWatch
    from uitars_runtime.guard.wayland_lock import WaylandLock


class DisplayWatch:
    """Watches at most one display."""

    def __init__(self, on_gesture: Callable[[], None]) -> None:
        """`on_gesture` is called from a thread of its own."""
        self._on_gesture = on_gesture
        self._gesture: GestureWatch | None = None
        self._shortcut: ShortcutWatch | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._lock: DisplayLock | WaylandLock | None = None
        self._thread = threading.Thread(target=self._work, name="display", daemon=True)
        self._thread.start()

    def watch(self, request: Watch, reply: Callable[[Reply], None]) -> None:
        """Take the display's lock; `reply` is called from the display's thread."""
        self._jobs.put(lambda: reply(self._take(request)))

    @property
    def listening(self) -> bool:
        """Whether a person's kill gesture would be heard, or nobody could make one."""
        return all(one is None or one.listening for one in (self._gesture, self._shortcut))

    def listen(self, reply: Callable[[Reply], None]) -> None:
        """Ask the person for a key that stops the agent, once; `reply` is called from a thread of
        its own."""
        from uitars_runtime.guard.shortcut import ShortcutWatch

        if self._shortcut is None or not self._shortcut.listening:
            self._shortcut = ShortcutWatch(self._on_gesture)
        self._shortcut.trigger.add_done_callback(lambda done: reply(Listening(done.result())))

    def release(self) -> None:
        """Let every key and button of the watched display go, soon."""
        self._jobs.put(self._release)

    def finish(self, seconds: float) -> None:
        """Do what was asked for, at most this long."""
        self._jobs.put(None)
        self._thread.join(seconds)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _take(self, request: Watch) -> Reply:
        if request.authority:
            os.environ["XAUTHORITY"] = request.authority
        if self._lock is not None and self._lock.held_on(request.display):
            return Done()
        try:
            self._lock = _lock(request.display)
            self._listen(request)
        except DesktopError as error:
            return Refused(error.title, error.hint, error.gone)
        # What an agent that was killed together with its guard left down.
        self._release()
        return Done()

    def _listen(self, request: Watch) -> None:
        if self._gesture is not None:
            self._gesture.close()
            self._gesture = None
        if request.gesture:
            from uitars_runtime.guard.gesture import GestureWatch

            self._gesture = GestureWatch(request.display, request.gesture, self._on_gesture)

    def _release(self) -> None:
        if self._lock is None:
            return
        try:
            self._lock.release_keys()
        except DesktopError as error:
            if not error.gone:  # with its server gone nothing is held any more
                sys.stderr.write(f"guard: {error}\n")


def _lock(display: str) -> DisplayLock | WaylandLock:
    if is_compositor(display):
        from uitars_runtime.guard.wayland_lock import WaylandLock

        return WaylandLock(display)
    from uitars_runtime.guard.lock import DisplayLock

    return DisplayLock(display)
