"""Which weights and which set a result is of, told by their bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.registry import NANO

_SHOWN = 12


def of_bytes(*parts: bytes) -> str:
    """The start of the SHA-256 of all parts, each with its length, in hexadecimal."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()[:_SHOWN]


def of_eyes() -> str:
    """Of the networks that look at screens."""
    models = default_folder().parent
    return _of_weights(models / "eyes", models / "ppocr")


def of_model(ref: str) -> str:
    """Of a model by its reference; one on a server goes by its name."""
    folder = default_folder() if ref == NANO else Path(ref)
    if folder.is_file():
        return of_bytes(folder.read_bytes())
    return f"{_of_weights(folder)}{of_eyes()}" if folder.is_dir() else ref


def _of_weights(*folders: Path) -> str:
    paths = sorted(path for folder in folders for path in folder.glob("*.onnx"))
    return of_bytes(*(path.read_bytes() for path in paths))
