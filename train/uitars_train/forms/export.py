"""`forms.onnx` from a trained network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto

from uitars_runtime.backends.embedded.network import encoder, form_reader, reranker
from uitars_train.encoder import adapted_export
from uitars_train.encoder.adapted_export import Shape, Writer
from uitars_train.forms.model import SCALED, Points


def export(model: Points, out: Path, base: Path = encoder.FOLDER / reranker.FILE) -> None:
    """Write the file. Raises `UsageError` where the reranker's cannot be read."""
    placed = model.bert.embeddings.position_embeddings.weight.detach().numpy()
    writer = Writer(model, "forms", placed)

    def heads(made: str) -> None:
        marked = writer.node("Gather", made, "marks", axis=1)
        controls = writer.node("Gelu", writer.linear(marked, "control"))
        request = writer.node("Gather", made, "asked", axis=1)
        request = writer.node("Transpose", request, perm=[0, 2, 1])
        writer.answer("LogSoftmax", "deeds", writer.linear(controls, "deeds"), axis=-1)
        scaled = writer.weight("forms.scaled", np.array(SCALED, np.float32))
        for name in ("begins", "ends"):
            points = writer.node("MatMul", writer.linear(controls, name), request)
            writer.answer("LogSoftmax", name, writer.node("Mul", points, scaled), axis=-1)

    inputs = [
        Shape("words", ("B", "T", None)),
        Shape("told", ("B", "T", form_reader.SEEN)),
        Shape("places", ("T",), TensorProto.INT64),
        Shape("hidden", ("B", 1, "T", "T")),
        Shape("marks", ("C",), TensorProto.INT64),
        Shape("asked", ("A",), TensorProto.INT64),
    ]
    outputs = [
        Shape("deeds", ("B", "C", None)),
        Shape("begins", ("B", "C", "A")),
        Shape("ends", ("B", "C", "A")),
    ]
    adapted_export.export(writer, heads, inputs, outputs, out, base)
