"""Asks by what stands beside: next to, two further, between, beside what is selected, by name.

Asks by the very words of a control are among them, for people were asked to write few, and who
learns from intents alone forgets to read. Not here: what is counted in groups (`counting.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from uitars_runtime.backends.embedded.network.layout import NOBODY, SIDES
from uitars_runtime.element import Role
from uitars_train.instructions.by_rule.standing import Standing
from uitars_train.instructions.by_rule.wording import Ask, ask_for
from uitars_train.instructions.records import Tag


def next_to(standing: Standing) -> Iterator[Ask]:
    """Right of, left of, below and above something with a name."""
    for side, beside in zip(SIDES, standing.beside, strict=True):
        for mark, target in enumerate(beside):
            if target != NOBODY and standing.unique[mark]:
                yield ask_for(side, Tag.RELATION, int(target), {"L": standing.unique[mark]})


def two_further(standing: Standing) -> Iterator[Ask]:
    """The second on a side, where all three are of one kind."""
    for side, beside in zip(SIDES, standing.beside, strict=True):
        for mark, first in enumerate(beside):
            target = NOBODY if first == NOBODY else beside[first]
            kinds = {standing.elements[at].role for at in (mark, first, target)}
            if target != NOBODY and standing.unique[mark] and len(kinds) == 1:
                names = {"L": standing.unique[mark]}
                yield ask_for(f"two {side}", Tag.RELATION, int(target), names)


def between(standing: Standing) -> Iterator[Ask]:
    """What has one thing with a name on each side."""
    for there, back in ((0, 1), (2, 3)):
        for target in range(len(standing.elements)):
            one, other = int(standing.beside[there][target]), int(standing.beside[back][target])
            if NOBODY in (one, other):
                continue
            # Both neighbours have nothing else between them and it.
            if standing.beside[back][one] != target or standing.beside[there][other] != target:
                continue
            first, last = standing.unique[other], standing.unique[one]
            if first and last:
                yield ask_for("between", Tag.BETWEEN, target, {"L": first, "M": last})


def beside_selected(standing: Standing) -> Iterator[Ask]:
    """The neighbour, of the same kind, of the only tab or line of its kind that is selected."""
    for role in (Role.TAB, Role.ITEM, Role.MENU):
        marked = [
            at
            for at, one in enumerate(standing.elements)
            if one.role is role and (one.selected or one.focused)
        ]
        if len(marked) != 1 or sum(e.element.selected for e in standing.screen.true) > 1:
            continue
        for side, beside in zip(SIDES, standing.beside, strict=True):
            target = int(beside[marked[0]])
            if target == NOBODY or standing.elements[target].role is not role:
                continue
            if (side in ("below", "above")) is (role is Role.ITEM):
                yield ask_for(f"selected {side}", Tag.RELATION, target)


def named(standing: Standing) -> Iterator[Ask]:
    """By its own words."""
    for target, name in enumerate(standing.unique):
        if name:
            yield ask_for("named", Tag.DIRECT, target, {"L": name})
