"""The names of keys, the same on every platform. Pure; what a name is on a device is elsewhere."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MODIFIERS = ("ctrl", "shift", "alt", "altgr", "super")

_NAMED = (
    *MODIFIERS,
    *("enter", "esc", "tab", "space", "backspace", "delete", "insert", "menu"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("capslock", "numlock", "scrolllock", "printscreen", "pause"),
    *("volumeup", "volumedown", "volumemute"),
    *(f"f{number}" for number in range(1, 25)),
)
NAMES = frozenset(_NAMED)
"""Every key that is not a character."""

_ALIASES = {
    "control": "ctrl",
    "ctl": "ctrl",
    "controlleft": "ctrl",
    "controlright": "ctrl",
    "controll": "ctrl",  # The names of X, as in Control_L, without their lines.
    "controlr": "ctrl",
    "ctrlleft": "ctrl",
    "ctrlright": "ctrl",
    "shiftleft": "shift",
    "shiftright": "shift",
    "shiftl": "shift",
    "shiftr": "shift",
    "option": "alt",
    "altleft": "alt",
    "altright": "altgr",
    "altl": "alt",
    "altr": "alt",
    "isolevel3shift": "altgr",
    "meta": "super",
    "win": "super",
    "windows": "super",
    "cmd": "super",
    "command": "super",
    "superleft": "super",
    "superright": "super",
    "superl": "super",
    "superr": "super",
    "winleft": "super",
    "winright": "super",
    "return": "enter",
    "kpenter": "enter",
    "escape": "esc",
    "spacebar": "space",
    "back": "backspace",
    "del": "delete",
    "ins": "insert",
    "apps": "menu",
    "contextmenu": "menu",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "uparrow": "up",
    "downarrow": "down",
    "leftarrow": "left",
    "rightarrow": "right",
    "pgup": "pageup",
    "prior": "pageup",
    "pgdn": "pagedown",
    "pgdown": "pagedown",
    "next": "pagedown",
    "caps": "capslock",
    "print": "printscreen",
    "prtsc": "printscreen",
    "prtscr": "printscreen",
    "sysrq": "printscreen",
    "break": "pause",
    "plus": "+",
    "minus": "-",
    "hyphen": "-",
    "equal": "=",
    "equals": "=",
    "comma": ",",
    "period": ".",
    "dot": ".",
    "slash": "/",
    "backslash": "\\",
    "semicolon": ";",
    "colon": ":",
    "apostrophe": "'",
    "quote": "'",
    "quotedbl": '"',
    "grave": "`",
    "backquote": "`",
    "tilde": "~",
    "asterisk": "*",
    "star": "*",
    "underscore": "_",
    "question": "?",
    "exclam": "!",
    "at": "@",
    "numbersign": "#",
    "hash": "#",
    "dollar": "$",
    "percent": "%",
    "ampersand": "&",
    "parenleft": "(",
    "parenright": ")",
    "bracketleft": "[",
    "bracketright": "]",
    "braceleft": "{",
    "braceright": "}",
    "less": "<",
    "greater": ">",
    "bar": "|",
    "pipe": "|",
}
_CHARACTERS = {" ": "space", "\n": "enter", "\r": "enter", "\t": "tab", "\x1b": "esc"}


class UnknownKeyError(ValueError):
    """A name that is no key; the message names it and the closest names there are."""


def normalise(name: str) -> str:
    """The one name of a key: a member of `NAMES`, or a single printable character.

    Case does not matter in names, nor do blanks, `_` and `-`. Raises `UnknownKeyError`.
    """
    key = known(name)
    if key is not None:
        return key
    if len(name) == 1:
        raise UnknownKeyError(f"the character U+{ord(name):04X} is no key.")
    raise UnknownKeyError(_unknown(name, _plain(name)))


def known(name: str) -> str | None:
    """The one name of a key, as of `normalise`; None for what is none."""
    if len(name) == 1:
        return _CHARACTERS.get(name) or (name if name.isprintable() else None)
    plain = _plain(name)
    plain = plain.removeprefix("key") if plain[3:] in NAMES else plain
    return plain if plain in NAMES else _ALIASES.get(plain)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "").replace("-", "").replace(" ", "")


def chord(names: Iterable[str]) -> tuple[str, ...]:
    """The keys of a chord, each once, in order; letters small where a modifier goes with them.

    `Ctrl+C` means the C key: who wants Shift with it names it. Raises `UnknownKeyError`.
    """
    keys = tuple(dict.fromkeys(normalise(name) for name in names))
    if not any(key in MODIFIERS for key in keys):
        return keys
    return tuple(dict.fromkeys(key.lower() if len(key) == 1 else key for key in keys))


def _unknown(name: str, plain: str) -> str:
    close = difflib.get_close_matches(plain, [*_NAMED, *_ALIASES], n=3, cutoff=0.5)
    meant = list(dict.fromkeys(_ALIASES.get(key, key) for key in close))
    hint = f" Did you mean {' or '.join(meant)}?" if meant else ""
    return f"there is no key named {name!r}.{hint}"
