"""Words that programs and people use: labels from lists and invented ones, values that are entered.

The lists are data (`labels.txt`, `values.txt`). A twelfth of all labels, chosen by their crc32, is
never seen in training and kept for validation. Not here: how a task is worded (`tasks/`).
"""

from __future__ import annotations

import random
import re
import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from uitars_train.simulator import rates

_SETTINGS: Final = {"checks": "a tick is a setting", "radios": "a ring is a setting"}
"""Lists of which a share are settings as programs word them: whole sentences."""
_HELD_OUT: Final = 12
"""One in so many labels is kept from training."""
_TRIES: Final = 3
_WORD: Final = 4
"""Letters from which a word may be shared."""


def sections(file: Traversable) -> dict[str, tuple[str, ...]]:
    """The lines of the sections of a data file: `[name]`, then lines; `#` is a comment."""
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
        elif line and not line.startswith("#"):
            found[name] = (*found.get(name, ()), line)
    return found


@cache
def _labels() -> dict[str, tuple[str, ...]]:
    lists = sections(files("uitars_train.simulator") / "labels.txt")
    return {name: tuple("".join(lines).split("|")) for name, lines in lists.items()}


def listing(name: str) -> tuple[str, ...]:
    return _labels()[name]


@cache
def _marked(mark: str) -> dict[str, tuple[str, ...]]:
    """The lists whose names begin with a mark, by the rest of the name."""
    lists = _labels().items()
    return {name.removeprefix(mark): kept for name, kept in lists if name.startswith(mark)}


def menus() -> dict[str, tuple[str, ...]]:
    """Titles of menus with their usual entries, `text:chord`."""
    return _marked("menu ")


def shorthands() -> dict[str, tuple[str, ...]]:
    """Menu entries that people ask for by what they do."""
    return _marked("shorthand ")


def is_held_out(label: str) -> bool:
    """Whether a label is kept from training."""
    return zlib.crc32(label.strip().lower().encode()) % _HELD_OUT == 0


class Words:
    """A source of labels and values; `held_out` gives only labels that training never sees."""

    def __init__(self, rng: random.Random, held_out: bool) -> None:
        self.rng = rng
        self.held_out = held_out

    def pick(self, name: str, invent: str = "a label is invented") -> str:
        """An entry of a list, or an invented label as often as the rate of that name says."""
        entries = listing(name)
        invented = max(rates.share(invent), rates.share("any label is invented"))
        settings = rates.share(_SETTINGS[name]) if name in _SETTINGS else 0.0
        while True:
            made = self.rng.random() < invented
            label = self.invented() if made else self.rng.choice(entries)
            if self.rng.random() < settings:
                label = self.setting()
            if is_held_out(label) == self.held_out:
                return label

    def several(self, name: str, count: int, invent: str = "a label is invented") -> list[str]:
        """Different entries, at most `count`."""
        found: dict[str, str] = {}
        for _ in range(count * _TRIES):
            label = self.pick(name, invent)
            found.setdefault(label.lower(), label)
            if len(found) == count:
                break
        return list(found.values())

    def invented(self) -> str:
        """A label no list holds: common words or a made-up name, sometimes with a number."""
        rng = self.rng
        size = int(rates.chosen(rng, "words of an invented label"))
        parts = [
            self._common()
            if rates.maybe(rng, "an invented label has a common word")
            else made_up(rng)
            for _ in range(size)
        ]
        style = rng.random()
        if style < rates.share("every word has a capital"):
            parts = [part.capitalize() for part in parts]
        elif style < rates.share("the first word or every one has a capital"):
            parts[0] = parts[0].capitalize()
        label = " ".join(parts)
        numbered = rates.maybe(rng, "an invented label has a number")
        return f"{label} {rates.between(rng, 'numbers of labels')}" if numbered else label

    def _common(self) -> str:
        return self.rng.choice(listing("common"))

    def setting(self) -> str:
        """What a setting does, three to a dozen words long."""
        parts = (self.rng.choice(listing(f"setting {part}")) for part in ("does", "what", "when"))
        does, what, when = parts
        short = rates.maybe(self.rng, "a setting holds always")
        words = f"{does} {what}" if short else f"{does} {what} {when}"
        return f"{words}." if rates.maybe(self.rng, "a setting ends in a stop") else words

    def kindred(self, labels: list[str]) -> list[str]:
        """Labels of which most share a word, as those of one dialogue do."""
        rng = self.rng
        shared = rng.choice([word for label in labels for word in label.split(" ")])
        if len(shared) < _WORD or rates.maybe(rng, "another word is shared"):
            shared = self._common()
        made = [
            self._with(label, shared) if rates.maybe(rng, "a label shares the word") else label
            for label in labels
        ]
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
        after = (*listing("words behind"), self._common())
        before = (*listing("words before"), self._common().title())
        if rates.maybe(self.rng, "a variant has a word behind"):
            word = self.rng.choice(after)
            large = rates.maybe(self.rng, "the word behind has a capital")
            return f"{plain} {word.capitalize() if large else word}"
        return f"{self.rng.choice(before)} {plain[:1].lower() + plain[1:]}"

    def sentence(self) -> str:
        """A line of text for a document."""
        rng = self.rng
        if rates.maybe(rng, "a sentence is a thing to do"):
            return rng.choice(listing("todo"))
        words = [self._common() for _ in range(rates.between(rng, "words of a sentence"))]
        words = [
            made_up(rng) if rates.maybe(rng, "a word of a sentence is made up") else word
            for word in words
        ]
        if rates.maybe(rng, "a sentence begins with a capital"):
            words[0] = words[0].capitalize()
        end = rng.choice(("", "", ".", "!", "?", "."))
        return " ".join(words) + end


