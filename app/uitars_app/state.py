"""What the window remembers between starts by itself: tasks, choices, its place, the open run,
and until when it knows of the starts of kept tasks."""

from __future__ import annotations

from datetime import datetime

import msgspec

from uitars_app.stored import Stored
from uitars_runtime import paths

RECENT = 50
"""Tasks that are remembered."""


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Model, desktop and policy as last chosen in the task box; empty: the settings decide."""

    model: str = ""
    desktop: str = ""
    policy: str = ""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Kept in `app.json` in the state folder."""

    recent: tuple[str, ...] = ()
    """Tasks, the latest first, each once."""
    pinned: tuple[str, ...] = ()
    choices: Choices = Choices()
    geometry: bytes = b""
    """The window's place, as Qt writes it."""
    running: str = ""
    """Folder of the run that is under way. Found at a start, it is one that was interrupted."""
    looked: datetime | None = None
    """Until when every start of a kept task was made or told, but for those that wait."""
    waiting: tuple[str, ...] = ()
    """Names of kept tasks that have come due and wait for their turn."""

    def after(self, task: str) -> State:
        """With this task as the latest one."""
        recent = (task, *(one for one in self.recent if one != task))[:RECENT]
        return msgspec.structs.replace(self, recent=recent)

    def toggled(self, task: str) -> State:
        """With this task pinned, or no longer pinned."""
        if task in self.pinned:
            pinned = tuple(one for one in self.pinned if one != task)
        else:
            pinned = (*self.pinned, task)
        return msgspec.structs.replace(self, pinned=pinned)


def open_state() -> Stored[State]:
    """What was remembered for this person."""
    return Stored(State, paths.state_folder() / "app.json")
