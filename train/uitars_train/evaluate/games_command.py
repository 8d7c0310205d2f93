"""`uitars-train evaluate games`: what is asked for, and what is printed."""

from __future__ import annotations

import argparse

from uitars_runtime.sessions.terms import SessionOrder
from uitars_train.evaluate import games
from uitars_train.evaluate.pools import pool_of
from uitars_train.games.catalogue import chosen


def run(arguments: argparse.Namespace) -> games.Report:
    """Play; print and give the report."""
    from rich.console import Console

    console = Console(highlight=False)
    order = games.Order(
        games=chosen(arguments.games),
        model=arguments.model,
        base_url=arguments.base_url,
        seeds=arguments.seeds,
        steps=arguments.steps,
    )
    console.print(f"{'game':12} {'model':>9} {'random':>9} {'scripted':>9} {'of 100':>7}")
    rows: dict[str, games.Row] = {}
    with pool_of(arguments, SessionOrder(programs="open")) as pool:
        for name, row in games.evaluate(order, pool):
            rows[name] = row
            console.print(
                f"{name:12} {row.score:9.1f} {row.random:9.1f} {row.scripted:9.1f}"
                f" {row.normalised:7.1f}{'  apart' if row.kind == 'apart' else ''}"
            )
    found = games.report(order, rows)
    console.print(
        f"{order.model}, {order.steps} steps, tries of each game: {order.seeds};"
        f" games played: {_shown(found.mean_played)}, kept apart: {_shown(found.mean_apart)}"
        " (scripted player = 100)",
        soft_wrap=True,
    )
    return found


def _shown(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:.1f}"
