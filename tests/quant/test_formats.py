"""What is written is read back by each format's own package, integer by integer."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers import small_checkpoints as small
from helpers.checkpoints import tokens
from helpers.decoding import logits
from uitars_quant.calibration.forward import positions
from uitars_quant.cli import main
from uitars_quant.errors import SourceError, VerificationError
from uitars_quant.job import record_path, run
from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.grid import FloatType, quantize, steps
from uitars_quant.numerics.search import full_range, least_error
from uitars_quant.plan import make_plan
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Hardware, Method, Recipe, Storage
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.gguf_file import rope_rows
from uitars_quant.sources.tensors import Role
from uitars_quant.verification import verify

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")
Array = NDArray[Any]


def quantized(source: Source, out: Path, form: Format, **more: Any) -> Source:
    run(source, out, Recipe(form, Method.RTN, **more), Silent())
    return open_source(out, quantized=True)


def relative(meant: Array, values: Array) -> float:
    return float(np.linalg.norm(meant - values) / np.linalg.norm(values))


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


def test_codes_in_whole_bytes_are_read_as_packed_ones(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source, packed = open_source(folders["qwen3_vl_moe"]), tmp_path / "packed"
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
    for out, hardware in ((packed, Hardware.ANY), (tmp_path / "bytes", Hardware.ARM)):
        run(source, out, replace(recipe, hardware=hardware), Silent())
    assert main(["verify", str(out), "--against", str(source.path)]) == 0
    expected, found = (open_source(one, quantized=True).tensors for one in (packed, out))
    assert set(found) == set(source.tensors)
    for name, tensor in found.items():
        np.testing.assert_array_equal(tensor.read(), expected[name].read())


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


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        (
            "model.layers.1.mlp.up_proj.weight",
            lambda rows: np.random.default_rng(0).random(rows.shape),
        ),
        ("model.layers.0.self_attn.k_proj.weight", lambda rows: rows * ([[1], [3]] * 64)),
        ("model.layers.0.mlp.gate_proj.weight", lambda rows: rows * ([1, 3] * 64)),
        ("model.layers.0.input_layernorm.weight", lambda row: -row),
        ("model.norm.weight", lambda row: row[::-1]),
    ],
)
def test_verification_sees_wrong_numbers(
    name: str, spoil: Callable[[Any], Any], folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    tensor = result.tensors[name]
    wrong = np.asarray(spoil(tensor.read()), np.float32)
    tensors = {**result.tensors, name: replace(tensor, rows=lambda a, b: wrong[a:b])}
    with pytest.raises(VerificationError, match=re.escape(name[:14])):
        verify(replace(result, tensors=tensors), source)


def multiplied(source: Source, name: str, factors: Array) -> Source:
    """The same checkpoint, but for a tensor."""
    tensor = source.tensors[name]
    values = np.asarray(tensor.read() * factors, np.float32)
    one = replace(tensor, rows=lambda start, stop: values[start:stop])
    return replace(source, tensors={**source.tensors, name: one})


def test_verification_sees_rows_that_no_column_makes_up_for(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    """Methods that scale inputs divide rows, but what reads these is multiplied by the same."""
    source = open_source(folders["llama"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    generator = np.random.default_rng(0)
    for part, last in (("mlp.up_proj", "down"), ("self_attn.v_proj", "o")):
        name = f"model.layers.1.{part}.weight"
        for factors, wrong in (((0.01, 7, 50), f"{last}_proj"), ((1, -3), part)):
            rows = generator.choice(factors, (source.tensors[name].shape[0], 1))
            with pytest.raises(VerificationError, match=rf"\.1\..*{wrong}\.weight differs"):
                verify(multiplied(result, name, rows), source)


def test_factors_that_moved_from_rows_to_columns_change_nothing(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    up, down, value, out = (
        f"model.layers.0.{part}_proj.weight"
        for part in ("mlp.up", "mlp.down", "self_attn.v", "self_attn.o")
    )
    inner, rows = np.geomspace(0.1, 10, 256), np.geomspace(0.1, 10, 128)
    shared = np.repeat(rows.reshape(2, 64), 2, axis=0).reshape(-1)  # Two heads have one key.
    alive = np.arange(256) != 5
    inner[~alive] = 1000  # What a row of zeros makes may be multiplied by anything.
    source = multiplied(source, up, alive[:, None])
    for name, factors in (
        (up, alive[:, None] / inner[:, None]),
        (down, inner),
        (value, 1 / rows[:, None]),
        (out, shared),
    ):
        result = multiplied(result, name, factors)
    verify(result, source)
    with pytest.raises(VerificationError, match="differs from its source"):
        verify(result, source, moved=False)


def test_verification_sees_biases_that_lost_other_factors_than_their_rows(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["qwen2_5_vl"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    value = next(one for one in source.tensors if one.endswith(".0.self_attn.v_proj.weight"))
    bias, rows = value.replace("weight", "bias"), np.geomspace(0.1, 10, 64)
    shared = np.concatenate([rows, rows])  # Two heads have one key.
    with pytest.raises(VerificationError, match=r"v_proj\.bias differs"):
        verify(multiplied(result, bias, np.asarray(100)), source)
    for name, factors in (
        (value, 1 / rows[:, None]),
        (bias, 1 / rows),
        (value.replace(".v_", ".o_"), shared),
    ):
        result = multiplied(result, name, factors)
    verify(result, source)


def test_factors_are_looked_for_where_the_record_names_a_method_that_moves_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from safetensors.numpy import load_file, save_file

    source, out = small.write_folder(tmp_path / "source"), tmp_path / "out"
    assert main([str(source), "-o", str(out), "--method", "mse"]) == 0
    weights = load_file(out / "model.safetensors")
    weights["model.layers.0.mlp.up_proj.weight_scale"][:32] *= 2
    weights["model.layers.0.mlp.down_proj.weight_scale"][:, 0] /= 2  # Of the first 32 inputs.
    save_file(weights, out / "model.safetensors")
    record, given = record_path(out), ["verify", str(out), "--against", str(source)]
    told = {**json.loads(record.read_text()), "files": {}}
    for method, code in (("mse", 3), ("gptq", 3), ("awq", 0), ("smoothquant", 0)):
        record.write_text(json.dumps({**told, "method": method}))
        assert main(given) == code
    assert "down_proj.weight differs from its source" in capsys.readouterr().err
    record.unlink()
    assert main(given) == 0


def test_verification_names_what_a_part_of_a_config_says_otherwise(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["qwen3_vl"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    text = {**cast("dict[str, object]", source.config["text_config"]), "rms_norm_eps": 0.5}
    told = replace(source, config={**source.config, "text_config": text})
    with pytest.raises(
        VerificationError,
        match=r"^The result says that text_config\.rms_norm_eps is 1e-06, its source 0\.5\.$",
    ):
        verify(result, told)


def test_verification_misses_the_part_that_sees(folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["qwen3_vl"])
    result = quantized(source, tmp_path / "out", Format.COMPRESSED_TENSORS)
    blind = {name: one for name, one in result.tensors.items() if "visual" not in name}
    with pytest.raises(VerificationError, match=r"visual\..* is not in the result"):
        verify(replace(result, tensors=blind), source)


@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
@pytest.mark.parametrize(
    ("name", "value"), [("num_attention_heads", 8), ("rms_norm_eps", 1e-5), ("model_type", "odd")]
)
def test_verification_sees_that_another_network_is_told(
    name: str, value: object, form: Format, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    result = quantized(source, tmp_path / ("out.gguf" if form is Format.GGUF else "out"), form)
    verify(result, source)
    told = {**result.config, name: value}
    with pytest.raises(VerificationError, match=r"The result says that .*, its source"):
        verify(replace(result, config=told), source)


@pytest.mark.parametrize("hardware", list(Hardware))
def test_a_stamp_is_what_compressed_tensors_reads(
    hardware: Hardware, folders: dict[str, Path], tmp_path: Path
) -> None:
    from compressed_tensors.quantization import QuantizationConfig

    mixture = hardware is not Hardware.HOPPER  # Its experts' 96 inputs are no group of 128.
    group = 32 if mixture else 128
    source = open_source(folders["qwen3_vl_moe" if mixture else "qwen3_vl"])
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
    assert any(name.endswith("0.mlp.gate") for name in stamped["ignore"]) is mixture
    assert any("visual" in name for name in stamped["ignore"])


@pytest.mark.parametrize("finer", [(), ("*down_proj*",)])
@pytest.mark.parametrize("family", ["llama", "qwen3_vl", "qwen2_5_vl"])
def test_transformers_reads_what_was_written(
    family: str, finer: tuple[str, ...], folders: dict[str, Path], tmp_path: Path
) -> None:
    import torch
    import transformers

    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, 32, Hardware.GPU, finer)
    run(open_source(folders[family]), tmp_path / "out", recipe, Silent())
    config = transformers.AutoConfig.from_pretrained(tmp_path / "out")
    model = getattr(transformers, config.architectures[0]).from_pretrained(
        tmp_path / "out", dtype=torch.float32
    )
    words = tokens(1, 12)
    with torch.no_grad():
        found = model(input_ids=words).logits
    meant = logits(open_source(tmp_path / "out", quantized=True), words, positions(12))
    torch.testing.assert_close(found, meant, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("hardware", [Hardware.CPU, Hardware.ARM])
def test_eight_bits_are_refused_where_vllm_has_no_kernel_for_them(
    hardware: Hardware, folders: dict[str, Path], tmp_path: Path
) -> None:
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, 32, hardware, ("*down_proj*",))
    with pytest.raises(SourceError, match=f"four bits only on {hardware.value}"):
        run(open_source(folders["llama"]), tmp_path / "out", recipe, Silent())


def test_eight_bits_have_no_activations_in_float8(folders: dict[str, Path], tmp_path: Path) -> None:
    """vLLM has these kernels for four bits only, and refuses the whole checkpoint."""
    hopper = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, 128, Hardware.HOPPER, ("*down_proj*",))
    run(open_source(folders["llama"]), tmp_path / "out", hopper, Silent())
    told = json.loads((tmp_path / "out" / "config.json").read_text())["quantization_config"]
    four, eight = (told["config_groups"][f"group_{n}"]["input_activations"] for n in (0, 1))
    assert (four["type"], eight) == ("float", None)


def test_layers_that_vllm_joins_are_found_by_their_names(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    """It looks for the class of the layer that joins q, k and v before it looks for these."""
    source = open_source(folders["llama"])
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, eight_bits=("*.0.self_attn.*",))
    run(source, tmp_path / "out", recipe, Silent())
    told = json.loads((tmp_path / "out" / "config.json").read_text())["quantization_config"]
    four, eight = (set(told["config_groups"][f"group_{n}"]["targets"]) for n in (0, 1))
    assert eight == {f"model.layers.0.self_attn.{part}_proj" for part in "qkvo"}
    matrices = [name for name, tensor in source.tensors.items() if tensor.role is Role.MATRIX]
    assert four == {name.removesuffix(".weight") for name in matrices} - eight


@pytest.mark.parametrize(
    ("family", "options"),
    [
        ("llama", {"eight_bits": ("*q_proj*",)}),
        ("llama", {"eight_bits": ("*.1.mlp.up_proj*",)}),
        ("qwen3_vl_moe", {"eight_bits": ("*down_proj*",)}),
        ("qwen3_vl_moe", {"group": 64}),
    ],
)
def test_layers_that_vllm_joins_are_of_one_type(
    family: str, options: dict[str, Any], folders: dict[str, Path], tmp_path: Path
) -> None:
    """It refuses a mixture of others, and reads q, k and v by the type of q."""
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, **options)
    with pytest.raises(SourceError, match="vLLM joins"):
        run(open_source(folders[family]), tmp_path / "out", recipe, Silent())


def test_patterns_keep_eight_bits(folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["llama"])
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, eight_bits=("*down_proj*",))
    run(source, tmp_path / "out", recipe, Silent())
    result = open_source(tmp_path / "out", quantized=True)
    errors = {one.name: one.error for one in verify(result, source, moved=False)}
    finer = [error for name, error in errors.items() if "down_proj" in name]
    assert max(finer) < 0.01 < min(e for n, e in errors.items() if "up_proj" in n)
    name = "model.layers.0.mlp.down_proj.weight"
    assert recipe.storage(source.tensors[name]) is Storage.EIGHT_BITS
    every = replace(recipe, eight_bits=("*",))  # No engine reads words in eight bits.
    assert every.storage(source.tensors["model.embed_tokens.weight"]) is Storage.PLAIN


@pytest.mark.parametrize("method", [Method.RTN, Method.AWQ])
@pytest.mark.parametrize(
    ("form", "name"),
    [
        (Format.GGUF, "model.embed_tokens.weight"),
        (Format.GGUF, "model.layers.0.self_attn.q_proj.weight"),
        (Format.COMPRESSED_TENSORS, "model.layers.0.self_attn.q_proj.weight"),
    ],
)
def test_eight_bits_are_the_nearest_and_their_error_is_reported(
    form: Format, name: str, method: Method, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    values = FloatType.BFLOAT16.round(source.tensors[name].read())
    tensor = replace(source.tensors[name], stored="BF16", rows=lambda a, b: values[a:b])
    source = replace(source, tensors={**source.tensors, name: tensor})
    recipe = Recipe(form, method, eight_bits=("*[qkv]_proj*",))
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")
    done = run(source, out, recipe, Silent(), tokens=tokens(2, 32))
    errors = {one.name: (one.storage, one.error) for one in done.results}
    assert errors[name][0] is Storage.EIGHT_BITS
    assert 0.001 < errors[name][1] < 0.007
    if method is Method.RTN:
        meant = open_source(out, quantized=True).tensors[name].read()
        assert errors[name][1] == pytest.approx(relative(meant, values), rel=1e-3)
        step = np.abs(values.reshape(-1, 32)).max(1, keepdims=True) / 127
        assert (np.abs(meant - values).reshape(-1, 32) <= 0.505 * step).all()


@pytest.mark.parametrize("command", ["plan", "quantize"])
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--keep-8bit", "*down_porj*"], "names no matrix"),
        (["--type", "Q4_K_M", "--format", "gguf", "--keep-8bit", "*down_proj*"], "no place"),
        (["--type", "Q4_K_M", "--format", "compressed-tensors"], "a type of GGUF files"),
        (["--format", "compressed-tensors", "--target", "vllm-hopper"], "groups of 128"),
        (["--format", "gguf", "--group-size", "64"], "--group-size 64 has no place in gguf"),
        (["--format", "gguf", "--target", "vllm-gpu"], "--target vllm-gpu has no place in gguf"),
    ],
)
def test_a_plan_is_refused_where_its_run_would_be(
    command: str,
    options: list[str],
    why: str,
    folders: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(folders["llama"]), "-o", str(tmp_path / "out.gguf"), *options]
    assert main(["plan", *given] if command == "plan" else given) == 2
    assert why in capsys.readouterr().err


def test_a_network_of_which_no_matrix_divides_is_refused(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, group=96)
    with pytest.raises(SourceError, match="divides into groups of 96"):
        run(open_source(folders["llama"]), tmp_path / "out", recipe, Silent())
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("expert", [1, 3])
def test_experts_of_one_tensor_are_of_one_type(
    expert: int, folders: dict[str, Path], tmp_path: Path
) -> None:
    source, out = open_source(folders["qwen3_vl_moe"]), tmp_path / "out.gguf"
    recipe = Recipe(Format.GGUF, Method.RTN, eight_bits=(f"*experts.{expert}.down_proj*",))
    with pytest.raises(SourceError, match="one tensor of one type"):
        run(source, out, recipe, Silent())
    whole = replace(recipe, eight_bits=("*down_proj*",))
    run(source, out, whole, Silent())
    verify(open_source(out), source)


def exported(folder: Path, inner: int = 64) -> Path:
    """The embedded model's network with random weights, in 32 bits."""
    import torch

    from uitars_train.network.export import export
    from uitars_train.network.model import Decoder, Shape

    torch.manual_seed(1)
    model = Decoder(Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=inner)).eval()
    export(model, folder, "fp32")
    return folder


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The embedded model's network with random weights, in 32 bits and as it was written."""
    folder = tmp_path_factory.mktemp("embedded")
    source = open_source(exported(folder / "floats"))
    run(source, folder / "out", Recipe(Format.ONNX, Method.MSE), Silent())
    return folder / "floats", folder / "out"


