"""What each key of an X server means, group by group, as its keyboard extension (XKB) tells.

The core protocol tells less: behind the first two levels of the first two groups come those that
are left, key by key without a gap, so that nobody can tell whose they are.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from Xlib.protocol import rq

if TYPE_CHECKING:
    from Xlib.display import Display

Groups = tuple[tuple[int, ...], ...]
"""The symbols of a key: those of the levels of each of its groups."""

_NAME: Final = "XKEYBOARD"
_CORE: Final = 0x100
"""The keyboard from which programs get their keys."""
_SYMBOLS: Final = 2
_KEY: Final = struct.Struct("=4xBBH")
"""Of one key: its groups in the lower half, the levels of each, all its symbols."""


class _UseExtension(rq.ReplyRequest):  # type: ignore[misc]  # python-xlib is untyped
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(0),
        rq.RequestLength(),
        rq.Card16("major"),
        rq.Card16("minor"),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Card8("supported"),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Pad(24),
    )


class _GetMap(rq.ReplyRequest):  # type: ignore[misc]
    """Asks for the symbols and for no other part of the map."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(8),
        rq.RequestLength(),
        rq.Card16("device"),
        rq.Card16("full"),
        rq.Pad(20),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Pad(1),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Pad(9),
        rq.Card8("first"),
        rq.Pad(2),
        rq.Card8("count"),
        rq.Pad(19),
        rq.Binary("symbols", pad=0),
    )


def keys_of(display: Display) -> dict[int, Groups]:
    """The groups of each keycode; none for one without a symbol."""
    extension = display.query_extension(_NAME)
    if extension is None:
        return _by_core(display)
    opcode = extension.major_opcode
    _UseExtension(display=display.display, opcode=opcode, major=1, minor=0)
    told = _GetMap(display=display.display, opcode=opcode, device=_CORE, full=_SYMBOLS)
    info = display.display.info
    found: dict[int, Groups] = dict.fromkeys(range(info.min_keycode, info.max_keycode + 1), ())
    at = 0
    for keycode in range(told.first, told.first + told.count):
        groups, width, size = _KEY.unpack_from(told.symbols, at)
        at += _KEY.size
        symbols = struct.unpack_from(f"={size}I", told.symbols, at)
        at += 4 * size
        if any(symbols):
            levels = range(0, (groups & 15) * width, width)
            found[keycode] = tuple(symbols[start : start + width] for start in levels)
    return found


def _by_core(display: Display) -> dict[int, Groups]:
    """From a server without the extension: what is certain, two levels of two groups."""
    first, last = display.display.info.min_keycode, display.display.info.max_keycode
    rows = display.get_keyboard_mapping(first, last - first + 1)
    return {
        first + index: (tuple(row[:2]), tuple(row[2:4])) if any(row) else ()
        for index, row in enumerate(rows)
    }
