"""Keys as the protocol tells them, on a keyboard laid out as in the United States. Pure.

Names are those of `keys.py`. What a key writes goes with it: without that a page hears the key and
nothing is entered.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MODIFIERS: Final = {"alt": 1, "ctrl": 2, "super": 4, "shift": 8}
"""What the protocol adds up of the keys that are held."""
_NAMED: Final = {
    "alt": ("Alt", 18),
    "altgr": ("AltGraph", 18),
    "backspace": ("Backspace", 8),
    "ctrl": ("Control", 17),
    "delete": ("Delete", 46),
    "down": ("ArrowDown", 40),
    "end": ("End", 35),
    "enter": ("Enter", 13),
    "esc": ("Escape", 27),
    "home": ("Home", 36),
    "insert": ("Insert", 45),
    "left": ("ArrowLeft", 37),
    "menu": ("ContextMenu", 93),
    "pagedown": ("PageDown", 34),
    "pageup": ("PageUp", 33),
    "right": ("ArrowRight", 39),
    "shift": ("Shift", 16),
    "space": (" ", 32),
    "super": ("Meta", 91),
    "tab": ("Tab", 9),
    "up": ("ArrowUp", 38),
    **{f"f{number}": (f"F{number}", 111 + number) for number in range(1, 25)},
}
"""The protocol's name and number."""
_WRITES: Final = {"enter": "\r", "space": " "}
_SIGNS: Final = {
    **{";:": 186, "=+": 187, ",<": 188, "-_": 189, ".>": 190, "/?": 191, "`~": 192},
    **{"[{": 219, "\\|": 220, "]}": 221, "'\"": 222},
    **{f"{at}{sign}": ord(str(at)) for at, sign in enumerate(")!@#$%^&*(")},
}
"""Numbers of keys with two signs, the second one with shift."""
_NUMBERS: Final = {sign: number for pair, number in _SIGNS.items() for sign in pair}
_SHIFTED: Final = frozenset(pair[1] for pair in _SIGNS)


class Key(NamedTuple):
    """One key of the keyboard, as it is pressed for a sign."""

    called: str
    number: int
    """0 where the keyboard has no such key."""
    writes: str = ""
    shifted: bool = False
    """Whether it takes shift."""

    def told(self, held: int = 0) -> dict[str, Any]:
        """What an event says of it. `held`: the sum of the modifiers that are held."""
        with_shift = held | (MODIFIERS["shift"] if self.shifted else 0)
        return {
            "key": self.called,
            "windowsVirtualKeyCode": self.number,
            "modifiers": with_shift,
        }


def key(name: str) -> Key:
    """The key of a name or of a character; `Unidentified` where pages have no name for it."""
    if name in _NAMED:
        return Key(*_NAMED[name], _WRITES.get(name, ""))
    if len(name) != 1:
        return Key("Unidentified", 0)
    letter = name.isascii() and name.isalnum()
    number = ord(name.upper()) if letter else _NUMBERS.get(name, 0)
    return Key(name, number, name, name in _SHIFTED or (letter and name.isupper()))