def made_up(rng: random.Random) -> str:
    """A word that does not exist."""
    size = rates.between(rng, "syllables")
    syllables = (rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(size))
    word = "".join(syllables)
    ends = rates.maybe(rng, "a made-up word ends in a consonant")
    return word + (rng.choice("nrstlx") if ends else "")


# ---------------------------------------------------------------------------------------- values

_SLOT: Final = re.compile(r"\{([^:}]+):?(\w*)\}")
_PART: Final = "part "
_LETTERS: Final = "abcdefghkmnpqrstuvwxyzABCDEFGH23456789"
"""Letters of secrets, without those that are mistaken for each other."""


@cache
def _values() -> dict[str, tuple[str, ...]]:
    return sections(files("uitars_train.simulator") / "values.txt")


def some_value(words: Words, label: str = "") -> str:
    """Something a person would enter, by preference fitting the label."""
    low = label.lower()
    kinds = [kind for kind in _values() if not kind.startswith(_PART)]
    fitting = [
        kind for kind in kinds if any(key in low for key in _labels().get(f"labels for {kind}", ()))
    ]
    fits = bool(fitting) and rates.maybe(words.rng, "a value fits its label")
    return value_of(words, fitting[0] if fits else words.rng.choice(kinds))


def value_of(words: Words, kind: str) -> str:
    return _written(words, kind).strip()


def _written(words: Words, kind: str) -> str:
    way = words.rng.choice(_values()[kind])
    return _SLOT.sub(lambda slot: _filled(words, slot[1], slot[2]), way)


def _filled(words: Words, slot: str, form: str) -> str:
    """What stands in a slot, in small letters, with a capital, or with so many digits."""
    rng = words.rng
    match slot:
        case "made up":
            text = made_up(rng)
        case "line":
            text = words.sentence()
        case "letters":
            size = rates.between(rng, "letters of a secret")
            text = "".join(rng.choice(_LETTERS) for _ in range(size))
        case _ if _PART + slot in _values():
            text = _written(words, _PART + slot)
        case _ if slot in rates.RATES.bounds:
            return format(rates.between(rng, slot), form)
        case _:
            text = rng.choice(listing(slot))
    return {"lower": text.lower(), "capital": text.capitalize()}.get(form, text)
