"""The hands of macOS and Windows on a stand-in desktop: same gate, target checked by pixels."""

from __future__ import annotations

from pathlib import Path

from helpers.fakes import frame
from uitars_runtime.desktop.kind import Place as OpenPlace
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.portable import PortableHands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import Action, Click, Decision, Outcome, Point, Type

CLICK = Click(Point(80, 50))


class Screen:
    """Shows what it is told to and writes down what is done."""

    name = "screen"

    def __init__(self) -> None:
        self.seed = 0
        self.done: list[Action] = []

    def observe(self) -> Frame:
        return frame(self.seed)

    def execute(self, action: Action, seen: Frame, check: Check = no_objection, /) -> Outcome:
        if objection := check():
            return Outcome(ok=False, text=objection)
        self.done.append(action)
        return Outcome(ok=True, text="done")

    def enter_secret(self, secret: str, seen: Frame, check: Check, /) -> Outcome:
        return self.execute(Type(secret), seen, check)

    def close(self) -> None:
        self.done.append(Type("closed"))


def opened(screen: Screen) -> OpenPlace:
    def start(command: str) -> str:
        raise AssertionError(f"nobody asked for {command}")

    return OpenPlace(screen, {}, start, start)


def hands(workspace: Path, screen: Screen, **options: str) -> PortableHands:
    settings = HandsSettings(**{"desktop": "local", "workspace": str(workspace), **options})
    return PortableHands(settings, NobodyAsker(), lambda: opened(screen))


def test_an_ordinary_click_is_done(tmp_path: Path) -> None:
    screen = Screen()
    opened = hands(tmp_path, screen)
    done = opened.perform(CLICK, opened.observe())
    assert done.outcome.ok
    assert screen.done == [CLICK]


def test_a_target_that_changed_is_left_alone(tmp_path: Path) -> None:
    screen = Screen()
    opened = hands(tmp_path, screen)
    seen = opened.observe()
    screen.seed = 1
    done = opened.perform(CLICK, seen)
    assert not done.outcome.ok
    assert "changed under the target" in done.outcome.text
    assert screen.done == []


def test_the_gate_decides_here_too(tmp_path: Path) -> None:
    screen = Screen()
    opened = hands(tmp_path, screen, policy="ask-always")
    done = opened.perform(CLICK, opened.observe())
    assert done.verdict is not None
    assert done.verdict.decision is Decision.DENY
    assert screen.done == []
