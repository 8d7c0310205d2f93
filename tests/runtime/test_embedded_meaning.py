"""Meanings: words used alike lie near each other; what is unknown has none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.embeddings import MEANING, phrase_meaning


def _near(first: str, second: str) -> float:
    return float(phrase_meaning(first) @ phrase_meaning(second))


@pytest.mark.parametrize(
    ("word", "alike", "other"),
    [
        ("delete", "erase", "street"),
        ("choose", "select", "folder"),
        ("third", "fourth", "email"),
        ("picture", "image", "monday"),
        ("username", "name", "cancel"),
    ],
)
def test_words_used_alike_are_nearer_than_others(word: str, alike: str, other: str) -> None:
    assert _near(word, alike) > _near(word, other) + 0.2


def test_a_word_known_by_its_halves() -> None:
    assert _near("checkbox", "check box") > 0.99


def test_what_is_unknown_has_no_meaning() -> None:
    for phrase in ("", "qzxv", "4711", "?!", "漢字"):
        assert not phrase_meaning(phrase).any()


def test_words_that_stand_everywhere_hardly_turn_a_phrase() -> None:
    assert _near("the name of the street", "name street") > 0.9


@given(st.text(max_size=60))
def test_every_phrase_has_a_unit_vector_or_none(phrase: str) -> None:
    vector = phrase_meaning(phrase)
    assert vector.shape == (MEANING,)
    length = float(np.linalg.norm(vector))
    assert length == 0 or abs(length - 1) < 1e-5
    assert np.array_equal(vector, phrase_meaning(phrase.upper())) or not phrase.isascii()
