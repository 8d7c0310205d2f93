"""Click accuracy before and after, by `uitars models test`, which runs models the way users do.

It is a program of its own: this package imports nothing of the agent. What needs a server is not
measured here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.gguf_header import PROJECTORS, is_gguf

ROUNDS: Final = 20
_SEED: Final = 1
"""Before and after are asked about the same pictures."""


@dataclass(frozen=True)
class Clicks:
    """How many of the named boxes were hit."""

    rounds: int
    hits: int
    wrong: str
    """What went wrong first; empty where nothing did."""


@dataclass(frozen=True)
class Pair:
    """A source and its result; None for what only a server can run."""

    before: Clicks | None
    after: Clicks | None


def measure(source: Path, out: Path, dialect: str | None, rounds: int = ROUNDS) -> Pair:
    """Both models; `SourceError` where a model that could be run was not."""
    return Pair(_clicks(source, dialect, rounds), _clicks(out, dialect, rounds))


def can_run(path: Path) -> bool:
    """Whether the agent runs it by itself: GGUF with its projector, or an embedded model."""
    if is_gguf(path):
        return any(path.parent.glob(PROJECTORS))
    return path.is_dir() and any(path.glob("*.onnx"))


def _clicks(model: Path, dialect: str | None, rounds: int) -> Clicks | None:
    if not can_run(model):
        return None
    given = [sys.executable, "-m", "uitars_app", "models", "--json", "test", str(model.resolve())]
    given += ["--rounds", str(rounds), "--seed", str(_SEED)]
    given += ["--dialect", dialect] if dialect else []
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    try:
        told = cast("dict[str, Any]", json.loads(done.stdout))
        return Clicks(int(told["rounds"]), int(told["hits"]), str(told["wrong"]))
    except (ValueError, KeyError) as error:
        why = _why(done.stderr) or f"it ended with code {done.returncode}."
        raise SourceError(
            f"The click test of {model.name} failed: {why}",
            "The result is written; test it with: uitars models test FILE",
        ) from error


def _why(said: str) -> str:
    """The sentences of its error, which it tells as JSON; else its last line."""
    last = said.strip().rpartition("\n")[2]
    try:
        told = cast("dict[str, Any]", json.loads(last))
        return f"{told['title']} {told['hint']}".strip()
    except (ValueError, KeyError, TypeError):
        return last
