"""Whether a task on a program can be done at all: by given actions, through the product's hands.

A task counts as feasible when its verifier says no at first and yes after the actions. This is for
those who write sets of tasks; no model takes part.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.run_record import Ending, Evidence
from uitars_runtime.types import Action
from uitars_train.evaluate.apps import App, unstarted, write_files
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.results import Result
from uitars_train.options import decoded

WRITING_SECONDS = 3.0
"""How long a program may take to write what it was told to."""
_ANSWERING_SECONDS = 60.0
"""How long a verifier may take."""


class Proof(msgspec.Struct, frozen=True):
    """What the verifier said."""

    before: bool
    after: bool
    trouble: str = ""
    """Why an action was not carried out; empty where all were."""

    @property
    def holds(self) -> bool:
        return self.after and not self.before


def read_solutions(path: Path) -> dict[str, tuple[Action, ...]]:
    """Actions by the name of the task. Raises `UsageError`."""
    return decoded(path, dict[str, tuple[Action, ...]], "holds no solutions")


def prove(app: App, solution: Sequence[Action], folder: Path) -> Proof:
    """Start the program on a desktop of its own and do it. Raises `DesktopError`, `UsageError`
    where the verifier gives no answer."""
    with tempfile.TemporaryDirectory(prefix="workspace-", dir=folder) as name:
        workspace = Path(name)
        write_files(app, workspace)
        settings = HandsSettings(apps=(app.app,), workspace=str(workspace), policy=POLICY)
        hands = open_hands(settings, Proctor(app.task), threading.Event())
        try:
            before = _verified(app, hands, workspace)
            for action in solution:
                outcome = hands.perform(action, hands.observe()).outcome
                if not outcome.ok:
                    return Proof(before, False, outcome.text)
            return Proof(before, _verified(app, hands, workspace, WRITING_SECONDS))
        finally:
            hands.close()


def solve(app: App, solution: Sequence[Action], folder: Path) -> Result:
    """The same as a result of an evaluation: what whoever knows the solution manages. A task that
    could not start is none that was done."""
    began = time.monotonic()
    try:
        proof = prove(app, solution, folder)
    except UitarsError as error:
        return unstarted(app, str(error))
    seconds = time.monotonic() - began
    return Result(
        name=app.name,
        tag=app.tag,
        success=proof.holds,
        ending=Ending.FINISHED,
        steps=len(solution),
        seconds=seconds,
        reason=proof.trouble,
        evidence=Evidence.UNCHECKED,
    )


def _verified(app: App, hands: OpenHands, workspace: Path, patience: float = 0.0) -> bool:
    """What the verifier says; a no is asked again for a while."""
    deadline = time.monotonic() + patience
    while True:
        if _asked(app, hands, workspace):
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.2)


def _asked(app: App, hands: OpenHands, workspace: Path) -> bool:
    """What the verifier says at once. Raises `UsageError` where it hangs."""
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", app.verify],
            cwd=workspace,
            env={**hands.environment, "WORKSPACE": str(workspace)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ANSWERING_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UsageError(
            f"The verifier of {app.name} gave no answer in {_ANSWERING_SECONDS:g} seconds."
        ) from error
    return done.returncode == 0
