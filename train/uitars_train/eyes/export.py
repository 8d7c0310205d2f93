"""The trained network as the file that the runtime ships."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

from uitars_runtime.eyes.roles.reader import CONTEXT, CORE, FEATURES, WIDE
from uitars_runtime.replacing import replaced_by
from uitars_train.eyes.dataset import ROLES
from uitars_train.eyes.model import ReaderNetwork, ShippedReader
from uitars_train.eyes.shrinking import halved
from uitars_train.screens.icon_meanings import CALLED

EXACT, ROUNDED = 1e-4, 5e-3
"""Probability by which the file's answers may differ, with whole weights and with half ones."""


def export(work: Path, out: Path, earlier: Path | None = None) -> None:
    """Writes the checkpoint in `work` as ONNX, the names of roles and icons in its metadata.

    Weights are stored in 16 bits and computed with in 32. `earlier`: the folder of a run that this
    one went on from; the mean of both is written (why: `merging/arithmetic.py`).
    """
    record = json.loads((work / "reader.json").read_text())
    network = ReaderNetwork(len(ROLES), len(record["icons"]))
    network.load_state_dict(_weights(work, earlier))
    shipped = ShippedReader(network).eval()
    example = (
        torch.zeros(2, CORE, CORE, 3, dtype=torch.uint8),
        torch.zeros(2, *WIDE, 3, dtype=torch.uint8),
        torch.zeros(2, *CONTEXT, 2, dtype=torch.uint8),
        torch.zeros(2, FEATURES),
    )
    inputs, outputs = ["core", "wide", "context", "features"], ["roles", "states", "icons"]
    out.parent.mkdir(parents=True, exist_ok=True)
    icons: list[str] = record["icons"]
    called = [CALLED.get(icon, icon) for icon in icons]
    names = {"roles": "\n".join(ROLES), "icons": "\n".join(called)}
    exporter: Any = torch.onnx
    onnx: Any = import_module("onnx")
    with replaced_by(out) as part:
        exporter.export(
            shipped,
            example,
            str(part),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={name: {0: "n"} for name in (*inputs, *outputs)},
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(str(part))
        onnx.helper.set_model_props(model, names)
        onnx.save(model, str(part))
        _check(part, shipped, example, EXACT)
        part.write_bytes(halved(model.SerializeToString()))
        _check(part, shipped, example, ROUNDED)


def _weights(work: Path, earlier: Path | None) -> dict[str, torch.Tensor]:
    """The weights of a run, or the mean of two; icons that the earlier one lacks keep theirs."""
    found: dict[str, torch.Tensor] = _checkpoint(work)
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


def _check(
    out: Path, shipped: ShippedReader, example: tuple[torch.Tensor, ...], apart: float
) -> None:
    """The file must answer as the network does; otherwise it is of no use."""
    onnxruntime: Any = import_module("onnxruntime")
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    feeds = dict(
        zip(("core", "wide", "context", "features"), (e.numpy() for e in example), strict=True)
    )
    with torch.no_grad():
        expected = shipped(*example)
    for ours, theirs in zip(session.run(None, feeds), expected, strict=True):
        if not np.allclose(ours, theirs.numpy(), atol=apart):
            raise ValueError(f"{out} does not answer as the network it was made from")
