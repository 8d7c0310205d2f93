"""Sources are read as they are, and refused in one sentence where they are not."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from helpers.gguf_models import write_language_model
from uitars_quant.errors import SourceError
from uitars_quant.job import check, run
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import Orientation, gptq_format, open_source
from uitars_quant.sources.gguf_file import rope_rows
from uitars_quant.sources.huggingface import open_folder
from uitars_quant.sources.safetensors import slots


def merged(folder: Path) -> dict[str, torch.Tensor]:
    """All tensors of a folder."""
    return {k: v for file in folder.glob("*.safetensors") for k, v in load_file(file).items()}


def folder_of(tensors: dict[str, torch.Tensor], like: Path, out: Path, **config: Any) -> Path:
    """A folder with one shard and the config of another, changed."""
    out.mkdir()
    save_file({k: v.contiguous() for k, v in tensors.items()}, out / "model.safetensors")
    told = json.loads((like / "config.json").read_text()) | config
    (out / "config.json").write_text(json.dumps(told))
    shutil.copy(like / "tokenizer.json", out)
    return out


def copy(folder: Path, out: Path) -> Path:
    return Path(shutil.copytree(folder, out))


def test_tensors_are_those_of_the_library_that_wrote_them(folders: dict[str, Path]) -> None:
    for family in ("llama", "qwen2_5_vl"):
        stored = merged(folders[family])
        source = open_source(folders[family])
        assert set(source.tensors) == set(stored)
        for name, tensor in source.tensors.items():
            np.testing.assert_array_equal(tensor.read(), stored[name])
            pieces = [rows for _, rows in tensor.slices(1000)]
            np.testing.assert_array_equal(np.concatenate(pieces), stored[name])


def test_half_precision_is_read_exactly(folders: dict[str, Path], tmp_path: Path) -> None:
    stored = merged(folders["llama"])
    for index, kind in enumerate((torch.bfloat16, torch.float16)):
        half = {name: value.to(kind) for name, value in stored.items()}
        source = open_source(folder_of(half, folders["llama"], tmp_path / str(index)))
        for name, tensor in source.tensors.items():
            np.testing.assert_array_equal(tensor.read(), half[name].float())


def test_both_orientations_of_experts_are_the_same_experts(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    folder = folders["qwen3_vl_moe"]
    stored = merged(folder)
    turned = {
        name: value.transpose(1, 2) if ".experts." in name else value
        for name, value in stored.items()
    }
    published = open_source(folder_of(turned, folder, tmp_path / "published"))
    written = open_source(folder)
    assert set(published.tensors) == set(written.tensors)
    for name, tensor in written.tensors.items():
        np.testing.assert_array_equal(published.tensors[name].read(), tensor.read())
    fused = stored["model.language_model.layers.1.mlp.experts.gate_up_proj"]
    up = written.tensors["model.language_model.layers.1.mlp.experts.2.up_proj.weight"]
    np.testing.assert_array_equal(up.read(), fused[2, 96:])
    np.testing.assert_array_equal(up.rows(5, 9), fused[2, 101:105])


def test_square_experts_have_to_be_told(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = folders["qwen3_vl_moe"]
    stored = merged(folder)
    for name in list(stored):
        if name.endswith("experts.gate_up_proj"):
            stored[name] = torch.randn(4, 128, 128)
        if name.endswith("experts.down_proj"):
            stored[name] = torch.randn(4, 128, 64)
    square = folder_of(stored, folder, tmp_path / "square")
    told = json.loads((square / "config.json").read_text())
    told["text_config"]["moe_intermediate_size"] = 64
    (square / "config.json").write_text(json.dumps(told))
    with pytest.raises(SourceError, match="orientation"):
        open_source(square)
    name = "model.language_model.layers.0.mlp.experts.1.gate_proj.weight"
    fused = stored["model.language_model.layers.0.mlp.experts.gate_up_proj"]
    last = open_source(square, Orientation.INPUTS_LAST)
    np.testing.assert_array_equal(last.tensors[name].read(), fused[1, :64])
    with pytest.raises(SourceError, match="does not fit"):
        open_source(square, Orientation.INPUTS_FIRST)


# --------------------------------------------------------------------------- other formats


@pytest.mark.parametrize("version", ["gptq", "gptq_v2"])
@pytest.mark.parametrize("bits", [2, 4, 8])
def test_gptq_files_mean_what_their_format_says(
    version: str,
    bits: int,
    folders: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(2)
    outputs, inputs, group = 256, 128, 32
    codes = rng.integers(0, 1 << bits, (inputs, outputs))
    zeros = rng.integers(0, 1 << bits, (inputs // group, outputs))
    scales = rng.random((inputs // group, outputs)).astype(np.float16)
    index = rng.permutation(np.repeat(np.arange(inputs // group), group))
    ones = 0 if version == "gptq_v2" else sum(1 << shift for shift in range(0, 32, bits))

    def words(values: np.ndarray[Any, Any]) -> torch.Tensor:
        """Packs along the first axis, one value at a time."""
        per = 32 // bits
        packed = np.zeros((len(values) // per, values.shape[1]), np.uint64)
        for row, line in enumerate(values):
            packed[row // per] |= line.astype(np.uint64) << np.uint64(bits * (row % per))
        return torch.from_numpy(packed.astype(np.uint32).view(np.int32))

    name = "model.layers.0.mlp.up_proj"
    stored = merged(folders["llama"])
    del stored[f"{name}.weight"]
    stored[f"{name}.qweight"] = words(codes)
    stored[f"{name}.qzeros"] = words(zeros.T).T - torch.tensor(ones).int()
    stored[f"{name}.scales"] = torch.from_numpy(scales)
    stored[f"{name}.g_idx"] = torch.from_numpy(index.astype(np.int32))
    packing = {"quant_method": "gptq", "bits": bits, "group_size": group}
    packing["checkpoint_format"] = version
    source = open_source(
        folder_of(stored, folders["llama"], tmp_path / "gptq", quantization_config=packing)
    )
    expected = (codes - zeros[index]) * scales[index].astype(np.float32)
    np.testing.assert_allclose(source.tensors[f"{name}.weight"].read(), expected.T, rtol=1e-6)
    assert not [one for one in source.tensors if one.endswith(("qweight", "g_idx", "scales"))]
    unpacked: list[int] = []

    def counting(values: np.ndarray[Any, Any], bits: int, axis: int) -> np.ndarray[Any, Any]:
        unpacked.append(values.size * (axis == 0))
        return unpack(values, bits, axis)

    unpack = gptq_format._unpack
    monkeypatch.setattr(gptq_format, "_unpack", counting)
    rows = source.tensors[f"{name}.weight"].rows(5, 9)
    np.testing.assert_allclose(rows, expected.T[5:9], rtol=1e-6)
    assert sum(unpacked) == 4 * inputs * bits // 32  # Not the whole matrix for every slice.


@pytest.mark.parametrize(("indexed", "group"), [(True, 32), (False, 32), (False, 64)])
def test_a_gptq_matrix_that_is_packed_otherwise_is_refused(
    indexed: bool, group: int, folders: dict[str, Path], tmp_path: Path
) -> None:
    """GPTQModel's `dynamic` gives some matrices other bits and groups than the rest."""
    outputs, inputs, bits = 128, 256, 4 if group == 64 else 8
    name = "model.layers.0.mlp.down_proj"
    stored = merged(folders["llama"])
    del stored[f"{name}.weight"]
    stored[f"{name}.qweight"] = torch.ones(inputs * bits // 32, outputs, dtype=torch.int32)
    stored[f"{name}.qzeros"] = torch.ones(inputs // group, outputs * bits // 32, dtype=torch.int32)
    stored[f"{name}.scales"] = torch.ones(inputs // group, outputs, dtype=torch.float16)
    if indexed:
        stored[f"{name}.g_idx"] = torch.arange(inputs, dtype=torch.int32) // group
    packing = {"quant_method": "gptq", "bits": 4, "group_size": 32}
    folder = folder_of(stored, folders["llama"], tmp_path / "gptq", quantization_config=packing)
    with pytest.raises(SourceError, match=r"down_proj is not packed in 4 bits and groups of 32"):
        open_source(folder)


@pytest.mark.parametrize("kind", ["F16", "BF16"])
def test_a_gguf_file_has_the_hub_s_names_and_order(
    kind: str, folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gguf import GGMLQuantizationType, quants

    source = open_source(folders["llama"])
    name = "model.layers.0.self_attn.q_proj.weight"
    values = source.tensors[name].read()
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(source, tmp_path / "whole.gguf", recipe, Silent())
    which = GGMLQuantizationType[kind]
    data = quants.quantize(rope_rows(values, 4), which)
    stored = {"blk.0.attn_q.weight": (data, which)}
    read = open_source(with_more(tmp_path / "whole.gguf", tmp_path / "small.gguf", stored=stored))
    assert set(read.tensors) == set(source.tensors)
    expected = quants.dequantize(quants.quantize(values, which), which)
    np.testing.assert_array_equal(read.tensors[name].read(), expected)
    taken: list[int] = []

    def counting(raw: np.ndarray[Any, Any], how: Any) -> np.ndarray[Any, Any]:
        taken.append(len(raw))
        return dequantize(raw, how)

    dequantize = quants.dequantize
    monkeypatch.setattr(quants, "dequantize", counting)
    np.testing.assert_array_equal(read.tensors[name].rows(60, 70), expected[60:70])
    assert taken == [2 * 64]  # Not the whole matrix for every slice.


def test_a_gguf_file_has_the_biases_of_its_source(folders: dict[str, Path], tmp_path: Path) -> None:
    stored = merged(folders["llama"])
    for layer in range(2):
        for part, rows in (("q", 256), ("k", 128), ("v", 128)):
            name = f"model.layers.{layer}.self_attn.{part}_proj.bias"
            stored[name] = torch.arange(rows, dtype=torch.float32) - layer
    told = folder_of(stored, folders["llama"], tmp_path / "source", attention_bias=True)
    run(open_source(told), tmp_path / "out.gguf", Recipe(Format.GGUF, Method.RTN), Silent())
    read = open_source(tmp_path / "out.gguf")
    assert read.config["attention_bias"] is True
    for name in stored:
        if name.endswith("bias"):
            np.testing.assert_array_equal(read.tensors[name].read(), stored[name].numpy())


def with_more(
    file: Path,
    out: Path,
    *,
    rope: str = "",
    factor: str = "",
    parts: int = 0,
    freqs: bool = False,
    experts: int = 0,
    stored: Mapping[str, tuple[Any, Any]] = {},
) -> Path:
    """A GGUF file with keys and a tensor that it did not have, or had otherwise."""
    from gguf import GGUFReader, GGUFValueType, GGUFWriter

    reader = GGUFReader(file)
    kind = reader.fields["general.architecture"].contents()
    writer = GGUFWriter(out, kind)
    changed = {"general.architecture", *([f"{kind}.expert_count"] if experts else [])}
    if experts:
        writer.add_expert_count(experts)
    for name, field in reader.fields.items():
        if not name.startswith("GGUF.") and name not in changed:
            inner = field.types[1] if field.types[0] is GGUFValueType.ARRAY else None
            writer.add_key_value(name, field.contents(), field.types[0], inner)
    if rope:
        writer.add_string("llama.rope.scaling.type", rope)
    if factor:
        writer.add_float32(f"llama.rope.{factor}", 4.0)
    if parts:
        writer.add_uint16("split.count", parts)
    if freqs:
        writer.add_tensor("rope_freqs.weight", np.full(32, 8, np.float32))
    for tensor in reader.tensors:
        data, which = stored.get(tensor.name, (np.array(tensor.data), tensor.tensor_type))
        writer.add_tensor(tensor.name, data, raw_dtype=which)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return out


def test_nothing_of_a_gguf_file_is_lost_without_a_word(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    whole = tmp_path / "whole.gguf"
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(open_source(folders["llama"]), whole, recipe, Silent())
    odd = tmp_path / "odd.gguf"
    open_source(with_more(whole, odd, rope="none", parts=1))
    with pytest.raises(SourceError, match=r"rope_freqs\.weight .* not known"):
        open_source(with_more(whole, odd, freqs=True))
    with pytest.raises(SourceError, match="kind 'yarn' is not known"):
        open_source(with_more(whole, odd, rope="yarn"))
    for factor in ("scaling.factor", "scale_linear"):  # llama.cpp takes these for linear.
        with pytest.raises(SourceError, match="kind 'linear' is not known"):
            open_source(with_more(whole, odd, factor=factor))
    open_source(with_more(whole, odd, rope="none", factor="scaling.factor"))
    with pytest.raises(SourceError, match="one of 3 parts"):
        open_source(with_more(whole, odd, parts=3))


@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
def test_rotations_that_older_llamas_store_follow_from_the_config(
    form: Format, folders: dict[str, Path], tmp_path: Path
) -> None:
    name = "model.layers.0.self_attn.rotary_emb.inv_freq"
    stored = merged(folders["llama"]) | {name: torch.ones(16)}
    folder = folder_of(stored, folders["llama"], tmp_path / "old")
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")
    run(open_source(folder), out, Recipe(form, Method.RTN), Silent())
    assert name not in open_source(out, quantized=True).tensors


def test_numbers_of_another_type_lose_nothing_without_a_word(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    name = "model.layers.0.self_attn.q_proj.bias"
    stored, values = merged(folders["llama"]), torch.full((256,), 1 / 3, dtype=torch.float64)
    wide = stored | {name: values}
    folder = folder_of(wide, folders["llama"], tmp_path / "wide", attention_bias=True)
    run(
        open_source(folder),
        tmp_path / "out",
        Recipe(Format.COMPRESSED_TENSORS, Method.RTN),
        Silent(),
    )
    kept = open_source(tmp_path / "out", quantized=True).tensors[name].read()
    np.testing.assert_array_equal(kept, values.float())
    whole = stored | {name: torch.ones(128, dtype=torch.int8)}
    folder = folder_of(whole, folders["llama"], tmp_path / "whole")
    with pytest.raises(SourceError, match=r"q_proj\.bias holds whole numbers \(I8\)"):
        open_source(folder)


def test_a_model_that_sees_is_not_made_of_a_file_without_its_eyes(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(open_source(folders["qwen3_vl"]), tmp_path / "whole.gguf", recipe, Silent())
    source = open_source(tmp_path / "whole.gguf")
    with pytest.raises(SourceError, match=r"^whole holds no part that sees"):
        run(source, tmp_path / "out", Recipe(Format.COMPRESSED_TENSORS, Method.RTN), Silent())
    assert not (tmp_path / "out").exists()


def test_pairs_of_rows_turn_as_llama_cpp_turns_them() -> None:
    rows = np.arange(2 * 8)
    # Of a head of 8 rows, the halves 0..3 and 4..7 become the pairs (0,4), (1,5), ...
    assert rope_rows(rows, 2)[:8].tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    assert rope_rows(rope_rows(rows, 2), 2, undo=True).tolist() == rows.tolist()


# --------------------------------------------------------------------------- what is refused


def test_a_shard_that_is_cut_short_names_its_tensor(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    folder = copy(folders["llama"], tmp_path / "cut")
    shard = sorted(folder.glob("*.safetensors"))[0]
    shard.write_bytes(shard.read_bytes()[:-1000])
    with pytest.raises(SourceError, match=r"cut short: the tensor [\w.]+ ends"):
        open_source(folder)
    shard.write_bytes(b"\x10")
    with pytest.raises(SourceError, match="cut short"):
        open_source(folder)
    shard.write_bytes((20).to_bytes(8, "little") + b"{" * 20)
    with pytest.raises(SourceError, match="header"):
        open_source(folder)


def test_a_header_that_lies_is_refused(tmp_path: Path, folders: dict[str, Path]) -> None:
    folder = copy(folders["llama"], tmp_path / "lie")
    shard = sorted(folder.glob("*.safetensors"))[0]
    data = shard.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    name = next(name for name in header if name != "__metadata__")
    header[name]["shape"] = [999, 7]
    text = json.dumps(header).encode()
    shard.write_bytes(len(text).to_bytes(8, "little") + text + data[8 + length :])
    with pytest.raises(SourceError, match=r"has .* bytes"):
        open_source(folder)


def test_an_empty_tensor_is_read_wherever_the_header_names_it(tmp_path: Path) -> None:
    full = {"dtype": "F16", "shape": [2], "data_offsets": [0, 4]}
    empty = {"dtype": "F16", "shape": [0], "data_offsets": [0, 0]}
    for number, head in enumerate(({"b": full, "a": empty}, {"a": empty, "b": full})):
        text, file = json.dumps(head).encode(), tmp_path / f"{number}.safetensors"
        file.write_bytes(len(text).to_bytes(8, "little") + text + b"\0\0\0\x3c")
        found = slots(file)
        assert found["a"].floats().size == 0
        np.testing.assert_array_equal(found["b"].floats(), [0, 1])


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("family", ["llama", "qwen3_vl_moe"])
def test_weights_of_other_layers_than_the_config_s_are_refused(
    family: str, layers: int, folders: dict[str, Path], tmp_path: Path
) -> None:
    folder = copy(folders[family], tmp_path / "other")
    told = json.loads((folder / "config.json").read_text())
    told.get("text_config", told)["num_hidden_layers"] = layers
    (folder / "config.json").write_text(json.dumps(told))
    with pytest.raises(SourceError, match=f"speaks of {layers} layers"):
        open_source(folder)


@pytest.mark.parametrize(
    ("family", "said"),
    [
        ("llama", r"by config\.json it would"),
        ("qwen3_vl_moe", r"speaks of experts from \d+"),
    ],
)
def test_weights_of_another_width_than_the_config_s_are_named(
    family: str, said: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    folder = copy(folders[family], tmp_path / "other")
    config = folder / "config.json"
    told = json.loads(config.read_text())
    text = told.get("text_config", told)
    text["hidden_size"] //= 2
    config.write_text(json.dumps(told))
    with pytest.raises(SourceError, match=said):
        open_source(folder)
    del text["hidden_size"]
    config.write_text(json.dumps(told))
    with pytest.raises(SourceError, match="does not say hidden_size"):
        open_source(folder)


def changed(stored: dict[str, torch.Tensor], part: str, value: Any) -> dict[str, torch.Tensor]:
    """Weights with another tensor, or without one."""
    name = next((name for name in stored if name.endswith(part)), part)
    return {k: v for k, v in (stored | {name: value}).items() if v is not None}


@pytest.mark.parametrize(
    ("family", "part", "value", "said"),
    [
        ("llama", "layers.1.self_attn.q_proj.weight", None, r"Layer 1 has no tensor self_attn\.q"),
        ("llama", "model.norm.weight", None, r"no tensor norm\.weight"),
        ("llama", "model.embed_tokens.weight", None, r"no tensor embed_tokens\.weight"),
        ("llama", "layers.0.mlp.up_proj.weight", torch.zeros(0, 128), "is 0 x 128"),
        ("llama", "layers.0.self_attn.k_proj.weight", torch.zeros(96, 128), "would be 128 x 128"),
        ("llama", "layers.0.mlp.gate_proj.weight", torch.zeros(255, 128), "would be 256 x 128"),
        ("llama", "model.norm.weight", torch.tensor(1.0), "is one number"),
        ("qwen2_5_vl", "layers.0.self_attn.v_proj.bias", torch.tensor(1.0), "is one number"),
        ("qwen3_vl", "layers.0.self_attn.q_norm.weight", None, r"no tensor self_attn\.q_norm"),
        (
            "qwen2_5_vl",
            "layers.0.self_attn.k_proj.bias",
            None,
            r"no tensor self_attn\.k_proj",
        ),
        ("qwen3_vl_moe", "layers.0.mlp.experts.down_proj", torch.zeros(3, 128, 96), r"experts\.3"),
        ("qwen3_vl_moe", "layers.1.mlp.gate.weight", None, r"no tensor mlp\.gate_proj"),
    ],
)
def test_a_decoder_that_is_not_whole_is_refused(
    family: str, part: str, value: Any, said: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    stored = changed(merged(folders[family]), part, value)
    with pytest.raises(SourceError, match=said):
        open_source(folder_of(stored, folders[family], tmp_path / "odd"), Orientation.INPUTS_LAST)


@pytest.mark.parametrize(
    ("family", "told", "said"),
    [
        ("qwen3_vl", {"model_type": "llama"}, r"q_norm\.weight is of another family than llama"),
        ("qwen2_5_vl", {"model_type": "llama"}, r"q_proj\.bias is of another family than llama"),
        ("llama", {"model_type": "qwen3"}, r"no tensor self_attn\.q_norm\.weight, which a qwen3"),
        ("llama", {"model_type": "qwen2"}, r"no tensor self_attn\.q_proj\.bias, which a qwen2"),
        ("qwen3_vl", {"model_type": "qwen3_moe"}, "No layer has experts, which a qwen3_moe has"),
        ("llama", {"tie_word_embeddings": False}, r"no tensor lm_head\.weight"),
        ("qwen3_vl", {"model_type": "qwen3"}, r"visual\..* is of another family than qwen3,"),
        (
            "qwen2_5_vl",
            {"model_type": "qwen2_vl"},
            r"visual\..* is of another family than qwen2_vl,",
        ),
    ],
)
def test_a_config_of_another_family_is_refused(
    family: str, told: dict[str, Any], said: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    """Its widths are those of the weights."""
    with pytest.raises(SourceError, match=said):
        open_source(folder_of(merged(folders[family]), folders[family], tmp_path / "odd", **told))


def test_biases_that_every_matrix_was_given_are_of_no_other_family(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    """As AutoGPTQ did."""
    stored = merged(folders["llama"])
    names = [name for name in stored if "self_attn" in name and name.endswith("_proj.weight")]
    stored |= {f"{n.removesuffix('weight')}bias": torch.zeros(len(stored[n])) for n in names}
    open_source(folder_of(stored, folders["llama"], tmp_path / "given"))


@pytest.mark.parametrize("count", [2, 8])
def test_a_count_of_experts_that_does_not_fit_is_said_of_the_file_that_tells_it(
    count: int, folders: dict[str, Path], tmp_path: Path
) -> None:
    model = tmp_path / "model.gguf"
    write_language_model(model)
    with pytest.raises(SourceError, match=rf"4 experts; odd\.gguf speaks of {count}"):
        open_source(with_more(model, tmp_path / "odd.gguf", experts=count))


def test_a_model_in_a_hub_s_cache_has_its_own_name(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "models--org--ui-tars"
    snapshot = copy(folders["llama"], cache / "snapshots" / "0123abcd")
    assert open_source(snapshot).name == "ui-tars"
    with pytest.raises(SourceError, match=rf"no config\.json\. Give {snapshot}\."):
        open_source(cache)
    monkeypatch.chdir(folders["llama"])
    here = open_source(Path())
    assert here.name == "llama"
    with pytest.raises(SourceError, match="llama cannot be written as onnx"):
        check(here, Recipe(Format.ONNX, Method.RTN))


def test_a_folder_without_a_config_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as told:
        open_source(tmp_path)
    assert str(told.value).startswith(f"{tmp_path} holds no config.json.")


def test_a_pickle_is_never_opened(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "pickle"
    folder.mkdir()
    shutil.copy(folders["llama"] / "config.json", folder)
    ran = tmp_path / "ran"
    (folder / "pytorch_model.bin").write_bytes(
        b"cos\nsystem\n(S'touch " + str(ran).encode() + b"'\ntR."
    )
    with pytest.raises(SourceError, match="pickle"):
        open_source(folder)
    with pytest.raises(SourceError, match="Pickles"):
        open_source(folder / "pytorch_model.bin")
    assert not ran.exists()


def test_other_ways_to_be_no_source(folders: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        open_source(tmp_path / "nothing.gguf")
    (tmp_path / "empty.gguf").write_bytes(b"GGUF")
    with pytest.raises(SourceError, match="not a GGUF file"):
        open_source(tmp_path / "empty.gguf")
    folder = copy(folders["llama"], tmp_path / "unknown")
    for file in ("config.json", "tokenizer.json", "model.safetensors.index.json"):
        with pytest.raises(SourceError, match=f"Give its folder: {folder}"):
            open_source(folder / file)
    config = folder / "config.json"
    told = json.loads(config.read_text())
    config.write_text(json.dumps(told | {"model_type": "mamba"}))
    with pytest.raises(SourceError, match="'mamba'"):
        open_source(folder)
    config.write_text("{")
    with pytest.raises(SourceError, match="not JSON"):
        open_source(folder)
    config.write_text(json.dumps(told | {"quantization_config": {"quant_method": "awq"}}))
    with pytest.raises(SourceError, match="already quantized"):
        open_folder(folder)


def test_weights_in_eight_bit_floats_are_a_quantized_checkpoint(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    """As the hub has it of many models, beside the original."""
    stored = merged(folders["llama"])
    name = "model.layers.0.mlp.up_proj.weight"
    stored |= {name: stored[name].to(torch.float8_e4m3fn), f"{name}_scale_inv": torch.ones(1, 1)}
    eight = folder_of(stored, folders["llama"], tmp_path / "eight")
    config = json.loads((eight / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "fp8", "weight_block_size": [128, 128]}
    (eight / "config.json").write_text(json.dumps(config))
    with pytest.raises(SourceError, match=r"already quantized \(fp8\)"):
        open_source(eight)


def test_packed_codes_that_no_config_speaks_of_are_refused(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    stored = merged(folders["llama"])
    stem = "model.layers.0.mlp.up_proj"
    del stored[f"{stem}.weight"]
    stored[f"{stem}.qweight"] = torch.full((16, 256), 0x12345678, dtype=torch.int32)
    old = folder_of(stored, folders["llama"], tmp_path / "old")
    (old / "quantize_config.json").write_text('{"bits": 4, "group_size": 32}')
    with pytest.raises(SourceError, match=r"up_proj\.qweight holds packed codes"):
        open_source(old)


def test_a_missing_shard_is_named(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = copy(folders["qwen3_vl"], tmp_path / "missing")
    shard = sorted(folder.glob("*.safetensors"))[2]
    shard.unlink()
    with pytest.raises(SourceError, match=rf"{shard.name}.* {folder}\. Fetch it again"):
        open_source(folder)
    (folder / "model.safetensors.index.json").unlink()
    with pytest.raises(SourceError, match=r"Of the \d+ shards .* \d+ are there"):
        open_source(folder)
