"""The decoder's forward says what transformers says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from helpers.checkpoints import tokens
from helpers.decoding import logits
from uitars_quant.calibration.evaluation import divergence
from uitars_quant.calibration.forward import positions
from uitars_quant.numerics.activations import Activations
from uitars_quant.sources import open_source

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")


@pytest.mark.parametrize("family", FAMILIES)
def test_logits_are_those_of_transformers(
    family: str, models: dict[str, Any], folders: dict[str, Path]
) -> None:
    words = tokens()
    with torch.no_grad():
        expected = models[family](input_ids=words).logits
    found = logits(open_source(folders[family]), words, positions(words.shape[1]))
    np.testing.assert_allclose(found, expected, atol=2e-3, rtol=1e-3)


@pytest.mark.parametrize("family", ["qwen3_vl", "qwen2_5_vl"])
def test_places_in_three_directions_turn_like_transformers(
    family: str, models: dict[str, Any], folders: dict[str, Path]
) -> None:
    words = tokens(1)
    places = torch.stack([torch.arange(24), torch.arange(24) // 4, torch.arange(24) % 5])
    with torch.no_grad():
        expected = models[family](input_ids=words, position_ids=places[:, None]).logits
    source = open_source(folders[family])
    np.testing.assert_allclose(logits(source, words, places), expected, atol=2e-3, rtol=1e-3)
    flat = logits(source, words, positions(24))
    assert float((flat - expected).abs().max()) > 0.05


def test_a_source_does_not_diverge_from_itself(folders: dict[str, Path]) -> None:
    source = open_source(folders["llama"])
    same = divergence(source, source, tokens(), Activations.EXACT)
    assert same.kl == pytest.approx(0, abs=1e-6)
    assert same.agreement == 1
    rounded = divergence(source, source, tokens(), Activations.TOKEN)
    finer = divergence(source, source, tokens(), Activations.BLOCK_32)
    assert rounded.kl > finer.kl > 0


def test_a_surprise_out_of_all_proportion_is_a_number(folders: dict[str, Path]) -> None:
    source = open_source(folders["llama"])
    norm = source.tensors["model.norm.weight"]
    large = replace(norm, rows=lambda a, b: norm.rows(a, b) * np.float32(1e6))
    odd = replace(source, tensors={**source.tensors, norm.name: large})
    assert 1e300 < divergence(odd, odd, tokens(), Activations.EXACT).perplexity < float("inf")


def test_words_go_out_by_their_table_where_no_other_is_stored(folders: dict[str, Path]) -> None:
    told = open_source(folders["llama"])
    config = {key: value for key, value in told.config.items() if key != "tie_word_embeddings"}
    untold = replace(told, config=config)
    assert divergence(untold, told, tokens(), Activations.EXACT).kl == pytest.approx(0, abs=1e-6)
