"""The trained networks as the files that the runtime ships: the reader, and that of lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from uitars_runtime.eyes.roles.reader import CONTEXT, CORE, FEATURES, WIDE
from uitars_runtime.eyes.text.recognition import HEIGHT
from uitars_runtime.replacing import replaced_by
from uitars_train.eyes.dataset import ROLES
from uitars_train.eyes.line_model import LineNetwork, ShippedLines
from uitars_train.eyes.line_texts import CHARACTERS
from uitars_train.eyes.model import ReaderNetwork, ShippedReader
from uitars_train.eyes.shrinking import halved
from uitars_train.screens.icon_meanings import CALLED

_EXACT, _ROUNDED, _LINES = 1e-4, 5e-3, 0.02
"""Probability by which answers of a file may differ: whole weights, half ones, those of lines."""


def export(work: Path, out: Path, earlier: Path | None = None) -> None:
    """Writes the checkpoint in `work` as ONNX, the names of roles and icons in its metadata.

    `earlier`: the folder of a run that this one went on from; the mean of both is written (why:
    `merging/arithmetic.py`).
    """
    icons: list[str] = json.loads((work / "reader.json").read_text())["icons"]
    network = ReaderNetwork(len(ROLES), len(icons))
    network.load_state_dict(_weights(work, earlier))
    example = {
        "core": torch.zeros(2, CORE, CORE, 3, dtype=torch.uint8),
        "wide": torch.zeros(2, *WIDE, 3, dtype=torch.uint8),
        "context": torch.zeros(2, *CONTEXT, 2, dtype=torch.uint8),
        "features": torch.zeros(2, FEATURES),
    }
    outputs = ("roles", "states", "icons")
    axes = {name: {0: "n"} for name in (*example, *outputs)}
    called = (CALLED.get(icon, icon) for icon in icons)
    names = {"roles": "\n".join(ROLES), "icons": "\n".join(called)}
    _write(out, ShippedReader(network), example, outputs, axes, names, (_EXACT, _ROUNDED))


def export_lines(work: Path, out: Path) -> None:
    """Writes the checkpoint of lines in `work` as ONNX, the characters in its metadata."""
    network = LineNetwork(len(CHARACTERS))
    network.load_state_dict(_checkpoint(work))
    example = {"views": torch.randint(0, 255, (2, HEIGHT, 96), dtype=torch.uint8)}
    answers = {0: "n", 1: "m"}
    axes = {"views": {0: "n", 2: "columns"}, "best": answers, "shares": answers}
    names = {"characters": CHARACTERS}
    lines = ShippedLines(network)
    _write(out, lines, example, ("best", "shares"), axes, names, (_LINES, _LINES))


def _weights(work: Path, earlier: Path | None) -> dict[str, torch.Tensor]:
    """The weights of a run, or the mean of two; icons that the earlier one lacks keep theirs."""
    found = _checkpoint(work)
    before = _checkpoint(earlier) if earlier else {}
    for name, known in before.items():
        weights = found[name]
        if weights.is_floating_point():
            weights[: len(known)] = (weights[: len(known)] + known) / 2
    return found


def _checkpoint(work: Path) -> dict[str, torch.Tensor]:
    saved: dict[str, dict[str, torch.Tensor]] = torch.load(
        work / "checkpoint.pt", weights_only=True
    )
    return saved["network"]


def _write(
    out: Path,
    shipped: nn.Module,
    example: Mapping[str, torch.Tensor],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]],
    names: Mapping[str, str],
    apart: tuple[float, float],
) -> None:
    """Weights are stored in 16 bits and computed with in 32."""
    shipped.eval()
    exporter: Any = torch.onnx
    onnx: Any = import_module("onnx")
    out.parent.mkdir(parents=True, exist_ok=True)
    with replaced_by(out) as part:
        exporter.export(
            shipped,
            tuple(example.values()),
            str(part),
            input_names=list(example),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(str(part))
        onnx.helper.set_model_props(model, names)
        whole = model.SerializeToString()
        for written, differ in zip((whole, halved(whole)), apart, strict=True):
            part.write_bytes(written)
            _check(part, shipped, example, differ)


def _check(
    out: Path, shipped: nn.Module, example: Mapping[str, torch.Tensor], apart: float
) -> None:
    """The file must answer as the network does; otherwise it is of no use. Not compared is which
    character is the best one: of two that are as good, either is."""
    onnxruntime: Any = import_module("onnxruntime")
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    feeds = {name: tensor.numpy() for name, tensor in example.items()}
    with torch.no_grad():
        expected = shipped(*example.values())
    for ours, theirs in zip(session.run(None, feeds), expected, strict=True):
        if theirs.is_floating_point() and not np.allclose(ours, theirs.numpy(), atol=apart):
            raise ValueError(f"{out} does not answer as the network it was made from")
