"""`uitars-train evaluate KIND`: options of all kinds; the work is beside."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from uitars_runtime.cli.formats import written
from uitars_runtime.config import load
from uitars_runtime.onnx_session import compute_on
from uitars_runtime.replacing import can_be_written
from uitars_train.evaluate import harbor_report
from uitars_train.evaluate.androidworld import options as androidworld_options
from uitars_train.evaluate.browsing import options as browsing_options
from uitars_train.evaluate.osworld import options as osworld_options
from uitars_train.evaluate.players import AGREEING
from uitars_train.instructions.harvested import FOLDER
from uitars_train.options import ask_for_model, positive
from uitars_train.replacing import save_report

BASELINES = ("random", "oracle", "matching")
_WORK: Final = {
    **{kind: f"{kind}_command" for kind in ("apps", "games", "instructions", "miniwob")},
    **{"record": "record_command", "screens": "screens_command", "harbor": "harbor_report"},
}
"""Where the work of a kind is, which loads heavy libraries, where it has no folder of its own."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a set and write its report; the exit code is 0 whatever the model managed."""
    arguments = parser().parse_args(argv)
    for out in ("json", "verdicts"):
        if (path := vars(arguments).get(out)) is not None:
            can_be_written(path)
            path.parent.mkdir(parents=True, exist_ok=True)
    compute_on(load().device)
    found = _measured(arguments)
    if found is not None and arguments.json is not None:
        save_report(arguments.json, found)
    return 0


def _measured(arguments: argparse.Namespace) -> msgspec.Struct | None:
    """The report of what was asked for; None where it makes a set instead."""
    kind: str = arguments.kind
    room: Any = import_module(f"uitars_train.evaluate.{_WORK.get(kind, f'{kind}.command')}")
    found: msgspec.Struct = room.run(arguments)
    return None if kind == "record" else found


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(prog="uitars-train evaluate", description="Measure a model.")
    kinds = new.add_subparsers(dest="kind", required=True)
    tasks = kinds.add_parser("apps", help="tasks on desktop programs, judged by their state")
    _ask_for_apps(tasks)
    steps = kinds.add_parser("screens", help="single steps on pictures")
    steps.add_argument("--set", type=Path, required=True, metavar="FILE", help="the steps, JSON")
    device = kinds.add_parser("androidworld", help="tasks on an Android device, by its state")
    androidworld_options.ask(device)
    for kind in (tasks, steps, device):
        kind.add_argument(
            "--accessibility", action="store_true", help="with the widgets that programs report"
        )
    said = kinds.add_parser("instructions", help="first steps for what people say, see its README")
    _ask_for_instructions(said)
    pages = kinds.add_parser("miniwob", help="MiniWoB++ pages in a real browser on a real desktop")
    pages.add_argument(
        "--tasks", type=Path, required=True, metavar="FILE", help="names, one a line"
    )
    pages.add_argument("--seeds", type=positive, default=3, metavar="N", help="tries of each task")
    pages.add_argument(
        "--rows", nargs="*", default=BASELINES, choices=BASELINES, help="who plays beside the model"
    )
    for kind in (tasks, pages):
        _ask_for_desktops(kind)
    _ask_for_games(kinds.add_parser("games", help="small games, beside a player that knows them"))
    browsing_options.ask(kinds.add_parser("browsing", help="questions answered on linked pages"))
    _ask_for_mind2web(kinds.add_parser("mind2web", help="tasks of Online-Mind2Web on websites"))
    harbor_report.ask(kinds.add_parser("harbor", help="a job that Harbor ran with this agent"))
    osworld = kinds.add_parser("osworld", help="tasks of OSWorld, as far as they run here")
    osworld_options.ask(osworld)
    waa = kinds.add_parser("waa", help="tasks of WindowsAgentArena, on a machine of it")
    osworld_options.ask_waa(waa)
    _ask_for_record(kinds.add_parser("record", help="single steps from installed programs"))
    for kind in (tasks, steps, said, pages, device):
        kind.add_argument("--json", type=written, metavar="OUT", help="where the report goes")
        kind.add_argument("--model", default="nano", metavar="REF")
    for kind in (tasks, steps, said, pages):
        kept = "keep answers here; go on from those of before"
        kind.add_argument("--keep", type=written, metavar="DIR", help=kept)
    for kind in (tasks, steps, pages, device):
        kind.add_argument("--base-url", metavar="URL", help="server for openai/NAME")
    for kind in (tasks, steps, pages):
        failures = "draw up to ten failures here"
        kind.add_argument("--pictures", type=written, metavar="DIR", help=failures)
    return new


