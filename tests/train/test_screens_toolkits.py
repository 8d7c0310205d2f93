"""Every toolkit: a seed repeats, boxes lie where the ink is, nothing is left running."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import psutil
import pytest
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from uitars_runtime.element import Element, Role
from uitars_train.screens.screen import Screen, Split
from uitars_train.screens.stream import Screens, open_toolkit, stream

COUNTS = {"qt": 40, "web": 8, "large": 12, "gtk": 8, "tk": 8}
EVERYWHERE = {Role.TEXT, Role.BUTTON, Role.FIELD, Role.ICON}


@pytest.fixture(scope="module", params=list(COUNTS))
def toolkit(request: pytest.FixtureRequest) -> Iterator[tuple[Screens, list[Screen]]]:
    name = str(request.param)
    screens = open_toolkit(name, Split.TRAIN)
    try:
        yield screens, [screens.make(seed) for seed in range(COUNTS[name])]
    finally:
        screens.close()


def inked(screen: Screen, element: Element) -> bool:
    """Whether anything but one colour is in the box."""
    box = element.box
    crop = screen.pixels[box.top : box.bottom, box.left : box.right].astype(int)
    return bool((np.ptp(crop.reshape(-1, 3), axis=0) > 8).any())


def test_boxes_lie_in_the_picture(toolkit: tuple[Screens, list[Screen]]) -> None:
    for screen in toolkit[1]:
        height, width = screen.pixels.shape[:2]
        assert screen.pixels.dtype == np.uint8
        assert screen.elements
        for element in screen.elements:
            box = element.box
            assert 0 <= box.left < box.right <= width
            assert 0 <= box.top < box.bottom <= height


def test_words_are_drawn_where_the_truth_says(toolkit: tuple[Screens, list[Screen]]) -> None:
    texts = [(s, e) for s in toolkit[1] for e in s.elements if e.text.strip() and not e.disabled]
    blank = [(s.toolkit, s.seed, e) for s, e in texts if not inked(s, e)]
    assert len(texts) > 60
    # A theme may paint words in nearly the colour of their ground; misplaced boxes would be many.
    assert len(blank) <= 0.01 * len(texts), blank[:5]


def test_what_can_be_pointed_at_has_a_name(toolkit: tuple[Screens, list[Screen]]) -> None:
    seen: Counter[Role] = Counter()
    for screen in toolkit[1]:
        for element in screen.elements:
            seen[element.role] += 1
            named = {Role.ICON, Role.COMBO, Role.SLIDER, Role.CHECKBOX, Role.BUTTON}
            # Small pages hold what nobody labelled: figures, cells of a board, rows of ticks.
            if element.role in named and screen.toolkit != "large":
                assert element.name, (screen.toolkit, screen.seed, element)
            assert bool(element.icon) <= (element.role is Role.ICON)
    assert set(seen) >= EVERYWHERE


def test_a_seed_repeats(toolkit: tuple[Screens, list[Screen]]) -> None:
    screens, made = toolkit
    for screen in (made[-1], made[1]):
        again = screens.make(screen.seed)
        assert again.elements == screen.elements
        assert again.pixels.shape == screen.pixels.shape
        assert np.mean(again.pixels != screen.pixels) < 0.001  # a caret may blink


def test_other_windows_of_the_process_keep_their_look(
    toolkit: tuple[Screens, list[Screen]],
) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    font, palette = application.font(), application.palette()
    own, colour, sheet = QFont("Noto Serif", 23), QColor("teal"), "QLabel { padding: 3px; }"
    application.setFont(own)
    application.setPalette(QPalette(colour))
    application.setStyleSheet(sheet)
    try:
        toolkit[0].make(2)
        assert application.font() == own
        assert application.palette().color(QPalette.ColorRole.Button) == colour
        assert application.styleSheet() == sheet
    finally:
        application.setStyleSheet("")
        application.setPalette(palette)
        application.setFont(font)


def test_qt_shows_every_role_and_state() -> None:
    screens = open_toolkit("qt", Split.VALIDATION)
    roles: set[Role] = set()
    states: Counter[str] = Counter()
    for seed in range(80):
        for element in screens.make(seed).elements:
            roles.add(element.role)
            for state in ("checked", "selected", "focused", "disabled"):
                states[f"{element.role} {state}"] += bool(getattr(element, state))
    screens.close()
    assert roles == set(Role)
    for state in (
        *("checkbox checked", "checkbox disabled", "radio checked", "field focused"),
        *("tab selected", "item selected", "menu_item selected", "menu selected"),
    ):
        assert states[state], state


def test_a_stream_mixes_and_ends_its_programs() -> None:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    screens = stream(Split.TEST, 3, {"qt": 0.5, "tk": 0.5})
    found = {next(screens).toolkit for _ in range(8)}
    assert found == {"qt", "tk"}
    assert {child.pid for child in psutil.Process().children(recursive=True)} - before
    close = getattr(screens, "close")  # noqa: B009 - a generator, typed as an iterator
    close()
    assert not {child.pid for child in psutil.Process().children(recursive=True)} - before
