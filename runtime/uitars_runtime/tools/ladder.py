"""Which wall this machine can put around commands, found by trying it.

The rungs from the best down: bubblewrap, sandlock, Landlock alone, none. A rung holds when no way
out of it was found. Without a wall a command is a question, whatever the policy says, and runs only
after a person's yes. Nothing here decides that.
"""

from __future__ import annotations

import functools
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime.tools import proven
from uitars_runtime.tools.probe import find_hole
from uitars_runtime.tools.walls import bubblewrap, landlock, sandlock
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.tools.walls.starting import Wall

_SYSTEM = ("/dev", "/etc", "/proc", "/run", "/sys", "/usr")
"""A workspace neither lies in one of these nor contains it."""
_SHARED = ("/tmp", "/var")  # noqa: S108
"""A workspace may lie in these, but not contain them."""


class Rung(msgspec.Struct, frozen=True):
    """What is around commands."""

    name: WallName | Literal["none"]
    why: str = ""
    """Why the better walls do not hold, without a full stop."""

    @property
    def walled(self) -> bool:
        return self.name != "none"


def rung(workspace: Path, walls: Sequence[WallName] = WALLS) -> Rung:
    """The best rung that holds for this workspace, on this machine, for this user."""
    if problem := _misplaced(workspace.resolve()):
        return Rung("none", problem)
    reasons: list[str] = []
    for name in walls:
        reason = why_not(name)
        if not reason:
            return Rung(name, "; ".join(reasons))
        reasons.append(f"{name}: {reason}")
    return Rung("none", "; ".join(reasons))


@functools.cache
def why_not(name: WallName) -> str:
    """Why a wall does not hold on this machine, from trying it; empty when it does. Once per
    process, and not at all where it was found tight before and nothing changed."""
    if reason := _missing(name):
        return reason
    try:
        mark = proven.mark(name)
    except OSError:
        mark = ""  # what cannot be told apart is not remembered
    if mark and proven.known(name, mark):
        return ""
    with tempfile.TemporaryDirectory(prefix="jail-probe-") as folder:
        hole = find_hole(around(name, Path(folder)), Path(folder))
    if hole:
        return f"a probe from inside failed: {hole}"
    if mark:
        proven.remember(name, mark)
    return ""


def around(name: WallName, workspace: Path) -> Wall:
    """What stands around a command."""
    match name:
        case "sandlock":
            return sandlock.wall(workspace)
        case "bubblewrap":
            return bubblewrap.wall(workspace, workspace)
        case "landlock":
            return landlock.wall(workspace)


def _missing(name: WallName) -> str:
    if sys.platform != "linux":
        return "it needs Linux"
    match name:
        case "sandlock":
            return sandlock.missing()
        case "bubblewrap":
            return bubblewrap.missing()
        case "landlock":
            return landlock.missing()


def _misplaced(workspace: Path) -> str:
    """A workspace that holds the display's socket or the home folder would be a hole."""
    for name in (*_SYSTEM, *_SHARED, str(Path.home())):
        if Path(name).resolve().is_relative_to(workspace):
            return f"the workspace {workspace} contains {name}"
    for name in _SYSTEM:
        if workspace.is_relative_to(Path(name).resolve()):
            return f"the workspace {workspace} lies in {name}"
    return ""
