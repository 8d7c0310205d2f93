"""Checkpoints and reports that are replaced: whole or not at all, also on a full disk.

Not here: files that grow by lines (`appending.py`).
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from uitars_runtime.replacing import replaced


def save(path: Path, state: Mapping[str, Any]) -> None:
    """A checkpoint, as `torch.load` reads it. Raises `UsageError` as `replaced` does."""
    import torch

    whole = io.BytesIO()
    # Not into the file: torch hides what the system says of it behind errors of its own.
    torch.save(state, whole)
    with replaced(path) as file:
        file.write(whole.getbuffer())


def save_report(path: Path, report: msgspec.Struct) -> None:
    """What was measured, as JSON on lines of its own. Raises `UsageError` as `replaced` does."""
    with replaced(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
