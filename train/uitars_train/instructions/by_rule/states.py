"""Asks for a state: on or off, said by the words of a tick; where it is so already, to finish.

A tick counts where the eyes saw the state that the program tells. Not here: what a tick is for in
words that do not stand beside it (people's own sentences).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uitars_runtime.element import Role
from uitars_train.instructions.by_rule.standing import Standing
from uitars_train.instructions.by_rule.wording import SPECIAL, WORDINGS, Ask
from uitars_train.instructions.records import DoFinish, Tag

_VERBS: Final = frozenset(" ".join(WORDINGS["verbs"]).split())
"""First words of ticks that say what a program does."""
_SHOWING: Final = frozenset({"show", "display", "view"})
_USING: Final = frozenset({"use", "enable", "activate", "allow"})
_NEGATED: Final = frozenset(
    {
        "don't",
        "no",
        "not",
        "never",
        "disable",
        "hide",
        "without",
        "do",
        "ignore",
        "skip",
        "suppress",
    }
)
"""First words of ticks whose "off" says it twice."""
_TOLD: Final = frozenset({"check box", "Tk Checkbutton", "check menu item"})


def states(standing: Standing) -> Iterator[Ask]:
    """Every tick and every choice that has a name, wanted on and wanted off."""
    for at, element in enumerate(standing.elements):
        name = standing.unique[at]
        if not name or element.disabled or not _as_seen(standing, at):
            continue
        if element.role is Role.RADIO:
            yield _wanted("choose", at, {"L": name}, is_so=element.checked)
        elif element.role is Role.CHECKBOX or (
            element.role is Role.MENU_ITEM and standing.truths[at].told in _TOLD
        ):
            yield from _tick(at, name, checked=element.checked)


def _tick(at: int, name: str, *, checked: bool) -> Iterator[Ask]:
    first, _, rest = name.partition(" ")
    verb = first.lower()
    if verb in _NEGATED:
        yield _wanted("tick", at, {"L": name}, is_so=checked)
        yield _wanted("untick", at, {"L": name}, is_so=not checked, negated=True)
        return
    on, off, names, turns = "on", "off", {"L": name}, dict[str, str]()
    if rest and verb in _SHOWING:
        on, off, names["O"] = "shown", "hidden", rest
    elif rest and verb in _USING:
        on, off, names["O"] = "used", "unused", rest
    elif verb in _VERBS and not SPECIAL & set(name):
        # Within a sentence it takes neither quotes nor an article.
        on, off, turns["O"] = "done", "not done", name[0].lower() + name[1:]
    for _ in range(2):
        yield _wanted(on, at, names, turns, is_so=checked)
        yield _wanted(off, at, names, turns, is_so=not checked, negated=True)


def _wanted(
    section: str,
    at: int,
    names: dict[str, str],
    turns: dict[str, str] | None = None,
    *,
    is_so: bool,
    negated: bool = False,
) -> Ask:
    more = (Tag.NEGATED,) if negated else ()
    if is_so:
        tags = (Tag.ALREADY, Tag.STATE, *more)
        return Ask(section, tags, (at,), names, turns or {}, {}, DoFinish())
    return Ask(section, (Tag.STATE, *more), (at,), names, turns or {}, {})


def _as_seen(standing: Standing, at: int) -> bool:
    """Whether the eyes saw the thing in the state that the program tells."""
    element = standing.elements[at]
    seen = [
        one.checked
        for one in standing.screen.seen
        if one.role is element.role and element.box.contains(one.box.center)
    ]
    return bool(seen) and all(one == element.checked for one in seen)
