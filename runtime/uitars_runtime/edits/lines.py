"""Which line of a text is meant by what a person says: the last one, line 3, the eggs. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from uitars_runtime.quotations import QUOTATION

_ORDINALS: Final = {
    **dict(zip(["first", "second", "third", "fourth", "fifth", "sixth"], range(6), strict=True)),
    **{"top": 0, "bottom": -1, "last": -1, "final": -1},
}
_NUMBERS: Final = dict(
    zip(["one", "two", "three", "four", "five", "six"], range(1, 7), strict=True)
)
_COUNT: Final = rf"(?:\d+|{'|'.join(_NUMBERS)})"
_COUNTS: Final = rf"{_COUNT}(?:(?:,? and |, ?| ?& ?){_COUNT})*"
_ORDINAL: Final = rf"(?:(?P<word>{'|'.join(_ORDINALS)})|(?P<figure>[1-9]\d*)(?:st|nd|rd|th))"
_UNIT: Final = (
    r"(?:lines?|rows?|entry|entries|items?|things?|one|ones|points?|names?|steps?|paragraph)"
)
_NTH: Final = re.compile(
    r"(?:.+ (?:on|in|at) )?(?:the )?(?:very )?"
    rf"{_ORDINAL} (?P<unit>{_UNIT})(?: (?:on|of|in|there).*)?",
    re.IGNORECASE,
)
_ROW: Final = re.compile(r"lines?|rows?|paragraph", re.IGNORECASE)
"""What may be empty: of entries nobody counts empty ones."""
_NUMBERED: Final = re.compile(
    r"(?:the )?(?:line|row)s?(?: numbers?| nos?\.?)? "
    rf"(?P<numbers>{_COUNTS})",
    re.IGNORECASE,
)
_OCCURRENCE: Final = re.compile(
    rf"(?:but )?(?:(?:only|just|solely) )?(?:(?:in|at|on) )?(?:the |its )?(?:very )?{_ORDINAL}"
    r"(?: (?:one|times?|hit|place|spot|occurrence|mention|instance|match|appearance))?"
    r"(?: (?:only|alone|(?:that )?it \w+(?: up)?))?",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(
    r"(?:but |and )?(?:(?:only|just|solely|alone)\b ?)?(?:(?:in|at|on|for|by) )?(?P<place>.*?)"
    r"(?: (?:only|alone))?",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(
    rf"(?:the )?(?P<end>first|last) (?P<count>{_COUNT}) {_UNIT}(?: (?:on|of|in) .*)?|"
    rf"(?:the )?(?:lines|rows) (?P<first>{_COUNT}) ?(?:to|-|–|through) ?(?P<last>{_COUNT})",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(r"(?:the |my |its )?(?:title|heading|headline|header)", re.IGNORECASE)
_AGAIN: Final = re.compile(
    r"(?:the (?:line|one|entry|item) )?(?:right |directly |just )?"
    r"(?P<side>below|under|after|above|before)?"
    r" ?(?:it|that|this|him|her|them|that one|that line|this line|this one|"
    r"(?:his|her|its|their) (?:line|entry|row|name)s?|"
    r"(?:those|these|the|both)(?: two| three)?(?: lines| entries| items| rows)?)",
    re.IGNORECASE,
)
_WITH: Final = re.compile(
    rf"(?:the |that |this )?(?:whole )?{_UNIT}(?: (?:with|about|that says?|that reads?|saying|"
    r"containing|for|called|where it says|named|of))?[: ]+(?:the (?:words?|text) )?(?P<x>.+)",
    re.IGNORECASE,
)
_KIND: Final = re.compile(
    r"(?P<x>.+?)(?:[’']s)? (?:line|row|entry|item|one|step|part|bit|setting|value|number)s?",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"(?:(?:the|my|our|some|any|a|an|all(?: the)?|of the|that|this|your) )+", re.IGNORECASE
)
_PLURAL: Final = re.compile(
    r"(?i:(?:both|all|every|each|those|these|any|no)\b.*|"
    r"(?:(?:the|my|our) )?(?:lines|rows|entries|items|things|ones|points|names|steps)\b.*)|"
    r"(?!.*\b(?:line|row|entry|item|thing|one|point|name|step|paragraph)\b)"
    r"(?:.* )?[a-z]\w*[^\W_s]s"
)
"""What may be several lines; a word with a capital and an s at its end may be a name."""
_JOINT: Final = re.compile(r",? and |, ?| & ", re.IGNORECASE)
_MARK: Final = re.compile(r"\s*(?:[-*•+>]|\[.?\]|\d{1,2}[.)])\s+")
_AMOUNT: Final = re.compile(
    r"\d[\d.,/]*\s?(?:x|g|kg|ml|l|dl|cl|lb|oz|cups?|tbsp|tsp|pcs)?\s+", re.I
)
_RAGGED: Final = re.compile(r" (?:to|in|is|from|and|with|as|has|can|should|must)$", re.IGNORECASE)
"""A word of what follows that was taken for one of the name."""
_READ: Final = 5
"""Letters from which one may be another."""
_LOOK_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b"})
"""What eyes often take for each other."""
_EDGES: Final = " \t.,;:!?\"'“”‘’()"


def unquoted(said: str) -> str:
    """Words without the quotation marks around all of them."""
    said = said.strip()
    return said[1:-1] if QUOTATION.fullmatch(said) else said


def bare(line: str) -> str:
    """A line without the mark or number before it."""
    found = _MARK.match(line)
    return line[found.end() :] if found else line.strip()


def plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(_EDGES)


def occurrences(line: str, words: str) -> list[tuple[int, int]]:
    """Where words stand in a line, as they are written; where nothing does in any case."""
    for flags in (re.NOFLAG, re.IGNORECASE):
        found = re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", line, flags)
        if spans := [one.span() for one in found]:
            return spans
    return []


def which(
    said: str, lines: Sequence[str], last: Sequence[int], *, freely: bool = False
) -> list[int]:
    """The lines that are meant; none where that is not clear. `last`: those spoken of before.
    `freely`: likely ones, too: a person is asked about them."""
    said = _RAGGED.sub("", said.strip(" ,.:"))
    full = [at for at, line in enumerate(lines) if line.strip()]
    if not full or not letters(said):
        return []
    if found := _NTH.fullmatch(said):
        return _counted(found, full, lines, freely=freely)
    if found := _NUMBERED.fullmatch(said):
        numbered = [_told(_cardinal(one), lines) for one in re.findall(_COUNT, found["numbers"])]
        return [at for one in numbered for at in one] if all(numbered) else []
    if found := _SEVERAL.fullmatch(said):
        return _several(found, full, lines)
    if _TITLE.fullmatch(said):
        return full[:1]
    if (found := _AGAIN.fullmatch(said)) and last:
        by = {"below": 1, "under": 1, "after": 1, "above": -1, "before": -1}
        at = last[0] + by.get((found["side"] or "").lower(), 0)
        return _told(at, lines) if found["side"] else [*last]
    return _called(said, lines) or _each(said, lines) or (_nearly(said, lines) if freely else [])


def are_numbers(said: str) -> bool:
    """Whether it is nothing but numbers."""
    return re.fullmatch(_COUNTS, said.strip(" ,.:"), re.IGNORECASE) is not None


def is_numbered(said: str) -> bool:
    """Whether it names lines by their numbers."""
    said = said.strip(" ,.:")
    return bool(_NTH.fullmatch(said) or _NUMBERED.fullmatch(said))


def occurrence(said: str) -> int | None:
    """Which of several that are alike is meant by "only the second time": from 0, or from -1
    backwards; None where it says something else."""
    found = _OCCURRENCE.fullmatch(said.strip(" ,.:"))
    return None if found is None else _ordinal(found)


def place_of(said: str) -> str:
    """The line that "only in the title" names, as it is said; empty where it says none."""
    found = _PLACE.fullmatch(said.strip(" ,.:"))
    return said if found is None else found["place"]


def _counted(
    found: re.Match[str], full: Sequence[int], lines: Sequence[str], *, freely: bool
) -> list[int]:
    """The line of an ordinal. Whether empty ones count nobody knows."""
    at = _ordinal(found)
    here, with_empty = [full[at]] if -len(full) <= at < len(full) else [], _told(at, lines)
    if at < 0 or not _ROW.fullmatch(found["unit"]) or here == with_empty:
        return here
    return here or with_empty if freely else []


def _told(at: int, lines: Sequence[str]) -> list[int]:
    return [at] if 0 <= at < len(lines) else []


def _ordinal(found: re.Match[str]) -> int:
    return _ORDINALS[found["word"].lower()] if found["word"] else int(found["figure"]) - 1


def _cardinal(said: str) -> int:
    return (int(said) if said.isdecimal() else _NUMBERS[said.lower()]) - 1


def _several(found: re.Match[str], full: Sequence[int], lines: Sequence[str]) -> list[int]:
    if found["end"]:
        count = _cardinal(found["count"]) + 1
        ends = full[:count] if found["end"].lower() == "first" else full[len(full) - count :]
        return [*ends] if 0 < count <= len(full) else []
    first, last = _cardinal(found["first"]), _cardinal(found["last"])
    return [*range(first, last + 1)] if 0 <= first <= last < len(lines) else []


def _called(said: str, lines: Sequence[str]) -> list[int]:
    for name in _names(said):
        wanted = plain(unquoted(name))
        if not wanted:
            continue
        same = [at for at, line in enumerate(lines) if wanted in (plain(line), plain(bare(line)))]
        same = same or [
            at for at, line in enumerate(lines) if plain(_AMOUNT.sub("", bare(line))) == wanted
        ]
        holding = [at for at, line in enumerate(lines) if occurrences(line, wanted)]
        wished = as_seen(wanted)
        tight = [at for at, line in enumerate(lines) if wished and wished == as_seen(line)]
        for found in (same, holding, tight):
            if found:
                return found if len(found) == 1 else []
    return []


def _nearly(said: str, lines: Sequence[str]) -> list[int]:
    """The line whose name has a few letters that are others."""
    for name in _names(said):
        wished = letters(unquoted(name))
        if found := [at for at, line in enumerate(lines) if _is_near(wished, letters(line))]:
            return found if len(found) == 1 else []
    return []


def holding(said: str, lines: Sequence[str], *, freely: bool = False) -> list[int]:
    """All lines that hold these words, in one number or the other, where several may be meant;
    `freely`: in any case."""
    if is_numbered(said) or not (freely or _PLURAL.fullmatch(said.strip(_EDGES))):
        return []
    name = re.sub(
        r"^(?:both|all|every|each|those|these|any|the) +(?:the +)?(?:two +|three +)?",
        "",
        said,
        flags=re.I,
    )
    if found := _WITH.fullmatch(name):
        name = found["x"]
    for one in (unquoted(name), unquoted(name).removesuffix("s")):
        if all_of_them := [at for at, line in enumerate(lines) if _has(line, one)]:
            return all_of_them
    return []


def _has(line: str, words: str) -> bool:
    return all(occurrences(line, word) for word in plain(words).split()) and bool(plain(words))


def letters(text: str) -> str:
    """A text without blanks and marks, in small letters: what stays of it however it is read."""
    return re.sub(r"\W+", "", text).casefold()


def as_seen(text: str) -> str:
    """Its letters as eyes may read them."""
    return letters(text).translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")


_SAME_WORDS: Final = 0.75
"""Share of equal letters from which two readings are of the same words; the eyes misread."""
_LONGER: Final = 0.1
"""Share of its letters by which one may seem to be longer or shorter than it is."""


def alike(one: str, other: str) -> bool:
    """Whether two readings, in letters alone, are of the same words: about as long, and figures are
    read well."""
    if abs(len(one) - len(other)) > max(1, _LONGER * len(one)):
        return False
    figures = re.findall(r"\d+", one)
    if figures and figures != re.findall(r"\d+", other):
        return False
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _SAME_WORDS


def _is_near(wished: str, line: str) -> bool:
    """Whether a line is like a name in letters alone; its figures are all the same."""
    if len(wished) < _READ or abs(len(wished) - len(line)) > len(wished) // 3:
        return False
    if re.findall(r"\d+", wished) != re.findall(r"\d+", line):
        return False
    return SequenceMatcher(None, wished, line, autojunk=False).ratio() >= _SAME_WORDS


def _names(said: str) -> Iterator[str]:
    """What may be the name in it, the likeliest first; in both numbers."""
    inside = (pattern.fullmatch(said) for pattern in (_WITH, _KIND))
    for one in (said, *(found["x"] for found in inside if found)):
        name = _ARTICLE.sub("", one, count=1) if _ARTICLE.match(one) else one
        yield from dict.fromkeys((one, name))
        if not QUOTATION.search(name):
            yield name[:-1] if name.endswith("s") else f"{name}s"


def _each(said: str, lines: Sequence[str]) -> list[int]:
    """Several that are named one after the other."""
    names = _JOINT.split(said)
    if len(names) < 2 or QUOTATION.fullmatch(said):
        return []
    if any(name.strip().isdecimal() for name in names):
        return []  # of a line, or in one
    found = [which(name, lines, ()) for name in names]
    return [at for one in found for at in one] if all(found) else []
