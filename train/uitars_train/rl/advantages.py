"""Returns and advantages of one episode, step by step, in float64; discounts are 1.

GAE: Schulman et al. 2016 (1506.02438). Apart for policy and critic, and as long as the episode:
UI-TARS-2 after VC-PPO (2503.01491) and VAPO (2504.05118). Groups: GRPO (2402.03300).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

PAPER_ALPHA: Final = 0.05
"""UI-TARS-2: lambda is 0 then for every episode of 20 steps or less."""
OUR_ALPHA: Final = 2.0
"""Ours: lambda 0.5 for one step, 0.875 for four, 0.98 for 28."""
_EVEN: Final = 1e-6
"""Spread of rewards below which a group says nothing."""


def length_adaptive(alpha: float, length: int) -> float:
    """Lambda of the policy, 1 - 1 / (alpha * length), held to 0 at least (the clamp is ours)."""
    return max(0.0, 1.0 - 1.0 / (alpha * length))


def generalized(rewards: Sequence[float], values: Sequence[float], decay: float) -> Doubles:
    """Advantage of every step. `values`: of the state before each; after the last it is 0.
    `decay`: lambda, 0 (one step ahead) to 1 (return minus value)."""
    earned = np.asarray(rewards, np.float64)
    before = np.asarray(values, np.float64)
    after = np.append(before[1:], 0.0)
    surprise: Doubles = earned + after - before
    advantages = np.zeros(len(surprise), np.float64)
    later = 0.0
    for step in range(len(surprise) - 1, -1, -1):
        later = float(surprise[step]) + decay * later
        advantages[step] = later
    return advantages


def aims(rewards: Sequence[float], values: Sequence[float], decay: float) -> Doubles:
    """What the critic learns: advantage plus value; at lambda 1 the return."""
    wanted: Doubles = generalized(rewards, values, decay) + np.asarray(values, np.float64)
    return wanted


def grouped(rewards: Sequence[float]) -> Doubles:
    """Advantage of each episode of a group, by its mean and spread; zeros where all are alike."""
    earned = np.asarray(rewards, np.float64)
    spread = float(earned.std())
    if spread < _EVEN:
        return np.zeros_like(earned)
    advantages: Doubles = (earned - earned.mean()) / spread
    return advantages


def explained_variance(returns: Sequence[float], values: Sequence[float]) -> float:
    """Share of the variance of returns that the values tell: 1 all, 0 none, below that worse than
    their mean. 0 where the returns do not vary."""
    truth, told = np.asarray(returns, np.float64), np.asarray(values, np.float64)
    spread = float(truth.var())
    return 0.0 if spread < _EVEN else 1.0 - float((truth - told).var()) / spread
