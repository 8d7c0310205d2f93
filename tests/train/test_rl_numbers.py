"""Advantages, lambda and clipping against cases worked by hand and identities, in float64."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from uitars_train.rl.advantages import (
    OUR_ALPHA,
    PAPER_ALPHA,
    aims,
    explained_variance,
    generalized,
    grouped,
    length_adaptive,
)
from uitars_train.rl.objectives import clipped, divergence, weights

shares = st.floats(0, 1, width=64)
episodes = st.lists(st.tuples(shares, shares), min_size=1, max_size=30)


def test_an_episode_worked_by_hand() -> None:
    # Surprises: 0.5 - 0.25 = 0.25; 0.75 - 0.5 = 0.25; 1 - 0.75 = 0.25. Lambda 0.5:
    # last 0.25, middle 0.25 + 0.125, first 0.25 + 0.5 * 0.375.
    found = generalized([0, 0, 1], [0.25, 0.5, 0.75], 0.5)
    assert found.tolist() == [0.4375, 0.375, 0.25]
    assert found.dtype == "float64"
    assert aims([0, 0, 1], [0.25, 0.5, 0.75], 0.5).tolist() == [0.6875, 0.875, 1.0]


@given(episodes)
def test_at_lambda_one_an_advantage_is_return_minus_value(steps: list[tuple[float, float]]) -> None:
    rewards, values = [r for r, _ in steps], [v for _, v in steps]
    found = generalized(rewards, values, 1.0)
    returns = [math.fsum(rewards[at:]) for at in range(len(rewards))]
    assert found.tolist() == pytest.approx(
        [r - v for r, v in zip(returns, values, strict=True)], abs=1e-12
    )
    assert aims(rewards, values, 1.0).tolist() == pytest.approx(returns, abs=1e-12)


@given(episodes)
def test_at_lambda_zero_it_is_one_step_ahead(steps: list[tuple[float, float]]) -> None:
    rewards, values = [r for r, _ in steps], [v for _, v in steps]
    later = [*values[1:], 0.0]
    wanted = [r + n - v for r, n, v in zip(rewards, later, values, strict=True)]
    assert generalized(rewards, values, 0.0).tolist() == pytest.approx(wanted, abs=1e-12)


@given(episodes, shares)
def test_values_that_are_the_returns_leave_no_advantage(
    steps: list[tuple[float, float]], decay: float
) -> None:
    rewards = [r for r, _ in steps]
    returns = [math.fsum(rewards[at:]) for at in range(len(rewards))]
    assert generalized(rewards, returns, decay).tolist() == pytest.approx(
        [0.0] * len(rewards), abs=1e-12
    )


def test_lambda_grows_with_the_episode_and_is_clamped() -> None:
    assert [length_adaptive(PAPER_ALPHA, length) for length in (1, 3, 20)] == [0.0, 0.0, 0.0]
    assert length_adaptive(PAPER_ALPHA, 40) == 0.5
    assert length_adaptive(PAPER_ALPHA, 200) == pytest.approx(0.9, abs=1e-15)
    assert [length_adaptive(OUR_ALPHA, length) for length in (1, 2, 4)] == [0.5, 0.75, 0.875]


def test_a_group_is_its_own_measure() -> None:
    assert grouped([1, 0, 0, 1]).tolist() == [1.0, -1.0, -1.0, 1.0]
    assert grouped([1, 0, 0, 0]).tolist() == pytest.approx([3**0.5, *[-(3**-0.5)] * 3])
    assert grouped([1, 1, 1]).tolist() == [0.0, 0.0, 0.0]


def test_explained_variance_is_of_the_returns() -> None:
    assert explained_variance([0, 1, 1, 0], [0, 1, 1, 0]) == 1.0
    assert explained_variance([0, 1, 1, 0], [0.5, 0.5, 0.5, 0.5]) == 0.0
    assert explained_variance([0, 1, 1, 0], [1, 0, 0, 1]) == -3.0
    assert explained_variance([0, 1, 1, 0], [0.25, 0.75, 0.75, 0.25]) == 0.75
    assert explained_variance([1, 1], [0, 1]) == 0.0


def test_the_ratio_is_clipped_apart_above_and_below() -> None:
    ratio = torch.tensor([0.5, 0.5, 0.9, 1.0, 1.25, 1.5, 1.5], dtype=torch.float64)
    gained = torch.tensor([1.0, -1.0, 1.0, 2.0, 1.0, 1.0, -1.0], dtype=torch.float64)
    odds = ratio.log().requires_grad_()
    found = clipped(odds, torch.zeros_like(odds), gained, 0.2, 0.28)
    # min(r A, clip(r, 0.8, 1.28) A), by hand.
    wanted = [-0.5, 0.8, -0.9, -2.0, -1.25, -1.28, 1.5]
    assert found.loss.tolist() == pytest.approx(wanted, abs=1e-12)
    assert found.below.tolist() == [False, True, *[False] * 5]
    assert found.above.tolist() == [*[False] * 5, True, False]
    found.loss.sum().backward()  # type: ignore[no-untyped-call]
    assert odds.grad is not None
    # The slope is -r A, and none where the bound holds.
    slopes = [-0.5, 0.0, -0.9, -2.0, -1.25, 0.0, 1.5]
    assert odds.grad.tolist() == pytest.approx(slopes, abs=1e-12)


def test_old_steps_are_weighed_up_to_a_bound() -> None:
    before = torch.tensor([0.5, 0.2, 0.9], dtype=torch.float64).log()
    drawn = torch.tensor([0.5, 0.4, 0.3], dtype=torch.float64).log()
    assert weights(before, drawn, 2.0).tolist() == pytest.approx([1.0, 0.5, 2.0], abs=1e-12)


def test_the_divergence_is_never_negative_and_zero_for_the_same() -> None:
    odds = torch.tensor([0.5, 0.2, 0.9], dtype=torch.float64).log()
    other = torch.tensor([0.5, 0.4, 0.1], dtype=torch.float64).log()
    assert divergence(odds, odds).tolist() == [0.0, 0.0, 0.0]
    # By hand: r - ln r - 1 for r = 2 and 1/9.
    wanted = [0.0, 1 - math.log(2), 1 / 9 + math.log(9) - 1]
    assert divergence(odds, other).tolist() == pytest.approx(wanted, abs=1e-12)
