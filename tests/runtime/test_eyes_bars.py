"""What a frame holds besides words: pictures in a bar, room in a high field."""

from __future__ import annotations

from uitars_runtime.eyes.candidates import Kind, assemble
from uitars_runtime.eyes.shapes import Proposal
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.types import Box

BAR = Proposal(Box(0, 20, 400, 56), frame=1.0)
SIGN = Line(Box(62, 30, 78, 46), "7")


def picture(left: int) -> Proposal:
    return Proposal(Box(left, 28, left + 20, 48), frame=0.4)


def test_a_picture_read_as_a_sign_does_not_take_the_bar() -> None:
    found = assemble([SIGN], [BAR, picture(20), picture(60), picture(100), picture(140)])
    (read,) = [candidate for candidate in found if candidate.text]
    assert read.box.width <= 24
    bars = [candidate for candidate in found if candidate.box == BAR.box]
    assert [candidate.kind for candidate in bars] == [Kind.BARE]


def test_a_field_with_one_sign_and_its_arrow_is_whole() -> None:
    arrows = [Proposal(Box(380, top, 392, top + 10), frame=0.5) for top in (24, 40)]
    (read,) = [candidate for candidate in assemble([SIGN], [BAR, *arrows]) if candidate.text]
    assert (read.kind, read.box) == (Kind.BOXED, BAR.box)


def test_a_high_field_holds_the_words_in_its_middle() -> None:
    high = Proposal(Box(23, 348, 345, 392), frame=0.9)
    (read,) = assemble([Line(Box(38, 364, 104, 376), "Standard")], [high])
    assert (read.kind, read.box) == (Kind.BOXED, high.box)
    above = assemble([Line(Box(38, 352, 104, 364), "Standard")], [high])
    assert {one.kind for one in above} == {Kind.LINE, Kind.BARE}
