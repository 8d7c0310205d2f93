"""A part of a task that is nothing but the name of something on the screen is meant for that.

The network is drawn to neighbours of like name, and to giving up beside them. Where one of the
steps it weighs is a click on what the part names whole ("Choose Select All", and an entry "Select
All"), clicks on other things and giving up count less. What else it weighs stays as likely as it
was: that nothing is left to do, for example. Not here: how alike words and names are
(`likeness.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.backends.embedded.icon_names import OTHER_NAMES, likely, spoken
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.vocabulary import Act
from uitars_runtime.eyes.element import Element

LESS: Final = 0.15
"""What the other steps count, chosen on development programs (`bench/development.json`)."""
_LIKELY: Final = 0.4
"""Probability from which an icon has the name of a meaning."""
_CLICKS: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
_GIVING_UP: Final = (Act.CALL_USER, Act.FAIL)
_AROUND: Final = frozenset(
    {
        *(
            "choose",
            "pick",
            "select",
            "click",
            "press",
            "hit",
            "push",
            "tap",
            "open",
            "show",
            "use",
        ),
        *("find", "go", "activate", "set", "make", "switch", "turn", "check", "uncheck", "tick"),
        *("untick", "sure", "is", "on", "off", "to", "the", "a", "an", "in", "from", "for", "at"),
        *("of", "please", "now", "then", "and", "button", "buttons", "menu", "menus", "bar", "tab"),
        *("page", "option", "entry", "item", "icon", "link", "list", "box"),
    }
)
"""Words around a name that say nothing of what it names."""

Weighed = tuple[Decision, float]


def with_names_first(found: Sequence[Weighed], situation: Situation) -> list[Weighed]:
    """The steps with their odds, likeliest first."""
    named = [_is_named_whole(decision, situation) for decision, _ in found]
    if not any(named):
        return list(found)
    weighed = [
        (decision, odds * LESS if decision.act in _GIVING_UP + _CLICKS and not whole else odds)
        for (decision, odds), whole in zip(found, named, strict=True)
    ]
    return sorted(weighed, key=lambda pair: -pair[1])


def _is_named_whole(decision: Decision, situation: Situation) -> bool:
    if decision.act not in _CLICKS or decision.element is None or decision.serves is None:
        return False
    element = situation.elements[decision.element]
    said = _said(decision.serves, situation)
    return not element.disabled and any(_is_all(said, _words(name)) for name in _names(element))


def _said(part: Span, situation: Situation) -> list[str]:
    words = situation.words
    return _words(situation.task[words[part.first].start : words[part.last].end])


def _names(element: Element) -> Iterator[str]:
    yield from (element.text, element.name)
    for meaning, odds in likely(element):
        if odds >= _LIKELY:
            yield spoken(meaning)
            yield from OTHER_NAMES.get(meaning, ())


def _is_all(said: list[str], name: list[str]) -> bool:
    """Whether the name stands in what is said with nothing but words around it."""
    return any(
        said[at : at + len(name)] == name
        and _AROUND.issuperset(said[:at])
        and _AROUND.issuperset(said[at + len(name) :])
        for at in range(len(said) - len(name) + 1)
        if name
    )


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"\w+", text)]
