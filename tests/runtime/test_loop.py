"""The loop: every ending, what is written when, and what the model gets to read."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable

import pytest

from helpers.fakes import DENIED, FakeHands, ListJournal, ListMemory, ScriptedModel
from uitars_runtime import loop
from uitars_runtime.budget import Limits, Reason
from uitars_runtime.control import Control
from uitars_runtime.errors import ConsentError, ModelError, Stopped
from uitars_runtime.frame import Frame
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import Judge
from uitars_runtime.run_record import Ending, Judgement, Part
from uitars_runtime.types import (
    AskUser,
    Click,
    DecidedBy,
    Finish,
    Note,
    Point,
    Step,
    Task,
    Type,
    Wait,
)

CLICK = Click(Point(1, 2))
DONE = Finish()
NOTE = Note("Where is it?")


def run(
    model: ScriptedModel,
    hands: FakeHands | None = None,
    *,
    limits: Limits = Limits(),  # noqa: B008
    control: Control | None = None,
    answer: Callable[[str], str | None] = lambda _question: None,
    judge: Judge | None = None,
) -> tuple[list[Step], Reason, ListJournal]:
    journal = ListJournal()
    turns = loop.run(
        Task("test"),
        model,
        hands or FakeHands(),
        ListMemory(),
        journal,
        window=Window(),
        limits=limits,
        control=control or Control(),
        answer=answer,
        judge=judge,
    )
    steps: list[Step] = []
    while True:
        try:
            steps.append(next(turns))
        except StopIteration as finished:
            return steps, finished.value, journal


def test_a_step_says_when_it_was_looked_at_decided_and_acted() -> None:
    before = datetime.datetime.now(datetime.UTC)
    steps, _, _ = run(ScriptedModel(CLICK, Note("x"), DONE))
    clocks = [step.clock for step in steps]
    assert len(clocks) == 3
    instants = [before]
    for clock in clocks:
        assert clock is not None
        instants += [clock.looked, clock.decided, clock.acted]
    instants.append(datetime.datetime.now(datetime.UTC))
    assert instants == sorted(instants)
    assert {instant.utcoffset() for instant in instants} == {datetime.timedelta()}


def test_a_step_is_on_record_before_the_next_look() -> None:
    hands = FakeHands()
    steps, reason, journal = run(ScriptedModel(CLICK, Type("a"), DONE), hands)
    assert reason.ending is Ending.FINISHED
    assert hands.done == [CLICK, Type("a")]
    assert [step.index for step in steps] == [0, 1, 2]
    order = [(word, index) for index in range(3) for word in ("intend", "append")]
    assert journal.written == order


def test_the_model_reads_past_steps_and_memory() -> None:
    model = ScriptedModel(CLICK, Note("the code is 7"), DONE)
    run(model)
    assert [len(past) for past in model.past] == [0, 1, 2]
    assert model.past[2][0].step.outcome.text == "done"
    assert model.recalled == [("0 steps",), ("1 steps",), ("2 steps",)]


def test_an_unreadable_reply_is_a_step_and_reaches_the_model() -> None:
    hands, model = FakeHands(), ScriptedModel(None, DONE)
    steps, reason, _ = run(model, hands)
    assert steps[0].verdict is None
    assert not steps[0].outcome.ok
    assert model.past[1][0].step.outcome.text == "That was no action."
    assert hands.done == []
    assert reason.ending is Ending.FINISHED


@pytest.mark.parametrize(
    ("script", "hands", "limits", "ending"),
    [
        ([Finish("failure", "no such button")], FakeHands(), Limits(), Ending.IMPOSSIBLE),
        ([CLICK, Finish("failure")], FakeHands(verdict=DENIED), Limits(), Ending.DENIED),
        ([CLICK] * 3, FakeHands(verdict=DENIED), Limits(denials=3), Ending.DENIED),
        ([AskUser("Which one?")], FakeHands(), Limits(), Ending.NEEDS_PERSON),
        ([CLICK, CLICK], FakeHands(), Limits(steps=2), Ending.BUDGET),
        ([CLICK] * 3, FakeHands(still=True), Limits(repeats=3), Ending.STUCK),
        ([None] * 3, FakeHands(), Limits(unreadable=3), Ending.STUCK),
        ([CLICK] * 2, FakeHands(), Limits(tokens=30), Ending.BUDGET),
        ([ModelError("no answer")], FakeHands(), Limits(), Ending.ERROR),
        ([Stopped()], FakeHands(), Limits(seconds=0.0), Ending.BUDGET),
    ],
)
def test_endings(script: list[object], hands: FakeHands, limits: Limits, ending: Ending) -> None:
    _, reason, _ = run(ScriptedModel(*script), hands, limits=limits)  # type: ignore[arg-type]
    assert reason.ending is ending
    assert reason.text or ending is Ending.FINISHED


@pytest.mark.parametrize(
    ("script", "limits", "said"),
    [
        ([CLICK], Limits(steps=1), "The only step is used up."),
        ([CLICK] * 2, Limits(steps=2), "All 2 steps are used up."),
        ([CLICK] * 2, Limits(tokens=1), "The tokens are used up: "),
    ],
)
def test_an_ending_counts_in_plain_words(script: list[Click], limits: Limits, said: str) -> None:
    _, reason, _ = run(ScriptedModel(*script), FakeHands(), limits=limits)
    assert reason.text.startswith(said)


def test_of_one_second_it_speaks_as_of_one() -> None:
    assert loop.stopped(Control(), Limits(seconds=1.0)).text == "The time of 1 second is used up."


def test_the_same_action_on_a_changing_screen_is_not_stuck() -> None:
    _, reason, _ = run(ScriptedModel(*[CLICK] * 10, DONE), limits=Limits(repeats=3))
    assert reason.ending is Ending.FINISHED


def test_another_action_on_the_same_screen_is_not_stuck() -> None:
    clicks = [Click(Point(x, 0)) for x in range(10)]
    hands = FakeHands(still=True)
    _, reason, _ = run(ScriptedModel(*clicks, DONE), hands, limits=Limits(repeats=3))
    assert reason.ending is Ending.FINISHED


def test_a_denied_action_is_not_done_and_the_model_reads_why() -> None:
    hands, model = FakeHands(verdict=DENIED), ScriptedModel(CLICK, DONE)
    _, reason, _ = run(model, hands)
    assert hands.done == []
    assert model.past[1][0].step.outcome.text == DENIED.reason
    assert reason.ending is Ending.FINISHED


def test_the_answer_of_a_person_reaches_the_model() -> None:
    model = ScriptedModel(AskUser("Which?"), DONE)
    _, reason, _ = run(model, answer=lambda question: f"{question} The red one.")
    assert model.past[1][0].step.outcome.text == "The person answers: Which? The red one."
    assert reason.ending is Ending.FINISHED


def test_a_person_stops_the_run() -> None:
    control = Control()
    _, reason, _ = run(ScriptedModel(control.stop, CLICK, DONE), control=control)
    assert reason.ending is Ending.STOPPED


def test_the_time_limit_ends_the_run() -> None:
    pause = lambda: time.sleep(0.02)  # noqa: E731
    script = [item for _ in range(50) for item in (pause, Wait(0.0))]
    _, reason, _ = run(ScriptedModel(*script), limits=Limits(seconds=0.05))
    assert reason.ending is Ending.BUDGET
    assert "time" in reason.text


def test_leave_that_was_taken_back_ends_the_run_unasked() -> None:
    class Withdrawn(FakeHands):
        def observe(self) -> Frame:
            if self.done:
                raise ConsentError("The sharing was ended.", "Run it again.")
            return super().observe()

    hands = Withdrawn()
    steps, reason, _ = run(ScriptedModel(CLICK, CLICK), hands)
    assert (len(steps), hands.restarts) == (1, 0)
    assert reason == Reason(Ending.NEEDS_PERSON, "The sharing was ended. Run it again.")


def test_a_desktop_that_comes_back_goes_on() -> None:
    hands = FakeHands()

    def lose() -> None:
        hands.gone = True

    steps, reason, _ = run(ScriptedModel(CLICK, lose, CLICK, DONE), hands)
    assert reason.ending is Ending.FINISHED
    assert hands.restarts == 1
    assert steps[1].verdict is not None
    assert steps[1].verdict.by is DecidedBy.FAULT
    assert "went away" in steps[1].outcome.text


def test_a_desktop_that_stays_away_pauses_the_task() -> None:
    hands = FakeHands()
    hands.comes_back = False

    def lose() -> None:
        hands.gone = True

    steps, reason, _ = run(ScriptedModel(CLICK, lose, CLICK, DONE), hands)
    assert reason.ending is Ending.NEEDS_PERSON
    assert "Paused" in reason.text
    assert len(steps) == 2


class Strict:
    """Implements `Judge`: lets a run finish once it has taken so many steps."""

    def __init__(self, steps: int, *, asks: bool = True) -> None:
        self.steps = steps
        self.saw_actions: list[object] = []
        self._asks = asks

    def saw(self, step: Step, seen: Frame) -> None:
        self.saw_actions.append(step.action)

    def judge(self, task: Task, seen: Frame) -> Judgement:
        done = sum(action == CLICK for action in self.saw_actions) >= self.steps
        return Judgement((Part("click", 0, "it changed") if done else Part("click"),))

    def asks(self, judgement: Judgement) -> tuple[str, ...]:
        return () if judgement.holds or not self._asks else ("click",)


def test_a_model_that_finishes_too_early_is_told_and_goes_on() -> None:
    model, judge = ScriptedModel(DONE, CLICK, DONE), Strict(1)
    steps, reason, _ = run(model, judge=judge)
    assert [step.missing for step in steps] == [("click",), (), ()]
    assert not steps[0].outcome.ok
    assert "click" in model.past[1][0].step.outcome.text
    assert reason.ending is Ending.FINISHED
    assert reason.judgement.holds
    assert judge.saw_actions == [DONE, CLICK, DONE]


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (Finish("failure", "Bob is unknown"), "Bob is unknown"),
        (AskUser("How?"), "How?"),
        (NOTE, ""),
    ],
)
def test_a_model_that_cannot_mend_has_finished_unchecked(
    then: Finish | AskUser | Note, words: str
) -> None:
    """By what it had said, and also where its steps are used up; its last words are kept."""
    model = ScriptedModel(Finish("success", "42"), then)
    _, reason, _ = run(model, judge=Strict(1), limits=Limits(steps=2))
    said = f"Told what is missing, the model could not go on: “{words}”."
    judgement = Judgement((Part("click"),), (said,) if words else ())
    assert reason == Reason(Ending.FINISHED, "42", judgement)


@pytest.mark.parametrize("when", ["at once", "in the step", "answering", "too late"])
def test_what_a_person_says_ends_what_the_model_claimed(when: str) -> None:
    control = Control()
    model = ScriptedModel(
        lambda: control.say("Not that.") if when == "in the step" else None,
        Finish("success", "42"),
        lambda: control.say("Not that.") if when == "at once" else None,
        AskUser("What then?") if when == "answering" else NOTE,
        lambda: control.say("Not that.") if when == "too late" else None,
        NOTE,
    )
    limits = Limits(steps=3)
    _, reason, _ = run(
        model, judge=Strict(1), limits=limits, control=control, answer=lambda _: "Not that."
    )
    assert reason == Reason(Ending.BUDGET, "All 3 steps are used up.")


@pytest.mark.parametrize("then", [(), (NOTE,)])
def test_so_it_has_where_its_time_is_over_meanwhile(
    then: tuple[Note, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, passed = time.monotonic, [0.0]
    monkeypatch.setattr("uitars_runtime.budget.time.monotonic", lambda: clock() + sum(passed))
    rest = then or (Stopped(),)
    model = ScriptedModel(Finish("success", "42"), lambda: passed.append(600.0), *rest)
    _, reason, _ = run(model, judge=Strict(1), limits=Limits(seconds=600.0))
    assert reason == Reason(Ending.FINISHED, "42", Judgement((Part("click"),)))


def test_whoever_stops_it_meanwhile_has_stopped_it() -> None:
    control = Control()
    model = ScriptedModel(DONE, control.stop, Stopped())
    _, reason, _ = run(model, judge=Strict(1), control=control)
    assert reason.ending is Ending.STOPPED


def test_there_is_nothing_to_mend_on_the_last_step() -> None:
    steps, reason, _ = run(ScriptedModel(DONE), judge=Strict(1), limits=Limits(steps=1))
    assert reason.ending is Ending.FINISHED
    assert steps[0].missing == ()


def test_a_judge_that_lets_off_ends_the_run_unchecked() -> None:
    _, reason, _ = run(ScriptedModel(DONE), judge=Strict(1, asks=False))
    assert reason.ending is Ending.FINISHED
    assert reason.judgement.parts == (Part("click"),)
