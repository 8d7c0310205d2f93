"""The policy that draws and the policy that is trained are one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from helpers.encoded import encoder
from uitars_runtime.backends.embedded.situation import Situation
from uitars_train.data.encoding import Asked
from uitars_train.data.episodes import episodes
from uitars_train.network.model import Decoder, Shape
from uitars_train.rl.meanings import Noted, Noting
from uitars_train.rl.policy import CriticKind, Policy
from uitars_train.rl.traces import Utterance

SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


@pytest.fixture(scope="module")
def situations() -> list[Situation]:
    source = episodes(7)
    return [sample.situation for _ in range(8) for sample in next(source)][:24]


def small(kind: CriticKind) -> Policy:
    """A small policy whose weights are as large as trained ones."""
    torch.manual_seed(5)
    policy = Policy(Decoder(SMALL), kind)
    with torch.no_grad():
        policy.decoder.relation.normal_()
        policy.critic.outer.weight.normal_()
    return policy.eval()


@pytest.mark.parametrize("kind", ["shared", "apart"])
@pytest.mark.parametrize("temperature", [1.0, 0.6])
def test_what_was_drawn_is_as_likely_to_the_trainer(
    situations: list[Situation], kind: CriticKind, temperature: float
) -> None:
    policy = small(kind)
    asked = [Asked.of(situation, encoder()) for situation in situations]
    generator = torch.Generator().manual_seed(1)
    drawn = [
        one for at in (0, 3, 14) for one in policy.draw(asked[at : at + 11], temperature, generator)
    ]
    del drawn[3:11]  # drawn twice
    drawn = policy.draw(asked[:7], temperature, generator) + policy.draw(
        asked[7:], temperature, generator
    )
    with torch.no_grad():
        weighed = policy.weigh(
            [one.saying(line.said) for one, line in zip(asked, drawn, strict=True)], temperature
        )
    for row, line in enumerate(drawn):
        count = len(line.said)
        assert weighed.odds[row, :count].tolist() == pytest.approx(line.odds, abs=1e-4)
        assert float(weighed.values[row].sigmoid()) == pytest.approx(line.value, abs=1e-4)
        assert not asked[row].grammar.legal(line.said).any()


class Mute:
    """An encoder that says nothing more."""

    def vectors(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        raise AssertionError(f"{texts} are computed again")


def test_the_trainer_reads_meanings_off_a_step_as_the_server_had_them(
    situations: list[Situation],
) -> None:
    policy = small("shared")
    noted = [Noting(encoder()) for _ in situations]
    asked = [Asked.of(one, notes) for one, notes in zip(situations, noted, strict=True)]
    drawn = policy.draw(asked, 1.0, torch.Generator().manual_seed(4))
    for situation, line, before, notes in zip(situations, drawn, asked, noted, strict=True):
        told = Utterance(line.said, line.odds, line.value, 0, notes.said)
        sent = msgspec.msgpack.decode(msgspec.msgpack.encode(told), type=Utterance)
        again = Asked.of(situation, Noted(sent.meanings, Mute()))
        assert np.array_equal(again.features.sketches, before.features.sketches)
        assert np.array_equal(again.features.numbers, before.features.numbers)
        with torch.no_grad():
            weighed = policy.weigh([again.saying(sent.said)], 1.0)
        assert weighed.odds[0].tolist() == pytest.approx(line.odds, abs=1e-4)
    missing = Noted({}, encoder()).vectors(["Save"])
    assert np.array_equal(missing, encoder().vectors(["Save"]))
