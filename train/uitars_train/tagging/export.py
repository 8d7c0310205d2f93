"""`tagger.onnx` from a trained network."""

from __future__ import annotations

from pathlib import Path

from uitars_runtime.backends.embedded.network import encoder, tagging
from uitars_train.encoder import adapted_export
from uitars_train.encoder.adapted_export import Shape, Writer
from uitars_train.tagging.model import Tags


def export(model: Tags, out: Path, base: Path = encoder.FOLDER / encoder.FILE) -> None:
    """Write the file. Raises `UsageError` where the encoder's cannot be read."""
    writer = Writer(model, "tagger")

    def heads(hidden: str) -> None:
        ops = writer.linear(hidden, "ops")
        both = writer.node("Concat", hidden, writer.node("Softmax", ops, axis=-1), axis=2)
        for name, value in (("ops", ops), ("slots", writer.linear(both, "slots"))):
            writer.answer("LogSoftmax", name, value, axis=-1)

    inputs = [Shape("words", ("B", "T", None)), Shape("told", ("B", "T", tagging.SEEN))]
    outputs = [Shape(name, ("B", "T", None)) for name in ("ops", "slots")]
    adapted_export.export(writer, heads, inputs, outputs, out, base)
