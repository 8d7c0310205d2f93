"""What is chosen with: tick boxes, radio circles, switches and drop-down lists, by how they are
drawn.

A switch and a square with a check mark are sure; rings and empty squares are where several of one
size stand in a row or a column. A disc of one colour, and a circle with a letter or a picture in
it, are none. Words beside a mark are no tick box themselves, nor is the cell of a table around one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from uitars_runtime.element import Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.choices.arrows import has_arrow
from uitars_runtime.eyes.choices.figures import AROUND, MARGIN
from uitars_runtime.eyes.choices.found import are_in_line
from uitars_runtime.eyes.choices.rings import is_disc
from uitars_runtime.eyes.naming import FARTHEST_LEFT
from uitars_runtime.eyes.roles.agreement import is_next_cell
from uitars_runtime.eyes.roles.boxes import paled, ticks_told
from uitars_runtime.eyes.shapes import (
    FRAMED,
    Choice,
    Part,
    Sort,
    extent,
    ink_mask,
    inked_columns,
    runs,
)
from uitars_runtime.geometry import Box, grown, holds

CERTAIN = 0.99
"""How sure the network is of what is no choice by its drawing and is one: some themes draw radio
circles as discs."""
ENTRY = 0.8
"""The same of what is an entry of a menu, or of a list beside its tick box."""
TICKED = frozenset({Role.CHECKBOX, Role.RADIO})
"""What is chosen with."""
_PRESSED = frozenset({Role.BUTTON, Role.MENU})
"""What may open a menu and show an arrow as well."""
_ENTRIES = frozenset({Role.ITEM, Role.MENU_ITEM})
"""What the words before a switch are taken for."""
BEFORE, HIGH, GAP, LONG = 2.0, 0.62, 0.25, 1.3
"""Heights of words before them in which their tick box may be; height of one, and blank columns
between it and the words, in the same measure, at least; its width in its own height, at most."""

LISTED = 1.2
"""Width of a drop-down list in its height, at least."""


class Told(NamedTuple):
    """What a candidate is."""

    role: Role
    checked: bool


def seen_of(candidate: Candidate) -> Box:
    """What is looked at of a candidate: its mark, or all of it, with a bit around, and what stands
    before words."""
    box = _mark(candidate) if candidate.kind is Kind.MARKED else candidate.box
    before = round(BEFORE * box.height) if candidate.kind is Kind.LINE else 0
    around = AROUND + MARGIN + 1  # A mark may lie on the border of its frame.
    return grown(Box(box.left - before, box.top, box.right, box.bottom), around, around)


def marks_told(
    parts: Sequence[Part],
    candidates: Sequence[Candidate],
    roles: Sequence[Role],
    checked: Sequence[bool],
    shares: Sequence[float],
) -> tuple[dict[int, Told], list[int]]:
    """What small boxes and circles say together, by the rows of candidates, and which of them are
    disabled: those `paled` beside the others. `parts`: what is `seen_of` each; `shares`: how sure
    the network is of each role."""
    ticks = ticks_told(parts, candidates, roles)
    told = {row: Told(Role.CHECKBOX, filled) for row, filled in ticks.items()}
    sure = choices_told(candidates, roles, shares)
    told |= sure
    told |= {row: Told(Role.OTHER, checked=False) for row in around_choices(candidates, sure)}
    told |= lists_told(parts, candidates, roles)
    kinds = [told[row].role if row in told else role for row, role in enumerate(roles)]
    none = [row for row in not_chosen(parts, candidates, kinds) if shares[row] < CERTAIN]
    entries = {row for row, role in enumerate(roles) if role is Role.ITEM and shares[row] >= ENTRY}
    beside = [row for row in beside_choices(candidates, kinds, sure) if row not in entries]
    for row in [*none, *beside]:
        bare = candidates[row].kind is Kind.BARE
        told[row] = Told(Role.OTHER if bare else Role.TEXT, checked=False)
        kinds[row] = told[row].role
    filled = [told[row].checked if row in told else said for row, said in enumerate(checked)]
    return told, paled(parts, candidates, kinds, filled)


def lists_told(
    parts: Sequence[Part], candidates: Sequence[Candidate], roles: Sequence[Role]
) -> dict[int, Told]:
    """The rows of frames that show the arrow of a drop-down list: with nothing else in them but
    words, and of what the network takes for a button, which may open a menu, those that a label
    stands above or left of, also in the cell of a table beside theirs. A cell around one is
    none."""
    labels = [one.box for one in candidates if one.kind is Kind.LINE]
    framed = [one for one in candidates if one.frame >= FRAMED and one.choice is None]
    cells = [one.box for one in framed if one.kind is Kind.BARE]
    named = [one.box for one in framed if one.kind is Kind.BOXED]
    held = [cell for cell in cells if any(is_next_cell(label, cell) for label in named)]

    def is_labelled(frame: Box) -> bool:
        return any(_is_label_of(label, frame) for label in labels) or any(
            holds(cell, frame) for cell in held
        )

    found = [
        row
        for row, (one, part, role) in enumerate(zip(candidates, parts, roles, strict=True))
        if one.kind in (Kind.BOXED, Kind.BARE)
        and one.choice is None
        and one.frame >= FRAMED
        and one.box.width >= LISTED * one.box.height
        and (role not in _PRESSED or is_labelled(one.box))
        and not (one.kind is Kind.BARE and _holds_others(one.box, candidates))
        and has_arrow(part, one.box)
    ]
    boxes = [candidates[row].box for row in found]
    return {
        row: Told(
            Role.OTHER if any(_is_within(one, box) for one in boxes) else Role.COMBO, checked=False
        )
        for row, box in zip(found, boxes, strict=True)
    }


def _is_within(one: Box, frame: Box) -> bool:
    return one != frame and holds(frame, one)


def _is_label_of(words: Box, frame: Box) -> bool:
    below, behind = frame.top - words.bottom, frame.left - words.right
    above = 0 <= below <= words.height and abs(words.left - frame.left) <= words.height
    level = abs(words.center.y - frame.center.y) <= words.height // 3
    return above or (level and 0 <= behind <= FARTHEST_LEFT)


def _holds_others(frame: Box, candidates: Sequence[Candidate]) -> bool:
    """Whether something stands in a frame besides what may be its arrow, as in a bar of tools."""
    return any(
        holds(frame, one.box) and frame.right - one.box.right > 2 * frame.height
        for one in candidates
        if one.box != frame
    )


def choices_told(
    candidates: Sequence[Candidate], roles: Sequence[Role], shares: Sequence[float]
) -> dict[int, Told]:
    """The rows of what is a choice by its drawing, whatever the network takes it for; what it is
    sure is an entry of a menu stays that, with its tick."""
    drawn = {_mark(one): one.choice for one in candidates if one.choice is not None}
    sure = {box for box, choice in drawn.items() if _is_sure(box, choice, drawn)}

    def role_of(row: int, sort: Sort) -> Role:
        if roles[row] is Role.MENU_ITEM and shares[row] >= ENTRY:
            return Role.MENU_ITEM
        return Role.RADIO if sort is Sort.CIRCLE else Role.CHECKBOX

    return {
        row: Told(role_of(row, one.choice.sort), one.choice.checked)
        for row, one in enumerate(candidates)
        if one.choice is not None and _mark(one) in sure and one.kind in (Kind.BARE, Kind.MARKED)
    }


def _mark(candidate: Candidate) -> Box:
    return candidate.mark or candidate.box


def _is_sure(box: Box, choice: Choice, drawn: Mapping[Box, Choice]) -> bool:
    """Whether it needs no other beside it, or has one."""
    if choice.sort is Sort.SWITCH or (choice.sort is Sort.BOX and choice.checked):
        return True
    return any(
        other != box and kind.sort is choice.sort and are_in_line(box, other)
        for other, kind in drawn.items()
    )


def around_choices(candidates: Sequence[Candidate], sure: Collection[int]) -> list[int]:
    """The rows of frames without words around a choice: the cells of a table are no buttons."""
    marks = [_mark(candidates[row]) for row in sure]
    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.BARE
        and one.choice is None
        and one.lines == 0
        and any(holds(one.box, mark) for mark in marks)
    ]


def beside_choices(
    candidates: Sequence[Candidate], roles: Sequence[Role], sure: Collection[int]
) -> list[int]:
    """The rows of words that were taken for a tick box though the mark beside them is it, of all
    words but links that a sure one stands before, and of entries that stand before a switch: a
    page would else have each choice twice."""
    marked = {
        one.words: row in sure
        for row, (one, role) in enumerate(zip(candidates, roles, strict=True))
        if one.kind is Kind.MARKED and role in TICKED
    }
    switches = (candidates[row] for row in sure if candidates[row].kind is Kind.BARE)
    labels = {
        _left_of(one.box, candidates)
        for one in switches
        if one.choice is not None and one.choice.sort is Sort.SWITCH
    }

    def is_label(one: Candidate, role: Role) -> bool:
        if one.words in marked:
            return role in TICKED or (marked[one.words] and role is not Role.LINK)
        return one.words in labels and role in _ENTRIES

    return [
        row
        for row, (one, role) in enumerate(zip(candidates, roles, strict=True))
        if one.kind is Kind.LINE and is_label(one, role)
    ]


def _left_of(switch: Box, candidates: Sequence[Candidate]) -> Box | None:
    """The words that stand next to it on the left."""
    level = [
        one.words
        for one in candidates
        if one.words is not None
        and one.words.top < switch.center.y < one.words.bottom
        and one.words.right <= switch.left
    ]
    return max(level, key=lambda words: words.right, default=None)


def not_chosen(
    parts: Sequence[Part], candidates: Sequence[Candidate], roles: Sequence[Role]
) -> list[int]:
    """The rows of what was taken for a tick box and is none: status lights, swatches and round
    pictures of persons, and words with nothing but these or the dot of a list before them."""
    shapes = [
        (one.box, part)
        for one, part in zip(candidates, parts, strict=True)
        if one.kind in (Kind.BARE, Kind.BOXED)
    ]
    return [
        row
        for row, (one, part, role) in enumerate(zip(candidates, parts, roles, strict=True))
        if role in TICKED
        and one.choice is None
        and (
            _has_no_mark(part, one.box, shapes)
            if one.kind is Kind.LINE
            else one.kind is not Kind.BOXED and is_disc(part, _mark(one))
        )
    ]


def _has_no_mark(part: Part, words: Box, shapes: Sequence[tuple[Box, Part]]) -> bool:
    """Whether neither the first letter of words nor anything before them may be a tick box."""
    reach, high = round(BEFORE * words.height), HIGH * words.height
    left = max(0, words.left - reach)
    mask = ink_mask(part.crop(Box(left, words.top, words.right, words.bottom)))
    stretches = runs(inked_columns(mask), gap=max(1, round(GAP * words.height)))
    first = next((one for one in stretches if one[1] > words.left - left), (0, 0))
    letter, before = extent(mask[:, slice(*first)]), extent(mask[:, : first[0]])
    if letter and letter.height >= high and letter.width <= LONG * letter.height:
        return False
    return not before or before.height < high or _is_after_disc(words, shapes)


def _is_after_disc(words: Box, shapes: Sequence[tuple[Box, Part]]) -> bool:
    """Whether what stands right before words is a light or the picture of a person."""
    return any(
        0 < words.left - box.right <= BEFORE * words.height
        and box.top <= words.center.y <= box.bottom
        and is_disc(part, box)
        for box, part in shapes
    )
