"""What of the shapes of a screen is a choice, at any scale and in any colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from uitars_runtime.eyes.choices.figures import (
    CIRCULAR,
    LEAST,
    STRAIGHT,
    Figure,
    disc,
    figures,
    in_common,
)
from uitars_runtime.eyes.choices.rings import circle
from uitars_runtime.eyes.choices.squares import square
from uitars_runtime.eyes.choices.switches import PILL, switch
from uitars_runtime.eyes.shapes import FRAMED, LARGEST_MARK, Choice, Part, Proposal, Sort
from uitars_runtime.geometry import Box, covers, grown, holds, intersection_over_union

SAME = 0.5
"""Share that two boxes of one choice have in common, at least."""
NEAR = 2
"""Pixels around a choice in which shapes are parts of it."""
ALIKE = 2
"""Pixels by which choices of one size, and those in one row, differ at most."""
SQUARE = 0.07
"""What width and height of a circle or a square differ, in its height, at most."""


def with_choices(shapes: Sequence[Proposal], parts: Mapping[Proposal, Part]) -> list[Proposal]:
    """The shapes, those that are choices known as such, without what lies in these. `parts`: what
    is `around` those that may be one."""
    found = choices(shapes, parts)
    near = [grown(one.box, NEAR, NEAR) for one in found]
    rest = (one for one in shapes if not any(covers(box, one.box) for box in near))
    return [*found, *rest]


def choices(shapes: Sequence[Proposal], parts: Mapping[Proposal, Part]) -> list[Proposal]:
    """What of the shapes is a choice, each once."""
    found: dict[Box, Choice] = {}
    round_: list[Figure] = []
    for figure in figures(parts):
        if _is_known(figure, found):
            continue
        if choice := _choice(figure):
            found[figure.box] = choice
        elif _is_even(figure.box) and _is_round(figure):
            round_.append(figure)
    circles = [box for box, one in found.items() if one.sort is Sort.CIRCLE]
    for figure in round_:
        beside = any(are_in_line(figure.box, box) for box in circles)
        if beside and not _is_known(figure, found) and (choice := circle(figure, beside=True)):
            found[figure.box] = choice
    return [
        Proposal(box=box, frame=_frame(box, shapes), choice=choice)
        for box, choice in found.items()
        if not any(holds(other, box) for other in found)
    ]


def _is_known(figure: Figure, found: Collection[Box]) -> bool:
    return any(intersection_over_union(figure.box, box) > SAME for box in found)


def are_in_line(one: Box, other: Box) -> bool:
    """Whether two choices are of one size and stand in a row or a column."""
    return (
        max(abs(one.width - other.width), abs(one.height - other.height)) <= ALIKE
        and min(abs(one.left - other.left), abs(one.top - other.top)) <= ALIKE
    )


def _frame(box: Box, shapes: Sequence[Proposal]) -> float:
    """Share of its outline that is drawn, as seen where it was found; that of a frame, at least."""
    near = (one.frame for one in shapes if intersection_over_union(one.box, box) > SAME)
    return max([FRAMED, *near])


def _choice(figure: Figure) -> Choice | None:
    box = figure.box
    if box.height < LEAST:
        return None
    if _is_even(box):
        if box.height > LARGEST_MARK:
            return None
        if _is_round(figure):
            return circle(figure)
        if figure.mask.mean() >= STRAIGHT:
            return square(figure)
        return None
    if PILL[0] <= box.width / box.height <= PILL[1]:
        return switch(figure)
    return None


def _is_even(box: Box) -> bool:
    return abs(box.width - box.height) <= max(1, round(SQUARE * box.height))


def _is_round(figure: Figure) -> bool:
    return in_common(figure.mask, disc(figure.box)) >= CIRCULAR
