"""Text areas that fill a window: found by what lies in them, as they look like any other panel."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes.ink import ink_mask
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.geometry import holds
from uitars_runtime.types import Box

HEIGHT, WIDTH = 120, 200
"""Pixels from which a panel may be an editor."""
INDENT = 48
"""Pixels from the left edge within which the lines of an editor begin."""
PANEL = 0.9
"""Share of its outline that a frame with words on a page has."""
PAPER = 250
"""Brightness of the darkest channel from which a panel is white."""
TINT = 48
"""Brightest less darkest channel of paper, at most; themes of editors are hardly tinted."""
DRAWN = 0.9
"""Share of a side along which a border is drawn."""
SLANT = -0.4
"""Correlation of the rows and columns of a grip's ink, at most."""
FAINT = 12
"""Sum over the three channels up to which two colours are one."""
CORNER = 0.6
"""Heights of its lines up to which the words of a text area begin from its edges."""
BLANK = 0.85
"""Share of an empty sheet that has one colour; pictures and shapes leave less of it."""
GRIPS = (14, 28, 42)
"""Sides of the corner that the grip of a text area of a page fills, at one to three times."""
_LINES = frozenset({Role.ITEM, Role.MENU_ITEM})
"""What lines of a text are taken for, above all selected ones."""
_QUIET = frozenset({Role.TEXT, Role.ITEM, Role.LINK, Role.SCROLLBAR, Role.OTHER})
"""What may seem to stand in an editor; a control never does."""


def with_editors(
    pixels: Pixels, candidates: Sequence[Candidate], elements: Sequence[Element]
) -> list[Element]:
    """The elements in their order; a large panel with nothing but words in it becomes a field.

    Lines in it are text, whatever they look like. What fills a window has the focus unless another
    field shows that it has: a caret is seen half of the time only.
    """
    panels = [
        index
        for index, candidate in enumerate(candidates)
        if elements[index].role is Role.OTHER
        and _may_be_editor(candidate, elements)
        and not any(_is_panel(other, candidate) for other in candidates)
    ]
    innermost = [
        index
        for index in panels
        if not any(_surrounds(candidates[index].box, candidates[other].box) for other in panels)
    ]
    papers = {
        index
        for index in innermost
        if _own_background(pixels, candidates[index].box, candidates[index].lines > 0)
    }
    areas = {
        index
        for index in innermost
        if index not in papers and _is_text_area(pixels, candidates[index].box, elements)
    }
    free = not any(element.focused and element.role is Role.FIELD for element in elements)
    largest = max(papers, key=lambda index: candidates[index].box.area, default=-1)
    fields = [candidates[index].box for index in papers | areas]
    found: list[Element] = []
    for index, element in enumerate(elements):
        if index in papers | areas:
            focused = element.focused or (free and index == largest)
            found.append(msgspec.structs.replace(element, role=Role.FIELD, focused=focused))
        elif element.role in _LINES and any(holds(field, element.box) for field in fields):
            found.append(msgspec.structs.replace(element, role=Role.TEXT))
        else:
            found.append(element)
    return found


def _surrounds(outer: Box, inner: Box) -> bool:
    """Whether the inner one lies in the outer one, even where it reaches to the window's edge."""
    return inner.area < outer.area and outer.contains(inner.center)


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
    if any(element.role not in _QUIET and not _is_selected_line(element) for element in words):
        return False
    if not words:
        return False
    if any(_in_running_text(element, words) for element in words):
        return False
    texts = sum(element.role is Role.TEXT or element.selected for element in words)
    begins = float(np.quantile([element.box.left for element in words], 0.25)) - box.left
    return 2 * texts >= len(words) and begins <= INDENT


def _is_selected_line(element: Element) -> bool:
    return element.selected and element.role in _LINES


