"""What came of the questions, counted: by hops and by degree, and how often an answer was one of
those that are nearly right."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_train.browsing.questions import Question
from uitars_train.evaluate.intervals import Counts, Interval, counted, intervals, wilson
from uitars_train.evaluate.results import Marked, Worked, seconds_per_step
from uitars_train.rewards.answers import is_right, plain


class Answered(Worked, frozen=True, kw_only=True):
    """One question that somebody worked on; its tag says hops and degree."""

    success: bool
    answer: str
    nearly: bool
    """Whether the answer is one of those that are nearly right."""
    marked: Marked = Marked.GUI


class Row(msgspec.Struct, frozen=True):
    """Success over a set, in all and by tag as [right, tried]; intervals at 95 %."""

    success_rate: float
    n: int
    interval: Interval
    by_tag: Counts
    """Each question counts for its hops, its degree and its kind of answer."""
    intervals: dict[str, Interval]
    by_mark: Counts
    nearly: int
    failures: dict[str, int]
    """How often a question that was not answered rightly ended how."""
    steps_mean: float
    seconds_per_step: float
    results: tuple[Answered, ...]


class Report(Row, frozen=True, kw_only=True):
    """A model's row with those of the baselines beside it."""

    model: str
    baselines: dict[str, Row]


def tag_of(question: Question) -> str:
    return f"hops{question.hops} degree{question.degree} {question.kind}"


def judged(question: Question, answer: str) -> tuple[bool, bool]:
    """Whether an answer is right, and whether it is nearly."""
    nearly = plain(answer) in {plain(one) for one in question.mistakes}
    return is_right(question.reference, answer), nearly


def row(results: Sequence[Answered]) -> Row:
    """Count them; there is one at least."""
    right = sum(one.success for one in results)
    by_tag = counted([(tag, one.success) for one in results for tag in one.tag.split()])
    by_tag = {tag: by_tag[tag] for tag in sorted(by_tag)}
    endings = counted([(one.ending, True) for one in results if not one.success])
    return Row(
        success_rate=round(right / len(results), 4),
        n=len(results),
        interval=wilson(right, len(results)),
        by_tag=by_tag,
        intervals=intervals(by_tag),
        by_mark=counted([(one.marked.value, one.success) for one in results]),
        nearly=sum(one.nearly for one in results),
        failures={ending: count for ending, (count, _) in endings.items()},
        steps_mean=round(sum(one.steps for one in results) / len(results), 2),
        seconds_per_step=seconds_per_step(results),
        results=tuple(results),
    )


def report(model: str, own: Row, baselines: dict[str, Row]) -> Report:
    """All rows."""
    return Report(model=model, baselines=baselines, **msgspec.structs.asdict(own))
