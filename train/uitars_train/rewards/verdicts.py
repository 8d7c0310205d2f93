"""Verdicts on recorded runs: what a record says itself; a file that whoever judges writes and the
flywheel reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.outcomes.judge import RIGHT
from uitars_runtime.replacing import replaced
from uitars_runtime.run_record import Ending, Evidence, Trajectory
from uitars_train.options import decoded

Verdict = Literal[0, 1] | None
_NO_END: Final = (Ending.STUCK, Ending.BUDGET, Ending.UNVERIFIED)


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
    def value(self) -> Verdict:
        """V of its steps."""
        match self.verdict:
            case "right":
                return 1
            case "wrong":
                return 0
            case "unknown":
                return None


def verdict_of(run: Trajectory) -> Verdict:
    """What a record says of its run: verified or seen to be done is right; the verifier's no, going
    round in circles and using all steps up are wrong; anything else may have been either."""
    ended = run.ended
    if ended is None:
        return None
    if ended.evidence in (Evidence.VERIFIED, Evidence.SEEN):
        return 1
    return 0 if ended.ending in _NO_END or ended.verified is False else None


def write_verdicts(path: Path, found: Iterable[Judged]) -> None:
    """A list of JSON. Raises `UsageError`."""
    with replaced(path) as file:
        file.write(msgspec.json.encode(list(found)) + b"\n")


def read_verdicts(path: Path) -> dict[str, Verdict]:
    """V by the name of the run. Raises `UsageError` where a run is judged twice, or for a file that
    is none."""
    hint = "`uitars-train judge --json` writes some."
    found = decoded(path, list[Judged], "holds no verdicts", hint)
    values: dict[str, Verdict] = {one.run: one.value for one in found}
    if len(values) < len(found):
        raise UsageError(f"{path} judges a run twice.")
    return values
