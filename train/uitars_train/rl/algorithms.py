"""The algorithms, with all their numbers. UI-TARS-2 tells alpha alone; whose the others are stands
beside each."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.rl.advantages import OUR_ALPHA
from uitars_train.rl.traces import Trace


class Bounds(msgspec.Struct, frozen=True):
    """How far the ratio of a token may go."""

    low: float = 0.2
    """DAPO, VAPO."""
    high: float = 0.28
    """DAPO, VAPO."""
    truncated: float = 2.0
    """Ours: the most that a step of older weights counts."""
    divergence: float = 0.0
    """Weight of the KL to the weights at the start; off as in DAPO and VAPO."""


class PPO(msgspec.Struct, frozen=True, tag="ppo"):
    """A critic says how good each step was."""

    bounds: Bounds = Bounds()
    alpha: float = OUR_ALPHA
    critic_decay: float = 1.0
    """VAPO: lambda of the critic."""
    critic_rate: float = 1e-3
    """Ours: the critic's learning rate, which nothing but its own loss moves."""


class GRPO(msgspec.Struct, frozen=True, tag="grpo"):
    """The episodes of a group are each other's measure; groups that are all alike teach nothing."""

    bounds: Bounds = Bounds()
    group: int = 8
    """Ours; DAPO has 16."""


class Rejection(msgspec.Struct, frozen=True, tag="rejection"):
    """What succeeded is learned by heart."""


Algorithm = PPO | GRPO | Rejection
Name = Literal["ppo", "grpo", "rejection"]
NAMES: Final = ("ppo", "grpo", "rejection")


class Pace(msgspec.Struct, frozen=True):
    """How the optimizer goes. All ours."""

    rate: float = 3e-5
    warmup: int = 10
    """Updates in which the rate rises."""
    size: int = 128
    """Steps of episodes in one step of the optimizer."""
    temperature: float = 1.0
    replay: float = 1.0
    """Weight of what is replayed."""
    rounded: bool = False
    """The policy plays and is judged with the product's four-bit weights: a step of them is wider
    than many updates, and what does not cross it would be lost at the export."""
    frozen_experts: bool = False
    """Experts and embeddings stay as they are (`Decoder.freeze_experts`)."""


def algorithm(name: str, alpha: float = OUR_ALPHA, divergence: float = 0.0) -> Algorithm:
    """By its name. Raises `UsageError` for numbers that cannot be."""
    if not alpha > 0:
        raise UsageError(f"alpha cannot be {alpha:g}.", "Give a number above 0.")
    if not 0 <= divergence < math.inf:
        raise UsageError(f"The weight of the KL cannot be {divergence:g}.", "Give 0 or more.")
    bounds = Bounds(divergence=divergence)
    match name:
        case "ppo":
            return PPO(bounds, alpha)
        case "grpo":
            return GRPO(bounds)
        case "rejection":
            return Rejection()
        case _:
            raise UsageError(f"There is no algorithm {name!r}.", f"There are {', '.join(NAMES)}.")


def group_of(chosen: Algorithm) -> int:
    """How often each task and seed is played in a row."""
    match chosen:
        case GRPO(group=group):
            return group
        case PPO() | Rejection():
            return 1


def reads_reference(chosen: Algorithm) -> bool:
    """Whether the KL to the weights at the start counts."""
    match chosen:
        case PPO(bounds=bounds) | GRPO(bounds=bounds):
            return bounds.divergence > 0
        case Rejection():
            return False


def that_teach(traces: Sequence[Trace], chosen: Algorithm) -> list[Trace]:
    """Those that a gradient comes of; nothing is computed of the others."""
    match chosen:
        case PPO():
            return list(traces)
        case GRPO():
            earned: dict[str, set[float]] = defaultdict(set)
            for trace in traces:
                earned[trace.group].add(trace.reward)
            return [trace for trace in traces if len(earned[trace.group]) > 1]
        case Rejection():
            return [trace for trace in traces if trace.reward >= 1]
