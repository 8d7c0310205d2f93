"""What words and neighbours say of roles and states, which no picture of one candidate shows.

Keys such as `Ctrl+S` are words, what stands left of them is an entry of a menu, and the entries of
a menu or a list stand below each other and are of one role. Tabs stand beside tabs and menus beside
menus, which is told beside (`tabs.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind

VOTE = 0.5
"""How much the neighbours of a candidate count against what it looks like itself."""
FARTHEST = 480
"""Pixels between an entry of a menu and its short cut."""
SURE = 0.95
"""Probability that what words say is true."""
_SHORT_CUT = re.compile(r"((Ctrl|Shift|Alt|Super|Meta)\s?\+\s?)+\S+|F\d{1,2}")


def agreed(roles: NDArray[np.float32], candidates: Sequence[Candidate]) -> NDArray[np.float32]:
    """The probabilities of the roles (n, roles) after words and neighbours were heard."""
    logs = np.log(np.maximum(_told_by_words(roles, candidates), 1e-4))
    heard = logs.copy()
    for row, candidate in enumerate(candidates):
        near = [place for place, other in enumerate(candidates) if _in_column(candidate, other)]
        if near:
            heard[row] += VOTE * logs[near].mean(axis=0)
    shares = np.exp(heard - heard.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def _told_by_words(
    roles: NDArray[np.float32], candidates: Sequence[Candidate]
) -> NDArray[np.float32]:
    """The probabilities, with keys as words and what they belong to as entries of a menu.

    Worth 33 right elements of 6,221 (18 to 51).
    """
    told = roles.copy()
    entry, word = list(Role).index(Role.MENU_ITEM), list(Role).index(Role.TEXT)
    for row, candidate in enumerate(candidates):
        if candidate.kind is Kind.LINE and _SHORT_CUT.fullmatch(candidate.text):
            told[row] *= 1 - SURE
            told[row, word] += SURE
            before = [place for place, other in enumerate(candidates) if _left_of(other, candidate)]
            for place in before:
                told[place] *= 1 - SURE
                told[place, entry] += SURE
    return told


def _left_of(one: Candidate, short_cut: Candidate) -> bool:
    """Whether `one` is the words of the entry that the short cut belongs to."""
    if one.words is None or short_cut.words is None or _SHORT_CUT.fullmatch(one.text):
        return False
    level = abs(one.words.center.y - short_cut.words.center.y) <= 6
    return level and 0 < short_cut.words.left - one.words.right <= FARTHEST


def _in_column(one: Candidate, other: Candidate) -> bool:
    """Whether the other stands right above or below and came about in the same way."""
    if one.words is None or other.words is None or one.kind is Kind.BOXED:
        return False
    down = abs(one.words.center.y - other.words.center.y)
    return (
        one.kind is other.kind
        and one.apart is other.apart
        and abs(one.words.left - other.words.left) <= 3
        and 6 < down <= 3 * max(one.words.height, 12)
    )
