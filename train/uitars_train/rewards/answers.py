"""Reference answers: whether what was answered is what is known to be right. Pure functions.

Four kinds, a closed union: the very characters, a number, a set of items in any order, and text
that may differ in case, accents' spelling, punctuation and articles. An answer that cannot be read
as its kind is wrong, and so is an empty one.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Final

import msgspec

_NUMBER: Final = re.compile(r"(?:(?<!\w)[-+])?(?:(?<![\w.])\.)?\d+(?:[.,' \u00a0\u202f]\d+)*")
"""What stands after a letter or a digit is a hyphen and no sign."""
_FAR_SIGN: Final = re.compile(r"(?:\b(?i:minus)|(\A|[=:(]) *-)\s+(?=\$?\.?\d)")
"""A sign that is written apart from its number, or as a word; any other dash is none."""
_MONEY: Final = re.compile(r"([-+]?)\s?\$\s?([-+]?)(?=\.?\d)")
_SCALED: Final = re.compile(
    r"\d(?:\s*(?i:hundred|thousand|million|billion|trillion|dozen|mln|bn)s?|[kKM])\b"
)
"""A number that another one is multiplied by."""
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:([.,' \u00a0\u202f])\d{3})(?:\1\d{3})*")
_FRACTION: Final = re.compile(r"(?P<whole>.*)(?P<mark>[.,])(?P<part>\d+)")
_ARTICLES: Final = frozenset(("a", "an", "the"))
_MINUS: Final = str.maketrans("\u2212", "-")
"""The sign as it is printed, to the one that is typed."""
_BEFORE: Final = re.compile(r"-?(?<!\.)\.?$")
"""What belongs to a number before its first digit."""
_APART: Final = re.compile(r"(?<=\d)\s+(?=%)")
"""What some languages write before a percent."""
_BETWEEN: Final = re.compile(r"[,;\n]| and | & ")
_CLEARLY: Final = re.compile(r"[;\n](?:\s*(?:and|&)\s)?")
"""What stands between items that hold commas or "and" themselves."""


class Exact(msgspec.Struct, frozen=True, tag="exact", forbid_unknown_fields=True):
    """The very characters, without spaces around them."""

    text: str


class Number(msgspec.Struct, frozen=True, tag="number", forbid_unknown_fields=True):
    """The only number of the answer, whatever words stand around it."""

    value: Decimal
    within: Decimal = Decimal(0)
    """How far it may be off."""

    def __post_init__(self) -> None:
        if not self.value.is_finite():  # msgspec holds no Decimal to bounds
            raise ValueError(f"a number cannot be {self.value}")
        if not self.within.is_finite() or self.within < 0:
            raise ValueError(f"a number cannot be off by {self.within}")


class Items(msgspec.Struct, frozen=True, tag="set", forbid_unknown_fields=True):
    """Items between commas, semicolons, lines or "and", in any order, each as `Text`. Where one
    holds a comma or "and", semicolons and lines of the answer stand between items, and nothing
    else does."""

    items: frozenset[str]


class Text(msgspec.Struct, frozen=True, tag="text", forbid_unknown_fields=True):
    """The same words."""

    text: str


Reference = Exact | Number | Items | Text


def is_right(reference: Reference, answer: str) -> bool:
    """Whether an answer is the reference."""
    if not answer.strip():
        return False
    match reference:
        case Exact(text=text):
            return answer.strip() == text.strip()
        case Number(value=value, within=within):
            return any(abs(read - value) <= within for read in readings(answer))
        case Items(items=items):
            whole = {plain(item) for item in items}
            parts = {part for item in items for part in _split(_BETWEEN, item)}
            clear = parts != whole and _CLEARLY.search(answer)
            return _split(_CLEARLY, answer) == whole if clear else _split(_BETWEEN, answer) == parts
        case Text(text=text):
            return plain(answer) == plain(text)


def plain(text: str) -> str:
    """Words in lower case, in one spelling of accents and widths, without punctuation around them
    and without English articles; an article or punctuation stays where there is nothing else."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    joined = _APART.sub("", folded.translate(_MINUS))
    words = [kept for word in joined.split() if (kept := _stripped(word))]
    telling = [word for word in words if word not in _ARTICLES]
    return " ".join(telling or words[-1:] or joined.split())


def _stripped(word: str) -> str:
    """Without what is neither letter, digit nor symbol at its ends; the sign and the decimal mark
    of a number, a percent and what makes C# of C, or of an A an A-, stay."""
    kept = [at for at, letter in enumerate(word) if _says(letter)]
    if not kept:
        return ""
    first, last = kept[0], kept[-1]
    counts = word[first].isdigit() or _is_currency(word[first])
    before = _BEFORE.search(word[:first]) if counts else None
    behind = ("#", "-") if len(kept) == 1 else ("#",)
    marked = word[last].isalpha() and word.startswith(behind, last + 1)
    return (before[0] if before else "") + word[first : last + marked + 1]


def _says(letter: str) -> bool:
    return letter == "%" or unicodedata.category(letter)[0] in "LNSM"


def _is_currency(letter: str) -> bool:
    return unicodedata.category(letter) == "Sc"


def items_in(told: str) -> set[str]:
    """The items of a text, plain; where it holds semicolons or lines, what stands between these."""
    return _split(_CLEARLY if _CLEARLY.search(told) else _BETWEEN, told)


def _split(between: re.Pattern[str], text: str) -> set[str]:
    """Plain; empty items are none."""
    return {item for part in between.split(text) if (item := plain(part))}


def readings(answer: str) -> frozenset[Decimal]:
    """What the only number of an answer may be; nothing where there is none or more than one.

    Groups of three digits are thousands, whatever stands between them, unless the first is 0;
    "1,5" is one and a half. One such group after one point or comma is both: "3.142" is three and
    a bit and three thousand. "1.5 million" and "12k" cannot be read.
    """
    told = _with_signs(answer)
    found = [match[0] for match in _NUMBER.finditer(told)]
    if len(found) != 1 or _SCALED.search(told):
        return frozenset()
    sign, digits = ("-", found[0][1:]) if found[0][0] == "-" else ("", found[0].lstrip("+"))
    values = [] if (whole := _whole(digits)) is None else [whole]
    fraction = _FRACTION.fullmatch(digits)
    if fraction and fraction["mark"] not in fraction["whole"]:
        whole = _whole(fraction["whole"] or "0")
        values += [] if whole is None else [f"{whole}.{fraction['part']}"]
    return frozenset(Decimal(sign + value) for value in values if value.isascii())


def _with_signs(answer: str) -> str:
    """With signs right before their numbers, and without currencies there."""
    typed = "".join("$" if _is_currency(letter) else letter for letter in answer.translate(_MINUS))
    return _MONEY.sub(r" \1\2", _FAR_SIGN.sub(r"\1 -", typed))


def _whole(digits: str) -> str | None:
    """A whole number without what stands between its thousands; None where it is none."""
    return re.sub(r"\D", "", digits) if digits.isdigit() or _GROUPED.fullmatch(digits) else None
