"""What a reader of forms makes of the log-odds of its network."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.encoder import word_pieces
from uitars_runtime.backends.embedded.network.form_reader import DEEDS, decided, read
from uitars_runtime.forms.asked import Deed, Reading
from uitars_runtime.forms.form import OFF, Control, Kind

FORM = (
    Control(Kind.FIELD, "From"),
    Control(Kind.FIELD, "To"),
    Control(Kind.CHOICE, "Day", OFF),
    Control(Kind.CHOICE, "Night", OFF),
    Control(Kind.BUTTON, "Search"),
    Control(Kind.BUTTON, "Clear"),
)


class Odds:
    """Nothing is meant and no words are likelier than others, but for what a test says."""

    def __init__(self, request: str) -> None:
        told = read(request, FORM, word_pieces())
        assert told is not None
        self.request, self.told = request, told
        self.deeds = np.full((len(FORM) + 1, len(DEEDS)), 0.001)
        self.deeds[:, DEEDS.index(Deed.NOTHING)] = 1
        self.words = np.full((2, len(FORM) + 1, len(told.asked)), 0.001)

    def meant(self, place: int, deed: Deed, share: float = 0.9) -> None:
        self.deeds[place + 1, DEEDS.index(deed)] = share
        self.deeds[place + 1, DEEDS.index(Deed.NOTHING)] = 1 - share

    def value(self, place: int, words: str, share: float) -> None:
        start = self.request.find(words)
        inside = [
            at
            for at, piece in enumerate(self.told.asked)
            if start <= piece.start and piece.end <= start + len(words)
        ]
        self.words[0, place + 1, inside[0]] = self.words[1, place + 1, inside[-1]] = share

    def said(self) -> Reading:
        return decided(self.request, FORM, self.told, *map(logged, (self.deeds, *self.words)))


def logged(shares: NDArray[np.float64]) -> NDArray[np.float32]:
    odds: NDArray[np.float32] = np.log(shares / shares.sum(-1, keepdims=True)).astype(np.float32)
    return odds


def said(odds: Odds) -> list[tuple[str, Deed, str]]:
    return [
        (FORM[one.control].label, one.deed, odds.request[one.start : one.end])
        for one in odds.said().meant
    ]


def test_two_fields_that_want_the_same_words_get_what_is_likeliest_together() -> None:
    odds = Odds("Oslo and Rome")
    for place in (0, 1):
        odds.meant(place, Deed.VALUE, 0.99)
        odds.value(place, "Rome", 0.6)
    odds.value(0, "Oslo", 0.3)
    assert said(odds) == [("From", Deed.VALUE, "Oslo"), ("To", Deed.VALUE, "Rome")]
    odds.meant(0, Deed.VALUE, 0.2)
    odds.value(0, "Oslo", 0.001)
    assert said(odds) == [("To", Deed.VALUE, "Rome")]


def test_a_value_of_which_nothing_is_sure_is_not_likely() -> None:
    odds = Odds("from Oslo to Rome by night and back again by day on any of these seven trains")
    odds.meant(0, Deed.VALUE, 0.999)
    flat = np.full(len(odds.told.asked), 0.3 / (len(odds.told.asked) - 1))
    odds.words[:, 1] = flat
    odds.words[:, 1, 1] = 0.7
    assert odds.said().confidence < 0.6


def test_one_of_a_group_is_chosen_and_one_thing_pressed() -> None:
    odds = Odds("by night, and search")
    for place, share in ((2, 0.7), (3, 0.8), (4, 0.9), (5, 0.6)):
        odds.meant(place, Deed.ON, share)
    assert said(odds) == [("Night", Deed.ON, ""), ("Search", Deed.ON, "")]


@pytest.mark.parametrize(
    ("request_", "words", "value"),
    [
        ("account 44107723... no", "44107723.", "44107723"),
        ("pay 44107723. Thanks", "44107723.", "44107723"),
        ("set the drive to D: please", "D:", "D:"),
        ("call it Loading... please", "Loading...", "Loading..."),
        ("on 2.8. please", "2.8.", "2.8."),
        ("by Hall Ltd. please", "Hall Ltd.", "Hall Ltd."),
    ],
)
def test_signs_behind_a_value_are_none_of_it(request_: str, words: str, value: str) -> None:
    odds = Odds(request_)
    odds.meant(0, Deed.VALUE)
    odds.value(0, words, 0.95)
    assert said(odds) == [("From", Deed.VALUE, value)]


@given(st.integers(0, 2**32))
def test_whatever_a_network_says_no_words_are_the_value_of_two(seed: int) -> None:
    odds, rng = Odds("from Oslo to Rome by night"), np.random.default_rng(seed)
    for target in (odds.deeds, *odds.words):
        target[:] = rng.random(target.shape) ** 4 + 0.001
    reading = odds.said()
    assert 0 <= reading.confidence <= 1 + 1e-6
    spans = sorted((one.start, one.end) for one in reading.meant if one.deed is Deed.VALUE)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert sum(FORM[one.control].is_pressed for one in reading.meant) <= 1
    assert sum(FORM[one.control].kind is Kind.CHOICE for one in reading.meant) <= 1
