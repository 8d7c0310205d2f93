"""Tabs below each other are told by the stripe along one of them, and by nothing like it."""

from __future__ import annotations

import numpy as np

from uitars_runtime.eyes.roles.tabs import columns_of_tabs
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.types import Box

BLUE = (53, 132, 228)
WORDS = [Box(50 - wide // 2, top, 50 + wide // 2, top + 12) for wide, top in ((60, 40), (44, 84))]
WORDS += [Box(24, 128, 76, 140), Box(30, 172, 70, 184)]


def page() -> Pixels:
    return np.full((300, 400, 3), 230, np.uint8)


def stripe(pixels: Pixels, left: int, tab: Box) -> Pixels:
    pixels[tab.top - 12 : tab.bottom + 12, left : left + 4] = BLUE
    return pixels


def test_a_stripe_on_either_side_makes_a_column_of_tabs() -> None:
    for left in (96, 4):
        for front, tab in enumerate(WORDS):
            found = columns_of_tabs(stripe(page(), left, tab), WORDS)
            assert found == [([0, 1, 2, 3], front)]


def test_words_below_each_other_alone_are_no_tabs() -> None:
    assert columns_of_tabs(page(), WORDS) == []
    two = stripe(stripe(page(), 96, WORDS[0]), 96, WORDS[2])
    assert columns_of_tabs(two, WORDS) == []


def test_the_frame_of_a_field_in_the_focus_is_no_stripe() -> None:
    pixels = page()
    pixels[72:108, 90:300] = BLUE
    pixels[74:106, 92:298] = 255
    assert columns_of_tabs(pixels, WORDS) == []


def test_the_labels_of_the_page_beside_the_tabs_are_none_themselves() -> None:
    labels = [Box(108, top, 180, top + 12) for top in (46, 90, 134)]
    found = columns_of_tabs(stripe(page(), 96, WORDS[1]), [*labels, *WORDS])
    assert found == [([3, 4, 5, 6], 4)]


def test_words_at_uneven_distances_are_no_column() -> None:
    uneven = [WORDS[0], WORDS[1], Box(24, 152, 76, 164)]
    assert columns_of_tabs(stripe(page(), 96, WORDS[0]), uneven) == []
