"""The truth about a candidate: which of the things that are really on the screen it is, if any."""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.element import Element, Role, element_at
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.geometry import intersection_over_union
from uitars_runtime.types import Box, Point

NOTHING = Element(box=Box(0, 0, 0, 0), role=Role.OTHER)
"""The truth about a candidate that is no element."""
ONE_LINE = 64
"""Height in pixels up to which a field holds one line."""


def match(candidates: Sequence[Candidate], truth: Sequence[Element]) -> list[Element]:
    """For each candidate the element it is; `NOTHING` where there is none or another is nearer.

    Bare shapes compete: of several within one element, the best fitting one is it.
    """
    matched = [_worded(candidate, candidates, truth) for candidate in candidates]
    claimed: dict[int, tuple[float, int]] = {}
    answered = {id(element) for element in matched}
    for index, candidate in enumerate(candidates):
        if candidate.kind is Kind.BARE:
            place, fit = _best(candidate, truth)
            if fit > claimed.get(place, (0.0, 0))[0] and id(truth[place]) not in answered:
                claimed[place] = (fit, index)
    for place, (_, index) in claimed.items():
        matched[index] = truth[place]
    return matched


def _worded(
    candidate: Candidate, candidates: Sequence[Candidate], truth: Sequence[Element]
) -> Element:
    words = candidate.words
    if words is None:
        return NOTHING
    element = _at(words.center, truth)
    if candidate.kind is Kind.MARKED and candidate.mark:
        marked = _at(candidate.mark.center, truth)
        if candidate.apart and marked is not element:
            ticked = marked.role in {Role.CHECKBOX, Role.RADIO}
            return marked if ticked else NOTHING
        return element
    if candidate.kind is Kind.BOXED and intersection_over_union(candidate.box, element.box) < 0.25:
        # A frame around something larger or smaller, such as a group with its title.
        return element if _inside(element.box, candidate.box) else NOTHING
    return _among_lines(candidate, candidates, element)


def _among_lines(
    candidate: Candidate, candidates: Sequence[Candidate], element: Element
) -> Element:
    """Several lines lie in one element: content of a text area, a short cut beside a menu item."""
    words = candidate.words
    if words is None or element is NOTHING:
        return NOTHING
    if element.role is Role.FIELD and candidate.kind is Kind.LINE:
        return _text(element) if element.box.height > ONE_LINE else element
    others = [
        other
        for other in candidates
        if other is not candidate and other.words and element.box.contains(other.words.center)
    ]
    if element.role in {Role.CHECKBOX, Role.RADIO} and any(
        other.kind is Kind.MARKED and other.words == words for other in others
    ):
        return NOTHING
    first = all(other.words and other.words.left >= words.left - 2 for other in others)
    if element.role is Role.MENU_ITEM and not first:
        return _text(element)
    return element


def _text(element: Element) -> Element:
    return Element(box=element.box, role=Role.TEXT, disabled=element.disabled)


def _best(candidate: Candidate, truth: Sequence[Element]) -> tuple[int, float]:
    """The element that a bare shape fits best and how well; 0 where it fits none."""
    best, best_fit = 0, 0.0
    for place, element in enumerate(truth):
        fit = intersection_over_union(candidate.box, element.box)
        if element.role is Role.ICON and _is_glyph(candidate.box, element.box):
            fit = 0.5 + fit / 2
        ticked = element.role in {Role.CHECKBOX, Role.RADIO}
        if ticked and _at_left_end(candidate.box, element.box):
            fit = max(fit, 0.5)
        if fit >= 0.5 and fit > best_fit and element.role is not Role.TEXT:
            best, best_fit = place, fit
    return best, best_fit


def _is_glyph(shape: Box, button: Box) -> bool:
    """Whether the shape is the picture on a button, of which it may fill a small part only."""
    return (
        abs(shape.center.x - button.center.x) <= 1 + button.width // 6
        and abs(shape.center.y - button.center.y) <= 1 + button.height // 6
        and 0.05 <= shape.area / button.area <= 1.6
    )


def _at_left_end(mark: Box, box: Box) -> bool:
    return (
        box.contains(mark.center)
        and mark.center.x - box.left <= box.height
        and mark.height >= 0.35 * box.height
    )


def _at(point: Point, truth: Sequence[Element]) -> Element:
    """The smallest element at a point."""
    return element_at(truth, point) or NOTHING


def _inside(inner: Box, outer: Box) -> bool:
    return outer.contains(Point(inner.left, inner.top)) and outer.contains(
        Point(inner.right - 1, inner.bottom - 1)
    )
