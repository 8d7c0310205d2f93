"""The choke point: nothing is executed without a yes, and never on a target that changed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fakes import ALLOWED, DENIED, frame
from uitars_runtime.frame import Frame
from uitars_runtime.hands.local import LocalHands
from uitars_runtime.hands.target import differs
from uitars_runtime.protocols import Check, Reviewed, no_objection
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Outcome,
    Place,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

HERE = Point(3, 4)
ON_SCREEN: tuple[Action, ...] = (
    Click(HERE),
    Move(HERE),
    Drag(HERE, HERE),
    Scroll(HERE, Direction.UP),
    Type("a"),
    Press(("a",)),
    KeyDown("shift"),
    KeyUp("shift"),
    Wait(0),
)
BESIDE: tuple[Action, ...] = (Shell("a"), ReadFile("a"), WriteFile("a", "b"), Open("a"))
FOR_OTHERS: tuple[Action, ...] = (Note("a"), AskUser("a"), Finish())


class Everything:
    """Desktop, gate, tools and target in one, which writes down what it is asked for."""

    name = "fake"

    def __init__(self, verdict: Verdict | Exception = ALLOWED, difference: str = "") -> None:
        self.verdict = verdict
        self.difference = difference
        self.done: list[Action] = []

    def observe(self) -> Frame:
        return frame(1)

    def execute(self, action: Action, seen: Frame, check: Check = no_objection) -> Outcome:
        if objection := check():
            return Outcome(ok=False, text=f"Not done: {objection}")
        self.done.append(action)
        return Outcome(ok=True, text="done")

    def close(self) -> None:
        """Nothing to close."""

    def review(self, action: Action, seen: Frame) -> Reviewed:
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return Reviewed(self.verdict, action)

    def _tool(self, action: Action) -> Outcome:
        return self.execute(action, frame(1))

    shell = read_file = write_file = open = _tool

    def remember(self, seen: Frame) -> None:
        """The fake's target never changes by itself."""

    def place(self) -> Place:
        return Place("Editor", "untitled")

    def changed(self, action: Action, seen: Frame) -> str:
        return self.difference


def hands(parts: Everything) -> LocalHands:
    return LocalHands(parts, parts, parts, parts, actions_per_second=1e6)


@pytest.mark.parametrize("action", [*ON_SCREEN, *BESIDE])
def test_what_is_allowed_is_done_once(action: Action) -> None:
    parts = Everything()
    performed = hands(parts).perform(action, frame(1))
    assert parts.done == [action]
    assert performed.place == Place("Editor", "untitled")
    assert performed.outcome == Outcome(ok=True, text="done")


@pytest.mark.parametrize("action", [*ON_SCREEN, *BESIDE, *FOR_OTHERS, CallTool("a", "b")])
@pytest.mark.parametrize(
    "verdict",
    [
        DENIED,
        RuntimeError("broken"),
        KeyError(1),
        Verdict(Decision.DENY, DecidedBy.TIMEOUT, "", ""),
    ],
)
def test_without_a_yes_nothing_is_done(action: Action, verdict: Verdict | Exception) -> None:
    parts = Everything(verdict)
    performed = hands(parts).perform(action, frame(1))
    assert parts.done == []
    assert not performed.outcome.ok
    assert performed.verdict.decision is Decision.DENY
    if isinstance(verdict, Exception):
        assert performed.verdict.by is DecidedBy.FAULT


@pytest.mark.parametrize("action", [action for action in ON_SCREEN if action != Wait(0)])
def test_a_changed_target_is_not_touched(action: Action) -> None:
    parts = Everything(difference="another window lies under the target.")
    performed = hands(parts).perform(action, frame(1))
    assert parts.done == []
    assert performed.verdict.decision is Decision.ALLOW
    assert "another window" in performed.outcome.text


def test_no_tool_server_is_said() -> None:
    assert (
        "No tool server" in hands(Everything()).perform(CallTool("a", "b"), frame(1)).outcome.text
    )


@pytest.mark.parametrize("action", FOR_OTHERS)
def test_what_is_not_for_the_hands_is_a_defect(action: Action) -> None:
    with pytest.raises(TypeError):
        hands(Everything()).perform(action, frame(1))


@given(st.integers(0, 63), st.integers(0, 40), st.integers(1, 2), st.integers(1, 20))
def test_a_caret_is_no_difference(left: int, top: int, width: int, height: int) -> None:
    before = np.full((64, 64, 3), 250, np.uint8)
    after = before.copy()
    after[top : top + height, left : left + width] = 0
    assert not differs(before, after)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(24, 34))
def test_another_button_is_a_difference(left: int, top: int, size: int) -> None:
    before = np.full((64, 64, 3), 250, np.uint8)
    after = before.copy()
    after[top : top + size, left : left + size] = (200, 40, 40)
    assert differs(before, after)
    assert differs(before, before[:32])
