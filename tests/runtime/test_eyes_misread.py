"""Signs that no one wrote are left out; signs that someone wrote stay."""

from __future__ import annotations

import pytest

from uitars_runtime.eyes.shapes.proposals import Proposal
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.eyes.text.misread import without_signs
from uitars_runtime.types import Box

FIELD = Proposal(Box(498, 294, 684, 317), frame=0.9)
NUMBER = Line(Box(502, 301, 510, 311), "4")


def test_two_arrows_at_the_end_of_a_field_are_no_sign() -> None:
    arrows = Line(Box(675, 300, 681, 315), "÷")
    assert without_signs([NUMBER, arrows], [FIELD]) == [NUMBER]


@pytest.mark.parametrize(
    "sign",
    [
        Line(Box(515, 300, 521, 315), "!"),
        Line(Box(669, 302, 681, 313), "÷"),
        Line(Box(690, 300, 696, 315), ":"),
    ],
    ids=["right behind the words", "as broad as a sign is", "beside the field"],
)
def test_other_signs_stay(sign: Line) -> None:
    assert without_signs([NUMBER, sign], [FIELD]) == [NUMBER, sign]
