"""What a person says to the model while it works: recorded, and part of the task in every prompt,
never the outcome of an action."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from helpers.dialect_values import frame, past_step
from helpers.fakes import ALLOWED, DENIED, FakeHands, ListJournal, ListMemory, ScriptedModel
from helpers.runs import ended, picture, proposal, started
from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.consent import Consent
from uitars_runtime.control import Control
from uitars_runtime.dialects.history import PERSON_ADDS
from uitars_runtime.dialects.registry import DIALECTS, load_dialect
from uitars_runtime.export.training import export_training
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import PastStep, TextPart
from uitars_runtime.types import (
    Action,
    AskUser,
    Claim,
    Click,
    Finish,
    Outcome,
    Performed,
    Point,
    Proposal,
    Shell,
    Step,
    Task,
    Verdict,
)

WORDS = "Use the other printer."
CLICK = Click(Point(1, 2))


class Listening(ScriptedModel):
    """Keeps the tasks that it was given."""

    def __init__(self, *script: Action | Callable[[], None]) -> None:
        super().__init__(*script)
        self.tasks: list[Task] = []

    def propose(self, task: Task, *others: object) -> Proposal:
        self.tasks.append(task)
        return super().propose(task, *others)  # type: ignore[arg-type]


class Talking(FakeHands):
    """Hands at which a person answers the first question with words."""

    def perform(self, action: Action, seen: Frame, claimed: Claim = "") -> Performed:
        if self.done:
            return super().perform(action, seen, claimed)
        self.done.append(action)
        return Performed(self.verdict, Outcome(ok=False, text="Not done."), words=WORDS)


class Annotating:
    """A person who refuses the first proposal with words."""

    def __init__(self) -> None:
        self._asked = False

    def annotate(self, *_: object) -> Consent:
        first, self._asked = not self._asked, True
        return Consent(DENIED, words=WORDS) if first else Consent(ALLOWED)


def run(
    model: ScriptedModel, hands: FakeHands, control: Control, annotator: Annotating | None = None
) -> list[Step]:
    turns = loop.run(
        Task("Print it."),
        model,
        hands,
        ListMemory(),
        ListJournal(),
        window=Window(),
        limits=Limits(),
        control=control,
        answer=lambda _question: None,
        annotator=annotator,
    )
    return list(turns)


@pytest.mark.parametrize("verdict", [ALLOWED, DENIED], ids=["with a yes", "with a no"])
def test_an_answer_with_words_is_part_of_the_task_from_then_on(verdict: Verdict) -> None:
    model = Listening(CLICK, CLICK, Finish())
    steps = run(model, Talking(verdict=verdict), Control())
    assert [step.said for step in steps] == [(WORDS,), (), ()]
    assert all(WORDS not in step.outcome.text for step in steps)
    assert [task.said for task in model.tasks] == [(), (WORDS,), (WORDS,)]
    assert {task.text for task in model.tasks} == {"Print it."}


def test_a_refusal_with_words_is_heard_too() -> None:
    model = Listening(CLICK, Finish())
    steps = run(model, FakeHands(), Control(), Annotating())
    assert steps[0].said == (WORDS,)
    assert model.tasks[-1].said == (WORDS,)


def test_what_is_said_between_two_steps_comes_before_the_next() -> None:
    control = Control()
    control.say("first")
    model = Listening(CLICK, Finish())
    steps = run(model, FakeHands(), control)
    assert steps[0].said == ("first",)
    assert model.tasks[0].words == "Print it.\nfirst"


@pytest.mark.parametrize("last", [Finish(), Finish("failure", "no"), AskUser("Which one?")])
def test_a_run_does_not_end_before_the_model_heard_everything(last: Action) -> None:
    """Said while the model makes up its mind that it is done, or that it cannot go on."""
    control = Control()
    model = Listening(lambda: control.say(WORDS), last, CLICK, Finish())
    hands = FakeHands()
    steps = run(model, hands, control)
    assert [step.said for step in steps] == [(), (WORDS,), ()]
    assert model.tasks[1].said == (WORDS,)
    assert hands.done == [CLICK]


@pytest.mark.parametrize("last", [Finish(), AskUser("Which one?")])
def test_an_end_that_a_person_refuses_is_none(last: Action) -> None:
    model = Listening(last, CLICK, Finish())
    steps = run(model, FakeHands(), Control(), Annotating())
    assert [step.action for step in steps] == [last, CLICK, Finish()]


EARLY = Outcome(ok=False, text="not yet")


@pytest.mark.parametrize(
    ("outcome", "missing", "asked"),
    [
        (Outcome(ok=True, text=""), (), WORDS),
        (EARLY, ("press OK",), f"press OK.\n{WORDS}"),
        (EARLY, (), f"Print it.\n{WORDS}"),
    ],
    ids=["the end", "too early", "refused"],
)
def test_the_embedded_model_hears_after_an_end_only_what_is_left(
    outcome: Outcome, missing: tuple[str, ...], asked: str
) -> None:
    past = past_step(0, Finish(), outcome=outcome)
    step = msgspec.structs.replace(past.step, missing=missing)
    task = Task("Print it.", said=(WORDS,))
    prompt = load_dialect("uitars-nano").render(task, (), [PastStep(step, past.frame)], frame())
    assert prompt.messages[0].parts == (TextPart(asked),)


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_dialect_gives_them_to_the_model_as_the_persons(name: str) -> None:
    """Before everything that comes from the screen or from a program."""
    past = [past_step(0, Shell("ls"), outcome=Outcome(ok=True, text="a file that says things"))]
    prompt = load_dialect(name).render(Task("Print it.", said=(WORDS,)), (), past, frame())
    texts = [
        part.text
        for message in prompt.messages
        if message.role == "user"
        for part in message.parts
        if isinstance(part, TextPart)
    ]
    (opening,) = [text for text in texts if WORDS in text]
    if name == "uitars-nano":
        assert opening == f"Print it.\n{WORDS}"
        return
    assert f"{PERSON_ADDS} {WORDS}" in opening
    assert opening.index("Print it.") < opening.index(WORDS)
    others = [text for text in texts if "a file that says" in text]
    assert opening is not others[0] or opening.index(WORDS) < opening.index("a file that says")


def test_training_data_has_them_before_the_step_that_followed(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started("run"))
    for index, (said, verdict) in enumerate([((WORDS,), DENIED), ((), ALLOWED), ((), ALLOWED)]):
        seen = picture(index)
        proposed = proposal(CLICK)
        observed = journal.intend(index, proposed, seen)
        outcome = Outcome(ok=True, text="done")
        journal.append(Step(index, observed, proposed, verdict, outcome, said=said))
    journal.end(ended(3))
    export_training(tmp_path / "run", tmp_path / "out")
    line = msgspec.json.decode((tmp_path / "out" / "train.jsonl").read_bytes())
    asked = [message["content"] for message in line["messages"] if message["role"] == "user"]
    assert [WORDS in text for text in asked] == [True, False]
