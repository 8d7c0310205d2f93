"""Which wall this machine can put around commands, found by trying it.

Two rungs: bubblewrap, when no way out of it was found; else none. Without a wall a command is a
question, whatever the policy says, and runs only after a person's yes. Nothing here decides that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime.tools.jail import Jail, JailError


class Rung(msgspec.Struct, frozen=True):
    """What is around commands."""

    name: Literal["bubblewrap", "none"]
    why: str = ""
    """Why there is no wall, without a full stop."""

    @property
    def walled(self) -> bool:
        return self.name != "none"


def rung(workspace: Path) -> Rung:
    """The best rung that holds for this workspace, on this machine, for this user."""
    try:
        Jail(workspace)
    except JailError as error:
        return Rung("none", str(error))
    return Rung("bubblewrap")
