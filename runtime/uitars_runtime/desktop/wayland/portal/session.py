"""Leave to see and work the screen (RemoteDesktop with ScreenCast), and input under it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from uitars_runtime.desktop.wayland.portal import leave
from uitars_runtime.desktop.wayland.portal.bus import CAST, LASTING, REMOTE, Portal
from uitars_runtime.errors import ConsentError
from uitars_runtime.types import Point, Size

_KEYBOARD_AND_POINTER: Final = 3
_MONITOR: Final = 1
_UNTIL_REVOKED: Final = 2
"""How long leave is asked for (persist_mode); the person may give less."""
_HIDDEN, _EMBEDDED = 1, 2
"""How the pointer comes in the pictures (cursor modes)."""
_NO_OPTIONS: Final[Mapping[str, tuple[str, object]]] = {}


class Stream(NamedTuple):
    """A monitor that may be seen."""

    node: int
    """Its number in PipeWire, by which input names it, too."""
    position: Point
    """Where it lies, in logical pixels."""
    size: Size
    """In logical pixels."""


class Session:
    """One session. Every method raises `DesktopError`: `gone` where the leave has ended."""

    def __init__(self, portal: Portal) -> None:
        """Raises `ConsentError` where nobody allows it."""
        self._portal = portal
        made = portal.ask(
            REMOTE,
            "CreateSession",
            "",
            options={"session_handle_token": ("s", f"uitars{os.getpid()}")},
        )
        self._handle = str(made["session_handle"][1])
        portal.watch(self._handle)
        self._select()
        told = portal.ask(REMOTE, "Start", "os", self._handle, "", options=_NO_OPTIONS)
        if token := str(told.get("restore_token", ("s", ""))[1]):
            leave.keep(token)
        allowed = int(told.get("devices", ("u", 0))[1])
        self.streams = tuple(
            _stream(node, facts) for node, facts in told.get("streams", ("", ()))[1]
        )
        if allowed & _KEYBOARD_AND_POINTER != _KEYBOARD_AND_POINTER or not self.streams:
            raise ConsentError(
                "Nobody allowed uitars the screen, the pointer and the keyboard together.",
                "Run it again and allow all three in the window that asks, or use --desktop"
                " sandbox.",
            )

    def pictures(self) -> int:
        """A descriptor of PipeWire, through which these monitors can be seen."""
        given = self._portal.call(
            CAST, "OpenPipeWireRemote", "oa{sv}", self._handle, dict(_NO_OPTIONS)
        )
        return int(given[0].to_raw_fd())

    def move(self, stream: int, x: float, y: float) -> None:
        """Put the pointer on a logical pixel of a monitor."""
        self._notify("PointerMotionAbsolute", "udd", stream, x, y)

    def shift(self, x: float, y: float) -> None:
        """Move the pointer by logical pixels."""
        self._notify("PointerMotion", "dd", x, y)

    def button(self, code: int, *, down: bool) -> None:
        """Press or release a button (linux/input-event-codes.h)."""
        self._notify("PointerButton", "iu", code, int(down))

    def wheel(self, axis: int, steps: int) -> None:
        """Turn the wheel; axis 0 is vertical, and down and right are positive."""
        self._notify("PointerAxisDiscrete", "ui", axis, steps)

    def key(self, place: int, *, down: bool) -> None:
        """Press or release the key at a place (linux/input-event-codes.h)."""
        self._notify("KeyboardKeycode", "iu", place, int(down))

    def symbol(self, keysym: int, *, down: bool) -> None:
        """Press or release the key that means this."""
        self._notify("KeyboardKeysym", "iu", keysym, int(down))

    def _select(self) -> None:
        options: dict[str, tuple[str, object]] = {"types": ("u", _KEYBOARD_AND_POINTER)}
        if self._portal.version(REMOTE) >= LASTING:
            options["persist_mode"] = ("u", _UNTIL_REVOKED)
            if token := leave.take():
                options["restore_token"] = ("s", token)
        self._portal.ask(REMOTE, "SelectDevices", "o", self._handle, options=options)
        modes = int(self._portal.read(CAST, "AvailableCursorModes"))
        self._portal.ask(
            CAST,
            "SelectSources",
            "o",
            self._handle,
            options={
                "types": ("u", _MONITOR),
                "multiple": ("b", True),
                "cursor_mode": ("u", _HIDDEN if modes & _HIDDEN else _EMBEDDED),
            },
        )

    def _notify(self, what: str, kinds: str, *given: object) -> None:
        self._portal.call(
            REMOTE, f"Notify{what}", f"oa{{sv}}{kinds}", self._handle, dict(_NO_OPTIONS), *given
        )


def _stream(node: int, facts: Mapping[str, tuple[str, Any]]) -> Stream:
    left, top = facts.get("position", ("(ii)", (0, 0)))[1]
    width, height = facts.get("size", ("(ii)", (0, 0)))[1]
    return Stream(int(node), Point(int(left), int(top)), Size(int(width), int(height)))
