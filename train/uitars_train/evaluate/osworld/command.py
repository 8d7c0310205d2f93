"""`uitars-train evaluate osworld`: what is asked for, and what is printed."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.kept import Kept, kept
from uitars_train.evaluate.osworld.needs import why_not
from uitars_train.evaluate.osworld.report import OSWorldResult, Report, report
from uitars_train.evaluate.osworld.tasks import OSWorldTask, chosen, packaged, read_tasks
from uitars_train.evaluate.results import NotRun

if TYPE_CHECKING:
    from rich.console import Console

    from uitars_train.evaluate.osworld.proving import Proof

_RESULT: msgspec.json.Decoder[OSWorldResult | NotRun] = msgspec.json.Decoder(OSWorldResult | NotRun)


class Listed(msgspec.Struct, frozen=True):
    """All tasks: those that can be run here, and why the rest cannot."""

    tasks: str
    feasible: tuple[str, ...]
    infeasible: tuple[str, ...]
    """Can be run too: they are done by saying that they cannot be done."""
    not_run: tuple[NotRun, ...]


class Proved(msgspec.Struct, frozen=True):
    """What the solutions showed."""

    tasks: str
    n: int
    proved: int
    results: tuple[Proof, ...]


def run(arguments: argparse.Namespace) -> msgspec.Struct:
    """Play, list or prove; print and give the report."""
    from rich.console import Console

    console = Console(highlight=False)
    read = read_tasks(arguments.tasks or packaged())
    commit, tasks = read.commit, chosen(read.by_name, arguments.only)
    if arguments.list:
        return _list(console, tasks, commit)
    if arguments.prove is not None:
        return _prove(console, tasks, commit, arguments)
    # Not /tmp: the jail of the shell has a folder of its own there.
    with tempfile.TemporaryDirectory(prefix="osworld-", dir="/var/tmp") as folder:
        runs = arguments.runs or (arguments.keep and arguments.keep / "runs") or Path(folder)
        return _play(console, tasks, commit, arguments, runs)


def _list(console: Console, tasks: dict[str, OSWorldTask], commit: str) -> Listed:
    told = {name: why_not(task) for name, task in tasks.items()}
    for name, why in told.items():
        kind = "infeasible" if tasks[name].infeasible else "feasible"
        console.print(f"{name:62} {f'not run: {why}' if why else kind}", soft_wrap=True)
    here = [name for name, why in told.items() if not why]
    found = Listed(
        commit,
        tuple(name for name in here if not tasks[name].infeasible),
        tuple(name for name in here if tasks[name].infeasible),
        tuple(_not_run(name, why) for name, why in told.items() if why),
    )
    console.print(
        f"{len(tasks)} tasks: {len(found.feasible)} can be run here, and {len(found.infeasible)}"
        f" that cannot be done at all; {len(found.not_run)} are not run."
    )
    return found


def _prove(
    console: Console, tasks: dict[str, OSWorldTask], commit: str, arguments: argparse.Namespace
) -> Proved:
    proofs: list[Proof] = []
    for proof in _proofs(tasks, commit, arguments):
        proofs.append(proof)
        mark, style = ("✓", "green") if proof.holds else ("✗", "red")
        after = ", ".join(map(_yes, proof.after)) or "–"
        console.print(
            f"{mark} {proof.name:62} {proof.marked:9} before {_yes(proof.before)}, after {after}"
            f" {proof.trouble}",
            style=style,
            soft_wrap=True,
        )
    held = sum(proof.holds for proof in proofs)
    console.print(f"{held} of {len(proofs)} proved.")
    return Proved(commit, len(proofs), held, tuple(proofs))


def _proofs(
    tasks: dict[str, OSWorldTask], commit: str, arguments: argparse.Namespace
) -> Iterator[Proof]:
    from uitars_train.evaluate.osworld.proving import Proof, prove
    from uitars_train.evaluate.osworld.solutions import read_solutions

    decoder = msgspec.json.Decoder(Proof)
    before = kept(arguments.keep, "osworld-proofs", (commit.encode(),), decoder)
    for name, solution in read_solutions(arguments.prove).items():
        if name in tasks:
            # Another solution is another proof.
            steps = fingerprint.of_bytes(msgspec.json.encode(solution))
            yield before.once(f"{name} {steps}", partial(prove, name, tasks[name], solution))


def _play(
    console: Console,
    tasks: dict[str, OSWorldTask],
    commit: str,
    arguments: argparse.Namespace,
    runs: Path,
) -> Report:
    results: list[OSWorldResult] = []
    left: list[NotRun] = []
    for one in _played(tasks, commit, arguments, runs):
        match one:
            case NotRun():
                left.append(one)
            case OSWorldResult():
                results.append(one)
        _show(console, one)
    found = report(arguments.model, commit, results, left)
    console.print(
        f"{found.model}: {found.success_rate:.0%} of {found.n} tasks ({shown(found.interval)});"
        f" {found.infeasible[0]} of {found.infeasible[1]} that cannot be done; {len(left)} not run;"
        f" {found.seconds_per_step:.2f} s a step"
    )
    return found


def _played(
    tasks: dict[str, OSWorldTask], commit: str, arguments: argparse.Namespace, runs: Path
) -> Iterator[OSWorldResult | NotRun]:
    from uitars_train.evaluate.osworld.playing import Order, play

    order = Order(
        arguments.model, runs, arguments.base_url or "", arguments.steps, arguments.accessibility
    )
    before = _before(commit, arguments)
    for name, task in tasks.items():
        why = why_not(task)
        if why:
            yield _not_run(name, why)
        else:
            yield before.once(name, partial(play, name, task, order))


def _before(commit: str, arguments: argparse.Namespace) -> Kept[OSWorldResult | NotRun]:
    """What the same model did with the same tasks."""
    told = f"{commit} {arguments.steps} {arguments.accessibility}".encode()
    return kept(
        arguments.keep, "osworld", (told, fingerprint.of_model(arguments.model).encode()), _RESULT
    )


def _show(console: Console, one: OSWorldResult | NotRun) -> None:
    from rich.text import Text

    match one:
        case NotRun():
            line = Text(f"– {one.name:62} not run: {one.reason}", "dim")
        case OSWorldResult():
            mark, style = ("✓", "green") if one.success else ("✗", "red")
            line = Text(f"{mark} {one.name:62} {one.marked:9} {one.ending:10}", style)
            line.append(f" {one.steps:3} steps {one.seconds:6.1f} s  {one.reason}", "dim")
    console.print(line, soft_wrap=True)


def _not_run(name: str, why: str) -> NotRun:
    return NotRun(name, name.partition("__")[0], why)


def _yes(said: bool) -> str:
    return "yes" if said else "no"
