"""`uitars-train evaluate waa`: which tasks, and which machine."""

from __future__ import annotations

import argparse
from contextlib import closing

import msgspec

from uitars_runtime.desktop.osworld.machine import Machine
from uitars_runtime.errors import DesktopError, UsageError
from uitars_train.evaluate.osworld.command import Measuring
from uitars_train.evaluate.osworld.host import LostError
from uitars_train.evaluate.waa.benchmark import benchmark
from uitars_train.evaluate.waa.tasks import read_tasks


def run(arguments: argparse.Namespace) -> msgspec.Struct:
    """Play, list or prove; print and give the report. Raises `UsageError` also where the machine
    does not answer."""
    read = read_tasks(arguments.tasks)
    files = arguments.files
    if files is not None and not files.is_dir():
        raise UsageError(f"{files} is no folder.", "It holds a folder for each host.")
    asked = benchmark(arguments.machine or "", files)
    measuring = Measuring(asked, read.commit, read.by_name, arguments)
    if not arguments.list:
        _await_answer(arguments.machine)
    return measuring.report()


def _await_answer(address: str | None) -> None:
    if not address:
        raise UsageError(
            "No machine is named.", "Give --machine http://HOST:5000, or --list to play nothing."
        )
    try:
        with closing(Machine(address)) as machine:
            machine.system()
    except DesktopError as error:
        raise LostError(error.title, error.hint) from error
