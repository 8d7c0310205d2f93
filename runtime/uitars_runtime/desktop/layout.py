"""The keyboard layout in use: which key, with which modifiers, gives a symbol.

Read from the server each time it is needed, since people switch layouts. No table of any country's
keyboard lives here. Symbols that the layout lacks are lent a spare keycode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from Xlib import XK

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.release import MARK, borrowed_keycodes
from uitars_runtime.desktop.xkb import Groups, keys_of
from uitars_runtime.desktop.xserver import XServer

_SETTLE = 0.03
"""Seconds that programs get to read a changed keyboard map; with 10 ms some read the old one."""
_REUSE = 0.5
"""Seconds that programs get to read keys typed before, when keycodes get other symbols."""

_SPECIAL = {
    "ctrl": "Control_L",
    "shift": "Shift_L",
    "alt": "Alt_L",
    "altgr": "ISO_Level3_Shift",
    "super": "Super_L",
    "enter": "Return",
    "esc": "Escape",
    "tab": "Tab",
    "space": "space",
    "backspace": "BackSpace",
    "delete": "Delete",
    "insert": "Insert",
    "menu": "Menu",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pageup": "Page_Up",
    "pagedown": "Page_Down",
    "capslock": "Caps_Lock",
    "numlock": "Num_Lock",
    "scrolllock": "Scroll_Lock",
    "printscreen": "Print",
    "pause": "Pause",
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}
_MEDIA = {"volumeup": 0x1008FF13, "volumedown": 0x1008FF11, "volumemute": 0x1008FF12}
_SHIFTS = (int(XK.XK_Shift_L), int(XK.XK_Shift_R))
_LEVEL3_SHIFT = 0xFE03
_EURO, _OLD_EURO = 0x010020AC, 0x20AC


class Stroke(msgspec.Struct, frozen=True):
    """A key with the modifiers that it needs."""

    keycode: int
    shift: bool = False
    level3: bool = False


def keysym(key: str) -> int:
    """The X symbol of a key as `keys.normalise` names it."""
    if len(key) == 1:
        code = ord(key)
        # Latin-1 symbols have their own numbers, all others the Unicode range (X protocol, app. A).
        return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 | code
    if key in _MEDIA:
        return _MEDIA[key]
    if key == "altgr":
        return _LEVEL3_SHIFT
    return int(XK.string_to_keysym(_SPECIAL[key]))


class Layout:
    """The keyboard map at one moment."""

    def __init__(self, keys: Mapping[int, Groups], group: int) -> None:
        """`keys`: by keycode. `group`: from 0, the one in use."""
        self.spare = [keycode for keycode, groups in keys.items() if not groups]
        """Keycodes without a symbol."""
        # A key with fewer groups begins again at its first.
        used = {code: groups[group % len(groups)] for code, groups in keys.items() if groups}
        self._lent = {code for code, levels in used.items() if levels[1:2] == (MARK,)}
        self._strokes: dict[int, Stroke] = {}
        has_level3 = any(_LEVEL3_SHIFT in levels for levels in used.values())
        for level in range(4 if has_level3 else 2):
            for keycode, levels in used.items():
                if level < len(levels) and levels[level] not in (0, MARK):
                    stroke = Stroke(keycode, level % 2 == 1, level >= 2)
                    self._strokes.setdefault(levels[level], stroke)

    @classmethod
    def read(cls, server: XServer) -> Layout:
        """The layout that is in use on the server."""
        # Bits 13 and 14 of the core state hold the XKB group.
        return cls(keys_of(server.display), server.modifiers() >> 13 & 3)

    @property
    def room(self) -> int:
        """How many symbols that it lacks can be lent a keycode at a time."""
        return len(self.spare) + len(self._lent)

    def owns(self, symbol: int) -> bool:
        """Whether it has a symbol that was not lent to it."""
        stroke = self.find(symbol)
        return stroke is not None and stroke.keycode not in self._lent

    def find(self, symbol: int) -> Stroke | None:
        """How to enter a symbol; None when the layout lacks it."""
        stroke = self._strokes.get(symbol)
        # Layouts have the older of the two numbers of the euro sign.
        return self._strokes.get(_OLD_EURO) if stroke is None and symbol == _EURO else stroke

    def codes(self, symbol: int) -> tuple[int, ...]:
        """The keycodes of a symbol that the layout has, or was lent; its modifiers first."""
        stroke = self.find(symbol)
        if stroke is None:
            raise KeyError(f"keysym {symbol:#x} has no keycode")
        modifiers = ((_SHIFTS, stroke.shift), ((_LEVEL3_SHIFT,), stroke.level3))
        needed = [self._beside(stroke, symbols) for symbols, on in modifiers if on]
        return (*(keycode for keycode in needed if keycode is not None), stroke.keycode)

    def _beside(self, stroke: Stroke, symbols: Iterable[int]) -> int | None:
        """The first key with one of these symbols that is not the stroke's own: where both Shift
        keys together are Caps Lock, it lies on a Shift key that needs the other one."""
        found = (one.keycode for one in map(self.find, symbols) if one is not None)
        return next((keycode for keycode in found if keycode != stroke.keycode), None)


def lend(server: XServer, symbols: Iterable[int]) -> Layout:
    """A layout that has all these symbols: those it lacks get a spare keycode.

    They keep it until `release.give_back_keycodes`, or until the spare ones run out and another
    text needs theirs, so that no program that is slow to read its events finds another symbol, or
    none, on the keycode. Raises `Refused` for more symbols than spare keycodes.
    """
    wanted = list(dict.fromkeys(symbols))
    layout = Layout.read(server)
    missing = [symbol for symbol in wanted if layout.find(symbol) is None]
    if not missing:
        return layout
    lent = borrowed_keycodes(server.display)
    free = layout.spare + [keycode for keycode, symbol in lent.items() if symbol not in wanted]
    if len(missing) > len(free):
        raise Refused(
            f"the keyboard layout lacks {len(missing)} of the characters and has {len(free)} spare"
            " keys for them."
        )
    if len(missing) > len(layout.spare):
        server.pause(_REUSE)
    for symbol, keycode in zip(missing, free, strict=False):
        server.display.change_keyboard_mapping(keycode, [[symbol, MARK]])
    server.pause(_SETTLE)
    return Layout.read(server)
