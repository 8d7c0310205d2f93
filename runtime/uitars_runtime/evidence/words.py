"""Words as they are compared: those of a task with those on a screen. Pure.

The eyes misread letters, so that texts are compared by likeness; labels that are short must be the
same but for letters that look alike. `exact`: words for which no other one may be taken.
"""

from __future__ import annotations

import re
from collections.abc import Set
from difflib import SequenceMatcher
from typing import Final

_ALIKE: Final = 0.8
"""Share of equal characters from which two readings are of the same word."""
_ARRIVED: Final = 0.75
"""The same for what stands in a field of a text that was just typed."""
_SHORT: Final = 4
"""Characters up to which a reading must be the same."""
_EDGES: Final = " \t\n.,:;…*\"'“”‘’«»()[]<>›_&|"
_NONE: Final = frozenset[str]()
_SPACE: Final = re.compile(r"\s+")
_LOOK_ALIKE: Final = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b", "−": "-", "–": "-", "×": "x"}
)
_ARTICLE: Final = re.compile(r"^(?:the|a|an|my|your|this|that|its)\s+", re.IGNORECASE)
_ROLE: Final = re.compile(
    r"\s+(?:push\s?button|radio\s?button|button|check\s?box|tick\s?box|text\s?box|text\s?field|"
    r"input\s?field|entry\s?field|input|box|field|option|menu\s?item|item|entry|tab|link|icon|"
    r"menu|drop-?\s?down(?:\s(?:list|menu|box))?|combo\s?box|list|key|row|toggle|switch|slider|"
    r"spin\s?box|spinner|page|section|pane|panel|dialog(?:ue)?|window|view|screen|setting|value|"
    r"size|one|ones|choice)$",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(
    r"^(?:push\s?button|radio\s?button|button|check\s?box|tick\s?box|text\s?box|text\s?field|box|"
    r"field|option|menu\s?item|item|entry|tab|link|icon|menu|list|row)\s+"
    r"(?:(?:called|named|labell?ed|saying)\s+)?",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """A label without its case, its marks at the edges and its breaks; a mark alone stays."""
    whole = _SPACE.sub(" ", text).strip().casefold().replace("’", "'")
    # Where nothing but marks are, each of them counts: `<-` is not `-`.
    return whole.strip(_EDGES) if any(map(str.isalnum, whole)) else whole


def shortened(text: str) -> str:
    """What is shown of a text that may be long."""
    return text if len(text) <= 40 else f"{text[:39]}…"


def readings(phrase: str) -> tuple[str, ...]:
    """What a phrase of a task may call a control: with and without what kind of thing it is."""
    whole = plain(phrase)
    bare = _ARTICLE.sub("", whole)
    found = [whole, bare, _ROLE.sub("", bare), _CALLED.sub("", bare)]
    return tuple(dict.fromkeys(plain(each) for each in found if each.strip()))


def same(one: str, other: str, exact: Set[str] = _NONE) -> bool:
    """Whether two texts are the same words, misread letters aside."""
    if _joined(one) == _joined(other):
        return True
    if _differ(one, other, exact):
        return False
    if _letters(one) == _letters(other) != "":
        return True
    words, others = one.split(), other.split()
    return len(words) == len(others) and all(map(_same_word, words, others))


def _same_word(one: str, other: str) -> bool:
    """Whether one word can be the other, misread; `A` and `B`, `3` and `8` cannot."""
    mine, its = _letters(one), _letters(other)
    if mine == its:
        return True
    if min(len(mine), len(its)) <= _SHORT or abs(len(mine) - len(its)) > 1:
        return False
    if re.sub(r"\D", "", one) != re.sub(r"\D", "", other):
        return False
    return SequenceMatcher(None, mine, its, autojunk=False).ratio() >= _ALIKE


def _differ(one: str, other: str, exact: Set[str]) -> bool:
    """Whether one of two texts has a word of `exact` and the other has not."""
    return not exact.isdisjoint(set(one.split()) ^ set(other.split()))


def names(phrase: str, label: str, exact: Set[str] = _NONE) -> bool:
    """Whether a phrase of a task is what a control is called, whole."""
    called = plain(label)
    return bool(called) and any(same(each, called, exact) for each in readings(phrase))


_TURNS: Final = frozenset({"not", "no", "don't", "never", "without", "disable", "hide", "except"})


def part_of(phrase: str, label: str, exact: Set[str] = _NONE) -> bool:
    """Whether a phrase is some of the words of a label, in order, and nothing turns them round."""
    called = plain(label).split()
    if _TURNS & set(called):
        return False
    for each in readings(phrase):
        wanted = each.split()
        if not wanted or len(each) < 3:
            continue
        for at in range(len(called) - len(wanted) + 1):
            if all(same(*pair, exact) for pair in zip(wanted, called[at:], strict=False)):
                return True
    return False


def _joined(text: str) -> str:
    return _SPACE.sub("", text.casefold())


def _letters(text: str) -> str:
    return _joined(text).translate(_LOOK_ALIKE)


def stands(text: str, content: str, *, whole: bool, exact: Set[str] = _NONE) -> bool:
    """Whether a typed text is the content of a field, or with `whole` off a line of it."""
    wanted, held = text.strip(), content.strip().strip("|")
    if not wanted:
        return False
    if _alike(wanted, held, exact):
        return True
    if whole:
        return False
    lines = [line for line in wanted.splitlines() if line.strip()]
    there = held.splitlines()
    return bool(lines) and all(any(_alike(each, line, exact) for line in there) for each in lines)


def _alike(typed: str, read: str, exact: Set[str]) -> bool:
    """Whether what was read can be what was typed there: a caret hides or adds a letter."""
    one, other = plain(typed), plain(read)
    if same(one, other, exact):
        return True
    if re.sub(r"\D", "", one) != re.sub(r"\D", "", other) or _differ(one, other, exact):
        return False
    one, other = _letters(one), _letters(other)
    if min(len(one), len(other)) < 2 or abs(len(one) - len(other)) > max(1, len(one) // 6):
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ARRIVED
