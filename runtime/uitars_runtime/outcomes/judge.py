"""Who judges the outcome of a recorded run, and the judge that is always there: its evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

from uitars_runtime.journal import read_run
from uitars_runtime.protocols import Stop
from uitars_runtime.run_record import Ending, Evidence, RunEnded

RIGHT: Final = 0.9
"""From this score on a run counts as right."""
_CLAIMED: Final = 0.1
_PARTS: Final = 0.7


class OutcomeJudge(Protocol):
    """Judges the outcome of a recorded run."""

    @property
    def name(self) -> str: ...

    def score(self, run: Path, reference: str, stop: Stop, /) -> float | None:
        """How likely it is that the task was done, 0 to 1; None where that is not known.
        `reference`: what the answer should say, empty where nobody knows. Raises `ModelError`,
        `Stopped`, `JournalError`."""
        ...


class EvidenceJudge:
    """Implements `OutcomeJudge` by what each step was seen to change. Its scores are an order, no
    probabilities."""

    @property
    def name(self) -> str:
        return "evidence"

    def score(self, run: Path, reference: str, stop: Stop, /) -> float | None:
        """See `OutcomeJudge`; an answer is not looked at."""
        ended = read_run(run).ended
        return 0.0 if ended is None else believed(ended)


def believed(ended: RunEnded) -> float:
    """How far the end of a run can be believed: verified, seen, then by the parts that were seen
    and by how much speaks against it. A run that did not finish is worth nothing."""
    if ended.ending is not Ending.FINISHED:
        return 0.0
    match ended.evidence:
        case Evidence.VERIFIED:
            return 1.0
        case Evidence.SEEN:
            return RIGHT
        case Evidence.UNCHECKED | Evidence.NONE:
            parts, doubts = ended.judgement.parts, ended.judgement.doubts
            seen = sum(bool(part.seen) for part in parts) / max(1, len(parts))
            return _CLAIMED + _PARTS * seen / (1 + len(doubts))
