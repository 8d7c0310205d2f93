"""The request itself, shown on the screen, is no answer to it: its lines go.

Exercises, forms with instructions, chats and trackers show what is asked for in the words it is
asked in; nothing else matches the request as well, and there is nothing to press. The lines of a
passage that says the whole request are left out, and what lies drawn between them. A part of it is
kept: that may be the name of what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import reduce
from typing import Final

from uitars_runtime.backends.embedded.network.layout import reading_order
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import holds, union
from uitars_runtime.types import Box

_ALIKE: Final = 0.87
"""How like the request its lines are, 0 to 1: some letters are misread, a short word is missed."""
_BEGINNING: Final = 3
"""Letters that both begin with."""
_LABEL: Final = 3
"""Words of a label at most, where no full stop says that it is a sentence."""
_APART: Final = 3
"""Heights of a line between two pieces of it."""
_BELOW: Final = 1.2
"""Heights of a line between it and the next."""
_ENTERED: Final = frozenset({Role.FIELD, Role.COMBO})
"""What stands in these was put there."""
_PLAIN: Final = frozenset({Role.TEXT, Role.TITLE})
"""What a request in one piece is taken for; a control that is called so is what is meant."""
_LINES: Final = frozenset({*_PLAIN, Role.ITEM})
"""What one of its pieces at least is taken for; controls in a row say nothing together."""
_DRAWN: Final = frozenset({Role.OTHER, Role.ICON})


def without_request(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The elements without those that show the whole task."""
    if task.count(" ") < _LABEL and not task.endswith((".", "!", "?")):
        return tuple(elements)
    shown = _shown(elements, _letters(task))
    if not shown:
        return tuple(elements)
    around = reduce(union, (elements[at].box for at in shown))
    return tuple(
        item
        for at, item in enumerate(elements)
        if at not in shown and not (item.role in _DRAWN and holds(around, item.box))
    )


def _shown(elements: Sequence[Element], asked: str) -> frozenset[int]:
    """The places of the pieces that say together what is asked; none where that is not shown."""
    worded = [at for at, item in enumerate(elements) if item.text and item.role not in _ENTERED]
    order = [worded[at] for at in reading_order([elements[at].box for at in worded])]
    best, found = _ALIKE, frozenset[int]()
    for first, start in enumerate(order):
        if not _letters(elements[start].text).startswith(asked[:_BEGINNING]):
            continue
        for run, said in _runs(elements, order[first:], len(asked)):
            pair = SequenceMatcher(None, asked, said, autojunk=False)
            # Most are too short or too long, which is seen at once.
            if pair.real_quick_ratio() <= best or (alike := pair.ratio()) <= best:
                continue
            needed = _PLAIN if len(run) == 1 else _LINES
            if needed & {elements[at].role for at in run}:
                best, found = alike, frozenset(run)
    return found


def _runs(
    elements: Sequence[Element], order: Sequence[int], letters: int
) -> Iterator[tuple[list[int], str]]:
    """Passages that begin with the first piece, each by one longer than the one before, with what
    they say, until they say more letters than asked for."""
    run = [order[0]]
    said = _letters(elements[order[0]].text)
    around = elements[order[0]].box
    yield run, said
    for at in order[1:]:
        if len(said) >= letters:
            return
        if _goes_on(around, elements[run[-1]].box, elements[at].box):
            run = [*run, at]
            said += _letters(elements[at].text)
            around = union(around, elements[at].box)
            yield run, said


def _goes_on(passage: Box, last: Box, box: Box) -> bool:
    """Whether a piece is the next one of its line, or begins the line below."""
    level = last.top <= box.center.y < last.bottom
    if level:
        return last.center.x < box.left < last.right + _APART * last.height
    below = 0 <= box.center.y - last.center.y <= (1 + _BELOW) * last.height
    return below and abs(box.left - passage.left) <= last.height


def _letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]+", text.casefold()))
