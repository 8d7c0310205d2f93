"""What a request means for each control of a form: the reranker with adapters that were trained for
it reads the request and all controls at once, and says of every control what is to become of it and
which words of the request are its value, as answers are marked in a text (Devlin et al. 2018).

The weights of its layers are those of `reranker.onnx`, which `forms.onnx` names; its own are
matrices of low rank beside them, as of the tagger (`tagging.py`).
Not here: what stands in a form and how it is filled (`forms/`, `requests/forms.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.encoder import (
    FOLDER,
    Located,
    Pieces,
    WordPieces,
    word_pieces,
)
from uitars_runtime.backends.embedded.network.graph import HIDDEN, Floats, open_beside
from uitars_runtime.backends.embedded.network.reranker import FILE as RERANKER
from uitars_runtime.backends.embedded.network.tagging import COMMON, features, word_at, words_of
from uitars_runtime.backends.embedded.network.tagging import SEEN as TOLD_OF_REQUEST
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.clauses import is_served, is_told_apart
from uitars_runtime.forms.form import FILLED, Control, Kind, groups
from uitars_runtime.forms.polarity import polarity
from uitars_runtime.onnx_session import MOST_THREADS, held

FILE: Final = "forms.onnx"
DEEDS: Final = tuple(Deed)
LONGEST: Final = 320
"""Pieces of a request and a form together."""
ASKED: Final = 96
CONTROL: Final = 24
"""Pieces of a request and of a control that are read, with their marks; their places count on in
this order."""
_LABEL: Final = 12
_HELD: Final = 8
"""Pieces of a label, and of what a control holds, that are read."""
_OTHERS: Final = -3.0
"""What is added to what a control sees of another one, to begin with: it is to look at the request
and itself first. Ours."""
SMOOTHED: Final = 0.02
"""How much of what is right its training spread over all deeds (Szegedy et al. 2016)."""
_SUREST: Final = math.log(1 - SMOOTHED * (1 - 1 / len(DEEDS)))
"""The most it learned to say of a deed, as a logarithm: of many controls, none of which is to
change, it would be unsure for this alone."""
_HELD_BACK: Final = 0.5
"""What is taken from the log-odds of a control's nothing: trained with requests for what is not
there, it does too little. Of 810 requests of three people who were not learned from 369 are read
rightly without, 378 to 388 with 0.3 to 1."""
_VALUE: Final = 24
"""Pieces of a value at most."""
_STRAY: Final = re.compile(r"(?:(?<=\d)\.\.+|(?<=\d{5})\.)$")
"""Behind a number; the point of "2.8." and of "Ltd." is its own."""
_WORDS, _BEAM = 6, 64
"""Values of a control that are looked at, and readings of all controls that are kept."""
_KIND, _CALLED, _HOLDING, _NAMED = range(TOLD_OF_REQUEST, TOLD_OF_REQUEST + 4)
SEEN: Final = TOLD_OF_REQUEST + 4
"""What is told of a piece besides: of the request as for the tagger, of a form whether it says what
a control is, is called, or holds, and whether its word stands in the request."""


class Read(NamedTuple):
    """A request and a form as the network reads them."""

    pieces: tuple[int, ...]
    """With the marks before and behind the request, and one before each control."""
    places: tuple[int, ...]
    """Of each piece: those of a request and those of a control."""
    told: Floats
    """(pieces, SEEN)."""
    asked: tuple[Located, ...]
    """The pieces of the request; they come behind the first mark."""
    marks: tuple[int, ...]
    """Where the mark behind the request is, and then that of each control."""

    @property
    def looks(self) -> Floats:
        """(pieces, pieces): what is added to what each sees of others. The request sees itself, a
        control itself and the request, and the marks of the others less."""
        parts = np.searchsorted(self.marks[1:], np.arange(len(self.pieces)), side="right")
        found = np.where((parts == 0) | (parts == parts[:, None]), 0.0, HIDDEN)
        of_controls = np.array(self.marks[1:], np.int64)
        others = parts[of_controls] != parts[of_controls][:, None]
        found[np.ix_(of_controls, of_controls)] = np.where(others, _OTHERS, 0.0)
        return found.astype(np.float32)


def read(request: str, form: Sequence[Control], pieces: WordPieces) -> Read | None:
    """None where both are too long."""
    first, last = pieces.ends()
    asked = tuple(pieces.located(request))
    if not 0 < len(asked) <= ASKED - 2:
        return None
    said = words_of([request]) - COMMON
    told = [_Piece(first), *(_Piece(one.place) for one in asked), _Piece(last)]
    places, marks = [*range(len(told))], [len(told) - 1]
    for control in form:
        marks.append(len(told))
        told += [_Piece(pieces.mask, _KIND), *_pieces_of(control, said, pieces)]
        places += range(ASKED, ASKED + len(told) - marks[-1])
    if len(told) > LONGEST:
        return None
    found = np.zeros((len(told), SEEN), np.float32)
    words = words_of([text for one in form for text in (one.label, one.holds)])
    found[1 : len(asked) + 1, :TOLD_OF_REQUEST] = features(request, asked, words)
    for at, piece in enumerate(told):
        if piece.part is not None:
            found[at, piece.part], found[at, _NAMED] = 1, piece.named
    return Read(tuple(one.place for one in told), tuple(places), found, asked, tuple(marks))


class _Piece(NamedTuple):
    """Its place in the vocabulary; of a control what it says, and whether the request has its
    word."""

    place: int
    part: int | None = None
    named: bool = False


def _pieces_of(control: Control, said: Collection[str], pieces: WordPieces) -> Iterator[_Piece]:
    parts = (_KIND, control.kind.value, 1), (_CALLED, control.label, _LABEL)
    for part, text, most in (*parts, (_HOLDING, control.holds, _HELD)):
        for piece in pieces.located(text)[:most]:
            named = part != _KIND and word_at(text, piece) in said
            yield _Piece(piece.place, part, named)


def inputs(told: Read, pieces: Pieces) -> dict[str, NDArray[Any]]:
    """What the network is given, by name."""
    return {
        "words": pieces.rows(np.array([told.pieces], np.int64)),
        "told": told.told[None],
        "places": np.array(told.places, np.int64),
        "hidden": told.looks[None, None],
        "marks": np.array(told.marks, np.int64),
        "asked": np.arange(1, len(told.asked) + 1, dtype=np.int64),
    }


class FormReader:
    """The loaded network; `Reader`. From any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session: Any = open_beside(FOLDER / FILE, FOLDER / RERANKER, threads=MOST_THREADS)
        self._pieces = word_pieces()

    def reading(self, request: str, form: Sequence[Control], /) -> Reading | None:
        """What a request means for a form; None where both are too long to be read whole."""
        told = read(request, form, self._pieces)
        if told is None:
            return None
        found = self._session.run(["deeds", "begins", "ends"], inputs(told, self._pieces))
        return decided(request, form, told, *(one[0] for one in found))


