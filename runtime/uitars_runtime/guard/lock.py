"""One agent per display: an X selection whose owner is the agent's guard.

The server forgets the owner when its connection ends, so a killed guard frees the display.
"""

from __future__ import annotations

from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.release import release_on
from uitars_runtime.errors import DesktopError

SELECTION = "_UITARS_AGENT_LOCK"


class DisplayLock:
    """Holds the display's lock as long as it lives."""

    def __init__(self, name: str) -> None:
        """Raises `DesktopError` when another agent has it, or the display cannot be reached."""
        from Xlib import X
        from Xlib.display import Display
        from Xlib.error import DisplayError

        try:
            self._connection = Display(name)
        except (DisplayError, OSError) as error:
            raise DesktopError(
                f"The display {name} cannot be reached.",
                f"Is it running, and may this user use it? ({error})",
                gone=True,
            ) from error
        self.display = name
        display = self._connection
        selection = display.intern_atom(SELECTION)
        # Looking and taking are two requests; the grab makes them one.
        display.grab_server()
        taken = display.get_selection_owner(selection) != X.NONE
        if not taken:
            window = display.screen().root.create_window(0, 0, 1, 1, 0, 0, window_class=X.InputOnly)
            window.set_selection_owner(selection, X.CurrentTime)
        display.ungrab_server()
        display.sync()
        if taken:
            display.close()
            raise DesktopError(
                f"Another agent is working on the display {name}.",
                "Wait for it to end, stop it, or use --desktop sandbox.",
            )

    def release_keys(self) -> None:
        """Let everything go that is down on the display. Raises `DesktopError` when it is gone."""
        reached(lambda: release_on(self._connection))

    def held_on(self, name: str) -> bool:
        """Whether this is the lock of that display and its server still lives."""
        from Xlib.error import ConnectionClosedError

        try:
            self._connection.sync()
        except (ConnectionClosedError, OSError):
            return False
        return name == self.display