def _is_panel(candidate: Candidate, around: Candidate) -> bool:
    """Whether the candidate is a frame with words, such as a menu, on what is then no paper."""
    box, paper = candidate.box, around.box
    return (
        candidate.kind is Kind.BARE
        and candidate.frame >= PANEL
        and candidate.lines > 0
        and holds(paper, box)
        and box.area < 0.5 * paper.area
    )


def _in_running_text(link: Element, words: Sequence[Element]) -> bool:
    """Whether it is a link with words close beside it, as pages have and editors do not."""
    if link.role is not Role.LINK:
        return False
    near = 1.5 * link.box.height
    return any(
        abs(other.box.center.y - link.box.center.y) <= link.box.height // 2
        and (
            0 <= link.box.left - other.box.right <= near
            or 0 <= other.box.left - link.box.right <= near
        )
        for other in words
    )


def _own_background(pixels: Pixels, box: Box, words: bool) -> bool:
    """Whether the panel has another colour than what lies above it, as a sheet of paper has.

    A strong colour is a banner's. Without words on it, it must be blank and white as well: empty
    panels of other colours are no paper.
    """
    part = pixels[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3]
    inside = _colour(part)
    if int(inside.max()) - int(inside.min()) > TINT:
        return False
    if not words and (int(inside.min()) < PAPER or not _is_blank(part, inside)):
        return False
    return _stands_out(pixels, box)


def _is_blank(part: Pixels, colour: NDArray[np.int16]) -> bool:
    """Whether nearly all of it has one colour; every third row and column is looked at."""
    apart = np.abs(part[::3, ::3].astype(np.int16) - colour).sum(axis=2)
    return float((apart <= FAINT).mean()) >= BLANK


def _stands_out(pixels: Pixels, box: Box) -> bool:
    """Whether it has another colour than what lies above it, or nothing lies there."""
    inside = _colour(pixels[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3])
    above = pixels[max(0, box.top - 10) : max(0, box.top - 3), box.left : box.right]
    return above.size == 0 or int(np.abs(inside - _colour(above)).sum()) > FAINT


def _is_text_area(pixels: Pixels, box: Box, elements: Sequence[Element]) -> bool:
    """Whether it is a text area of a page, on paper of the page's colour: its border is drawn, and
    its words begin in the very corner or the corner across has a grip to pull at."""
    if _stands_out(pixels, box) or not _has_border(pixels, box):
        return False
    words = [element.box for element in elements if element.text and holds(box, element.box)]
    if not words:
        return any(_has_grip(pixels, box, side) for side in GRIPS)
    near = CORNER * float(np.median([word.height for word in words]))
    left, top = min(word.left for word in words), min(word.top for word in words)
    return left - box.left <= near and top - box.top <= near


def _has_border(pixels: Pixels, box: Box) -> bool:
    """Whether a line of another colour than the inside goes along every side."""
    part = pixels[max(0, box.top - 3) : box.bottom + 3, max(0, box.left - 3) : box.right + 3]
    inside = _colour(part[10:-10, 10:-10])
    differs = np.abs(part.astype(np.int16) - inside).sum(axis=2) > FAINT
    across, down = differs[:, 10:-10].mean(axis=1), differs[10:-10].mean(axis=0)
    return all(side.max() > DRAWN for side in (across[:7], across[-7:], down[:7], down[-7:]))


def _has_grip(pixels: Pixels, box: Box, side: int) -> bool:
    """Whether the lower right corner has strokes from its lower left to its upper right."""
    corner = pixels[box.bottom - side : box.bottom - 2, box.right - side : box.right - 2]
    mask = ink_mask(corner)
    rows, columns = np.nonzero(mask)
    slanted = len(rows) >= side // 2 and float(np.corrcoef(rows, columns)[0, 1]) < SLANT
    return slanted and len(rows) < 0.5 * mask.size


def _colour(part: Pixels) -> NDArray[np.int16]:
    return np.asarray(np.median(part.reshape(-1, 3)[::7], axis=0), np.int16)
