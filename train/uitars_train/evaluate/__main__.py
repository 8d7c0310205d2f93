"""`uitars-train evaluate apps|screens|miniwob`: options and printing; the work is beside."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.evaluate import apps, fingerprint, miniwob, screens
from uitars_train.evaluate.intervals import Counts, Interval
from uitars_train.evaluate.kept import Kept, kept
from uitars_train.evaluate.last_look import LastLook

if TYPE_CHECKING:
    from rich.console import Console

    from uitars_runtime.protocols import Model
    from uitars_runtime.types import Action

BASELINES = ("random", "oracle", "matching")
_Result = TypeVar("_Result")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a set and write its report; the exit code is 0 whatever the model managed."""
    arguments = parser().parse_args(argv)
    match arguments.kind:
        case "screens":
            found: msgspec.Struct = _screens(arguments)
        case "miniwob":
            found = _miniwob(arguments)
        case _:
            found = _apps(arguments)
    if arguments.json is not None:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        data = msgspec.json.format(msgspec.json.encode(found), indent=1)
        arguments.json.write_bytes(data + b"\n")
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(prog="uitars-train evaluate", description=__doc__)
    kinds = new.add_subparsers(dest="kind", required=True)
    tasks = kinds.add_parser("apps", help="tasks on desktop programs, judged by their state")
    tasks.add_argument("--set", type=Path, required=True, metavar="FILE", help="the tasks, JSON")
    tasks.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these tasks only")
    tasks.add_argument("--runs", type=Path, metavar="DIR", help="keep the run folders here")
    tasks.add_argument(
        "--accessibility", action="store_true", help="with the widgets that programs report"
    )
    tasks.add_argument(
        "--rows", nargs="*", default=(), choices=BASELINES, help="who plays beside the model"
    )
    tasks.add_argument(
        "--solutions", type=Path, metavar="FILE", help="actions by name of the task, for the oracle"
    )
    steps = kinds.add_parser("screens", help="single steps on pictures")
    steps.add_argument("--set", type=Path, required=True, metavar="FILE", help="the steps, JSON")
    pages = kinds.add_parser("miniwob", help="MiniWoB++ pages in a real browser on a real desktop")
    pages.add_argument(
        "--tasks", type=Path, required=True, metavar="FILE", help="names, one a line"
    )
    pages.add_argument("--seeds", type=int, default=3, metavar="N", help="tries of each task")
    pages.add_argument(
        "--rows", nargs="*", default=BASELINES, choices=BASELINES, help="who plays beside the model"
    )
    for kind in (tasks, steps, pages):
        kind.add_argument("--json", type=Path, metavar="OUT", help="where the report goes")
        kind.add_argument("--model", default="nano", metavar="REF")
        kind.add_argument("--base-url", metavar="URL", help="server for openai/NAME")
        kind.add_argument(
            "--pictures", type=Path, metavar="DIR", help="draw up to ten failures here"
        )
        kind.add_argument(
            "--keep", type=Path, metavar="DIR", help="keep answers here; go on from those of before"
        )
    return new


def _kept(
    arguments: argparse.Namespace,
    player: str,
    decoder: msgspec.json.Decoder[_Result],
    seen: bytes = b"",
) -> Kept[_Result]:
    """What a player did before. Random clicks and the oracle depend on nothing but the set, whose
    bytes are `seen`; string matching on the eyes, too."""
    match player:
        case "model":
            plays = fingerprint.of_model(arguments.model)
        case "matching":
            plays = fingerprint.of_eyes()
        case _:
            plays = ""
    return kept(arguments.keep, f"{arguments.kind}-{player}", (seen, plays.encode()), decoder)


# --------------------------------------------------------------------------- screens


def _screens(arguments: argparse.Namespace) -> screens.Report:
    from rich.console import Console

    from uitars_runtime.backends.registry import open_model
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_train.evaluate.contenders import RandomClicks, whole_screen
    from uitars_train.evaluate.matching import StringMatcher

    console, folder = Console(highlight=False), arguments.set.parent
    items, seen = screens.read_set(arguments.set), arguments.set.read_bytes()

    def score(name: str, model: Model) -> screens.Score:
        before = _kept(arguments, name, screens.ANSWER, seen)
        answers = screens.answers(items, folder, model, before)
        return screens.score(items, _counted(console, model.name, items, answers))

    with closing(open_model(arguments.model, arguments.base_url)) as model:
        scored = score("model", model)
        matched = score("matching", StringMatcher(Eyes().look))
        at_random = score("random", RandomClicks(whole_screen, len(items)))
        found = screens.report(model.name, scored, matched, at_random)
    _table(console, found)
    if arguments.pictures is not None:
        from uitars_train.evaluate.pictures import draw_failures

        draw_failures(items, found.wrong, folder, arguments.pictures)
    return found