def test_onnxruntime_computes_with_our_integers(embedded: tuple[Path, Path]) -> None:
    """One operator at a time, against 64 bits: the codes, and eight-bit blocks of activations."""
    import onnx
    import onnxruntime

    source, result = (open_source(path, quantized=True) for path in embedded)
    graph = onnx.load(embedded[1] / "decoder.onnx").graph
    weights = {weight.name: weight for weight in graph.initializer}
    nodes = [node for node in graph.node if node.op_type == "MatMulNBits"]
    assert len(nodes) >= 2 * 2
    for node in nodes:
        own = onnx.helper.make_node(node.op_type, ["x", *node.input[1:]], ["y"], domain=node.domain)
        own.attribute.extend(node.attribute)
        ends = [onnx.helper.make_tensor_value_info(name, 1, None) for name in ("x", "y")]
        single = onnx.helper.make_graph(
            [own], "one", ends[:1], ends[1:], [weights[name] for name in node.input[1:]]
        )
        opsets = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid(node.domain, 1)]
        model = onnx.helper.make_model(single, opset_imports=opsets, ir_version=9)
        session = onnxruntime.InferenceSession(model.SerializeToString())
        name = node.input[1].removesuffix(".codes")
        values = source.tensors[name].read()
        expected = quantize(values, least_error(values, 32, FloatType.FLOAT32))
        (meant,) = session.run(None, {"x": np.eye(values.shape[1], dtype=np.float32)})
        scales = np.repeat(steps(expected.scales), 32, axis=1)
        np.testing.assert_array_equal(np.rint(meant.T / scales), expected.codes)
        np.testing.assert_array_equal(result.tensors[name].read(), expected.meant())
        x = np.random.default_rng(0).standard_normal((7, values.shape[1])).astype(np.float32)
        seen = Activations.BLOCK_32.round(x).astype(np.float64)
        simulated = seen @ expected.meant().T.astype(np.float64)
        (found,) = session.run(None, {"x": x})
        assert np.linalg.norm(found - simulated) < 1e-5 * np.linalg.norm(simulated)
        unrounded = x @ expected.meant().T
        assert np.linalg.norm(found - unrounded) > 1e-3 * np.linalg.norm(simulated)


