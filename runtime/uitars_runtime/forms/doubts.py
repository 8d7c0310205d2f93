"""What is asked while a form is filled, in words that are known again. Pure.

Not here: what is told before anything is done (`told.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.intent import MEANT

_QUOTED: Final = "“[^“”]+”"
_DOUBT: Final = re.compile(
    rf"{_QUOTED} has no {_QUOTED}\. Which of these is meant: {_QUOTED}(?:, {_QUOTED})+\?"
    rf"|{_QUOTED} shows no number; it was put where {_QUOTED} should be from \d+ to \d+\. "
    rf"{re.escape(MEANT)}"
    rf"|{_QUOTED} shows no number\. Please set it to {_QUOTED}, then say yes\."
)


def which_entry(label: str, value: str, entries: Sequence[str]) -> str | None:
    """Which entry of a list that lacks what was said is meant; None for what quotes would part, or
    where there are not two."""
    said = ", ".join(f"“{one}”" for one in entries)
    return _known(f"“{label}” has no “{value}”. Which of these is meant: {said}?")


def is_put_right(label: str, value: str, ends: tuple[int, int]) -> str | None:
    """Whether a slider without a number stands as it should. `ends`: what it is believed to go
    from and to."""
    put = f"it was put where “{value}” should be from {ends[0]} to {ends[1]}"
    return _known(f"“{label}” shows no number; {put}. {MEANT}")


def put_it(label: str, value: str) -> str | None:
    """That a person is to set a slider without a number, of which nobody knows where it ends."""
    return _known(f"“{label}” shows no number. Please set it to “{value}”, then say yes.")


def is_doubt(question: str) -> bool:
    """Whether a question is one of these."""
    return _DOUBT.fullmatch(question) is not None


def _known(question: str) -> str | None:
    return question if is_doubt(question) else None
