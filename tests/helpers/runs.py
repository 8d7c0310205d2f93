"""Runs with real pictures, written through the public journal, for tests of what reads them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from uitars_runtime.element import Role
from uitars_runtime.frame import Frame
from uitars_runtime.grounding import Grounding, Passage, SeenElement, Side
from uitars_runtime.journal import RunJournal
from uitars_runtime.run_record import Ending, Evidence, RunEnded, RunStarted
from uitars_runtime.timing import Timing
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
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
    Point,
    Press,
    Proposal,
    ReadFile,
    Scroll,
    Shell,
    Step,
    Task,
    Tokens,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "ask-on-risk/R1", "Reversible.")
GROUNDING = Grounding(
    Passage(0, 13, "Save the file"),
    SeenElement(4, Box(30, 20, 60, 40), Role.MENU_ITEM, "Save"),
    Side.END,
    onto=SeenElement(5, Box(80, 50, 100, 70), Role.ITEM, "file"),
    typed=Passage(9, 13, "file"),
    recalled="a note",
)
EVERY_ACTION: tuple[Action, ...] = (
    Click(Point(40, 30)),
    Move(Point(5, 6)),
    Drag(Point(10, 10), Point(90, 60)),
    Scroll(Point(50, 50), Direction.DOWN, 3),
    Type("Grüße, 世界 <b>"),
    Press(("ctrl", "s")),
    KeyDown("shift"),
    KeyUp("shift"),
    Wait(0.5),
    Shell("ls -la"),
    ReadFile("notes.txt"),
    WriteFile("notes.txt", "one\ntwo\n"),
    Open("calculator"),
    CallTool("files", "search", {"name": "report", "deep": True}),
    Note("The total is 42."),
    AskUser("Which of the two accounts?"),
    Finish("success", "It is saved."),
)


def picture(seed: int, width: int = 160, height: int = 100) -> Frame:
    """A plain window on a plain desktop; another place for another seed."""
    pixels = np.full((height, width, 3), 60, np.uint8)
    left, top = seed * 7 % (width // 2), seed * 5 % (height // 2)
    pixels[top : top + height // 2, left : left + width // 2] = (240, 240, 235)
    pixels[top : top + 8, left : left + width // 2] = (seed * 37 % 256, 90, 160)
    return Frame(pixels)


def started(run: str = "20260102-030405-006-0a0b0c0d", task: str = "Save the file") -> RunStarted:
    return RunStarted(
        run=run,
        task=Task(task),
        model="nano",
        dialect="nano",
        desktop="sandbox:160x100",
        policy="autonomous-in-sandbox",
        started="2026-01-02T03:04:05+00:00",
        version="0.1.0",
    )


def ended(
    steps: int, ending: Ending = Ending.FINISHED, evidence: Evidence = Evidence.NONE
) -> RunEnded:
    """`evidence`: where none is given, what the ending and an absent verifier come to."""
    return RunEnded(
        ending,
        ending.exit_code,
        steps,
        12.5,
        None,
        reason="It is saved.",
        evidence=evidence,
    )


def proposal(action: Action | None, thought: str = "The button says Save.") -> Proposal:
    return Proposal(
        thought=thought,
        action=action,
        raw="reply as written",
        problem="" if action is not None else "The reply is no action.",
        tokens=Tokens(prompt=900, reused=700, generated=20),
        grounding=GROUNDING,
    )


def write_step(journal: RunJournal, index: int, proposed: Proposal, frame: Frame) -> Step:
    """One turn as the loop makes it; returns the step once it is on disk."""
    observation = journal.intend(index, proposed, frame)
    acted = proposed.action is not None
    step = Step(
        index=index,
        observation=observation,
        proposal=proposed,
        verdict=ALLOWED if acted else None,
        outcome=Outcome(ok=acted, text="done" if acted else proposed.problem, changed=acted),
        ms=Timing(observe=31.0, propose=420.5, review=0.4, execute=80.25, total=540.0),
    )
    journal.append(step)
    return step


def write_run(
    folder: Path,
    actions: Iterable[Action | None] = EVERY_ACTION,
    *,
    end: bool = True,
    evidence: Evidence = Evidence.NONE,
) -> tuple[RunStarted, list[Step]]:
    """A whole run in `folder`; without an end, the journal is left open as a crash would."""
    head = started(folder.name)
    journal = RunJournal.create(folder, head)
    steps = [
        write_step(journal, index, proposal(action), picture(index))
        for index, action in enumerate(actions)
    ]
    if end:
        journal.end(ended(len(steps), evidence=evidence))
    return head, steps