def test_a_result_for_onnxruntime_is_inspected_and_verified(
    embedded: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = embedded
    assert main(["inspect", str(out)]) == 0
    assert "INT4" in capsys.readouterr().out
    assert main(["verify", str(out), "--against", str(source)]) == 0
    assert "tensors agree" in capsys.readouterr().out
    assert main([str(out), "-o", str(tmp_path / "again")]) == 2
    assert "already quantized" in capsys.readouterr().err
    assert main([str(source), "-o", str(source)]) == 2
    assert "overwrite" in capsys.readouterr().err
    result = open_source(out, quantized=True)
    assert {name for name in result.tensors if ".experts." in name} == {
        name for name in open_source(source).tensors if ".experts." in name
    }


def test_a_mixture_is_in_four_bits_whole_or_not_at_all(tmp_path: Path) -> None:
    source = open_source(exported(tmp_path / "floats", inner=32))
    with pytest.raises(SourceError, match=r"Of the experts .* some do not"):
        run(source, tmp_path / "out", Recipe(Format.ONNX, Method.RTN, group=64), Silent())


@pytest.mark.parametrize("options", [["--calibration"], ["--method", "awq", "--calibration"]])
@pytest.mark.parametrize("command", ["plan", "quantize"])
def test_the_embedded_model_looks_at_no_data(
    command: str,
    options: list[str],
    embedded: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "text.txt").write_text("Press Save.")
    given = [str(embedded[0]), "-o", str(tmp_path / "out"), *options, str(tmp_path)]
    assert main(["plan", *given] if command == "plan" else given) == 2
    assert "The forward of the embedded model is not known here" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["plan", "quantize"])
