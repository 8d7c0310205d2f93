"""`uitars-train evaluate apps|screens|miniwob`: options and printing; the work is beside."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_train.evaluate import apps, miniwob, screens
from uitars_train.evaluate.intervals import Counts, Interval

if TYPE_CHECKING:
    from rich.console import Console

    from uitars_runtime.types import Action

BASELINES = ("random", "oracle", "matching")


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
    steps = kinds.add_parser("screens", help="single steps on pictures")
    steps.add_argument("--set", type=Path, required=True, metavar="FILE", help="the steps, JSON")
    steps.add_argument("--pictures", type=Path, metavar="DIR", help="draw up to ten failures here")
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
    return new


# --------------------------------------------------------------------------- screens


def _screens(arguments: argparse.Namespace) -> screens.Report:
    from rich.console import Console

    from uitars_runtime.backends.registry import open_model
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_train.evaluate.matching import StringMatcher

    console, folder = Console(highlight=False), arguments.set.parent
    items = screens.read_set(arguments.set)
    model = open_model(arguments.model, arguments.base_url)
    try:
        got = _counted(console, model.name, items, screens.answers(items, folder, model))
    finally:
        model.close()
    matcher = StringMatcher(Eyes().look)
    matched = _counted(console, matcher.name, items, screens.answers(items, folder, matcher))
    scored = screens.score(items, got)
    found = screens.report(model.name, scored, screens.score(items, matched))
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
                tried = miniwob.evaluate(tasks, arguments.seeds, contender, desktop)
                rows[name] = miniwob.row(_shown(console, name, tried))
    finally:
        model.close()
    return miniwob.report(model.name, rows.pop("model"), rows)


def _contender(name: str) -> miniwob.Contender:
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_train.evaluate.contenders import Oracle, RandomClicks
    from uitars_train.evaluate.matching import StringMatcher

    match name:
        case "random":
            return RandomClicks
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
    if arguments.runs is not None:
        return _run_apps(tasks, arguments, arguments.runs)
    # Not /tmp: the jail of the shell has a folder of its own there.
    with tempfile.TemporaryDirectory(prefix="evaluate-", dir="/var/tmp") as runs:
        return _run_apps(tasks, arguments, Path(runs))


def _run_apps(tasks: Sequence[apps.App], arguments: argparse.Namespace, runs: Path) -> apps.Report:
    from rich.console import Console

    console, results = Console(highlight=False), list[apps.Result]()
    for result in apps.evaluate(
        tasks, arguments.model, runs, lambda _step: None, accessibility=arguments.accessibility
    ):
        results.append(result)
        _show(console, result)
    found = apps.report(results)
    console.print(_counts(found.by_tag), style="dim")
    console.print(
        f"{found.success_rate:.0%} of {found.n} tasks ({_range(found.interval)});"
        f" {found.seconds_per_step:.2f} s a step"
    )
    return found


def _show(console: Console, result: apps.Result) -> None:
    from rich.text import Text

    mark, style = ("✓", "green") if result.success else ("✗", "red")
    line = Text(f"{mark} {result.name:24} {result.ending:12}", style)
    line.append(f" {result.steps:3} steps {result.seconds:6.1f} s  {result.reason}", "dim")
    console.print(line, soft_wrap=True)


def _counts(by_tag: Counts) -> str:
    return ", ".join(f"{tag or '–'} {right}/{tried}" for tag, (right, tried) in by_tag.items())


if __name__ == "__main__":
    sys.exit(main())
