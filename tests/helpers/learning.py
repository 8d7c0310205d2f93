"""A small policy and what it played, for tests of reinforcement learning."""

from __future__ import annotations

from pathlib import Path

import torch

from helpers.encoded import encoder
from uitars_train.network.export import export
from uitars_train.network.model import Decoder, Shape
from uitars_train.rl import saving
from uitars_train.rl.actors import played
from uitars_train.rl.policy import Asked, Policy
from uitars_train.rl.symbolic import Symbolic
from uitars_train.rl.traces import Trace, Utterance

SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


class Alone:
    """A policy that is asked without a server."""

    def __init__(self, policy: Policy, version: int = 0) -> None:
        self._policy = policy
        self._version = version
        self._generator = torch.Generator().manual_seed(3)

    def ask(self, situation: object) -> Utterance:
        (drawn,) = self._policy.draw([Asked.of(situation, encoder())], 1.0, self._generator)  # type: ignore[arg-type]
        return Utterance(drawn.said, drawn.odds, drawn.value, self._version)


def small_weights(folder: Path) -> Path:
    """Exported weights of a small decoder."""
    torch.manual_seed(2)
    export(Decoder(SMALL).eval(), folder, "fp32")
    return folder


def some_traces(start: Path) -> list[Trace]:
    """Episodes that a small policy played, half of them called a success."""
    alone, desktop = Alone(saving.started(start, "shared").eval()), Symbolic()
    made: list[Trace] = []
    for seed in range(1000, 1032):
        if desktop.reset("2 parts", seed):
            turns = played(desktop, alone)[:3]  # type: ignore[arg-type]
            made.append(Trace("2 parts", seed, str(seed // 4), turns, float(seed % 2)))
    return made
