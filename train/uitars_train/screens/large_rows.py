"""Words, links and rows of pages to be shown two or three times as large, as HTML."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Mapping
from html import escape

from uitars_train.screens.vocabulary import Vocabulary

ICONS = ("search", "star", "trash", "replied", "forward", "share", "heart", "more", "repeat")
"""Meanings of the icons that pages draw."""
SIGNS = string.ascii_letters + string.digits


class LargeRows:
    """Writes what is mostly words; drawn from a random source."""

    def __init__(self, words: Vocabulary, icons: Mapping[str, str], source: random.Random) -> None:
        """`icons`: addresses of pictures by meaning."""
        self._words = words
        self._icons = icons
        self._random = source
        self._focused = source.random() < 0.5

    def _string(self) -> str:
        """A word, a name, or letters and digits that mean nothing."""
        r = self._random.random()
        if r < 0.4:
            return "".join(self._random.choices(SIGNS, k=self._random.randint(2, 7)))
        return self._words.invented() if r < 0.7 else self._words.word()

    @staticmethod
    def _text(words: str, style: str = "") -> str:
        return f'<span data-role="text" class="{style}">{escape(words)}</span>'

    def _image(self, meaning: str, size: int) -> str:
        return f'<img src="{self._icons[meaning]}" width="{size}" height="{size}" alt="">'

    def _autofocus(self) -> str:
        """The attribute for the first widget of the page that takes it."""
        if not self._focused or self._random.random() < 0.4:
            return ""
        self._focused = False
        return "autofocus"

    def _some(self, least: int, most: int, piece: Callable[[], str]) -> list[str]:
        return [piece() for _ in range(self._random.randint(least, most))]

    def _maybe(self, attribute: str, share: float) -> str:
        return attribute if self._random.random() < share else ""

    # ---------------------------------------------------------------- words with links, rows

    def _link(self, words: str) -> str:
        return f'<a href="#" data-role="link">{escape(words)}</a>'

    def _paragraph(self) -> str:
        """Running text with links in it; what stands between two links is a text of its own."""
        parts: list[str] = []
        for _ in range(self._random.randint(1, 6)):
            parts.append(self._text(self._words.sentence(self._random.randint(2, 7))))
            if self._random.random() < 0.5:
                parts.append(self._link(self._words.word()))
        return f"<p>{' '.join(parts)}</p>"

    def _links(self) -> str:
        def one() -> str:
            label = self._text(self._words.field() + ":", "label") if named else ""
            return f"<div>{label} {self._link(self._words.value())}</div>"

        named = self._random.random() < 0.5
        return "".join(self._some(2, 6, one))

    def _pager(self) -> str:
        pages = self._random.randint(2, 5)
        here = self._random.randint(1, pages)
        numbers = [
            self._text(str(page)) if page == here else self._link(str(page))
            for page in range(1, pages + 1)
        ]
        ends = self._random.choice((("<", ">"), ("«", "»"), ("Prev", "Next")))
        links = (self._link(ends[0]), *numbers, self._link(ends[1]))
        return f'<div class="pager">{" ".join(links)}</div>'

    def _table(self) -> str:
        columns = self._random.randint(2, 3)

        def row() -> str:
            cells = "".join(
                f'<td data-role="item">{escape(self._words.value()[:14])}</td>'
                for _ in range(columns)
            )
            return f"<tr>{cells}</tr>"

        return f"<table>{''.join(self._some(2, 7, row))}</table>"

    def _icon(self, meaning: str, size: int = 12) -> str:
        return (
            f'<span class="icon" data-role="icon" data-icon="{meaning}" '
            f'data-name="{meaning}">{self._image(meaning, size)}</span>'
        )

    def _posts(self) -> str:
        meanings = self._random.sample(("replied", "repeat", "heart", "share", "more"), 4)

        def one() -> str:
            name = f"{self._words.person()}  @{self._words.word()}"
            icons = "".join(self._icon(meaning) for meaning in meanings)
            return (
                f'<div class="post">{self._text(name, "strong")}<br>'
                f'{self._text(self._words.sentence(3))}<div class="icons">{icons}</div></div>'
            )

        return "".join(self._some(1, 4, one))

    def _mails(self) -> str:
        def one() -> str:
            return (
                f'<div class="mail"><div>{self._text(self._words.person(), "strong")}<br>'
                f"{self._text(self._words.phrase(2))}<br>"
                f"{self._text(self._words.sentence(3)[:18] + '..')}</div>"
                f"<div>{self._icon('star')}{self._icon('trash')}</div></div>"
            )

        title = self._text(self._words.phrase(1)) + self._icon("search")
        return f'<div class="bar strong">{title}</div>' + "".join(self._some(1, 4, one))

    def _console(self) -> str:
        lines = "<br>".join(
            self._text(self._words.sentence(4)) for _ in range(self._random.randint(1, 5))
        )
        return f'<div class="console">{lines}</div>'
