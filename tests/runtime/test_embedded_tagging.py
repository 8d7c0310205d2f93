"""The network that marks requests: pieces with their letters, tags in a row, what it knows."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.encoder import LONGEST, word_pieces
from uitars_runtime.backends.embedded.network.tagging import best_tags, tagger
from uitars_runtime.edits.asked import Op, Slot

LINES = ("milk", "bread", "eggs", "butter")
NOTHING: dict[Slot, list[str]] = {}


@given(st.text(max_size=40))
@settings(deadline=None)
def test_pieces_are_those_of_the_encoder_and_know_their_letters(text: str) -> None:
    pieces = word_pieces()
    found = pieces.located(text)
    assert [one.place for one in found] == pieces.encode(text, 10_000)[1:-1]
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(first.end <= then.end for first, then in itertools.pairwise(found))


@given(
    st.lists(st.lists(st.floats(-5, 0, width=32), min_size=5, max_size=5), min_size=1, max_size=4)
)
def test_the_likeliest_tags_that_may_follow_each_other_are_chosen(odds: list[list[float]]) -> None:
    def may_be(tags: tuple[int, ...]) -> bool:
        before = 0
        for tag in tags:
            if tag and tag % 2 == 0 and before not in (tag, tag - 1):
                return False
            before = tag
        return True

    table = np.array(odds, np.float32)
    rows = np.arange(len(table))
    allowed = filter(may_be, itertools.product(range(5), repeat=len(table)))
    scores = sorted(sum(odds[row][tag] for row, tag in enumerate(tags)) for tags in allowed)
    chosen = best_tags(table, 7)
    assert all(may_be(one.tags) for one in chosen)
    assert len({one.tags for one in chosen}) == min(7, len(scores))
    assert [one.odds for one in chosen] == pytest.approx(scores[::-1][:7], abs=1e-4)
    assert [float(table[rows, one.tags].sum()) for one in chosen] == pytest.approx(
        [one.odds for one in chosen], abs=1e-4
    )


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("no more eggs please, then save", [(Op.CUT, {Slot.LINE: ["eggs"]}), (Op.SAVE, NOTHING)]),
        (
            "add cheese to my shopping list and save it",
            [
                (Op.PUT, {Slot.NEW: ["cheese"], Slot.END: ["to my shopping list"]}),
                (Op.SAVE, NOTHING),
            ],
        ),
        (
            "swap bread for rolls everywhere",
            [(Op.CHANGE, {Slot.OLD: ["bread"], Slot.NEW: ["rolls"], Slot.ALL: ["everywhere"]})],
        ),
        ("delete everything", [(Op.EMPTY, NOTHING)]),
        ("make the letters bigger", [(Op.OTHER, NOTHING)]),
    ],
)
def test_plain_requests_are_understood(
    request_: str, wanted: list[tuple[Op, dict[Slot, list[str]]]]
) -> None:
    marks = tagger().readings(request_, LINES)[0]
    assert [
        (one.op, {slot: one.texts(slot) for slot in Slot if one.has(slot)}) for one in marks.asked
    ] == wanted
    assert 0 < marks.confidence <= 1


@pytest.mark.parametrize("request_", ["", "   ", "word " * LONGEST])
def test_what_is_empty_or_too_long_is_not_read(request_: str) -> None:
    assert tagger().readings(request_, LINES) == []


def test_the_word_that_is_named_goes_and_not_the_line_that_holds_it() -> None:
    lines = ("milk", "Call Anna")
    for request_, op, slot in (
        ("delete the word Anna", Op.WORD, Slot.OLD),
        ("remove Anna", Op.CUT, Slot.LINE),
    ):
        (marks,) = tagger().readings(request_, lines)[0].asked
        assert (marks.op, marks.texts(slot)) == (op, ["Anna"])
