"""What training lets the network choose from is what the product lets it choose from."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from helpers.encoded import encoder
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar, Said
from uitars_runtime.backends.embedded.network.vocabulary import ROW, SPOKEN, Act
from uitars_runtime.backends.embedded.situation import Span
from uitars_train.data.encoding import Batch, Example, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Sample, Variety

SAMPLES = 150


@pytest.fixture(scope="module", params=[Variety(), Variety(held_wordings=True, held_labels=True)])
def encoded(request: pytest.FixtureRequest) -> list[tuple[Sample, Example]]:
    """Steps of the simulator in numbers."""
    source, made = episodes(11, request.param), list[tuple[Sample, Example]]()
    while len(made) < SAMPLES:
        for sample in next(source):
            found = example(sample, encoder())
            if found is not None:
                made.append((sample, found))
    return made


def said_in(batch: Batch, row: int, features_words: int, steps: int) -> Said:
    """The tokens that were given back to the network, as the product counts them."""
    count = int(batch["scored"][row].sum())
    said: list[int] = []
    for column in range(1, count):
        pointer = int(batch["given_pointer"][row, column])
        if pointer < 0:
            spoken = {ROW[name]: token for token, name in enumerate(SPOKEN)}
            said.append(spoken[int(batch["given_row"][row, column])])
        else:
            said.append(FIXED + pointer - (steps if pointer >= features_words else 0))
    return tuple(said)


def rows(
    encoded: list[tuple[Sample, Example]], seed: int
) -> Iterator[tuple[Sample, Example, Batch, int, Said]]:
    rng = random.Random(seed)
    for at in range(0, len(encoded), 16):
        part = encoded[at : at + 16]
        batch = collate([found for _, found in part], rng)
        for row, (sample, found) in enumerate(part):
            said = said_in(batch, row, found.features.words, found.features.steps)
            yield sample, found, batch, row, said


def test_masks_are_those_of_the_product(encoded: list[tuple[Sample, Example]]) -> None:
    for sample, found, batch, row, said in rows(encoded, 1):
        grammar = Grammar(sample.situation)
        features = found.features
        between = np.r_[FIXED + features.words : FIXED + features.words + features.steps]
        for column in range(len(said) + 1):
            mask = batch["legal"][row, column].numpy()
            assert not mask[between].any(), "no step is pointed at"
            product = np.delete(mask, between)
            assert np.array_equal(product[: grammar.size], grammar.legal(said[:column]))
            assert not product[grammar.size :].any()
            right = batch["right"][row, column].numpy()
            assert right.any()
            assert not (right & ~mask).any(), "what is right may be said"


def test_what_is_right_means_the_target(encoded: list[tuple[Sample, Example]]) -> None:
    """Every way that was drawn, with its last token, is what the expert said."""
    acts: set[Act] = set()
    for sample, found, _, _, said in rows(encoded, 2):
        (last, *_) = found.right(len(found.positions) - 1, said)
        whole = (*said, last)
        assert not found.grammar.legal(whole).any(), "nothing may follow"
        decision, target = found.grammar.decision(whole), sample.target
        assert decision.act is target.act
        assert decision.side is target.side
        assert decision.text == target.text
        assert decision.direction == target.direction
        if target.elements:
            assert decision.element in target.elements
        if target.onto:
            assert decision.onto in target.onto
        if target.serves is None:
            assert decision.serves is None
        else:
            first, last_word = target.serves.first, target.serves.last
            assert decision.serves is not None
            assert decision.serves == Span(
                min(first, decision.serves.first), max(last_word, decision.serves.last)
            )
        acts.add(decision.act)
    assert len(acts) > 5


def test_a_target_that_cannot_be_said_is_no_example(
    encoded: list[tuple[Sample, Example]],
) -> None:
    """An expert that cuts a quoted value would teach what the product never says."""
    import dataclasses

    quoted = 0
    for sample, _ in encoded:
        text, words = sample.target.text, sample.situation.words
        if text is None or text.last == text.first or not words[text.first - 1].opens:
            continue
        cut = dataclasses.replace(sample.target, text=Span(text.first, text.last - 1))
        assert example(dataclasses.replace(sample, target=cut), encoder()) is None
        quoted += 1
    assert quoted
