"""What every script here does with its figures: a table on the screen, JSON where it is wanted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path


def report(
    description: str | None,
    option: str,
    default: int,
    measure: Callable[[int], Mapping[str, float]],
    digits: int,
    parts: Mapping[str, Callable[[int], Mapping[str, float]]] | None = None,
) -> int:
    """Read the command line (`--json` and one number), measure, print and write.

    `parts`: what can be measured alone with `--only`; the other figures of the file then stay.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(f"--{option}", type=int, default=default, dest="number")
    parser.add_argument("--json", type=Path)
    if parts:
        parser.add_argument("--only", choices=tuple(parts))
    arguments = parser.parse_args()
    only = str(arguments.only or "") if parts else ""
    chosen = parts[only] if parts and only else measure
    result = {name: round(value, digits) for name, value in chosen(arguments.number).items()}
    width = max(map(len, result))
    for name, value in result.items():
        print(f"{name:{width}} {value:9.{digits}f}")
    if arguments.json:
        if only and arguments.json.exists():
            result = {**json.loads(arguments.json.read_text("utf-8")), **result}
        arguments.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0