def test_an_option_of_other_formats_has_no_place_in_onnx(
    command: str, embedded: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in (["--keep-8bit", "*"], ["--target", "vllm-gpu"]):
        given = [str(embedded[0]), "-o", str(tmp_path / "out"), *options]
        assert main(["plan", *given] if command == "plan" else given) == 2
        assert f"{options[0]}" in (said := capsys.readouterr().err)
        assert "has no place in onnx" in said


def test_the_embedded_model_keeps_its_meaning(embedded: tuple[Path, Path]) -> None:
    import onnxruntime

    sessions = [onnxruntime.InferenceSession(path / "decoder.onnx") for path in embedded]
    rng, feeds = np.random.default_rng(0), {}
    for given in sessions[0].get_inputs():
        shape = [{"N": 5, "R": 5, "O": 0, "P": 0, "S": 5}.get(size, size) for size in given.shape]
        numbers = rng.standard_normal(shape).astype(np.float32)
        feeds[given.name] = numbers if "float" in given.type else rng.integers(0, 3, shape)
    exact, found = (session.run(["state"], feeds)[0] for session in sessions)
    distance = np.linalg.norm(found - exact) / np.linalg.norm(exact)
    assert 0.01 < distance < 0.35
    sizes = [(path / "decoder.onnx").stat().st_size for path in embedded]
    assert sizes[1] < 0.3 * sizes[0]
    from onnx import load

    model = load(embedded[1] / "decoder.onnx")
    told = {entry.key: entry.value for entry in model.metadata_props}
    assert "onnx mse" in told["uitars-quantize"]
    graph = model.graph
    operators = [node.op_type for node in graph.node]
    assert operators.count("QMoE") == 2
    levels = {a.i for node in graph.node for a in node.attribute if a.name == "accuracy_level"}
    assert levels == {4}
