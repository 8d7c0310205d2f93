"""The reranker: of a few elements in words, which one is meant by what is asked.

In words an element is told as to somebody who does not see the screen, always in the same order:
what it is and is called, how it stands, what is beside it, which one it is in its line and column,
and where it lies. The network learns these very words: who changes them trains it again.

A cross-encoder (Nogueira & Cho 2019, arXiv 1901.04085): where the sentence encoder makes a vector
of each text by itself, here the words of an element see those of the request in every layer, so
that "the one below Sunday" finds what a description says to stand there. Six layers that go on
from all-MiniLM-L6-v2, 4-bit weights, 8-bit activations, made by `uitars-train reranker`. The
request sees itself alone and is read once for all elements. Last, what is pointed at: the
decoder's log-odds with nearness in meaning (`affinity.py`) and, where that leaves doubt, with these
scores. Not here: the same as numbers (`features.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import Affinity, Encoder
from uitars_runtime.backends.embedded.network.embeddings import likely, meanings, spoken
from uitars_runtime.backends.embedded.network.encoder import FOLDER, MASK, word_pieces
from uitars_runtime.backends.embedded.network.graph import (
    HIDDEN,
    Cache,
    Floats,
    empty_cache,
    open_weights,
    output_names,
)
from uitars_runtime.backends.embedded.network.layout import (
    NOBODY,
    Layout,
    layout_of,
    ordinary_layout,
)
from uitars_runtime.backends.embedded.network.vocabulary import COUNTED, COUNTED_BACK, ELEMENTS_MAX
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.element import Element, Role
from uitars_runtime.onnx_session import MOST_THREADS, held
from uitars_runtime.remembered import Remembered

_ROLES: Final[Mapping[Role, str]] = {
    Role.CHECKBOX: "tick box",
    Role.COMBO: "drop down",
    Role.MENU_ITEM: "menu entry",
    Role.ITEM: "list entry",
    Role.HEADER: "column header",
    Role.SCROLLBAR: "scroll bar",
    Role.OTHER: "picture",
}
"""Where people say something else than the name of the role."""
_LIES: Final = ("left of", "right of", "above", "below")
"""How an element lies from what is next on each of `layout.SIDES`."""
_COUNTED: Final = (("across", "in line"), ("down", "in column"))
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_FROM_THE_END: Final = 3
"""Places that are told from the end, too."""
_DOWN: Final = ("top", "middle", "bottom")
_ACROSS: Final = ("left", "middle", "right")
_BEGINS_ROW: Final = (Role.TEXT, Role.ITEM, Role.LINK, Role.CHECKBOX, Role.RADIO)
"""What a row may be called by."""
_PLAIN: Final = ("", "grey", "white", "black")
"""Colours that nobody mentions."""
_NAME: Final = 60
_MENTIONED: Final = 24
"""Characters of a name, and of one that is mentioned beside it."""
_MEANINGS: Final = 3
_LIKELY: Final = 0.1
"""How many meanings of an icon are told, and how likely each must be."""
_COVERED: Final = 0.4
"""Share of the narrower one that a column's header and its cell have in common."""
_TOUCHING: Final = 4
"""Pixels by which a header may reach into its cells, as boxes are read."""


def descriptions(elements: Sequence[Element], layout: Layout | None = None) -> list[str]:
    """One for each. `layout`: theirs, where it was reckoned already; one in other pixels than the
    screen's tells otherwise what is in one column."""
    here = layout if layout is not None and layout.scale == 1 else layout_of(elements)
    screen = _Screen(elements, here)
    return [", ".join(screen.parts(at)) for at in range(len(elements))]


