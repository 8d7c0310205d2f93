"""Which things people see together and count: all of a kind, of a part of the window, of a bar.

A group stands in one row or one column, and nothing of its kind near it is left out, not even what
the pixels do not confirm. Not here: how its members are called (`counting.py`).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from uitars_runtime.element import Role
from uitars_runtime.geometry import Box
from uitars_train.instructions.by_rule.standing import Standing, name_of, sayable
from uitars_train.instructions.by_rule.wording import NOUNS, NTH, SPECIAL, THINGS

_MOST: Final = 12
"""Members of a group that somebody counts."""
_EDGE: Final = 0.3
"""Share of the window that is its left, right, upper or lower part."""
_CLEAR: Final = 0.1
"""Share of the window by which what is not in a part is away from it."""
_ONE_GROUP: Final = 48
"""Pixels between things up to which they are seen as of one group."""
_INDENT: Final = 60
"""Pixels by which things stand further right than the heading over them, at most."""
_UNDER: Final = 40
"""Pixels between a heading and the first thing under it, at most."""
_BAR: Final = 4
"""Icons from which a row of them is a bar."""
_APART: Final = 1.6
"""How much wider than usual a gap is that parts two blocks."""
_VISIBLE: Final = 5
"""Pixels by which such a gap is wider at least."""
_IN_BARS: Final = frozenset({Role.ICON, Role.BUTTON, Role.COMBO, Role.FIELD, Role.CHECKBOX})


class Group(NamedTuple):
    """Things in their order, from the left or from above."""

    members: tuple[int, ...]
    down: bool
    where: str
    """The section that says where the group is; empty where it is all of the kind."""
    heading: str = ""
    which: str = ""
    """Which block of a bar or a menu it is, as a pattern."""
    noun: str = ""
    """What its members are, as a pattern; empty: by their role."""
    pure: bool = False
    """Whether nothing else is there that could be counted."""


def groups(standing: Standing) -> Iterator[Group]:
    """All groups of a screen, some of them called in several ways."""
    kinds: defaultdict[Role, list[int]] = defaultdict(list)
    for at, element in enumerate(standing.elements):
        kinds[element.role].append(at)
    for role, alike in kinds.items():
        yield from _whole(standing, role, alike)
        yield from _in_parts(standing, alike)
        yield from _under_headings(standing, alike)
    yield from _bars(standing)
    yield from _blocks_of_menus(standing, kinds[Role.MENU_ITEM])
    yield from _namesakes(standing)


def _whole(standing: Standing, role: Role, alike: list[int]) -> Iterator[Group]:
    line = in_line(standing, alike)
    if line is not None and len(line[0]) > 1:
        yield Group(*line, "", pure=role is Role.MENU_ITEM)


def in_line(standing: Standing, alike: Sequence[int]) -> tuple[tuple[int, ...], bool] | None:
    """Things in their order, and whether they go down; None where they stand in no line or where
    one that nobody confirms might stand among them."""
    if not 0 < len(alike) <= _MOST:
        return None
    boxes = [standing.elements[at].box for at in alike]
    down = _way(boxes)
    if down is None or _misses_one(standing, alike, boxes):
        return None
    order = sorted(alike, key=lambda at: _start(standing, at, down=down))
    return tuple(order), down


def _start(standing: Standing, at: int, *, down: bool) -> int:
    box = standing.elements[at].box
    return box.top if down else box.left


def _way(boxes: Sequence[Box]) -> bool | None:
    """Whether boxes go down, one under the other; None where they stand in no line."""
    low = min(box.height for box in boxes)
    middles = [box.center.y for box in boxes]
    if max(middles) - min(middles) < low / 2:
        ordered = sorted(boxes, key=lambda box: box.left)
        apart = all(a.right <= b.left + 4 for a, b in itertools.pairwise(ordered))
        return False if apart else None
    lefts = [box.left for box in boxes]
    across = [box.center.x for box in boxes]
    if min(max(lefts) - min(lefts), max(across) - min(across)) < max(low, 10):
        ordered = sorted(boxes, key=lambda box: box.top)
        apart = all(a.bottom <= b.top + 4 for a, b in itertools.pairwise(ordered))
        return True if apart else None
    return None


def _misses_one(standing: Standing, alike: Sequence[int], boxes: Sequence[Box]) -> bool:
    """Whether the program tells of another one in the same row or column, that nobody confirms."""
    role = standing.elements[alike[0]].role
    left, right = min(b.left for b in boxes), max(b.right for b in boxes)
    top, bottom = min(b.top for b in boxes), max(b.bottom for b in boxes)
    for one in standing.screen.true:
        middle = one.element.box.center
        near = left - 60 <= middle.x <= right + 60 and top - 60 <= middle.y <= bottom + 60
        if not one.confirmed and one.element.role is role and near:
            return True
    return False


def _in_parts(standing: Standing, alike: list[int]) -> Iterator[Group]:
    """Those of a kind in one part of the window, where there are others elsewhere."""
    window = standing.extent
    across = np.array([(standing.elements[a].box.center.x - window.left) for a in alike])
    upright = np.array([(standing.elements[a].box.center.y - window.top) for a in alike])
    across, upright = across / max(window.width, 1), upright / max(window.height, 1)
    depths = {"left": across, "right": 1 - across, "top": upright, "bottom": 1 - upright}
    corners = {
        f"{upper} {side}": np.maximum(depths[upper], depths[side])
        for upper in ("top", "bottom")
        for side in ("left", "right")
    }
    for part, depth in {**depths, **corners}.items():
        inside = [at for at, deep in zip(alike, depth, strict=True) if deep < _EDGE]
        near = int((depth < _EDGE + _CLEAR).sum())
        if not inside or near != len(inside) or near == len(alike):
            continue
        line = in_line(standing, inside)
        others = [at for at in alike if at not in inside]
        if line is not None and not _adjoins(standing, inside, others):
            yield Group(*line, f"at {part}")


def _adjoins(standing: Standing, inside: Sequence[int], others: Sequence[int]) -> bool:
    """Whether one of the others stands so near that the same group has them all."""
    boxes = [standing.elements[at].box for at in inside]
    return any(
        max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom) < _ONE_GROUP
        for a in boxes
        for b in (standing.elements[at].box for at in others)
    )


def _under_headings(standing: Standing, alike: list[int]) -> Iterator[Group]:
    """Those of a kind below words that stand over them, up to the next such words."""
    texts = [one for one in standing.screen.true if one.element.role is Role.TEXT]
    names = [name_of(one.element).lower() for one in standing.screen.true]
    for text in texts:
        name, box = name_of(text.element), text.element.box
        if not (text.confirmed and sayable(name) and names.count(name.lower()) == 1):
            continue
        ends = [
            other.element.box.top
            for other in texts
            if other.element.box.top > box.bottom - 2
            and other.element.box.left <= box.left + 8
            and other.element.box.right > box.left
        ]
        end = min(ends, default=standing.extent.bottom + 1)
        below = [at for at in alike if box.bottom - 3 <= standing.elements[at].box.top < end]
        mine = [at for at in below if -6 <= standing.elements[at].box.left - box.left <= _INDENT]
        line = in_line(standing, mine)
        if line is None or not line[1] or len(mine) < 2 or len(below) != len(mine):
            continue
        tops = [standing.elements[at].box for at in line[0]]
        steps = [b.top - a.bottom for a, b in itertools.pairwise(tops)]
        if tops[0].top - box.bottom <= _UNDER and max(steps) <= _UNDER:
            yield Group(*line, "under", heading=name)


def _bars(standing: Standing) -> Iterator[Group]:
    """Icons and what else stands in the only bar, and their blocks."""
    bars = [bar for bar in _rows_of_controls(standing) if _icons(standing, bar) >= _BAR]
    named = ["bar"] if len(bars) == 1 else ["upper bar", "lower bar"] if len(bars) == 2 else []
    for where, bar in zip(named, bars, strict=False):
        icons = [at for at in bar if standing.elements[at].role is Role.ICON]
        mixed = len(icons) < len(bar)
        if in_line(standing, icons) is not None:
            yield Group(tuple(icons), False, where, pure=not mixed)
        if mixed and all(in_line(standing, [at]) for at in bar) and len(bar) <= _MOST:
            yield Group(tuple(bar), False, where, noun=THINGS, pure=True)
        yield from _blocks(standing, icons, down=False, where=f"block of {where}")


def _icons(standing: Standing, bar: Sequence[int]) -> int:
    return sum(standing.elements[at].role is Role.ICON for at in bar)


def _rows_of_controls(standing: Standing) -> list[list[int]]:
    """Level runs of controls without wide gaps, from above."""
    left = sorted(
        (at for at, one in enumerate(standing.elements) if one.role in _IN_BARS),
        key=lambda at: standing.elements[at].box.left,
    )
    rows: list[list[int]] = []
    for at in left:
        box = standing.elements[at].box
        for row in rows:
            last = standing.elements[row[-1]].box
            level = abs(last.center.y - box.center.y) < min(last.height, box.height) / 3
            if level and -4 <= box.left - last.right < 2 * last.height:
                row.append(at)
                break
        else:
            rows.append([at])
    return sorted(rows, key=lambda row: standing.elements[row[0]].box.top)


def _blocks_of_menus(standing: Standing, entries: list[int]) -> Iterator[Group]:
    line = in_line(standing, entries)
    if line is not None and line[1]:
        yield from _blocks(standing, line[0], down=True, where="block of menu")


def _blocks(standing: Standing, line: Sequence[int], *, down: bool, where: str) -> Iterator[Group]:
    """The parts of a line between gaps that are seen."""
    if len(line) < 3:
        return
    boxes = [standing.elements[at].box for at in line]
    pairs = itertools.pairwise(boxes)
    gaps = np.array([b.top - a.bottom if down else b.left - a.right for a, b in pairs])
    usual = float(np.median(gaps))
    cuts = [
        at + 1
        for at, gap in enumerate(gaps)
        if gap >= usual + _VISIBLE and gap >= _APART * (usual + 1)
    ]
    blocks = [line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    if not 1 < len(blocks) <= 6:
        return
    for place, block in enumerate(blocks):
        which = NTH[place] if place < len(blocks) - 1 else f"({NTH[place]}|last)"
        if in_line(standing, block) is not None:
            yield Group(tuple(block), down, where, which=which, pure=down)


def _namesakes(standing: Standing) -> Iterator[Group]:
    """Several that say the same."""
    alike: defaultdict[tuple[Role, str], list[int]] = defaultdict(list)
    for at, element in enumerate(standing.elements):
        if sayable(name_of(element)):
            alike[element.role, name_of(element).lower()].append(at)
    for (role, name), members in alike.items():
        line = in_line(standing, members)
        if line is not None and 1 < len(members) < 5 and not SPECIAL & set(name):
            nouns = "|".join(dict.fromkeys(NOUNS[role]))
            yield Group(*line, "", noun=f"{name} ({nouns})", pure=False)
