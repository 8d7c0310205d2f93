"""What is written is read back by each format's own package, integer by integer."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_quant.errors import VerificationError
from uitars_quant.job import run
from uitars_quant.numerics.grid import FloatType, quantize
from uitars_quant.numerics.search import full_range
from uitars_quant.plan import make_plan
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Hardware, Method, Recipe, Storage
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.gguf_file import rope_rows
from uitars_quant.verification import verify

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")
Array = NDArray[Any]


def quantized(source: Source, out: Path, form: Format, **more: Any) -> Source:
    run(source, out, Recipe(form, Method.RTN, **more), Silent())
    return open_source(out, quantized=True)


def codes(source: Source, name: str, kept: FloatType) -> Array:
    """The integers that rounding to nearest gives, computed from the source again."""
    values = source.tensors[name].read()
    return quantize(values, full_range(values, 32, kept)).codes


@pytest.mark.parametrize("family", FAMILIES)
def test_compressed_tensors_unpacks_our_integers(
    family: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    from compressed_tensors.compressors.pack_quantized.helpers import unpack_from_int32
    from safetensors.torch import load_file

    source = open_source(folders[family])
    quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    stored = load_file(tmp_path / "out" / "model.safetensors")
    names = [name for name in stored if name.endswith(".weight_packed")]
    assert len(names) == {"qwen3_vl_moe": 2 * (4 + 12)}.get(family, 2 * 7)
    for name in names:
        stem = name.removesuffix("_packed")
        shape = stored[f"{stem}_shape"]
        found = unpack_from_int32(stored[name], 4, shape.tolist())
        np.testing.assert_array_equal(found, codes(source, stem, FloatType.FLOAT16))
    plain = set(stored) - {n for n in stored if ".weight_" in n}
    assert plain == {n for n in source.tensors if f"{n}_packed" not in stored}
    for name in plain:
        np.testing.assert_array_equal(stored[name], source.tensors[name].read())


@pytest.mark.parametrize("family", FAMILIES)
def test_gguf_reads_our_integers(family: str, folders: dict[str, Path], tmp_path: Path) -> None:
    from gguf import GGUFReader, quants

    source = open_source(folders[family])
    quantized(source, tmp_path / "out.gguf", Format.GGUF)
    stored = {t.name: t for t in GGUFReader(tmp_path / "out.gguf").tensors}
    query = stored["blk.1.attn_q.weight"]
    found = quants.dequantize(query.data, query.tensor_type)
    root = next(n for n in source.tensors if n.endswith("layers.1.self_attn.q_proj.weight"))
    values = source.tensors[root].read()
    expected = quantize(values, full_range(values, 32, FloatType.FLOAT16)).meant()
    expected = rope_rows(expected, 4) if family == "llama" else expected
    np.testing.assert_array_equal(found, expected)
    if family == "qwen3_vl_moe":
        down = stored["blk.0.ffn_down_exps.weight"]
        assert down.shape.tolist() == [96, 128, 4]
        name = "model.language_model.layers.0.mlp.experts.3.down_proj.weight"
        third = source.tensors[name].read()
        expected = quantize(third, full_range(third, 32, FloatType.FLOAT16)).meant()
        np.testing.assert_array_equal(quants.dequantize(down.data, down.tensor_type)[3], expected)
        assert stored["blk.0.ffn_gate_inp.weight"].tensor_type.name == "F32"


@pytest.mark.parametrize("form", [Format.COMPRESSED_TENSORS, Format.GGUF])
@pytest.mark.parametrize("family", FAMILIES)
def test_results_verify_against_their_source(
    family: str, form: Format, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders[family])
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")
    result = quantized(source, out, form)
    compared = verify(result, source)
    four = [one for one in compared if one.stored in {"INT4", "Q4_0"}]
    assert 0.01 < max(one.error for one in four) < 0.12


@pytest.mark.parametrize("form", [Format.COMPRESSED_TENSORS, Format.GGUF])
def test_a_plan_is_what_is_written(form: Format, folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["qwen3_vl_moe"])
    recipe = Recipe(form, Method.RTN)
    plan = make_plan(source, recipe)
    assert plan.counts[Storage.FOUR_BITS] == 2 * (4 + 12)
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")
    files = run(source, out, recipe, Silent()).files
    head = 40_000  # names, keys and words stand before the tensors
    assert plan.bytes < files[0].stat().st_size < plan.bytes + head


def test_verification_sees_wrong_numbers(folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["llama"])
    quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    file = tmp_path / "out" / "model.safetensors"
    data = bytearray(file.read_bytes())
    place = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    begin, end = place["model.layers.1.mlp.up_proj.weight_packed"]["data_offsets"]
    head = 8 + int.from_bytes(data[:8], "little")
    data[head + begin : head + end] = bytes(np.random.default_rng(0).bytes(end - begin))
    file.write_bytes(data)
    with pytest.raises(VerificationError, match=r"layers\.1\.mlp\.up_proj"):
        verify(open_source(tmp_path / "out", quantized=True), source)


@pytest.mark.parametrize("hardware", list(Hardware))
def test_a_stamp_is_what_compressed_tensors_reads(
    hardware: Hardware, folders: dict[str, Path], tmp_path: Path
) -> None:
    from compressed_tensors.quantization import QuantizationConfig

    group = 128 if hardware is Hardware.HOPPER else 32
    source = open_source(folders["qwen3_vl_moe"])
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, group, hardware)
    run(source, tmp_path / "out", recipe, Silent())
    stamped = json.loads((tmp_path / "out" / "config.json").read_text())["quantization_config"]
    read = QuantizationConfig.model_validate(stamped)
    scheme = read.config_groups["group_0"]
    assert (scheme.weights.num_bits, scheme.weights.group_size) == (4, group)
    activations = scheme.input_activations
    match hardware:
        case Hardware.GPU | Hardware.CPU:
            assert activations is None
        case Hardware.HOPPER:
            assert (activations.num_bits, activations.type) == (8, "float")
        case _:
            assert (activations.num_bits, activations.type, activations.dynamic) == (8, "int", True)
    assert stamped["format"] == ("int-quantized" if hardware is Hardware.ARM else "pack-quantized")
    assert any(name.endswith("0.mlp.gate") for name in stamped["ignore"])
    assert any("visual" in name for name in stamped["ignore"])


def test_patterns_keep_eight_bits(folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["llama"])
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, eight_bits=("*down_proj*",))
    run(source, tmp_path / "out", recipe, Silent())
    result = open_source(tmp_path / "out", quantized=True)
    errors = {one.name: one.error for one in verify(result, source)}
    finer = [error for name, error in errors.items() if "down_proj" in name]
    assert max(finer) < 0.01 < min(e for n, e in errors.items() if "up_proj" in n)
    name = "model.layers.0.mlp.down_proj.weight"
    assert recipe.storage(source.tensors[name]) is Storage.EIGHT_BITS


def test_the_embedded_model_keeps_its_meaning(tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from uitars_train.policy.export import export
    from uitars_train.policy.model import Decoder, Shape

    torch.manual_seed(1)
    model = Decoder(Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=64)).eval()
    export(model, tmp_path / "floats", "fp32")
    source = open_source(tmp_path / "floats")
    run(source, tmp_path / "out", Recipe(Format.ONNX, Method.MSE), Silent())
    sessions = [
        onnxruntime.InferenceSession(tmp_path / name / "decoder.onnx") for name in ("floats", "out")
    ]
    rng, feeds = np.random.default_rng(0), {}
    for given in sessions[0].get_inputs():
        shape = [{"N": 5, "P": 0, "S": 5}.get(size, size) for size in given.shape]
        numbers = rng.standard_normal(shape).astype(np.float32)
        feeds[given.name] = numbers if "float" in given.type else rng.integers(0, 3, shape)
    exact, found = (session.run(["state"], feeds)[0] for session in sessions)
    distance = np.linalg.norm(found - exact) / np.linalg.norm(exact)
    assert 0.01 < distance < 0.35
    sizes = [(tmp_path / name / "decoder.onnx").stat().st_size for name in ("floats", "out")]
    assert sizes[1] < 0.3 * sizes[0]
    from onnx import load

    graph = load(tmp_path / "out" / "decoder.onnx").graph
    operators = [node.op_type for node in graph.node]
    assert operators.count("QMoE") == 2
    levels = {a.i for node in graph.node for a in node.attribute if a.name == "accuracy_level"}
    assert levels == {4}
