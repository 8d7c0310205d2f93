"""`uitars-train evaluate browsing`: who answers, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uitars_runtime.backends.registry import open_model
from uitars_runtime.errors import UsageError
from uitars_runtime.privacy.release import PRIVATE, release
from uitars_runtime.run_record import Ending
from uitars_train.browsing.questions import Question, read_questions
from uitars_train.browsing.site import Site
from uitars_train.browsing.world import grow
from uitars_train.evaluate.browsing.baselines import BASELINES
from uitars_train.evaluate.browsing.options import ORACLE
from uitars_train.evaluate.browsing.oracle import Oracle
from uitars_train.evaluate.browsing.playing import play_all
from uitars_train.evaluate.browsing.report import Answered, Report, Row, judged, report, row, tag_of
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.picking import picked
from uitars_train.evaluate.players import MODEL
from uitars_train.evaluate.results import show
from uitars_train.rewards.verdicts import Judged, write_verdicts
from uitars_train.rl.environment import FIRST_SEED
from uitars_train.scratch import scratch

_SAYS_NOTHING: Final = (Ending.ERROR, Ending.STOPPED)
"""How a run ends of which nobody knows what would have been answered."""

if TYPE_CHECKING:
    from rich.console import Console


def run(arguments: argparse.Namespace) -> Report:
    """Answer the questions; print and give the report."""
    from rich.console import Console

    if arguments.steps < 1:
        raise UsageError(f"A question in {arguments.steps} steps cannot be answered.")
    if arguments.verdicts and not arguments.runs:
        raise UsageError("Verdicts are of runs that are kept.", "Give --runs, too.")
    console = Console(highlight=False)
    questions = picked(
        read_questions(arguments.set), arguments.only, lambda one: one.name, "question"
    )
    if arguments.verdicts and any(one.seed < FIRST_SEED for one in questions):
        raise UsageError(
            f"Worlds of seeds below {FIRST_SEED} judge models, nothing learns from them.",
            "Leave --verdicts away, or make questions of another --seed.",
        )
    with ExitStack() as opened:
        runs: Path | None = arguments.runs
        if runs is None:
            runs = opened.enter_context(scratch())
        runs.mkdir(parents=True, exist_ok=True)
        model = opened.enter_context(closing(open_model(arguments.model, arguments.base_url)))
        own = _printed(
            console,
            MODEL,
            play_all(questions, lambda _page, _question: model, runs, arguments.steps),
        )
        if arguments.verdicts:
            _release(own.results, runs, arguments.verdicts)
        rows: dict[str, Row] = {}
        for name in arguments.rows:
            played = (
                play_all(questions, Oracle, runs, arguments.steps)
                if name == ORACLE
                else _by(name, questions)
            )
            rows[name] = _printed(console, name, played)
        return report(model.name, own, rows)


def _release(results: Iterable[Answered], runs: Path, out: Path) -> None:
    """They may be learned from here; where somebody else's model answered, nowhere else."""
    kept = [one for one in results if one.run]
    for one in kept:
        release(runs / one.run, PRIVATE)
    write_verdicts(out, (Judged.by_score(one.run, _score(one)) for one in kept))


def _score(one: Answered) -> float | None:
    return None if one.ending in _SAYS_NOTHING else float(one.success)


def _by(name: str, questions: Sequence[Question]) -> Iterable[Answered]:
    """The answers of who needs no browser."""
    sites = {seed: Site(grow(seed)) for seed in {one.seed for one in questions}}
    for question in questions:
        answer = BASELINES[name](sites[question.seed], question)
        right, nearly = judged(question, answer)
        yield Answered(
            name=question.name,
            tag=tag_of(question),
            success=right,
            ending="finished",
            steps=0,
            seconds=0.0,
            reason="",
            answer=answer,
            nearly=nearly,
        )


def _printed(console: Console, player: str, answered: Iterable[Answered]) -> Row:
    """All answers, each printed as it comes, and their sum."""
    results: list[Answered] = []
    for one in answered:
        results.append(one)
        said = f"{player:6} {one.name:26} {one.steps:3} steps {one.seconds:6.1f} s"
        show(console, one.success, f"{said}  {one.ending}: {one.answer or one.reason}")
    found = row(results)
    parts = ", ".join(f"{tag} {right}/{tried}" for tag, (right, tried) in found.by_tag.items())
    console.print(
        f"{player}: {found.success_rate:.0%} of {found.n} questions ({shown(found.interval)});"
        f" {parts}; {found.nearly} answers nearly right",
        soft_wrap=True,
    )
    return found
