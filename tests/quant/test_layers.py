"""Quantizing with data: scales that move between layers leave the network as it is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from helpers.checkpoints import TEXT, tokens
from helpers.decoding import logits
from uitars_quant.calibration.examples import embedded
from uitars_quant.calibration.facts import facts
from uitars_quant.calibration.forward import layer_forward, positions
from uitars_quant.calibration.layers import with_data
from uitars_quant.calibration.recorded import text_of
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.calibration.words import sequences
from uitars_quant.errors import SourceError
from uitars_quant.job import run
from uitars_quant.numerics.grid import Floats, Quantized
from uitars_quant.pipeline import TensorResult
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.tensors import Tensor
from uitars_quant.verification import verify

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")


class Kept:
    """A target that keeps what it is given."""

    def __init__(self) -> None:
        self.values: dict[str, Floats] = {}

    def is_done(self, tensor: Tensor) -> bool:
        return False

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        meant = value.meant() if isinstance(value, Quantized) else value
        before = self.values.get(tensor.name)
        assert row == (0 if before is None else len(before))
        self.values[tensor.name] = meant if before is None else np.concatenate([before, meant])

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        assert self.values[tensor.name].shape == tensor.shape

    def earlier(self) -> list[TensorResult]:
        return []

    def publish(self) -> list[Path]:
        return []

    def close(self) -> None:
        pass

    def source(self, like: Source) -> Source:
        """What was kept, as a source."""
        tensors = {
            name: replace(tensor, rows=lambda a, b, name=name: self.values[name][a:b])
            for name, tensor in like.tensors.items()
        }
        return replace(like, tensors=tensors)


@pytest.mark.parametrize(
    ("family", "method"),
    [*((family, Method.AWQ) for family in FAMILIES), ("qwen3_vl_moe", Method.SMOOTHQUANT)],
)
def test_scales_that_move_change_nothing(
    family: str, method: Method, folders: dict[str, Path]
) -> None:
    source, kept = open_source(folders[family]), Kept()
    # Every matrix stays in floats here, so what is left is the moving alone.
    recipe = Recipe(Format.GGUF, method, file_type=FileType.F16)
    with_data(source, recipe, kept, Silent(), tokens(8, 32))
    assert set(kept.values) == set(source.tensors)
    moved = [
        name
        for name, tensor in source.tensors.items()
        if not np.allclose(kept.values[name], tensor.read())
    ]
    assert any("up_proj" in name for name in moved)
    assert any("input_layernorm" in name for name in moved)
    words, places = tokens(2, 20), positions(20)
    np.testing.assert_allclose(
        logits(kept.source(source), words, places),
        logits(source, words, places),
        atol=3e-2,
        rtol=1e-2,
    )


@pytest.mark.parametrize("family", ["qwen3_vl_moe", "llama"])
def test_methods_with_data_are_nearer_to_the_source(
    family: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    source, seen = open_source(folders[family]), tokens(16, 48)
    words, places = tokens(20, 48)[16:], positions(48)
    exact = logits(source, words, places)
    found = {}
    for method in (Method.RTN, Method.AWQ, Method.AWQ_GPTQ):
        out = tmp_path / f"{method.name}.gguf"
        run(source, out, Recipe(Format.GGUF, method), Silent(), tokens=seen)
        result = open_source(out, quantized=True)
        verify(result, source)
        found[method] = float((logits(result, words, places) - exact).norm())
    assert found[Method.AWQ_GPTQ] < found[Method.AWQ] < found[Method.RTN]


def test_what_layers_see_minds_the_biases_of_a_gated_network(folders: dict[str, Path]) -> None:
    source, words = open_source(folders["llama"]), tokens(2, 32)
    biases = {f"model.layers.0.mlp.{part}_proj.bias": rows
              for part, rows in (("gate", 256), ("up", 256), ("down", 128))}  # fmt: skip
    more = {
        name: Tensor(name, (rows,), "F32", lambda a, b: np.linspace(-3, 3, b - a, dtype="f4"))
        for name, rows in biases.items()
    }
    biased = replace(source, tensors={**source.tensors, **more})
    decoder, shape, places = Decoder(biased), facts(biased.config), positions(32)
    first = layer_forward(shape, StoredLayer(decoder.layer(0)), embedded(decoder, words), places)
    weight = torch.from_numpy(source.tensors["model.layers.1.input_layernorm.weight"].read())
    seen = torch.nn.functional.rms_norm(first, (128,), weight, shape.epsilon)
    done = with_data(biased, Recipe(Format.GGUF, Method.AWQ), Kept(), Silent(), words)
    found = {one.name: one.largest for one in done}["model.layers.1.self_attn.q_proj.weight"]
    assert found == pytest.approx(float(seen.abs().max()), rel=1e-4)


def test_smoothquant_halves_the_peaks_that_matrices_see(folders: dict[str, Path]) -> None:
    source, kept = open_source(folders["llama"]), Kept()
    name = "model.layers.0.input_layernorm.weight"
    # One input of the first layer is large everywhere, as in trained networks.
    loud = source.tensors[name].read().copy()
    loud[3] = 100
    tensors = {**source.tensors, name: replace(source.tensors[name], rows=lambda a, b: loud[a:b])}
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.SMOOTHQUANT, eight_bits=("*",))
    with_data(replace(source, tensors=tensors), recipe, kept, Silent(), tokens(8, 32))
    before, after = (np.abs(norm).max() / np.abs(norm).mean() for norm in (loud, kept.values[name]))
    assert after < 0.5 * before


def test_a_stopped_run_with_data_goes_on(
    folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    class StopsAfterALayer(Silent):
        def advance(self, values: int, what: str) -> None:
            if what == "layer 0":
                raise KeyboardInterrupt

    source, recipe = open_source(folders["qwen3_vl_moe"]), Recipe(Format.GGUF, Method.AWQ)
    whole, out = tmp_path / "whole.gguf", tmp_path / "out.gguf"
    at_once = run(source, whole, recipe, Silent(), tokens=tokens())
    with pytest.raises(KeyboardInterrupt):
        run(source, out, recipe, StopsAfterALayer(), tokens=tokens())
    worked_on.clear()
    resumed = run(source, out, recipe, Silent(), tokens=tokens(), resume=True)
    assert {name.split("layers.")[1][0] for name in worked_on} == {"1"}
    assert resumed.results == at_once.results
    assert out.read_bytes() == whole.read_bytes()


def test_a_stopped_run_does_not_go_on_with_other_data(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    class Stops(Silent):
        def advance(self, values: int, what: str) -> None:
            if what == "layer 1":
                raise KeyboardInterrupt

    source, recipe = open_source(folders["llama"]), Recipe(Format.GGUF, Method.AWQ)
    other, out = tokens(2, 16), tmp_path / "out.gguf"
    with pytest.raises(KeyboardInterrupt):
        run(source, out, recipe, Stops(), tokens=tokens(8, 32))
    run(source, out, recipe, Silent(), tokens=other, resume=True)
    run(source, tmp_path / "whole.gguf", recipe, Silent(), tokens=other)
    assert out.read_bytes() == (tmp_path / "whole.gguf").read_bytes()


def test_text_becomes_tokens(folders: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "tasks.txt").write_text(TEXT)
    source = open_source(folders["llama"])
    found = sequences(source, text_of(tmp_path), 16, 4)
    assert found.shape == (4, 16)
    assert found.dtype == torch.int64
    with pytest.raises(SourceError, match="at least 4096"):
        sequences(source, "short", 4096, 1)
    (tmp_path / "tasks.txt").unlink()
    with pytest.raises(SourceError, match="no recorded run"):
        text_of(tmp_path)
