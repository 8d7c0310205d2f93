"""Lines on the screen that show the task itself: nothing in them is to be clicked.

A page of exercises or the assistant's own window can show the words of the task; to a model that
looks for what the task names they are the best match of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from uitars_runtime.eyes.element import Element

_LEAST: Final = 3
"""Words of a task below which a control may well say the same."""
_LOST: Final = 4
"""Letters that the eyes may have missed between two lines."""
_SHARE: Final = 0.8
"""Share of the task's letters that the lines must show together."""
_ALIKE: Final = 0.8
_LETTERS: Final = re.compile(r"[^\W_]+")


def without_notice(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The elements without the lines that together spell the task from its beginning."""
    wanted = _letters(task)
    if len(_LETTERS.findall(task)) < _LEAST:
        return tuple(elements)
    lines = sorted(
        (item for item in elements if _letters(item.text)),
        key=lambda item: (item.box.center.y // 12, item.box.left),
    )
    for start, line in enumerate(lines):
        if _fits(line.text, wanted, 0) and len(line.text.split()) > 1:
            shown = _spelled(lines[start:], wanted)
            if shown:
                return tuple(item for item in elements if not any(item is one for one in shown))
    return tuple(elements)


def _spelled(lines: Sequence[Element], wanted: str) -> list[Element]:
    """The lines that go on where the one before ended; none where too little is spelled."""
    shown: list[Element] = []
    at = 0
    for line in lines:
        for missed in range(_LOST + 1):
            if at + missed < len(wanted) and _fits(line.text, wanted, at + missed):
                shown.append(line)
                at += missed + len(_letters(line.text))
                break
    return shown if at >= _SHARE * len(wanted) else []


def _fits(text: str, wanted: str, at: int) -> bool:
    said = _letters(text)
    there = wanted[at : at + len(said)]
    if abs(len(there) - len(said)) > 2:
        return False
    return SequenceMatcher(None, said, there, autojunk=False).ratio() >= _ALIKE


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text)).lower()