def _counted(
    console: Console,
    name: str,
    items: Sequence[screens.Item],
    answers: Iterator[Action | None],
) -> list[Action | None]:
    """All answers, with a bar while they come."""
    from rich.progress import track

    return list(track(answers, name, total=len(items), console=console, transient=True))


def _table(console: Console, found: screens.Report) -> None:
    from rich.table import Table

    table = Table("tag", found.model, "95 %", "string matching")
    for tag, (right, tried) in found.by_tag.items():
        matched, _ = found.baseline.by_tag[tag]
        table.add_row(
            tag or "–", f"{right}/{tried}", _range(found.intervals[tag]), f"{matched}/{tried}"
        )
    table.add_section()
    table.add_row(
        "all", f"{found.accuracy:.1%}", _range(found.interval), f"{found.baseline.accuracy:.1%}"
    )
    table.add_row("random clicks", f"{found.random.accuracy:.1%}", _range(found.random.interval))
    console.print(table)


def _range(interval: Interval) -> str:
    return f"{interval[0]:.0%}–{interval[1]:.0%}"


# --------------------------------------------------------------------------- miniwob


def _miniwob(arguments: argparse.Namespace) -> miniwob.Report:
    from rich.console import Console

    from uitars_runtime.backends.registry import open_model

    console = Console(highlight=False)
    tasks = miniwob.read_tasks(arguments.tasks)
    model = open_model(arguments.model, arguments.base_url)
    rows: dict[str, miniwob.Row] = {}
    contenders: dict[str, miniwob.Contender] = {"model": lambda _page, _task: model}
    contenders |= {name: _contender(name) for name in arguments.rows}
    try:
        with miniwob.desk() as desktop:
            for name, contender in contenders.items():
                before = _kept(arguments, name, miniwob.EPISODE)
                look = LastLook()
                tried = miniwob.evaluate(
                    tasks, arguments.seeds, contender, desktop, before, look.of
                )
                if name == "model" and arguments.pictures is not None:
                    tried = _drawn(tried, look, arguments.pictures)
                rows[name] = miniwob.row(_shown(console, name, tried))
    finally:
        model.close()
    return miniwob.report(model.name, rows.pop("model"), rows)


def _drawn(
    episodes: Iterator[miniwob.Episode], look: LastLook, out: Path
) -> Iterator[miniwob.Episode]:
    """The same tries; of up to ten tasks the first that failed is drawn, as far as it was played
    here and not kept from before."""
    from uitars_train.evaluate.pictures import MOST, draw_last

    drawn: set[str] = set()
    for one in episodes:
        seen, look.seen = look.seen, None
        if seen is not None and not one.success and one.task not in drawn and len(drawn) < MOST:
            frame, proposal = seen
            path = out / f"failure-{one.task}.png"
            draw_last(frame, look.task.text, proposal.action, one.ending, path)
            drawn.add(one.task)
        yield one


def _contender(name: str) -> miniwob.Contender:
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_train.evaluate.contenders import Oracle, RandomClicks, below_query
    from uitars_train.evaluate.matching import StringMatcher

    match name:
        case "random":
            return lambda page, _task: RandomClicks(below_query(page), miniwob.STEPS)
        case "oracle":
            return Oracle
        case _:
            matcher = StringMatcher(Eyes().look)
            return lambda _page, _task: matcher


def _shown(
    console: Console, name: str, episodes: Iterator[miniwob.Episode]
) -> list[miniwob.Episode]:
    """All tries, each printed as it comes, and their sum."""
    tried: list[miniwob.Episode] = []
    for one in episodes:
        tried.append(one)
        mark, style = ("✓", "green") if one.success else ("✗", "red")
        console.print(
            f"{mark} {name:8} {one.task:24} {one.seed:2} {one.steps:3} steps"
            f" {one.seconds:6.1f} s  {one.ending}",
            style=style,
        )
    found = miniwob.row(tried)
    console.print(
        f"{name}: {found.success_rate:.0%} of {found.episodes} tries"
        f" ({_range(found.interval)}); {found.seconds_per_step:.2f} s a step"
    )
    return tried


