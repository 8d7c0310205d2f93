"""What is known of a run, and what was found in it for one part of its task. Only values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from uitars_runtime.agreement import agrees, answer_in
from uitars_runtime.evidence.files import Written
from uitars_runtime.evidence.looks import Deed, Moment
from uitars_runtime.evidence.words import plain
from uitars_runtime.intent import MEANT
from uitars_runtime.types import AskUser


class Run(NamedTuple):
    """What is known of a run."""

    deeds: Sequence[Deed]
    last: Moment
    written: Written


class Finding(NamedTuple):
    """What was found for one goal."""

    deed: int | None = None
    """Place among the deeds of the one that did it, or tried to."""
    seen: str = ""
    missing: str = "no step did it"
    used: tuple[int, ...] = ()
    """Other deeds that were for it."""


NOBODY: Final = Finding()


def later(run: Run, start: int) -> Iterator[tuple[int, Deed]]:
    """The deeds from a place on that were carried out."""
    return ((at, run.deeds[at]) for at in range(start, len(run.deeds)) if run.deeds[at].done)


def tell_apart(task: str, run: Run) -> None:
    """Lets no other word pass for one of the task that stands on a screen of the run as it is: the
    eyes can read it."""
    moments = [*(moment for deed in run.deeds for moment in (deed.before, deed.after)), run.last]
    labels = (text for one in moments for each in one.elements for text in (each.text, each.name))
    exact = _words(task) & {word for text in set(labels) for word in _words(text)}
    for moment in moments:
        moment.exact = exact


def _words(text: str) -> frozenset[str]:
    return frozenset(map(plain, text.split())) - {""}


def agreed(run: Run) -> set[str]:
    """What a person said yes to, of what seemed to be meant."""
    return {
        deed.step.action.question.removesuffix(MEANT).strip()
        for deed in run.deeds
        if isinstance(deed.step.action, AskUser) and says_yes(deed)
    }


def says_yes(asked: Deed) -> bool:
    """Whether a person answered yes to it, and nothing else."""
    return asked.done and agrees(answer_in(asked.step.outcome.text))


def best(found: Sequence[Finding]) -> Finding:
    """One that was seen, else one that was tried, else nobody."""
    ranked = sorted(found, key=lambda one: (not one.seen, one.deed is None))
    return ranked[0] if ranked else NOBODY
