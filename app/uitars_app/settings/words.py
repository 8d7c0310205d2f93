"""Titles and explanations of the settings in the person's language, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication


class Words(NamedTuple):
    """How one setting is called and explained."""

    title: Callable[[], str]
    explanation: Callable[[], str]


translate = QCoreApplication.translate


RUNS: dict[str, Words] = {
    "model": Words(
        lambda: translate("Settings", "Model"),
        lambda: translate(
            "Settings", "nano is built in. Others: a GGUF file, a folder, openai/NAME for a server."
        ),
    ),
    "base_url": Words(
        lambda: translate("Settings", "Server"),
        lambda: translate("Settings", "Address of the server of an openai/NAME model."),
    ),
    "dialect": Words(
        lambda: translate("Settings", "Grammar"),
        lambda: translate(
            "Settings", "How the model writes actions; empty: guessed from its name."
        ),
    ),
    "desktop": Words(
        lambda: translate("Settings", "Desktop"),
        lambda: translate(
            "Settings", "Or sandbox:1280x800, or the name of a display; empty: chosen."
        ),
    ),
    "policy": Words(
        lambda: translate("Settings", "Policy"),
        lambda: translate(
            "Settings", "Name or file of the policy; empty: the usual one of the desktop."
        ),
    ),
    "max_steps": Words(
        lambda: translate("Settings", "Steps"),
        lambda: translate("Settings", "The most steps one run may take."),
    ),
    "timeout": Words(
        lambda: translate("Settings", "Seconds"),
        lambda: translate("Settings", "The most time one run may take."),
    ),
    "max_tokens": Words(
        lambda: translate("Settings", "Tokens"),
        lambda: translate(
            "Settings", "The most tokens one run may read and write; empty: no limit."
        ),
    ),
    "actions_per_second": Words(
        lambda: translate("Settings", "Actions a second"),
        lambda: translate("Settings", "The fastest the agent may act."),
    ),
    "repeats": Words(
        lambda: translate("Settings", "Repeats"),
        lambda: translate(
            "Settings", "The same action on the same screen this often means it is stuck."
        ),
    ),
    "images": Words(
        lambda: translate("Settings", "Pictures"),
        lambda: translate("Settings", "Earlier screenshots the model is shown again."),
    ),
    "history_tokens": Words(
        lambda: translate("Settings", "Words of earlier steps"),
        lambda: translate("Settings", "About how many tokens they may take in a prompt."),
    ),
    "memory": Words(
        lambda: translate("Settings", "Memory"),
        lambda: translate("Settings", "Remember runs, and recall earlier ones."),
    ),
    "memory_tokens": Words(
        lambda: translate("Settings", "Words of memories"),
        lambda: translate(
            "Settings", "About how many tokens recalled memories may take in a prompt."
        ),
    ),
    "programs": Words(
        lambda: translate("Settings", "Programs of a private desktop"),
        lambda: translate(
            "Settings",
            "Walled off, they see the task's folder only and none of your own files; open, they can"
            " read, change and delete all that you can.",
        ),
    ),
    "wall": Words(
        lambda: translate("Settings", "Wall around commands"),
        lambda: translate(
            "Settings",
            "The weakest that is enough; where it does not hold, every command is a question.",
        ),
    ),
    "device": Words(
        lambda: translate("Settings", "Computes on"),
        lambda: translate(
            "Settings", "The processor (cpu), the graphics card (cuda), or what there is (auto)."
        ),
    ),
    "ask_below": Words(
        lambda: translate("Settings", "Asks below"),
        lambda: translate(
            "Settings",
            "A step that the built-in model finds less likely than this is a question instead, 0"
            " (never) to 1.",
        ),
    ),
    "look_into_menus": Words(
        lambda: translate("Settings", "Looks into menus"),
        lambda: translate(
            "Settings",
            "The built-in model looks into closed menus before it asks or takes an unlikely step.",
        ),
    ),
    "memory_model": Words(
        lambda: translate("Settings", "Model of memory"),
        lambda: translate(
            "Settings", "Retells finished runs, for example openai/NAME; empty: their record does."
        ),
    ),
    "accessibility": Words(
        lambda: translate("Settings", "Ask programs"),
        lambda: translate(
            "Settings",
            "Ask programs about their widgets, on top of looking. Only the built-in model.",
        ),
    ),
    "stop_keys": Words(
        lambda: translate("Settings", "Stop keys"),
        lambda: translate(
            "Settings", "Pressed one after the other on your own keyboard they stop a run at once."
        ),
    ),
    "run_dir": Words(
        lambda: translate("Settings", "Folder of runs"),
        lambda: translate("Settings", "Where runs are recorded; empty: the usual place."),
    ),
}
"""The runtime's settings that are one value each; tables are edited in the file."""

PRIVACY: dict[str, Words] = {
    "hide_windows": Words(
        lambda: translate("Settings", "Hidden windows"),
        lambda: translate(
            "Settings", "Titles or programs, with * for anything, commas between; blacked out."
        ),
    ),
    "hide_passwords": Words(
        lambda: translate("Settings", "Hide passwords"),
        lambda: translate("Settings", "Black out fields that a program declares as passwords."),
    ),
    "hide_secrets": Words(
        lambda: translate("Settings", "Hide keys in texts"),
        lambda: translate("Settings", "Leave out what looks like a key, a token or a password."),
    ),
    "read_screen": Words(
        lambda: translate("Settings", "Hide keys on the screen"),
        lambda: translate(
            "Settings", "Such things in pictures, too; every new screen takes a second longer."
        ),
    ),
    "keep_days": Words(
        lambda: translate("Settings", "Days"),
        lambda: translate("Settings", "Runs older than this are removed; 0 keeps them."),
    ),
    "keep_megabytes": Words(
        lambda: translate("Settings", "Megabytes"),
        lambda: translate(
            "Settings", "The oldest runs are removed when all take more; 0 for no limit."
        ),
    ),
}
"""The table `privacy` of the runtime's settings, as far as one row can edit it."""

WINDOW: dict[str, Words] = {
    "theme": Words(
        lambda: translate("Settings", "Colours"),
        lambda: translate("Settings", "Of the window; as the system: follows your desktop."),
    ),
    "language": Words(
        lambda: translate("Settings", "Language"),
        lambda: translate("Settings", "Takes effect when the window starts again."),
    ),
    "hot_key": Words(
        lambda: translate("Settings", "Hot key"),
        lambda: translate(
            "Settings",
            "Brings up the task box from anywhere. Press the button and then the keys; Delete takes"
            " them away.",
        ),
    ),
    "stay_in_tray": Words(
        lambda: translate("Settings", "Stay in the tray"),
        lambda: translate("Settings", "Closing the window does not end the assistant."),
    ),
    "presence": Words(
        lambda: translate("Settings", "Show that it works"),
        lambda: translate(
            "Settings", "A thin frame around the screen while the agent works on it."
        ),
    ),
    "annotate": Words(
        lambda: translate("Settings", "Accept or correct"),
        lambda: translate(
            "Settings",
            "Show every action first, to accept or correct it; corrections are recorded.",
        ),
    ),
}
"""The window's own preferences."""


START: dict[str, Words] = {
    "at_login": Words(
        lambda: translate("Settings", "Start at login"),
        lambda: translate("Settings", "The assistant waits in the tray when you log in."),
    ),
}
"""How the window is started."""
