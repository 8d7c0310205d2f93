"""File systems that programs mounted in a folder of ours: let go before the folder is removed.

A mount whose server died answers nothing and cannot be removed; through one whose server lives,
removal would reach files that are not ours. Not here: mounts of anybody but these programs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

_MOUNTS: Final = Path("/proc/self/mountinfo")
_PLACE, _AFTER_OPTIONAL = 4, "-"
_SECONDS: Final = 5.0
_HELPERS: Final = ("fusermount3", "fusermount")


def unmount_below(folder: Path) -> None:
    """Let go of every FUSE mount below a folder, be its server dead or not."""
    helper = next((found for name in _HELPERS if (found := shutil.which(name))), None)
    if helper is None:
        return  # nothing was mounted without it
    # What lies deepest goes first; lazily, for a program that ends may still hold files open.
    for place in sorted(_mounted(folder), key=len, reverse=True):
        subprocess.run(
            [helper, "-u", "-z", "--", place],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )


def _mounted(folder: Path) -> list[str]:
    """Where something of FUSE is mounted below a folder."""
    try:
        lines = _MOUNTS.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return []
    # Not what the folder really is: to ask a dead mount may block.
    beginning = f"{folder}/"
    found: list[str] = []
    for line in lines:
        words = line.split(" ")
        kind = words[words.index(_AFTER_OPTIONAL) + 1]
        place = _unescaped(words[_PLACE])
        if kind.partition(".")[0] in ("fuse", "fuseblk") and place.startswith(beginning):
            found.append(place)
    return found


def _unescaped(place: str) -> str:
    """A path as the kernel writes it: blanks and backslashes in three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda digits: chr(int(digits[1], 8)), place)
