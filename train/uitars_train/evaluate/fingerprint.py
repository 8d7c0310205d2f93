"""Which weights and which set a result is of, told by their bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import FILE as DECODER
from uitars_runtime.backends.embedded.network.routing import FILE as ROUTER
from uitars_runtime.backends.embedded.network.routing import SPECIALIST
from uitars_runtime.errors import UsageError
from uitars_train.options import place

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
    return of_files(*(models / "eyes").glob("*.onnx"), *(models / "ppocr").glob("*.onnx"))


def of_model(ref: str, base_url: str | None = None) -> str:
    """Of a model by its reference; one on a server goes by its name and where it is asked."""
    found = place(ref)
    if found.is_file():
        return of_files(found)
    if not found.is_dir():
        return f"{ref} {base_url}" if base_url else ref
    # What is near in meaning, what is compared, and who changes texts decide as well.
    beside = (default_folder().parent / "minilm").glob("*.onnx")
    return f"{of_files(*found.glob('*.onnx'), *beside, *_specialist())}{of_eyes()}"


def of_decoders(ref: str) -> str:
    """Of the decoder by its reference, and of who changes texts beside it; empty on a server."""
    path = place(ref) / DECODER
    return of_files(path, *_specialist()) if path.is_file() else ""


def _specialist() -> tuple[Path, Path]:
    folder = default_folder().parent / SPECIALIST
    return folder / DECODER, folder / ROUTER


def of_files(*paths: Path) -> str:
    """Of what files hold. Raises `UsageError` where one cannot be read."""
    return of_bytes(*map(_of_file, sorted(paths)))


def _of_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
