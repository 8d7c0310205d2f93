"""Which program a description fits: "something to compare two files".

Words are compared by their stems, language by language; a rare word says more than one that many
entries have. Names and kinds are not looked at here (resolve.py).
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.purposes import SYNONYMS


def word_set(words: str) -> frozenset[str]:
    """Words with spaces between them."""
    return frozenset(words.split())


FILLERS: Final = word_set(
    "the a an my your our some this that der die das den le la les el un une ein eine"
    " program programme app apps application software tool window please"
)
"""Words around a name that are no part of it, unless they are."""
_STOP: Final = FILLERS | word_set(
    "for of to with in on from i can you one thing something where which who what use used using"
    " me it is are be and or by as at into do does lets let so no not such"
)
_ENDINGS: Final = ("ations", "ation", "ions", "ings", "ing", "ors", "ers", "ion", "or", "er")
_COVERED: Final = 0.45
"""Share of a description's worth that an entry must have."""
_WORTH: Final = {
    "Name": 1.0,
    "X-GNOME-FullName": 1.0,
    "Program": 1.0,
    "GenericName": 1.0,
    "Keywords": 0.9,
    "Comment": 0.7,
    "Categories": 0.6,
}
"""How much a word says that stands in a part of an entry."""
_ALIKE: Final = 0.9
"""Worth of a word that is used like the one asked for."""

_Words = Mapping[str, float]
"""Words of a description with what each says."""


class Descriptions:
    """What programs say of themselves, as words to be found."""

    def __init__(self, applications: Sequence[Application]) -> None:
        """Nothing is read before it is asked for."""
        self._applications = applications

    def best(self, words: str) -> Application | None:
        """The program that a description fits best; None where it fits none."""
        wanted = list(dict.fromkeys(stems(words)))
        if not wanted:
            return None
        weights = {word: self._rarity(word) for word in wanted}
        least = _COVERED * sum(weights.values())
        found: tuple[float, Application | None] = (0.0, None)
        for item, languages in self._described:
            score = max(sum(weights[w] * _worth(w, said) for w in wanted) for said in languages)
            # What needs a terminal is the second choice.
            score = min(score, least) if item.terminal else score
            if score >= least and score > found[0]:
                found = (score, item)
        return found[1]

    def touching(self, words: str) -> list[Application]:
        """Programs that have one of the words in their description."""
        wanted = set(stems(words))
        return [
            item
            for item, languages in self._described
            if any(wanted & said.keys() for said in languages)
        ]

    @functools.cached_property
    def _described(self) -> tuple[tuple[Application, tuple[_Words, ...]], ...]:
        """Only programs that stand in menus: a description never means a hidden one."""
        shown = (item for item in self._applications if not item.hidden)
        return tuple((item, _described(item)) for item in shown)

    @functools.cached_property
    def _count(self) -> Counter[str]:
        """In how many programs' descriptions a word stands."""
        return Counter(
            word for _, languages in self._described for word in set[str]().union(*languages)
        )

    def _rarity(self, word: str) -> float:
        return 1.0 + math.log((1 + len(self._applications)) / (1 + self._count[word]))


def tokens(words: str) -> list[str]:
    """Words in small letters, without marks."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", words).casefold())


def stems(words: str) -> list[str]:
    """The words that say something, without their endings."""
    return [_stem(word) for word in tokens(words) if word not in _STOP]


def _stem(word: str) -> str:
    plural = word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word
    for ending in _ENDINGS:
        if plural.endswith(ending) and len(plural) - len(ending) >= 3:
            return plural[: -len(ending)]
    return plural[:-1] if plural.endswith("e") and len(plural) > 4 else plural


def _described(item: Application) -> tuple[_Words, ...]:
    """Every word that says what it is, with the best place it stands in, for each language."""
    kinds = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", one) for one in sorted(item.categories))
    common = {"Program": item.program, "Categories": kinds}
    found: list[_Words] = []
    for language, texts in item.texts.items():
        words: dict[str, float] = {}
        for key, text in {**texts, **({} if language else common)}.items():
            for word in stems(text):
                words[word] = max(words.get(word, 0.0), _WORTH[key])
        found.append(words)
    return tuple(found)


def _worth(word: str, said: _Words) -> float:
    """How well a description answers to a word, or to one that is used alike."""
    best = said.get(word, 0.0)
    for group in _GROUPS:
        if word in group:
            best = max(best, *(_ALIKE * said.get(other, 0.0) for other in group))
    return best


_GROUPS: Final = tuple(frozenset(map(_stem, group)) for group in SYNONYMS)
