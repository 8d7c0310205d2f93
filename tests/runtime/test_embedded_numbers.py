"""Which numbers of a task are meant whole, and which are days."""

from __future__ import annotations

import pytest

from uitars_runtime.backends.embedded.network.matching import whole_numbers, with_days
from uitars_runtime.backends.embedded.tokenizer import joined, split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


def shown(role: Role, *names: str) -> list[Element]:
    return [Element(Box(0, 20 * at, 90, 20 * at + 18), role, one) for at, one in enumerate(names)]


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("Pick the 2nd", "Pick the 2"),
        ("Choose the 2nd, then OK", "Choose the 2, then OK"),
        ("the 2nd of May", "the 2 of May"),
        ("Press the 2nd button", "Press the 2nd button"),
        ("Type '2nd'", "Type '2nd'"),
        ("Pick the 3rd", "Pick the 3rd"),
    ],
)
def test_a_day_is_what_is_called_so(task: str, told: str) -> None:
    assert joined(with_days(split_words(task), shown(Role.TEXT, "1", "2"))) == told


@pytest.mark.parametrize(
    ("names", "role", "whole"),
    [
        (("12",), Role.TEXT, ["12"]),
        (("1", "2", "12"), Role.BUTTON, ["12"]),
        (("1", "2"), Role.BUTTON, []),
        (("34",), Role.LINK, []),
    ],
)
def test_a_number_on_the_screen_is_whole(
    names: tuple[str, ...], role: Role, whole: list[str]
) -> None:
    words = split_words("Click 12, then 5")
    found = whole_numbers(words, shown(role, *names))
    assert [joined(words[span.first : span.last + 1]) for span in found] == whole


def test_what_a_calculator_shows_is_no_key() -> None:
    screen = [*shown(Role.BUTTON, *"0123456789"), *shown(Role.TEXT, "12")]
    assert whole_numbers(split_words("12 + 12"), screen) == ()
