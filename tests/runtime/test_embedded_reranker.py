"""Of the likeliest elements the one is taken that is described as what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import SentenceEncoder
from uitars_runtime.backends.embedded.network.reranker import (
    CANDIDATES,
    SURE,
    CrossEncoder,
    Pointing,
    descriptions,
)
from uitars_runtime.backends.embedded.situation import Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size


class Chosen:
    """Finds one description far likelier than all others, and keeps what it was asked."""

    def __init__(self, which: str) -> None:
        self.which = which
        self.asked: list[tuple[str, int]] = []

    def scores(self, asked: str, described: Sequence[str]) -> np.ndarray:
        self.asked.append((asked, len(described)))
        return np.array([10.0 if self.which in one else 0.0 for one in described], np.float32)


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder()


@pytest.fixture(scope="module")
def cross_encoder() -> CrossEncoder:
    return CrossEncoder()


def element(
    at: tuple[int, int], name: str, role: Role = Role.BUTTON, **states: bool | str
) -> Element:
    left, top = at
    box = Box(left, top, left + 80, top + 24)
    return Element(box, role, name, name, **states)  # type: ignore[arg-type]


def situation(task: str, elements: Sequence[Element]) -> Situation:
    return Situation(task, split_words(task), (), tuple(elements), Size(1280, 800))


TABLE = [
    element((20, 20), "Day", Role.HEADER),
    element((220, 20), "Price", Role.HEADER),
    *(
        one
        for row, day in enumerate(("Saturday", "Sunday", "Monday"))
        for one in (
            element((20, 60 + 40 * row), day, Role.ITEM),
            element((220, 60 + 40 * row), f"{row + 4}.50", Role.TEXT),
            element((420, 60 + 40 * row), "Delete"),
        )
    ),
]


def test_an_element_is_told_by_what_is_beside_it_and_which_it_is() -> None:
    told = dict(zip(((e.box.left, e.box.top) for e in TABLE), descriptions(TABLE), strict=True))
    assert told[420, 100] == (
        "button, Delete, right of 5.50, row Sunday, "
        "second of three in column, second last in column, middle right"
    )
    assert "column Price" in told[220, 140]
    assert told[20, 20].startswith("column header, Day, left of Price, above Saturday")


def test_states_and_meanings_are_told() -> None:
    tick = element((20, 20), "Wrap lines", Role.CHECKBOX, checked=True, disabled=True)
    icon = Element(
        Box(200, 20, 224, 44),
        Role.ICON,
        colour="red",
        meanings=(("trash", 0.6), ("delete_row", 0.3), ("save", 0.05)),
    )
    first, second = descriptions([tick, icon])
    assert "tick box, Wrap lines, on, greyed" in first
    assert second.startswith("icon, trash, delete row, red")


def test_what_is_beside_something_selected_says_so() -> None:
    lines = [
        element((20, 20 + 30 * row), name, Role.ITEM, selected=name == "Sunday")
        for row, name in enumerate(("Saturday", "Sunday", "Monday"))
    ]
    assert ", below selected Sunday," in descriptions(lines)[2]


@pytest.mark.parametrize(
    ("count", "at", "told"),
    [
        (2, 1, ["second of two", "last"]),
        (4, 0, ["first of four"]),
        (12, 0, ["first"]),
        (12, 8, ["9th of 12"]),
        (20, 18, ["second last"]),
        (20, 12, []),
    ],
)
def test_places_are_told_from_both_ends(count: int, at: int, told: list[str]) -> None:
    lines = [element((20, 20 + 30 * row), f"a{row}", Role.ITEM) for row in range(count)]
    parts = descriptions(lines)[at].split(", ")
    assert [part for part in parts if part.endswith("in column")] == [
        f"{place} in column" for place in told
    ]


def test_nothing_seen_is_nothing_told() -> None:
    assert descriptions([]) == []


def odds(count: int, lead: float = 0.0) -> np.ndarray:
    return np.array([lead, *np.linspace(0, -1, count - 1)], np.float32)


def test_the_likeliest_are_compared_and_one_of_them_taken(encoder: SentenceEncoder) -> None:
    asked = situation("Sunday goes away", TABLE)
    chosen = Chosen("row Sunday")
    pointing = Pointing(asked, encoder, chosen)
    best = int(pointing.log_odds(odds(len(TABLE)), None, compared=True).argmax())
    assert TABLE[best].box.top == 100
    assert chosen.asked == [("Sunday goes away", min(CANDIDATES, len(TABLE)))]


@pytest.mark.parametrize(("lead", "compared"), [(SURE + 40, True), (0.0, False)])
def test_what_is_sure_or_hardly_likely_is_not_compared(
    encoder: SentenceEncoder, lead: float, compared: bool
) -> None:
    asked = situation("Sunday goes away", TABLE)
    chosen = Chosen("Monday")
    pointing = Pointing(asked, encoder, chosen)
    pointing.log_odds(odds(len(TABLE), lead), None, compared=compared)
    assert not chosen.asked


def test_the_decoder_takes_what_is_compared(encoder: SentenceEncoder) -> None:
    buttons = [element((40, 40 + 40 * row), name) for row, name in enumerate(("Alpha", "Beta"))]
    asked = situation("Click the one that is meant.", buttons)
    for which in (0, 1):
        chosen = Chosen(("Alpha, above", "Beta, below")[which])
        decided = Decoder(default_folder(), encoder, chosen).decide(asked)
        assert chosen.asked
        assert decided.decision.element == which


def test_what_speaks_for_an_element_is_what_the_reranker_says_too(encoder: SentenceEncoder) -> None:
    decoder = Decoder(default_folder(), encoder, Chosen("row Sunday"))
    meant = decoder.meant(situation("Sunday goes away", TABLE), None)
    best = TABLE[int(meant.argmax())]
    assert (best.role, best.box.top) == (Role.BUTTON, 100)
    assert not len(decoder.meant(situation("Sunday goes away", ()), None))


def test_scores_are_the_same_alone_and_among_others(cross_encoder: CrossEncoder) -> None:
    told = descriptions(TABLE)
    among = cross_encoder.scores("the price of Sunday", told)
    alone = [CrossEncoder().scores("the price of Sunday", [one])[0] for one in told[:3]]
    assert np.allclose(among[:3], alone, atol=0.15)
    assert (cross_encoder.scores("the price of Sunday", told[::-1]) == among[::-1]).all()


@pytest.mark.parametrize(
    ("task", "meant"),
    [("Delete what stands in the row of Sunday", 100), ("delete Monday", 140)],
)
def test_a_row_is_found_by_what_it_is_called(
    cross_encoder: CrossEncoder, task: str, meant: int
) -> None:
    buttons = [at for at, one in enumerate(TABLE) if one.role is Role.BUTTON]
    told = descriptions(TABLE)
    scores = cross_encoder.scores(task, [told[at] for at in buttons])
    assert TABLE[buttons[int(scores.argmax())]].box.top == meant
