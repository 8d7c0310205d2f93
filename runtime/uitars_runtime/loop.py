"""The agent step: look, think, ask the gate, act, write down. The same for every face.

A plain synchronous generator: it yields each step once the step is on disk, and returns why the
run ended. What the model can react to reaches it as an `Outcome`; what it cannot ends the run.
"""

from __future__ import annotations

import datetime
import itertools
import time
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from uitars_runtime.budget import Budget, Deadline, Limits, Reason
from uitars_runtime.control import Control
from uitars_runtime.errors import ConsentError, DesktopError, ModelError, Stopped
from uitars_runtime.protocols import Annotator, Hands, Journal, Judge, Memory, Model, Stop, Window
from uitars_runtime.run_record import Ending, Judgement
from uitars_runtime.stopping import until_stopped
from uitars_runtime.timing import Clock, Timing
from uitars_runtime.types import (
    ANSWER,
    Action,
    AskUser,
    Claim,
    DecidedBy,
    Decision,
    Finish,
    Note,
    Observation,
    Outcome,
    Performed,
    Proposal,
    Step,
    Task,
    Verdict,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

Answer = Callable[[str], str | None]
"""Puts the model's question to a person; None where there is nobody or no answer."""

HARMLESS = Verdict(Decision.ALLOW, DecidedBy.POLICY, "loop", "Changes nothing on the desktop.")


def run(
    task: Task,
    model: Model,
    hands: Hands,
    memory: Memory,
    journal: Journal,
    *,
    window: Window,
    limits: Limits,
    control: Control,
    answer: Answer,
    annotator: Annotator | None = None,
    judge: Judge | None = None,
) -> Generator[Step, None, Reason]:
    """Work on the task until it ends; `judge` says whether the model is believed that it does. Only
    defects of ours and a journal that fails are raised."""
    budget, deadline = Budget(limits), Deadline(control, limits.seconds)
    control.deadline = deadline
    claimed: Reason | None = None
    for index in itertools.count():
        try:
            deadline.extend(control.wait())
            said = control.heard()
            claimed, task = (None if said else claimed), _told(task, said)
            began = time.monotonic()
            seen = observe(hands)
            journal.prepare(seen)
            observed, looked = time.monotonic(), _now()
            recalled = memory.recall(task, window.past)
            proposal = model.propose(task, recalled, window.past, seen, deadline)
            proposed, decided = time.monotonic(), _now()
            observation = journal.intend(index, proposal, seen)
            done, acted = _decide(proposal, seen, hands, answer, annotator, deadline), _now()
            closing = _closing(judge, task, proposal, done, hands, index + 1 < limits.steps)
        except (Stopped, ModelError, DesktopError, ConsentError) as error:
            return _broken_off(error, control, limits, claimed)
        spent = _timing(began, observed, proposed, done), Clock(looked, decided, acted)
        asked = (done.words,) if done.words else ()
        task, said = _told(task, asked), (*said, *asked)
        new = _step(index, observation, proposal, done, *spent, said, closing.missing)
        yield (step := _kept(new, seen, journal, memory, judge))
        claimed = _still_claimed(claimed, step, closing.judgement, control)
        ended = None if _is_contradicted(step, control) else _ended(step, window, closing.judgement)
        ended = ended or budget.count(step, seen)
        if ended is not None:
            return _as_claimed(ended, claimed)
        if deadline.is_set():
            return _as_claimed(stopped(control, limits), claimed)
        window.add(step, seen)
    raise AssertionError("itertools.count() ended")


def _told(task: Task, said: tuple[str, ...]) -> Task:
    """The task with what the person said since."""
    return msgspec.structs.replace(task, said=(*task.said, *said))


def _kept(new: Step, seen: Frame, journal: Journal, memory: Memory, judge: Judge | None) -> Step:
    """The step as it may be kept, on disk and known to who remembers and who judges."""
    journal.append(step := journal.keep(new))
    memory.remember(step)
    if judge is not None:
        judge.saw(step, seen)
    return step


def _now() -> datetime.datetime:
    """The wall clock; for records, never for deadlines."""
    return datetime.datetime.now(datetime.UTC)


def _timing(began: float, observed: float, proposed: float, done: Performed) -> Timing:
    return Timing(
        observe=1e3 * (observed - began),
        propose=1e3 * (proposed - observed),
        review=done.review_ms,
        execute=done.execute_ms,
        total=1e3 * (time.monotonic() - began),
    )


def _step(
    index: int,
    observation: Observation,
    proposal: Proposal,
    done: Performed,
    milliseconds: Timing,
    clock: Clock,
    said: tuple[str, ...],
    missing: tuple[str, ...],
) -> Step:
    return Step(
        index,
        observation,
        proposal,
        done.verdict,
        Outcome(ok=False, text=not_yet(missing)) if missing else done.outcome,
        milliseconds,
        done.correction,
        said,
        done.place,
        done.annotation,
        missing,
        clock,
    )


class _Closing(NamedTuple):
    """What was found of a run that says it is finished; nothing for any other step."""

    judgement: Judgement = Judgement()
    missing: tuple[str, ...] = ()
    """What the model is to mend first."""


def _closing(
    judge: Judge | None,
    task: Task,
    proposal: Proposal,
    done: Performed,
    hands: Hands,
    spare: bool,
) -> _Closing:
    """Judge the run where it is said to be finished, on a fresh look: a dialog may come late.

    `spare`: whether there are steps left to mend anything.
    """
    action = done.correction.action if done.correction else proposal.action
    finishes = isinstance(action, Finish) and action.status == "success" and done.outcome.ok
    if judge is None or not finishes:
        return _Closing()
    judgement = judge.judge(task, observe(hands))
    if not judgement.holds:
        judgement = judge.judge(task, observe(hands))
    # What a person decided is not argued with.
    by_model = done.correction is None
    return _Closing(judgement, judge.asks(judgement) if spare and by_model else ())


def _claimed(step: Step, judgement: Judgement) -> Reason:
    """How a run ends by a step that says it is finished."""
    text = step.action.answer if isinstance(step.action, Finish) else ""
    return Reason(Ending.FINISHED, text, judgement)


def _still_claimed(
    claimed: Reason | None, step: Step, judgement: Judgement, control: Control
) -> Reason | None:
    """What the model said of the task as it is after a step: a person's words make another one."""
    answered = isinstance(step.action, AskUser) and step.outcome.ok
    if control.unheard or step.said or answered:
        claimed = None
    return _claimed(step, judgement) if step.missing and not control.unheard else claimed


_LAST_WORDS = frozenset({Ending.IMPOSSIBLE, Ending.NEEDS_PERSON})
_GIVEN_UP = _LAST_WORDS | {Ending.STUCK, Ending.BUDGET}


def _as_claimed(ended: Reason, claimed: Reason | None) -> Reason:
    """A model that had finished, was told what is missing and could not mend it, has finished
    unchecked: being asked again must not turn what may be done into a failure. What it said last
    speaks against it."""
    if claimed is None or ended.ending not in _GIVEN_UP:
        return ended
    if ended.ending not in _LAST_WORDS:
        return claimed
    doubt = f"Told what is missing, the model could not go on: “{ended.text}”."
    judgement = msgspec.structs.replace(
        claimed.judgement, doubts=(*claimed.judgement.doubts, doubt)
    )
    return msgspec.structs.replace(claimed, judgement=judgement)


def not_yet(missing: Sequence[str]) -> str:
    """What the model reads that said too early that it had finished."""
    parts = "; ".join(missing)
    return f"Nobody saw that this was done: {parts}. Do it, or say again that you have finished."


def observe(hands: Hands) -> Frame:
    """Look; when the desktop went away, pause until it is back, once."""
    try:
        return hands.observe()
    except DesktopError as error:
        if not error.gone or not hands.restart():
            raise
        return hands.observe()


def _decide(
    proposal: Proposal,
    seen: Frame,
    hands: Hands,
    answer: Answer,
    annotator: Annotator | None,
    stop: Stop,
) -> Performed:
    """Let the annotating person have their say, then act; the gate still has its own."""
    if annotator is None:
        return _act(proposal, seen, hands, answer, stop)
    consent = annotator.annotate(proposal, seen, stop)
    if consent.verdict.decision is Decision.DENY:
        refused = Outcome(ok=False, text=f"Not done: {consent.verdict.reason}")
        said = consent.verdict
        return Performed(said, refused, words=consent.words, annotation=said)
    if consent.correction is None:
        done = _act(proposal, seen, hands, answer, stop)
        return msgspec.structs.replace(done, annotation=consent.verdict)
    instead = msgspec.structs.replace(proposal, action=consent.correction.action, claimed="")
    done = _act(instead, seen, hands, answer, stop)
    correction = done.correction or consent.correction
    return msgspec.structs.replace(done, correction=correction, annotation=consent.verdict)


def _act(proposal: Proposal, seen: Frame, hands: Hands, answer: Answer, stop: Stop) -> Performed:
    match proposal.action:
        case None:
            return Performed(None, Outcome(ok=False, text=proposal.problem))
        case Finish(answer=text):
            return Performed(HARMLESS, Outcome(ok=True, text=text))
        case Note():
            return Performed(HARMLESS, Outcome(ok=True, text="Noted."))
        case AskUser(question=question):
            reply = until_stopped(lambda: answer(question), stop)
            if reply is None:
                return Performed(HARMLESS, Outcome(ok=False, text="Nobody answered."))
            return Performed(HARMLESS, Outcome(ok=True, text=f"{ANSWER}{reply}"))
        case action:
            return perform(action, seen, hands, proposal.claimed)


def perform(action: Action, seen: Frame, hands: Hands, claimed: Claim = "") -> Performed:
    """Do it; a desktop that fails meanwhile is an outcome, and the next look finds out whether it
    comes back."""
    try:
        return hands.perform(action, seen, claimed)
    except DesktopError as error:
        fault = Verdict(Decision.DENY, DecidedBy.FAULT, "hands", error.title)
        return Performed(fault, Outcome(ok=False, text=str(error)))


def _is_contradicted(step: Step, control: Control) -> bool:
    """Whether a person refused this step, or said something that the model has yet to hear: what
    it says of the run is not its last word then."""
    refused = step.annotation is not None and step.annotation.decision is Decision.DENY
    return refused or control.unheard


def _ended(step: Step, window: Window, judgement: Judgement) -> Reason | None:
    """Whether this step ends the run by what the model said."""
    match step.action:
        case Finish(status="success") if step.missing:
            return None
        case Finish(status="success"):
            return _claimed(step, judgement)
        case Finish(answer=text):
            last = window.past[-1].step.verdict if window.past else None
            if last is not None and last.decision is Decision.DENY:
                return Reason(Ending.DENIED, last.reason)
            return Reason(Ending.IMPOSSIBLE, text or "The model says the task cannot be done.")
        case AskUser(question=question) if not step.outcome.ok:
            return Reason(Ending.NEEDS_PERSON, question)
        case _:
            return None


def _broken_off(
    error: Stopped | ModelError | DesktopError | ConsentError,
    control: Control,
    limits: Limits,
    claimed: Reason | None,
) -> Reason:
    """Why a run ends in the middle of a step."""
    match error:
        case Stopped():
            return _as_claimed(stopped(control, limits), claimed)
        case ModelError():
            return Reason(Ending.ERROR, str(error))
        case DesktopError():
            return Reason(Ending.NEEDS_PERSON, f"Paused: {error}")
        case ConsentError():
            return Reason(Ending.NEEDS_PERSON, str(error))


def stopped(stop: Stop, limits: Limits) -> Reason:
    """Why a run ends that did not come to its own end."""
    if stop.is_set():
        return Reason(Ending.STOPPED, "Stopped by the user.")
    if limits.seconds == 1:
        return Reason(Ending.BUDGET, "The time of 1 second is used up.")
    return Reason(Ending.BUDGET, f"The time of {limits.seconds:g} seconds is used up.")
