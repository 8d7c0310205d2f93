"""Real programs say what is on the screen, and the embedded model's elements carry it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import psutil

from helpers.desks import sandbox_hands
from uitars_runtime.desktop.accessibility import Node
from uitars_runtime.desktop.outline import PASSWORD_FIELD, ToldOutline
from uitars_runtime.desktop.walk import Told
from uitars_runtime.element import Element, Role
from uitars_runtime.frame import Frame
from uitars_runtime.types import Box, Point, Press

FORM = (
    "zenity --forms --title=Form --text=Fill --add-entry=Name --add-password=Secret"
    " --add-combo=Colour --combo-values='red|blue'"
)


def told(folder: Path, app: str) -> tuple[Element, ...]:
    with sandbox_hands(folder, apps=(app,), accessibility=True) as hands:
        return hands.observe().told


def of(elements: tuple[Element, ...], role: Role) -> list[str]:
    return [element.text for element in elements if element.role is role]


def test_a_form_says_its_widgets(tmp_path: Path) -> None:
    elements = told(tmp_path, FORM)
    assert {"OK", "Cancel"} <= set(of(elements, Role.BUTTON))
    assert {"Name", "Secret", "Colour"} <= set(of(elements, Role.TEXT))
    # The password field is hidden, and what is hidden is not told.
    assert len(of(elements, Role.FIELD)) == 1
    assert len(of(elements, Role.COMBO)) == 1
    (focused,) = (element for element in elements if element.focused)
    assert focused.role is Role.FIELD


def test_qt_programs_say_theirs(tmp_path: Path) -> None:
    assert "File" in of(told(tmp_path, "featherpad note.txt"), Role.MENU)


def test_passwords_are_not_read(tmp_path: Path) -> None:
    with sandbox_hands(
        tmp_path, apps=("zenity --password --title=Log",), accessibility=True
    ) as hands:
        for key in "hunter":
            hands.perform(Press((key,)), hands.observe())
        assert "hunter" not in repr(hands.observe().told)


def test_a_program_that_hangs_silences_nobody_else(tmp_path: Path) -> None:
    apps = (FORM, "zenity --question --title=Hangs --text=Wait")
    with sandbox_hands(tmp_path, apps=apps, accessibility=True) as hands:
        (hung,) = (
            one
            for one in psutil.process_iter(["cmdline"])
            if (words := one.info["cmdline"])
            and Path(words[0]).name == "zenity"
            and "--title=Hangs" in words
        )
        hung.suspend()
        try:
            assert {"OK", "Cancel"} <= set(of(hands.observe().told, Role.BUTTON))
        finally:
            hung.resume()


def test_without_being_asked_they_say_nothing(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=(FORM,)) as hands:
        assert hands.observe().told == ()


def test_the_same_screen_is_asked_about_once(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=(FORM,), accessibility=True) as hands:
        assert hands.observe().told == hands.observe().told


class Programs(ToldOutline):
    """Programs of our own; says how often they were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.fields = 1

    def _told(self) -> list[tuple[Told, str]]:
        self.asked += 1
        node = Node(":1.1", "/field")
        box = Box(10, 20, 110, 40)
        return [(Told(node, PASSWORD_FIELD, 0, "Secret", box, 0, node), "")] * self.fields


def test_programs_are_asked_once_about_a_picture_and_again_about_the_next() -> None:
    programs, pixels = Programs(), np.zeros((100, 200, 3), np.uint8)
    (field,) = programs.read(Frame(pixels, Point(5, 5)))
    assert programs.passwords(Frame(pixels, Point(5, 5))) == [field.box] == [Box(5, 15, 105, 35)]
    assert programs.asked == 1
    programs.fields = 2
    assert len(programs.passwords(Frame(pixels))) == 2, "a field that told of itself since"
    programs.read(Frame(pixels))
    programs.fields = 3
    assert len(programs.passwords(Frame(pixels.copy()))) == 3, "another picture"


PARAGRAPH, WORDS = 73, 116
"""AtspiRole of what a browser calls a paragraph, and of the words in it."""


def test_a_paragraph_is_no_text_beside_its_words() -> None:
    class Page(ToldOutline):
        def _told(self) -> list[tuple[Told, str]]:
            empty, whole, words = (Node(":1.1", f"/{name}") for name in ("empty", "whole", "words"))
            row = Box(0, 40, 200, 60)
            return [
                (Told(empty, PARAGRAPH, 0, "", Box(0, 10, 200, 30), 0, empty), ""),
                (Told(whole, PARAGRAPH, 0, " ", row, 0, whole), ""),
                (Told(words, WORDS, 0, "Apples", Box(0, 42, 60, 58), PARAGRAPH, whole), ""),
            ]

    (told,) = Page().read(Frame(np.zeros((100, 200, 3), np.uint8)))
    assert (told.text, told.box.right) == ("Apples", 60)
