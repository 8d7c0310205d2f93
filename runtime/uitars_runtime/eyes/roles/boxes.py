"""What bare boxes are, by what lies in them and around them: tick boxes, editors, patches.

A small box with a drawn border and nothing in it is a tick box where it is one of several, whatever
the network takes it for, at any scale. A text area that fills a window looks like any other panel
and is told by the words in it. A patch is what neither words nor widgets cover where something is
drawn: a shape of a colour of its own, a photograph, a drawing. It can be pointed at, and a task may
name it by its colour; which colour that is in a word is not said here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes import Part, Pixels, is_mark, median_colour
from uitars_runtime.geometry import Box, grown, holds, overlap

FRAMED = 0.85
"""Share of its outline that the border of an empty box has; corners may be round."""
APART = 36
"""Sum over the three channels from which the border of a tick box differs from what is in it."""
EMPTY = 0.96
"""Share of an empty box that has one colour."""
BORDER = 0.6
"""Share of a side along which the border of an empty box is drawn, at least."""
ALIKE = 2
"""Pixels by which boxes of one size, and those in one row, differ at most."""
LIKE_PAPER = 160
"""Difference, summed like the above, of the inside of a tick box and of what lies around it, at
most: squares on paper of quite another colour are a picture."""
_TICKED = frozenset({Role.ICON, Role.OTHER, Role.BUTTON, Role.FIELD, Role.CHECKBOX})
"""What tick boxes without words are mistaken for."""
PALE = 0.6
"""Contrast of a tick box that is disabled, in the usual one of its kind, at most."""
USUAL = 3
"""Boxes of a kind from which it is known what is usual."""
NOT_SEEN = 4.0
"""Contrast, a sum over three channels, up to which nothing was seen of a box's outline."""
HEIGHT, WIDTH = 120, 200
"""Pixels from which a panel may be an editor."""
INDENT = 48
"""Pixels from the left edge within which the lines of an editor begin."""
PAPER = 250
"""Brightness of the darkest channel from which a panel is white."""
TINT = 48
"""Brightest less darkest channel of paper, at most; themes of editors are hardly tinted."""
FAINT = 12
"""Sum over the three channels up to which two colours are one."""
BLANK = 0.85
"""Share of an empty sheet that has one colour; pictures and shapes leave less of it."""
_LINES = frozenset({Role.ITEM, Role.MENU_ITEM})
"""What lines of a text are taken for, above all selected ones."""
_QUIET = frozenset({Role.TEXT, Role.ITEM, Role.LINK, Role.SCROLLBAR, Role.OTHER})
"""What may seem to stand in an editor; a control never does."""
MOST = 24
"""Patches of one screen at most, the larger ones."""
SMALLEST = 16
"""Shorter side in pixels of a patch at least."""
LARGEST = 0.25
"""Share of the screen that a patch covers at most; what is larger is a background."""
AROUND = 3
"""Pixels beside a patch whose colour is that of what lies around it."""
OTHER = 24
"""Difference of a channel, 0 to 255, from which a colour is another one."""
DRAWN = 20.0
"""Standard deviation of the brightness, 0 to 255, from which something is drawn in a patch."""
FLAT = 4.0
"""Standard deviation of the brightness up to which a patch has one colour."""
FILLED = 0.3
"""Share of a panel that its patches cover at least."""
SAMPLES = 16
"""Pixels looked at along each side."""


def ticks_told(
    parts: Sequence[Part], candidates: Sequence[Candidate], roles: Sequence[Role]
) -> dict[int, bool]:
    """The rows of tick boxes by whether they are checked: small empty boxes of one size in rows or
    columns, and what stands among them in their size. `parts`: what is to be seen of each.

    Of what the network itself takes for a tick box it alone says whether something is in it.
    Worth no element of 10,197 (`bench/eyes_rules.py`), on a fifth of the pictures it changes.
    """
    blank = [
        candidate.box
        for candidate, part in zip(candidates, parts, strict=True)
        if candidate.kind is Kind.BARE
        and candidate.frame >= FRAMED
        and is_mark(candidate.box)
        and _is_empty(part, candidate.box)
    ]
    empty = {box for box in blank if _is_in_line(box, [other for other in blank if other != box])}
    found: dict[int, bool] = {}
    for row, candidate in enumerate(candidates):
        mark = candidate.mark or candidate.box
        if mark in empty and (candidate.kind is Kind.BARE or roles[row] in _TICKED):
            found[row] = False
        elif (
            candidate.kind in (Kind.BARE, Kind.MARKED)
            and roles[row] in _TICKED - {Role.CHECKBOX}
            and _is_in_line(mark, empty)
        ):
            found[row] = candidate.frame >= FRAMED
    return found


