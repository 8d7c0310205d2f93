"""`uitars-train evaluate record`: a set of single steps from programs that are installed here."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.errors import UitarsError
from uitars_runtime.eyes.eyes import Eyes
from uitars_train.evaluate.asks import asks
from uitars_train.evaluate.record import Capture, read_captures, shots, write_picture, write_told
from uitars_train.evaluate.screens import Item, read_picture, read_told, told_path

if TYPE_CHECKING:
    from rich.console import Console

SET = "set.json"


def run(arguments: argparse.Namespace) -> tuple[Item, ...]:
    """Take the pictures that are missing; write and give the set of all that lie in the folder."""
    from rich.console import Console

    console, out = Console(highlight=False), arguments.out
    captures = read_captures(arguments.programs)
    out.mkdir(parents=True, exist_ok=True)
    for capture in captures:
        names = [shot.name for shot in capture.shots]
        wanted = not arguments.only or set(names) & set(arguments.only)
        if wanted and not all((out / f"{name}.png").exists() for name in names):
            _take(capture, out, console)
    eyes = Eyes()
    items: list[Item] = []
    for path in sorted(out.glob("*.png")):
        told = read_told(told_path(path))
        seen = eyes.look(read_picture(path), afresh=True)
        made = list(asks(path.name, told, seen)) if told else []
        console.print(f"{path.stem}: {len(made)} asks")
        items += made
    data = ",\n".join(msgspec.json.encode(item).decode() for item in items)
    (out / SET).write_text(f"[{data}]\n", encoding="utf-8")
    return tuple(items)


def _take(capture: Capture, out: Path, console: Console) -> None:
    """The pictures of a program that are missing. One that cannot be shown is named and left out;
    the others go on."""
    try:
        for name, frame, hands in shots(capture):
            picture = out / f"{name}.png"
            if picture.exists():
                continue
            told = told_path(picture)
            told.unlink(missing_ok=True)  # it was said of another picture
            write_told(hands, told)
            write_picture(frame, picture)
    except UitarsError as error:
        console.print(f"[red]{capture.app}[/red]: {error}")
