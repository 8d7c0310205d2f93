"""The one way to ask any command for JSON, `--output-format json`, short `--json`; and to name what
it writes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

TEXT, JSON = "text", "json"


def add_output_format(
    parser: argparse.ArgumentParser, formats: Sequence[str] = (TEXT, JSON), *, below: bool = False
) -> None:
    """Both ways to say it. `below`: the command above takes it as well, and what was said there
    holds here."""
    parser.add_argument(
        "--output-format",
        choices=formats,
        default=argparse.SUPPRESS if below else TEXT,
        help="standard output holds only this; default: text",
    )
    parser.add_argument(
        "--json",
        dest="output_format",
        action="store_const",
        const=JSON,
        default=argparse.SUPPRESS,
        help="short for --output-format json",
    )


def written(text: str) -> Path:
    """The type of an argument that names what is written: standard output says where that is, and
    takes nothing else."""
    if text == "-":
        raise argparse.ArgumentTypeError("standard output does not take it; name a place")
    return Path(text)


def as_json(value: object) -> str:
    """A value on lines of their own, for a person as well."""
    return f"{msgspec.json.format(msgspec.json.encode(value)).decode()}\n"


def say(arguments: argparse.Namespace, value: object, words: str) -> None:
    """What a command did, as it was asked for: the value, or a line for a person."""
    sys.stdout.write(as_json(value) if arguments.output_format == JSON else f"{words}\n")
