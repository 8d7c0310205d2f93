"""What words and neighbours say of roles and states, which no picture of one candidate shows.

Keys such as `Ctrl+S` are words, what stands left of them is an entry of a menu, and the entries of
a menu or a list stand below each other and are of one role. A number is words, or the field of a
spin box: seen by themselves, its frame and buttons are three icons in a row. Tabs stand beside tabs
and menus beside menus, which is told beside (`tabs.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.naming import SENTENCE
from uitars_runtime.geometry import Box, holds, union

VOTE = 0.5
"""How much the neighbours of a candidate count against what it looks like itself."""
FARTHEST = 480
"""Pixels between an entry of a menu and its short cut."""
SURE = 0.95
"""Probability that what words say is true."""
_SHORT_CUT = re.compile(r"((Ctrl|Shift|Alt|Super|Meta)\s?\+\s?)+\S+|F\d{1,2}")

NUMBER = re.compile(r"[-+−]?\d{1,6}(?:[.,:]\d{1,4})?")
_RESULT = re.compile(rf"(?:= ?)?{NUMBER.pattern}")
SLIM = 0.85
"""Width of a nought in its height, at most."""
LEVEL = 3
"""Pixels by which the edges of what stands on one level differ, at most."""
BEHIND = -2, 4
"""Pixels from the frame of a number to that of its arrows or buttons."""
NARROW = 0.3, 0.85
"""Widths of the frame around two arrows, in its height."""
MAYBE, OUTLINED = 0.1, 0.7
"""Probability of a field, and share of its outline, from which an empty frame at words is one."""
ONE_LINE, NEXT = (1.4, 4.5), 1.5
"""Height of a field in that of its label; pixels between both, in the same measure, at most."""
CELL = 0.6
"""Width of the cell of a control in that of its label, at least; buttons behind fields are
narrower."""
UNSURE = 0.6
"""Probability up to which what words look like themselves counts less than what is beside them."""
_ASKED = frozenset({Role.FIELD, Role.COMBO, Role.BUTTON, Role.MENU})
"""What the label of a field is mistaken for."""
_PICTURES = frozenset({Role.ICON, Role.OTHER, Role.BUTTON})
"""What numbers without a frame are mistaken for."""


def agreed(roles: NDArray[np.float32], candidates: Sequence[Candidate]) -> NDArray[np.float32]:
    """The probabilities of the roles (n, roles) after words and neighbours were heard."""
    logs = np.log(np.maximum(_told_by_words(roles, candidates), 1e-4))
    heard = logs.copy()
    for row, near in enumerate(_in_columns(candidates)):
        if near.any():
            heard[row] += VOTE * logs[near].mean(axis=0)
    shares = np.exp(heard - heard.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def _told_by_words(
    roles: NDArray[np.float32], candidates: Sequence[Candidate]
) -> NDArray[np.float32]:
    """The probabilities, with keys as words and what they belong to as entries of a menu.

    Worth 10 right elements of 10,197 (3 to 19) on half of the pictures that it changes, and 2 of
    452 steps on pictures.
    """
    told = roles.copy()
    entry, word = list(Role).index(Role.MENU_ITEM), list(Role).index(Role.TEXT)
    for row, candidate in enumerate(candidates):
        if candidate.kind is Kind.LINE and _SHORT_CUT.fullmatch(candidate.text):
            told[row] *= 1 - SURE
            told[row, word] += SURE
            before = [place for place, other in enumerate(candidates) if _left_of(other, candidate)]
            told[before] *= 1 - SURE
            told[before, entry] += SURE
    return told


def _left_of(one: Candidate, short_cut: Candidate) -> bool:
    """Whether `one` is the words of the entry that the short cut belongs to."""
    if one.words is None or short_cut.words is None or _SHORT_CUT.fullmatch(one.text):
        return False
    level = abs(one.words.center.y - short_cut.words.center.y) <= 6
    return level and 0 < short_cut.words.left - one.words.right <= FARTHEST


def _in_columns(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Of each candidate which others stand right above or below and came about in the same way.

    Worth 15 right elements of 1,867 (5 to 26); no step on pictures, -2 of 452 with what programs
    say.
    """
    words = [one.words or one.box for one in candidates]
    worded = np.array([one.words is not None and one.kind is not Kind.BOXED for one in candidates])
    ways = np.array([2 * list(Kind).index(one.kind) + one.apart for one in candidates])
    left, level, height = np.array([(box.left, box.center.y, box.height) for box in words]).T
    down = np.abs(level[:, None] - level)
    aligned = np.abs(left[:, None] - left) <= 3
    near = (down > 6) & (down <= 3 * np.maximum(height, 12)[:, None])
    same = (ways[:, None] == ways) & worded[:, None] & worded
    return np.asarray(same & aligned & near, np.bool_)


