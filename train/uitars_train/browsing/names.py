"""Invented names: of nobody and of nowhere, and names that are nearly the same as another."""

from __future__ import annotations

import random
import re
from typing import Final

from uitars_train.rewards.answers import plain


def _parts(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_STARTS: Final = _parts(
    "Bre Dro Fen Gal Hest Jor Kel Lun Mab Nor Or Pell Quil Ras Sev Tav Ul Ven Wim Yar Zel"
)
_MIDDLES: Final = _parts("a an e el i in o or u ul")
_ENDS: Final = _parts("bek da dric fa gan ka lo mir nus ric sa than via vik wen zo")
_FAMILY: Final = _parts(
    "bane crantz dane fleth gorne hult kand lisk mott nald pruve quist rode stam tolle vance"
)
_PLACES: Final = _parts("bridge combe fell gate haven holt mere mouth ness stead thorpe wick")
_LANDS: Final = _parts("and era ia mark onia shire")
_QUALITIES: Final = _parts(
    "Amber Broken Copper Distant Hollow Idle Lost Painted Patient Quiet Salt Silver Tidal Winter"
)
_THINGS: Final = _parts(
    "Anchor Beacon Candle Feather Garden Harbour Ladder Lantern Mirror Orchard River Sparrow"
    " Thimble Window"
)
_HOUSES: Final = ("Cabinet", "Collection", "Gallery", "Hall", "House")
_VOWELS: Final = "aeiou"


def new_name(kind: str, chance: random.Random) -> str:
    """A name for something of a kind."""
    stem = chance.choice(_STARTS) + chance.choice(_MIDDLES)
    match kind:
        case "person":
            family = chance.choice(_STARTS) + chance.choice(_MIDDLES) + chance.choice(_FAMILY)
            return f"{stem}{chance.choice(_ENDS)} {family}"
        case "town":
            return stem + chance.choice(_PLACES)
        case "region":
            return chance.choice(_STARTS) + chance.choice(_ENDS) + chance.choice(_LANDS)
        case "museum":
            return f"{stem}{chance.choice(_FAMILY)} {chance.choice(_HOUSES)}"
        case "book":
            return f"The {chance.choice(_QUALITIES)} {chance.choice(_THINGS)}"
        case _:
            return f"{chance.choice(_QUALITIES)} {chance.choice(_THINGS)}"


def near_name(kind: str, name: str, chance: random.Random) -> str:
    """Nearly the same name: of a title the plural, of an invented word another vowel."""
    if kind in ("book", "ship"):
        return f"{name}s"
    first, gap, rest = name.rpartition(" ") if kind == "person" else ("", "", name)
    places = [at for at, letter in enumerate(rest) if at and letter in _VOWELS]
    at = chance.choice(places)
    other = chance.choice([vowel for vowel in _VOWELS if vowel != rest[at]])
    return f"{first}{gap}{rest[:at]}{other}{rest[at + 1 :]}"


def slug(name: str) -> str:
    """A name as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-")
