"""How sure a model was of what it did by itself.

Not here: whether it was done (`judge.py`). A model may be sure and wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from uitars_runtime.types import AskUser, DecidedBy, Step


def sureness(steps: Iterable[Step]) -> float | None:
    """The product of how likely the model found each step that was carried out, 0 to 1, without
    what a person chose, allowed or answered; None where it says of no step how likely it is."""
    said = [step.proposal.confidence for step in steps if _is_own(step)]
    known = [confidence for confidence in said if confidence is not None]
    return round(prod(known), 3) if known else None


def _is_own(step: Step) -> bool:
    by_person = step.correction is not None or (
        step.verdict is not None and step.verdict.by is DecidedBy.USER
    )
    return step.outcome.ok and not by_person and not isinstance(step.action, AskUser)
