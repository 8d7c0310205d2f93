"""A desktop on an X display: a person's session, or one that the runtime started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.desktop.accessibility import Accessibility, bus_address
from uitars_runtime.desktop.capture import Capture
from uitars_runtime.desktop.checked_entry import CheckedEntry
from uitars_runtime.desktop.clipboard import Clipboard, way_into
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.layout_keys import LayoutKeys
from uitars_runtime.desktop.pointer import Pointer
from uitars_runtime.desktop.readback import Field, read_field
from uitars_runtime.desktop.release import give_back_keycodes
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.desktop.text_entry import TextEntry
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.working import Working
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.errors import DesktopError
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import Action, Box, Outcome

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class X11Desktop:
    """Implements `Desktop` with XTEST and mss. For one thread."""

    def __init__(self, display: str) -> None:
        """`display`: for example `:0`. Raises `DesktopError`."""
        self._server = XServer(display)
        self._capture = Capture(self._geometry, display=display)
        self._settler = Settler(self._capture.grab, empty=self._is_empty)
        self._pointer = Pointer(self._server)
        self._keyboard = Keyboard(LayoutKeys(self._server))
        self._clipboard = Clipboard(display)
        self._entry = TextEntry(self._server, self._keyboard, self._paste)
        self._working = Working(
            self._capture.grab,
            self._settler,
            self._pointer,
            self._keyboard,
            CheckedEntry(self._entry, self._settler, self._field),
        )

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
            return self._working.execute(action, seen)

    def enter_secret(self, secret: str, _seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard, unread. Raises `DesktopError` as `execute` does."""
        with self._server.calls(), self._server.expecting(check):
            return self._working.enter_secret(lambda: self._entry.type_only(secret))

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

    def _paste(self, text: str) -> bool:
        window = Windows(self._server.display).active()
        selection, keys = way_into(window.wm_class if window else "")
        return self._clipboard.paste(text, selection, lambda: self._keyboard.press(keys))

    def _field(self) -> Field | None:
        window = Windows(self._server.display).active()
        if window is None:
            return None
        return read_field(Accessibility(bus_address(self._server.display)), window.pid)

    def _is_empty(self) -> bool:
        return Windows(self._server.display).none()

    def _geometry(self) -> Box:
        with self._server.calls():
            size = self._server.size()
        return Box(0, 0, size.width, size.height)
