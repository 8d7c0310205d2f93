"""`uitars-train evaluate osworld`, and what every benchmark of its kind does with its tasks: list,
prove or play them, and print what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.kept import kept
from uitars_train.evaluate.osworld.host import Benchmark, UnpreparedError
from uitars_train.evaluate.osworld.report import OSWorldResult, Report, report
from uitars_train.evaluate.osworld.tasks import Task, chosen, packaged, read_tasks
from uitars_train.evaluate.results import NotRun, came_to_an_end, show
from uitars_train.scratch import scratch

if TYPE_CHECKING:
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
    from uitars_train.evaluate.osworld.benchmark import BENCHMARK

    read = read_tasks(arguments.tasks or packaged())
    return Measuring(BENCHMARK, read.commit, read.by_name, arguments).report()


class Measuring:
    """One command at the tasks that it names."""

    def __init__(
        self,
        benchmark: Benchmark[Any],
        commit: str,
        tasks: Mapping[str, Task],
        arguments: argparse.Namespace,
    ) -> None:
        """`commit`: which version the tasks are. Raises `UsageError` for names of no task."""
        from rich.console import Console

        self._benchmark = benchmark
        self._commit = commit
        self._tasks = chosen(tasks, arguments.only)
        self._arguments = arguments
        self._console = Console(highlight=False)

    def report(self) -> msgspec.Struct:
        """Play, list or prove; print and give the report."""
        arguments = self._arguments
        if arguments.list:
            return self._list()
        if arguments.prove is not None:
            return self._prove(arguments.prove)
        with scratch() as folder:
            runs = arguments.runs or (arguments.keep and arguments.keep / "runs") or folder
            return self._play(runs)

    def _list(self) -> Listed:
        tasks = self._tasks
        told = {name: self._benchmark.why_not(task) for name, task in tasks.items()}
        for name, why in told.items():
            kind = "infeasible" if tasks[name].infeasible else "feasible"
            self._console.print(
                f"{name:62} {f'not run: {why}' if why else kind}", soft_wrap=True, markup=False
            )
        here = [name for name, why in told.items() if not why]
        found = Listed(
            self._commit,
            tuple(name for name in here if not tasks[name].infeasible),
            tuple(name for name in here if tasks[name].infeasible),
            tuple(_not_run(name, why) for name, why in told.items() if why),
        )
        self._console.print(
            f"{len(tasks)} tasks: {len(found.feasible)} can be run here, and"
            f" {len(found.infeasible)} that cannot be done at all; {len(found.not_run)} are not"
            " run.",
            soft_wrap=True,
        )
        return found

    def _prove(self, solutions: Path) -> Proved:
        proofs: list[Proof] = []
        for proof in self._proofs(solutions):
            proofs.append(proof)
            after = ", ".join(map(_yes, proof.after)) or "–"
            said = f"{proof.name:62} {proof.marked:9} before {_yes(proof.before)}, after {after}"
            show(self._console, proof.holds, f"{said} {proof.trouble}")
        held = sum(proof.holds for proof in proofs)
        self._console.print(f"{held} of {len(proofs)} proved.")
        return Proved(self._commit, len(proofs), held, tuple(proofs))

    def _proofs(self, solutions: Path) -> Iterator[Proof]:
        from uitars_train.evaluate.osworld.proving import Proof, prove
        from uitars_train.evaluate.osworld.solutions import read_solutions

        benchmark, decoder = self._benchmark, msgspec.json.Decoder(Proof)
        of = (self._commit.encode(),)
        before = kept(self._arguments.keep, f"{benchmark.name}-proofs", of, decoder)
        for name, solution in read_solutions(solutions).items():
            if name in self._tasks:
                # Another solution is another proof.
                steps = fingerprint.of_bytes(msgspec.json.encode(solution))
                make = partial(prove, name, self._tasks[name], solution, benchmark)
                yield before.once(f"{name} {steps}", make)

    def _play(self, runs: Path) -> Report:
        results: list[OSWorldResult] = []
        left: list[NotRun] = []
        for one in self._played(runs):
            match one:
                case NotRun():
                    left.append(one)
                    show(self._console, None, f"{one.name:62} not run: {one.reason}")
                case OSWorldResult():
                    results.append(one)
                    said = f"{one.name:62} {one.marked:9} {one.ending:10}"
                    rest = f" {one.steps:3} steps {one.seconds:6.1f} s  {one.reason}"
                    show(self._console, one.success, said, rest)
        found = report(self._arguments.model, self._commit, results, left)
        self._console.print(
            f"{found.model}: {found.success_rate:.0%} of {found.n} tasks ({shown(found.interval)});"
            f" {found.infeasible[0]} of {found.infeasible[1]} that cannot be done; {len(left)} not"
            f" run; {found.seconds_per_step:.2f} s a step"
        )
        return found

    def _played(self, runs: Path) -> Iterator[OSWorldResult | NotRun]:
        from uitars_train.evaluate.osworld.playing import Order, play

        asked = self._arguments
        order = Order(asked.model, runs, asked.base_url or "", asked.steps, asked.accessibility)
        # What the same model did with the same tasks.
        told = f"{self._commit} {asked.steps} {asked.accessibility}".encode()
        of = (told, fingerprint.of_model(asked.model, asked.base_url).encode())
        before = kept(asked.keep, self._benchmark.name, of, _RESULT)
        for name, task in self._tasks.items():
            why = self._benchmark.why_not(task)
            if why:
                yield _not_run(name, why)
                continue
            try:
                make = partial(play, name, task, order, self._benchmark)
                one = before.once(name, make, _is_answer)
            except UnpreparedError as error:
                # Not kept: the next time the machine may be ready for it.
                one = _not_run(name, str(error))
            yield one


def _is_answer(one: OSWorldResult | NotRun) -> bool:
    return isinstance(one, NotRun) or came_to_an_end(one)


def _not_run(name: str, why: str) -> NotRun:
    return NotRun(name, name.partition("__")[0], why)


def _yes(said: bool) -> str:
    return "yes" if said else "no"
