"""Random style sheets for the pages of `large_page.py`."""

from __future__ import annotations

import random

from uitars_train.screens.screen import Split
from uitars_train.screens.web_look import FONTS, sheet

_SHEET = sheet("large.css")
_BANDS = (
    ("#ffff00", "#000"),
    ("#ffff00", "#000"),
    ("#cfe8ff", "#000"),
    ("#eee", "#222"),
    ("transparent", "inherit"),
    ("#27496d", "#fff"),
    ("#ffe0b2", "#000"),
)
_PAPERS = (("#fff", "#000"), ("#fff", "#222"), ("#fff", "#000"), ("#f6f6f2", "#111"))


def large_sheet(source: random.Random, split: Split, width: int, height: int) -> str:
    """A style sheet for a view of `width` x `height` page pixels."""
    band, band_ink = source.choice(_BANDS)
    paper, ink = source.choice(_PAPERS)
    accent = source.choice(("#007fff", "#c2185b", "#2e7d32", "#f6931f", "#5c4ac7", "#e22"))
    head = source.choice(((accent, "#fff"), ("#e9e9e9", "#222"), ("#f6f6f6", "#333")))
    face = source.choice(("#f6f6f6", "#eee", "#e9e9e9"))
    dark = source.random() < 0.15
    if dark:
        paper, ink, face = "#202124", "#e4e4e4", "#35363a"
        head = (accent, "#fff")
    narrow = source.random() < 0.6
    values = {
        "SCHEME": "dark" if dark else "light",
        "AROUND": source.choice(("#555", "#fff", "#ddd", paper)),
        "SIZE": str(source.choice((10, 10, 11, 12, 13))),
        "CONTROL": str(source.choice((10, 11, 13, 13))),
        "FONT": source.choice((*FONTS[split], "Liberation Sans")),
        "INK": ink,
        "PAPER": paper,
        "WIDTH": str(min(width, source.randint(160, 260)) if narrow else width),
        "COLUMNS": "" if narrow else "column-width:150px",
        "FULL": str(source.choice((0, 210, height))),
        "BAND": band,
        "BANDINK": band_ink,
        "REQUEST": str(source.choice((0, 50, 50))),
        "EDGE": source.choice(("", "", "border-bottom:1px solid #aaa")),
        "GAP": str(source.choice((2, 4, 7, 10))),
        "SPREAD": source.choice(("normal", "1.4")),
        "LINK": "#8ab4f8" if dark else source.choice(("#0000ee", "#0000ff", "#0066cc", accent)),
        "LINE": source.choice(("underline", "underline", "none")),
        "WEIGHT": source.choice(("400", "700")),
        "BORDER": source.choice(("#ccc", "#aaa", "#c5c5c5", "#666")),
        "RADIUS": str(source.choice((0, 3, 4, 6))),
        "CORNER": str(source.choice((0, 2, 4))),
        "KNOB": str(source.choice((2, 3, 7))),
        "FACE": face,
        "ACCENT": accent,
        "HEAD": head[0],
        "HEADINK": head[1],
        "ROW": str(source.choice((1, 3, 6))),
        "BIG": str(source.choice((12, 18, 24, 30))),
        "STRIPE": face if dark else source.choice((paper, "#ddd", "#f2f2f2")),
    }
    written = _SHEET
    for name in sorted(values, key=len, reverse=True):
        written = written.replace(name, values[name])
    return written
