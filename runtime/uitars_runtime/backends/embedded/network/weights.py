"""Opening the ONNX files of the embedded model, with errors that say what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from uitars_runtime.errors import ModelError
from uitars_runtime.onnx_session import open_session
from uitars_runtime.shipped import MODELS, shipped


def open_weights(path: Path, threads: int = 1, *, as_written: bool = False) -> Any:
    """A session with the weights of a file. `threads`: one for a decoder, whose token takes a
    fraction of a millisecond: a second thread would be woken for every layer. `as_written`: nothing
    is reckoned beforehand.

    Raises `ModelError` where the file is missing or cannot be read, and for one of the package that
    is not as it was shipped.
    """
    ours = path.is_relative_to(MODELS)
    if not ours and not path.is_file():
        raise ModelError(
            f"The weights {path} are missing.",
            "Install the package again, or train and export with `uitars-train export`.",
        )
    weights = shipped(path.relative_to(MODELS).as_posix()) if ours else str(path)
    try:
        return open_session(weights, threads=threads, as_written=as_written)
    except ModelError:
        raise
    except Exception as error:  # onnxruntime raises classes of its own for every kind of bad file
        raise ModelError(
            f"The weights {path} cannot be loaded: {error}",
            "onnxruntime 1.31 or 1.32 is needed; the file may also be damaged.",
        ) from error
