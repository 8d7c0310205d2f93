"""Programs as an environment: a private desktop for every episode, judged by the command that comes
with the task.

Tasks are those of a set as `uitars-train evaluate apps` reads it; a seed changes nothing. A task is
done where the model says so and the command agrees. What a run has around the network (programs to
open, menus looked into, questions to a person) is not here: to finish, to give up or to ask ends an
episode. A desktop that is dead is a lost episode. Not here: how the deeds of a solution are found
on the screen (`flywheel/teacher.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Final

from uitars_runtime.backends.embedded.requests.language import read_task
from uitars_runtime.errors import UsageError
from uitars_runtime.evidence.verifier import Verifier
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.opening import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import PastStep
from uitars_runtime.types import Finish, Proposal, Task
from uitars_train.data.sample import Sample, untagged
from uitars_train.evaluate.apps import App, write_files
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.flywheel.advice import target_of
from uitars_train.flywheel.teacher import Deed, Expert, decided, is_read, proposed
from uitars_train.rl.by_hands import ByHands
from uitars_train.rl.environment import alive
from uitars_train.rl.episodic import Episodic

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder

_ACTIONS_A_SECOND: Final = 1000.0


class Desktop(Episodic["_Episode"]):
    """Implements `Environment`."""

    is_seeded = False

    def __init__(
        self, apps: Sequence[App], solutions: Mapping[str, Sequence[Deed]] | None = None
    ) -> None:
        """`solutions`: deeds by the name of a task; what has none is never shown. Raises
        `UsageError` for no task, or a solution of another one."""
        super().__init__([app.name for app in apps])
        self._apps = {app.name: app for app in apps}
        self._solutions = solutions or {}
        if not apps:
            raise UsageError("The set holds no task.")
        if strange := sorted(self._solutions.keys() - self._apps.keys()):
            raise UsageError(f"There is a solution of {strange[0]!r}, which is no task of the set.")
        self._eyes = Eyes()

    def reset(self, task: str, seed: int, /) -> bool:
        """False where the task is in a language that the model does not read."""
        return self._begin(task, told=False)

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        """The steps of the solution that words and elements say."""
        if task not in self._solutions or not self._begin(task, told=True):
            return []
        with alive():
            return self.begun().shown(self._solutions[task], self.decoder)

    def _begin(self, task: str, *, told: bool) -> bool:
        """`told`: the program tells what its widgets are called, for whoever looks by name."""
        if task not in self._apps:
            raise UsageError(f"The task {task!r} is not among those that are played.")
        reading = read_task(self._apps[task].task)
        with alive(), ExitStack() as opening:
            self.close()
            if isinstance(reading, str):
                app = self._apps[task]
                self.episode = _Episode(app, reading, self._eyes, opening, told=told)
                self.stack = opening.pop_all()
        return self.episode is not None


class _Episode(ByHands):
    """One task at work. Methods raise `DesktopError`."""

    def __init__(self, app: App, task: str, eyes: Eyes, opening: ExitStack, *, told: bool) -> None:
        """`opening`: gets what ends with it."""
        workspace = opening.enter_context(Guard()).folder / "workspace"
        workspace.mkdir()
        write_files(app, workspace)
        settings = HandsSettings(
            desktop="sandbox",
            apps=(app.app,),
            workspace=str(workspace),
            policy=POLICY,
            actions_per_second=_ACTIONS_A_SECOND,
            accessibility=told,
            programs="walled",
        )
        hands = open_hands(settings, Proctor(app.task), threading.Event())
        super().__init__(opening.enter_context(closing(hands)), eyes, task)
        self._verifier = Verifier(app.verify, workspace, hands.environment, threading.Event())
        self._app = app

    def shown(self, deeds: Sequence[Deed], decoder: Decoder) -> list[Sample]:
        """What the solution does from here; nothing where it fails."""
        expert, samples = Expert(deeds, self.eyes.look), list[Sample]()
        goes_on = True
        while goes_on:
            frame, seen = self.looked()
            past = [PastStep(step, None) for step in self.steps]
            advice = expert.advise(Task(self.task), past, frame)
            target = target_of(advice, seen, decoder)
            if target is None:
                goes_on = self.do(Proposal("", advice.action, ""), frame)
                continue
            if is_read(advice, target, seen):
                samples.append(untagged(seen, target, f"program {self._app.tag}"))
            goes_on = self.do(proposed(decided(target, seen), seen), frame)
        return samples if self.reward else []

    def ended(self, said: Proposal) -> None:
        """A claim is held against the command; a desktop that is dead says nothing about it."""
        self.hands.observe()
        if isinstance(said.action, Finish) and said.action.status == "success":
            self.reward = float(bool(self._verifier.verdict()))

    def goes_on(self) -> bool:
        return len(self.steps) < self._app.max_steps
