"""Calibration text from a folder: recorded runs, or files of text and tasks.

A run folder holds `run.json` (the task) and `steps.jsonl` (replies); a line of a conversation is
what the model reads and writes when it works. Any other `.txt`, `.md`, `.json` and `.jsonl` file
counts as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError

_PARTS: Final = ("proposal", "outcome")
_TEXTS: Final = frozenset({".txt", ".md", ".json", ".jsonl", ".rst"})


def text_of(folder: Path) -> str:
    """All text of a folder, runs first; `SourceError` where there is none."""
    if not folder.is_dir():
        raise SourceError(f"{folder} is no folder of calibration data.")
    runs = sorted(file.parent for file in folder.rglob("run.json"))
    pieces = [piece for run in runs for piece in _run(run)]
    pieces += [
        file.read_text(encoding="utf-8", errors="replace")
        for file in sorted(folder.rglob("*"))
        if file.suffix in _TEXTS and file.is_file() and not set(runs) & set(file.parents)
    ]
    if not any(pieces):
        raise SourceError(f"{folder} holds no recorded run and no text.")
    return "\n\n".join(pieces)


def _run(folder: Path) -> Iterator[str]:
    task = task_of(folder)
    if task is not None:
        yield f"Task: {task}"
    steps = folder / "steps.jsonl"
    # Only this ends a line of the file: what is quoted in one may hold other ends of lines.
    for line in filter(None, steps.read_bytes().split(b"\n") if steps.exists() else ()):
        step = _object(line)
        proposal, outcome = (_inner(step, part) for part in _PARTS)
        yield f"{proposal.get('raw', '')}\n{outcome.get('text', '')}"


def task_of(folder: Path) -> str | None:
    """The task of a run folder; None where it was not written whole."""
    task = _object((folder / "run.json").read_bytes()).get("task")
    return str(cast("dict[str, Any]", task).get("text", "")) if isinstance(task, dict) else None


def _inner(step: dict[str, Any], part: str) -> dict[str, Any]:
    """The object under a name; an empty one for what a line of something else has there."""
    value: object = step.get(part)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _object(text: bytes) -> dict[str, Any]:
    """A JSON object; an empty one for what was cut off in the middle of writing."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
