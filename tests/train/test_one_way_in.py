"""One screen through everyone who makes what the network reads: the same numbers come out."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from helpers.encoded import encoder, numbers_of
from tests.helpers.runs import ended, started, write_step
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decided, Decoder
from uitars_runtime.backends.embedded.network.features import Features
from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.backends.embedded.situation import Situation
from uitars_runtime.backends.registry import open_model
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal
from uitars_runtime.protocols import PastStep
from uitars_runtime.types import Action, Click, Point, Proposal, Task
from uitars_train.data.episodes import player_of
from uitars_train.data.sample import SEEN
from uitars_train.evaluate import screens
from uitars_train.evaluate.kept import Kept
from uitars_train.flywheel.collection import episode_of
from uitars_train.flywheel.teacher import Taught
from uitars_train.noise.eyes import Eyes as SimulatedEyes
from uitars_train.simulator.world import World

PICTURE = Path(__file__).parents[2] / "bench" / "rules" / "screenshooter.png"
TASK = 'Press the second button, then type "Ada".'
MATRICES = ("sketches", "classes", "grams", "numbers", "match", "relation")


@pytest.fixture(scope="module")
def frame() -> Frame:
    return screens.read_picture(PICTURE)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Situation]:
    """What decoders are asked, in order."""
    asked: list[Situation] = []
    decide: Callable[..., Decided] = Decoder.decide

    def noted(self: Decoder, situation: Situation, *rest: object) -> Decided:
        asked.append(situation)
        return decide(self, situation, *rest)

    monkeypatch.setattr(Decoder, "decide", noted)
    return asked


def same(one: Features, other: Features) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in MATRICES)


class Anywhere:
    """`Advice` to click where the model did."""

    entry, said, option = False, "", ""

    def __init__(self, at: Point) -> None:
        self.action: Action = Click(at)
        self._at = at

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        return [point == self._at and not end for point in points]


class Shown(SimulatedEyes):
    """Eyes of the simulator that see one screen, whatever the world is."""

    shown: tuple[Element, ...] = ()

    def look(self, world: World, rng: random.Random) -> list[Element]:
        return list(self.shown)


def recorded(folder: Path, proposal: Proposal, frame: Frame) -> Path:
    """A run of one step, its task as asked here."""
    journal = RunJournal.create(folder, started(folder.name, task=TASK))
    write_step(journal, 0, proposal, frame)
    journal.end(ended(1))
    return folder


def simulated(frame: Frame) -> Situation:
    """What the simulator asks about a screen that its eyes see so."""
    player = player_of(random.Random(3), SEEN)
    assert player is not None
    eyes = Shown.drawn(random.Random(3), TASK)
    assert isinstance(eyes, Shown)
    eyes.shown = with_colours(Eyes().look(frame), frame.pixels)
    player.asked, player.eyes, player.world.size = (TASK,), eyes, frame.size
    return player.look()


def test_product_evaluation_harvest_teacher_and_simulator_read_the_same(
    frame: Frame, read: list[Situation], tmp_path: Path
) -> None:
    with closing(open_model("nano", None)) as model:
        proposal = model.propose(Task(TASK), (), (), frame, threading.Event())
        product = numbers_of(read.pop())
        item = screens.Item(PICTURE.name, TASK, screens.ExpectFinish())
        list(screens.answers((item,), PICTURE.parent, model, Kept(None, screens.ANSWER)))
    assert isinstance(proposal.action, Click)
    assert product.elements > 10
    assert same(product, numbers_of(read.pop())), "evaluation"
    decoder = Decoder(default_folder(), encoder())
    harvested = episode_of(recorded(tmp_path / "run", proposal, frame), Eyes(), decoder)
    assert same(product, numbers_of(harvested[0].situation)), "harvest"
    advice = Anywhere(proposal.action.at)

    def advise(_task: Task, _past: Sequence[PastStep], _seen: Frame) -> Anywhere:
        return advice

    teacher = Taught("page", advise, Eyes(), decoder)
    teacher.propose(Task(TASK), (), (), frame, threading.Event())
    assert same(product, numbers_of(teacher.steps[0].situation)), "teacher"
    assert same(product, numbers_of(simulated(frame))), "simulator"
