"""Requests for changing a text are decided by the specialist, others as if it were not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network import routing
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.network.reranker import cross_encoder
from uitars_runtime.backends.embedded.network.routing import SPECIALIST, Router
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.situation import Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.shipped import MODELS
from uitars_runtime.types import Box, Size

EDITS = (
    "Put olive oil on my list and save it",
    "Remove the line butter from the list, then save.",
    "Write the heading 'Guests' above everything else.",
    "Replace Tuesday with Thursday in the text.",
    "Empty the document and save it.",
    "Save it under the name plan.txt",
)
OTHERS = (
    "Click OK",
    "Turn off the sound, please.",
    "Open the Help menu and choose About",
    "What is 12 times 7?",
    "the third tab",
    "Tick Pine and Oak, then press OK.",
)


def opened(folder: Path) -> Decoder:
    return Decoder(folder, sentence_encoder(), cross_encoder())


def editor(task: str) -> Situation:
    """An editor with a list."""
    shown = [
        ("File", Role.MENU, Box(10, 30, 50, 54)),
        ("Edit", Role.MENU, Box(60, 30, 100, 54)),
        ("Help", Role.MENU, Box(110, 30, 150, 54)),
        ("milk", Role.TEXT, Box(20, 80, 60, 96)),
        ("butter", Role.TEXT, Box(20, 100, 70, 116)),
        ("OK", Role.BUTTON, Box(400, 500, 460, 530)),
    ]
    elements = [Element(box, role, text, text) for text, role, box in shown]
    return prepare([task], (), elements, Size(800, 600))


@pytest.mark.parametrize("task", EDITS)
def test_the_specialist_decides_what_changes_a_text(task: str) -> None:
    found = open_decoder(default_folder()).decide(editor(task))
    alone = opened(MODELS / SPECIALIST).decide(editor(task))
    assert found == msgspec.structs.replace(alone, edits=True)


def test_what_a_form_holds_is_not_changed_by_the_specialist() -> None:
    shown = [
        ("Leeds", "Town", Role.FIELD, Box(100, 30, 300, 54)),
        ("LS1", "Postcode", Role.FIELD, Box(100, 60, 300, 84)),
        ("Save", "Save", Role.BUTTON, Box(100, 90, 160, 114)),
    ]
    elements = [Element(box, role, text, name) for text, name, role, box in shown]
    task = "Write York instead of Leeds and save it"
    assert open_decoder(default_folder()).decide(editor(task)).edits
    form = prepare([task], (), elements, Size(800, 600))
    assert not open_decoder(default_folder()).decide(form).edits


@pytest.mark.parametrize("task", OTHERS)
def test_nothing_else_is_decided_by_the_specialist(task: str) -> None:
    found = open_decoder(default_folder()).decide(editor(task))
    assert found == opened(default_folder()).decide(editor(task))


def test_the_two_do_not_say_the_same() -> None:
    """Else the tests above could not fail."""
    every = [editor(task) for task in (*EDITS, *OTHERS)]
    one, other = opened(default_folder()), opened(MODELS / SPECIALIST)
    assert sum(one.decide(at) != other.decide(at) for at in every) > len(every) / 2


def test_notes_do_not_say_whose_a_request_is() -> None:
    router = Router(sentence_encoder())
    bare = editor("Click OK")
    noted = prepare(
        ["Click OK", "Earlier: put olive oil on my list and save it"],
        (),
        bare.elements,
        bare.size,
    )
    assert not router.edits(bare)
    assert not router.edits(noted)


def test_what_is_drawn_is_drawn_from_the_same() -> None:
    task = editor(EDITS[0])
    drawn = open_decoder(default_folder()).draw(task, 0.5, np.random.default_rng(3))
    alone = opened(MODELS / SPECIALIST).draw(task, 0.5, np.random.default_rng(3))
    assert drawn == msgspec.structs.replace(alone, edits=True)


class Narrow:
    """Vectors of another width."""

    def vectors(self, texts: Sequence[str], /) -> np.ndarray:
        return np.ones((len(texts), 12), np.float32)


def test_a_file_for_other_vectors_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routing, "ENCODED", 12)
    with pytest.raises(ModelError, match="for vectors of 384 numbers, not 12"):
        Router(Narrow())
