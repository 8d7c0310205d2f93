"""Files that are replaced while a training runs: whole or not at all, also on a full disk.

Not here: files that grow by lines (`appending.py`).
"""

from __future__ import annotations

import io
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from uitars_runtime.errors import UsageError


@contextmanager
def replaced(path: Path) -> Generator[BinaryIO]:
    """What is written to it stands at `path` in the end. Where that cannot be, nothing is left of
    it and what stood there stays. Raises `UsageError` for a disk that does not take it."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Make room there, or choose another folder; what stood there before is whole.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def save(path: Path, state: Mapping[str, Any]) -> None:
    """A checkpoint, as `torch.load` reads it. Raises `UsageError` as `replaced` does."""
    import torch

    whole = io.BytesIO()
    # Not into the file: torch hides what the system says of it behind errors of its own.
    torch.save(state, whole)
    with replaced(path) as file:
        file.write(whole.getbuffer())
