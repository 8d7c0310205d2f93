"""What a person means is near to what a control is called."""

from __future__ import annotations

import unicodedata

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.affinity import Affinity
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import (
    FOLDER,
    VOCABULARY,
    SentenceEncoder,
    WordPieces,
)
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size

PIECES = (FOLDER / VOCABULARY).read_text("utf-8").splitlines()
MENUS = ("New", "Undo", "Spelling", "Print")


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder()


def situation(task: str, names: tuple[str, ...] = MENUS) -> Situation:
    elements = tuple(
        Element(Box(40, 40 + 40 * row, 140, 64 + 40 * row), Role.BUTTON, name, name)
        for row, name in enumerate(names)
    )
    return Situation(task, split_words(task), (), elements, Size(1280, 800))


@pytest.mark.parametrize(
    ("task", "meant"),
    [
        ("take back what I did last", "Undo"),
        ("check for typos", "Spelling"),
        ("put it on paper", "Print"),
        ("begin something new", "New"),
    ],
)
def test_what_is_meant_is_nearest(encoder: SentenceEncoder, task: str, meant: str) -> None:
    near = Affinity(situation(task), encoder).log_odds(None)
    assert MENUS[int(near.argmax())] == meant


@pytest.mark.parametrize("day", ["11", "12", "17", "20", "25", "30"])
@pytest.mark.parametrize("asked", ["Click {}", "Go to page {}", "Choose the {}th"])
def test_a_number_is_meant_whole(asked: str, day: str) -> None:
    days = tuple(str(number) for number in range(1, 31))
    decision = open_decoder(default_folder()).decide(situation(asked.format(day), days)).decision
    assert decision.element == days.index(day)


@pytest.mark.parametrize("shown", [(), ("12",)])
def test_digits_are_pressed_one_by_one_on_keys(shown: tuple[str, ...]) -> None:
    keys = (*"0123456789", "+", "=")
    asked = situation("12 + 30 =", keys)
    told = tuple(Element(Box(40, 4, 140, 28), Role.TEXT, text, text) for text in shown)
    asked = msgspec.structs.replace(asked, elements=(*asked.elements, *told))
    assert open_decoder(default_folder()).decide(asked).decision.element == keys.index("1")


def test_names_come_in_one_order_whatever_process_asks(encoder: SentenceEncoder) -> None:
    meanings = (("save", 0.6), ("download", 0.3), ("print", 0.05))
    shown = Element(Box(40, 40, 64, 64), Role.ICON, "Keep", "Save as", meanings=meanings)
    asked = msgspec.structs.replace(situation("keep it"), elements=(shown,))
    assert Affinity(asked, encoder).names == ("Save as", "Keep", "save", "download")


def test_each_goal_is_compared_by_itself(encoder: SentenceEncoder) -> None:
    asked = situation("check for typos and then put it on paper")
    words = [word.text for word in asked.words]
    affinity = Affinity(asked, encoder)
    first = affinity.log_odds(Span(words.index("typos"), words.index("typos")))
    second = affinity.log_odds(Span(words.index("paper"), words.index("paper")))
    assert (MENUS[int(first.argmax())], MENUS[int(second.argmax())]) == ("Spelling", "Print")


def test_a_stop_within_a_number_ends_no_clause(encoder: SentenceEncoder) -> None:
    asked = situation("Set Width to 1.5, Height to 2,500.")
    clauses = {Affinity(asked, encoder).asked(Span(at, at))[0] for at in (1, 3, 7, 9)}
    assert clauses == {"Set Width to 1.5", "Height to 2,500"}


def test_what_is_meant_is_clicked(encoder: SentenceEncoder) -> None:
    asked = situation("I made a mistake, take it back")
    decision = Decoder(default_folder(), encoder).decide(asked).decision
    assert decision.element == MENUS.index("Undo")


def test_what_has_no_name_is_near_to_nothing(encoder: SentenceEncoder) -> None:
    asked = situation("check for typos", ("Spelling", ""))
    assert Affinity(asked, encoder).log_odds(None)[1] == 0
    empty = msgspec.structs.replace(asked, elements=())
    assert Affinity(empty, encoder).log_odds(None).shape == (0,)


def test_vectors_are_the_same_alone_and_among_others(encoder: SentenceEncoder) -> None:
    fresh = SentenceEncoder()
    among = encoder.vectors([*MENUS, "a much longer text that fills up all the others"])[1]
    assert float(among @ fresh.vectors(["Undo"])[0]) > 0.98
    assert np.isclose(np.linalg.norm(among), 1, atol=1e-4)


ours = WordPieces(PIECES)
theirs = Tokenizer(
    WordPiece({piece: place for place, piece in enumerate(PIECES)}, unk_token="[UNK]")
)
theirs.normalizer = BertNormalizer()
theirs.pre_tokenizer = BertPreTokenizer()


def _is_old(letter: str) -> bool:
    """Whether it stood in Unicode 3.2 already, which the reference's tables, older than Python's,
    surely hold."""
    return unicodedata.ucd_3_2_0.category(letter) not in ("Cn", "Cs")


@given(st.text(st.characters().filter(_is_old), max_size=40))
def test_texts_are_cut_as_the_reference_cuts_them(text: str) -> None:
    assert ours.encode(text, 1000)[1:-1] == theirs.encode(text, add_special_tokens=False).ids


@given(st.text("ab ,é漢", max_size=60), st.integers(2, 20))
def test_never_more_pieces_than_asked(text: str, most: int) -> None:
    found = ours.encode(text, most)
    assert len(found) <= most
    assert [PIECES[found[0]], PIECES[found[-1]]] == ["[CLS]", "[SEP]"]


@pytest.mark.parametrize("shown", ["Take back what I did last.", "what I did last", "Back"])
def test_a_page_that_shows_the_request_is_not_its_answer(
    encoder: SentenceEncoder, shown: str
) -> None:
    asked = situation("Take back what I did last.")
    words = Element(Box(40, 8, 400, 24), Role.TEXT, shown, shown)
    page = msgspec.structs.replace(asked, elements=(words, *asked.elements))
    near = Affinity(page, encoder).log_odds(None)
    assert near.argmax() == 1 + MENUS.index("Undo")
    assert (near[0] == 0) == ("last" in shown)


def test_the_title_of_a_window_is_no_answer(encoder: SentenceEncoder) -> None:
    """It says what the program is for, and nothing is done by clicking it."""
    asked = situation("Take back what I did last.")
    title = Element(Box(40, 0, 400, 16), Role.TITLE, "Taken back", "Taken back")
    page = msgspec.structs.replace(asked, elements=(title, *asked.elements))
    near = Affinity(page, encoder).log_odds(None)
    assert near[0] == 0
    assert near.argmax() == 1 + MENUS.index("Undo")


def test_what_has_nothing_to_do_with_the_task_is_near_to_nothing(encoder: SentenceEncoder) -> None:
    asked = situation("check for typos", ("Spelling", "Volume", "Network"))
    near = Affinity(asked, encoder).log_odds(None)
    assert near[1:].max() < 1 < near[0] / 4