def written(candidates: Sequence[Candidate], roles: Sequence[Role]) -> list[int]:
    """The rows of numbers without a frame, perhaps behind an equals sign, that were taken for
    pictures; a circle or a square that was read as a nought is none.

    Worth no step of 452, and -10 right elements of 6,110 (-23 to 1); 2 of 1,867 elsewhere.
    """
    return [
        row
        for row, (one, role) in enumerate(zip(candidates, roles, strict=True))
        if one.kind in (Kind.LINE, Kind.MARKED)
        and role in _PICTURES
        and _RESULT.fullmatch(one.text)
        and (one.text != "0" or one.box.width <= SLIM * one.box.height)
    ]


def asked(
    roles: NDArray[np.float32], candidates: Sequence[Candidate], chosen: Sequence[Role]
) -> list[int]:
    """The rows of empty frames as high as a line, right below or behind words, that may be fields
    and were taken for nothing: twice as large there is little on a field to know it by."""
    words = [one.words for one in candidates if one.kind is Kind.LINE and one.words]
    field = list(Role).index(Role.FIELD)
    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.BARE
        and one.lines == 0
        and one.frame >= OUTLINED
        and chosen[row] is Role.OTHER
        and roles[row, field] >= MAYBE
        and any(_asks(label, one.box) for label in words)
    ]


def asking(
    roles: NDArray[np.float32], candidates: Sequence[Candidate], chosen: Sequence[Role]
) -> list[int]:
    """The rows of words without a frame that were taken, not surely, for the control that stands
    empty right below or behind them, or on the border of which they stand: they are its label."""
    fields = [
        one
        for one, role in zip(candidates, chosen, strict=True)
        if role is Role.FIELD and one.kind in (Kind.BARE, Kind.BOXED)
    ]
    empty = [one.box for one in fields if one.kind is Kind.BARE and one.lines == 0]
    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.LINE
        and chosen[row] in _ASKED
        and roles[row].max() <= UNSURE
        and (
            any(_asks(one.box, box) for box in empty)
            or any(_is_on_border(one.box, field.box) for field in fields)
        )
    ]


def stated(candidates: Sequence[Candidate], chosen: Sequence[Role]) -> list[int]:
    """The rows of whole sentences in frames that were taken for fields and have no label: notices
    and tips, for what says what belongs in a field does not end with a stop."""
    labels = [one.words for one in candidates if one.kind is Kind.LINE and one.words]
    return [
        row
        for row, (one, role) in enumerate(zip(candidates, chosen, strict=True))
        if role is Role.FIELD
        and one.kind is Kind.BOXED
        and SENTENCE.fullmatch(one.text)
        and not any(_asks(label, one.box) for label in labels)
    ]