def paled(
    parts: Sequence[Part],
    candidates: Sequence[Candidate],
    roles: Sequence[Role],
    checked: Sequence[bool],
) -> list[int]:
    """The rows of tick boxes and radio circles that are drawn much paler than is usual for those of
    their size that are checked, or for those that are not: they are disabled, though their words
    may be black as ever. `parts`: what is to be seen of each."""
    marks = {
        row: mark
        for row, candidate in enumerate(candidates)
        if roles[row] in (Role.CHECKBOX, Role.RADIO)
        and is_mark(mark := candidate.mark or candidate.box)
    }
    contrasts = {row: _contrast(parts[row], mark) for row, mark in marks.items()}
    alike = {
        row: [
            contrasts[other]
            for other in marks
            if (roles[other], checked[other]) == (roles[row], checked[row])
            and abs(marks[other].height - mark.height) <= ALIKE
        ]
        for row, mark in marks.items()
    }
    return [
        row
        for row, contrast in contrasts.items()
        if len(alike[row]) >= USUAL and NOT_SEEN < contrast < PALE * np.median(alike[row])
    ]


def _contrast(part: Part, box: Box) -> float:
    """How much the strongest tenth of a box differs from what lies around it."""
    apart = np.abs(part.crop(box) - _colour_around(part, box)).sum(axis=2)
    return float(np.percentile(apart, 90))


