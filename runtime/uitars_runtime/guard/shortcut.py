"""The kill gesture of a Wayland session: a key that its desktop portal hears for us, where the
session has that and the person gives one.

Asks and listens in a thread of its own, since a person takes their time.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future

from uitars_runtime.errors import ConsentError, DesktopError


class ShortcutWatch:
    """Listens as long as the guard lives, or until nobody tells of presses any more."""

    def __init__(self, on_gesture: Callable[[], None]) -> None:
        """`on_gesture` is called from the listening thread."""
        self._on_gesture = on_gesture
        self.trigger: Future[str] = Future()
        """How a person makes it, once that is known; empty where nobody would hear it."""
        self._thread = threading.Thread(target=self._listen, name="gesture", daemon=True)
        self._thread.start()

    @property
    def listening(self) -> bool:
        """Whether a gesture would be heard, or nobody was told of one."""
        return self._thread.is_alive() or not self.trigger.result()

    def _listen(self) -> None:
        from uitars_runtime.desktop.wayland.portal.bus import SHORTCUTS, Portal
        from uitars_runtime.desktop.wayland.portal.shortcut import Shortcut

        try:
            if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
                return
            portal = Portal()
            if not portal.version(SHORTCUTS):
                return
            shortcut = Shortcut(portal)
            self.trigger.set_result(shortcut.trigger)
            while shortcut.trigger:
                shortcut.await_pressed()
                self._on_gesture()
        except (DesktopError, ConsentError) as error:
            # The hands are told, by the trigger or at their next question.
            sys.stderr.write(f"guard: nobody listens for a shortcut: {error}\n")
        finally:
            if not self.trigger.done():
                self.trigger.set_result("")
