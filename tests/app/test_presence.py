"""Hands that look past our own windows: never seen, never hit, never typed into."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from helpers.fakes import FakeHands
from helpers.runs import write_run
from uitars_app.context import Context
from uitars_app.presence import presence
from uitars_app.presence.hands import AttendedHands
from uitars_app.presence.mask import covered, hit
from uitars_app.presence.pill import Pill
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.frame import Frame
from uitars_runtime.hands.wrapped import HeldHands
from uitars_runtime.run import Request
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Decision,
    Drag,
    Finish,
    Point,
    Press,
    Type,
    Wait,
)

OURS = Box(40, 20, 90, 60)


class Stage:
    """Our windows on the fake screen, and what they were told."""

    def __init__(self) -> None:
        self.windows: tuple[Box, ...] = (OURS,)
        self.keyboard = False
        self.told: list[object] = []

    def step_aside(self) -> tuple[Box, ...]:
        self.told.append("aside")
        return self.windows

    def has_keyboard(self) -> bool:
        return self.keyboard

    def come_back(self, action: Action | None) -> None:
        self.told.append(action)


class Hands(FakeHands):
    """Fake hands with the rest of what open hands have; remembers what they were shown."""

    desktop_name = "local"
    environment: ClassVar[dict[str, str]] = {}
    tools = ()


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def hands() -> Hands:
    return Hands(still=True)


def test_our_windows_are_not_in_the_picture(stage: Stage, hands: Hands) -> None:
    plain = hands.observe().pixels
    seen = AttendedHands(hands, stage).observe().pixels
    inside = seen[OURS.top : OURS.bottom, OURS.left : OURS.right]
    assert set(np.unique(inside)) == {96, 128}
    outside = np.ones(seen.shape[:2], bool)
    outside[OURS.top : OURS.bottom, OURS.left : OURS.right] = False
    assert (seen[outside] == plain[outside]).all()
    assert stage.told == ["aside", None]


@pytest.mark.parametrize(
    "action", [Click(Point(41, 21)), Click(Point(89, 59)), Drag(Point(1, 1), Point(60, 40))]
)
def test_what_aims_at_our_window_is_not_done(stage: Stage, hands: Hands, action: Action) -> None:
    attended = AttendedHands(hands, stage)
    done = attended.perform(action, attended.observe())
    assert done.verdict is not None
    assert (done.verdict.decision, done.verdict.rule) == (Decision.DENY, "own-windows")
    assert hands.done == []
    assert stage.told[-1] == action


def test_a_window_that_opened_since_the_look_is_no_target_either(
    stage: Stage, hands: Hands
) -> None:
    attended = AttendedHands(hands, stage)
    seen = attended.observe()
    stage.windows = (Box(0, 0, 10, 10),)
    assert not attended.perform(Click(Point(5, 5)), seen).outcome.ok
    assert hands.done == []


def test_beside_our_window_everything_is_done(stage: Stage, hands: Hands) -> None:
    attended = AttendedHands(hands, stage)
    for action in (Click(Point(5, 5)), Click(Point(90, 60)), Type("x"), Wait(0)):
        assert attended.perform(action, attended.observe()).outcome.ok
    assert len(hands.done) == 4


@pytest.mark.parametrize("action", [Type("secret"), Press(("enter",))])
def test_nothing_is_typed_into_our_window(stage: Stage, hands: Hands, action: Action) -> None:
    stage.keyboard = True
    attended = AttendedHands(hands, stage)
    assert not attended.perform(action, attended.observe()).outcome.ok
    assert hands.done == []
    stage.keyboard = False
    assert attended.perform(action, attended.observe()).outcome.ok


@pytest.mark.parametrize("paused", [True, False])
def test_from_the_moment_of_a_pause_nothing_is_done(hands: Hands, paused: bool) -> None:
    """Also when the model had already made up its mind."""
    control = Control()
    held = HeldHands(hands, control)
    seen = held.observe()
    if paused:
        control.pause("You have taken over.")
    done = held.perform(Click(Point(5, 5)), seen)
    assert done.outcome.ok is not paused
    assert bool(hands.done) is not paused
    if paused:
        assert "You have taken over." in done.outcome.text


_edges = st.tuples(st.integers(-50, 250), st.integers(-50, 250)).map(sorted)


@given(across=_edges, down=_edges, x=st.integers(0, 159), y=st.integers(0, 99))
def test_a_target_is_refused_exactly_where_the_picture_is_covered(
    across: list[int], down: list[int], x: int, y: int
) -> None:
    frame = Frame(np.zeros((100, 160, 3), np.uint8), Point(-20, 30))
    window = Box(across[0], down[0], across[1], down[1])
    masked = covered(frame, [window]).pixels[y, x].any()
    assert bool(masked) == hit(Click(Point(x, y)), frame, [window])


def test_a_window_that_does_not_answer_ends_the_look(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may stand in the picture, so there is none; and at the end nobody is waited for."""
    monkeypatch.setattr(presence, "_PATIENCE", 0.2)
    stage = presence.Presence(context)
    with ThreadPoolExecutor(1) as run:
        # Nobody serves the window's thread meanwhile.
        assert isinstance(run.submit(stage.step_aside).exception(), DesktopError)
        stage.let_go()
        assert isinstance(run.submit(stage.step_aside).exception(), Stopped)
    stage.close()


def test_the_bar_says_nothing_of_an_earlier_run(
    context: Context, tmp_path: Path, qtbot: QtBot
) -> None:
    _, steps = write_run(tmp_path / "run", (Finish(),))
    pill = Pill(context)
    qtbot.addWidget(pill)
    words = {label.text() for label in pill.findChildren(QLabel)}
    context.runner.stepped.emit(steps[0])
    assert {label.text() for label in pill.findChildren(QLabel)} != words
    context.runner.begun.emit(Request(task="x", settings=Settings()))
    assert {label.text() for label in pill.findChildren(QLabel)} == words
