"""Options of `uitars-train evaluate osworld|waa`; light, for every command line reads them."""

from __future__ import annotations

import argparse
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_train.options import ask_for_model, positive


def ask(tasks: argparse.ArgumentParser) -> None:
    """Those of OSWorld."""
    tasks.add_argument(
        "--tasks", type=Path, metavar="FILE", help="the tasks; else those of cua-speedrun"
    )
    _ask_of_all(tasks)


def ask_waa(tasks: argparse.ArgumentParser) -> None:
    """Those of WindowsAgentArena."""
    tasks.add_argument(
        "--tasks",
        type=Path,
        required=True,
        metavar="FOLDER|FILE",
        help="task files of WindowsAgentArena: a checkout, a folder of them, a list, or one",
    )
    tasks.add_argument(
        "--machine", metavar="URL", help="where a machine's server answers, http://HOST:5000"
    )
    tasks.add_argument(
        "--files", type=Path, metavar="DIR", help="a folder for each host, in the internet's place"
    )
    _ask_of_all(tasks)


def _ask_of_all(tasks: argparse.ArgumentParser) -> None:
    tasks.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="tasks that begin so, or their ids"
    )
    instead = tasks.add_mutually_exclusive_group()
    instead.add_argument(
        "--list", action="store_true", help="play nothing: which can be run here, and why not"
    )
    instead.add_argument(
        "--prove", type=Path, metavar="FILE", help="play nothing: follow these solutions twice"
    )
    tasks.add_argument("--steps", type=positive, default=15, metavar="N", help="of each task")
    tasks.add_argument(
        "--accessibility", action="store_true", help="with the widgets that programs report"
    )
    tasks.add_argument("--runs", type=written, metavar="DIR", help="keep the run folders here")
    tasks.add_argument(
        "--keep", type=written, metavar="DIR", help="keep answers here; go on from those of before"
    )
    ask_for_model(tasks)
