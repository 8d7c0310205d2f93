"""Qwen3.5's mixture, and that of 3.6, which is the same class: layout, numbers, limits."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers import checkpoints
from uitars_quant.cli import main
from uitars_quant.job import run
from uitars_quant.numerics.grid import FloatType, quantize
from uitars_quant.numerics.search import full_range
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Method, Recipe, Storage
from uitars_quant.sources import Source, open_source
from uitars_quant.verification import verify

RECIPE = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
PART_AHEAD = "mtp.layers.0.mlp.experts.gate_up_proj"


@pytest.fixture(scope="module")
def model() -> Any:
    return checkpoints.build("qwen3_5_moe")


@pytest.fixture(scope="module")
def folder(model: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkpoints.save(model, tmp_path_factory.mktemp("qwen3_5") / "moe")


def test_all_tensors_are_found_under_their_names(model: Any, folder: Path) -> None:
    source, state = open_source(folder), model.state_dict()
    found = dict(source.tensors)
    for name, value in state.items():
        stem, _, last = name.rpartition(".")
        if last == "gate_up_proj":
            for expert, whole in enumerate(value.numpy()):
                gate = found.pop(f"{stem}.{expert}.gate_proj.weight").read()
                up = found.pop(f"{stem}.{expert}.up_proj.weight").read()
                np.testing.assert_array_equal(np.concatenate([gate, up]), whole)
        elif last == "down_proj":
            for expert, whole in enumerate(value.numpy()):
                down = found.pop(f"{stem}.{expert}.down_proj.weight").read()
                np.testing.assert_array_equal(down, whole)
        else:
            np.testing.assert_array_equal(found.pop(name).read(), value.numpy())
    assert not found


def kept(source: Source, part: str) -> Storage:
    names = [name for name in source.tensors if name.endswith(part)]
    assert names, part
    (storage,) = {RECIPE.storage(source.tensors[name]) for name in names}
    return storage


def test_what_gets_four_bits(folder: Path) -> None:
    source = open_source(folder)
    for part in (
        "linear_attn.in_proj_qkv.weight",
        "linear_attn.in_proj_z.weight",
        "linear_attn.out_proj.weight",
        "self_attn.q_proj.weight",
        "mlp.experts.3.down_proj.weight",
        "mlp.shared_expert.up_proj.weight",
    ):
        assert kept(source, part) is Storage.FOUR_BITS, part
    for part in (
        "linear_attn.in_proj_a.weight",
        "linear_attn.in_proj_b.weight",
        "linear_attn.conv1d.weight",
        "linear_attn.A_log",
        "linear_attn.dt_bias",
        "mlp.gate.weight",
        "mlp.shared_expert_gate.weight",
        "visual.blocks.0.attn.qkv.weight",
    ):
        assert kept(source, part) is Storage.PLAIN, part


def test_the_packed_numbers_are_ours(folder: Path, tmp_path: Path) -> None:
    from compressed_tensors.compressors.pack_quantized.helpers import unpack_from_int32
    from safetensors.torch import load_file

    source, out = open_source(folder), tmp_path / "out"
    run(source, out, RECIPE, Silent())
    verify(open_source(out, quantized=True), source)
    stored = load_file(out / "model.safetensors")
    packed = [name.removesuffix("_packed") for name in stored if name.endswith("weight_packed")]
    assert len(packed) == 3 + 4 + 2 * (3 * 4 + 3)
    for name in packed:
        values = source.tensors[name].read()
        expected = quantize(values, full_range(values, 32, FloatType.FLOAT16)).codes
        shape = stored[f"{name}_shape"].tolist()
        found = unpack_from_int32(stored[f"{name}_packed"], 4, shape)
        np.testing.assert_array_equal(found, expected)
    told = json.loads((out / "config.json").read_text())["quantization_config"]["ignore"]
    layer = "model.language_model.layers.0"
    assert {f"{layer}.linear_attn.in_proj_a", f"{layer}.mlp.shared_expert_gate"} <= set(told)


def test_the_part_that_guesses_ahead_stays(folder: Path, tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    index = tmp_path / "model.safetensors.index.json"
    told = json.loads(index.read_text())
    told["weight_map"][PART_AHEAD] = "mtp.safetensors"
    index.write_text(json.dumps(told))
    save_file({PART_AHEAD: np.ones((4, 192, 128), np.float32)}, tmp_path / "mtp.safetensors")
    source = open_source(tmp_path)
    assert RECIPE.storage(source.tensors[PART_AHEAD]) is Storage.PLAIN


def test_what_it_cannot_do_is_one_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text(checkpoints.TEXT)
    given = [str(folder), "-o", str(tmp_path / "out")]
    assert main([*given, "--calibration", str(tmp_path)]) == 2
    assert "linear attention" in capsys.readouterr().err
    assert main([str(folder), "-o", str(tmp_path / "out.gguf")]) == 2
    assert "compressed-tensors" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text.txt"]