# --------------------------------------------------------------------------- apps


def _apps(arguments: argparse.Namespace) -> apps.Report:
    tasks = apps.read_set(arguments.set)
    if arguments.only:
        tasks = tuple(task for task in tasks if task.name in arguments.only)
    runs = arguments.runs or (arguments.keep and arguments.keep / "runs")
    if runs is not None:
        return _run_apps(tasks, arguments, runs)
    # Not /tmp: the jail of the shell has a folder of its own there.
    with tempfile.TemporaryDirectory(prefix="evaluate-", dir="/var/tmp") as folder:
        return _run_apps(tasks, arguments, Path(folder))


def _run_apps(tasks: Sequence[apps.App], arguments: argparse.Namespace, runs: Path) -> apps.Report:
    from rich.console import Console

    console = Console(highlight=False)

    def row(name: str, results: Iterator[apps.Result]) -> apps.Row:
        found = apps.row(list(_each(console, name, results)))
        console.print(_counts(found.by_tag), style="dim")
        console.print(
            f"{name}: {found.success_rate:.0%} of {found.n} tasks ({_range(found.interval)});"
            f" {found.seconds_per_step:.2f} s a step"
        )
        return found

    own = row("model", _played(tasks, arguments, runs, "model"))
    if arguments.pictures is not None:
        from uitars_train.evaluate.pictures import draw_runs

        failed = [one for one in own.results if not one.success]
        draw_runs(failed, {task.name: task.task for task in tasks}, runs, arguments.pictures)
    rows = {name: row(name, _played(tasks, arguments, runs, name)) for name in arguments.rows}
    return apps.report(own, rows)


def _played(
    tasks: Sequence[apps.App], arguments: argparse.Namespace, runs: Path, name: str
) -> Iterator[apps.Result]:
    """The results of the model or of somebody beside it."""
    told = b"accessibility" if arguments.accessibility else b""
    before = _kept(arguments, name, apps.RESULT, arguments.set.read_bytes() + told)
    if name == "oracle":
        return _solved(tasks, arguments, runs, before)
    return apps.evaluate(
        tasks,
        arguments.model,
        runs,
        before,
        accessibility=arguments.accessibility,
        player=_player(name),
    )


def _solved(
    tasks: Sequence[apps.App], arguments: argparse.Namespace, runs: Path, before: Kept[apps.Result]
) -> Iterator[apps.Result]:
    from uitars_train.evaluate.feasibility import read_solutions, solve

    if arguments.solutions is None:
        raise UsageError("The oracle needs to be told how tasks are done.", "Give --solutions.")
    solutions = read_solutions(arguments.solutions)
    for task in tasks:
        yield before.once(task.name, partial(solve, task, solutions.get(task.name, ()), runs))


def _player(name: str) -> apps.Player | None:
    """Who does the tasks; None for the model."""
    match name:
        case "matching":
            from uitars_runtime.eyes.eyes import Eyes
            from uitars_train.evaluate.matching import StringMatcher

            matcher = StringMatcher(Eyes().look)
            return lambda _app: matcher
        case "random":
            from uitars_train.evaluate.contenders import RandomClicks, whole_screen

            # The last step of the budget is to say that it has finished.
            return lambda app: RandomClicks(whole_screen, app.max_steps - 1)
        case _:
            return None


def _each(console: Console, name: str, results: Iterator[apps.Result]) -> Iterator[apps.Result]:
    for result in results:
        _show(console, name, result)
        yield result


def _show(console: Console, name: str, result: apps.Result) -> None:
    from rich.text import Text

    mark, style = ("✓", "green") if result.success else ("✗", "red")
    line = Text(f"{mark} {name:8} {result.name:24} {result.ending:12}", style)
    line.append(f" {result.steps:3} steps {result.seconds:6.1f} s  {result.reason}", "dim")
    console.print(line, soft_wrap=True)


def _counts(by_tag: Counts) -> str:
    return ", ".join(f"{tag or '–'} {right}/{tried}" for tag, (right, tried) in by_tag.items())


if __name__ == "__main__":
    sys.exit(main())
