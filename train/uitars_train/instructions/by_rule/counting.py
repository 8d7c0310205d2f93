"""Asks by counting in a group: the third from the right, the middle one, the lower of the two.

Not here: which groups there are (`groups.py`), rows and cells of tables (`tables.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uitars_runtime.element import Role
from uitars_train.instructions.by_rule.groups import Group, groups
from uitars_train.instructions.by_rule.standing import Standing
from uitars_train.instructions.by_rule.wording import COUNTS, NTH, Ask
from uitars_train.instructions.records import Tag

_BACK: Final = 4
"""Places that are counted from the end."""
_MIDDLE: Final = (3, 5, 7)
"""Sizes of groups that have a middle which is seen."""
_CHOSEN: Final = frozenset({Role.TAB, Role.RADIO})


def counted(standing: Standing) -> Iterator[Ask]:
    """Where all of a kind stand in one line, or all that say the same."""
    for group in groups(standing):
        if not group.where:
            yield from _members(group)
            yield from _other(standing, group)


def in_groups(standing: Standing) -> Iterator[Ask]:
    """In a part of the window, under a heading, in a bar, in a block of it."""
    for group in groups(standing):
        if group.where:
            yield from _members(group)


def _members(group: Group) -> Iterator[Ask]:
    """Every member in every way that it is counted."""
    for place, target in enumerate(group.members):
        for way in _ways(place, len(group.members), down=group.down):
            yield _ask(group, way, place, target)


def _ways(place: int, size: int, *, down: bool) -> Iterator[str]:
    """Sections that call a member by its place."""
    back, line = size - 1 - place, "down" if down else "across"
    first, last = ("topmost", "lowest") if down else ("leftmost", "rightmost")
    if size == 1:
        yield "only"
        return
    if size == 2:
        yield ("upper", "lower")[place] if down else ("left one", "right one")[place]
    if place < len(NTH):
        yield f"nth {line}"
    if 0 < back < _BACK and size > 2:
        yield f"nth {line} back"
    if back == 0:
        yield from ("last", last)
    if back == 1 and size > 2:
        yield "last but one"
    if place == 0:
        yield first
    if size in _MIDDLE and place == back:
        yield from ("middle", "middle")


def _ask(group: Group, way: str, place: int, target: int) -> Ask:
    size = len(group.members)
    counted_from = size - 1 - place if way.endswith("back") else place
    turns = {"N": NTH[min(counted_from, len(NTH) - 1)], "D": str(place + 1)}
    if 1 < size < len(COUNTS):
        turns["C"] = COUNTS[size]
    if group.noun:
        turns["K"] = group.noun
    if group.which:
        turns["E"] = group.which
    names = {"G": group.heading} if group.heading else {}
    sections = {"W": way, "B": f"bare {way}"}
    if group.where:
        sections["P"] = group.where
    frame = "in group" if group.where else "in all"
    if size == 1:
        frame = "alone"
    elif group.pure:
        frame = f"{frame}, pure"
    return Ask(frame, (Tag.ORDINAL,), (target,), names, turns, sections)


def _other(standing: Standing, group: Group) -> Iterator[Ask]:
    """Of two of which one is chosen the other one."""
    if len(group.members) != 2:
        return
    chosen = [
        standing.elements[at].selected or standing.elements[at].checked for at in group.members
    ]
    if standing.elements[group.members[0]].role in _CHOSEN and sum(chosen) == 1:
        target = group.members[chosen.index(False)]
        yield Ask("the other", (Tag.PRONOUN,), (target,), {}, {}, {})