def decided(
    request: str, form: Sequence[Control], told: Read, deeds: Floats, begins: Floats, ends: Floats
) -> Reading:
    """What the network's log-odds say: (marks, deeds), and (marks, pieces of the request) twice.
    Of a group one is chosen, one thing is pressed, and no words are the value of two controls."""
    weighed = _weighed(deeds)
    possible = [
        _possible(one, _clear(weighed[row], one, request), begins[row], ends[row])
        for row, one in enumerate(form, 1)
    ]
    found = {number: some[0] for number, some in enumerate(possible)}
    filled = [number for number, one in enumerate(form) if one.kind in FILLED]
    values, odds = _apart([possible[number] for number in filled])
    found.update(zip(filled, values, strict=True))
    left = set(range(len(form))).difference(filled)
    pressed = [number for number, one in enumerate(form) if one.is_pressed]
    for together in (pressed, *groups(form)):
        chosen, likely = _one_of([possible[number] for number in together])
        found.update(zip(together, chosen, strict=True))
        left.difference_update(together)
        odds += likely
    odds += sum(found[number].odds for number in left)
    meant = tuple(
        Meant(number, one.deed, *_tidy(request, *one.letters(told)))
        for number, one in sorted(found.items())
        if one.deed is not Deed.NOTHING
    )
    more = math.exp(float(deeds[0][DEEDS.index(Deed.ON)]))
    whole = is_served(request, form, meant) and is_told_apart(request, form, meant)
    return Reading(meant, math.exp(odds), more, whole)


def _weighed(deeds: Floats) -> Floats:
    """The log-odds of all controls' deeds, with less for nothing."""
    found = deeds.copy()
    found[:, DEEDS.index(Deed.NOTHING)] -= _HELD_BACK
    return found - np.logaddexp.reduce(found, axis=1, keepdims=True)


