"""What is a tab, and which of several is in front, by how they are drawn.

Side by side: a stripe of colour goes along the words of one tab alone, or the ground behind its
words is another one than behind all others, which are alike; where neither is so the network's word
counts. Below each other: a column of words at one distance, along one of which a stripe goes; seen
by themselves they are plain words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes import Pixels, median_colour
from uitars_runtime.geometry import Box

FOREMOST = 0.1
"""Probability of being selected from which the likeliest of several tabs is: best on validation."""
SHOWN: Final = 0.03
"""The same for a tab that is drawn as the one in front: buttons in a row are taken for tabs too."""
CLEARLY: Final = 1.5
"""How much likelier it is that a bar is one of tabs than one of menus, or the other way round."""
_IN_COLUMNS: Final = {Role.TEXT, Role.ITEM, Role.TAB, Role.BUTTON, Role.LINK, Role.MENU}
"""What tabs that stand below each other may look like."""
_IN_BARS: Final = _IN_COLUMNS | {Role.HEADER}
"""What tabs that stand side by side may look like."""
EVEN: Final = 1.5
"""Widest of the gaps between the words of tabs in a bar, in the narrowest."""
LEVEL, BESIDE = 6, 120
"""Pixels up and down, and between the words of two tabs, up to which they are of one bar."""
REACH: Final = 2.0
"""Heights of the words above and below them in which the stripe may be."""
THICKEST: Final = 0.6
"""Thickness of a stripe in heights of the words, at most."""
ALIKE: Final = 24
"""Sum over the three channels up to which two colours are one."""
COLOURED: Final = 50
"""Difference of the strongest and the weakest channel of a stripe, at least: borders are grey."""
STRONG: Final = 60
"""Difference of a stripe and of the ground behind the words, summed, at least."""
FEWEST: Final = 3
"""Tabs of a column, at least."""
SHIFTED: Final = 4
"""Pixels by which the middles, or the left or the right ends, of the words of a column differ, at
most."""
UNEVEN: Final = 4
"""Pixels by which the distances in a column differ, at most."""
NEXT: Final = 1.6, 6.0
"""Heights of the words from one tab to the next, at least and at most."""
ROUND, CORNER = 6, 10
"""Pixels that a corner of a frame may be round, and beyond which the frame would go on."""
STRIPE_BESIDE: Final = 3
"""Heights of the words beside the widest of a column in which the stripe may be."""


def bars_told(
    pixels: Pixels,
    shares: NDArray[np.float32],
    selected: NDArray[np.float32],
    candidates: Sequence[Candidate],
) -> tuple[list[Role], NDArray[np.float32]]:
    """The likeliest roles (n), and the probabilities of being selected, with bars and columns of
    tabs heard.

    Worth 6 right elements of 10,197 (-1 to 14) on a third of the pictures that it changes.
    """
    roles = chosen_roles(pixels, shares, candidates)
    for row in chain.from_iterable(_bars_with_stripe(pixels, roles, candidates)):
        roles[row] = Role.TAB
    columns = _columns_of_tabs(pixels, roles, candidates)
    for row in chain.from_iterable(column for column, _ in columns):
        roles[row] = Role.TAB
    heard = foremost(pixels, selected, roles, candidates)
    for column, first in columns:
        heard[column] = 0.0
        heard[first] = 1.0
    return roles, heard


def _bars_with_stripe(
    pixels: Pixels, roles: Sequence[Role], candidates: Sequence[Candidate]
) -> list[list[int]]:
    """The rows of what stands beside a tab at even distances, where a stripe goes along one of them
    alone: by themselves the others look like words, links and buttons."""
    plain = [
        role if one.kind in (Kind.LINE, Kind.BOXED) and one.words else Role.OTHER
        for role, one in zip(roles, candidates, strict=True)
    ]
    found: list[list[int]] = []
    for bar in _bars_of(_IN_BARS, plain, candidates):
        words = [_words(candidates[row]) for row in bar]
        gaps = [after.left - before.right for before, after in pairwise(words)]
        tabs = sum(roles[row] is Role.TAB for row in bar)
        even = gaps and min(gaps) > 0 and max(gaps) <= EVEN * min(gaps)
        if even and tabs and sum(_has_stripe(pixels, box) for box in words) == 1:
            found.append(bar)
    return found


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
    words = [_words(candidate) for candidate in candidates]
    rows = [row for row, role in enumerate(roles) if role in kinds]
    bars: list[list[int]] = []
    for row in sorted(rows, key=lambda row: words[row].left):
        for bar in bars:
            last = words[bar[-1]]
            level = abs(last.center.y - words[row].center.y) <= LEVEL
            if level and words[row].left - last.right <= BESIDE:
                bar.append(row)
                break
        else:
            bars.append([row])
    return bars


def in_front(pixels: Pixels, words: Sequence[Box]) -> int | None:
    """Which of the tabs, by the boxes of their words, is drawn as the one in front."""
    striped = [place for place, box in enumerate(words) if _has_stripe(pixels, box)]
    return striped[0] if len(striped) == 1 else _standing_out(pixels, words)


def _standing_out(pixels: Pixels, words: Sequence[Box]) -> int | None:
    """The only one of three or more tabs with a ground unlike the others, which are alike."""
    if len(words) < 3:
        return None
    grounds = np.stack([_ground(pixels, box) for box in words])
    apart = np.abs(grounds[:, None] - grounds).sum(axis=2)
    for place in range(len(words)):
        first, *rest = (other for other in range(len(words)) if other != place)
        if (apart[first, rest] <= ALIKE // 4).all() and apart[place, first] > ALIKE // 2:
            return place
    return None


def _ground(pixels: Pixels, box: Box) -> NDArray[np.float64]:
    """The most common colour behind the words."""
    return median_colour(pixels[max(0, box.top - 2) : box.bottom + 2, box.left : box.right])


def _has_stripe(pixels: Pixels, box: Box) -> bool:
    reach = round(REACH * box.height)
    ground = _ground(pixels, box)
    above = pixels[max(0, box.top - reach) : box.top - 1, box.left : box.right]
    below = pixels[box.bottom + 1 : box.bottom + reach, box.left : box.right]
    parts = (above[::-1], below)
    return any(_end_of_stripe(part, ground, box.height) is not None for part in parts)


def _end_of_stripe(part: Pixels, ground: NDArray[np.float64], height: int) -> int | None:
    """The last of the rows, from the words outwards, that are of a colour, where these are no more
    than a stripe has; colour that goes on where the part ends is a title bar or a picture."""
    rows = _striped_rows(part, ground)
    if not 1 <= len(rows) <= THICKEST * height or rows[-1] == len(part) - 1:
        return None
    return int(rows[-1])


def _striped_rows(part: Pixels, ground: NDArray[np.float64]) -> NDArray[np.intp]:
    """The rows that are of one colour, and that a strong one."""
    rows = part.astype(np.int16)
    if rows.size == 0:
        return np.zeros(0, np.intp)
    colours = np.median(rows, axis=1)
    even = np.abs(rows - colours[:, None]).sum(axis=2).max(axis=1) <= ALIKE
    coloured = np.ptp(colours, axis=1) >= COLOURED
    other = np.abs(colours - ground).sum(axis=1) >= STRONG
    return np.flatnonzero(even & coloured & other)


def columns_of_tabs(pixels: Pixels, words: Sequence[Box]) -> list[tuple[list[int], int]]:
    """The places of the words of each column of tabs, from top to bottom, and which is in front.

    Worth 4 of 452 steps on pictures (`bench/eyes_steps.py`), and -15 right elements of 10,197 (-31
    to -3).
    """
    found: list[tuple[list[int], int]] = []
    taken: list[int] = []
    striped = [(run, one) for run in _columns(words) if (one := _front_of(pixels, words, run))]
    # A page's labels stand beside the stripe of the tabs at its left, too.
    for run, (front, stripe) in sorted(striped, key=lambda one: one[1][1] < words[one[0][0]].left):
        if all(abs(stripe - other) > SHIFTED for other in taken):
            found.append((run, front))
            taken.append(stripe)
    return found


def _columns(words: Sequence[Box]) -> list[list[int]]:
    """Runs of words below each other at one distance, each word in one of them."""
    free = sorted(range(len(words)), key=lambda place: words[place].center.y)
    found: list[list[int]] = []
    while free:
        run = [free.pop(0)]
        for place in tuple(free):
            if _goes_on([words[before] for before in run], words[place]):
                run.append(place)
                free.remove(place)
        if len(run) >= FEWEST:
            found.append(run)
    return found


def _goes_on(run: Sequence[Box], box: Box) -> bool:
    """Whether a word is the next one of a run."""
    last = run[-1]
    apart = (box.center.x - last.center.x, box.left - last.left, box.right - last.right)
    aligned = min(map(abs, apart)) <= SHIFTED
    step = box.center.y - last.center.y
    if not aligned or not NEXT[0] * box.height <= step <= NEXT[1] * box.height:
        return False
    return len(run) < 2 or abs(step - (last.center.y - run[-2].center.y)) <= UNEVEN


def _front_of(pixels: Pixels, words: Sequence[Box], run: Sequence[int]) -> tuple[int, int] | None:
    """The only one of a column along which a stripe of colour goes, and where across."""
    reach = STRIPE_BESIDE * max(words[place].height for place in run)
    left = max(0, min(words[place].left for place in run) - reach)
    right = max(words[place].right for place in run) + reach
    stripes = [(place, _stripe(pixels, words[place], left, right)) for place in run]
    found = [(place, across) for place, across in stripes if across is not None]
    return found[0] if len(found) == 1 else None


def _stripe(pixels: Pixels, box: Box, left: int, right: int) -> int | None:
    """Where a stripe higher than the words stands beside them, which is no part of a frame."""
    tall = pixels[max(0, box.top - 2 * box.height) : box.bottom + 2 * box.height]
    part = pixels[max(0, box.top - box.height // 2) : box.bottom + box.height // 2]
    ground = median_colour(part[:, box.left : box.right])
    sides = zip(_sides(part, box, left, right), _sides(tall, box, left, right), strict=True)
    for (side, around), step in zip(sides, (-1, 1), strict=True):
        away = _end_of_stripe(side, ground, box.height)
        if away is not None and not _is_framed(around, away, ground):
            return (box.left if step < 0 else box.right) + step * away
    return None


def _sides(part: Pixels, box: Box, left: int, right: int) -> tuple[Pixels, Pixels]:
    """What is left and right of the words, column by column from the words outwards."""
    across = part.swapaxes(0, 1)
    return across[left : max(left, box.left - 1)][::-1], across[box.right + 1 : right]


def _is_framed(around: Pixels, away: int, ground: NDArray[np.float64]) -> bool:
    """Whether lines of colour go on beyond a stripe so far away: the frame of a field in the
    focus."""
    beyond = around[away + ROUND : away + ROUND + CORNER].swapaxes(0, 1)
    return len(_striped_rows(beyond, ground)) > 0
