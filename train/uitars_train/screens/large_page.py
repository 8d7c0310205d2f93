"""Small pages with the browser's own widgets and hand-made ones, to be shown two or three times
as large: what stands in them, as HTML. Styles are in `large_look.py`.

Roles, names and icon meanings go into `data-` attributes, as in `web_page.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from html import escape

from uitars_train.screens.large_rows import SIGNS, LargeRows
from uitars_train.screens.vocabulary import Vocabulary

_COLOURS = ("red", "blue", "green", "black", "cyan", "magenta", "yellow", "gray", "orange", "white")


class LargePage(LargeRows):
    """Writes one page."""

    def __init__(
        self, words: Vocabulary, icons: Mapping[str, str], css: str, source: random.Random
    ) -> None:
        """`icons`: addresses of pictures by meaning."""
        super().__init__(words, icons, source)
        self._css = css

    def html(self) -> str:
        """The whole page: a request above, now and then, and a few pieces below it."""
        pieces: list[Callable[[], str]] = [
            *(self._ticks, self._ticks, self._lone_ticks, self._field, self._field, self._area),
            *(self._buttons, self._big_buttons, self._keys, self._list, self._combo, self._tabs),
            *(self._sections, self._dialog, self._menu, self._slider, self._spinner, self._days),
            *(self._sortable, self._figures, self._letters, self._board, self._table, self._links),
            *(self._sum, self._posts, self._mails, self._console, self._paragraph, self._pager),
        ]
        count = self._random.randint(2, 8)
        body = "".join(piece() for piece in self._random.sample(pieces, count))
        above = self._request() if self._random.random() < 0.7 else ""
        return (
            f'<!doctype html><html><head><meta charset="utf-8"><style>{self._css}</style></head>'
            f'<body><div id="page">{above}<div id="area">{body}</div></div></body></html>'
        )

    # ---------------------------------------------------------------- words

    def _bold(self, sentence: str) -> str:
        """The sentence with a word of it in bold or in quotes, now and then."""
        parts = sentence.split()
        place = self._random.randrange(len(parts))
        word = escape(parts[place])
        parts = [escape(part) for part in parts]
        parts[place] = self._random.choice((word, f"<b>{word}</b>", f'"{word}"'))
        return " ".join(parts)

    def _request(self) -> str:
        words = self._bold(self._words.sentence(self._random.randint(4, 16)))
        return f'<div id="request"><p data-role="text">{words}</p></div>'

    # ---------------------------------------------------------------- the browser's own widgets

    def _ticks(self) -> str:
        kind = self._random.choice(("checkbox", "radio"))
        gap = self._random.choice((0, 3, 6, 10))
        style = self._random.choice(("stack", "stack", "pair"))

        def one() -> str:
            rest = f"{self._maybe('checked', 0.3)} {self._maybe('disabled', 0.05)}"
            name = f'name="{self._random.random()}"' if kind == "radio" else ""
            return (
                f'<label data-role="{kind}"><input type="{kind}" {name} {rest} '
                f'style="margin-right:{gap}px">{escape(self._string())}</label>'
            )

        return f'<div class="{style}">{"".join(self._some(2, 9, one))}</div>' + self._submit(0.5)

    def _lone_ticks(self) -> str:
        kind = self._random.choice(("checkbox", "checkbox", "radio"))
        columns = self._random.randint(1, 5)

        def one() -> str:
            return f'<input type="{kind}" data-role="{kind}" {self._maybe("checked", 0.3)}>'

        cells = "".join(self._some(1, 4 * columns, one))
        return f'<div class="cells" style="--columns:{columns}">{cells}</div>'

    def _label(self) -> str:
        words = self._words.field() + self._random.choice(("", ":"))
        return self._text(words, "label") if self._random.random() < 0.6 else ""

    def _field(self) -> str:
        kinds = ("text", "text", "text", "password", "number", "date", "time", "search")
        kind = self._random.choice(kinds)
        width = self._random.choice((40, 60, 90, 130, 150))
        value = {
            "text": self._words.value(),
            "search": self._string(),
            "password": self._string(),
            "number": str(self._random.randint(-99, 999)),
            "date": "2024-05-17",
            "time": "14:30",
        }[kind]
        held = f'value="{escape(value)}"' if self._random.random() < 0.35 else ""
        shown = self._maybe(f'placeholder="{escape(self._words.placeholder())}"', 0.15)
        rest = f"{held} {shown} {self._maybe('disabled', 0.05)} {self._autofocus()}"
        control = f'<input data-role="field" type="{kind}" style="width:{width}px" {rest}>'
        return f"<div>{self._label()} {control} {self._submit(0.5)}</div>"

    def _area(self) -> str:
        lines = " ".join(self._words.sentence() for _ in range(self._random.randint(0, 6)))
        rows = self._random.randint(2, 7)
        width = self._random.choice((90, 130, 150, 220))
        face = self._random.choice(("", "", "font-family:inherit;", "border:1px solid #bbb;"))
        return (
            f'<div>{self._label()}<textarea data-role="field" rows="{rows}" '
            f'style="{face}width:{width}px" {self._autofocus()}>{escape(lines)}</textarea></div>'
        )

    def _submit(self, share: float = 1.0) -> str:
        if self._random.random() >= share:
            return ""
        words, style = escape(self._words.button()), self._random.choice(("", "wide", "wide tall"))
        return f'<button data-role="button" class="{style}">{words}</button>'

    def _buttons(self) -> str:
        return f'<div class="row">{"".join(self._some(1, 6, self._submit))}</div>'

    def _big_buttons(self) -> str:
        """Buttons much larger than their words, which need not stand in the middle."""

        def one() -> str:
            side = self._random.choice((30, 40, 60, 90))
            left = self._random.choice((0, 0, 10, 30))
            padding = self._random.choice(("", "", f"padding:{side // 4}px 0 0 {side // 5}px;"))
            return (
                f'<button data-role="button" style="width:{side + left}px;height:{side}px;{padding}'
                f'margin-left:{left}px">{escape(self._string()[:6].upper())}</button>'
            )

        return f'<div class="row">{"".join(self._some(1, 3, one))}</div>'

    def _keys(self) -> str:
        signs = self._random.sample("0123456789+-=/*%ABCXYZ<>", self._random.randint(3, 12))
        keys = "".join(f'<button data-role="button">{escape(sign)}</button>' for sign in signs)
        return f'<div class="cells" style="--columns:4">{keys}</div>'

    def _list(self) -> str:
        count = self._random.randint(3, 8)
        chosen = self._random.randrange(2 * count)
        options = "".join(
            f'<option data-role="item" {"selected data-selected=1" if i == chosen else ""}>'
            f"{escape(self._string())}</option>"
            for i in range(count)
        )
        several = self._maybe("multiple", 0.6)
        width = self._random.choice((60, 110, 140))
        rows = self._random.randint(3, 6)
        return (
            f'<select {several} size="{rows}" style="width:{width}px">{options}</select>'
            f"{self._submit(0.6)}"
        )

    def _combo(self) -> str:
        words = escape(self._random.choice((self._words.option(), self._words.value())))
        width = self._random.choice((60, 100, 150))
        if self._random.random() < 0.7:
            return (
                f'<div>{self._label()} <select data-role="combo" style="width:{width}px" '
                f"{self._autofocus()}><option>{words}</option></select></div>"
            )
        rows = ""
        if self._random.random() < 0.4:
            rows = f'<div class="drop">{"".join(self._some(2, 6, self._entry))}</div>'
        return (
            f'<div class="combo" data-role="combo" style="width:{width}px">{words}<i></i></div>'
            f"{rows}"
        )

    def _entry(self) -> str:
        here = self._maybe('data-selected="1" class="current"', 0.15)
        return f'<div data-role="menu_item" {here}>{escape(self._words.option())}</div>'

    # ---------------------------------------------------------------- widgets made by hand

    def _tabs(self) -> str:
        current = self._random.randrange(3)
        labels = "".join(
            f'<li data-role="tab" class="{"current" if i == current else ""}" '
            f"{'data-selected=1' if i == current else ''}>{escape(self._words.tab()[:9])}</li>"
            for i in range(self._random.randint(1, 3) if current == 0 else 3)
        )
        return f'<div class="box"><ul class="tabs">{labels}</ul>{self._paragraph()}</div>'

    def _sections(self) -> str:
        opened = self._random.randrange(6)
        parts: list[str] = []
        for index in range(self._random.randint(1, 5)):
            title = escape(self._words.phrase(2))
            parts.append(f'<div class="section" data-role="button">{title}</div>')
            if index == opened:
                parts.append(f'<div class="box">{self._paragraph()}</div>')
        return "".join(parts)

    def _dialog(self) -> str:
        title = self._text(self._words.phrase(2)) if self._random.random() < 0.7 else ""
        close = self._random.choice(("✕", "×", "✖", "x"))
        cross = f'<button data-role="icon" data-icon="close" class="close">{close}</button>'
        foot = self._submit(0.4)
        return (
            f'<div class="box dialog"><div class="bar">{title or "&nbsp;"}{cross}</div>'
            f"{self._paragraph()}{foot}</div>"
        )

    def _menu(self) -> str:
        def one() -> str:
            more = self._maybe('<i class="more"></i>', 0.4)
            here = self._maybe('data-selected="1" class="current"', 0.15)
            words = escape(self._words.menu_entry())
            return f'<div data-role="menu_item" {here}>{words}{more}</div>'

        return f'<div class="menu">{"".join(self._some(2, 6, one))}</div>'

    def _slider(self) -> str:
        upright = self._random.random() < 0.3
        share = self._random.randrange(101)
        value = (
            self._text(str(self._random.randint(-99, 99))) if self._random.random() < 0.7 else ""
        )
        if self._random.random() < 0.3:
            return f'<p><input type="range" data-role="slider" value="{share}"> {value}</p>'
        style = f"--share:{share}%;--long:{self._random.choice((60, 90, 130))}px"
        way = "upright" if upright else "flat"
        return (
            f'<div class="slider {way}" data-role="slider" style="{style}"><b></b><i></i></div>'
            f"{value}"
        )

    def _spinner(self) -> str:
        value = escape(str(self._random.randint(-20, 99)))
        return (
            f'<div>{self._label()}<span class="spinner"><input data-role="field" value="{value}">'
            '<i class="up" data-role="icon" data-icon="up"></i>'
            '<i class="down" data-role="icon" data-icon="down"></i></span></div>'
        )

    def _days(self) -> str:
        """A month to pick a day from, below the field it belongs to."""
        first, last = self._random.randrange(7), self._random.randint(28, 31)
        today = self._random.randint(1, last)
        days = "".join(
            f'<a data-role="button" class="{"current" if day == today else ""}">{day}</a>'
            for day in range(1, last + 1)
        )
        names = "".join(self._text(name) for name in ("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"))
        blank = "<s></s>" * first
        month = self._random.choice(("May", "June", "October", "December", "March"))
        return (
            '<div class="box month"><div class="bar">'
            '<button data-role="icon" data-icon="back" class="turn">‹</button>'
            f"{self._text(f'{month} {self._random.randint(1990, 2030)}')}"
            '<button data-role="icon" data-icon="forward" class="turn">›</button></div>'
            f'<div class="cells" style="--columns:7">{names}{blank}{days}</div></div>'
        )

    def _sortable(self) -> str:
        grip = self._random.choice(("↕ ", "⇕ ", ""))
        return "".join(
            f'<div class="handled" data-role="item">{grip}{escape(self._string())}</div>'
            for _ in range(self._random.randint(2, 6))
        )

    # ---------------------------------------------------------------- pictures

    def _scattered(self, pieces: Iterable[str]) -> str:
        """Pieces at random places, none over another; they fill one cell of a grid each."""
        cells = [(x, y) for x in range(4) for y in range(4)]
        self._random.shuffle(cells)
        placed = "".join(
            f'<div class="at" style="left:{2 + 38 * x + self._random.randrange(9)}px;'
            f'top:{2 + 36 * y + self._random.randrange(7)}px">{piece}</div>'
            for (x, y), piece in zip(cells, pieces, strict=False)
        )
        return f'<div class="ground">{placed}</div>'

    def _figure(self, side: int) -> str:
        colour, edge = self._random.choice(_COLOURS), self._random.choice(("none", "black"))
        if colour == "white" or (edge == "black" and self._random.random() < 0.3):
            colour, edge = "none", "black"
        paint = f'fill="{colour}" stroke="{edge}" stroke-width="1"'
        shape = self._random.choice(
            (
                f'<circle cx="15" cy="15" r="14" {paint}/>',
                f'<rect x="1" y="1" width="28" height="28" {paint}/>',
                f'<polygon points="15,2 28,28 2,28" {paint}/>',
            )
        )
        return (
            f'<svg data-role="icon" width="{side}" height="{side}" viewBox="0 0 30 30">'
            f"{shape}</svg>"
        )

    def _figures(self) -> str:
        if self._random.random() < 0.4:
            side = self._random.choice((40, 50, 60, 70))
            return "".join(self._figure(side) for _ in range(self._random.randint(1, 4)))
        small = [self._figure(self._random.choice((7, 12, 20, 28))) for _ in range(14)]
        return self._scattered(small[: self._random.randint(2, 14)])

    def _letters(self) -> str:
        """Single letters and numbers, of many sizes and colours, as texts of their own."""
        plain = self._random.random() < 0.4
        signs: list[str] = []
        for _ in range(self._random.randint(3, 14)):
            size = self._random.choice((8, 12, 16, 20, 26))
            colour = "inherit" if plain else self._random.choice(_COLOURS[:-1])
            sign = self._random.choice(
                (self._random.choice(SIGNS), str(self._random.randrange(99)))
            )
            signs.append(
                f'<span data-role="text" style="font-size:{size}px;color:{colour}">{sign}</span>'
            )
        return self._scattered(signs)

    def _board(self) -> str:
        side = self._random.choice((18, 28, 38))
        edge = self._random.choice((1, 2))
        columns = self._random.randint(2, 4)
        cell = (
            f'<div data-role="icon" style="width:{side}px;height:{side}px;'
            f'border:{edge}px solid #222"></div>'
        )
        return f'<div class="cells" style="--columns:{columns}">{cell * columns * 3}</div>'

    def _sum(self) -> str:
        first, second = self._random.randint(0, 99), self._random.randint(0, 99)
        sign = self._random.choice(("+", "-", "x"))
        return (
            f'<div class="sum">{self._text(f"{first} {sign} {second} =")}'
            f'<input data-role="field" style="width:40px" {self._autofocus()}></div>'
        )