class _Screen:
    """All elements, with what is told of how they lie to each other."""

    def __init__(self, elements: Sequence[Element], layout: Layout) -> None:
        self._elements = elements
        self._layout = layout
        self._called = [_called(one) for one in elements]
        self._row = _rows(elements, layout.rows)
        self._headers = [at for at, one in enumerate(elements) if one.role is Role.HEADER]

    def parts(self, at: int) -> Iterator[str]:
        """What is told of an element."""
        element, beside = self._elements[at], self._layout.beside[:, at]
        yield _role(element)
        yield from _names(element)
        yield from _states(element)
        called = self._called
        for lies, other in zip(_LIES, beside, strict=True):
            # Another of the same name beside it tells nothing of which one it is.
            if other != NOBODY and called[other] != called[at]:
                yield f"{lies} {called[other]}"
        row, column = self._row.get(at), self._header(at)
        if row is not None and row not in beside:
            yield f"row {called[row]}"
        if column is not None and beside[_LIES.index("below")] != column:
            yield f"column {called[column]}"
        for way, where in _COUNTED:
            before, after = self._layout.counted[way][:, at].tolist()
            yield from (f"{told} {where}" for told in _ordinals(before, after))
        yield self._place(at)

    def _header(self, at: int) -> int | None:
        """The header of the column that an element stands in."""
        if self._elements[at].role is Role.HEADER:
            return None
        boxes = self._layout.boxes
        left, top, right, _ = boxes[at]
        found: int | None = None
        for header in self._headers:
            begins, above, ends, below = boxes[header]
            shared = min(ends, right) - max(begins, left)
            covers = shared > _COVERED * min(ends - begins, right - left)
            nearer = found is None or above > boxes[found, 1]
            if below <= top + _TOUCHING and covers and nearer:
                found = header
        return found

    def _place(self, at: int) -> str:
        """Where on the screen it lies, in thirds."""
        left, top, right, bottom = self._layout.extents[at]
        return f"{_DOWN[_third(top, bottom)]} {_ACROSS[_third(left, right)]}"


def _third(low: float, high: float) -> int:
    """In which third the middle of a range lies, of one from 0 to 1."""
    return min(2, int((low + high) / 2 * 3))


def _called(element: Element) -> str:
    """How it is mentioned beside another."""
    name = (element.name or element.text).strip()
    if not name:
        meant = likely(element)
        name = spoken(meant[0][0]) if meant else _role(element)
    if len(name) > _MENTIONED:
        cut = name[:_MENTIONED]
        name = cut.rsplit(" ", 1)[0] or cut
    return f"selected {name}" if element.selected else name


def _role(element: Element) -> str:
    return _ROLES.get(element.role, str(element.role))


def _names(element: Element) -> Iterator[str]:
    names = (element.name.strip()[:_NAME], element.text.strip()[:_NAME])
    yield from dict.fromkeys(name for name in names if name)
    yield from map(spoken, meanings(element, _MEANINGS, _LIKELY))


def _states(element: Element) -> Iterator[str]:
    if element.role in (Role.CHECKBOX, Role.RADIO):
        yield "on" if element.checked else "off"
    for said, word in (
        (element.selected, "selected"),
        (element.focused, "focused"),
        (element.disabled, "greyed"),
    ):
        if said:
            yield word
    if element.colour not in _PLAIN:
        yield element.colour


def _rows(elements: Sequence[Element], rows: Sequence[Sequence[int]]) -> dict[int, int]:
    """By element, what its row is called by: the first with words in it."""
    found: dict[int, int] = {}
    for row in rows:
        named = [
            at
            for at in row
            if elements[at].role in _BEGINS_ROW and (elements[at].text or elements[at].name)
        ]
        found |= {at: named[0] for at in row if named and at != named[0]}
    return found


def _ordinals(before: int, after: int) -> Iterator[str]:
    """With two before it and one behind it "third of four" and "second last"; where many are behind
    it their count is left out."""
    if 0 <= before < COUNTED:
        among = f" of {_count(before + 1 + after)}" if after < COUNTED_BACK else ""
        yield f"{_nth(before + 1)}{among}"
    if 0 <= after < _FROM_THE_END:
        yield f"{_nth(after + 1)} last" if after else "last"


