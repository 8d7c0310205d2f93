"""Text areas that fill a window: found by what lies in them, as they look like any other panel."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.element import Element, Role
from uitars_runtime.eyes.regions import Pixels, holds
from uitars_runtime.types import Box

HEIGHT, WIDTH = 120, 200
"""Pixels from which a panel may be an editor."""
INDENT = 48
"""Pixels from the left edge within which the lines of an editor begin."""
PAPER = 250
"""Brightness of the darkest channel from which a panel is white."""
FAINT = 12
"""Sum over the three channels up to which two colours are one."""
_QUIET = frozenset({Role.TEXT, Role.ITEM, Role.LINK, Role.SCROLLBAR, Role.OTHER})
"""What may seem to stand in an editor; a control never does."""


def with_editors(
    pixels: Pixels, candidates: Sequence[Candidate], elements: Sequence[Element]
) -> list[Element]:
    """The elements in their order; a large panel with nothing but words in it becomes a field."""
    panels = [
        index
        for index, candidate in enumerate(candidates)
        if elements[index].role is Role.OTHER and _may_be_editor(candidate, elements)
    ]
    innermost = {
        index
        for index in panels
        if not any(holds(candidates[index].box, candidates[other].box) for other in panels)
        and _own_background(pixels, candidates[index].box, candidates[index].lines > 0)
    }
    return [
        msgspec.structs.replace(element, role=Role.FIELD) if index in innermost else element
        for index, element in enumerate(elements)
    ]


def _may_be_editor(candidate: Candidate, elements: Sequence[Element]) -> bool:
    box = candidate.box
    if candidate.kind is not Kind.BARE or candidate.frame < 0.9:
        return False
    if box.height < HEIGHT or box.width < WIDTH:
        return False
    inside = [
        element
        for element in elements
        if element.box != box and holds(box, element.box) and element.role is not Role.OTHER
    ]
    if not inside:
        return candidate.lines == 0
    words = [element for element in inside if element.text]
    if any(element.role not in _QUIET for element in words) or not words:
        return False
    texts = sum(element.role is Role.TEXT for element in words)
    begins = float(np.quantile([element.box.left for element in words], 0.25)) - box.left
    return 2 * texts >= len(words) and begins <= INDENT


def _own_background(pixels: Pixels, box: Box, words: bool) -> bool:
    """Whether the panel has another colour than what lies above it, as a sheet of paper has.

    Without words on it, it must be white as well: empty panels of other colours are no paper.
    """
    inside = _colour(pixels[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3])
    if not words and int(inside.min()) < PAPER:
        return False
    above = pixels[max(0, box.top - 10) : max(0, box.top - 3), box.left : box.right]
    return above.size == 0 or int(np.abs(inside - _colour(above)).sum()) > FAINT


def _colour(part: Pixels) -> NDArray[np.int16]:
    return np.asarray(np.median(part.reshape(-1, 3)[::7], axis=0), np.int16)
