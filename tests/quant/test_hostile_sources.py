"""Checkpoints made to do harm: each is refused in one sentence, soon, with exit code 2."""

from __future__ import annotations

import json
import os
import shlex
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from helpers import small_checkpoints as small
from helpers.gguf_models import write_language_model
from uitars_quant import cli
from uitars_quant.calibration.facts import facts
from uitars_quant.errors import SourceError

NESTED = b"[" * 200_000


def refused(capsys: pytest.CaptureFixture[str], source: Path) -> str:
    """What is said of a source; nothing else must be on the screen."""
    assert cli.main(["inspect", str(source)]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\n") == 1
    assert "Traceback" not in written.err
    return written.err


def inspected(source: Path) -> int:
    return cli.main(["inspect", str(source)])


def test_the_small_checkpoint_is_one(tmp_path: Path) -> None:
    assert inspected(small.write_folder(tmp_path / "whole")) == 0


def changed(**entries: Any) -> bytes:
    """A header with other entries; a name of None takes one out."""
    head = small.header()
    head |= {name.replace("__", "."): value for name, value in entries.items()}
    return json.dumps({k: v for k, v in head.items() if v is not None}).encode()


NORM = "model.norm.weight"
PLACE = small.header()[NORM]["data_offsets"]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (NESTED, "nested too deeply"),
        (b'{"a":' * 90_000, "nested too deeply"),
        (b"[]" + b" " * 40, "no JSON object"),
        (json.dumps({**small.header(), NORM: []}).encode(), "cannot be read"),
        (json.dumps({**small.header(), NORM: {"dtype": "F16"}}).encode(), "cannot be read"),
        (b'{"x":{"dtype":"F16","shape":[1e999],"data_offsets":[0,2]}}', "no size"),
        (b'{"x":{"dtype":"F16","shape":[true],"data_offsets":[0,2]}}', "no size"),
        (b'{"x":{"dtype":"F16","shape":[-1,-1],"data_offsets":[0,2]}}', "no size"),
        (b'{"x":{"dtype":"F16","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,2]}}', "axes"),
        (b'{"x":{"dtype":"F16","shape":[1099511627776],"data_offsets":[0,2]}}', "has 2 bytes"),
        (b'{"x":{"dtype":"Q9","shape":[1],"data_offsets":[0,2]}}', "unknown type"),
        (
            b'{"x":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},'
            b'"y":{"dtype":"F16","shape":[2],"data_offsets":[2,6]}}',
            "overlap",
        ),
        (
            b'{"x":{"dtype":"F16","shape":[1],"data_offsets":[0,2]},'
            b'"x":{"dtype":"F16","shape":[1],"data_offsets":[2,4]}}',
            "stands twice",
        ),
        (b'{"a\\u001b[2J":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}', "names a tensor"),
        (b"\xff\xfe" * 20, "not JSON"),
    ],
)
def test_a_header_made_to_do_harm(
    head: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.write_folder(tmp_path / "odd")
    (folder / "model.safetensors").write_bytes(small.shard(head))
    assert said in refused(capsys, folder)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("config.json", NESTED.decode(), "nested too deeply"),
        ("config.json", "[1]", "no JSON object"),
        ("config.json", '{"model_type": ["llama"]}', "not known"),
        ("config.json", json.dumps({**small.CONFIG, "hidden_size": "32"}), "cannot be"),
        ("config.json", json.dumps({**small.CONFIG, "num_attention_heads": 0}), "cannot be"),
        ("config.json", json.dumps({**small.CONFIG, "text_config": 5}), "cannot be"),
        ("config.json", json.dumps({**small.CONFIG, "num_hidden_layers": 1 << 40}), "cannot be"),
        ("model.safetensors.index.json", NESTED.decode(), "nested too deeply"),
        ("model.safetensors.index.json", '{"weight_map": {"a": ["b"]}}', "no name"),
        ("model.safetensors.index.json", '{"weight_map": [1]}', "no map"),
        ("model.safetensors.index.json", '{"weight_map": {"a": "../x.safetensors"}}', "not there"),
    ],
)
def test_a_config_or_an_index_made_to_do_harm(
    name: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.write_folder(tmp_path / "odd")
    (folder / name).write_text(text, encoding="utf-8")
    assert said in refused(capsys, folder)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
@pytest.mark.parametrize("kind", ["pipe", "outside", "device"])
def test_only_regular_files_of_the_folder_are_opened(
    name: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.write_folder(tmp_path / "odd")
    kept = (folder / name).read_bytes()
    (folder / name).unlink()
    if kind == "pipe":
        os.mkfifo(folder / name)
    elif kind == "device":
        (folder / name).symlink_to("/dev/zero")
    else:
        (tmp_path / "secret").write_bytes(kept)
        (folder / name).symlink_to("../secret")
    said = refused(capsys, folder)
    assert ("no regular file" if kind == "pipe" else "leads out of its folder") in said


def test_links_within_a_folder_and_to_the_blobs_of_a_hub_are_followed(tmp_path: Path) -> None:
    hub = small.write_folder(tmp_path / "models--x" / "snapshots" / "main")
    blobs = tmp_path / "models--x" / "blobs"
    blobs.mkdir()
    for number, file in enumerate(sorted(hub.iterdir())):
        file.rename(blobs / str(number))
        file.symlink_to(f"../../blobs/{number}")
    assert inspected(hub) == 0
    folder = small.write_folder(tmp_path / "plain")
    (folder / "tokenizer.json").rename(folder / "words")
    (folder / "tokenizer.json").symlink_to("words")
    assert inspected(folder) == 0


def test_a_tensor_in_two_shards_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.write_folder(tmp_path / "odd")
    (folder / "model.safetensors.index.json").unlink()
    (folder / "more.safetensors").write_bytes(small.shard())
    assert "in two shards" in refused(capsys, folder)


def key(name: str, kind: int, value: bytes) -> bytes:
    return struct.pack("<Q", len(name)) + name.encode() + struct.pack("<I", kind) + value


def head(*keys: bytes, tensors: int = 0, count: int | None = None) -> bytes:
    number = len(keys) if count is None else count
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, number) + b"".join(keys)


ARRAY, U8, STRING = 9, 0, 8
DEEP = struct.pack("<IQ", ARRAY, 1) * 20_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (head(key("a", ARRAY, DEEP)), "array of the unknown kind 9"),
        (head(key("a", ARRAY, struct.pack("<IQ", U8, 1 << 40))), "has no room"),
        (head(key("a", ARRAY, struct.pack("<IQ", STRING, 1 << 40))), "has no room"),
        (head(key("a", STRING, struct.pack("<Q", 1 << 62))), "cut short"),
        (head(key("a", 77, b"")), "unknown kind 77"),
        (head(key("a", U8, b"1"), key("a", U8, b"1")), "stands twice"),
        (head(count=1 << 60), "has no room"),
        (head(tensors=1 << 60), "has no room"),
        (b"GGUF" + struct.pack("<IQQ", 99, 0, 0), "unknown version"),
        (b"GGUF", "cut short"),
        (b"", "cut short"),
        (b"PK\3\4" + bytes(100), "not a GGUF file"),
    ],
)
def test_the_head_of_a_gguf_file_made_to_do_harm(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.gguf").write_bytes(data)
    assert said in refused(capsys, tmp_path / "odd.gguf")


def test_overlapping_tensors_of_a_gguf_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "model.gguf"
    write_language_model(file)
    capsys.readouterr()
    assert inspected(file) == 0
    capsys.readouterr()
    reader = gguf.GGUFReader(file)
    second = reader.tensors[1].field.parts[-1]
    place = second.ctypes.data - reader.data.ctypes.data
    data = bytearray(file.read_bytes())
    data[place : place + 8] = np.uint64(0).tobytes()
    (tmp_path / "odd.gguf").write_bytes(data)
    assert "overlap" in refused(capsys, tmp_path / "odd.gguf")


def test_a_graph_whose_weights_lie_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from onnx import TensorProto, helper

    weight = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4])
    weight.data_location = TensorProto.EXTERNAL
    weight.external_data.add(key="location", value="/etc/passwd")
    graph = helper.make_graph([helper.make_node("Relu", ["w"], ["y"])], "g", [], [], [weight])
    (tmp_path / "decoder.onnx").write_bytes(helper.make_model(graph).SerializeToString())
    assert "lies in another file" in refused(capsys, tmp_path)


