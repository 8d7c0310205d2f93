"""A page that shows the request in whole: its words are no place to click."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import SentenceEncoder
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules.shown_request import without_request
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size

TASK = "Put the parcel on the scales, then press Weigh."
WEIGH = Element(Box(20, 300, 120, 330), Role.BUTTON, "Weigh", "Weigh")
SIDE = Element(Box(600, 40, 700, 60), Role.LINK, "Imprint", "Imprint")


def lines(text: str, width: int, role: Role = Role.TEXT, top: int = 40) -> tuple[Element, ...]:
    """A text as the eyes read it: one element a line."""
    return tuple(
        Element(Box(20, top + 26 * row, 20 + 9 * len(line), top + 20 + 26 * row), role, line, line)
        for row, line in enumerate(textwrap.wrap(text, width))
    )


@pytest.mark.parametrize("width", [12, 20, 30, 60])
def test_the_lines_of_the_request_go_and_all_else_stays(width: int) -> None:
    shown = lines(TASK, width)
    assert without_request((SIDE, *shown, WEIGH), TASK) == (SIDE, WEIGH)


def test_what_the_eyes_misread_and_drew_between_the_words_goes_too() -> None:
    pieces = (
        Element(Box(20, 40, 160, 60), Role.BUTTON, "Put the parceI on", "Put the parceI on"),
        Element(Box(170, 42, 186, 58), Role.OTHER, name="yellow"),
        Element(Box(196, 40, 320, 60), Role.TEXT, "scales, then press", "scales, then press"),
        Element(Box(20, 66, 80, 86), Role.ITEM, "Weigh.", "Weigh."),
    )
    assert without_request((*pieces, WEIGH), TASK) == (WEIGH,)


def test_what_is_called_as_the_request_says_is_meant() -> None:
    wish = "Show line numbers in the margin"
    for role in (Role.CHECKBOX, Role.MENU_ITEM, Role.BUTTON, Role.LINK):
        named = Element(Box(20, 40, 300, 60), role, wish, wish)
        assert without_request((named, WEIGH), wish) == (named, WEIGH)
    buttons = (
        Element(Box(20, 40, 90, 60), Role.BUTTON, "Open file", "Open file"),
        Element(Box(100, 40, 150, 60), Role.BUTTON, "menu", "menu"),
    )
    assert without_request(buttons, "Open the file menu.") == buttons
    short = lines("Show hidden files", 40)
    assert without_request(short, "Show hidden files") == short


@pytest.mark.parametrize("part", ["press Weigh.", "Put the parcel on the", "Weigh", ""])
def test_a_part_of_the_request_is_kept(part: str) -> None:
    seen = (*lines(part, 60), WEIGH)
    assert without_request(seen, TASK) == seen


@given(st.lists(st.sampled_from(TASK.split()), min_size=1, max_size=6), st.integers(8, 40))
def test_other_sentences_of_the_same_words_stay(words: list[str], width: int) -> None:
    said = " ".join(words)
    assume(len(said) < len(TASK) - 12)
    seen = lines(said, width)
    assert without_request(seen, TASK) == seen


def test_a_page_that_shows_the_request_is_worked_as_one_that_does_not() -> None:
    """The last line says nothing but the name of the button."""
    task = "Have a look at the price, then click Reserve."
    button = Element(Box(20, 300, 140, 330), Role.BUTTON, "Reserve", "Reserve")
    page = (*lines(task, 37), button)
    assert [item.text for item in page][1] == "Reserve."
    situation = prepare([task], (), page, Size(800, 600))
    decision = Decoder(default_folder(), SentenceEncoder()).decide(situation).decision
    assert decision.element is not None
    assert situation.elements[decision.element] is button
