"""Chords as models write them: `ctrl+c`, `Ctrl + C`, `ctrl-c`, `['Control', 'c']`, `page down`.

Taking a chord apart is done here; which keys there are and how they are spelled is
`keys.py`. A name nobody knows is an error: pressing something else could do harm.
"""

from __future__ import annotations

import re
from typing import cast

from uitars_runtime.dialects import aliases
from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.errors import DialectError
from uitars_runtime.keys import UnknownKeyError, chord, normalise

MOST_KEYS = 5
_LONGEST = 100
"""Characters of the longest text that is looked at as a chord."""
_FIRST_OF_TWO_WORDS = {"page", "arrow", "caps", "num", "scroll", "print"}
_JOINING = {"+", "-"}
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def read_keys(value: object) -> tuple[str, ...]:
    """The keys of a chord in order, canonical names, each once. Raises `DialectError`."""
    names = [name for piece in _pieces(value) for name in _names(piece)]
    if not names:
        raise DialectError("No key is named.", "Name the keys, like ctrl c.")
    if len(names) > MOST_KEYS:
        raise DialectError(
            f"{excerpt(value)} names {len(names)} keys.",
            f"A chord has at most {MOST_KEYS} keys; use type for text.",
        )
    keys = chord(names)
    if len(keys) < len(names):
        raise DialectError(
            f"{excerpt(value)} names a key twice.",
            "A chord presses each key once; press a key again in a call of its own.",
        )
    return keys


def each_press(call: Call) -> list[Call]:
    """The calls that a hotkey of UI-TARS means: one key that is named several times is pressed as
    often, `down down down`."""
    if aliases.verb(call.name) == "hotkey":
        for name, value in call.arguments.items():
            words = value.split() if isinstance(value, str) else []
            if len(words) > 1 and len(set(words)) == 1:
                return [Call(call.name, {**call.arguments, name: words[0]})] * len(words)
    return [call]


def read_key(value: object) -> str:
    """Exactly one key. Raises `DialectError`."""
    keys = read_keys(value)
    if len(keys) != 1:
        raise DialectError(f"{excerpt(value)} is not one key.", "Name exactly one key.")
    return keys[0]


def _pieces(value: object) -> list[str]:
    """The texts a chord is given in: one, or a list, which text grammars quote inside a text."""
    if isinstance(value, list | tuple):
        items = cast("list[object]", value)
        if len(items) > MOST_KEYS or not all(isinstance(item, str) for item in items):
            raise DialectError(
                f"{excerpt(items)} are not keys.", 'Keys are names, like ["ctrl", "c"].'
            )
        return [str(item) for item in items]
    if isinstance(value, int) and 0 <= value <= 9 and not isinstance(value, bool):
        return [str(value)]
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise DialectError(f"{excerpt(value)} are not keys.", "Name the keys, like ctrl c.")
    stripped = value.strip()
    if len(stripped) > 1 and stripped.startswith("[") and stripped.endswith("]"):
        return [single or double for single, double in _QUOTED.findall(stripped)]
    return [value]


def _names(piece: str) -> list[str]:
    if piece == " ":
        return ["space"]
    words = piece.split()
    if len(words) == 2 and words[0].lower() in _FIRST_OF_TWO_WORDS:
        words = ["".join(words)]
    last = len(words) - 1
    # A sign alone between two keys joins them, as in `ctrl + c`; in front or behind it is a key.
    keys = [word for at, word in enumerate(words) if word not in _JOINING or at in (0, last)]
    return [name for word in keys for name in _split(word)]


def _split(word: str) -> list[str]:
    """One word: a key, or keys joined by plus or minus signs, either of which may be a key too."""
    try:
        return [normalise(word)]
    except UnknownKeyError as error:
        unknown = error
    for sign in "+-":
        if sign in word[:-1]:
            head, tail = (word[:-2], [sign]) if word.endswith(sign * 2) else (word, [])
            try:
                return [normalise(part) for part in head.split(sign)] + tail
            except UnknownKeyError as error:
                unknown = error
    raise DialectError(
        str(unknown),
        "Keys are single characters and names like ctrl, shift, alt, enter, esc, tab, left, f5.",
    ) from unknown
