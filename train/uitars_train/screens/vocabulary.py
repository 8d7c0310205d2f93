"""Words of one split: labels, values and texts for screens, drawn from a random source.

A phrase belongs to exactly one split (`Split.of`); what a curated list does not give for a split is
composed of that split's plain words. Nothing here reads the machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

import msgspec

from uitars_train.screens.icon_meanings import ICONS
from uitars_train.screens.screen import Split

_TABLES: Final = msgspec.toml.decode(
    (files("uitars_train.screens") / "vocabulary.toml").read_bytes(),
    type=dict[str, dict[str, str]],
)
PHRASES: Final = {
    name: tuple(filter(None, (" ".join(phrase.split()) for phrase in text.split(","))))
    for name, text in _TABLES["phrases"].items()
}
"""Curated phrases that programs really use."""
WORDS: Final = {name: tuple(text.split()) for name, text in _TABLES["words"].items()}
"""Plain words that labels and texts are composed of."""


class Vocabulary:
    """The words of one split. Every method draws from `source`, so a seed repeats."""

    def __init__(self, split: Split, source: random.Random) -> None:
        self._split = split
        self._random = source
        self._lists: dict[int, tuple[str, ...]] = {}

    def _mine(self, phrases: Sequence[str]) -> tuple[str, ...]:
        key = id(phrases)
        if key not in self._lists:
            self._lists[key] = tuple(p for p in phrases if Split.of(p) is self._split)
        return self._lists[key]

    def _word(self, phrases: Sequence[str]) -> str:
        return self._random.choice(self._mine(phrases))

    def word(self) -> str:
        """A plain word in lower case, now and then one that no dictionary has."""
        r = self._random.random()
        if r < 0.12:
            return self.invented().lower()
        return self._word(
            WORDS["nouns"] if r < 0.6 else WORDS["adjectives"] if r < 0.8 else WORDS["verbs"]
        )

    def invented(self) -> str:
        """A made-up name of two to four syllables, capitalized."""
        while True:
            parts = self._random.choices(WORDS["syllables"], k=self._random.randint(2, 4))
            name = "".join(parts).capitalize()
            if Split.of(name) is self._split:
                return name

    def phrase(self, most: int = 3) -> str:
        """One to `most` words, capitalized as labels are."""
        text = " ".join(self.word() for _ in range(self._random.randint(1, most)))
        return text.title() if self._random.random() < 0.35 else text.capitalize()

    def label(self, curated: Sequence[str], share: float = 0.55) -> str:
        """A phrase of a curated list with chance `share`, else a composed one."""
        mine = self._mine(curated)
        if mine and self._random.random() < share:
            return self._random.choice(mine)
        return self.phrase()

    def button(self) -> str:
        r = self._random.random()
        if r < 0.2:
            return f"{self._word(WORDS['verbs']).capitalize()} {self._word(WORDS['nouns'])}"
        return self.label(PHRASES["buttons"], 0.75)

    def field(self) -> str:
        r = self._random.random()
        if r < 0.2:
            noun = self._word(WORDS["nouns"]).capitalize()
            return f"{noun} {self._random.choice(PHRASES['field_endings'])}"
        return self.label(PHRASES["fields"], 0.65)

    def check(self) -> str:
        r = self._random.random()
        if r < 0.4:
            start = self._random.choice(PHRASES["check_starts"])
            return f"{start} {self._word(WORDS['nouns'])} {self._word(WORDS['nouns'])}"
        return self.label(PHRASES["checks"], 0.6)

    def option(self) -> str:
        r = self._random.random()
        if r < 0.15:
            return self._word(WORDS["places"])
        return self.label(PHRASES["options"], 0.6)

    def menu(self) -> str:
        return self.label(PHRASES["menus"], 0.8)

    def menu_entry(self) -> str:
        text = self.label(PHRASES["menu_entries"], 0.65)
        return f"{text}..." if self._random.random() < 0.12 and text[-1] != "." else text

    def tab(self) -> str:
        return self.label(PHRASES["tabs"], 0.6)

    def title(self) -> str:
        r = self._random.random()
        if r < 0.3:
            return f"{self.file_name()} - {self.invented()}"
        return self.label(PHRASES["titles"], 0.5)

    def person(self) -> str:
        name = self._word(WORDS["given_names"])
        return f"{name} {self.invented()}" if self._random.random() < 0.6 else name

    def file_name(self) -> str:
        joint = self._random.choice(("_", "-", " ", ""))
        ending = self._random.choice(("txt", "pdf", "csv", "png", "odt", "py", "jpg", "zip", "md"))
        return f"{self.word()}{joint}{self.word()}.{ending}"

    def number(self) -> str:
        return str(self._random.randint(0, 10 ** self._random.randint(1, 6)))

    def value(self) -> str:
        """What a field or a cell may hold."""
        source = self._random
        match source.randrange(9):
            case 0:
                return self.person()
            case 1:
                return self.number()
            case 2:
                return f"{self.word()}@{self.word()}.{source.choice(('com', 'org', 'net', 'eu'))}"
            case 3:
                year, month, day = (
                    source.randint(1990, 2035),
                    source.randint(1, 12),
                    source.randint(1, 28),
                )
                style = source.choice(("{0}-{1:02}-{2:02}", "{2:02}.{1:02}.{0}", "{1}/{2}/{0}"))
                return style.format(year, month, day)
            case 4:
                return f"{source.randint(0, 999)}.{source.randint(0, 99):02}"
            case 5:
                return self.file_name()
            case 6:
                return self._word(WORDS["places"])
            case 7:
                return f"{source.randint(1, 240)} {self._word(WORDS['nouns']).capitalize()} Street"
            case _:
                return self.phrase(4)

    def placeholder(self) -> str:
        return self.label(PHRASES["placeholders"], 0.5)

    def sentence(self, length: int | None = None) -> str:
        """A sentence of `length` words (4 to 12 where it is not given)."""
        count = length or self._random.randint(4, 12)
        return " ".join(self.word() for _ in range(count)).capitalize() + "."

    def icon(self) -> str:
        """The meaning of an icon, a key of `ICONS`."""
        return self._random.choice(tuple(ICONS))
