"""What the training of the eyes holds for true about a candidate."""

from __future__ import annotations

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.types import Box
from uitars_train.eyes.matching import NOTHING, match


def words(left: int, top: int, right: int, bottom: int) -> Candidate:
    box = Box(left, top, right, bottom)
    return Candidate(kind=Kind.LINE, box=box, text="words", words=box)


def test_a_short_cut_is_words_and_its_entry_is_an_entry() -> None:
    entry = Element(box=Box(0, 0, 200, 24), role=Role.MENU_ITEM, text="Save")
    roles = [true.role for true in match([words(10, 6, 40, 18), words(140, 6, 190, 18)], [entry])]
    assert roles == [Role.MENU_ITEM, Role.TEXT]


def test_of_two_frames_around_a_field_the_better_one_is_it() -> None:
    field = Element(box=Box(10, 10, 110, 40), role=Role.FIELD)
    loose = Candidate(kind=Kind.BARE, box=Box(4, 2, 116, 48), frame=1.0)
    tight = Candidate(kind=Kind.BARE, box=Box(10, 10, 110, 40), frame=1.0)
    assert match([loose, tight], [field]) == [NOTHING, field]


def test_a_glyph_is_the_button_it_is_drawn_on() -> None:
    button = Element(box=Box(0, 0, 32, 32), role=Role.ICON, icon="save")
    glyph = Candidate(kind=Kind.BARE, box=Box(10, 10, 22, 22))
    corner = Candidate(kind=Kind.BARE, box=Box(0, 0, 10, 10))
    assert match([corner, glyph], [button]) == [NOTHING, button]


def test_a_tick_in_a_column_of_its_own_is_the_check_box() -> None:
    tick = Element(box=Box(0, 0, 24, 24), role=Role.CHECKBOX, checked=True)
    cell = Element(box=Box(24, 0, 200, 24), role=Role.ITEM, text="Pear")
    marked = Candidate(
        kind=Kind.MARKED,
        box=Box(4, 4, 70, 20),
        text="Pear",
        words=Box(40, 6, 70, 18),
        mark=Box(4, 4, 20, 20),
    )
    assert match([marked, words(40, 6, 70, 18)], [tick, cell]) == [tick, cell]
