"""Asks by row and column: level with a name, what each row has, where two names meet, the third
row, its second cell.

Rows are counted as the program tells them, with those that nobody confirms. Not here: lines of one
kind outside of lists (`counting.py`).
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_train.instructions.by_rule.standing import Standing, name_of, sayable
from uitars_train.instructions.by_rule.wording import NTH, SPECIAL, Ask, ask_for
from uitars_train.instructions.records import Tag

_NAMES_ROW: Final = (Role.ITEM, Role.TEXT, Role.LINK, Role.CHECKBOX)
"""What rows are called by."""
_ENDS_ROW: Final = (Role.BUTTON, Role.ICON, Role.LINK)
"""What stands at the end of each row."""


def level_with(standing: Standing) -> Iterator[Ask]:
    """The only one of its kind level with something that has a name of its own."""
    for mark, name in enumerate(standing.unique):
        if not name:
            continue
        named = standing.elements[mark]
        level = [at for at, one in enumerate(standing.elements) if _is_level(one, named)]
        # What nobody confirms may still be seen.
        unsure = {
            one.element.role
            for one in standing.screen.true
            if not one.confirmed and _is_level(one.element, named)
        }
        kinds = Counter(standing.elements[at].role for at in level)
        for at in level:
            role = standing.elements[at].role
            if at != mark and kinds[role] == 1 and role not in unsure:
                yield ask_for("row", Tag.ROW, at, {"L": name})


def _is_level(element: Element, other: Element) -> bool:
    """Whether its middle is as high as the other one stands."""
    return abs(element.box.center.y - other.box.center.y) < other.box.height / 2


def own_in_row(standing: Standing) -> Iterator[Ask]:
    """What a thing says itself, and the row it stands in: "delete Monday", where other rows of the
    list have one that says the same."""
    found: defaultdict[tuple[str, int, int], list[Ask]] = defaultdict(list)
    ends = list(_sayable_ends(standing))
    for mark, row in enumerate(standing.unique):
        begin = standing.elements[mark]
        if not row or begin.role not in _NAMES_ROW:
            continue
        for at, own in ends:
            end = standing.elements[at]
            if _is_level(end, begin) and end.box.left >= begin.box.right:
                # Within a sentence it takes neither quotes nor an article; a picture is no verb.
                turns = {"O": f"({own.lower()}|{own})"}
                section = "thing in row" if end.role is Role.ICON else "own in row"
                ask = ask_for(section, Tag.ROW, at, {"L": row}, turns)
                found[own.lower(), end.box.left, begin.box.left].append(ask)
    for asks in found.values():
        rows, targets = {ask.names["L"] for ask in asks}, {ask.targets for ask in asks}
        if len(rows) == len(targets) == len(asks) > 1:
            yield from asks


def _sayable_ends(standing: Standing) -> Iterator[tuple[int, str]]:
    """Buttons, icons and links, with names that somebody would say."""
    for at, element in enumerate(standing.elements):
        name = name_of(element)
        if element.role in _ENDS_ROW and sayable(name) and not SPECIAL & set(name):
            yield at, name


def cells(standing: Standing) -> Iterator[Ask]:
    """Where a row and a column meet, the row called by its first cell or counted."""
    heads = [at for at, one in enumerate(standing.elements) if one.role is Role.HEADER]
    first = [at for at, one in enumerate(standing.truths) if one.row >= 0 and one.column == 0]
    single = _is_one_list(standing)
    for at, one in enumerate(standing.truths):
        if one.element.role is not Role.ITEM or one.column < 0:
            continue
        column, row = _over(standing, at, heads), _before(standing, at, first)
        if row and one.column > 0 and column:
            yield ask_for("cell", Tag.CELL, at, {"L": row, "H": column})
        if single and 0 <= one.row < len(NTH):
            turns = {"N": NTH[one.row], "D": str(one.row + 1)}
            if column and len(heads) > 1:
                yield ask_for("counted cell", Tag.CELL, at, {"H": column}, turns)
            if 0 < one.column < len(NTH) and row:
                turns = {"N": NTH[one.column], "D": str(one.column + 1)}
                yield ask_for("counted in row", Tag.CELL, at, {"L": row}, turns)


def _over(standing: Standing, at: int, heads: list[int]) -> str:
    """The name of the only header over a cell; empty where none has one."""
    cell = standing.elements[at].box
    over = [
        standing.unique[head]
        for head in heads
        for box in (standing.elements[head].box,)
        if box.left - 4 <= cell.center.x <= box.right + 4 and box.top < cell.top
    ]
    return over[0] if len(over) == 1 else ""


def _before(standing: Standing, at: int, first: list[int]) -> str:
    """The name of the only first cell level with a cell; empty where none has one."""
    cell, row = standing.elements[at], standing.truths[at].row
    level = [
        standing.unique[mark]
        for mark in first
        if _is_level(standing.elements[mark], cell) and standing.truths[mark].row == row
    ]
    return level[0] if len(level) == 1 else ""


def rows(standing: Standing) -> Iterator[Ask]:
    """A row of the only list, by its number; a click on any of its cells is right."""
    if not _is_one_list(standing):
        return
    last = max(one.row for one in standing.screen.true if one.element.role is Role.ITEM)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for at, one in enumerate(standing.truths):
        if one.element.role is Role.ITEM:
            found[one.row].append(at)
    for row, members in found.items():
        cells_of = tuple(sorted(members, key=lambda at: standing.truths[at].column))
        if row < len(NTH):
            turns = {"N": NTH[row], "D": str(row + 1)}
            yield Ask("counted row", (Tag.ROW, Tag.ORDINAL), cells_of, {}, turns, {})
        if row == last:
            yield Ask("last row", (Tag.ROW, Tag.ORDINAL), cells_of, {}, {}, {})
        if row == last - 1 > 0:
            yield Ask("last row but one", (Tag.ROW, Tag.ORDINAL), cells_of, {}, {}, {})


def _is_one_list(standing: Standing) -> bool:
    """Whether all rows on the screen are of one list, told without holes and in their order."""
    told = [one for one in standing.screen.true if one.element.role is Role.ITEM]
    places = Counter((one.row, one.column) for one in told)
    if not told or min(one.row for one in told) != 0 or max(places.values()) > 1:
        return False
    if {one.row for one in told} != {one.row for one in told if one.element.text.strip()}:
        return False
    tops: dict[int, list[int]] = defaultdict(list)
    for one in told:
        tops[one.row].append(one.element.box.center.y)
    last = max(tops)
    ordered = [tops[row] for row in sorted(tops)]
    falling = all(max(a) < min(b) for a, b in itertools.pairwise(ordered))
    return last > 0 and len(tops) == last + 1 and falling
