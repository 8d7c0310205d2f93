"""The phone's screen as a picture, from its state."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from helpers.android.programs import Widget

if TYPE_CHECKING:
    from helpers.android.phone import Phone

_CELL = 12


def drawn(phone: Phone, widgets: list[Widget], cells: int) -> bytes:
    """As PNG. `cells`: how many actions the board of actions shows."""
    image = Image.new("RGB", phone.logical, "#f4f4f6")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, phone.width, 56), fill="#2d4f8b")
    pen.text((20, 14), phone.program.title, "white", _font(26))
    for widget in widgets:
        _draw(pen, widget, phone.focus)
    across = phone.width // _CELL
    for cell in range(cells):
        left, top = cell % across * _CELL, 300 + cell // across * _CELL
        colour = (cell * 37 % 200, cell * 91 % 200, cell * 53 % 200)
        pen.rectangle((left, top, left + _CELL - 2, top + _CELL - 2), fill=colour)
    wide, high = (phone.size[1], phone.size[0]) if phone.turned else phone.size
    out = io.BytesIO()
    image.resize((wide, high)).save(out, "png", compress_level=1)
    return out.getvalue()


def _draw(pen: ImageDraw.ImageDraw, widget: Widget, focus: str) -> None:
    left, top, _right, _bottom = widget.bounds
    if widget.kind in ("Button", "EditText", "Switch"):
        fill = "white" if widget.kind == "EditText" else "#9cc3a5" if widget.checked else "#ddd"
        edge = "#2d4f8b" if widget.key and widget.key == focus else "#888"
        pen.rectangle(widget.bounds, fill=fill, outline=edge, width=3)
    words = widget.text or (widget.label if widget.kind == "EditText" else "")
    ink = "black" if widget.text else "#999"
    pen.text((left + 16, top + 20), words, ink, _font(26))
    for inner in widget.inner:
        _draw(pen, inner, focus)


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
