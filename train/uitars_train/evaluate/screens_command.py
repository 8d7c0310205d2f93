"""`uitars-train evaluate screens`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import TYPE_CHECKING

from uitars_runtime.backends.registry import open_model
from uitars_runtime.backends.sampling import Sampling
from uitars_train.evaluate import fingerprint, screens
from uitars_train.evaluate.contenders import RandomClicks, whole_screen
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.players import MODEL, asked, before, string_matcher
from uitars_train.evaluate.progress import counted

if TYPE_CHECKING:
    from rich.console import Console

    from uitars_runtime.protocols import Model


def run(arguments: argparse.Namespace) -> screens.Report:
    """Play the set; print and give the report."""
    from rich.console import Console

    console, folder = Console(highlight=False), arguments.set.parent
    items = screens.read_set(arguments.set)
    heard = arguments.accessibility
    told = asked(arguments.set, accessibility=heard)
    told += fingerprint.of_files(*screens.files(items, folder, accessibility=heard)).encode()
    asked_of, address = arguments.model, arguments.base_url

    def score(name: str, model: Model) -> screens.Score:
        kept = before(arguments.keep, "screens", name, asked_of, told, screens.ANSWER, address)
        answers = screens.answers(items, folder, model, kept, accessibility=heard)
        return screens.score(items, counted(console, model.name, answers, len(items)))

    # A picture has no menus that could be looked into.
    sampling = Sampling(looks=False)
    with closing(open_model(asked_of, address, sampling=sampling)) as model:
        scored = score(MODEL, model)
        matched = score("matching", string_matcher())
        at_random = score("random", RandomClicks(whole_screen, len(items)))
        found = screens.report(model.name, scored, matched, at_random)
    _table(console, found)
    if arguments.pictures is not None:
        from uitars_train.evaluate.pictures import draw_failures

        draw_failures(items, found.wrong, folder, arguments.pictures)
    return found


def _table(console: Console, found: screens.Report) -> None:
    from rich.table import Table

    table = Table("tag", found.model, "95 %", "string matching")
    for tag, (right, tried) in found.by_tag.items():
        matched, _ = found.baseline.by_tag[tag]
        table.add_row(
            tag or "–", f"{right}/{tried}", shown(found.intervals[tag]), f"{matched}/{tried}"
        )
    table.add_section()
    table.add_row(
        "all", f"{found.accuracy:.1%}", shown(found.interval), f"{found.baseline.accuracy:.1%}"
    )
    table.add_row("random clicks", f"{found.random.accuracy:.1%}", shown(found.random.interval))
    console.print(table)
