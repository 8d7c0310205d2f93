"""`uitars-train evaluate instructions`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.backends.embedded.backend import open_decoder
from uitars_runtime.errors import UsageError
from uitars_train.evaluate import instructions
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.players import MODEL, before
from uitars_train.evaluate.progress import counted
from uitars_train.evaluate.screens import ANSWER
from uitars_train.instructions import reading
from uitars_train.instructions.harvested import Harvest
from uitars_train.options import weights

if TYPE_CHECKING:
    from rich.console import Console

    from uitars_train.evaluate.instructions import Contender, Report, Score
    from uitars_train.instructions.reading import Line


def run(arguments: argparse.Namespace) -> Report:
    """Ask every sentence; print and give the report."""
    from rich.console import Console

    console, harvest = Console(highlight=False), Harvest(arguments.harvest)
    lines = _chosen(arguments)
    asked = b"".join(path.read_bytes() for path in reading.files_of(arguments.set))
    shown = harvest.fingerprint({line.item.program for line in lines})
    told = asked + str([line.where for line in lines]).encode() + shown.encode()

    def score(name: str, act: Contender) -> Score:
        kept = before(arguments.keep, "instructions", name, arguments.model, told, ANSWER)
        answers = instructions.answers(lines, harvest, act, kept)
        said = counted(console, name, answers, len(lines))
        return instructions.score(lines, harvest, said)

    decoder = open_decoder(weights(arguments.model))
    found = instructions.Report(
        arguments.model,
        score(MODEL, instructions.by_decoder(decoder)),
        score("matching", instructions.by_matching),
        score("asking", instructions.by_asking),
    )
    _table(console, found)
    return found


def _chosen(arguments: argparse.Namespace) -> list[Line]:
    """The sentences, or those that nothing may be learned from. Raises `UsageError` where there
    are none."""
    lines = reading.read_lines(arguments.set)
    if arguments.held_out is not None:
        held = reading.read_held_out(arguments.held_out)
        lines = [line for line in lines if held.holds(line)]
    if not lines:
        raise UsageError("There is no sentence to ask.", "See train/instructions/README.md.")
    return lines


def _table(console: Console, found: Report) -> None:
    from rich.table import Table

    table = Table("tag", found.model, "95 %", "string matching", "always asking")
    for tag, (right, tried) in sorted(found.score.by_tag.items(), key=lambda one: -one[1][1]):
        others = [f"{other.by_tag[tag][0]}/{tried}" for other in (found.matching, found.asking)]
        interval = shown(found.score.intervals[tag])
        table.add_row(tag, f"{right}/{tried}", interval, *others)
    table.add_section()
    table.add_row("all", *_whole(found.score), *(_whole(one)[0] for one in _others(found)))
    console.print(table)
    for name, counts in (("style", found.score.by_style), ("author", found.score.by_author)):
        told = ", ".join(f"{key} {right}/{tried}" for key, (right, tried) in counts.items())
        console.print(f"{name}: {told}")


def _others(found: Report) -> Sequence[Score]:
    return found.matching, found.asking


def _whole(score: Score) -> tuple[str, str]:
    return f"{score.accuracy:.1%} of {score.n}", shown(score.interval)
