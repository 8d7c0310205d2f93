"""Random screens whose windows are drawn by Tk, in a process of their own."""

from __future__ import annotations

import colorsys
import random
import sys

from uitars_train.screens.one_window import Look, OneWindowScreens, Toolkit
from uitars_train.screens.screen import Split

_FONTS = {
    Split.TRAIN: ("DejaVu Sans", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Nimbus Sans"),
    Split.VALIDATION: ("DejaVu Sans", "Roboto", "DejaVu Serif"),
    Split.TEST: ("Noto Serif", "Open Sans", "Liberation Mono"),
}


def _look(source: random.Random, split: Split) -> Look:
    kind = source.random()
    background, ink, paper = "#d9d9d9", "#000000", "#ffffff"
    if kind < 0.25:
        background, ink, paper = "#2b2b2b", "#e6e6e6", "#1e1e1e"
    elif kind < 0.6:
        hue, light = source.random(), source.uniform(0.82, 0.97)
        background = _hex(hue, source.choice((0.0, 0.1, 0.3)), light)
    return {
        "background": background,
        "ink": ink,
        "paper": paper,
        "accent": _hex(source.random(), source.uniform(0.4, 0.9), 0.4),
        "theme": source.choice(("clam", "alt", "default", "classic")),
        "font": source.choice(_FONTS[split]),
        "size": source.choice((9, 10, 10, 11, 12, 14)),
        "seed": source.randrange(2**31),
    }


def _hex(hue: float, saturation: float, lightness: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


_TK = Toolkit(
    name="tk",
    command=(sys.executable, "-m", "uitars_train.screens.tk_worker"),
    install="Install xvfb and python3-tk.",
    look=_look,
    ink=lambda look: str(look["ink"]),
    icons=("search",),
    small=0.5,
    widths=(200, 800),
    heights=(100, 500),
)


class TkScreens(OneWindowScreens):
    """Makes screens with one Tk window; a seed always gives the same screen."""

    def __init__(self, split: Split) -> None:
        """Raises `UsageError` where Xvfb or tkinter are missing."""
        super().__init__(split, _TK)
