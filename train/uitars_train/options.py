"""What options of several commands have in common. Not here: the commands."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """A number of things, of which there must be one. Raises `ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number
