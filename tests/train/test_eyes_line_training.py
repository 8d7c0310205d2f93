"""Lines for training the reader of lines: what they say, and how they are laid side by side."""

from __future__ import annotations

import random

import numpy as np
from torch import tensor

from uitars_runtime.eyes.text.recognition import HEIGHT
from uitars_train.eyes.line_dataset import Lines
from uitars_train.eyes.line_texts import CHARACTERS, LineTexts
from uitars_train.eyes.line_training import batch_of, spelled
from uitars_train.screens.screen import Split


def test_texts_are_made_of_what_the_reader_can_say_and_use_nearly_all_of_it() -> None:
    texts = LineTexts(Split.TRAIN, random.Random(1))
    said = [texts.draw() for _ in range(4000)]
    assert set("".join(said)) <= set(CHARACTERS)
    assert len(set("".join(said))) > 0.9 * len(CHARACTERS)
    assert all(text == " ".join(text.split()) and text for text in said)
    assert any(len(text) == 1 for text in said)


def test_lines_side_by_side_are_found_again() -> None:
    views = [np.full((HEIGHT, width), width, np.uint8) for width in (9, 30, 12)]
    ends = np.cumsum([view.shape[1] for view in views])
    lines = Lines(np.concatenate(views, axis=1), ends, ["a", "", "b"])
    assert all(np.array_equal(lines.view(index), view) for index, view in enumerate(views))
    assert lines.wordless() == [1]


def test_a_batch_is_as_wide_as_its_widest_line_and_blank_behind_the_others() -> None:
    batch = batch_of([(np.full((HEIGHT, width), 255, np.uint8), "x") for width in (9, 31)])
    assert tuple(batch.views.shape) == (2, 1, HEIGHT, 31)
    assert float(batch.views[0, :, :, 9:].sum()) == 0
    assert [int(length) for length in batch.lengths] == [5, 16]


def test_repeats_and_blanks_are_left_out() -> None:
    answers = [CHARACTERS.index(sign) + 1 for sign in "aab"]
    places = [answers[0], answers[1], 0, answers[1], answers[2], answers[2]]
    shares = np.zeros((1, len(places), len(CHARACTERS) + 1), np.float32)
    shares[0, range(len(places)), places] = 1
    assert spelled(tensor(shares), tensor([len(places)])) == ["aab"]
    assert spelled(tensor(shares), tensor([2])) == ["a"]
