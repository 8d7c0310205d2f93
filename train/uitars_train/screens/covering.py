"""What can be seen of boxes that lie below other boxes; pure geometry."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from uitars_runtime.element import Element
from uitars_runtime.types import Box


def moved(element: Element, left: int, top: int) -> Element:
    """The same element, further to the right and down."""
    box = element.box
    return msgspec.structs.replace(
        element,
        box=Box(box.left + left, box.top + top, box.right + left, box.bottom + top),
    )


def seen_part(box: Box, area: Box, covers: Sequence[Box], least: float = 0.6) -> Box | None:
    """The part of a box inside `area` that no cover hides.

    None where less than `least` of it is left, or where what is left is no rectangle.
    """
    left, top = max(box.left, area.left), max(box.top, area.top)
    right, bottom = min(box.right, area.right), min(box.bottom, area.bottom)
    whole = box.area
    if right - left < 2 or bottom - top < 2 or whole <= 0:
        return None
    visible = np.ones((bottom - top, right - left), dtype=bool)
    hidden = False
    for cover in covers:
        if cover.left < right and cover.right > left and cover.top < bottom and cover.bottom > top:
            hidden = True
            visible[
                max(0, cover.top - top) : max(0, cover.bottom - top),
                max(0, cover.left - left) : max(0, cover.right - left),
            ] = False
    if np.count_nonzero(visible) < least * whole:
        return None
    if not hidden:
        return Box(left, top, right, bottom)
    rows, columns = np.flatnonzero(visible.any(1)), np.flatnonzero(visible.any(0))
    part = Box(
        left + int(columns[0]),
        top + int(rows[0]),
        left + int(columns[-1]) + 1,
        top + int(rows[-1]) + 1,
    )
    return part if np.count_nonzero(visible) > 0.95 * part.area else None


def visible_elements(
    elements: Sequence[Element], area: Box, covers: Sequence[Box]
) -> list[Element]:
    """The elements that can be seen, their boxes cut to what is seen of them.

    Of words nearly all must be seen: what is left of a cut word is another word.
    """
    seen: list[Element] = []
    for element in elements:
        part = seen_part(element.box, area, covers, 0.88 if element.text else 0.6)
        if part is not None:
            seen.append(
                element if part == element.box else msgspec.structs.replace(element, box=part)
            )
    return seen
