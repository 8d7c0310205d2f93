"""A backend and a dialect together: asking again, queued actions, tokens, what is recorded."""

import json
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.dialect_values import EXACT, frame, past_step
from helpers.runs import picture
from helpers.runs import started as run_started
from uitars_runtime.dialects.registry import DIALECTS, load_dialect
from uitars_runtime.errors import ModelError
from uitars_runtime.journal import RunJournal
from uitars_runtime.model import ScreenModel
from uitars_runtime.protocols import (
    Completion,
    ImagePart,
    Model,
    PastStep,
    Prompt,
    Stop,
    TextPart,
)
from uitars_runtime.types import (
    Action,
    Click,
    DecidedBy,
    Decision,
    Finish,
    KeyDown,
    KeyUp,
    Outcome,
    Point,
    Proposal,
    Size,
    Step,
    Task,
    Tokens,
    Type,
    Verdict,
)

TASK = Task("Do the thing.")
ONE = "Thought: t\nAction: click(start_box='(0,0)')"
THREE = f"{ONE}\n\ntype(content='a')\n\nfinished()"
BAD = "Thought: t\nAction: click(start_box='here')"


class Scripted:
    """A backend that says what it was told to say, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, replies: Iterable[str], *, cut_off: bool = False) -> None:
        self.replies = list(replies)
        self.cut_off = cut_off
        self.prompts: list[Prompt] = []
        self.closed = False

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        self.prompts.append(prompt)
        if not self.replies:
            raise ModelError("The script is over.")
        return Completion(self.replies.pop(0), Tokens(100, 40, 7), cut_off=self.cut_off)

    def close(self) -> None:
        self.closed = True


def started(*replies: str, dialect: str = "ui-tars-1.5") -> tuple[ScreenModel, Scripted]:
    backend = Scripted(replies)
    return ScreenModel(backend, load_dialect(dialect)), backend


def propose(model: Model, past: list[PastStep] | None = None, size: Size = EXACT) -> Proposal:
    return model.propose(TASK, (), past or [], frame(size), threading.Event())


def done(index: int, action: Action | None) -> PastStep:
    return past_step(index, action)


def test_a_good_reply_is_one_call() -> None:
    model, backend = started(ONE)
    proposal = propose(model)
    without_prompt = msgspec.structs.replace(proposal, prompt=None)
    assert without_prompt == Proposal("t", Click(Point(0, 0)), ONE, tokens=Tokens(100, 40, 7))
    assert len(backend.prompts) == 1
    assert (model.name, model.dialect) == ("scripted", "ui-tars-1.5")


def test_a_bad_reply_is_answered_once_with_what_is_wrong() -> None:
    model, backend = started(BAD, ONE)
    proposal = propose(model)
    assert proposal.action == Click(Point(0, 0))
    assert proposal.raw == ONE
    assert proposal.tokens == Tokens(200, 80, 14)
    first, second = backend.prompts
    assert second.messages[: len(first.messages)] == first.messages
    replied, complained = second.messages[len(first.messages) :]
    assert replied.role == "assistant"
    assert replied.parts == (TextPart(BAD),)
    assert isinstance(complained.parts[0], TextPart)
    assert "'here' is not a point" in complained.parts[0].text


def test_two_bad_replies_are_a_proposal_without_an_action() -> None:
    model, backend = started(BAD, "nonsense", ONE)
    proposal = propose(model)
    assert proposal.action is None
    assert proposal.raw == "nonsense"
    assert "no action" in proposal.problem
    assert len(backend.prompts) == 2
    assert propose(model, [done(0, None)]).action == Click(Point(0, 0))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_was_asked_is_on_disk_before_anything_happens(dialect: str, tmp_path: Path) -> None:
    """Told anew from the record without our code, with the picture of each step in its place."""
    model, backend = started(*["nonsense"] * 10, dialect=dialect)
    journal = RunJournal.create(tmp_path / "run", run_started())
    past: list[PastStep] = []
    whole: list[object] = []
    for index in range(5):
        seen = picture(index)
        proposal = model.propose(TASK, (f"Note {index}.",), past, seen, threading.Event())
        observation = journal.intend(index, proposal, seen)
        asked = json.loads((tmp_path / "run" / "intent.json").read_text())["proposal"]["prompt"]
        whole = whole[: asked["same"]] + asked["turns"]
        assert whole == [
            {"role": turn.role, "parts": [_told(one, past, index) for one in turn.parts]}
            for turn in backend.prompts[-1].messages
        ]
        step = Step(index, observation, proposal, None, Outcome(ok=False, text=proposal.problem))
        past.append(PastStep(step, seen))
    assert len(backend.prompts) == 10, "each was asked again for what it wrote, and that is kept"


def _told(part: TextPart | ImagePart, past: list[PastStep], current: int) -> object:
    if isinstance(part, TextPart):
        return part.text
    places = [item.step.index for item in past if item.frame is part.frame]
    return {"step": (*places, current)[0], "size": msgspec.to_builtins(part.size)}


def test_the_first_prompt_of_a_run_stands_whole_in_its_record() -> None:
    model, _ = started(ONE, ONE)
    first, again = propose(model), propose(model)
    assert first.prompt is not None
    assert first.prompt.same == 0
    assert again.prompt == first.prompt


@pytest.mark.parametrize(
    "reply", ["<think>\nThe button is", "", "Thought: t\nAction: type(content='a"]
)
def test_a_reply_that_was_cut_off_is_told_so(reply: str) -> None:
    backend = Scripted([reply, reply], cut_off=True)
    proposal = propose(ScreenModel(backend, load_dialect("ui-tars-1.5")))
    assert "cut off after 1024 tokens" in proposal.problem
    complained = backend.prompts[1].messages[-1].parts[0]
    assert isinstance(complained, TextPart)
    assert proposal.problem in complained.text


def test_several_actions_are_proposed_one_a_step() -> None:
    model, backend = started(THREE)
    past: list[PastStep] = []
    taken: list[Action | None] = []
    for index in range(3):
        proposal = propose(model, past)
        taken.append(proposal.action)
        past.append(done(index, proposal.action))
        assert proposal.thought == "t"
        assert (proposal.raw == "") == (index > 0)
        assert (proposal.tokens == Tokens()) == (index > 0)
    assert taken == [Click(Point(0, 0)), Type("a"), Finish()]
    assert len(backend.prompts) == 1


DENIED = Verdict(Decision.DENY, DecidedBy.USER, "test", "no")


@pytest.mark.parametrize(
    "last",
    [
        past_step(0, Click(Point(0, 0)), outcome=Outcome(False, "failed")),
        past_step(0, Click(Point(0, 0)), verdict=DENIED),
        past_step(0, Click(Point(5, 5))),
        past_step(0, None),
    ],
)
def test_what_went_differently_drops_the_rest(last: PastStep) -> None:
    model, backend = started(THREE, ONE)
    propose(model)
    assert propose(model, [last]).raw == ONE
    assert len(backend.prompts) == 2
    with pytest.raises(ModelError):
        propose(model, [done(0, Click(Point(0, 0)))])


WITH_CONTROL = """<tool_call>
{"name": "computer", "arguments": {"action": "left_click", "coordinate": [5, 5], "text": "ctrl"}}
</tool_call>"""


def test_a_key_that_the_reply_holds_is_let_go_where_its_click_is_refused() -> None:
    model, backend = started(WITH_CONTROL, WITH_CONTROL, dialect="anthropic-computer")
    past: list[PastStep] = []
    steps = ((KeyDown("ctrl"), None), (Click(Point(5, 5)), DENIED), (KeyUp("ctrl"), None))
    for index, (expected, verdict) in enumerate(steps):
        assert propose(model, past).action == expected
        past.append(past_step(index, expected, verdict=verdict))
    assert len(backend.prompts) == 1
    assert propose(model, past).action == KeyDown("ctrl")
    assert len(backend.prompts) == 2


def test_a_key_that_was_not_pressed_is_not_let_go() -> None:
    model, backend = started(WITH_CONTROL, WITH_CONTROL, dialect="anthropic-computer")
    propose(model)
    assert propose(model, [past_step(0, KeyDown("ctrl"), verdict=DENIED)]).action == KeyDown("ctrl")
    assert len(backend.prompts) == 2


def test_another_size_of_the_screen_drops_the_rest() -> None:
    model, _ = started(THREE, ONE)
    first = propose(model)
    assert propose(model, [done(0, first.action)], Size(800, 600)).raw == ONE


def test_a_fresh_run_does_not_continue_the_last_one() -> None:
    model, _ = started(THREE, ONE)
    propose(model)
    assert propose(model, []).raw == ONE


def test_closing_closes_the_backend() -> None:
    model, backend = started()
    model.close()
    assert backend.closed


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@given(replies=st.lists(st.text(alphabet=st.characters(), max_size=30), min_size=2, max_size=2))
def test_no_reply_makes_it_raise(dialect: str, replies: list[str]) -> None:
    model, backend = started(*replies, dialect=dialect)
    proposal = propose(model)
    assert proposal.action is not None or proposal.problem
    assert msgspec.json.decode(msgspec.json.encode(proposal), type=Proposal) == proposal
    assert len(backend.prompts) <= 2
