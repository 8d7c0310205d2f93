"""A key of the session that a person gives to stopping the agent (GlobalShortcuts).

The session hears it whatever program has the keyboard. Which key it is the person decides.
"""

from __future__ import annotations

import os
from typing import Final

from uitars_runtime.desktop.wayland.portal.bus import SHORTCUTS, Options, Portal

_STOP: Final = "stop"
_WANTED: Final[Options] = {
    "description": ("s", "Stop uitars"),
    "preferred_trigger": ("s", "LOGO+SHIFT+Escape"),
}


class Shortcut:
    """Bound until it is closed. Every method raises `DesktopError`."""

    def __init__(self, portal: Portal) -> None:
        """Asks the person. Raises `ConsentError` where they say no."""
        self._portal = portal
        given: Options = {"session_handle_token": ("s", f"uitars{os.getpid()}")}
        made = portal.ask(SHORTCUTS, "CreateSession", "", options=given)
        self._session = str(made["session_handle"][1])
        portal.watch(self._session)
        portal.follow(SHORTCUTS, "Activated")
        wanted = [(_STOP, dict(_WANTED))]
        told = portal.ask(
            SHORTCUTS, "BindShortcuts", "oa(sa{sv})s", self._session, wanted, "", options={}
        )
        bound = dict(told.get("shortcuts", ("", ()))[1])
        self.trigger = str(bound.get(_STOP, {}).get("trigger_description", ("s", ""))[1])
        """How it is pressed, in the words of the session; empty where no key was given."""

    def await_pressed(self) -> None:
        """Return when a person has pressed it. Raises `ConsentError` where it was taken back."""
        while True:
            session, what, *_ = self._portal.next_followed()
            if (session, what) == (self._session, _STOP):
                return

    def close(self) -> None:
        """Give the key back."""
        self._portal.close()