def _is_empty(part: Part, box: Box) -> bool:
    """Whether one colour, much like that around the box, fills it up to a border of another one."""
    reach = max(3, min(box.width, box.height) // 8)
    if min(box.width, box.height) < 2 * reach + 2:
        return False
    own = part.crop(box)
    paper, around = median_colour(own[reach:-reach, reach:-reach]), _colour_around(part, box)
    differs = np.abs(own - paper).sum(axis=2) > APART
    if 1 - differs[reach:-reach, reach:-reach].mean() < EMPTY:
        return False
    apart = differs & (np.abs(own - around).sum(axis=2) > APART)
    sides = (apart[:reach].any(axis=0), apart[-reach:].any(axis=0))
    ends = (apart[:, :reach].any(axis=1), apart[:, -reach:].any(axis=1))
    drawn = all(float(side.mean()) >= BORDER for side in (*sides, *ends))
    return drawn and float(np.abs(paper - around).sum()) <= LIKE_PAPER


def _colour_around(part: Part, box: Box) -> NDArray[np.float64]:
    """The most common colour right outside of a box."""
    wide = part.crop(grown(box, 4, 4))
    ring = (wide[:2], wide[-2:], wide[:, :2], wide[:, -2:])
    return median_colour(np.concatenate([side.reshape(-1, 3) for side in ring]))


def _is_in_line(one: Box, others: Collection[Box]) -> bool:
    """Whether a box stands in a row or a column with one of its size."""
    return any(
        max(abs(one.width - other.width), abs(one.height - other.height)) <= ALIKE
        and min(abs(one.left - other.left), abs(one.top - other.top)) <= ALIKE
        for other in others
    )


def with_editors(
    pixels: Pixels, candidates: Sequence[Candidate], elements: Sequence[Element]
) -> list[Element]:
    """The elements in their order; a large panel with nothing but words in it becomes a field.

    Lines in it are text, whatever they look like. What fills a window has the focus unless another
    field shows that it has: a caret is seen half of the time only. Worth 3 right roles of 12,316
    and 4 right names of 10,557; with the states of all -2 right elements of 10,197 (-6 to 0), on
    half of the pictures that it changes. Worth 2 of 452 steps on pictures, 1 with what programs
    say.
    """
    panels = [
        index
        for index, candidate in enumerate(candidates)
        if elements[index].role is Role.OTHER and _may_be_editor(candidate, elements)
    ]
    papers = {
        index
        for index in panels
        if not any(_surrounds(candidates[index].box, candidates[other].box) for other in panels)
        and _own_background(pixels, candidates[index].box, candidates[index].lines > 0)
    }
    free = not any(element.focused and element.role is Role.FIELD for element in elements)
    largest = max(papers, key=lambda index: candidates[index].box.area, default=-1)
    fields = [candidates[index].box for index in papers]
    found = list(elements)
    for index, element in enumerate(elements):
        if index in papers:
            focused = element.focused or (free and index == largest)
            found[index] = msgspec.structs.replace(element, role=Role.FIELD, focused=focused)
        elif element.role in _LINES and any(holds(field, element.box) for field in fields):
            found[index] = msgspec.structs.replace(element, role=Role.TEXT)
    return found


def _surrounds(outer: Box, inner: Box) -> bool:
    """Whether the inner one lies in the outer one, even where it reaches to the window's edge."""
    return inner.area < outer.area and outer.contains(inner.center)


def _may_be_editor(candidate: Candidate, elements: Sequence[Element]) -> bool:
    box = candidate.box
    large = box.height >= HEIGHT and box.width >= WIDTH
    if candidate.kind is not Kind.BARE or candidate.frame < 0.9 or not large:
        return False
    inside = [
        element
        for element in elements
        if element.box != box and holds(box, element.box) and element.role is not Role.OTHER
    ]
    if not inside:
        return candidate.lines == 0
    words = [element for element in inside if element.text]
    loud = [element for element in words if element.role not in _QUIET]
    if not words or not all(element.selected and element.role in _LINES for element in loud):
        return False
    texts = sum(element.role is Role.TEXT or element.selected for element in words)
    begins = float(np.quantile([element.box.left for element in words], 0.25)) - box.left
    return 2 * texts >= len(words) and begins <= INDENT


def _own_background(pixels: Pixels, box: Box, words: bool) -> bool:
    """Whether the panel has another colour than what lies above it, as a sheet of paper has, or
    nothing lies there.

    A strong colour is a banner's. Without words on it, it must be blank and white as well: empty
    panels of other colours are no paper.
    """
    part = pixels[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3]
    inside = _colour(part)
    if int(np.ptp(inside)) > TINT:
        return False
    if not words and (int(inside.min()) < PAPER or not _is_blank(part, inside)):
        return False
    above = pixels[max(0, box.top - 10) : max(0, box.top - 3), box.left : box.right]
    return above.size == 0 or int(np.abs(inside - _colour(above)).sum()) > FAINT


def _is_blank(part: Pixels, colour: NDArray[np.int16]) -> bool:
    """Whether nearly all of it has one colour; every third row and column is looked at."""
    apart = np.abs(part[::3, ::3].astype(np.int16) - colour).sum(axis=2)
    return float((apart <= FAINT).mean()) >= BLANK


def _colour(part: Pixels) -> NDArray[np.int16]:
    return np.asarray(median_colour(part.reshape(-1, 3)[::7]), np.int16)


def patches(
    pixels: Pixels, candidates: Sequence[Candidate], elements: Sequence[Element]
) -> list[Element]:
    """Elements without words, of the role `OTHER`, none in or around one of the given elements.

    `candidates`: the shapes of the screen, all of them; the largest ones come first.
    """
    most = LARGEST * pixels.shape[0] * pixels.shape[1]
    boxes = {
        candidate.box
        for candidate in candidates
        if candidate.kind is Kind.BARE
        and candidate.lines == 0
        and min(candidate.box.width, candidate.box.height) >= SMALLEST
        and candidate.box.area <= most
    }
    free = [box for box in boxes if not any(overlap(box, element.box) for element in elements)]
    free.sort(key=lambda box: (-box.area, box.top, box.left))
    drawn = [box for box in free if _is_drawn(pixels, box)]
    found: list[Box] = []
    for box in drawn:
        if not any(holds(other, box) for other in found) and not _is_panel(pixels, box, drawn):
            found.append(box)
    return [Element(box=box, role=Role.OTHER) for box in found[:MOST]]


def _is_panel(pixels: Pixels, box: Box, drawn: Sequence[Box]) -> bool:
    """Whether shapes of one colour each fill the box: then they are the patches."""
    inner = (other for other in drawn if holds(box, other))
    flat = (other.area for other in inner if _spread(_face(pixels, other)) <= FLAT)
    return sum(flat) >= FILLED * box.area


def _is_drawn(pixels: Pixels, box: Box) -> bool:
    """Whether the face differs from what lies around, or has a picture on it."""
    face = _face(pixels, box)
    apart = np.abs(median_colour(face) - median_colour(_ring(pixels, box)))
    return float(apart.max()) > OTHER or _spread(face) > DRAWN


def _spread(face: NDArray[np.uint8]) -> float:
    return float(face.mean(axis=1).std())


def _face(pixels: Pixels, box: Box) -> NDArray[np.uint8]:
    """(n, 3) pixels of the box, evenly, its border left out."""
    inset = min(box.width, box.height) // 6
    rows = np.linspace(box.top + inset, box.bottom - 1 - inset, SAMPLES).astype(np.intp)
    columns = np.linspace(box.left + inset, box.right - 1 - inset, SAMPLES).astype(np.intp)
    return pixels[np.ix_(rows, columns)].reshape(-1, 3)


def _ring(pixels: Pixels, box: Box) -> NDArray[np.uint8]:
    """(n, 3) pixels right outside of the box."""
    height, width = (int(side) for side in pixels.shape[:2])
    top, bottom = max(0, box.top - AROUND), min(height, box.bottom + AROUND) - 1
    left, right = max(0, box.left - AROUND), min(width, box.right + AROUND) - 1
    rows = np.linspace(top, bottom, SAMPLES).astype(np.intp)
    columns = np.linspace(left, right, SAMPLES).astype(np.intp)
    sides = (pixels[rows, left], pixels[rows, right], pixels[top, columns], pixels[bottom, columns])
    return np.concatenate(sides)