def _ask_for_apps(tasks: argparse.ArgumentParser) -> None:
    tasks.add_argument("--set", type=Path, required=True, metavar="FILE", help="the tasks, JSON")
    tasks.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these tasks only")
    tasks.add_argument("--runs", type=written, metavar="DIR", help="keep the run folders here")
    tasks.add_argument(
        "--rows",
        nargs="*",
        default=(),
        choices=(*BASELINES, AGREEING),
        help="who plays beside the model; agreeing: the model, with a yes to what it asks to do",
    )
    tasks.add_argument(
        "--solutions", type=Path, metavar="FILE", help="actions by name of the task, for the oracle"
    )


def _ask_for_desktops(kind: argparse.ArgumentParser) -> None:
    kind.add_argument(
        "--sessions",
        type=positive,
        default=1,
        metavar="K",
        help="so many tries at once, in a pool of desktops; results are those of one by one",
    )
    kind.add_argument(
        "--pool",
        choices=("local", "ray"),
        default="local",
        help="whose desktops: this machine's, or those of a Ray cluster (RAY_ADDRESS)",
    )


def _ask_for_instructions(said: argparse.ArgumentParser) -> None:
    said.add_argument(
        "--set",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="sentences, JSON lines, or folders of them; else train/instructions",
    )
    said.add_argument(
        "--held-out", type=Path, metavar="TSV", help="only programs and authors that it names"
    )
    said.add_argument("--harvest", type=Path, default=FOLDER, help="folder of harvested programs")


def _ask_for_games(games: argparse.ArgumentParser) -> None:
    games.add_argument("--games", default="", metavar="A,B", help="these only")
    games.add_argument("--seeds", type=positive, default=1, metavar="N", help="tries of each game")
    games.add_argument("--steps", type=positive, default=100, metavar="N", help="of each try")
    _ask_for_desktops(games)
    ask_for_model(games)


def _ask_for_record(record: argparse.ArgumentParser) -> None:
    record.add_argument("--programs", type=Path, required=True, metavar="FILE", help="which, JSON")
    record.add_argument(
        "--out", type=written, required=True, metavar="DIR", help="pictures and set"
    )
    record.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these pictures only")


def _ask_for_mind2web(tasks: argparse.ArgumentParser) -> None:
    tasks.add_argument(
        "--tasks", type=Path, required=True, metavar="FILE", help="of Online-Mind2Web, JSON"
    )
    tasks.add_argument(
        "--sites", type=Path, metavar="DIR", help="a folder for each host, in the internet's place"
    )
    tasks.add_argument("--only", nargs="+", default=[], metavar="ID", help="these tasks only")
    tasks.add_argument("--steps", type=positive, default=30, metavar="N", help="of each task")
    tasks.add_argument("--out", type=written, metavar="DIR", help="write the submission here")
    tasks.add_argument("--runs", type=written, metavar="DIR", help="keep the run folders here")
    tasks.add_argument(
        "--judge", default="", metavar="REF", help="who answers WebJudge's questions: openai/NAME"
    )
    tasks.add_argument("--judge-url", metavar="URL", help="server for the judge")
    tasks.add_argument(
        "--threshold", type=int, choices=range(1, 6), default=3, help="pictures rated so count"
    )
    ask_for_model(tasks)


if __name__ == "__main__":
    sys.exit(main())
