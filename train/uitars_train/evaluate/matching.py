"""The string-matching baseline: a model without learning, for every evaluation beside the model.

It clicks on the element whose words are found best in the task, copies quoted text after a click,
presses a chord that the task spells out and scrolls when it is told to. What it clicked is not
clicked again; when nothing is left that matches it says finished, or asks where nothing ever did.
Not here: anything that is tuned on an evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rapidfuzz import fuzz

from uitars_runtime.dialects.keys import read_keys
from uitars_runtime.element import Element
from uitars_runtime.errors import DialectError
from uitars_runtime.types import (
    Action,
    AskUser,
    Click,
    Direction,
    Finish,
    Point,
    Press,
    Scroll,
    Task,
    Type,
)
from uitars_train.evaluate.scripted import Scripted

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep

_ENOUGH: Final = 60.0
"""Least likeness, of 100, of an element that is worth a click."""
_CHORD = re.compile(r"\b(?:(?:ctrl|control|alt|shift|super)[+\- ])+\w+", re.IGNORECASE)
_LONE_KEY = re.compile(
    r"\bpress (?:the )?(enter|escape|esc|tab|delete|backspace|home|end|page up|page down|f\d+)\b",
    re.IGNORECASE,
)
_SCROLL = re.compile(r"\bscroll\b.*?\b(up|down|left|right)\b|\bscroll\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|'([^']+)'(?!\w)")
_WRITES = re.compile(r"\b(type|enter|write|fill|put|set)\b", re.IGNORECASE)


class StringMatcher(Scripted):
    """Clicks on what the words of the task name best."""

    name = "string matching"

    def __init__(self, look: Callable[[Frame, bool], Sequence[Element]]) -> None:
        """`look`: what is on a screen, and whether it is a task's first one; the product's eyes, so
        that only the decision differs."""
        self._look = look

    def choose(self, task: Task, past: Sequence[PastStep], seen: Frame, /) -> Action:
        """The next step."""
        done = [item.step.proposal.action for item in past]
        elements = self._look(seen, not past)
        return match(task.text, [item for item in done if item is not None], elements)


def match(task: str, done: Sequence[Action], elements: Sequence[Element]) -> Action:
    """What comes after the actions `done`."""
    if (text := _to_type(task, done)) is not None:
        return Type(text)
    if (chord := _chord(task)) is not None and not any(isinstance(item, Press) for item in done):
        return chord
    if (found := _SCROLL.search(task)) is not None and not done:
        return Scroll(_middle(elements), Direction((found[1] or "down").lower()))
    clicked = [item.at for item in done if isinstance(item, Click)]
    fresh = [item for item in elements if not any(item.box.contains(at) for at in clicked)]
    best = max(fresh, key=lambda item: _likeness(item, task), default=None)
    if best is not None and _likeness(best, task)[0] >= _ENOUGH:
        return Click(best.box.center)
    return Finish() if done else AskUser("Nothing on the screen answers to it.")


def _to_type(task: str, done: Sequence[Action]) -> str | None:
    """The first quoted text that was not typed, once something was clicked."""
    if not (done and isinstance(done[-1], Click) and _WRITES.search(task)):
        return None
    typed = {item.text for item in done if isinstance(item, Type)}
    quoted: list[str] = [found[found.lastindex or 0] for found in _QUOTED.finditer(task)]
    return next((text for text in quoted if text not in typed), None)


def _chord(task: str) -> Press | None:
    found = _CHORD.search(task) or _LONE_KEY.search(task)
    if found is None:
        return None
    spelled = found[1] if found.re is _LONE_KEY else found[0]
    try:
        return Press(read_keys(spelled))
    except DialectError:
        return None


def _likeness(element: Element, task: str) -> tuple[float, int]:
    """How well an element's words are found in the task, 0 to 100; the longer words win a tie."""
    words = (element.text or element.name).strip().lower().rstrip(":")
    told = task.lower()
    if not words:
        return 0.0, 0
    if len(words) <= 2:
        found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", told)
        return (100.0 if found else 0.0), len(words)
    if len(words) <= len(told):
        return fuzz.partial_ratio(words, told), len(words)
    return fuzz.ratio(words, told), len(words)


def _middle(elements: Sequence[Element]) -> Point:
    """A place among what is shown."""
    if not elements:
        return Point(0, 0)
    right = max(item.box.right for item in elements)
    bottom = max(item.box.bottom for item in elements)
    return Point(right // 2, bottom // 2)
