"""Which characters the session's keyboard can type: the keymap that the compositor gives every
program, read by libxkbcommon.

A portal types what a key of the current layout means, and leaves out every other character without
a word. Nobody tells which layout is current, so only what all of them have counts.
"""

# pywayland is typed in part only.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import ctypes
import mmap
import os
from functools import cache
from typing import Any, Final

from uitars_runtime.desktop.wayland.connection import Connection

_LEVELS: Final = 2
"""Without and with Shift."""
_HAS_KEYBOARD: Final = 2
_TEXT_V1: Final = 1
_ASCII: Final = frozenset(map(chr, range(0x20, 0x7F)))
_FUNCTIONS: Final = {
    "xkb_context_new": (ctypes.c_void_p, (ctypes.c_int,)),
    "xkb_keymap_new_from_string": (
        ctypes.c_void_p,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int),
    ),
    "xkb_keymap_unref": (None, (ctypes.c_void_p,)),
    "xkb_keymap_min_keycode": (ctypes.c_uint32, (ctypes.c_void_p,)),
    "xkb_keymap_max_keycode": (ctypes.c_uint32, (ctypes.c_void_p,)),
    "xkb_keymap_num_layouts": (ctypes.c_uint32, (ctypes.c_void_p,)),
    "xkb_keymap_num_layouts_for_key": (ctypes.c_uint32, (ctypes.c_void_p, ctypes.c_uint32)),
    "xkb_keymap_key_get_syms_by_level": (
        ctypes.c_int,
        (*(ctypes.c_void_p, *(ctypes.c_uint32,) * 3), ctypes.c_void_p),
    ),
    "xkb_keysym_to_utf32": (ctypes.c_uint32, (ctypes.c_uint32,)),
}


class Layouts:
    """Follows the keymap of one compositor. Every method raises `DesktopError`."""

    def __init__(self, connection: Connection) -> None:
        from pywayland.protocol.wayland import WlSeat

        self._connection = connection
        self._seat: Any = connection.bind(WlSeat)
        self._keyboard: Any = None
        self._keymap = b""
        self._seat.dispatcher["capabilities"] = self._able
        connection.roundtrip()

    def typed(self) -> frozenset[str]:
        """The characters that can be typed now. Where no keyboard is plugged in yet, what nearly
        every keyboard has."""
        self._connection.roundtrip()
        return characters(self._keymap) if self._keymap else _ASCII

    def _able(self, _seat: object, capabilities: int) -> None:
        if capabilities & _HAS_KEYBOARD and self._keyboard is None:
            self._keyboard = self._seat.get_keyboard()
            self._keyboard.dispatcher["keymap"] = self._told

    def _told(self, _keyboard: object, form: int, descriptor: int, size: int) -> None:
        try:
            if form == _TEXT_V1:
                with mmap.mmap(descriptor, size, mmap.MAP_PRIVATE, mmap.PROT_READ) as text:
                    self._keymap = text[:].rstrip(b"\0")
        finally:
            os.close(descriptor)


@cache
def characters(keymap: bytes) -> frozenset[str]:
    """What every layout of a keymap can type; that of nearly every keyboard where it cannot be
    read."""
    try:
        library = ctypes.CDLL("libxkbcommon.so.0")
    except OSError:
        return _ASCII
    for name, (kind, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = kind, arguments
    read = library.xkb_keymap_new_from_string(library.xkb_context_new(0), keymap, _TEXT_V1, 0)
    if not read:
        return _ASCII
    try:
        layouts = range(library.xkb_keymap_num_layouts(read))
        found = [_of_layout(library, read, layout) for layout in layouts]
    finally:
        library.xkb_keymap_unref(read)
    return frozenset.intersection(*found) if found else _ASCII


def _of_layout(library: ctypes.CDLL, keymap: int, layout: int) -> frozenset[str]:
    symbols = ctypes.POINTER(ctypes.c_uint32)()
    last = library.xkb_keymap_max_keycode(keymap)
    found: set[str] = set()
    for key in range(library.xkb_keymap_min_keycode(keymap), last + 1):
        count = library.xkb_keymap_num_layouts_for_key(keymap, key)
        for level in range(_LEVELS if count else 0):
            told = library.xkb_keymap_key_get_syms_by_level(
                keymap, key, min(layout, count - 1), level, ctypes.byref(symbols)
            )
            if told == 1 and (code := library.xkb_keysym_to_utf32(symbols[0])) >= 0x20:
                found.add(chr(code))
    return frozenset(found)
