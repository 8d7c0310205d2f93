"""What words and neighbours say of roles and states, which no picture of one candidate shows.

Keys such as `Ctrl+S` are words, what stands left of them is an entry of a menu, and the entries of
a menu or a list stand below each other and are of one role. Tabs stand beside tabs and menus beside
menus; of tabs side by side or below each other one is selected.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.roles.tab_bars import in_front
from uitars_runtime.eyes.roles.tab_columns import columns_of_tabs
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.types import Box

VOTE = 0.5
"""How much the neighbours of a candidate count against what it looks like itself."""
FARTHEST = 480
"""Pixels between an entry of a menu and its short cut."""
SURE = 0.95
"""Probability that what words say is true."""
FOREMOST = 0.1
"""Probability of being selected from which the likeliest of several tabs is: best on validation."""
SHOWN: Final = 0.03
"""The same for a tab that is drawn as the one in front: buttons in a row are taken for tabs too."""
CLEARLY: Final = 1.5
"""How much likelier it is that a bar is one of tabs than one of menus, or the other way round."""
_IN_COLUMNS: Final = {Role.TEXT, Role.ITEM, Role.TAB, Role.BUTTON, Role.LINK, Role.MENU}
"""What tabs that stand below each other may look like."""
LEVEL, BESIDE = 6, 120
"""Pixels up and down, and between the words of two tabs, up to which they are of one bar."""
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


def chosen_roles(
    pixels: Pixels, roles: NDArray[np.float32], candidates: Sequence[Candidate]
) -> list[Role]:
    """The likeliest roles (n); of tabs and menus side by side all are what is clearly likelier of
    the bar.

    One that is drawn as the tab in front counts like one tab more: an open menu may look so too.
    """
    likeliest = [list(Role)[int(row.argmax())] for row in roles]
    tab, menu = list(Role).index(Role.TAB), list(Role).index(Role.MENU)
    for bar in _bars_of({Role.TAB, Role.MENU}, likeliest, candidates):
        shown = in_front(pixels, [_words(candidates[row]) for row in bar]) is not None
        tabs, menus = float(roles[bar, tab].sum()) + float(shown), float(roles[bar, menu].sum())
        if max(tabs, menus) >= CLEARLY * min(tabs, menus):
            for row in bar:
                likeliest[row] = Role.TAB if tabs > menus else Role.MENU
    for column, _ in _columns_of_tabs(pixels, likeliest, candidates):
        for row in column:
            likeliest[row] = Role.TAB
    return likeliest


def foremost(
    pixels: Pixels,
    selected: NDArray[np.float32],
    roles: Sequence[Role],
    candidates: Sequence[Candidate],
) -> NDArray[np.float32]:
    """The probabilities (n,) of being selected, where of tabs side by side only one can be.

    That one is 1 where it may be selected at all, the others are 0; a lone tab stays as it is.
    """
    heard = selected.copy()
    for bar in _bars_of({Role.TAB}, roles, candidates):
        if len(bar) > 1:
            place = in_front(pixels, [_words(candidates[row]) for row in bar])
            first = max(bar, key=lambda row: selected[row]) if place is None else bar[place]
            heard[bar] = 0.0
            heard[first] = float(selected[first] >= (FOREMOST if place is None else SHOWN))
    for column, first in _columns_of_tabs(pixels, roles, candidates):
        heard[column] = 0.0
        heard[first] = 1.0
    return heard


def _columns_of_tabs(
    pixels: Pixels, roles: Sequence[Role], candidates: Sequence[Candidate]
) -> list[tuple[list[int], int]]:
    """The rows of each column of tabs, and the one in front."""
    rows = [
        row
        for row, (role, candidate) in enumerate(zip(roles, candidates, strict=True))
        if role in _IN_COLUMNS and candidate.kind is not Kind.MARKED and candidate.words is not None
    ]
    found = columns_of_tabs(pixels, [_words(candidates[row]) for row in rows])
    return [([rows[place] for place in column], rows[first]) for column, first in found]


def _words(candidate: Candidate) -> Box:
    return candidate.words or candidate.box


def _bars_of(
    kinds: Collection[Role], roles: Sequence[Role], candidates: Sequence[Candidate]
) -> list[list[int]]:
    """The rows of what has one of these roles and stands side by side, from left to right."""
    return _bars(
        [(row, _words(candidates[row])) for row, role in enumerate(roles) if role in kinds]
    )


def _bars(places: Sequence[tuple[int, Box]]) -> list[list[int]]:
    """The rows of what stands side by side, from left to right."""
    bars: list[list[tuple[int, Box]]] = []
    for row, box in sorted(places, key=lambda place: place[1].left):
        for bar in bars:
            last = bar[-1][1]
            level = abs(last.center.y - box.center.y) <= LEVEL
            if level and box.left - last.right <= BESIDE:
                bar.append((row, box))
                break
        else:
            bars.append([(row, box)])
    return [[row for row, _ in bar] for bar in bars]


def _told_by_words(
    roles: NDArray[np.float32], candidates: Sequence[Candidate]
) -> NDArray[np.float32]:
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
