"""A person takes the desktop back: by the kill gesture, or just by using it."""

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.desks import held, until
from helpers.nested import Nested, nested
from helpers.screens import running
from uitars_runtime.consent import Consent, Question
from uitars_runtime.control import Control
from uitars_runtime.errors import DesktopError, Stopped, UsageError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.in_a_row import InARow
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import Asker
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    KeyDown,
    Outcome,
    Point,
    Press,
    Verdict,
    Wait,
)


@pytest.fixture(scope="module")
def pair() -> Generator[Nested]:
    with nested() as opened, running(opened, "xclock", "-geometry", "200x200+0+0"):
        yield opened


@contextmanager
def hands(
    pair: Nested, workspace: Path, control: Control, asker: Asker | None = None, policy: str = ""
) -> Generator[ProcessHands]:
    settings = HandsSettings(
        desktop=pair.display,
        workspace=str(workspace),
        policy=policy or "ask-on-risk",
        actions_per_second=1000.0,
    )
    opened = open_hands(settings, asker or NobodyAsker(), control, control)
    try:
        yield opened
    finally:
        opened.close()


def click(opened: ProcessHands) -> Outcome:
    return opened.perform(Click(Point(300, 300)), opened.observe()).outcome


def test_the_kill_gesture_stops_a_run_in_the_middle_of_an_action(
    pair: Nested, tmp_path: Path
) -> None:
    control = Control()
    with hands(pair, tmp_path, control) as opened:
        assert opened.perform(KeyDown("shift"), opened.observe()).outcome.ok
        seen = opened.observe()
        timer = threading.Timer(0.3, lambda: pair.person.press("Escape", "Escape"))
        timer.start()
        with pytest.raises(Stopped):
            opened.perform(Wait(60), seen)
        timer.join()
        until(control.is_set, "the run is stopped")
        until(lambda: held(pair.display) == ([], 0), "held keys go")
        with pytest.raises(Stopped):
            opened.observe()
        assert not opened.restart()


def test_the_agents_own_escape_stops_nothing(pair: Nested, tmp_path: Path) -> None:
    control = Control()
    with hands(pair, tmp_path, control) as opened:
        for _ in range(4):
            assert opened.perform(Press(("esc",)), opened.observe()).outcome.ok
        assert not control.is_set()
        assert not control.paused


@pytest.mark.parametrize("what", ["key", "click", "move"])
def test_a_person_at_the_desktop_pauses_the_run(what: str, pair: Nested, tmp_path: Path) -> None:
    control = Control()
    with hands(pair, tmp_path, control) as opened:
        assert click(opened).ok
        assert not control.paused
        seen = opened.observe()
        match what:
            case "key":
                pair.person.press("a")
            case "click":
                pair.person.click(300, 310)
            case _:
                for place in range(310, 330, 3):
                    pair.person.move(place, 310)
        outcomes: list[Outcome] = []

        def refused() -> bool:
            outcomes.append(opened.perform(Click(Point(300, 300)), seen).outcome)
            return not outcomes[-1].ok

        until(refused, "an action is not done")
        assert "a person is using" in outcomes[-1].text
        assert control.paused
        control.resume()
        assert click(opened).ok


class Answering:
    """A person who presses a key on the desktop to answer."""

    def __init__(self, pair: Nested) -> None:
        self._pair = pair

    def ask(self, question: Question) -> Consent:
        self._pair.person.press("y")
        return Consent(Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "yes"))


def test_answering_a_question_is_no_takeover(pair: Nested, tmp_path: Path) -> None:
    control = Control()
    with hands(pair, tmp_path, control, Answering(pair), "ask-always") as opened:
        assert click(opened).ok
        assert not control.paused


def test_nothing_is_done_when_the_guard_does_not_answer(pair: Nested, tmp_path: Path) -> None:
    with hands(pair, tmp_path, Control()) as opened:
        seen = opened.observe()
        os.kill(opened.guard_pid, signal.SIGSTOP)
        try:
            with pytest.raises(DesktopError, match="guard"):
                opened.perform(Click(Point(300, 300)), seen)
        finally:
            os.kill(opened.guard_pid, signal.SIGCONT)


@pytest.mark.parametrize("keys", ["", "esc", "esc nonsense", "a b c d e f"])
def test_a_gesture_that_makes_no_sense_is_refused(keys: str) -> None:
    with pytest.raises(UsageError, match="kill gesture"):
        HandsSettings(stop_keys=keys)


@pytest.mark.parametrize(
    ("presses", "done"),
    [
        ([(9, 0.0), (9, 0.5)], True),
        ([(9, 0.0), (9, 0.7)], False),
        ([(9, 0.0), (38, 0.1), (9, 0.2)], False),
        ([(9, 0.0), (None, 0.1), (9, 0.2)], False),
        ([(9, 0.0), (9, 0.7), (9, 0.8)], True),
    ],
)
def test_what_is_a_gesture(presses: list[tuple[int | None, float]], done: bool) -> None:
    gesture = InARow(2)
    found = [gesture.completed(pressed, [9, 9], at) for pressed, at in presses]
    assert found[-1] is done
    assert not any(found[:-1])
