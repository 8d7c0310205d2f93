"""The colours of the three themes and the measures they share.

Text on its ground reaches a contrast of 4.5:1 in light and dark and 7:1 in high contrast; a test
computes it. Colours are `#rrggbb`, measures device-independent pixels.
"""

from __future__ import annotations

from typing import Literal

import msgspec

ThemeName = Literal["light", "dark", "contrast"]
Look = Literal["good", "warning", "danger", "muted"]
"""What a colour says: all well, look at it, it went wrong, nothing in particular."""

GAP = 8
"""Space between things that belong together; groups are two or three gaps apart."""
RADIUS = 8
CONTROL_HEIGHT = 34


class Tokens(msgspec.Struct, frozen=True):
    """What a theme decides."""

    name: ThemeName
    window: str
    """Ground of the window."""
    surface: str
    """Ground of cards, lists and fields."""
    sunken: str
    """Ground of what lies deeper: pictures, code."""
    hover: str
    border: str
    strong_border: str
    """Outline of what can be worked: fields and buttons."""
    text: str
    muted: str
    """Text of second importance."""
    accent: str
    on_accent: str
    accent_soft: str
    """Ground of what is selected."""
    good: str
    good_soft: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str
    on_danger: str

    def look(self, look: Look) -> tuple[str, str]:
        """Colour of the words and of the ground below them."""
        match look:
            case "good":
                return self.good, self.good_soft
            case "warning":
                return self.warning, self.warning_soft
            case "danger":
                return self.danger, self.danger_soft
            case "muted":
                return self.text, self.sunken


LIGHT = Tokens(
    name="light",
    window="#f4f5f7",
    surface="#ffffff",
    sunken="#e9ebef",
    hover="#eceef2",
    border="#dfe2e8",
    strong_border="#8b93a1",
    text="#1a1e26",
    muted="#586172",
    accent="#2a5fd0",
    on_accent="#ffffff",
    accent_soft="#e4ecfc",
    good="#1b7340",
    good_soft="#e0f3e7",
    warning="#8a5200",
    warning_soft="#fdf0d8",
    danger="#b3261e",
    danger_soft="#fce6e4",
    on_danger="#ffffff",
)

DARK = Tokens(
    name="dark",
    window="#15181e",
    surface="#1d2129",
    sunken="#101318",
    hover="#272c36",
    border="#2d333e",
    strong_border="#6c7686",
    text="#e7eaf0",
    muted="#a2abba",
    accent="#8ab0ff",
    on_accent="#0d1a33",
    accent_soft="#26344f",
    good="#73d29a",
    good_soft="#1b3527",
    warning="#f0bd66",
    warning_soft="#3a2e17",
    danger="#ff8f86",
    danger_soft="#43211f",
    on_danger="#2a0806",
)

CONTRAST = Tokens(
    name="contrast",
    window="#000000",
    surface="#000000",
    sunken="#000000",
    hover="#2b2b2b",
    border="#ffffff",
    strong_border="#ffffff",
    text="#ffffff",
    muted="#e6e6e6",
    accent="#ffe94d",
    on_accent="#000000",
    accent_soft="#3b3600",
    good="#7dffa8",
    good_soft="#00260f",
    warning="#ffd166",
    warning_soft="#332500",
    danger="#ffb3ad",
    danger_soft="#3d0503",
    on_danger="#000000",
)

THEMES: dict[ThemeName, Tokens] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}
