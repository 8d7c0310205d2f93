"""Random screens whose windows are drawn by GTK 3, in a process of the system's Python."""

from __future__ import annotations

import random
from pathlib import Path

from uitars_train.screens.one_window import Look, OneWindowScreens, Toolkit
from uitars_train.screens.screen import Split
from uitars_train.screens.web_look import rgb

_FONTS = {
    Split.TRAIN: ("Cantarell", "DejaVu Sans", "Noto Sans", "Open Sans", "Liberation Sans", "Lato"),
    Split.VALIDATION: ("Cantarell", "Roboto", "Noto Sans Display"),
    Split.TEST: ("DejaVu Sans", "Noto Serif", "Liberation Sans Narrow"),
}

_ALWAYS = (
    *("close", "menu", "search", "back", "add"),
    *("folder", "file", "image", "music", "video", "user", "home", "mail", "trash"),
)
"""Meanings of icons that no plan names: of header bars, tabs and rows."""


def _look(source: random.Random, split: Split) -> Look:
    kind = source.random()
    theme, dark = "Adwaita", source.random() < 0.35
    if kind < 0.1:
        theme = "HighContrastInverse" if dark else "HighContrast"
    size = source.choice((9, 10, 10, 11, 11, 12, 14))
    return {
        "theme": theme,
        "dark": dark,
        "font": f"{source.choice(_FONTS[split])} {size}",
        "icon_theme": source.choice(("Adwaita", "Papirus", "breeze")),
        "css": _css(source, dark) if source.random() < 0.4 else "",
        "header_bar": source.random() < 0.4,
        "seed": source.randrange(2**31),
    }


def _css(source: random.Random, dark: bool) -> str:
    """A style of its own over the theme."""

    def colour(low: float, high: float) -> str:
        hue, tint = source.randrange(360), source.choice((0, 0, 8, 25))
        return rgb(hue / 360, tint / 100, source.uniform(low, high))

    paper = colour(0.08, 0.2) if dark else colour(0.92, 1)
    window = colour(0.1, 0.25) if dark else colour(0.85, 0.97)
    button = colour(0.2, 0.35) if dark else colour(0.8, 1)
    accent = rgb(source.randrange(360) / 360, source.uniform(0.4, 0.9), 0.45)
    radius = source.choice((0, 2, 4, 8, 14))
    text = "#eeeeec" if dark else "#1d1f20"
    return (
        f"window{{background-color:{window};color:{text};}}"
        f"button{{background-image:none;background-color:{button};border-radius:{radius}px;"
        "text-shadow:none;box-shadow:none;}"
        f"button.suggested-action{{background-color:{accent};color:white;}}"
        f"entry{{background-color:{paper};border-radius:{radius}px;}}"
        f"entry:focus{{border-color:{accent};}}"
        f"check:checked,radio:checked{{background-image:none;background-color:{accent};"
        "color:white;}"
        f"treeview.view:selected,menuitem:hover{{background-color:{accent};color:white;}}"
    )


_GTK = Toolkit(
    name="gtk",
    command=(
        *("env", f"PYTHONPATH={Path(__file__).parents[2]}", "/usr/bin/python3"),
        *("-m", "uitars_train.screens.gtk_worker"),
    ),
    install="Install xvfb, python3-gi and gir1.2-gtk-3.0.",
    look=_look,
    ink=lambda look: "#eeeeec" if look["dark"] else "#2e3436",
    icons=_ALWAYS,
    small=0.4,
    widths=(240, 900),
    heights=(120, 600),
)


class GtkScreens(OneWindowScreens):
    """Makes screens with one GTK window; a seed always gives the same screen."""

    def __init__(self, split: Split) -> None:
        """Raises `UsageError` where Xvfb, the system's Python or its GTK are missing."""
        super().__init__(split, _GTK)
