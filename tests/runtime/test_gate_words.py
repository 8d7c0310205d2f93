"""Where a program says nothing of its widgets, the gate reads the screen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from uitars_runtime.eyes.words import ScreenWords
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.types import Action, Box, Click, Decision, KeyDown, Point, Press, Type

WINDOW = Box(20, 20, 420, 220)
LATER, DELETE = Point(100, 160), Point(280, 160)


@pytest.fixture(scope="module")
def seen() -> Frame:
    """A dialog with two buttons on a grey screen."""
    pixels = np.full((300, 500, 3), 120, np.uint8)
    cv2.rectangle(pixels, (20, 20), (420, 220), (238, 238, 238), -1)
    for text, place in (("Later", LATER), ("Delete", DELETE)):
        corner = (place.x - 50, place.y - 16)
        cv2.rectangle(pixels, corner, (place.x + 50, place.y + 16), (205, 205, 205), -1)
        at = (place.x - 25, place.y + 5)
        cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    return Frame(pixels)


@pytest.fixture(scope="module")
def words() -> ScreenWords:
    return ScreenWords()


def test_the_words_under_a_place_are_read(words: ScreenWords, seen: Frame) -> None:
    assert words.at(seen, DELETE) == "Delete"
    assert words.at(seen, LATER) == "Later"
    assert words.at(seen, Point(460, 280)) == ""
    assert words.at(seen, Point(499, 299)) == ""


def test_the_words_of_a_window_are_read(words: ScreenWords, seen: Frame) -> None:
    assert set(words.within(seen, WINDOW).splitlines()) == {"Later", "Delete"}
    assert words.within(seen, Box(490, 290, 900, 900)) == ""
    assert words.within(seen, Box(-50, -50, 4, 4)) == ""


class Mute:
    """A window that says nothing of its widgets, or only what is given."""

    def __init__(self, role: str = "") -> None:
        self._role = role

    def facts(self, _action: Action) -> Facts:
        return Facts(window="Notice", application="Tk", role=self._role, area=WINDOW)


def decide(action: Action, seen: Frame, words: ScreenWords, where: Path, role: str = "") -> str:
    gate = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        NobodyAsker(),
        workspace=where,
        surroundings=Mute(role),
        words=words,
    )
    verdict = gate.review(action, seen).verdict
    return verdict.rule if verdict.decision is Decision.DENY else "allowed"


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        (Click(DELETE), "ask-on-risk/R2"),
        (Click(LATER), "allowed"),
        (Press(("Return",)), "ask-on-risk/R2"),
        (Press(("space",)), "ask-on-risk/R2"),
        (KeyDown("Enter"), "ask-on-risk/R2"),
        (Type("yes\n"), "ask-on-risk/R2"),
        (Type("yes"), "allowed"),
        (Press(("Tab",)), "allowed"),
    ],
)
def test_what_is_read_decides(
    action: Action, outcome: str, seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    assert decide(action, seen, words, tmp_path) == outcome


def test_typing_beside_the_word_password_is_typing_a_secret(
    seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    pixels = seen.pixels.copy()
    at = (60, 80)
    cv2.putText(pixels, "Password:", at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    assert decide(Type("hunter2"), Frame(pixels), words, tmp_path) == "ask-on-risk/R4"
    assert decide(Type("hunter2"), seen, words, tmp_path) == "allowed"


def test_a_widget_that_tells_its_role_is_believed_over_its_window(
    seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    assert decide(Press(("Return",)), seen, words, tmp_path, role="text") == "allowed"


def test_a_screenshot_that_begins_elsewhere_is_read_in_the_right_place(
    seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    shifted = Frame(seen.pixels, Point(-500, 0))

    class Left(Mute):
        def facts(self, _action: Action) -> Facts:
            area = Box(WINDOW.left - 500, WINDOW.top, WINDOW.right - 500, WINDOW.bottom)
            return Facts(area=area)

    gate = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        NobodyAsker(),
        workspace=tmp_path,
        surroundings=Left(),
        words=words,
    )
    assert gate.review(Press(("Return",)), shifted).verdict.decision is Decision.DENY
