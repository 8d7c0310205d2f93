"""Wordings as nobody wrote them down: verbs that are not known, letters and articles that slip.

A person's words are never all in a grammar. What is asked for then follows from the labels, the
values and the screen, and a model that has met such wordings looks there.
"""

from __future__ import annotations

import random
from typing import Final

from uitars_train.policy.lexicon import COMMON, listing, made_up

_PLAIN: Final = frozenset(
    (
        *("fill", "onlyfield", "document", "login", "rowfill", "placefill", "combo", "onlycombo"),
        *("press", "link", "icon", "tab", "radio", "radioof", "item", "rowbutton"),
        *("menu", "submenu", "keys", "sum", "scroll", "rowicon", "ordinal", "onlyone", "colour"),
    )
)
"""Kinds that any verb can ask for: what is on the screen leaves one thing to do."""
_DROPPED: Final = frozenset(("the", "a", "an", "my", "please"))
_UNKNOWN: Final = 0.05
_SLIPPED: Final = 0.05


def slipped(kind: str, text: str, rng: random.Random) -> str:
    """A wording, now and then with an unknown verb or a slip."""
    draw = rng.random()
    words = text.split(" ")
    if draw < _UNKNOWN and kind in _PLAIN and words[0].isalpha() and len(words[0]) > 2:
        known = rng.random() < 0.5
        return " ".join((rng.choice(listing(COMMON)) if known else made_up(rng), *words[1:]))
    if _UNKNOWN <= draw < _UNKNOWN + _SLIPPED:
        return " ".join(_slip(words, rng))
    return text


def _slip(words: list[str], rng: random.Random) -> list[str]:
    """One article left out, or one letter lost, doubled or exchanged with its neighbour."""
    dropped = [at for at, word in enumerate(words) if word in _DROPPED]
    if dropped and rng.random() < 0.5:
        at = rng.choice(dropped)
        return [*words[:at], *words[at + 1 :]]
    long = [at for at, word in enumerate(words) if word.isalpha() and len(word) > 4]
    if not long:
        return words
    at = rng.choice(long)
    word, cut = words[at], rng.randrange(1, len(words[at]) - 1)
    slips = (
        word[:cut] + word[cut + 1 :],
        word[:cut] + word[cut] + word[cut:],
        word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :],
    )
    return [*words[:at], rng.choice(slips), *words[at + 1 :]]
