"""The numerics against slow, plain models of what they should do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.gptq import course, gptq, group_order, inverse_factor
from uitars_quant.numerics.grid import FloatType, Quantized, bfloat16_bits, quantize
from uitars_quant.numerics.rotation import hadamard, rotated
from uitars_quant.numerics.scaling import (
    activation_error,
    activation_scale,
    product_error,
    smooth_scale,
)
from uitars_quant.numerics.search import full_range, least_error

F32 = FloatType.FLOAT32
Matrix = NDArray[np.float32]


def matrix(rows: int, inputs: int, seed: int = 0) -> Matrix:
    return np.random.default_rng(seed).standard_normal((rows, inputs), np.float32)


def inputs_like(count: int, inputs: int) -> Matrix:
    """Activations as networks have them: channels of very different size, and related ones."""
    rng = np.random.default_rng(1)
    mixed = rng.standard_normal((count, inputs)) @ rng.standard_normal((inputs, inputs)) / 4
    return (mixed * np.exp(rng.standard_normal(inputs) * 1.5)).astype(np.float32)


def squared(matrix: Matrix, meant: Matrix, importance: Matrix | None = None) -> float:
    weight = 1 if importance is None else importance
    return float((weight * (matrix - meant).astype(np.float64) ** 2).sum())


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), group=st.sampled_from([32, 64, 128]))
def test_codes_are_the_nearest_and_the_extreme_weight_is_held(seed: int, group: int) -> None:
    weights = matrix(3, 128, seed)
    scales = full_range(weights, group, F32)
    rounded = quantize(weights, scales)
    assert rounded.group == group
    for row in range(3):
        for column in range(128):
            scale = scales[row, column // group]
            steps = [abs(code * scale - weights[row, column]) for code in range(-8, 8)]
            found = abs(rounded.codes[row, column] * scale - weights[row, column])
            assert found <= min(steps) + 1e-6
    grouped = weights.reshape(3, -1, group)
    extreme = np.abs(grouped).argmax(-1)[..., None]
    meant = rounded.meant().reshape(grouped.shape)
    np.testing.assert_allclose(
        np.take_along_axis(meant, extreme, -1), np.take_along_axis(grouped, extreme, -1), rtol=1e-5
    )


def test_the_search_is_close_to_trying_everything() -> None:
    weights = matrix(6, 64, 4)
    found = quantize(weights, least_error(weights, 32, F32)).meant()
    best = 0.0
    for row in weights.reshape(-1, 32):
        tried = np.linspace(-1, 1, 4001)[:, None] * np.abs(row).max() / 6.5
        tried[tried == 0] = 1
        meant = np.clip(np.rint(row / tried), -8, 7) * tried
        best += float(((meant - row) ** 2).sum(-1).min())
    assert best <= squared(weights, found) < 1.05 * best


def test_importance_is_what_the_search_weighs_by() -> None:
    weights, importance = matrix(6, 64, 4), np.linspace(0.01, 9, 64, dtype=np.float32)
    plain, weighted = (
        quantize(weights, least_error(weights, 32, F32, by)).meant() for by in (None, importance)
    )
    assert squared(weights, weighted, importance) < squared(weights, plain, importance)
    assert squared(weights, weighted) > squared(weights, plain)


def test_groups_of_zeros_stay_zeros() -> None:
    weights = np.zeros((2, 64), np.float32)
    for scales in (full_range(weights, 32, F32), least_error(weights, 32, F32)):
        assert not quantize(weights, scales).meant().any()
    assert not gptq(weights, course(np.eye(64, dtype=np.float32), 32), F32).meant().any()


def test_an_input_that_does_not_divide_is_refused() -> None:
    with pytest.raises(ValueError, match="multiple"):
        full_range(matrix(2, 48), 32, F32)


@pytest.mark.parametrize("kept", list(FloatType))
def test_scales_are_values_of_the_stored_type(kept: FloatType) -> None:
    weights = matrix(8, 64, 2) * np.float32(3e-4)
    for scales in (full_range(weights, 32, kept), least_error(weights, 32, kept)):
        np.testing.assert_array_equal(kept.round(scales), scales)


def test_bfloat16_is_rounded_to_nearest_even() -> None:
    import torch

    values = np.concatenate(
        [matrix(1, 4000, 3)[0], np.float32([0, -0.0, 1e-40, 3.3e38, 1.00390625])]
    )
    expected = torch.from_numpy(values).bfloat16().float().numpy()
    np.testing.assert_array_equal(FloatType.BFLOAT16.round(values), expected)
    assert bfloat16_bits(np.float32([1.0]))[0] == 0x3F80


# --------------------------------------------------------------------------- GPTQ


def slow_gptq(weights: Matrix, moments: Matrix, group: int) -> NDArray[np.float64]:
    """Frantar et al., equation 2 and 3, one input at a time, with the inverse updated by hand."""
    order = group_order(np.diagonal(moments), group)
    left = weights.astype(np.float64)[:, order]
    damped = moments.astype(np.float64)[np.ix_(order, order)]
    damped += np.eye(len(damped)) * 0.01 * np.diagonal(damped).mean()
    result = np.zeros_like(left)
    inverse = np.linalg.inv(damped)
    upper = np.linalg.cholesky(inverse).T
    for index in range(left.shape[1]):
        if index % group == 0:
            certainty = 1 / np.diagonal(upper)[index : index + group] ** 2
            block = left[:, index : index + group].astype(np.float32)
            scales = least_error(block, group, F32, certainty.astype(np.float32))
        codes = np.clip(np.rint(left[:, index] / scales[:, 0]), -8, 7)
        result[:, index] = codes * scales[:, 0]
        error = (left[:, index] - result[:, index]) / inverse[0, 0]
        left[:, index + 1 :] -= error[:, None] * inverse[0, 1:]
        inverse = inverse[1:, 1:] - np.outer(inverse[1:, 0], inverse[0, 1:]) / inverse[0, 0]
    return result[:, np.argsort(order)]


def test_gptq_follows_its_definition() -> None:
    weights, seen = matrix(12, 96), inputs_like(400, 96)
    moments = (seen.T @ seen / 400).astype(np.float32)
    found = gptq(weights, course(moments, 32), F32).meant()
    expected = slow_gptq(weights, moments, 32)
    # A weight that lies on the border of two codes may fall either way, and moves all after it.
    assert np.isclose(found, expected, atol=1e-4).mean() > 0.9
    errors = [
        product_error((one - weights).astype(np.float32), moments) for one in (found, expected)
    ]
    assert errors[0] == pytest.approx(errors[1], rel=0.03)


def test_each_method_beats_the_one_before_where_inputs_differ() -> None:
    weights, seen = matrix(64, 256), inputs_like(2000, 256)
    moments = (seen.T @ seen / 2000).astype(np.float32)
    power = np.ascontiguousarray(np.diagonal(moments))
    results = [
        quantize(weights, full_range(weights, 32, F32)),
        quantize(weights, least_error(weights, 32, F32)),
        quantize(weights, least_error(weights, 32, F32, power)),
        gptq(weights, course(moments, 32), F32),
    ]
    errors = [product_error(one.meant() - weights, moments) for one in results]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.5 * errors[0]


def test_the_factor_is_that_of_the_inverse() -> None:
    seen = inputs_like(500, 160)
    moments = (seen.T @ seen / 500).astype(np.float32)
    factor = inverse_factor(moments).astype(np.float64)
    damped = moments + np.eye(160) * 0.01 * np.diagonal(moments).mean()
    np.testing.assert_allclose(factor.T @ factor @ damped, np.eye(160), atol=5e-3)
    assert not np.tril(factor, -1).any()


def test_inputs_that_are_never_used_do_no_harm() -> None:
    seen = inputs_like(500, 64)
    seen[:, 5] = 0
    found = gptq(matrix(8, 64), course((seen.T @ seen).astype(np.float32), 32), F32)
    assert np.isfinite(found.meant()).all()


# --------------------------------------------------------------------------- activations, scaling


def test_activations_are_rounded_as_each_engine_does() -> None:
    values = matrix(3, 96, 9) * np.float32(5)
    for kind, block in ((Activations.TOKEN, 96), (Activations.BLOCK_32, 32)):
        found = kind.round(values)
        for row in range(3):
            for start in range(0, 96, block):
                part = values[row, start : start + block].astype(np.float64)
                scale = np.abs(part).max() / 127
                expected = np.rint(part / scale) * scale
                np.testing.assert_allclose(found[row, start : start + block], expected, atol=1e-5)
    np.testing.assert_array_equal(Activations.EXACT.round(values), values)
    assert not Activations.BLOCK_128.round(np.zeros((2, 96), np.float32)).any()


@pytest.mark.parametrize("kind", list(Activations))
def test_an_expert_that_no_token_chose_has_nothing_to_round(kind: Activations) -> None:
    assert kind.round(np.empty((0, 96), np.float32)).shape == (0, 96)


def test_ggml_activations_are_those_of_its_own_package() -> None:
    from gguf import GGMLQuantizationType, quants

    values = matrix(4, 128, 10)
    kind = GGMLQuantizationType.Q8_0
    expected = quants.dequantize(quants.quantize(values, kind), kind)
    assert np.isclose(Activations.GGML.round(values), expected, atol=1e-6).mean() > 0.995


def test_scaling_keeps_the_product_and_centres_itself() -> None:
    seen = inputs_like(300, 64)
    scale = activation_scale(np.abs(seen).mean(0), 0.5)
    assert scale.max() * scale.min() == pytest.approx(1, rel=1e-4)
    assert activation_scale(np.abs(seen).mean(0), 0).tolist() == [1] * 64
    weights = matrix(8, 64)
    np.testing.assert_allclose(
        (seen / scale) @ (weights * scale).T, seen @ weights.T, rtol=2e-3, atol=1e-3
    )
    smooth = smooth_scale(np.abs(seen).max(0), np.abs(weights).max(0))
    peaks = np.abs(seen / smooth).max(0)
    assert peaks.max() / peaks.min() < np.abs(seen).max() / np.abs(seen).max(0).min()


def test_a_rotation_spreads_outliers_and_undoes_itself() -> None:
    values = np.zeros((1, 64), np.float32)
    values[0, 3] = 8
    turned = rotated(values, 64)
    np.testing.assert_allclose(np.abs(turned), 1, atol=1e-5)
    np.testing.assert_allclose(rotated(turned, 64), values, atol=1e-5)
    np.testing.assert_allclose(hadamard(16) @ hadamard(16).T, np.eye(16), atol=1e-6)
    with pytest.raises(ValueError, match="power of two"):
        hadamard(48)


def test_what_codes_mean() -> None:
    codes = np.array([[-8, 7, 1, 0] * 8], np.int8)
    one = Quantized(codes, np.float32([[0.5]]))
    assert one.meant()[0, :4].tolist() == [-4, 3.5, 0.5, 0]


def test_the_error_of_rounded_activations_is_that_of_the_product() -> None:
    chance = np.random.default_rng(4)
    seen = chance.standard_normal((40, 64)).astype(np.float32)
    seen[0, 5] = 300
    weights = chance.standard_normal((8, 64)).astype(np.float32)
    scale = activation_scale(np.abs(seen).max(0), 0.5)
    steps = np.abs(seen / scale).max(1, keepdims=True).astype(np.float64) / 127
    rounded = np.rint(seen / scale / steps) * steps * scale
    expected = np.square((rounded - seen) @ weights.T.astype(np.float64)).sum() / len(seen)
    found = activation_error(weights, scale, seen, Activations.TOKEN)
    assert found == pytest.approx(expected, rel=1e-2)
    flat = np.ones(64, np.float32)
    assert found < 0.5 * activation_error(weights, flat, seen, Activations.TOKEN)
    assert activation_error(weights, flat, seen, Activations.EXACT) == 0
