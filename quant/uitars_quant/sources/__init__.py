"""Reading checkpoints, one slice at a time; nothing here writes or rounds."""

from __future__ import annotations

from pathlib import Path

from uitars_quant.errors import SourceError
from uitars_quant.sources.experts import Orientation
from uitars_quant.sources.foreign import damage_told, guarded
from uitars_quant.sources.gguf_file import open_gguf
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.huggingface import is_of_checkpoint, open_folder
from uitars_quant.sources.onnx_file import FILE, open_onnx
from uitars_quant.sources.tensors import Source

__all__ = ["Orientation", "Source", "open_source"]


def open_source(path: Path, told: Orientation | None = None, *, quantized: bool = False) -> Source:
    """The checkpoint at a path: a hub folder, a GGUF file or the embedded model's graph.

    `quantized`: also results, to look at and to compare.
    """
    with damage_told(str(path)):
        return guarded(_opened(path, told, quantized))


def _opened(path: Path, told: Orientation | None, quantized: bool) -> Source:
    if path.suffix == ".onnx" or (path / FILE).is_file():
        return open_onnx(path, quantized=quantized)
    if path.is_dir():
        return open_folder(path, told, quantized=quantized)
    if not path.exists():
        raise SourceError(f"{path} does not exist.")
    if not path.is_file():
        raise SourceError(f"{path} is no regular file: it is not read.")
    if is_gguf(path):
        return open_gguf(path)
    if is_of_checkpoint(path.name):
        raise SourceError(
            f"{path.name} is part of a checkpoint.", f"Give its folder: {path.parent}"
        )
    raise SourceError(
        f"{path.name} is neither a folder of safetensors nor a GGUF file.",
        "Pickles (.bin, .pt) are never opened.",
    )