def in_cells(candidates: Sequence[Candidate], chosen: Sequence[Role]) -> list[int]:
    """The rows of words in a cell of a table, next to that of a control, that were taken for a
    field: they are its label, which the network takes for an entry otherwise. Of an empty field
    that fills its cell only where another row stands in the same columns."""
    boxes = [one.box for one in candidates]
    framed = [
        (one, role) for one, role in zip(candidates, chosen, strict=True) if one.frame >= OUTLINED
    ]
    cells = [one.box for one, _ in framed if _is_filled(one.box, boxes)]
    fields = [one.box for one, role in framed if one.kind is Kind.BARE and role is Role.FIELD]

    def is_label(cell: Box) -> bool:
        if any(is_next_cell(cell, other) for other in cells):
            return True
        beside = [other for other in fields if is_next_cell(cell, other)]
        return any(_is_column(other, beside[0]) for other in fields) if beside else False

    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.BOXED
        and chosen[row] is Role.FIELD
        and not NUMBER.fullmatch(one.text)
        and not _is_filled(one.box, boxes)
        and is_label(one.box)
    ]


def _is_column(one: Box, other: Box) -> bool:
    """Whether two cells stand in one column of a table."""
    near = abs(one.left - other.left) <= LEVEL and abs(one.right - other.right) <= LEVEL
    return near and one.top != other.top


def is_next_cell(cell: Box, other: Box) -> bool:
    """Whether another cell of a table begins where one ends."""
    return (
        abs(other.left - cell.right) <= LEVEL
        and abs(other.top - cell.top) <= LEVEL
        and abs(other.bottom - cell.bottom) <= LEVEL
        and other.width >= CELL * cell.width
    )


def _is_filled(frame: Box, boxes: Sequence[Box]) -> bool:
    """Whether something stands in a frame."""
    return any(box != frame and holds(frame, box) for box in boxes)


def _is_on_border(words: Box, frame: Box) -> bool:
    """Whether words interrupt the upper border of a frame, as the label of a filled field does."""
    level = abs(words.center.y - frame.top) <= max(LEVEL, words.height // 3)
    return level and frame.left < words.left and words.right < frame.right


def _asks(label: Box, frame: Box) -> bool:
    """Whether words are right above or left of a frame of the height of a field."""
    least, most = ONE_LINE
    if not (least * label.height <= frame.height <= most * label.height):
        return False
    below, behind = frame.top - label.bottom, frame.left - label.right
    above = 0 <= below <= NEXT * label.height and abs(label.left - frame.left) <= label.height
    level = abs(label.center.y - frame.center.y) <= label.height // 3
    return frame.width >= 2 * frame.height and (above or (level and 0 <= behind <= frame.width))


def counted(candidates: Sequence[Candidate]) -> list[int]:
    """The rows of the fields of spin boxes.

    Worth 1 of 452 steps on pictures, and no element; GTK settings in
    `tests/runtime/test_eyes_look.py` need it.
    """
    others = [one.box for one in candidates if not NUMBER.fullmatch(one.text)]
    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.BOXED and NUMBER.fullmatch(one.text) and _counts(one.box, others)
    ]


def _counts(number: Box, shapes: Sequence[Box]) -> bool:
    """Whether arrows stand right behind a number, or two buttons of one size in one frame with
    it."""
    least, most = NARROW
    level = [
        box
        for box in shapes
        if abs(number.top - box.top) <= LEVEL and abs(number.bottom - box.bottom) <= LEVEL
    ]
    first = [box for box in level if _is_behind(number, box)]
    if any(least <= box.width / box.height <= most for box in first):
        return True
    return any(
        _is_behind(one, other)
        and abs(one.width - other.width) <= LEVEL
        and _is_framed(union(number, other), shapes)
        for one in first
        for other in level
    )


def _is_behind(one: Box, other: Box) -> bool:
    nearest, farthest = BEHIND
    return nearest <= other.left - one.right <= farthest


def _is_framed(whole: Box, shapes: Sequence[Box]) -> bool:
    room = 2 * BEHIND[1]
    return any(
        holds(box, whole) and max(box.width - whole.width, box.height - whole.height) <= room
        for box in shapes
    )
