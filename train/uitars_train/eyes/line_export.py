"""The trained reader of lines as the file that the runtime ships."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

from uitars_runtime.eyes.text.recognition import HEIGHT
from uitars_runtime.replacing import replaced_by
from uitars_train.eyes.line_model import LineNetwork, ShippedLines
from uitars_train.eyes.line_texts import CHARACTERS
from uitars_train.eyes.shrinking import halved


def export_lines(work: Path, out: Path) -> None:
    """Writes the checkpoint in `work` as ONNX with weights in 16 bits, the characters in it."""
    network = LineNetwork(len(CHARACTERS))
    network.load_state_dict(torch.load(work / "checkpoint.pt", weights_only=True)["network"])
    shipped = ShippedLines(network).eval()
    example = torch.randint(0, 255, (2, HEIGHT, 96), dtype=torch.uint8)
    out.parent.mkdir(parents=True, exist_ok=True)
    exporter: Any = torch.onnx
    onnx: Any = import_module("onnx")
    with replaced_by(out) as part:
        exporter.export(
            shipped,
            (example,),
            str(part),
            input_names=["views"],
            output_names=["best", "shares"],
            dynamic_axes={
                "views": {0: "n", 2: "columns"},
                "best": {0: "n", 1: "m"},
                "shares": {0: "n", 1: "m"},
            },
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load_from_string(halved(part.read_bytes()))
        onnx.helper.set_model_props(model, {"characters": CHARACTERS})
        onnx.save(model, str(part))
        _check(part, shipped, example)


def _check(out: Path, shipped: ShippedLines, example: torch.Tensor) -> None:
    """The file must answer as the network does; otherwise it is of no use."""
    onnxruntime: Any = import_module("onnxruntime")
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    _, ours = session.run(None, {"views": example.numpy()})
    with torch.no_grad():
        _, theirs = shipped(example)
    if not np.allclose(ours, theirs.numpy(), atol=0.02):
        raise ValueError(f"{out} does not answer as the network it was made from")
