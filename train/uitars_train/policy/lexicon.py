"""Words that programs and people use: labels from lists and invented ones.

The lists are data (`labels.txt`). A twelfth of all labels, chosen by their crc32, is never seen in
training and kept for validation. Not here: values that people enter (`values.py`).
"""

from __future__ import annotations

import random
import zlib
from functools import cache
from importlib.resources import files
from typing import Final

BUTTONS: Final = "buttons"
FIELDS: Final = "fields"
CHECKS: Final = "checks"
RADIOS: Final = "radios"
CHOICES: Final = "choices"
TABS: Final = "tabs"
CONTEXT: Final = "context"
ITEMS: Final = "items"
HEADERS: Final = "headers"
TITLES: Final = "titles"
LINKS: Final = "links"
FIRST: Final = "first"
LAST: Final = "last"
COMMON: Final = "common"
ICONS: Final = "icons"
TODO: Final = "todo"
SETTINGS: Final = {CHECKS: 0.4, RADIOS: 0.15}
"""Lists of which that share are settings as programs word them: whole sentences."""
SETTING: Final = ("setting does", "setting what", "setting when")
ENTER: Final = ("Submit", "Continue", "Next", "Enter", "Connect", "Unlock", "Go")
"""Other words on the button that logs in."""


def sections(file: str) -> dict[str, str]:
    """Sections of a data file beside this module: `[name]`, then lines; `#` is a comment."""
    found: dict[str, str] = {}
    name = ""
    text = files("uitars_train.policy").joinpath(file).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
        elif line and not line.startswith("#"):
            found[name] = f"{found[name]}\n{line}" if name in found else line
    return found


@cache
def _labels() -> dict[str, tuple[str, ...]]:
    lists = sections("labels.txt")
    return {name: tuple(text.replace("\n", "").split("|")) for name, text in lists.items()}


def listing(name: str) -> tuple[str, ...]:
    """The entries of a list."""
    return _labels()[name]


@cache
def menus() -> dict[str, tuple[str, ...]]:
    """Titles of menus with their usual entries, `text:chord`."""
    lists = _labels().items()
    return {name.removeprefix("menu "): kept for name, kept in lists if name.startswith("menu ")}


@cache
def shorthands() -> dict[str, tuple[str, ...]]:
    """Menu entries that people ask for by what they do."""
    mark = "shorthand "
    return {n.removeprefix(mark): kept for n, kept in _labels().items() if n.startswith(mark)}


def is_held_out(label: str) -> bool:
    """Whether a label is kept from training."""
    return zlib.crc32(label.strip().lower().encode()) % 12 == 0


class Words:
    """A source of labels and values; `held_out` gives only labels that training never sees."""

    def __init__(self, rng: random.Random, held_out: bool) -> None:
        self.rng = rng
        self.held_out = held_out

    def pick(self, name: str, invent: float = 0.25) -> str:
        """An entry of a list, or an invented label."""
        entries = listing(name)
        while True:
            made = self.rng.random() < max(invent, 0.1)
            label = self.invented() if made else self.rng.choice(entries)
            if self.rng.random() < SETTINGS.get(name, 0.0):
                label = self.setting()
            if is_held_out(label) == self.held_out:
                return label

    def several(self, name: str, count: int, invent: float = 0.25) -> list[str]:
        """Different entries, at most `count`."""
        found: dict[str, str] = {}
        for _ in range(count * 3):
            label = self.pick(name, invent)
            found.setdefault(label.lower(), label)
            if len(found) == count:
                break
        return list(found.values())

    def invented(self) -> str:
        """A label no list holds: common words or a made-up name, sometimes with a number."""
        rng = self.rng
        size = rng.choice((1, 1, 2, 2, 3))
        parts = [
            rng.choice(listing(COMMON)) if rng.random() < 0.75 else made_up(rng)
            for _ in range(size)
        ]
        style = rng.random()
        if style < 0.45:
            parts = [part.capitalize() for part in parts]
        elif style < 0.8:
            parts[0] = parts[0].capitalize()
        label = " ".join(parts)
        return f"{label} {rng.randint(1, 99)}" if rng.random() < 0.12 else label

    def setting(self) -> str:
        """What a setting does, three to a dozen words long."""
        does, what, when = (self.rng.choice(listing(part)) for part in SETTING)
        words = f"{does} {what}" if self.rng.random() < 0.3 else f"{does} {what} {when}"
        return f"{words}." if self.rng.random() < 0.05 else words

    def kindred(self, labels: list[str]) -> list[str]:
        """Labels of which most share a word, as those of one dialogue do."""
        rng = self.rng
        shared = rng.choice([word for label in labels for word in label.split(" ")])
        if len(shared) < 4 or rng.random() < 0.4:
            shared = rng.choice(listing(COMMON))
        made = [self._with(label, shared) if rng.random() < 0.75 else label for label in labels]
        # One that would fall to the other side stays as it was.
        return [
            new if is_held_out(new) == self.held_out else label
            for new, label in zip(made, labels, strict=True)
        ]

    def _with(self, label: str, shared: str) -> str:
        """A label with one more word, at its start, its end or in the place of another one."""
        words = label.split(" ")
        if shared.lower() in label.lower():
            return label
        at = self.rng.randrange(len(words))
        match self.rng.choice(("start", "end", "end", "end", "place")):
            case "start":
                return " ".join((shared.capitalize(), words[0].lower(), *words[1:]))
            case "place" if len(words) > 1:
                words[at] = shared.capitalize() if at == 0 else shared.lower()
                return " ".join(words)
            case _:
                return " ".join((*words, shared.lower()))

    def variant(self, label: str) -> str:
        """A label that shares words with another one."""
        plain = label.rstrip(".:")
        after = ("all", "as...", "copy", "2", "now", self.rng.choice(listing(COMMON)))
        before = ("New", "Last", "All", "Next", "Other", self.rng.choice(listing(COMMON)).title())
        if self.rng.random() < 0.6:
            word = self.rng.choice(after)
            return f"{plain} {word.capitalize() if self.rng.random() < 0.6 else word}"
        return f"{self.rng.choice(before)} {plain[:1].lower() + plain[1:]}"

    def sentence(self) -> str:
        """A line of text for a document."""
        rng = self.rng
        if rng.random() < 0.4:
            return rng.choice(listing(TODO))
        words = [rng.choice(listing(COMMON)) for _ in range(rng.randint(1, 8))]
        words = [made_up(rng) if rng.random() < 0.1 else word for word in words]
        if rng.random() < 0.6:
            words[0] = words[0].capitalize()
        end = rng.choice(("", "", ".", "!", "?", "."))
        return " ".join(words) + end


def made_up(rng: random.Random) -> str:
    """A word that does not exist."""
    size = rng.randint(2, 3)
    return "".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(size)) + (
        rng.choice("nrstlx") if rng.random() < 0.5 else ""
    )
