"""Weights stored in half the space: the network that comes out answers as the one that went in."""

from __future__ import annotations

import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from uitars_runtime.errors import UsageError
from uitars_train.eyes.shrinking import halved, shrink


def layer(weights: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bytes:
    """A network of one product, with something said about it."""
    onnx: Any = import_module("onnx")
    make = onnx.helper
    graph = make.make_graph(
        [make.make_node("MatMul", ["x", "w"], ["y"])],
        "one",
        [make.make_tensor_value_info("x", 1, [1, weights.shape[0]])],
        [make.make_tensor_value_info("y", 1, [1, weights.shape[1]])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=8)
    make.set_model_props(model, {"character": "abc"})
    content: bytes = model.SerializeToString()
    return content


def test_half_the_space_and_the_same_answers() -> None:
    onnxruntime: Any = import_module("onnxruntime")
    source = np.random.default_rng(1)
    original = layer(source.normal(size=(64, 32)).astype(np.float32))
    small = halved(original)
    assert len(small) < 0.6 * len(original)
    x = source.normal(size=(1, 64)).astype(np.float32)
    before, after = (
        onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
        for file in (original, small)
    )
    assert np.allclose(before.run(None, {"x": x})[0], after.run(None, {"x": x})[0], atol=0.02)
    assert after.get_modelmeta().custom_metadata_map["character"] == "abc"


def test_small_weights_stay_as_they_are() -> None:
    original = layer(np.ones((4, 4), np.float32))
    assert len(halved(original)) == len(original)


def test_another_wheel_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "rapidocr-9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("rapidocr/models/PP-OCRv6_det_small.onnx", b"something else")
    with pytest.raises(UsageError, match="rapidocr-9"):
        shrink(wheel, tmp_path / "out")
    assert not list((tmp_path / "out").iterdir())