@pytest.mark.parametrize("kind", [[["default"]], "llama3"])
def test_a_kind_of_rotation_that_is_not_known_is_refused(kind: object) -> None:
    with pytest.raises(SourceError, match=r"rotary embedding.*--format compressed-tensors"):
        facts({**small.CONFIG, "rope_parameters": {"rope_type": kind}})


SLIDES = {"use_sliding_window": True, "sliding_window": 8, "max_position_embeddings": 64}
MIXTURE = {"model_type": "qwen3_moe", "num_experts": 4, "norm_topk_prob": True}


@pytest.mark.parametrize(
    "told",
    [
        {**SLIDES, "use_sliding_window": False},
        {**SLIDES, "sliding_window": 64},
        SLIDES,
        {**SLIDES, "layer_types": ["full_attention"]},
    ],
)
def test_a_window_that_no_layer_looks_through_is_none(told: dict[str, Any]) -> None:
    assert facts({**small.CONFIG, **told})


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"model_type": "qwen3_moe", "num_experts": 4}, "norm_topk_prob"),
        ({**MIXTURE, "norm_topk_prob": False}, "norm_topk_prob"),
        ({"hidden_act": "gelu"}, "activation 'gelu'"),
        ({**SLIDES, "max_window_layers": 0}, "use_sliding_window"),
        ({**SLIDES, "layer_types": ["sliding_attention"]}, "use_sliding_window"),
        ({**SLIDES, **MIXTURE}, "use_sliding_window"),
    ],
)
def test_a_network_that_llama_cpp_would_run_as_another_is_refused(
    told: dict[str, Any], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = small.write_folder(tmp_path / "source", **told)
    assert cli.main([str(source), "-o", str(tmp_path / "out.gguf")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "out.gguf").exists()


@pytest.mark.parametrize(
    ("told", "more", "rows"),
    [
        ({"model_type": "qwen3"}, "self_attn.o_proj.bias", 32),
        ({"model_type": "qwen2"}, "mlp.up_proj.bias", 64),
        (MIXTURE, "mlp.gate_proj.weight", 64),  # Of mlp_only_layers.
    ],
)
def test_what_llama_cpp_would_not_load_is_refused(
    told: dict[str, Any], more: str, rows: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = small.write_folder(tmp_path / "source", **told)
    (source / "model.safetensors.index.json").unlink()
    name = f"model.layers.0.{more}"
    if name not in small.SHAPES:
        save_file({name: np.ones(rows)}, source / "more.safetensors")
    assert cli.main([str(source), "-o", str(tmp_path / "out.gguf")]) == 2
    assert "has no place in a GGUF file of this family" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "code"), [("vocab_size", 2), ("max_position_embeddings", 0), ("intermediate_size", 0)]
)
@pytest.mark.parametrize("command", ["plan", "quantize"])
def test_what_a_config_does_not_say_is_named_or_follows(
    command: str, key: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = small.write_folder(tmp_path / "from", **{key: None})
    given = [str(source), "-o", str(tmp_path / "out.gguf")]
    assert cli.main(["plan", *given] if command == "plan" else given) == code
    assert (f"does not say {key}" in capsys.readouterr().err) is bool(code)


@pytest.mark.parametrize("extra", ["onnx", "gguf"])
def test_what_is_not_installed_is_named_with_its_extra(extra: str, tmp_path: Path) -> None:
    write_language_model(tmp_path / "a.gguf")
    (tmp_path / "a.onnx").write_bytes(b"")
    script = (
        "import sys; sys.modules[sys.argv[1]] = None; from uitars_quant.cli import main;"
        "sys.exit(main(['inspect', sys.argv[2]]))"
    )
    source = tmp_path / ("a.gguf" if extra == "gguf" else "a.onnx")
    done = subprocess.run(
        [sys.executable, "-c", script, extra, str(source)], capture_output=True, text=True
    )
    assert done.returncode == 2
    mend = f"{shlex.quote(sys.executable)} -m pip install 'uitars[quant]'"
    assert done.stderr == f"{extra} is not installed. Install it: {mend}.\n"


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("uitars-quantize ")
