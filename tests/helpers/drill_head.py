"""A head to be killed: opens hands, works through an endless script and records every step.

Usage: drill_head.py DESKTOP WORKSPACE RUN_FOLDER. Prints one JSON line when it can work, then the
index of each step that the journal acknowledged.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from helpers.fakes import ListMemory
from helpers.runs import started
from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.types import Action, Click, KeyDown, Point, Press, Proposal, Shell, Task, Type

_SCRIPT: tuple[Action, ...] = (
    KeyDown("shift"),
    Click(Point(320, 240)),
    Type("ls "),
    Press(("ctrl", "c")),
    Shell("(sleep 1000 &) ; echo done"),
)


class EndlessModel:
    """Proposes the script over and over; shift is never let go."""

    name = "endless"
    dialect = "none"

    def __init__(self) -> None:
        self._actions = itertools.cycle(_SCRIPT)

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        return Proposal("", next(self._actions), "")

    def close(self) -> None:
        """Nothing to close."""


def main() -> None:
    desktop, workspace, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    sandboxed = desktop.startswith("sandbox")
    settings = HandsSettings(
        desktop=desktop,
        apps=("xterm -e 'setsid -f sleep 1000; exec bash'",) if sandboxed else (),
        workspace=workspace,
        policy="autonomous-in-sandbox" if sandboxed else "ask-on-risk",
        actions_per_second=1000.0,
    )
    control = Control()
    hands = open_hands(settings, NobodyAsker(), control)
    try:
        facts = {"guard": hands.guard_pid, "hands": hands.pid, "display": hands.display}
        say(json.dumps({**facts, "environment": dict(hands.environment)}))
        steps = loop.run(
            Task("never ends"),
            EndlessModel(),
            hands,
            ListMemory(),
            RunJournal.create(folder, started(folder.name)),
            limits=Limits(steps=100_000, seconds=1000.0, repeats=100_000, denials=100_000),
            window=Window(),
            control=control,
            answer=lambda _question: None,
        )
        for step in steps:
            say(str(step.index))
    finally:
        hands.close()
    say("ended")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