def _nth(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def _count(number: int) -> str:
    return _NUMBERS[number - 1] if number <= len(_NUMBERS) else str(number)


# ----------------------------------------------------------------------------------- the network

FILE: Final = "reranker.onnx"
ASKED: Final = 40
DESCRIBED: Final = 44
"""Pieces of the request and of an element that are read; their places count on in this order."""
_KEPT: Final = 20_000
"""Scores that are remembered: a screen is decided on more than once."""


class CrossEncoder:
    """The loaded network; from any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session = open_weights(FOLDER / FILE, threads=MOST_THREADS)
        facts: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        layers, heads, width = (int(facts[name]) for name in ("layers", "heads", "width"))
        self._start = empty_cache(layers, heads, width // heads)
        self._grown = output_names(layers)
        self._pieces = word_pieces()
        self._known: Remembered[tuple[str, str], float] = Remembered(_KEPT)

    def scores(self, asked: str, described: Sequence[str]) -> Floats:
        """(described,): log-odds among any of them, up to what all have in common."""
        pairs = [(asked, one) for one in described]
        found = self._known.values(
            pairs, lambda new: self._read(asked, [described[at] for at in new])
        )
        return np.array(found, np.float32)

    def _read(self, asked: str, described: Sequence[str]) -> list[float]:
        request = np.array([self._pieces.encode(asked, ASKED)], np.int64)
        count = request.shape[1]
        none = np.zeros((1, 1, count, count), np.float32)
        read = self._run(self._grown, request, _places(0, count), none, self._start)
        rows = [self._pieces.encode(one, DESCRIBED, begin=MASK) for one in described]
        longest = max(map(len, rows))
        pieces = np.array([row + [0] * (longest - len(row)) for row in rows], np.int64)
        hidden = np.zeros((len(rows), 1, longest, count + longest), np.float32)
        for at, row in enumerate(rows):
            hidden[at, :, :, count + len(row) :] = HIDDEN
        cache = Cache(tuple(np.repeat(array, len(rows), 0) for array in read))
        (scores,) = self._run(("scores",), pieces, _places(ASKED, longest), hidden, cache)
        return [float(score) for score in scores]

    def _run(
        self,
        wanted: Sequence[str],
        pieces: NDArray[np.int64],
        places: NDArray[np.int64],
        hidden: Floats,
        cache: Cache,
    ) -> list[Floats]:
        given: Mapping[str, NDArray[Any]] = {
            "words": self._pieces.rows(pieces),
            "places": places,
            "hidden": hidden,
            **cache.inputs(),
        }
        found: list[Floats] = self._session.run(wanted, given)
        return found


def _places(first: int, count: int) -> NDArray[np.int64]:
    return np.arange(first, first + count, dtype=np.int64)


cross_encoder: Final = held(CrossEncoder)


# ----------------------------------------------------------------------- what is pointed at

CANDIDATES: Final = 12
"""Elements that are compared, the likeliest ones."""
WEIGHT: Final = 1.2
"""What a score counts for among log-odds; chosen on 1,435 first steps for programs that nothing is
learned from and on 452 steps of our own: both have most right from 1 to 1.4."""
SURE: Final = 3.0
"""Log-odds by which the likeliest is ahead, from which nothing else is looked at."""
LIKELY: Final = 0.1
"""How likely an output must be, beside the likeliest, for its elements to be compared."""


class Reranker(Protocol):
    """Which of some elements in words is meant (`reranker.py`)."""

    def scores(self, asked: str, described: Sequence[str], /) -> Floats: ...


class Pointing:
    """The elements of one situation as what may be pointed at."""

    def __init__(
        self, situation: Situation, encoder: Encoder, reranker: Reranker | None = None
    ) -> None:
        self._elements = situation.elements[:ELEMENTS_MAX]
        self.affinity = Affinity(situation, encoder)
        self.layout = ordinary_layout(situation)
        self._reranker = reranker

    def log_odds(self, told: Floats, served: Span | None, *, compared: bool) -> Floats:
        """(elements,) for the network's own. `served`: the part of the task that it is for.
        `compared`: where it leaves doubt, the likeliest are compared."""
        odds = told + self.affinity.log_odds(served)
        if not compared or len(odds) == 1:
            return odds
        second, first = np.partition(odds, -2)[-2:]
        return odds if first - second >= SURE else self._compared(odds, served)

    def meant(self, served: Span | None) -> Floats:
        """(elements,): how much speaks for each by what it is and says, without the network's own.
        What is reckoned for the same words on several screens can be compared."""
        return self._compared(self.affinity.log_odds(served), served)

    def _compared(self, odds: Floats, served: Span | None) -> Floats:
        """With what the reranker says of the likeliest; what is not compared is taken for as little
        meant as the least of what is."""
        if self._reranker is None or not len(odds):
            return odds
        best: list[int] = np.argsort(-odds, kind="stable")[:CANDIDATES].tolist()
        _, asked = self.affinity.asked(served)
        scores = self._reranker.scores(asked, [self._described[at] for at in best])
        added = np.full(len(odds), scores.min(), np.float32)
        added[best] = scores
        return np.asarray(odds + np.float32(WEIGHT) * added, np.float32)

    @cached_property
    def _described(self) -> list[str]:
        return descriptions(self._elements, self.layout)
