"""Sliders that show their number, and come to another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.filled_pages import filled
from uitars_runtime.backends.embedded.requests.sliders import Slide, number_of
from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.geometry import Box
from uitars_runtime.types import Click, Finish

TRACK = Box(100, 50, 400, 66)


def shown(number: float) -> list[Element]:
    words = f"{number:g}"
    return [Element(Box(410, 51, 440, 65), Role.TEXT, words, words)]


@given(st.integers(-50, 50), st.integers(10, 1000), st.floats(0, 1), st.floats(0, 1))
@example(-13, 14, 0.93, 1.0)
def test_any_number_of_a_slider_is_reached(
    least: int, range_: int, shared: float, begun: float
) -> None:
    most, margin = least + range_, 8  # the knob is wide, and stays within
    wanted, now = (least + round(share * range_) for share in (shared, begun))
    slide = Slide(TRACK, wanted)
    for _ in range(17):
        if slide.is_shown(shown(now)):
            return
        step = slide.next(shown(now))
        if isinstance(step, Click):
            share = (step.at.x - TRACK.left - margin) / (TRACK.width - 2 * margin)
            now = round(least + range_ * min(max(share, 0.0), 1.0))
        elif step is not None:
            now = min(max(now + (1 if step.keys == ("right",) else -1), least), most)
        else:
            break
    assert slide.is_shown(shown(now))


def test_one_that_does_not_move_is_left_alone_in_the_end() -> None:
    slide = Slide(TRACK, 70)
    steps = [slide.next(shown(30)) for _ in range(30)]
    assert isinstance(steps[0], Click)
    assert steps[-1] is None


@pytest.mark.parametrize(
    ("words", "box", "number"),
    [
        ("30", Box(410, 51, 440, 65), 30),
        ("30 %", Box(410, 51, 440, 65), 30),
        ("up to 250 €", Box(100, 30, 180, 44), 250),
        ("-2.5", Box(60, 51, 90, 65), -2.5),
        ("0 to 100", Box(410, 51, 480, 65), None),
        ("30", Box(600, 51, 620, 65), None),
        ("30", Box(100, 90, 120, 104), None),
        ("loud", Box(410, 51, 440, 65), None),
    ],
)
def test_the_number_of_a_slider_stands_beside_it(
    words: str, box: Box, number: float | None
) -> None:
    assert number_of(TRACK, [Element(box, Role.TEXT, words, words)]) == number


@pytest.mark.parametrize(
    ("label", "ends"),
    [
        ("Overall (0 to 10)", (0, 10)),
        ("Contrast (1-5)", (1, 5)),
        ("Volume", (0, 100)),
        ("Odd (5 to 5)", (0, 100)),
    ],
)
def test_a_label_may_say_what_a_slider_goes_to(label: str, ends: tuple[int, int]) -> None:
    slide = Slide(TRACK, ends[1], label)
    assert slide.ends == ends
    last = slide.next([])
    assert isinstance(last, Click)
    assert last.at.x == TRACK.right - TRACK.height // 2
    assert slide.next([]) is None


def test_numbers_at_both_ends_are_what_a_slider_goes_from_and_to() -> None:
    ends = [
        Element(Box(80, 51, 92, 65), Role.TEXT, "0", "0"),
        Element(Box(410, 51, 440, 65), Role.TEXT, "100", "100"),
    ]
    assert number_of(TRACK, ends) is None
    above = Element(Box(240, 30, 260, 44), Role.TEXT, "40", "40")
    assert number_of(TRACK, [*ends, above]) == 40


def test_the_number_of_a_tick_box_near_it_is_another() -> None:
    tick = Element(Box(110, 70, 123, 83), Role.CHECKBOX, "Turn by 180°", "Turn by 180°")
    assert number_of(TRACK, [tick]) is None


PAGE = """<!doctype html><meta charset=utf-8><title>Sound</title><style>
body{font:16px Liberation Sans} input[type=range]{width:300px}</style>
<p><label>Volume <input id=v type=range max=%d value=30 oninput="o.textContent=value">
<output id=o>30</output></label>
<p><label>Name <input id=n></label>"""


@pytest.mark.parametrize(("most", "wanted"), [(100, "65"), (400, "120"), (100, "0")])
def test_a_real_slider_comes_to_the_number_that_is_meant(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, wanted: str
) -> None:
    (tmp_path / "page.html").write_text(PAGE % most, "utf-8")
    values = {"Volume": wanted, "Name": "Disco"}
    ending = filled(page, Eyes(), tmp_path / "page.html", values, monkeypatch)
    assert isinstance(ending, Finish)
    assert page.run("return [v.value, n.value]") == [wanted, "Disco"]