class _Said(NamedTuple):
    """What may be meant for one control."""

    odds: float
    """The logarithm of how likely it is."""
    deed: Deed
    start: int = 0
    end: int = 0
    """The first and the last piece of a value."""

    def letters(self, told: Read) -> tuple[int, int]:
        """Those of its value."""
        if self.deed is not Deed.VALUE:
            return 0, 0
        return told.asked[self.start].start, told.asked[self.end].end

    def overlaps(self, other: _Said) -> bool:
        """Whether both have words in common."""
        both = self.deed is Deed.VALUE and other.deed is Deed.VALUE
        return both and self.start <= other.end and other.start <= self.end


def _tidy(request: str, start: int, end: int) -> tuple[int, int]:
    """A value without the points that end its clause: "44107723..." is a number."""
    goes_on = "." if request.startswith(".", end) else ""
    stray = _STRAY.search(request[start:end] + goes_on)
    return start, min(end, start + stray.start()) if stray else end


def _possible(control: Control, deeds: Floats, begins: Floats, ends: Floats) -> list[_Said]:
    """What may be meant for a control, the likeliest first."""
    found: list[_Said] = []
    for deed in _deeds(control):
        odds = min(float(deeds[DEEDS.index(deed)]) - _SUREST, 0.0)
        if deed is Deed.VALUE:
            found += [one._replace(odds=odds + one.odds) for one in _values(begins, ends)]
        else:
            found.append(_Said(odds, deed))
    return sorted(found, key=lambda one: -one.odds)


def _deeds(control: Control) -> tuple[Deed, ...]:
    if control.kind in FILLED:
        return Deed.NOTHING, Deed.VALUE, Deed.EMPTY
    if control.kind is Kind.TICK:
        return Deed.NOTHING, Deed.ON, Deed.OFF
    return Deed.NOTHING, Deed.ON  # eyes take buttons for words at times


def _values(begins: Floats, ends: Floats) -> Iterator[_Said]:
    """The likeliest words."""
    both = begins[:, None] + ends[None, :]
    far = np.arange(len(ends))[None, :] - np.arange(len(begins))[:, None]
    both = np.where((far >= 0) & (far < _VALUE), both, -np.inf)
    for place in np.argsort(both, axis=None)[: -_WORDS - 1 : -1]:
        start, end = np.unravel_index(int(place), both.shape)
        yield _Said(float(both[start, end]), Deed.VALUE, int(start), int(end))


def _apart(possible: Sequence[Sequence[_Said]]) -> tuple[list[_Said], float]:
    """What is likeliest for several controls of which no two have words in common, and the
    logarithm of how likely, among all such."""
    found: list[tuple[float, tuple[_Said, ...]]] = [(0.0, ())]
    looked_at = 0.0
    for some in possible:
        looked_at += min(float(np.logaddexp.reduce([one.odds for one in some])), 0.0)
        longer = [
            (odds + one.odds, (*before, one))
            for odds, before in found
            for one in some
            if not any(one.overlaps(other) for other in before)
        ]
        found = sorted(longer, key=lambda one: -one[0])[:_BEAM]
    best, said = found[0]
    # What was not looked at may be meant as well.
    every = float(np.exp([odds for odds, _ in found]).sum()) - math.expm1(looked_at)
    return list(said), best - math.log(max(every, math.exp(best)))


def _clear(deeds: Floats, control: Control, request: str) -> Floats:
    """The log-odds of a control's deeds; those of on and off together are of that one which the
    request itself says of a tick that it names. Of 125 such of all authors 124 are meant so, and
    where another one is named beside it the network takes the one's word for the other's."""
    said = polarity(request, control.label) if control.kind is Kind.TICK else None
    if said is None:
        return deeds
    both = [DEEDS.index(Deed.ON), DEEDS.index(Deed.OFF)]
    found = deeds.copy()
    found[both] = -np.inf
    found[DEEDS.index(said)] = np.logaddexp.reduce(deeds[both])
    return found


def _one_of(possible: Sequence[Sequence[_Said]]) -> tuple[list[_Said], float]:
    """Of several controls of which at most one is meant what is said of each, and the logarithm of
    how likely."""
    if not possible:
        return [], 0.0
    nothing = [next(one for one in some if one.deed is Deed.NOTHING) for some in possible]
    best = [next(one for one in some if one.deed is not Deed.NOTHING) for some in possible]
    pairs = zip(best, nothing, strict=True)
    surplus = np.array([0.0, *(one.odds - none.odds for one, none in pairs)])
    place = int(surplus.argmax())
    likely = float(surplus[place] - np.logaddexp.reduce(surplus))
    return [best[at] if at == place - 1 else one for at, one in enumerate(nothing)], likely


form_reader: Final = held(FormReader)
"""The one that this process has open, else a new one. Raises `ModelError`."""
