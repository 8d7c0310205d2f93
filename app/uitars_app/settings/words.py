"""Titles and explanations of the settings in the person's language, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication


class Words(NamedTuple):
    """How one setting is called and explained."""

    title: Callable[[], str]
    explanation: Callable[[], str]


def tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)


RUNS: dict[str, Words] = {
    "model": Words(
        lambda: tr("Model"),
        lambda: tr("nano is built in. Others: a GGUF file, a folder, openai/NAME for a server."),
    ),
    "base_url": Words(
        lambda: tr("Server"), lambda: tr("Address of the server of an openai/NAME model.")
    ),
    "dialect": Words(
        lambda: tr("Grammar"),
        lambda: tr("How the model writes actions; empty: guessed from its name."),
    ),
    "desktop": Words(
        lambda: tr("Desktop"),
        lambda: tr("local, sandbox, sandbox:1280x800 or the name of a display; empty: chosen."),
    ),
    "policy": Words(
        lambda: tr("Policy"),
        lambda: tr("Name or file of the policy; empty: the usual one of the desktop."),
    ),
    "max_steps": Words(lambda: tr("Steps"), lambda: tr("The most steps one run may take.")),
    "timeout": Words(lambda: tr("Seconds"), lambda: tr("The most time one run may take.")),
    "max_tokens": Words(
        lambda: tr("Tokens"),
        lambda: tr("The most tokens one run may read and write; empty: no limit."),
    ),
    "actions_per_second": Words(
        lambda: tr("Actions a second"), lambda: tr("The fastest the agent may act.")
    ),
    "repeats": Words(
        lambda: tr("Repeats"),
        lambda: tr("The same action on the same screen this often means it is stuck."),
    ),
    "images": Words(
        lambda: tr("Pictures"), lambda: tr("Earlier screenshots the model is shown again.")
    ),
    "history_tokens": Words(
        lambda: tr("Words of earlier steps"),
        lambda: tr("About how many tokens they may take in a prompt."),
    ),
    "memory": Words(lambda: tr("Memory"), lambda: tr("Remember runs, and recall earlier ones.")),
    "memory_tokens": Words(
        lambda: tr("Words of memories"),
        lambda: tr("About how many tokens recalled memories may take in a prompt."),
    ),
    "accessibility": Words(
        lambda: tr("Ask programs"),
        lambda: tr("Ask programs about their widgets, on top of looking. Only the built-in model."),
    ),
    "stop_keys": Words(
        lambda: tr("Stop keys"),
        lambda: tr("Pressed one after the other on your own keyboard they stop a run at once."),
    ),
    "run_dir": Words(
        lambda: tr("Folder of runs"), lambda: tr("Where runs are recorded; empty: the usual place.")
    ),
}
"""The runtime's settings that are one value each; tables are edited in the file."""

WINDOW: dict[str, Words] = {
    "theme": Words(lambda: tr("Colours"), lambda: tr("system follows your desktop.")),
    "language": Words(
        lambda: tr("Language"), lambda: tr("Takes effect when the window starts again.")
    ),
    "hot_key": Words(
        lambda: tr("Hot key"), lambda: tr("Brings up the task box from anywhere; empty: none.")
    ),
    "stay_in_tray": Words(
        lambda: tr("Stay in the tray"), lambda: tr("Closing the window does not end the assistant.")
    ),
    "presence": Words(
        lambda: tr("Show that it works"),
        lambda: tr("A thin frame around the screen while the agent works on it."),
    ),
    "annotate": Words(
        lambda: tr("Accept or correct"),
        lambda: tr("Show every action first, to accept or correct it; corrections are recorded."),
    ),
}
"""The window's own preferences."""
