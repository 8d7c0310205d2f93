"""Chords and held keys on an X display, under any layout. Entering text is in text_entry.py."""

from __future__ import annotations

import time
from collections.abc import Sequence

from Xlib import X

from uitars_runtime.desktop.layout import Layout, Stroke, keysym, lend
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.keys import UnknownKeyError, chord, normalise

_HOLD = 0.01
"""Seconds between pressing a chord and letting it go: some programs poll the keyboard."""
MODIFIER_BITS = {
    X.ShiftMask: "shift",
    X.ControlMask: "ctrl",
    X.Mod1Mask: "alt",
    X.Mod4Mask: "super",
}


class Keyboard:
    """Presses keys and knows which ones it holds."""

    def __init__(self, server: XServer) -> None:
        self._server = server
        self._held: dict[str, tuple[int, ...]] = {}

    def press(self, names: Sequence[str]) -> None:
        """Press a chord: down in order, up in reverse. Raises `Refused`."""
        try:
            keys = chord(names)
        except UnknownKeyError as error:
            raise Refused(str(error)) from error
        layout = lend(self._server, map(keysym, keys))
        down: list[int] = []
        with self._server.undisturbed():
            for key in keys:
                for keycode in self._codes(layout, key):
                    if not self._is_held(keycode) and keycode not in down:
                        down.append(keycode)
                        self._server.send(X.KeyPress, keycode)
        time.sleep(_HOLD)
        for keycode in reversed(down):
            self._server.send(X.KeyRelease, keycode)
        self._server.sync()

    def hold(self, name: str) -> None:
        """Press one key and keep it down. Raises `Refused`."""
        key = _known(name)
        if key in self._held:
            raise Refused(f"the key {key} is held down already.")
        codes = self._codes(lend(self._server, [keysym(key)]), key)
        with self._server.undisturbed():
            self._held[key] = codes
            for keycode in codes:
                self._server.send(X.KeyPress, keycode)

    def let_go(self, name: str) -> None:
        """Release a key that is held. Raises `Refused`."""
        key = _known(name)
        if key not in self._held:
            held = ", ".join(self._held) or "none"
            raise Refused(f"the key {key} is not held down (held: {held}).")
        codes = self._held.pop(key)
        for keycode in reversed(codes):
            if not self._is_held(keycode):
                self._server.send(X.KeyRelease, keycode)
        self._server.sync()

    def release_all(self) -> None:
        """Let every held key go."""
        for key in reversed(tuple(self._held)):
            self.let_go(key)

    def forget(self) -> None:
        """The server is another one: it holds nothing."""
        self._held.clear()

    def modifiers_down(self) -> tuple[str, ...]:
        """Modifiers that are down, whoever presses them."""
        state = self._server.modifiers()
        return tuple(name for bit, name in MODIFIER_BITS.items() if state & bit)

    def _is_held(self, keycode: int) -> bool:
        return any(keycode in codes for codes in self._held.values())

    @staticmethod
    def _codes(layout: Layout, key: str) -> tuple[int, ...]:
        stroke = layout.stroke(keysym(key))
        return (*modifier_codes(layout, stroke), stroke.keycode)


def modifier_codes(layout: Layout, stroke: Stroke) -> tuple[int, ...]:
    """Keycodes of the modifiers that a stroke needs."""
    needed = [name for name, on in (("shift", stroke.shift), ("altgr", stroke.level3)) if on]
    found = [layout.find(keysym(name)) for name in needed]
    return tuple(modifier.keycode for modifier in found if modifier is not None)


def _known(name: str) -> str:
    try:
        return normalise(name)
    except UnknownKeyError as error:
        raise Refused(str(error)) from error
