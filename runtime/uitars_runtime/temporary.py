"""Where programs below a guard put temporary files: into its folder, so that they go with it.

Behind a wall the place is laid over /tmp; without one they are told of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_LONGEST: Final = 107
"""Bytes of the path of a socket (unix(7))."""
_SOCKET: Final = len("/org.chromium.Chromium.XXXXXX/SingletonSocket")
"""The longest that a program is known to put there."""


def temporary_folder(folder: Path) -> Path:
    """That of a guard's folder."""
    return folder / "tmp"


def made_temporary_folder(folder: Path) -> Path:
    """The same, which is there from now on."""
    made = temporary_folder(folder)
    made.mkdir(mode=0o700, exist_ok=True)
    return made


def told_temporary_folder(folder: Path) -> dict[str, str]:
    """What programs without a wall are told in their environment; nothing where it is so deep that
    no socket fits into it."""
    made = made_temporary_folder(folder)
    fits = len(os.fsencode(made)) + _SOCKET <= _LONGEST
    return {"TMPDIR": str(made)} if fits else {}
