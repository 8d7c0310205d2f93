"""The windows that a window manager manages: which there are, their titles, the keyboard focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from Xlib.display import Display

_Value = TypeVar("_Value")


class ManagedWindows:
    """Asks one display. Every method raises `DesktopError` when the X server is gone."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._root = display.screen().root

    def ids(self) -> list[int]:
        """All managed windows, oldest first."""
        from Xlib import X

        atom = self._display.intern_atom("_NET_CLIENT_LIST")
        found = reached(lambda: self._root.get_full_property(atom, X.AnyPropertyType))
        return [] if found is None else [int(window) for window in found.value]

    def title(self, window: int) -> str:
        """The window's title; empty for a window without one or that closed since."""
        from Xlib import X
        from Xlib.error import BadWindow

        atom = self._display.intern_atom("_NET_WM_NAME")
        handle = self._display.create_resource_object("window", window)
        try:
            found = reached(lambda: handle.get_full_property(atom, X.AnyPropertyType))
            if found is not None:
                return bytes(found.value).decode(errors="replace")
            return str(reached(handle.get_wm_name) or "")
        except BadWindow:
            return ""

    def application(self, window: int) -> str:
        """The program's kind of window, for example `XTerm`; empty where it does not say."""
        from Xlib.error import BadWindow

        handle = self._display.create_resource_object("window", window)
        try:
            kind = reached(handle.get_wm_class)
        except BadWindow:
            return ""
        return str(kind[1]) if kind else ""

    def focus(self, window: int) -> None:
        """Ask the window manager to raise the window and give it the keyboard."""
        from Xlib import X

        # Source 2: as a pager asks, on a person's behalf, so that it is not held back.
        self._ask("_NET_ACTIVE_WINDOW", window, [2, X.CurrentTime, 0, 0, 0])

    def close(self, window: int) -> None:
        """Ask the window manager to close the window, as its own button does."""
        from Xlib import X

        self._ask("_NET_CLOSE_WINDOW", window, [X.CurrentTime, 2, 0, 0, 0])

    def size(self, window: int) -> Size:
        """How large it is, in pixels; nothing of one that closed since."""
        from Xlib.error import BadDrawable

        handle = self._display.create_resource_object("window", window)
        try:
            shape = reached(handle.get_geometry)
        except BadDrawable:
            return Size(0, 0)
        return Size(int(shape.width), int(shape.height))

    def _ask(self, what: str, window: int, data: list[int]) -> None:
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        event = ClientMessage(
            window=self._display.create_resource_object("window", window),
            client_type=self._display.intern_atom(what),
            data=(32, data),
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._root.send_event(event, event_mask=mask)
        reached(self._display.sync)


def hang_up(display: Display) -> None:
    """Close a connection, also one whose server is gone."""
    from Xlib.error import ConnectionClosedError

    try:
        display.close()
    except (ConnectionClosedError, OSError):
        # Closing says goodbye first, to a server that may be gone.
        display.display.socket.close()


def reached(ask: Callable[[], _Value]) -> _Value:
    """The answer of the X server."""
    from Xlib.error import ConnectionClosedError

    try:
        return ask()
    except (ConnectionClosedError, OSError) as error:
        raise DesktopError("The X server is gone.", str(error), gone=True) from error
