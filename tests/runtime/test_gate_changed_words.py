"""The gate keeps what it has read of a window: what changed there since is read anew."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_runtime.element import Control
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.eyes.text.lines import ChangingLines, LineReader
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.geometry import moved
from uitars_runtime.types import Box, Click, Decision, Point, Press

Pixels = NDArray[np.uint8]
WINDOW = Box(20, 20, 620, 420)
LEFT, RIGHT = Point(120, 360), Point(480, 360)
QUESTION = "Erase disk 300 files?"


def write(pixels: Pixels, text: str, at: tuple[int, int]) -> None:
    cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)


def screen(
    left: str, right: str = "Back", line: str = "Look at it with care.", by: Point | None = None
) -> Pixels:
    """A window of two buttons and a line of text, so many pixels from its place."""
    pixels = np.full((520, 900, 3), 120, np.uint8)
    window = WINDOW if by is None else moved(WINDOW, by)
    part = pixels[window.top : window.bottom, window.left : window.right]
    part[:] = 238
    write(part, line, (40, 80))
    for text, place in ((left, LEFT), (right, RIGHT)):
        x, y = place.x - WINDOW.left, place.y - WINDOW.top
        cv2.rectangle(part, (x - 70, y - 18), (x + 70, y + 18), (205, 205, 205), -1)
        write(part, text, (x - 35, y + 6))
    return pixels


def menu_over(pixels: Pixels, *entries: str) -> Pixels:
    """The same with a menu over its middle."""
    found = pixels.copy()
    cv2.rectangle(found, (200, 140), (460, 160 + 40 * len(entries)), (250, 250, 250), -1)
    for number, entry in enumerate(entries):
        write(found, entry, (220, 175 + 40 * number))
    return found


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return LineReader(Recognizer())


@pytest.fixture
def words() -> ScreenWords:
    return ScreenWords()


def lines(words: ScreenWords, pixels: Pixels, area: Box = WINDOW) -> set[str]:
    return set(words.within(Frame(pixels), area).splitlines())


def test_a_button_with_another_label_is_read_anew(words: ScreenWords) -> None:
    assert {"Later", "Back"} <= lines(words, screen("Later"))
    for label in ("Send", "Delete", "Later", "Delete"):
        read = lines(words, screen(label))
        assert {label, "Back"} <= read
        assert not read & ({"Later", "Send", "Delete"} - {label})


def test_a_word_that_changes_by_a_letter_or_grows_is_read_anew(words: ScreenWords) -> None:
    for line in ("Keep 300 files?", "Keep 301 files?", QUESTION):
        assert line in lines(words, screen("Yes", line=line))
    for end in range(4, len(QUESTION) + 1):
        lines(words, screen("Yes", line=QUESTION[:end]))
    assert QUESTION in lines(words, screen("Yes", line=QUESTION))


def test_a_menu_over_a_window_comes_and_goes(words: ScreenWords) -> None:
    plain = screen("Later")
    before = lines(words, plain)
    for entries in (("Open", "Delete all"), ("Open", "Rename"), ("Open", "Delete all")):
        read = lines(words, menu_over(plain, *entries))
        assert before <= read
        assert set(entries) <= read
        assert lines(words, plain) == before


def test_a_window_that_moved_says_the_same_and_one_that_is_another_does_not(
    words: ScreenWords,
) -> None:
    by = Point(150, 60)
    before = words.within(Frame(screen("Delete")), WINDOW)
    assert words.within(Frame(screen("Delete", by=by)), moved(WINDOW, by)) == before
    read = lines(words, screen("Later", "Next", "Another page.", by=by), moved(WINDOW, by))
    assert read == {"Later", "Next", "Another page."}


def test_what_lies_in_another_part_is_left_out_where_the_window_lies(words: ScreenWords) -> None:
    seen, button = Frame(screen("Delete")), Box(LEFT.x - 70, LEFT.y - 18, LEFT.x + 70, LEFT.y + 18)
    assert "Delete" in words.within(seen, WINDOW)
    assert "Delete" not in words.within(seen, WINDOW, button)
    assert "Back" in words.within(seen, WINDOW, button)
    assert "Delete" in words.within(seen, WINDOW)


class Mute:
    """A window that says nothing of its widgets."""

    def facts(self, _action: object) -> Facts:
        return Facts(window="Notice", application="Tk", area=WINDOW)

    def controls(self, _facts: Facts) -> tuple[Control, ...]:
        return ()


def test_the_gate_asks_about_what_came_into_a_window_that_it_has_read(tmp_path: Path) -> None:
    gate = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        NobodyAsker(),
        workspace=tmp_path,
        surroundings=Mute(),
        words=ScreenWords(),
    )

    def allowed(action: Click | Press, pixels: Pixels) -> bool:
        return gate.review(action, Frame(pixels)).verdict.decision is Decision.ALLOW

    plain, asked = screen("Later"), screen("Later", line=QUESTION)
    blank, enter = Click(Point(330, 250)), Press(("Return",))
    for _ in range(2):
        assert allowed(enter, plain)
        assert allowed(blank, plain)
        assert not allowed(enter, screen("Delete"))
        assert not allowed(Click(LEFT), screen("Delete"))
        assert not allowed(enter, menu_over(plain, "Open", "Delete all"))
        assert not allowed(enter, asked)
        assert not allowed(blank, asked)
        assert not allowed(Click(LEFT), screen("Yes", line=QUESTION))
        assert allowed(Click(LEFT), plain)


def test_a_screen_that_comes_back_is_not_searched_again(
    reader: LineReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[Box] = []
    locate = reader.locate

    def counted(scene: Scene, regions: list[Box]) -> list[Box]:
        searched.extend(regions)
        return locate(scene, regions)

    monkeypatch.setattr(reader, "locate", counted)
    changing = ChangingLines(reader, 2)
    plain = screen("Later")
    first = changing.read(Scene(plain))
    whole = sum(box.area for box in searched)
    searched.clear()
    menu = changing.read(Scene(menu_over(plain, "Open", "Rename")))
    assert 0 < sum(box.area for box in searched) < whole
    searched.clear()
    for pixels, known in (
        (plain, first),
        (plain, first),
        (menu_over(plain, "Open", "Rename"), menu),
    ):
        assert set(changing.read(Scene(pixels))) == set(known)
    assert not searched
    changing.read(Scene(screen("Send")))
    changing.read(Scene(screen("Delete")))
    searched.clear()
    changing.forget()
    changing.read(Scene(plain))
    assert sum(box.area for box in searched) == whole
