"""One task played: by a model with the loop, gate and hands of every run, or by given actions."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from uitars_runtime.config import Settings
from uitars_runtime.desktop.android.device import AndroidDevice
from uitars_runtime.errors import UitarsError
from uitars_runtime.hands.opening import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, Evidence, RunEnded, evidence_of
from uitars_runtime.types import Action, Finish
from uitars_train.evaluate.androidworld.states import UnpreparedError, done, set_up, tear_down
from uitars_train.evaluate.androidworld.tasks import AndroidTask
from uitars_train.evaluate.following import followed
from uitars_train.evaluate.proctor import Proctor
from uitars_train.evaluate.results import NotRun, Result

_POLICY = "ask-on-risk"
_SCREEN = ("R1", "R2", "R3")
_TOOLS = ("S-read", "S-write", "S-other")
_SECONDS_A_STEP = 60.0


class Order(msgspec.Struct, frozen=True):
    """Who plays where."""

    model: str
    serial: str
    runs: Path
    base_url: str = ""
    tools: bool = False
    """Whether commands and files of this machine are free, too."""
    accessibility: bool = False

    @property
    def grants(self) -> tuple[str, ...]:
        return (*_SCREEN, *_TOOLS) if self.tools else _SCREEN


def play(task: AndroidTask, order: Order) -> Result | NotRun:
    """A model at the task. What kept it from being set up or judged is no failure of its own."""
    return _tried(task, order, partial(_played, task, order))


def prove(task: AndroidTask, solution: Sequence[Action], order: Order) -> Result | NotRun:
    """The task by actions that are known to do it: done only where the judge said no before."""
    return _tried(task, order, partial(_proved, task, solution, order))


def _tried(
    task: AndroidTask, order: Order, do: Callable[[AndroidDevice], Result | NotRun]
) -> Result | NotRun:
    """Done on the device with the task set up, which is put back whatever came of it."""
    try:
        device = AndroidDevice(order.serial)
    except UitarsError as error:
        return NotRun(task.name, task.tag, str(error))
    try:
        set_up(task, device)
        found = do(device)
    except UnpreparedError as error:
        found = NotRun(task.name, task.tag, str(error))
    except UitarsError as error:
        found = NotRun(task.name, task.tag, f"It could not be played to its end: {error}")
    finally:
        left = tear_down(task, device)
        device.close()
    return msgspec.structs.replace(found, reason=" ".join(filter(None, (found.reason, left))))


def _played(task: AndroidTask, order: Order, device: AndroidDevice) -> Result | NotRun:
    if done(task, device, ""):
        return NotRun(task.name, task.tag, "It was done before anybody began.")
    ended, run = _run(task, order)
    return Result(
        name=task.name,
        tag=task.tag,
        success=done(task, device, ended.answer) and ended.ending is Ending.FINISHED,
        ending=ended.ending,
        steps=ended.steps,
        seconds=ended.seconds,
        reason=ended.reason,
        evidence=evidence_of(ended.ending, None, ended.judgement),
        run=run,
    )


def _proved(
    task: AndroidTask, solution: Sequence[Action], order: Order, device: AndroidDevice
) -> Result:
    began = time.monotonic()
    before = done(task, device, "")
    trouble, answer = _acted(task, solution, order)
    after = done(task, device, answer)
    return Result(
        name=task.name,
        tag=task.tag,
        success=after and not before and not trouble,
        ending=Ending.FINISHED,
        steps=len(solution),
        seconds=round(time.monotonic() - began, 3),
        reason="It was done before." if before else trouble,
        evidence=Evidence.UNCHECKED,
    )


def _acted(task: AndroidTask, solution: Sequence[Action], order: Order) -> tuple[str, str]:
    """Why an action was not carried out, and the answer given."""
    settings = HandsSettings(
        desktop=f"android:{order.serial}" if order.serial else "android",
        workspace=str(order.runs),
        policy=_POLICY,
        grants=order.grants,
    )
    hands = open_hands(settings, Proctor(task.goal), threading.Event())
    try:
        for action in solution:
            if isinstance(action, Finish):
                return "", action.answer
            outcome = hands.perform(action, hands.observe()).outcome
            if not outcome.ok:
                return outcome.text, ""
        return "", ""
    finally:
        hands.close()


def _run(task: AndroidTask, order: Order) -> tuple[RunEnded, str]:
    """How the run ended, and its folder's name."""
    settings = Settings(
        model=order.model,
        base_url=order.base_url,
        desktop=f"android:{order.serial}" if order.serial else "android",
        policy=_POLICY,
        run_dir=str(order.runs),
        max_steps=task.steps,
        accessibility=order.accessibility,
        timeout=_SECONDS_A_STEP * task.steps,
        memory=False,
    )
    return followed(Request(task=task.goal, settings=settings, grants=order.grants))
