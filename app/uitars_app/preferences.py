"""What a person may choose about the window itself. Settings of runs are the runtime's."""

from __future__ import annotations

from typing import Literal

import msgspec

from uitars_app.stored import Stored
from uitars_runtime import paths

ThemeChoice = Literal["system", "light", "dark", "contrast"]
Language = Literal["system", "en", "zh_CN"]


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Kept in `app.json` in the configuration folder."""

    theme: ThemeChoice = "system"
    language: Language = "system"
    hot_key: str = "ctrl+alt+space"
    """Keys that bring up the task box from anywhere; empty: none."""
    stay_in_tray: bool = True
    """Whether closing the window leaves the assistant in the tray."""
    presence: bool = True
    """Whether a thin frame is around the screen while the agent works on it."""
    annotate: bool = False
    """Whether every action is shown first, to accept or correct it."""
    welcomed: bool = False
    """Whether the first-run screens were seen."""


def open_preferences() -> Stored[Preferences]:
    """The preferences of this person."""
    return Stored(Preferences, paths.config_folder() / "app.json")
