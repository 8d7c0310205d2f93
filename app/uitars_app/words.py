"""Actions, verdicts, endings and states in the person's language.

The runtime has the same in English for the terminal and the HTML replay (export/words.py); text of
models and programs is made printable by its functions.
"""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QCoreApplication

from uitars_app.reasons import reason_words
from uitars_app.runs.runner import RunState
from uitars_app.theme.tokens import Look
from uitars_app.thoughts import said_words
from uitars_runtime.export.words import chord, printable, quoted
from uitars_runtime.run_record import Ending, Evidence, RunEnded
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
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
    Press,
    ReadFile,
    Scroll,
    Shell,
    Step,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

_BELIEVED = frozenset({Evidence.VERIFIED, Evidence.SEEN})


def action_words(action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm an action
    """One line that says what the action does, for example `Press Ctrl+S`."""
    translate = QCoreApplication.translate
    match action:
        case Click(button=button, count=count):
            return _click(button, count)
        case Move():
            return translate("Words", "Move the pointer")
        case Drag():
            return translate("Words", "Drag")
        case Scroll(direction=direction, amount=amount):
            return _scroll(direction, amount)
        case Type(text=text):
            return translate("Words", "Type {0}").format(quoted(text))
        case Press(keys=keys):
            return translate("Words", "Press {0}").format(chord(keys))
        case KeyDown(key=key):
            return translate("Words", "Hold {0}").format(chord((key,)))
        case KeyUp(key=key):
            return translate("Words", "Let go of {0}").format(chord((key,)))
        case Wait(seconds=seconds):
            return translate("Words", "Wait {0} s").format(f"{seconds:g}")
        case Shell(command=command):
            return translate("Words", "Run {0}").format(quoted(command))
        case ReadFile(path=path):
            return translate("Words", "Read the file {0}").format(quoted(path))
        case WriteFile(path=path):
            return translate("Words", "Write the file {0}").format(quoted(path))
        case Open(target=target):
            return translate("Words", "Open {0}").format(quoted(target))
        case CallTool(server=server, name=name):
            return translate("Words", "Call the tool {0} of {1}").format(
                quoted(name), quoted(server)
            )
        case Note(text=text):
            return translate("Words", "Note {0}").format(quoted(text))
        case AskUser(question=question):
            return translate("Words", "Ask {0}").format(quoted(said_words(question)))
        case Finish(status="success"):
            return translate("Words", "Finish")
        case Finish():
            return translate("Words", "Give up")
        case _:
            assert_never(action)


def _click(button: Button, count: int) -> str:
    translate = QCoreApplication.translate
    if count == 2:
        return translate("Words", "Double-click")
    if count == 3:
        return translate("Words", "Triple-click")
    match button:
        case Button.LEFT:
            return translate("Words", "Click")
        case Button.MIDDLE:
            return translate("Words", "Middle-click")
        case Button.RIGHT:
            return translate("Words", "Right-click")
        case _:
            assert_never(button)


def _scroll(direction: Direction, amount: int) -> str:
    translate = QCoreApplication.translate
    match direction:
        case Direction.UP:
            return translate("Words", "Scroll up by {0}").format(amount)
        case Direction.DOWN:
            return translate("Words", "Scroll down by {0}").format(amount)
        case Direction.LEFT:
            return translate("Words", "Scroll left by {0}").format(amount)
        case Direction.RIGHT:
            return translate("Words", "Scroll right by {0}").format(amount)
        case _:
            assert_never(direction)


def step_words(step: Step) -> str:
    """What a step did; a reply that was no action says so."""
    if step.action is None:
        return QCoreApplication.translate("Words", "Unreadable reply")
    return action_words(step.action)


def verdict_words(verdict: Verdict) -> str:
    """The gate's answer and who gave it."""
    translate = QCoreApplication.translate
    if verdict.decision is Decision.ALLOW:
        if verdict.by is DecidedBy.USER:
            return translate("Words", "Allowed by you")
        return translate("Words", "Allowed")
    match verdict.by:
        case DecidedBy.USER:
            return translate("Words", "Denied by you")
        case DecidedBy.POLICY:
            return translate("Words", "Denied by the policy")
        case DecidedBy.TIMEOUT:
            return translate("Words", "Denied: nobody answered")
        case DecidedBy.NOBODY:
            return translate("Words", "Denied: nobody to ask")
        case DecidedBy.FAULT:
            return translate("Words", "Denied: the check failed")
        case _:
            assert_never(verdict.by)


def effect_words(step: Step) -> str:
    """What came of a step, in two or three words."""
    translate = QCoreApplication.translate
    if not step.outcome.ok:
        return translate("Words", "Not done")
    match step.outcome.changed:
        case True:
            return translate("Words", "Screen changed")
        case False:
            return translate("Words", "No change seen")
        case None:
            return translate("Words", "Done")


def outcome_words(step: Step) -> str:
    """What a step brought; the words of commands, files, tools and people are theirs."""
    denied = step.verdict is not None and step.verdict.decision is Decision.DENY
    theirs = isinstance(step.action, Shell | ReadFile | WriteFile | CallTool | AskUser)
    said = shown(step.outcome.text)
    return said if theirs and not denied else reason_words(said)


def advice_words(ended: RunEnded) -> str:
    """What a person can do next, where the ending does not say it itself."""
    translate = QCoreApplication.translate
    match ended.ending:
        case Ending.STUCK:
            return translate("Words", "Say it in smaller parts, labels and text as they stand on"
                             " the screen, in quotes; or do the step by hand that it hangs on, and"
                             " start again from there.")  # fmt: skip
        case Ending.BUDGET:
            return translate("Words", "It may only need more steps or time, which the settings"
                             " give it. Or ask for one part of the task at a time.")  # fmt: skip
        case _:
            return ""


def ending_words(ended: RunEnded | None) -> str:  # noqa: PLR0911 - one arm an ending
    """How a run ended; None is a run that was cut off."""
    translate = QCoreApplication.translate
    if ended is None:
        return translate("Words", "Interrupted")
    match ended.ending:
        case Ending.FINISHED:
            return _finished_words(ended.evidence)
        case Ending.ERROR:
            return translate("Words", "Broke off")
        case Ending.IMPOSSIBLE:
            return translate("Words", "Could not be done")
        case Ending.DENIED:
            return translate("Words", "Denied")
        case Ending.NEEDS_PERSON:
            return translate("Words", "Needs you")
        case Ending.BUDGET:
            return translate("Words", "Limit reached")
        case Ending.STUCK:
            return translate("Words", "Stuck")
        case Ending.UNVERIFIED:
            return translate("Words", "The check disagrees")
        case Ending.STOPPED:
            return translate("Words", "Stopped by you")
        case _:
            assert_never(ended.ending)


def _finished_words(evidence: Evidence) -> str:
    translate = QCoreApplication.translate
    match evidence:
        case Evidence.VERIFIED:
            return translate("Words", "Finished, verified")
        case Evidence.SEEN:
            return translate("Words", "Finished, seen")
        case Evidence.UNCHECKED | Evidence.NONE:
            return translate("Words", "Finished, unchecked")
        case _:
            assert_never(evidence)


def ending_look(ended: RunEnded | None) -> Look:
    """The colour of an ending: only what was checked looks like success."""
    if ended is None:
        return "muted"
    match ended.ending:
        case Ending.FINISHED:
            return "good" if ended.evidence in _BELIEVED else "warning"
        case Ending.STOPPED:
            return "muted"
        case Ending.NEEDS_PERSON | Ending.BUDGET:
            return "warning"
        case Ending.ERROR | Ending.IMPOSSIBLE | Ending.DENIED | Ending.STUCK | Ending.UNVERIFIED:
            return "danger"
        case _:
            assert_never(ended.ending)


def risk_words(risk: str) -> str:
    """What could go wrong with an action of this class; an unknown class stays as it is."""
    translate = QCoreApplication.translate
    match risk:
        case "R0":
            return translate("Words", "Only looks")
        case "R1":
            return translate("Words", "Ordinary work in a window")
        case "R2":
            return translate("Words", "Cannot be undone")
        case "R3":
            return translate("Words", "Has an effect outside this computer")
        case "R4":
            return translate("Words", "Passwords or security settings")
        case "S-read":
            return translate("Words", "Reads files of the workspace")
        case "S-write":
            return translate("Words", "Changes files of the workspace")
        case "S-other":
            return translate("Words", "Runs a command or a tool")
        case _:
            return risk


def state_words(state: RunState) -> str:
    """What the assistant is doing."""
    translate = QCoreApplication.translate
    match state:
        case RunState.IDLE:
            return translate("Words", "Ready")
        case RunState.WORKING:
            return translate("Words", "Working")
        case RunState.WAITING:
            return translate("Words", "Waiting for you")
        case RunState.PAUSED:
            return translate("Words", "Paused")
        case _:
            assert_never(state)


def duration_words(milliseconds: float) -> str:
    """A duration: `0.4 s`, `12.5 s`, `3 min 5 s`."""
    translate = QCoreApplication.translate
    seconds = milliseconds / 1000
    if seconds < 59.95:
        return translate("Words", "{0} s").format(f"{seconds:.1f}")
    minutes, rest = divmod(round(seconds), 60)
    return translate("Words", "{0} min {1} s").format(minutes, rest)


def shown(text: str) -> str:
    """Text of a model or a program as several lines that cannot hide or mislead."""
    return printable(text, lines=True)
