"""What options of several commands have in common. Not here: the commands."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeVar

import msgspec

from uitars_runtime.backends.registry import NANO
from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError

_T = TypeVar("_T")


def positive(text: str) -> int:
    """A number of things, of which there must be one. Raises `ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def ask_for_model(kind: argparse.ArgumentParser) -> None:
    """Whom an evaluation measures, and where it is told."""
    kind.add_argument("--json", type=written, metavar="OUT", help="where the report goes")
    kind.add_argument("--model", default="nano", metavar="REF")
    kind.add_argument("--base-url", metavar="URL", help="server for openai/NAME")


def contents(path: Path) -> bytes:
    """Of a file that somebody names. Raises `UsageError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


def words(path: Path) -> tuple[str, ...]:
    """Of a text that somebody names. Raises `UsageError`."""
    try:
        return tuple(contents(path).decode().split())
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no text.", "Save it as UTF-8.") from error


def decoded(path: Path, kind: type[_T], wrong: str, hint: str = "") -> _T:
    """The JSON of a file that an option names. `wrong`: what is said of one that holds something
    else. Raises `UsageError`."""
    data = contents(path)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} {wrong}: {error}.", hint) from error


def place(reference: str) -> Path:
    """Where a model lies that is named: `nano` is the one that ships."""
    from uitars_runtime.backends.embedded.backend import default_folder

    return default_folder() if reference == NANO else Path(reference)


def weights(reference: str) -> Path:
    """The folder of exported weights that an option names, `nano` those that ship. Raises
    `UsageError` where there are none."""
    from uitars_runtime.backends.embedded.network.decoder import FILE

    folder = place(reference)
    if not (folder / FILE).is_file():
        raise UsageError(
            f"{reference} is no folder of the embedded model.", "Give nano, or exported weights."
        )
    return folder
