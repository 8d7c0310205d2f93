"""A desktop on an X display: a person's session, or one that the runtime started."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from uitars_runtime.desktop.capture import Capture
from uitars_runtime.desktop.checked_entry import CheckedEntry
from uitars_runtime.desktop.clipboard import Clipboard, way_into
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.pointer import Pointer
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.release import give_back_keycodes
from uitars_runtime.desktop.reporting import change_in_words, inside, patience
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.desktop.text_entry import TextEntry
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.errors import DesktopError
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Outcome,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class X11Desktop:
    """Implements `Desktop` with XTEST and mss. For one thread."""

    def __init__(self, display: str) -> None:
        """`display`: for example `:0`. Raises `DesktopError`."""
        self._server = XServer(display)
        self._capture = Capture(self._geometry, display=display)
        self._settler = Settler(self._capture.grab)
        self._pointer = Pointer(self._server)
        self._keyboard = Keyboard(self._server)
        self._clipboard = Clipboard(display)
        self._entry = TextEntry(self._server, self._keyboard, self._paste)
        self._text = CheckedEntry(self._server, self._entry, self._settler)

    @property
    def name(self) -> str:
        return self._server.name

    def observe(self) -> Frame:
        """Grab the screen once it has settled. Raises `DesktopError`."""
        return self._settler.observe().frame()

    @property
    def server(self) -> XServer:
        """The connection that all input goes out on; a check has to ask on this one, too."""
        return self._server

    def execute(self, action: Action, seen: Frame, check: Check = no_objection, /) -> Outcome:
        """Do it and say what changed. Nothing can slide under the input after `check`.

        Raises `DesktopError` when the X server is gone, `TypeError` for an action that is none of
        a screen's.
        """
        with self._server.calls(), self._server.expecting(check):
            before = self._capture.grab()
            size = Size(width=before.geometry.width, height=before.geometry.height)
            if size != seen.size:
                return Outcome(ok=False, text="Not done: the screen changed size, look again.")
            try:
                if isinstance(action, Type):
                    done, settled = self._text.enter(action.text, before)
                else:
                    done = self._perform(action, seen)
                    settled = self._settler.after(before, patience(action))
            except Refused as refusal:
                return Outcome(ok=False, text=f"Not done: {refusal}")
        changed = settled.changed
        return Outcome(
            ok=True, text=f"{done} {change_in_words(changed)}", changed=changed is not None
        )

    def enter_secret(self, secret: str, _seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard, unread. Raises `DesktopError` as `execute` does."""
        with self._server.calls(), self._server.expecting(check):
            before = self._capture.grab()
            try:
                self._entry.type_only(secret)
            except Refused as refusal:
                return Outcome(ok=False, text=f"Not done: {refusal}")
            changed = self._settler.after(before).changed
        return Outcome(
            ok=True,
            text=f"Entered a secret. {change_in_words(changed)}",
            changed=changed is not None,
        )

    def reconnect(self) -> None:
        """Work on the same display again after its server came back. Raises `DesktopError`."""
        self._capture.close()
        self._settler.forget()
        self._pointer.forget()
        self._keyboard.forget()
        self._server.reconnect()

    def close(self) -> None:
        """Let every held key and button go and leave the keyboard map as it was."""
        try:
            with self._server.calls():
                self._pointer.release_all()
                self._keyboard.release_all()
                give_back_keycodes(self._server.display)
        except DesktopError as error:
            if not error.gone:
                raise
            # With its server gone nothing is held any more.
        self._clipboard.close()
        self._capture.close()
        self._server.close()

    def _perform(self, action: Action, seen: Frame) -> str:
        """Do it; what was done, as a sentence. Raises `Refused`."""
        match action:
            case Click(at=at, button=button, count=count):
                self._pointer.click(_on_device(at, seen), button, count)
                return "Clicked." if count == 1 else f"Clicked {count} times."
            case Move(at=at):
                self._pointer.move(_on_device(at, seen))
                return "Moved the pointer."
            case Drag(start=start, end=end):
                self._pointer.drag(_on_device(start, seen), _on_device(end, seen))
                return "Dragged."
            case Scroll(at=at, direction=direction, amount=amount):
                self._pointer.scroll(_on_device(at, seen), direction, amount)
                return f"Scrolled {direction} by {amount}."
            case Press(keys=keys):
                self._keyboard.press(keys)
                return f"Pressed {'+'.join(keys)}."
            case KeyDown(key=key):
                self._keyboard.hold(key)
                return f"Holding {key}."
            case KeyUp(key=key):
                self._keyboard.let_go(key)
                return f"Let {key} go."
            case Wait(seconds=seconds):
                time.sleep(seconds)
                return f"Waited {seconds:g} seconds."
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a screen")

    def _paste(self, text: str) -> bool:
        window = Windows(self._server.display).active()
        selection, keys = way_into(window.wm_class if window else "")
        return self._clipboard.paste(text, selection, lambda: self._keyboard.press(keys))

    def _geometry(self) -> Box:
        with self._server.calls():
            size = self._server.size()
        return Box(0, 0, size.width, size.height)


def _on_device(point: Point, seen: Frame) -> Point:
    """Device pixels of a point of the screenshot. Raises `Refused` outside of it."""
    inside(point, seen)
    return Point(point.x + seen.origin.x, point.y + seen.origin.y)
