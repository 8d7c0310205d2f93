"""Screens: the words of the splits, what covers what, folders, and a toolkit that is missing."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_runtime.types import Box
from uitars_train.screens.covering import seen_part
from uitars_train.screens.icon_meanings import ICONS
from uitars_train.screens.icons import drawings
from uitars_train.screens.screen import Split
from uitars_train.screens.stream import dump, load, open_toolkit, stream
from uitars_train.screens.vocabulary import Vocabulary

AREA = Box(0, 0, 60, 40)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(st.integers(-20, 55)), draw(st.integers(-20, 35))
    return Box(left, top, left + draw(st.integers(1, 50)), top + draw(st.integers(1, 50)))


def painted(box: Box) -> np.ndarray:
    mask = np.zeros((200, 200), dtype=bool)
    mask[box.top + 50 : box.bottom + 50, box.left + 50 : box.right + 50] = True
    return mask


@given(boxes(), st.lists(boxes(), max_size=4))
def test_seen_part_is_what_the_covers_leave(box: Box, covers: list[Box]) -> None:
    left = painted(box) & painted(AREA)
    for cover in covers:
        left &= ~painted(cover)
    part = seen_part(box, AREA, covers)
    if part is None:
        rows, columns = np.flatnonzero(left.any(1)), np.flatnonzero(left.any(0))
        around = rows.size and (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
        too_little = left.sum() < 0.6 * box.width * box.height or min(box.width, box.height) < 2
        thin = rows.size < 2 or columns.size < 2
        assert too_little or thin or left.sum() <= 0.95 * around
    else:
        assert np.array_equal(left & painted(part), left)
        assert left.sum() > 0.95 * part.width * part.height
        assert left.sum() >= 0.6 * box.width * box.height


def phrases(split: Split) -> set[str]:
    words = Vocabulary(split, random.Random(5))
    return {make() for make in (words.word, words.invented, words.button) for _ in range(300)}


def test_splits_share_no_words() -> None:
    train, validation, test = (phrases(split) for split in Split)
    assert len(train) > 300
    assert not train & validation
    assert not train & test
    assert not validation & test


def test_every_phrase_of_a_curated_list_is_of_its_split() -> None:
    words = Vocabulary(Split.VALIDATION, random.Random(6))
    for _ in range(200):
        assert Split.of(words.label(("Save", "Open", "Close", "Print", "Help"), 1.0)) is not None
        assert all(Split.of(w) is Split.VALIDATION for w in words.phrase().split())


def test_icons_have_drawings_and_mostly_their_own_in_each_split() -> None:
    train, test = drawings(Split.TRAIN), drawings(Split.TEST)
    assert set(train) <= set(ICONS)
    assert len(train) >= 60
    own = [meaning for meaning in test if not set(test[meaning]) & set(train[meaning])]
    assert len(own) > len(test) // 3


def test_a_folder_gives_back_what_was_dumped_and_is_taken_up(tmp_path: Path) -> None:
    dump(tmp_path, 3, Split.TRAIN, 7, {"qt": 1})
    first = list(load(tmp_path))
    assert len(first) == 3
    lost = sorted(tmp_path.glob("*.json"))[1]
    lost.unlink()
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    dump(tmp_path, 3, Split.TRAIN, 7, {"qt": 1})
    again = list(load(tmp_path))
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
    for before, after in zip(first, again, strict=True):
        assert before.elements == after.elements
        assert np.array_equal(before.pixels, after.pixels)


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    dump(tmp_path, 1, Split.TRAIN, 8, {"qt": 1})
    picture = next(tmp_path.glob("*.png"))
    picture.write_bytes(b"no picture")
    with pytest.raises(UsageError, match=picture.stem):
        list(load(tmp_path))


@pytest.mark.parametrize("toolkit", ["web", "gtk", "tk"])
def test_a_missing_toolkit_is_an_error_with_a_hint(
    toolkit: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="not installed") as caught:
        next(stream(Split.TRAIN, 1, {toolkit: 1}))
    assert "Install" in caught.value.hint


def test_an_unknown_toolkit_is_an_error() -> None:
    with pytest.raises(UsageError, match="motif"):
        next(stream(Split.TRAIN, 1, {"motif": 1}))


def test_no_drawing_stands_for_two_meanings() -> None:
    meaning_of: dict[bytes, str] = {}
    for meaning, files in drawings(Split.TRAIN).items():
        for file in files:
            assert meaning_of.setdefault(file.read_bytes(), meaning) == meaning, file


def test_a_sheet_of_icons_repeats_and_every_icon_has_a_meaning() -> None:
    toolkit = open_toolkit("sheet", Split.TRAIN)
    first, again = toolkit.make(5), toolkit.make(5)
    assert np.array_equal(first.pixels, again.pixels)
    assert first.elements == again.elements
    icons = [element for element in first.elements if element.role is Role.ICON]
    assert len(icons) > 60
    assert {icon.icon for icon in icons} <= set(ICONS)
    assert len({icon.icon for icon in icons}) > 30


def test_a_theme_that_is_held_out_is_of_one_split() -> None:
    held = [file for files in drawings(Split.VALIDATION).values() for file in files]
    theirs = {file for file in held if "/elementary/" in file.as_posix()}
    if not theirs:
        pytest.skip("elementary-icon-theme is not installed")
    trained = {file for files in drawings(Split.TRAIN).values() for file in files}
    assert not theirs & trained
