"""What the keys of our keyboard mean: a keymap of its own, so that any character can be typed.

Common keys lie where they lie on a US keyboard, because some programs read the place of a key and
not its meaning. Other characters get one of the places that no keyboard uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

_ROWS = {
    2: "1!2@3#4$5%6^7&8*9(0)-_=+",
    16: "qQwWeErRtTyYuUiIoOpP[{]}",
    30: "aAsSdDfFgGhHjJkKlL;:'\"`~",
    43: "\\|zZxXcCvVbBnNmM,<.>/?",
}
"""First place of a row (linux/input-event-codes.h) -> its characters in pairs: without and with
Shift."""
_NAMED = {
    "esc": (1, "Escape"),
    "backspace": (14, "BackSpace"),
    "tab": (15, "Tab"),
    "enter": (28, "Return"),
    "ctrl": (29, "Control_L"),
    "shift": (42, "Shift_L"),
    "alt": (56, "Alt_L"),
    "space": (57, "space"),
    "capslock": (58, "Caps_Lock"),
    **{f"f{number}": (58 + number, f"F{number}") for number in range(1, 11)},
    "numlock": (69, "Num_Lock"),
    "scrolllock": (70, "Scroll_Lock"),
    "f11": (87, "F11"),
    "f12": (88, "F12"),
    "printscreen": (99, "Print"),
    "altgr": (100, "ISO_Level3_Shift"),
    "home": (102, "Home"),
    "up": (103, "Up"),
    "pageup": (104, "Prior"),
    "left": (105, "Left"),
    "right": (106, "Right"),
    "end": (107, "End"),
    "down": (108, "Down"),
    "pagedown": (109, "Next"),
    "insert": (110, "Insert"),
    "delete": (111, "Delete"),
    "volumemute": (113, "XF86AudioMute"),
    "volumedown": (114, "XF86AudioLowerVolume"),
    "volumeup": (115, "XF86AudioRaiseVolume"),
    "pause": (119, "Pause"),
    "super": (125, "Super_L"),
    "menu": (127, "Menu"),
    **{f"f{number}": (170 + number, f"F{number}") for number in range(13, 25)},
}
"""Name of a key -> its place and what it means."""
_MODIFIERS = {
    "shift": ("Shift", 1),
    "capslock": ("Lock", 2),
    "ctrl": ("Control", 4),
    "alt": ("Mod1", 8),
    "numlock": ("Mod2", 16),
    "super": ("Mod4", 64),
    "altgr": ("Mod5", 128),
}
"""Keys that change others: their modifier, and its bit."""
_LATCHING = ("capslock", "numlock")
_LAST = 247
"""The last place that the protocol's keycodes reach."""
_FIRST_KEYCODE = 8
"""A keycode is a place and this."""

MASKS = {_NAMED[key][0]: bit for key, (_, bit) in _MODIFIERS.items() if key not in _LATCHING}
"""Place of a modifier -> its bit while it is down."""


class Stroke(NamedTuple):
    """How a character is typed."""

    place: int
    shift: bool = False


def _typed() -> dict[str, Stroke]:
    found = {
        character: Stroke(first + number // 2, number % 2 == 1)
        for first, characters in _ROWS.items()
        for number, character in enumerate(characters)
    }
    return found | {" ": Stroke(57), "\n": Stroke(28), "\t": Stroke(15)}


_TYPED = _typed()
PLACES = {key: place for key, (place, _) in _NAMED.items()}
"""Name of a key -> its place."""
_USED = {stroke.place for stroke in _TYPED.values()} | set(PLACES.values())
SPARE = tuple(place for place in range(_LAST, 83, -1) if place not in _USED)
"""Places for other characters."""


class Keymap:
    """The meaning of the keys at one moment: those of every keyboard, and `others`."""

    def __init__(self, others: Iterable[str] = ()) -> None:
        """`others`: characters beside those of a US keyboard, at most as many as `SPARE`."""
        lent = dict.fromkeys(one for one in others if one not in _TYPED)
        if len(lent) > len(SPARE):
            raise ValueError(f"{len(lent)} characters, {len(SPARE)} spare keys")
        self.lent = {one: Stroke(place) for one, place in zip(lent, SPARE, strict=False)}

    def has(self, characters: Iterable[str]) -> bool:
        """Whether all of these can be typed."""
        return all(one in _TYPED or one in self.lent for one in characters)

    def stroke(self, key: str) -> Stroke:
        """How a character or a key is pressed. Raises `KeyError` for one that is not there."""
        if key in _NAMED:
            return Stroke(_NAMED[key][0])
        return _TYPED.get(key) or self.lent[key]

    def text(self) -> str:
        """The keymap in the language of XKB, complete but for the types that all keymaps share."""
        keys = {place: [name] for place, name in _NAMED.values()}
        for characters in (_TYPED, self.lent):
            for character, stroke in characters.items():
                if character not in " \n\t":
                    keys.setdefault(stroke.place, []).append(f"U{ord(character):04X}")
        codes = "".join(f"<K{place}>={place + _FIRST_KEYCODE};" for place in sorted(keys))
        symbols = "".join(
            f"key <K{place}> {{[{','.join(meant)}]}};" for place, meant in sorted(keys.items())
        )
        modifiers = "".join(
            f"modifier_map {modifier} {{<K{_NAMED[key][0]}>}};"
            for key, (modifier, _) in _MODIFIERS.items()
        )
        return (
            "xkb_keymap {"
            f'xkb_keycodes "uitars" {{minimum=8;maximum=255;{codes}}};'
            'xkb_types "uitars" {include "complete"};'
            'xkb_compatibility "uitars" {include "complete"};'
            f'xkb_symbols "uitars" {{{symbols}{modifiers}}};'
            "};"
        )


def others(text: str) -> list[str]:
    """The characters of a text that a US keyboard lacks, each once."""
    return [one for one in dict.fromkeys(text) if one not in _TYPED]
