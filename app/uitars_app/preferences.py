"""What a person may choose about the window itself. Settings of runs are the runtime's."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from uitars_app.stored import Stored
from uitars_runtime import paths

ThemeChoice = Literal["system", "light", "dark", "contrast"]
Language = Literal["system", "en", "zh_CN"]


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Kept in `app.json` in the configuration folder."""

    theme: Annotated[ThemeChoice, Meta(description="Colours of the window.")] = "system"
    language: Annotated[Language, Meta(description="Language of the window.")] = "system"
    hot_key: Annotated[
        str, Meta(description="Keys that bring up the task box from anywhere; empty: none.")
    ] = "ctrl+alt+space"
    stay_in_tray: Annotated[
        bool, Meta(description="Closing the window leaves the assistant in the tray.")
    ] = True
    presence: Annotated[
        bool, Meta(description="A thin frame around the screen while the agent works on it.")
    ] = True
    annotate: Annotated[
        bool, Meta(description="Show every action first, to accept or correct it.")
    ] = False
    welcomed: bool = False
    """Whether the first-run screens were seen."""


def open_preferences() -> Stored[Preferences]:
    """The preferences of this person."""
    return Stored(Preferences, paths.config_folder() / "app.json")
