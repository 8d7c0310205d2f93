"""What stands next to an element, and which one it is in its row and column."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.layout import (
    NOBODY,
    SIDES,
    counted,
    extents,
    neighbours,
)
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


def button(left: int, top: int, width: int = 30, role: Role = Role.BUTTON) -> Element:
    return Element(Box(left, top, left + width, top + 20), role)


def boxes(elements: list[Element]) -> np.ndarray:
    found = [(e.box.left, e.box.top, e.box.right, e.box.bottom) for e in elements]
    return np.array(found, np.float32).reshape(-1, 4)


def beside(elements: list[Element]) -> dict[str, list[int]]:
    found = neighbours(boxes(elements), elements)
    return {side: row.tolist() for side, row in zip(SIDES, found, strict=True)}


def places(elements: list[Element]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    for way, around in counted(boxes(elements), elements).items():
        for at, (before, behind) in enumerate(around.T.tolist()):
            if before != NOBODY:
                found[at] |= {f"{way}:{before + 1}", f"{way}:last-{behind}"}
    return found


def test_the_nearest_that_faces_is_next() -> None:
    # A row of three, the middle one a little lower, and one below the first.
    row = [button(0, 0), button(40, 3), button(90, 0), button(2, 40)]
    assert beside(row) == {
        "right": [1, 2, NOBODY, NOBODY],
        "left": [NOBODY, 0, 1, NOBODY],
        "below": [3, NOBODY, NOBODY, NOBODY],
        "above": [NOBODY, NOBODY, NOBODY, 0],
    }


def test_patches_of_pictures_stand_between_nothing() -> None:
    row = [button(0, 0), button(40, 0, role=Role.OTHER), button(90, 0)]
    found = beside(row)
    assert found["right"][0] == 2
    assert found["left"][2] == 0
    assert found["left"][1] == 0  # it has neighbours of its own


def test_places_are_counted_from_both_ends_among_their_like() -> None:
    row = [
        button(0, 0),
        button(40, 0, role=Role.ICON),
        button(90, 0),
        button(140, 0, role=Role.TAB),
    ]
    found = places(row)
    assert {"across:1", "across:last-2"} <= found[0]
    assert {"across:2", "across:last-1"} <= found[1]  # pictures and buttons are one kind
    assert {"across:3", "across:last-0"} <= found[2]
    assert 3 not in found  # the only tab is not counted

    column = [button(0, 30 * at, role=Role.ITEM) for at in range(12)]
    found = places(column)
    assert {"down:1", "stacked:1"} <= found[0]
    assert {"down:last-1", "stacked:last-1"} <= found[10]


_ELEMENTS = st.lists(
    st.builds(
        button,
        st.integers(0, 900),
        st.integers(0, 700),
        st.integers(1, 300),
        st.sampled_from(list(Role)),
    ),
    max_size=12,
)


@given(_ELEMENTS)
def test_neighbours_lie_on_their_side(elements: list[Element]) -> None:
    found = beside(elements)
    middles = [(e.box.left + e.box.right, e.box.top + e.box.bottom) for e in elements]
    for side, (axis, way) in zip(SIDES, ((0, 1), (0, -1), (1, 1), (1, -1)), strict=True):
        for at, other in enumerate(found[side]):
            if other != NOBODY:
                assert other != at
                assert elements[other].role not in (Role.OTHER, Role.SCROLLBAR, Role.TITLE)
                assert way * (middles[other][axis] - middles[at][axis]) > 0


@given(_ELEMENTS)
def test_edges_lie_between_the_outermost(elements: list[Element]) -> None:
    found = extents(boxes(elements))
    assert found.shape == (len(elements), 4)
    if elements:
        assert found.min() == 0
        assert found.max() <= 1
