"""Words that the task names by their place ("the 5th word"), and the paragraph to be marked.

Counting is left to this code, as with controls (`ordinals.py`). The word is one that can be typed.
A paragraph that is clicked is marked, from its first line to its last: it is dragged onto itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.rules.ordinals import ORDINALS
from uitars_runtime.backends.embedded.rules.texts import Run, paragraphs
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_WORD: Final = re.compile(
    r"\b((?P<number>\d+)(?:st|nd|rd|th)|" + "|".join(ORDINALS) + r") word\b", re.IGNORECASE
)
_MARKED: Final = re.compile(
    r"\b(?:highlight|select|mark)\b[^.;]{0,30}?\b(paragraph|passage|text)\b", re.IGNORECASE
)
_MARKS: Final = ".,:;!?\"'“”‘’()[]"
_LEAST: Final = 3
"""Words of a paragraph at least."""


def with_passages(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The elements, and the word and the paragraph that the task names, of the longest text."""
    word, whole = _WORD.search(task), _MARKED.search(task)
    if word is None and whole is None:
        return tuple(elements)
    text = max(paragraphs(elements), key=lambda run: len(run.text.split()), default=None)
    if text is None or len(text.text.split()) < _LEAST:
        return tuple(elements)
    found: list[Element] = []
    if word is not None:
        place = int(word["number"]) if word["number"] else ORDINALS[word[1].lower()]
        meant = _word(text, place, word[0])
        found += [] if meant is None else [meant]
    elif whole is not None:
        lines = "\n".join(line.text for line in text.items)
        found.append(Element(text.box, Role.TEXT, lines, whole[1]))
    return (*elements, *found)


def to_mark(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or for a click on the paragraph to be marked the drag that marks it."""
    index = decision.element
    if decision.act is not Act.CLICK or index is None:
        return decision
    if not is_to_be_marked(situation.elements[index], situation.task):
        return decision
    return Decision(Act.DRAG, decision.serves, element=index, onto=index)


def is_to_be_marked(item: Element, task: str) -> bool:
    """Whether it is the paragraph that the task asks to mark."""
    asked = _MARKED.search(task)
    return asked is not None and item.name == asked[1] and item.name != item.text


def _word(text: Run, place: int, name: str) -> Element | None:
    """The word at a place, counted from 1; the last one for 0."""
    left = place
    for line in text.items if place else text.items[-1:]:
        pieces = list(re.finditer(r"\S+", line.text))
        if place and left > len(pieces):
            left -= len(pieces)
            continue
        return _cut(line, pieces[left - 1], name)
    return None


def _cut(line: Element, piece: re.Match[str], name: str) -> Element:
    box, total = line.box, len(line.text)
    left = box.left + box.width * piece.start() // total
    right = box.left + box.width * piece.end() // total
    said = piece[0].strip(_MARKS) or piece[0]
    place = Box(left, box.top, max(right, left + 4), box.bottom)
    return msgspec.structs.replace(line, box=place, role=Role.TEXT, text=said, name=name)
