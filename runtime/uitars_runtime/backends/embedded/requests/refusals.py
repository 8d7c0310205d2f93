"""What is not to be: parts of an answer that refuse something, words of a task that forbid a step.

The network reads past a "not": told "Don't press Delete", it is sure of pressing Delete. This is
found in the words alone; what is in quotes is a label or a text and refuses nothing. Not here: what
becomes of it (`asking.py`).
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final

from uitars_runtime.backends.embedded.network.codec import typed
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests.language import read_tables
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span, called
from uitars_runtime.element import Role
from uitars_runtime.negation import CLAUSE, NO, forbids, leaves_out
from uitars_runtime.quotations import masked

_FORMS: Final = {"no": NO} | {
    name: "|".join(forms)
    for name, forms in read_tables("refusals.toml", dict[str, tuple[str, ...]]).items()
}


def _pattern(form: str) -> re.Pattern[str]:
    """A pattern with those that it names put in."""
    while (whole := re.sub(r"<(\w+)>", lambda name: f"(?:{_FORMS[name[1]]})", form)) != form:
        form = whole
    return re.compile(form, re.IGNORECASE | re.DOTALL)


_BETWEEN: Final = _pattern("<between>")
_REFUSED: Final = _pattern("<refused>")
_UNFINISHED: Final = _pattern("<unfinished>")
_EMPTY: Final = _pattern("(?:<opening> ?)*")
_NAMED: Final = _pattern(
    r"\b(?:(?:<named>) (?:<no>|do not|no|none|stop|wrong|n)|(?:<valued>) (?:no|none))\b"
)
_WORKING: Final = _pattern(rf"\b(?:<working>)\b(?={CLAUSE}$)")
_PIECE: Final = re.compile(r"\w+")
_HOLDING: Final = (Role.CHECKBOX, Role.RADIO, Role.COMBO, Role.FIELD)
"""What such words may be said of because of what it holds: "not A4" means the list that shows A4.
Of 1,757 right clicks for sentences of people that say no, but or except, four seem forbidden."""


def besides(said: str) -> str:
    """What an answer says besides what it refuses: all of it where it refuses nothing."""
    plain = masked(said, '"')
    marks = [mark.span() for mark in _BETWEEN.finditer(plain)]
    starts = (0, *(end for _, end in marks))
    parts = list(zip(starts, (*(start for start, _ in marks), len(said)), strict=True))
    kept: list[str] = []
    for start, end in parts:
        part = _NAMED.sub("_", plain[start:end])
        if _UNFINISHED.fullmatch(part):
            break
        if not _REFUSED.fullmatch(part):
            kept.append(said[start:end])
    if len(kept) == len(parts):
        return said
    return ", ".join(part for part in kept if not _EMPTY.fullmatch(part))


def forbidding(decision: Decision, situation: Situation) -> Span | None:
    """The words that a step serves with those that forbid it: `not`, `except` and the like,
    unquoted and right before the name of what it works. None where there are none."""
    task, words = situation.task, situation.words
    serves = decision.serves or Span(0, situation.asked - 1)
    served = words[serves.places]
    if not served:
        return None
    said = list(_PIECE.finditer(task, served[0].start, served[-1].end))
    name = pieces(_name(decision, situation))
    spoken = [piece.group().lower() for piece in said]
    run = SequenceMatcher(None, name, spoken, autojunk=False).find_longest_match()
    if not run.size:
        return None
    before = masked(task, '"')[: said[run.b].start()]
    deeds = _WORKING.finditer(before) if run.size * 2 >= len(name) else ()
    found = next(filter(None, (forbids(before, deed.start()) for deed in deeds)), None)
    item = None if decision.element is None else situation.elements[decision.element]
    if run.size == len(name) and not (item is not None and item.role in _HOLDING):
        found = found or leaves_out(before, len(before))
    if found is None:
        return None
    first = next(at for at, word in enumerate(words) if word.end > found.start())
    return Span(min(first, serves.first), serves.last)


def names(said: str, decision: Decision, situation: Situation) -> bool:
    """Whether words name what a step works or enters."""
    name = pieces(_name(decision, situation))
    return bool(name) and {*name} <= {*pieces(said)}


def _name(decision: Decision, situation: Situation) -> str:
    """What a step works or enters, as a task would call it."""
    if decision.act is Act.TYPE:
        return typed(decision, situation)
    if decision.element is None:
        return " ".join(decision.keys)
    return called(situation.elements[decision.element])


def pieces(text: str) -> list[str]:
    """Its words in small letters."""
    return _PIECE.findall(text.lower())
