"""The agent step: look, think, ask the gate, act, write down. The same for every face.

A plain synchronous generator: it yields each step once the step is on disk, and returns why the
run ended. What the model can react to reaches it as an `Outcome`; what it cannot ends the run.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.budget import Budget, Deadline, Limits, Reason
from uitars_runtime.control import Control
from uitars_runtime.errors import DesktopError, ModelError, Stopped
from uitars_runtime.protocols import Annotator, Hands, Journal, Memory, Model, Stop
from uitars_runtime.run_record import Ending
from uitars_runtime.types import (
    AskUser,
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
    Timing,
    Verdict,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.memory.window import Window

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
) -> Generator[Step, None, Reason]:
    """Work on the task until it ends. Only defects of ours and a journal that fails are raised."""
    budget, deadline = Budget(limits), Deadline(control, limits.seconds)
    for index in itertools.count():
        try:
            deadline.extend(control.wait(deadline))
            said = control.heard()
            task = msgspec.structs.replace(task, said=(*task.said, *said))
            began = time.monotonic()
            seen = _observe(hands)
            journal.prepare(seen)
            observed = time.monotonic()
            recalled = memory.recall(task, window.past)
            proposal = model.propose(task, recalled, window.past, seen, deadline)
            proposed = time.monotonic()
            observation = journal.intend(index, proposal, seen)
            done = _decide(proposal, seen, hands, answer, annotator, deadline)
        except Stopped:
            return _stopped(control, limits)
        except ModelError as error:
            return Reason(Ending.ERROR, str(error))
        except DesktopError as error:
            return Reason(Ending.NEEDS_PERSON, f"Paused: {error}")
        milliseconds = Timing(
            observe=1e3 * (observed - began),
            propose=1e3 * (proposed - observed),
            review=done.review_ms,
            execute=done.execute_ms,
            total=1e3 * (time.monotonic() - began),
        )
        if done.words:
            said = (*said, done.words)
            task = msgspec.structs.replace(task, said=(*task.said, done.words))
        step = journal.keep(_step(index, observation, proposal, done, milliseconds, said))
        journal.append(step)
        memory.remember(step)
        yield step
        if (ended := _ended(step, window) or budget.count(step, seen)) is not None:
            return ended
        if deadline.is_set():
            return _stopped(control, limits)
        window.add(step, seen)
    raise AssertionError("itertools.count() ended")


def _step(
    index: int,
    observation: Observation,
    proposal: Proposal,
    done: Performed,
    milliseconds: Timing,
    said: tuple[str, ...],
) -> Step:
    return Step(
        index,
        observation,
        proposal,
        done.verdict,
        done.outcome,
        milliseconds,
        done.correction,
        said,
        done.place,
        done.annotation,
    )


def _observe(hands: Hands) -> Frame:
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
        return _act(proposal, seen, hands, answer)
    consent = annotator.annotate(proposal, seen, stop)
    if consent.verdict.decision is Decision.DENY:
        refused = Outcome(ok=False, text=f"Not done: {consent.verdict.reason}")
        said = consent.verdict
        return Performed(said, refused, words=consent.words, annotation=said)
    if consent.correction is None:
        done = _act(proposal, seen, hands, answer)
        return msgspec.structs.replace(done, annotation=consent.verdict)
    instead = msgspec.structs.replace(proposal, action=consent.correction.action, claimed="")
    done = _act(instead, seen, hands, answer)
    correction = done.correction or consent.correction
    return msgspec.structs.replace(done, correction=correction, annotation=consent.verdict)


def _act(proposal: Proposal, seen: Frame, hands: Hands, answer: Answer) -> Performed:
    match proposal.action:
        case None:
            return Performed(None, Outcome(ok=False, text=proposal.problem))
        case Finish(answer=text):
            return Performed(HARMLESS, Outcome(ok=True, text=text))
        case Note():
            return Performed(HARMLESS, Outcome(ok=True, text="Noted."))
        case AskUser(question=question):
            reply = answer(question)
            if reply is None:
                return Performed(HARMLESS, Outcome(ok=False, text="Nobody answered."))
            return Performed(HARMLESS, Outcome(ok=True, text=f"The person answers: {reply}"))
        case action:
            try:
                return hands.perform(action, seen, proposal.claimed)
            except DesktopError as error:
                # The next look finds out whether the desktop comes back.
                fault = Verdict(Decision.DENY, DecidedBy.FAULT, "hands", error.title)
                return Performed(fault, Outcome(ok=False, text=str(error)))


def _ended(step: Step, window: Window) -> Reason | None:
    """Whether this step ends the run by what the model said."""
    match step.action:
        case Finish(status="success", answer=text):
            return Reason(Ending.FINISHED, text)
        case Finish(answer=text):
            last = window.past[-1].step.verdict if window.past else None
            if last is not None and last.decision is Decision.DENY:
                return Reason(Ending.DENIED, last.reason)
            return Reason(Ending.IMPOSSIBLE, text or "The model says the task cannot be done.")
        case AskUser(question=question) if not step.outcome.ok:
            return Reason(Ending.NEEDS_PERSON, question)
        case _:
            return None


def _stopped(stop: Stop, limits: Limits) -> Reason:
    if stop.is_set():
        return Reason(Ending.STOPPED, "Stopped by the user.")
    return Reason(Ending.BUDGET, f"The time of {limits.seconds:g} seconds is used up.")
