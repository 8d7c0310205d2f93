"""Programs as an environment: a private desktop for every episode, seen by the product's eyes,
worked by its hands behind its gate, judged by the command that comes with the task.

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

from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Understood, read_task
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.errors import UsageError
from uitars_runtime.evidence.verifier import Verifier
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.opening import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import PastStep
from uitars_runtime.types import AskUser, Finish, Observation, Proposal, Step, Task
from uitars_train.data.sample import UNKNOWN, Sample
from uitars_train.evaluate.apps import App, write_files
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.flywheel.advice import target_of
from uitars_train.flywheel.teacher import Deed, Expert, decided, is_read, proposed
from uitars_train.rl.environment import alive
from uitars_train.rl.episodic import Episodic

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder

_ACTIONS_A_SECOND: Final = 1000.0


class Desktop(Episodic["_Episode"]):
    """Implements `Environment`."""

    def __init__(
        self, apps: Sequence[App], solutions: Mapping[str, Sequence[Deed]] | None = None
    ) -> None:
        """`solutions`: deeds by the name of a task; what has none is never shown."""
        super().__init__([app.name for app in apps])
        self._apps = {app.name: app for app in apps}
        self._solutions = solutions or {}
        self._eyes = Eyes()

    def reset(self, task: str, seed: int, /) -> bool:
        """False where the task is in a language that the model does not read."""
        if task not in self._apps:
            raise UsageError(f"The task {task!r} is not among those that are played.")
        reading = read_task(self._apps[task].task)
        self.close()
        if isinstance(reading, Understood):
            with alive(), ExitStack() as opening:
                told = task in self._solutions
                app = self._apps[task]
                self.episode = _Episode(app, reading.task, self._eyes, opening, told=told)
                self.stack = opening.pop_all()
        return self.episode is not None

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        """The steps of the solution that words and elements say."""
        if task not in self._solutions or not self.reset(task, seed):
            return []
        with alive():
            return self.begun().shown(self._solutions[task], self.decoder)


class _Episode:
    """One task at work. Methods raise `DesktopError`."""

    def __init__(self, app: App, task: str, eyes: Eyes, opening: ExitStack, *, told: bool) -> None:
        """`opening`: gets what ends with it. `told`: the program tells what its widgets are called,
        for whoever looks for them by name."""
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
        )
        hands = open_hands(settings, Proctor(app.task), threading.Event())
        self._hands = opening.enter_context(closing(hands))
        self._verifier = Verifier(app.verify, workspace, hands.environment, threading.Event())
        self._app = app
        self._task = task
        self._words = split_words(task)
        self._eyes = eyes
        self._steps: list[Step] = []
        self._seen: tuple[Frame, Situation] | None = None
        self.reward = 0.0

    def look(self) -> Situation:
        self._seen = self._looked()
        return self._seen[1]

    def act(self, decision: Decision) -> bool:
        """Whether the episode goes on."""
        frame, seen = self._seen or self._looked()
        return self._do(proposed(decision, seen), frame)

    def shown(self, deeds: Sequence[Deed], decoder: Decoder) -> list[Sample]:
        """What the solution does from here; nothing where it fails."""
        expert, samples = Expert(deeds, self._eyes.look), list[Sample]()
        goes_on = True
        while goes_on:
            frame, seen = self._looked()
            past = [PastStep(step, None) for step in self._steps]
            advice = expert.advise(Task(self._task), past, frame)
            target = target_of(advice, seen, decoder)
            if target is None:
                goes_on = self._do(Proposal("", advice.action, ""), frame)
                continue
            if is_read(advice, target, seen):
                tags = (UNKNOWN,) * len(seen.words)
                samples.append(Sample(seen, target, f"program {self._app.name}", tags))
            goes_on = self._do(proposed(decided(target, seen), seen), frame)
        return samples if self.reward else []

    def _looked(self) -> tuple[Frame, Situation]:
        frame = self._hands.observe()
        elements = self._eyes.look(frame, afresh=not self._steps)
        history = history_of(self._steps, self._words)
        return frame, prepare((self._task,), history, elements, frame.size, frame.pixels)

    def _do(self, said: Proposal, frame: Frame) -> bool:
        if said.action is None or isinstance(said.action, Finish | AskUser):
            claimed = isinstance(said.action, Finish) and said.action.status == "success"
            self.reward = float(claimed and bool(self._verifier.verdict()))
            return False
        done = self._hands.perform(said.action, frame)
        looked = Observation("", frame.size, frame.origin)
        self._steps.append(Step(len(self._steps), looked, said, done.verdict, done.outcome))
        self._seen = None
        return len(self._steps) < self._app.max_steps
