"""Kinds of programs whose windows need rules of their own, told by the class of the window.

A program names its own class, so nothing becomes free by a name here: it can only be asked about.
"""

from __future__ import annotations

import enum

from uitars_runtime.gate.facts import Facts


class Kind(enum.Enum):
    """What a window is for."""

    TERMINAL = enum.auto()
    """What is typed becomes a command, outside any jail."""
    BROWSER = enum.auto()
    """Enter can send a form or go to another address."""
    FILES = enum.auto()
    """Files and mails: the Delete key deletes one."""
    KEYS = enum.auto()
    """Passwords, keys and questions for them."""
    OTHER = enum.auto()


_NAMES: dict[Kind, tuple[str, ...]] = {
    Kind.TERMINAL: (
        *("alacritty", "cool-retro-term", "deepin-terminal", "eterm", "foot", "gnome-terminal"),
        *("guake", "hyper", "kgx", "kitty", "konsole", "lxterminal", "mate-terminal", "ptyxis"),
        *("qterminal", "rxvt", "sakura", "st-256color", "terminal", "terminator", "terminology"),
        *("termite", "tilda", "tilix", "urxvt", "uxterm", "wezterm", "xfce4-terminal", "xterm"),
        "yakuake",
    ),
    Kind.BROWSER: (
        *("brave", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "konqueror"),
        *("librewolf", "midori", "navigator", "opera", "qutebrowser", "safari", "vivaldi"),
        *("torbrowser", "webbrowser"),
    ),
    Kind.FILES: (
        *("caja", "claws-mail", "dolphin", "evolution", "geary", "kmail", "krusader", "nautilus"),
        *("nemo", "pcmanfm", "spacefm", "thunar", "thunderbird"),
    ),
    Kind.KEYS: (
        *("1password", "bitwarden", "gcr-prompter", "keepass", "kwallet", "lxqt-policykit"),
        *("pinentry", "polkit", "proton-pass", "seahorse", "ssh-askpass", "xfce-polkit"),
    ),
}
"""Parts of class names in small letters."""


def kind_of(facts: Facts) -> Kind:
    """What the window is for, from its class, its program's file name and the widget's role."""
    if facts.role == "terminal":
        return Kind.TERMINAL
    program = facts.program.rsplit("/", 1)[-1]
    names = f"{facts.application} {program}".casefold()
    # Keys first: a vault whose name holds "chrome" is a vault.
    for kind in (Kind.KEYS, Kind.TERMINAL, Kind.BROWSER, Kind.FILES):
        if any(name in names for name in _NAMES[kind]):
            return kind
    return Kind.OTHER
