"""What of the judged a person could click, and where: boxes whose middle does what they are for.

Of a mark with its words, and the frame around both, one is told; cells of tables, and what nearly
covers another of its kind, are none. All by boxes and roles, without the pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.geometry import holds, intersection_over_union

_WEARERS = {
    Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.COMBO, Role.MENU, Role.MENU_ITEM, Role.TAB,
    Role.ITEM, Role.LINK,
}  # fmt: skip
"""What wears a mark left of its words as a part of itself; beside all else it is an icon."""

CELL, ALL_OF_IT = 2.5, 0.9
"""Height of a cell in that of the control in it, and share of its area that this covers, at most:
of two that are nearly the same neither is a cell."""
_CELLS = {Role.FIELD, Role.SLIDER}
"""What empty cells are taken for ..."""
_IN_CELLS = _CELLS | {Role.COMBO, Role.CHECKBOX, Role.RADIO}
"""... and what stands in them."""


def clickable(candidates: Sequence[Candidate], elements: Sequence[Element]) -> list[Element]:
    """The elements that are something, with boxes whose middle does what the element is for."""
    found: list[Element] = []
    worn = {
        candidate.mark
        for candidate, element in zip(candidates, elements, strict=True)
        if element.role in _WEARERS
    }
    unlikely = _unlikely(candidates, elements)
    for row, (candidate, element) in enumerate(zip(candidates, elements, strict=True)):
        ticked = element.role in {Role.CHECKBOX, Role.RADIO}
        if element.role is Role.OTHER or (candidate.apart and not ticked) or row in unlikely:
            continue
        if candidate.kind is Kind.BARE and candidate.box in worn:
            continue
        if ticked and candidate.mark:
            # In lists and on many pages only the mark itself can be clicked, never the words.
            found.append(msgspec.structs.replace(element, box=candidate.mark))
        elif element.role is Role.ICON:
            found.append(msgspec.structs.replace(element, text=""))
        elif candidate.kind is Kind.MARKED and candidate.words and element.role not in _WEARERS:
            found.append(msgspec.structs.replace(element, box=candidate.words))
        else:
            found.append(element)
    return found


def _unlikely(candidates: Sequence[Candidate], elements: Sequence[Element]) -> set[int]:
    """The rows of those that are not what is there: of a mark with its words, and the frame around
    them, the one that is less sure, which is the mark where it is none that is ticked."""
    boxed = {
        (candidate.words, candidate.mark): row
        for row, candidate in enumerate(candidates)
        if candidate.kind is Kind.BOXED
    }
    found: set[int] = set()
    for row, candidate in enumerate(candidates):
        around = boxed.get((candidate.words, candidate.mark))
        if candidate.kind is Kind.MARKED and around is not None:
            surer = elements[row].confidence > elements[around].confidence
            ticked = elements[row].role in {Role.CHECKBOX, Role.RADIO}
            found.add(around if ticked and surer else row)
    return found


def without_twins(elements: Sequence[Element]) -> list[Element]:
    """Of elements of one role that nearly cover each other, the surest. Worth 1 of 452 steps on
    pictures, and no right element of 6,110."""
    kept: list[Element] = []
    for element in sorted(elements, key=lambda element: -element.confidence):
        if not any(
            element.role is other.role and intersection_over_union(element.box, other.box) > 0.6
            for other in kept
        ):
            kept.append(element)
    return [element for element in elements if any(element is other for other in kept)]


def without_cells(elements: Sequence[Element]) -> list[Element]:
    """Without empty fields in which another control stands: those are the cells of a table."""
    controls = [element for element in elements if element.role in _IN_CELLS]
    return [
        element
        for element in elements
        if element.role not in _CELLS
        or element.text
        or not any(_is_cell(element, other) for other in controls)
    ]


def _is_cell(element: Element, inner: Element) -> bool:
    cell, box = element.box, inner.box
    begins = box.left - cell.left <= cell.height
    fits = cell.height <= CELL * box.height and box.area <= ALL_OF_IT * cell.area
    ticked = inner.role in {Role.CHECKBOX, Role.RADIO}  # the knob of a slider looks like one
    return holds(cell, box) and begins and fits and not (ticked and element.role is Role.SLIDER)
