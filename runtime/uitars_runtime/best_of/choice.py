"""Which of several tries is the best one. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.outcomes.judge import RIGHT, believed
from uitars_runtime.run_record import Ending, RunEnded

_UNKNOWN: Final = 0.5
_ENDS_ALL: Final = frozenset({Ending.STOPPED, Ending.ERROR, Ending.DENIED})
"""Stopped by a person, broken, or refused: another try would not ask again what was refused."""


class Tried(msgspec.Struct, frozen=True):
    """One try."""

    number: int
    """From 1."""
    run: Path
    ended: RunEnded
    score: float | None
    """What the judge says; None where it does not know."""
    unjudged: str = ""
    """Why nobody judged it, where the judge failed."""


class Choice(msgspec.Struct, frozen=True):
    """All tries, and the one that remains."""

    folder: Path
    asked: int
    judge: str
    chosen: Tried
    tries: tuple[Tried, ...]


def best(tries: Sequence[Tried]) -> Tried:
    """The one that remains; the earliest of those that are worth the same. One that ended all is
    where things stand."""
    if tries[-1].ended.ending in _ENDS_ALL:
        return tries[-1]
    return max(tries, key=lambda one: (*_worth(one), -one.number))


def ends_all(tried: Tried, *, verifies: bool) -> bool:
    """Whether no further try is of any use: nothing can be better, or none may follow.
    `verifies`: whether a command says what is right, so that nothing less will do."""
    if tried.ended.ending in _ENDS_ALL or tried.ended.verified:
        return True
    return not verifies and _score(tried) >= RIGHT


def _worth(tried: Tried) -> tuple[bool, float, bool, float]:
    """Of tries that a judge finds equal, the evidence decides."""
    ended = tried.ended
    finished = ended.ending is Ending.FINISHED
    return ended.verified is True, _score(tried), finished, believed(ended)


def _score(tried: Tried) -> float:
    """A verifier's no is not for a judge to overrule."""
    if tried.ended.ending is Ending.UNVERIFIED:
        return 0.0
    return _UNKNOWN if tried.score is None else tried.score
