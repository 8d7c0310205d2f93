"""Random style sheets for pages: the browser's own style, flat, raised, underlined, dark."""

from __future__ import annotations

import colorsys
import random
from importlib.resources import files

from uitars_train.screens.screen import Split

FONTS = {
    Split.TRAIN: (
        "DejaVu Sans",
        "Liberation Sans",
        "Noto Sans",
        "Roboto",
        "Open Sans",
        "Lato",
        "Liberation Serif",
        "sans-serif",
    ),
    Split.VALIDATION: ("Cantarell", "DejaVu Serif", "Noto Sans Display"),
    Split.TEST: ("Noto Serif", "URW Gothic", "Liberation Sans Narrow"),
}


def sheet(name: str) -> str:
    """A style sheet of this room, whose values are words in capitals."""
    return "\n" + (files("uitars_train.screens") / name).read_text("utf-8")


_LAYOUT = sheet("web_layout.css")
_STYLED = sheet("web_styled.css")
_OWN_MARKS = sheet("web_marks.css")

_TABS = (
    "",
    "",
    ".tabs{gap:3px}.tabs li{border:1px solid BORDER;border-bottom:0;background:BUTTON;"
    "border-radius:RADIUSpx RADIUSpx 0 0}.tabs .current{background:PAPER;border-bottom:0}",
    ".tabs{gap:6px;border:0}.tabs li{border-radius:RADIUSpx}"
    ".tabs .current{background:ACCENT;color:ONACCENT;border:0}",
    ".tabs li{color:GREY}.tabs .current{color:INK;font-weight:700;border-bottom:0}",
    ".tabs li{border-top:2px solid transparent}"
    ".tabs .current{border-bottom:0;border-top:2px solid ACCENT;background:BUTTON}",
    ".tabs{border:0;background:BUTTON;border-radius:RADIUSpx;padding:3px;width:fit-content}"
    ".tabs .current{background:PAPER;border:0;border-radius:RADIUSpx;"
    "box-shadow:0 1px 3px rgba(0,0,0,.3)}",
    ".tabs{background:BUTTON;border:1px solid BORDER;padding:3px 3px 0}"
    ".tabs li{border:1px solid BORDER;margin:0 2px -1px 0}.tabs .current{background:PAPER}",
)
_FOCUS = (
    "",
    "",
    "{outline:1px solid ACCENT}",
    "{outline:none;border:1px solid ACCENT}",
    "{outline:none;border-color:ACCENT;box-shadow:0 0 0 3px FAINT}",
    "{outline:none;border:0;border-bottom:2px solid ACCENT;border-radius:0}",
    "{outline:1px solid INK;outline-offset:1px}",
    "{outline:3px solid FAINT;outline-offset:0}",
)
_FOCUSABLE = "input:not([type=checkbox]):not([type=radio]):focus,textarea:focus"
_DISABLED = (
    "",
    "",
    "{opacity:.45}",
    "{background:BUTTON;color:GREY}",
    "{background:BUTTON;color:GREY;border-color:BUTTON}",
    "{color:GREY;border-style:dashed}",
)
_DISABLABLE = "input:disabled,textarea:disabled,select:disabled,button:disabled"
_CHOSEN = (
    "",
    "",
    "{background:FAINT;color:INK}",
    "{background:FAINT;color:ACCENT;font-weight:700}",
    "{background:BUTTON;color:INK;box-shadow:inset 3px 0 ACCENT}",
    "{background:BORDER;color:INK}",
    "{background:INK;color:PAPER}",
)
_CHOSEN_ROWS = ".drop .current,.list .current,tr.current td"
_PRESSED = (
    "",
    "",
    "{background:ACCENT}",
    "{background:FAINT;border:1px solid ACCENT}",
    "{box-shadow:inset 0 2px 4px rgba(0,0,0,.45)}",
    "{border:1px solid INK;background:transparent}",
)
_ARROW = (
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='12'%3E"
    "%3Cpath d='{shape}' fill='{fill}' stroke='gray' stroke-width='1.6'/%3E%3C/svg%3E\")"
)
_COMBOS = (
    "",
    "",
    *(
        f"select{{appearance:none;padding-right:24px;background:PAPER {arrow} no-repeat "
        "right 7px center;border:1px solid BORDER;border-radius:RADIUSpx}"
        for arrow in (
            _ARROW.format(shape="M2 4 L6 8 L10 4", fill="none"),
            _ARROW.format(shape="M2 4 L10 4 L6 9 Z", fill="gray"),
            _ARROW.format(shape="M3 5 L6 2 L9 5 M3 7 L6 10 L9 7", fill="none"),
        )
    ),
)
_TABLES = (
    "",
    "",
    "table{border-collapse:separate;border-spacing:2px;border:1px solid gray}"
    "td,th{border:1px solid gray;padding:1px}",
    "table{border:1px solid BORDER}td,th{border:0}tr:nth-child(even) td{background:BUTTON}",
)


