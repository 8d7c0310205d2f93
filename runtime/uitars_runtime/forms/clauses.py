"""Whether all that a request says is served by what is meant for a form, and each word by one thing
alone. Pure.

What a reading leaves out is not seen in how likely the rest of it is: "cheapest first, at most 12"
read as the 12 alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.forms.asked import Deed, Meant
from uitars_runtime.forms.form import Control, mention

_BETWEEN: Final = re.compile(r"[,;:.!?\n]+(?!\S)|\n|\b(?:and|then|but)\b", re.IGNORECASE)
_MANNERS: Final = re.compile(
    r"(?:\W|\b(?:please|pls|plz|thanks?|thank you|thx|ok(?:ay)?|hi|hello|hey|so|now|also|too|just|"
    r"that[’']?s (?:it|all)|would you|could you|can you|i want(?: you)?(?: to)?)\b)*",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\b(?:between|next to|beside|above|below|under(?:neath)?|(?:left|right) of)\b",
    re.IGNORECASE,
)
_OF: Final = re.compile(r"\bthe \w+ of (?=the\b|this\b|that\b|my\b|our\b|your\b)", re.IGNORECASE)
"""Before what says whose something is, and not what it is."""
_WORD: Final = re.compile(r"\w+")
_STEM: Final = 4
"""Letters at the beginning that words have in common that are alike; shorter ones are the same."""


def is_told_apart(request: str, form: Sequence[Control], meant: Sequence[Meant]) -> bool:
    """Whether no value is what another thing that is meant is called: "tick Show tags" gives no
    field these words, nor does "the price of the apples" say what that is. And whether things that
    are only ticked, chosen and pressed are told by what they are, and not by what they stand
    beside."""
    labels = [form[one.control].label.casefold() for one in meant]
    filled = [one for one in meant if one.deed is Deed.VALUE]
    values = [request[one.start : one.end].casefold() for one in filled]
    whose = {found.end() for found in _OF.finditer(request)}
    if {*labels} & {*values} or any(one.start in whose for one in filled):
        return False
    return bool(values) or _BESIDE.search(request) is None


def is_named(request: str, form: Sequence[Control], meant: Sequence[Meant]) -> bool:
    """Whether each thing that is meant is called in the request what it is called on the screen."""
    labels = (form[one.control].label for one in meant)
    return all(re.search(mention(label), request, re.IGNORECASE) for label in labels)


def is_served(request: str, form: Sequence[Control], meant: Sequence[Meant]) -> bool:
    """Whether there are no more clauses without words of what is meant than things that are meant
    in no words of the request."""
    named = [_named(request, form[one.control], one) for one in meant]
    breaks = [found.span() for found in _BETWEEN.finditer(request)]
    idle = start = 0
    for end, after in [*breaks, (len(request), len(request))]:
        words = request[start:end]
        served = any(start < stop and begin < end for spans in named for begin, stop in spans)
        idle += not served and _MANNERS.fullmatch(words) is None
        start = after
    return idle <= sum(not spans for spans in named)


def _named(request: str, control: Control, one: Meant) -> list[tuple[int, int]]:
    """The places of a request that say what is meant for a control: its value, or its label."""
    if one.deed is Deed.VALUE:
        return [(one.start, one.end)]
    stems = {_stem(word) for word in _WORD.findall(control.label)}
    return [found.span() for found in _WORD.finditer(request) if _stem(found[0]) in stems]


def _stem(word: str) -> str:
    return word[:_STEM].casefold()
