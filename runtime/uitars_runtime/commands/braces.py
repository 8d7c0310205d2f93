"""What bash makes of braces in a word without quotes: `{a,b}.txt`, `{1..5}`, `{a..e}`."""

from __future__ import annotations

import itertools
import re
from typing import Final

_PLAIN: Final = r"[\w./+*?-]*"
_MEMBER: Final = r"[\w./+-]*"
_GROUP: Final = re.compile(
    rf"\{{(?:{_MEMBER}(?:,{_MEMBER})+|(?:\d{{1,3}}\.\.\d{{1,3}})|(?:[a-z]\.\.[a-z]))\}}", re.ASCII
)
_BRACED: Final = re.compile(rf"{_PLAIN}(?:{_GROUP.pattern}{_PLAIN})+", re.ASCII)
_MOST: Final = 200


def words(text: str) -> tuple[str, ...]:
    """The words, at most so many; nothing where there are no braces or more than can be told."""
    if not _BRACED.fullmatch(text):
        return ()
    parts = [[plain] for plain in _GROUP.split(text)]
    groups = [_members(found.group()[1:-1]) for found in _GROUP.finditer(text)]
    between = itertools.chain.from_iterable(zip(parts, [*groups, [""]], strict=True))
    found = itertools.islice(itertools.product(*between), _MOST + 1)
    made = tuple(word for word in map("".join, found) if word)
    return made if len(made) <= _MOST else ()


def _members(group: str) -> list[str]:
    first, dots, last = group.partition("..")
    if "," in group or not dots:
        return group.split(",")
    if not first.isdigit():
        return [chr(number) for number in _steps(ord(first), ord(last))]
    padded = max(len(first), len(last)) if "0" in (first[:-1][:1], last[:-1][:1]) else 0
    return [str(number).zfill(padded) for number in _steps(int(first), int(last))]


def _steps(first: int, last: int) -> range:
    step = 1 if first <= last else -1
    return range(first, last + step, step)
