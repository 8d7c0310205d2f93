"""What options of several commands have in common. Not here: the commands."""

from __future__ import annotations

import argparse
from pathlib import Path

from uitars_runtime.errors import UsageError


def positive(text: str) -> int:
    """A number of things, of which there must be one. Raises `ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def weights(reference: str) -> Path:
    """The folder of exported weights that an option names, `nano` those that ship. Raises
    `UsageError` where there are none."""
    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_runtime.backends.embedded.network.decoder import FILE

    folder = default_folder() if reference == "nano" else Path(reference)
    if not (folder / FILE).is_file():
        raise UsageError(
            f"{reference} is no folder of the embedded model.", "Give nano, or exported weights."
        )
    return folder
