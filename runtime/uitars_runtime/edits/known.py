"""What is known where words are read: the text, what was spoken of, what is to be written. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.edits.asked import Asked, Slot
from uitars_runtime.edits.changes import Change
from uitars_runtime.edits.lines import are_numbers, holding, is_numbered, unquoted, which
from uitars_runtime.quotations import QUOTATION


class Known(msgspec.Struct, frozen=True):
    """The text that the next words are about."""

    lines: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    """The text before each change that was asked for so far."""
    last: tuple[int, ...] = ()
    """The lines spoken of last."""
    named: tuple[str, ...] = ()
    """What was spoken of and is to be written."""
    freely: bool = False
    """Whether what is only likely to be meant will do: a person is asked about it."""

    def which(self, said: str, last: Sequence[int] | None = None) -> list[int]:
        """The lines that are meant; none where that is not clear. `last`: those spoken of before,
        where they are not the ones that are known."""
        return which(said, self.lines, self.last if last is None else last, freely=self.freely)


class Meant(msgspec.Struct, frozen=True):
    """Changes, and the lines that the next words may call "it"."""

    changes: tuple[Change, ...]
    last: tuple[int, ...] = ()


IT: Final = re.compile(
    r"it|them|him|her|that|this|these|those|both|they|(?:all|both|the two|each) of them|"
    r"(?:his|her|its|their|that|this) (?:line|entry|row|name)s?",
    re.IGNORECASE,
)
_LED: Final = re.compile(
    r"^(?:the )?(?:title|heading|words?|line|name|text|sentence)s? (?=[A-Z\"“‘'])|"
    r"^(?:another|one more) (?=\w)"
)
"""Before what is to be written."""
_HOW: Final = re.compile(rf"^({QUOTATION.pattern}),? (?:with|without|but) .*")
"""What is said about a quotation is none of it."""


def written(one: Asked, known: Known) -> tuple[str, ...]:
    """What is to be written; nothing where "it" is, and nobody spoke of such."""
    texts = [_LED.sub("", text.lstrip(" ,:;")) for text in one.texts(Slot.NEW)]
    if all(IT.fullmatch(text) for text in texts):
        return known.named
    return tuple(unquoted(_HOW.sub(r"\1", text)) for text in texts)


def _names(one: Asked, slot: Slot) -> Iterator[str]:
    """What a slot calls lines: "lines 2, 3 and 5" may be marked in several pieces."""
    numbered = False
    for said in one.texts(slot):
        name = f"lines {said}" if numbered and are_numbers(said) else said
        numbered = is_numbered(name)
        yield name


def lines_meant(
    one: Asked, known: Known, slot: Slot = Slot.LINE, *, several: bool = False
) -> list[int]:
    """The lines that a slot names; none where one of them is not clear. `several`: also those that
    hold the same words."""
    found: list[int] = []
    for name in _names(one, slot):
        # "it" may be what the words before it name.
        here = known.which(name, found or known.last)
        if several and not here:
            here = holding(name, known.lines, freely=known.freely)
        if not here:
            return []
        found += [at for at in here if at not in found]
    return found


def line_meant(one: Asked, known: Known, slot: Slot = Slot.LINE) -> int | None:
    """The only line that a slot names, or that was spoken of before."""
    found = lines_meant(one, known, slot) if one.has(slot) else known.last
    return found[0] if len(found) == 1 else None
