"""Verdicts on recorded runs as a file: who judges them writes it, the flywheel reads it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.outcomes.judge import RIGHT
from uitars_runtime.replacing import replaced


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was said of one run."""

    run: str
    """Its folder's name."""
    score: float | None
    """How likely it did its task, 0 to 1; null where that is not known."""
    verdict: Literal["right", "wrong", "unknown"]

    @classmethod
    def by_score(cls, run: str, score: float | None) -> Judged:
        """What a score says."""
        if score is None:
            return cls(run, None, "unknown")
        return cls(run, score, "right" if score >= RIGHT else "wrong")

    @property
    def value(self) -> Literal[0, 1] | None:
        """V of its steps."""
        match self.verdict:
            case "right":
                return 1
            case "wrong":
                return 0
            case "unknown":
                return None


def write_verdicts(path: Path, found: Iterable[Judged]) -> None:
    """A list of JSON. Raises `UsageError`."""
    with replaced(path) as file:
        file.write(msgspec.json.encode(list(found)) + b"\n")


def read_verdicts(path: Path) -> dict[str, Literal[0, 1] | None]:
    """V by the name of the run. Raises `UsageError` where a run is judged twice, or for a file that
    is none."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=list[Judged])
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path} holds no verdicts: {error}.", "`uitars-train judge --json` writes some."
        ) from error
    values: dict[str, Literal[0, 1] | None] = {one.run: one.value for one in found}
    if len(values) < len(found):
        raise UsageError(f"{path} judges a run twice.")
    return values
