"""Opening the ONNX files of the embedded model, with errors that say what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from uitars_runtime.errors import ModelError
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import Device, device, open_session
from uitars_runtime.shipped import MODELS, shipped


class _Wanted(NamedTuple):
    """All that makes one session differ from another."""

    path: Path
    written: int
    """When, in nanoseconds: a file that was written again is another one."""
    size: int
    threads: int
    as_written: bool
    device: Device


def open_weights(path: Path, threads: int = 1, *, as_written: bool = False) -> Any:
    """A session with the weights of a file, the one that is open already where there is one.

    `threads`: one for a decoder, whose token takes a fraction of a millisecond: a second thread
    would be woken for every layer. `as_written`: nothing is reckoned beforehand.

    Raises `ModelError` where the file is missing or cannot be read, and for one of the package that
    is not as it was shipped.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise ModelError(
            f"The weights {path} are missing.",
            "Install the package again, or train and export with `uitars-train export`.",
        ) from error
    return _session(_Wanted(path, found.st_mtime_ns, found.st_size, threads, as_written, device()))


def _load(wanted: _Wanted) -> Any:
    path = wanted.path
    ours = path.is_relative_to(MODELS)
    weights = shipped(path.relative_to(MODELS).as_posix()) if ours else str(path)
    try:
        return open_session(weights, threads=wanted.threads, as_written=wanted.as_written)
    except ModelError:
        raise
    except Exception as error:  # onnxruntime raises classes of its own for every kind of bad file
        raise ModelError(
            f"The weights {path} cannot be loaded: {error}",
            "onnxruntime 1.31 or 1.32 is needed; the file may also be damaged.",
        ) from error


_session: HeldOnce[_Wanted, Any] = HeldOnce(_load)
