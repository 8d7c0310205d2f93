"""What a row of wordings.py means: from the named parts of a clause to a goal. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from uitars_runtime.evidence.goals import (
    Alter,
    Change,
    Choose,
    Close,
    Enter,
    Goal,
    OneOf,
    Push,
    Save,
    Show,
    Toggle,
    Unread,
)

Groups = dict[str, str]
"""Parts of a clause: `x` or `f` what it is about, `v` a value or a text, `old` what was there."""
Maker = Callable[[str, Groups], Goal]

DOCUMENT: Final = (
    r"(?:(?:the|this|my|your)\s+)?(?:(?:empty|blank|open|whole|text)\s+)?"
    r"(?:document|editor|text|page|file|note|notes|letter|it|script|program)"
)
ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "last": -1,
    "bottom": -1,
    "top": 1,
}
_NO_TEXT: Final = re.compile(
    r"^(?:a|the|some|one)\s+\w+$|^(?:it|this|that|something|anything)$", re.IGNORECASE
)


def state(words: str, of: Groups) -> Goal:
    return Toggle(words, of["x"], on=bool(of["on"])) if of["x"] else Unread(words)


def off(words: str, of: Groups) -> Goal:
    return Toggle(words, of["x"], on=False)


def unread(words: str, _of: Groups) -> Goal:
    return Unread(words)


def on(words: str, of: Groups) -> Goal:
    return Toggle(words, of["x"], on=True)


def _says(words: str, control: str, value: str) -> Goal:
    """A field, a list or a document that is to say something."""
    if not value or _NO_TEXT.match(value):
        return Unread(words)
    if re.fullmatch(DOCUMENT, control, re.IGNORECASE):
        return Alter(words, Change.INSERT, value)
    return Choose(words, ((value, control),))


def held(words: str, of: Groups) -> Goal:
    just = re.match(r"(?:just|only|exactly|nothing but)\s+", of["v"], re.IGNORECASE)
    value = of["v"][just.end() :] if just else of["v"]
    if just and re.fullmatch(DOCUMENT, of["f"], re.IGNORECASE):
        return Alter(words, Change.WHOLE, value)
    return _says(words, of["f"], value)


def changed(words: str, of: Groups) -> Goal:
    """`change A to B`: what is called A shows B, or the words A are B now."""
    named = _says(words, of["x"], of["v"])
    if of.get("old"):
        return named
    return OneOf(words, (named, Alter(words, Change.REPLACE, of["v"], of["x"])))


def replaced(words: str, of: Groups) -> Goal:
    return Alter(words, Change.REPLACE, of["v"], of["old"])


def made(words: str, of: Groups) -> Goal:
    """`make the text size large`: where the name ends and the value begins is open."""
    parts = of["rest"].split()
    cut = [(" ".join(parts[at:]), " ".join(parts[:at])) for at in range(1, len(parts))]
    if parts and parts[0].casefold() in ("it", "that", "this"):
        cut = [(" ".join(parts[1:]), "")]
    return Choose(words, tuple(cut)) if cut else Unread(words)


def wanted(words: str, of: Groups) -> Goal:
    return OneOf(words, (Choose(words, ((of["x"], ""),)), Toggle(words, of["x"], on=True)))


def line(change: Change) -> Maker:
    def make(words: str, of: Groups) -> Goal:
        if not of["v"] or (_NO_TEXT.match(of["v"]) and not of["quoted"]):
            return Unread(words)
        return Alter(words, change, of["v"])

    return make


def cut(words: str, of: Groups) -> Goal:
    if of.get("nth"):
        number = ORDINALS.get(of["nth"].casefold())
        return Alter(words, Change.CUT, number=number) if number else Unread(words)
    return Alter(words, Change.CUT, old=of["old"]) if of["old"] else Unread(words)


def word_removed(words: str, of: Groups) -> Goal:
    return Alter(words, Change.REMOVE, old=of["x"])


def removed(words: str, of: Groups) -> Goal:
    gone = Alter(words, Change.REMOVE, old=of["x"])
    return OneOf(words, (Toggle(words, of["x"], on=False), gone))


def emptied(words: str, of: Groups) -> Goal:
    if re.fullmatch(DOCUMENT, of["x"], re.IGNORECASE):
        return OneOf(words, (Alter(words, Change.WHOLE), Push(words, "clear")))
    return OneOf(words, (Enter(words, (("", of["x"]),)), Push(words, "clear")))


def pushed(words: str, of: Groups) -> Goal:
    verb = "ok" if of["verb"].casefold() == "okay" else of["verb"]
    if verb.casefold() == "confirm":
        return OneOf(words, tuple(Push(words, name) for name in ("ok", "confirm", "yes")))
    return Push(words, verb)


def answered(words: str, of: Groups) -> Goal:
    return Push(words, of["v"])


def agreed(*names: str) -> Maker:
    return lambda words, _of: OneOf(words, tuple(Push(words, name) for name in names))


def shown(words: str, of: Groups) -> Goal:
    what = of["x"]
    ways: tuple[Goal, ...] = (Show(words, what), Choose(words, ((what, of.get("menu", "")),)))
    return OneOf(words, (*ways, Toggle(words, what, on=True)))


def dismissed(words: str, _of: Groups) -> Goal:
    return Close(words, "the message")


def saved(words: str, of: Groups) -> Goal:
    return Save(words, of.get("name", ""))


def remark(words: str, of: Groups) -> Goal:
    return Enter(words, ((of["v"], of["f"]), (of["v"], f"{of['f']}s")))


def noted(words: str, of: Groups) -> Goal:
    return Enter(words, ((of["v"], of["f"]),))


def called(words: str, of: Groups) -> Goal:
    return Enter(words, ((of["v"], of["f"]), (of["v"], "name"), (of["v"], "title")))
