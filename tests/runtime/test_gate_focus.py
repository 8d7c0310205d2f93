"""What typing is judged by where a program tells what has the keyboard: Qt says so of the current
row of every tree, too."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import sandbox_hands, until
from helpers.screens import PROGRAMS
from uitars_runtime.element import Role
from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.types import Click, Decision, Type


@pytest.fixture
def hands(tmp_path: Path) -> Generator[ProcessHands]:
    app = f"{sys.executable} {PROGRAMS / 'search_qt.py'} {tmp_path / 'state'}"
    with sandbox_hands(tmp_path, apps=(app,), accessibility=True) as opened:
        until(lambda: bool(opened.observe().told), "the window tells of itself")
        yield opened


def click(hands: ProcessHands, role: Role, text: str = "") -> None:
    seen = hands.observe()
    (box,) = {one.box for one in seen.told if one.role is role and one.text == text}
    assert hands.perform(Click(box.center), seen).outcome.ok


def test_words_go_into_a_search_field_above_a_tree(hands: ProcessHands, tmp_path: Path) -> None:
    click(hands, Role.FIELD)
    done = hands.perform(Type("volume"), hands.observe())
    assert done.outcome.ok, done
    until(lambda: json.loads((tmp_path / "state").read_text()) == ["volume", False], "the words")


def test_letters_on_a_row_may_press_what_the_window_offers(hands: ProcessHands) -> None:
    click(hands, Role.ITEM, "Advanced")
    verdict = hands.perform(Type("a"), hands.observe()).verdict
    assert (verdict.decision, "'allow'" in verdict.reason) == (Decision.DENY, True), verdict
