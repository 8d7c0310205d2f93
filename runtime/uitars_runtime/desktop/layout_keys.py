"""The keys of an X display under the layout in use, for chords (keyboard.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from Xlib import X

from uitars_runtime.desktop.layout import keysym, lend
from uitars_runtime.desktop.xserver import XServer

_MODIFIER_BITS = {
    X.ShiftMask: "shift",
    X.ControlMask: "ctrl",
    X.Mod1Mask: "alt",
    X.Mod4Mask: "super",
    X.Mod5Mask: "altgr",
}


class LayoutKeys:
    """Implements `Keys`."""

    def __init__(self, server: XServer) -> None:
        self._server = server

    def undisturbed(self) -> AbstractContextManager[None]:
        """See `XServer`."""
        return self._server.undisturbed()

    def codes(self, keys: Sequence[str], /) -> Mapping[str, tuple[int, ...]]:
        """Their keycodes; a key that the layout lacks is lent one."""
        layout = lend(self._server, map(keysym, keys))
        return {key: layout.codes(keysym(key)) for key in keys}

    def key(self, keycode: int, /, *, down: bool) -> None:
        """Press or release a key."""
        self._server.key(keycode, down=down)

    def modifiers_down(self) -> tuple[str, ...]:
        """Modifiers that are down, whoever presses them."""
        state = self._server.modifiers()
        return tuple(name for bit, name in _MODIFIER_BITS.items() if state & bit)

    def sync(self) -> None:
        """Return once the server has processed all."""
        self._server.sync()
