"""The choke point: nothing is executed without a yes, and never on a target that changed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fakes import ALLOWED, DENIED, frame
from uitars_runtime.consent import Reviewed
from uitars_runtime.errors import DesktopError, JournalError
from uitars_runtime.frame import Frame
from uitars_runtime.hands.crops import differs
from uitars_runtime.hands.local import LocalHands
from uitars_runtime.hands.secrets import NoSecrets
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Claim,
    Click,
    Correction,
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
BESIDE: tuple[Action, ...] = (
    Shell("a"),
    ReadFile("a"),
    WriteFile("a", "b"),
    Open("a"),
    CallTool("a", "b"),
)
FOR_OTHERS: tuple[Action, ...] = (Note("a"), AskUser("a"), Finish())


class Everything:
    """Desktop, gate, tools and target in one, which writes down what it is asked for."""

    name = "fake"

    def __init__(self, verdict: Verdict | Exception = ALLOWED, difference: str = "") -> None:
        self.verdict = verdict
        self.difference = difference
        self.answer: Reviewed | None = None
        self.done: list[Action] = []

    def observe(self) -> Frame:
        return frame(1)

    def execute(self, action: Action, seen: Frame, check: Check = no_objection) -> Outcome:
        if objection := check():
            return Outcome(ok=False, text=f"Not done: {objection}")
        self.done.append(action)
        return Outcome(ok=True, text="done")

    def enter_secret(self, secret: str, seen: Frame, check: Check) -> Outcome:
        return self.execute(Type(f"typed {secret}"), seen, check)

    def close(self) -> None:
        """Nothing to close."""

    def review(self, action: Action, seen: Frame, claimed: Claim = "") -> Reviewed:
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.answer or Reviewed(self.verdict, action)

    def objection(self, action: Action) -> str:
        return ""

    def tried(self, action: Action, seen: Frame, *, ok: bool) -> None:
        """Nothing is kept."""

    def _tool(self, action: Action) -> Outcome:
        return self.execute(action, frame(1))

    shell = read_file = write_file = open = call = _tool

    def remember(self, seen: Frame) -> None:
        """The fake's target never changes by itself."""

    def windows(self) -> None:
        """Not known here."""

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


@pytest.mark.parametrize("action", [*ON_SCREEN, *BESIDE, *FOR_OTHERS])
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


def test_what_is_wrong_with_a_gate_is_said_with_what_to_do() -> None:
    full = JournalError("The audit log cannot be written: No space left on device.", "Make room.")
    said = hands(Everything(full)).perform(ON_SCREEN[0], frame(1)).verdict.reason
    assert said == f"The gate failed, so nothing was done. {full}"


@pytest.mark.parametrize("action", [action for action in ON_SCREEN if action != Wait(0)])
def test_a_changed_target_is_not_touched(action: Action) -> None:
    parts = Everything(difference="another window lies under the target.")
    performed = hands(parts).perform(action, frame(1))
    assert parts.done == []
    assert performed.verdict.decision is Decision.ALLOW
    assert "another window" in performed.outcome.text


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


class Person:
    """A person who may use the desktop at any moment."""

    def __init__(self) -> None:
        self.uses = False

    def forget(self) -> None:
        self.uses = False

    def felt(self) -> bool:
        return self.uses


@pytest.mark.parametrize("action", ON_SCREEN[:-1])
def test_a_person_at_the_desktop_has_it_to_themselves(action: Action) -> None:
    parts, person = Everything(), Person()
    opened = LocalHands(parts, parts, parts, parts, actions_per_second=1e6, person=person)
    seen = opened.observe()
    person.uses = True
    assert "a person is using" in opened.perform(action, seen).outcome.text
    assert parts.done == []
    assert opened.perform(action, opened.observe()).outcome.ok


def test_nothing_is_done_unwatched() -> None:
    def unwatched() -> None:
        raise DesktopError("The guard is gone.")

    parts = Everything()
    opened = LocalHands(parts, parts, parts, parts, actions_per_second=1e6, watched=unwatched)
    for action in (*ON_SCREEN, *BESIDE):
        with pytest.raises(DesktopError):
            opened.perform(action, opened.observe())
    assert parts.done == []


def test_what_a_person_decided_is_told_to_the_model_and_recorded() -> None:
    correction = Correction(Wait(0.5), "wait first")
    parts = Everything()
    parts.answer = Reviewed(ALLOWED, correction.action, correction, "It is slow.")
    performed = hands(parts).perform(Click(HERE), frame(1))
    assert parts.done == [Wait(0.5)]
    assert performed.correction == correction
    assert performed.words == "It is slow."
    assert "slow" not in performed.outcome.text


def test_a_secret_is_typed_part_by_part_and_never_told() -> None:
    class Known(NoSecrets):
        def reveal(self, name: str) -> str:
            return name.upper()

        def objection(self, _name: str) -> str:
            return ""

    parts = Everything()
    opened = LocalHands(parts, parts, parts, parts, actions_per_second=1e6, secrets=Known())
    outcome = opened.perform(Type("me\t<secret>key</secret>\n"), frame(1)).outcome
    assert parts.done == [Type("me\t"), Type("typed KEY"), Type("\n")]
    assert "KEY" not in outcome.text
    refused = hands(Everything()).perform(Type("<secret>key</secret>"), frame(1)).outcome
    assert not refused.ok
