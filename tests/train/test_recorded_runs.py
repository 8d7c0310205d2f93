"""Recorded runs as steps to learn: what was carried out is learned, whoever decided on it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from helpers.encoded import encoder
from tests.helpers.runs import ended, started
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.grounding import Grounding, Passage, SeenElement
from uitars_runtime.journal import RunJournal
from uitars_runtime.types import (
    Action,
    Click,
    Correction,
    DecidedBy,
    Decision,
    Finish,
    Outcome,
    Point,
    Proposal,
    Shell,
    Step,
    Type,
    Verdict,
)
from uitars_train.data.sample import Sample
from uitars_train.evaluate.screens import read_picture
from uitars_train.flywheel.collection import episode_of

PICTURE: Final = Path(__file__).parents[2] / "bench" / "rules" / "screenshooter.png"
TASK: Final = "Press Help, then type Ada."
SERVED: Final = Passage(0, 10, "Press Help")
ALLOWED: Final = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
DENIED: Final = Verdict(Decision.DENY, DecidedBy.USER, "test", "No.")
DONE: Final = Outcome(True, "done", True)


class Recorder:
    """Records a run on one real screen, step by step."""

    def __init__(self, folder: Path, frame: Frame) -> None:
        self.folder = folder
        self._frame = frame
        self._journal = RunJournal.create(folder, started(folder.name, task=TASK))
        self._steps = 0

    def step(
        self,
        action: Action | None,
        meant: Grounding | None = None,
        instead: Action | None = None,
        verdict: Verdict | None = ALLOWED,
        outcome: Outcome = DONE,
        missing: tuple[str, ...] = (),
    ) -> None:
        proposal = Proposal("", action, "raw", grounding=meant)
        seen = self._journal.intend(self._steps, proposal, self._frame)
        correction = None if instead is None else Correction(instead)
        self._journal.append(
            Step(
                self._steps,
                seen,
                proposal,
                verdict,
                outcome,
                correction=correction,
                missing=missing,
            )
        )
        self._steps += 1

    def learned(self, eyes: Eyes, decoder: Decoder) -> list[Sample]:
        self._journal.end(ended(self._steps))
        return episode_of(self.folder, eyes, decoder)


@pytest.fixture(scope="module")
def frame() -> Frame:
    return read_picture(PICTURE)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return Decoder(default_folder(), encoder())


@pytest.fixture
def run(tmp_path: Path, frame: Frame) -> Recorder:
    return Recorder(tmp_path / "run", frame)


@pytest.fixture(scope="module")
def buttons(frame: Frame, eyes: Eyes) -> dict[str, tuple[int, Element]]:
    seen = eyes.look(frame)
    found = {name: _named(name, seen) for name in ("Help", "Cancel")}
    assert found["Help"] != found["Cancel"]
    return found


def _named(name: str, seen: tuple[Element, ...]) -> tuple[int, Element]:
    return next((at, item) for at, item in enumerate(seen) if item.text == name)


def on(button: tuple[int, Element]) -> Grounding:
    index, item = button
    return Grounding(SERVED, SeenElement(index, item.box, item.role, item.name))


def test_a_corrected_step_teaches_the_correction(
    run: Recorder, eyes: Eyes, decoder: Decoder, buttons: dict[str, tuple[int, Element]]
) -> None:
    wanted, refused = buttons["Help"], buttons["Cancel"]
    corner = Point(wanted[1].box.left + 3, wanted[1].box.top + 3)
    run.step(Click(refused[1].box.center), on(refused), instead=Click(corner))
    (sample,) = run.learned(eyes, decoder)
    assert sample.target.act is Act.CLICK
    assert {sample.situation.elements[at].text for at in sample.target.elements} == {"Help"}
    assert sample.target.serves == Span(0, 1), "the model knew what it was for"
    assert sample.kind == "corrected click"


def test_the_embedded_models_own_step_teaches_what_it_decided(
    run: Recorder, eyes: Eyes, decoder: Decoder, buttons: dict[str, tuple[int, Element]]
) -> None:
    index, item = buttons["Help"]
    run.step(Click(item.box.center), on(buttons["Help"]))
    typed = Grounding(Passage(12, 25, "then type Ada"), typed=Passage(22, 25, "Ada"))
    run.step(Type("Ada"), typed)
    run.step(Finish())
    clicked, wrote, over = run.learned(eyes, decoder)
    assert (clicked.target.elements, clicked.target.serves) == ((index,), Span(0, 1))
    assert (wrote.target.act, wrote.target.text, wrote.target.serves) == (
        *(Act.TYPE, Span(5, 5), Span(3, 5)),
    )
    (before,) = wrote.situation.history
    assert (before.subject, before.serves) == ("Help", Span(0, 1))
    assert over.target.act is Act.FINISHED


def test_a_run_of_another_model_teaches_where_words_and_elements_say_it(
    run: Recorder, eyes: Eyes, decoder: Decoder, buttons: dict[str, tuple[int, Element]]
) -> None:
    box = buttons["Help"][1].box
    run.step(Click(Point(box.left + 4, box.bottom - 4)))
    run.step(Shell("ls"))
    run.step(Type("Babbage"))
    run.step(Type("Ada"))
    clicked, wrote = run.learned(eyes, decoder)
    assert {clicked.situation.elements[at].text for at in clicked.target.elements} == {"Help"}
    assert clicked.target.serves is not None
    served = clicked.situation.words[clicked.target.serves.first : clicked.target.serves.last + 1]
    assert "Help" in [word.text for word in served]
    assert wrote.target.text == Span(5, 5)
    assert clicked.kind == "other click"


def test_what_was_not_carried_out_is_not_learned(
    run: Recorder, eyes: Eyes, decoder: Decoder, buttons: dict[str, tuple[int, Element]]
) -> None:
    click, meant = Click(buttons["Help"][1].box.center), on(buttons["Help"])
    run.step(None, verdict=None, outcome=Outcome(False, "unreadable"))
    run.step(click, meant, verdict=DENIED, outcome=Outcome(False, "Not done: No."))
    run.step(click, meant, outcome=Outcome(False, "The window is gone."))
    run.step(Finish(), outcome=Outcome(False, "not yet"), missing=("type Ada",))
    run.step(Type("Ada"))
    (wrote,) = run.learned(eyes, decoder)
    assert wrote.situation.task == "type Ada.", "after an early end only what was missing is asked"
    assert wrote.situation.history == ()
    assert wrote.target.text == Span(1, 1)