def rgb(hue: float, saturation: float, lightness: float) -> str:
    """A colour as style sheets write it; all three are 0 to 1."""
    red, green, blue = colorsys.hls_to_rgb(hue, max(0.0, min(1.0, lightness)), saturation)
    return f"rgb({round(255 * red)},{round(255 * green)},{round(255 * blue)})"


def _values(
    source: random.Random, hue: float, tint: float, base: float, *, dark: bool
) -> dict[str, str]:
    """Colours, lengths and kinds of line that a sheet is filled in with, by their place in it."""
    away = 1 if dark else -1
    radius = source.choice((0, 2, 4, 6, 12, 24))
    border = rgb(hue, tint, base + source.uniform(0.15, 0.5) * away)
    fields = (
        f"border:1px solid {border};border-radius:{min(radius, 10)}px",
        f"border:0;border-bottom:2px solid {border};border-radius:0",
        f"border:0;background:{rgb(hue, tint, base + 0.08 * away)};border-radius:{radius}px",
    )
    accent_hue, strength = source.random(), source.uniform(0.4, 0.95)
    return {
        "ONACCENT": "#fff",
        "ACCENT": rgb(accent_hue, strength, source.uniform(0.3, 0.5)),
        "FAINT": rgb(accent_hue, strength, base + 0.12 * away),
        "GREY": rgb(hue, 0, source.uniform(0.45, 0.6) if dark else source.uniform(0.5, 0.68)),
        "PAPER": rgb(hue, tint, base + 0.03 * away if dark else 1.0),
        "BUTTON": rgb(hue, tint, base + source.uniform(0.03, 0.15) * away),
        "BORDER": border,
        "INK": rgb(hue, 0, source.uniform(0.82, 1) if dark else source.uniform(0, 0.25)),
        "EDGE": source.choice((f"1px solid {border}", "1px solid transparent", "2px outset")),
        "RAISED": source.choice(("", "", "box-shadow:0 2px 4px rgba(0,0,0,.35)")),
        "FIELD": source.choices(fields, (4, 1, 1))[0],
        "RADIUS": str(radius),
        "CORNER": str(min(radius, 5)),
        "MARK": str(source.choice((13, 15, 16, 18, 20, 24))),
        "WIDE": str(source.choice((6, 10, 14, 20))),
        "GAP": str(source.choice((3, 5, 8, 12))),
        "PAD": str(source.choice((1, 3, 5, 8))),
        "LABEL": str(source.choice((90, 120, 160))),
        "SIDE": source.choice(("left", "left", "right")),
        "START": source.choice(("flex-start", "flex-start", "stretch")),
        "JUSTIFY": source.choice(("flex-start", "flex-end", "center")),
        "WEIGHT": source.choice(("400", "700")),
        "LINE": source.choice(("underline", "none")),
        "GRID": source.choice((f"border:1px solid {border}", f"border-bottom:1px solid {border}")),
    }


def random_sheet(source: random.Random, split: Split, *, small: bool = False) -> tuple[str, bool]:
    """A style sheet and whether it is dark; `small`: with the letters of a page made larger."""
    dark = source.random() < 0.3
    hue, tint = source.random(), source.choice((0.0, 0.0, 0.1, 0.3))
    base = source.uniform(0.06, 0.2) if dark else source.uniform(0.93, 1.0)
    values = _values(source, hue, tint, base, dark=dark)
    own = source.random() < 0.75
    written = _LAYOUT + (_STYLED if own else "") + (_OWN_MARKS if source.random() < 0.4 else "")
    written += source.choice(_TABS) + source.choice(_COMBOS) + source.choice(_TABLES)
    written += _FOCUSABLE + (source.choice(_FOCUS) or "{}")
    written += _DISABLABLE + (source.choice(_DISABLED) or "{}")
    written += _CHOSEN_ROWS + (source.choice(_CHOSEN) or "{}")
    written += "button.icon.pressed" + (source.choice(_PRESSED) or "{}")
    for name in sorted(values, key=len, reverse=True):
        written = written.replace(name, values[name])
    sizes = (10, 10, 11, 12, 13, 14) if small else (12, 13, 14, 14, 15, 16, 16, 18, 20)
    size = source.choice(sizes)
    font = source.choice(FONTS[split])
    scheme = "dark" if dark else "light"
    accent = f"accent-color:{values['ACCENT']};" if source.random() < 0.5 else ""
    body = (
        f":root{{color-scheme:{scheme};{accent}}}"
        f"body{{font:{size}px '{font}';background:{rgb(hue, tint, base)};color:{values['INK']};"
        f"margin:{source.choice((8, 16, 30))}px;}}"
    )
    return body + written, dark
