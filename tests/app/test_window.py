"""The window: navigation, themes, what is remembered, and the self-test as a person runs it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QSlider,
    QSystemTrayIcon,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helpers.recorded import record
from uitars_app.assistant import Assistant
from uitars_app.context import Context
from uitars_app.pages import PAGES
from uitars_app.preferences import ThemeChoice, open_preferences
from uitars_app.presence.presence import Presence
from uitars_app.runs.runner import RunState
from uitars_app.saved.task import SavedTask, open_saved_tasks
from uitars_app.selftest import settle
from uitars_app.single import SingleInstance
from uitars_app.state import State, open_state
from uitars_app.summon.tray import Tray
from uitars_app.theme import icons
from uitars_app.theme.stylesheet import MARKS, marks
from uitars_app.theme.tokens import THEMES, ThemeName, Tokens
from uitars_app.window import MainWindow
from uitars_runtime.config import Settings
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.run import Request
from uitars_runtime.types import AskUser, Finish, Wait

_WITH_ALPHA = QColor.NameFormat.HexArgb


def test_every_page_can_be_reached_from_the_keyboard_and_has_a_name(
    qtbot: QtBot, context: Context
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    for entry in PAGES:
        window.show_page(entry.key)
        assert window.page.isVisible()
        assert entry.title()


def test_whatever_takes_the_keyboard_has_a_name_for_screen_readers(
    qtbot: QtBot, context: Context
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    nameless: list[str] = []
    for entry in PAGES:
        window.show_page(entry.key)
        for widget in window.page.findChildren(QWidget):
            if isinstance(widget, QLabel) and not widget.text():
                continue
            inner = widget.objectName().startswith("qt_") or isinstance(widget, QAbstractScrollArea)
            if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or inner or not widget.isVisible():
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name):
                nameless.append(f"{entry.key}: {type(widget).__name__} in {type(widget.parent())}")
    assert not nameless


def test_a_choice_of_theme_is_put_on_at_once(context: Context) -> None:
    with_light = context.theme.tokens
    context.theme.choose("dark")
    assert context.theme.tokens is THEMES["dark"]
    assert context.theme.tokens != with_light


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_every_ground(name: str) -> None:
    tokens = {theme.name: theme for theme in THEMES.values()}[name]
    least = 7.0 if name == "contrast" else 4.5
    for front, ground in _pairs(tokens):
        assert _contrast(front, ground) >= least, (front, ground)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("panel", ["#ffffff", "#222222"])
def test_the_tray_icon_is_seen_on_a_panel_of_either_look(
    context: Context, name: ThemeChoice, panel: str
) -> None:
    context.theme.choose(name)
    tray = Tray(context)
    shown = tray.findChild(QSystemTrayIcon)
    assert isinstance(shown, QSystemTrayIcon)
    drawn = shown.icon().pixmap(48, 48).toImage()
    pixels = (drawn.pixelColor(x, y) for x in range(48) for y in range(48))
    colours = {pixel.name() for pixel in pixels if pixel.alpha() == 255}
    assert colours
    assert all(_contrast(colour, panel) >= 3 for colour in colours)
    tray.close()


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_what_stands_in_an_empty_field_is_as_readable_as_other_text(
    qtbot: QtBot, context: Context, name: ThemeChoice
) -> None:
    context.theme.choose(name)
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    for entry in PAGES:
        window.show_page(entry.key)
    assert settle(context.background)
    words = {
        field.placeholderText(): field.palette().placeholderText().color().name(_WITH_ALPHA)
        for field in window.findChildren(QLineEdit)
        if field.placeholderText()
    }
    assert "No program first" in words
    expected = QColor(context.theme.tokens.muted).name(_WITH_ALPHA)
    assert {shown for shown in words.values() if shown != expected} == set()


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
@pytest.mark.parametrize("on", [True, False])
def test_a_box_that_has_the_keyboard_looks_otherwise(
    qtbot: QtBot, context: Context, name: ThemeChoice, kind: type[QAbstractButton], on: bool
) -> None:
    context.theme.choose(name)
    window, box, other = QWidget(), kind(), QPushButton("Other")
    qtbot.addWidget(window)
    row = QVBoxLayout(window)
    box.setCheckable(True)
    box.setChecked(on)
    for part in (box, other):
        row.addWidget(part)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    other.setFocus()
    without = box.grab().toImage()
    box.setFocus()
    assert box.grab().toImage() != without


def test_the_handle_of_a_slider_has_room(qtbot: QtBot, context: Context) -> None:
    window, slider = QWidget(), QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(slider)
    window.show()
    image = slider.grab().toImage()
    for row in (0, image.height() - 1):
        colours = {image.pixelColor(column, row).name() for column in range(image.width())}
        assert context.theme.tokens.accent not in colours


def _pairs(tokens: Tokens) -> list[tuple[str, str]]:
    grounds = (tokens.window, tokens.surface, tokens.hover, tokens.accent_soft)
    return [
        *product((tokens.text, tokens.muted), grounds),
        (tokens.accent, tokens.surface),
        (tokens.accent, tokens.accent_soft),
        (tokens.on_accent, tokens.accent),
        (tokens.on_danger, tokens.danger),
        (tokens.good, tokens.good_soft),
        (tokens.warning, tokens.warning_soft),
        (tokens.danger, tokens.danger_soft),
        (tokens.good, tokens.surface),
        (tokens.warning, tokens.surface),
        (tokens.danger, tokens.surface),
    ]


def _contrast(front: str, ground: str) -> float:
    """WCAG 2.2's contrast of two colours."""
    light, dark = sorted((_luminance(front), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = QColor(colour).getRgbF()[:3]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", THEMES)
def test_the_marks_of_a_theme_are_shipped_in_its_colours(
    qtbot: QtBot, context: Context, name: ThemeName
) -> None:
    shipped = Path(str(files("uitars_assets"))) / "icons" / MARKS / name
    found = {file.stem: file.read_text() for file in shipped.iterdir()}
    assert found == marks(THEMES[name]), "python assets/make_icons.py makes them anew"
    context.theme.choose(name)
    tick = QCheckBox()
    qtbot.addWidget(tick)

    tick.setChecked(True)
    shown = tick.grab().toImage()
    ground = QColor(THEMES[name].accent)
    box = [
        (x, y)
        for x, y in product(range(shown.width()), range(shown.height()))
        if shown.pixelColor(x, y) == ground
    ]
    (left, right), (top, bottom) = ((min(along), max(along)) for along in zip(*box, strict=True))
    inner = product(range(left + 4, right - 3), range(top + 4, bottom - 3))
    assert any(shown.pixelColor(x, y) != ground for x, y in inner), "the tick is drawn"


def test_icons_take_the_colour_they_are_given(context: Context) -> None:
    for name in icons.names():
        image = icons.image(name, "#ff0000", 48)
        colours = {image.pixelColor(x, y).getRgb() for x in range(48) for y in range(48)}
        assert any(alpha > 200 for *_, alpha in colours), name
        assert all(green == 0 and blue == 0 for _, green, blue, alpha in colours if alpha), name


def test_what_is_changed_is_found_at_the_next_start(home: Path) -> None:
    open_preferences().change(theme="dark", hot_key="ctrl+f9")
    assert open_preferences().value.theme == "dark"
    assert open_preferences().value.hot_key == "ctrl+f9"
    assert (home / "config" / "app.json").stat().st_mode & 0o077 == 0


def test_a_wrong_value_is_refused_and_changes_nothing() -> None:
    store = open_preferences()
    with pytest.raises(UsageError):
        store.change(theme="pink")
    assert store.value.theme == "system"
    assert not store.file.exists()


def test_a_damaged_file_is_reported_and_kept() -> None:
    store = open_preferences()
    store.change(theme="dark")
    store.file.write_text('{"theme": 3}')
    again = open_preferences()
    assert again.problem is not None
    assert again.value.theme == "system"
    assert store.file.read_text() == '{"theme": 3}'


def test_a_file_that_is_closed_to_us_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a start as root, which made the folder for root alone."""

    def closed(*_given: object, **_named: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", closed)
        patched.setattr(Path, "read_bytes", closed)
        store = open_preferences()
    assert "Permission denied" in str(store.problem)


def test_tasks_are_remembered_once_the_latest_first() -> None:
    state = State().after("one").after("two").after("one")
    assert state.recent == ("one", "two")
    assert State().toggled("a").toggled("b").toggled("a").pinned == ("b",)
    store = open_state()
    store.update(lambda value: value.after("one"))
    assert open_state().value.recent == ("one",)


def test_kept_tasks_that_cannot_be_read_are_said(qapp: QApplication, home: Path) -> None:
    file = home / "config" / "tasks.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"tasks": [{"name": "mail", "text": "x", "scedule": "0 8 * * *"}]}')
    assistant = Assistant(qapp, SingleInstance())
    boxes = assistant.window.findChildren(QMessageBox)
    assert any(str(file) in box.text() for box in boxes)
    for box in boxes:
        box.close()
    assistant.close()
    assistant.deleteLater()
    assert "scedule" in file.read_text()


@pytest.mark.usefixtures("chinese")
def test_in_the_chinese_window_a_state_that_cannot_be_read_is_said_in_chinese(
    qapp: QApplication, home: Path
) -> None:
    (home / "state").mkdir(parents=True)
    (home / "state" / "app.json").write_text('{"recent": 5}')
    assistant = Assistant(qapp, SingleInstance())
    boxes = assistant.window.findChildren(QMessageBox)
    said = [box.text() for box in boxes]
    for box in boxes:
        box.close()
    (home / "state" / "app.json").unlink()
    assistant.close()
    assistant.deleteLater()
    assert any("无法读取" in words for words in said), said


def test_a_change_does_not_take_what_could_not_be_read() -> None:
    file = open_saved_tasks().file
    file.parent.mkdir(parents=True)
    file.write_text('{"tasks": [{"name": "mail", "text": "x", "of_tomorrow": 1}]}')
    store = open_saved_tasks()
    for name in ("one", "two"):
        kept = store.value.with_task(SavedTask(name=name, text="y"))
        store.change(tasks=kept.tasks)
    assert len(open_saved_tasks().value.tasks) == 2
    assert "of_tomorrow" in file.with_name("tasks.json.unread").read_text()


def test_the_theme_of_one_start_stays_until_another_is_preferred(qapp: QApplication) -> None:
    assistant = Assistant(qapp, SingleInstance(), theme="dark")
    preferences, theme = assistant.context.preferences, assistant.context.theme
    preferences.change(welcomed=True)
    assert theme.tokens is THEMES["dark"]
    preferences.change(theme="contrast")
    assert theme.tokens is THEMES["contrast"]
    assistant.close()
    assistant.deleteLater()


def test_a_question_of_the_agent_is_put_where_it_can_be_answered(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the person's own desktop the window is away while the agent works."""
    monkeypatch.setattr(Presence, "attends", staticmethod(lambda _hands: True))
    assistant = Assistant(qapp, SingleInstance())
    assistant.window.show()
    assistant.context.preferences.change(presence=False)
    runner, window = assistant.context.runner, assistant.window
    recorded = record(tmp_path / "recorded", AskUser("Which?"), Wait(60), Finish())
    settings = Settings(model=f"replay:{recorded}", desktop="sandbox:640x480")
    runner.start(Request(task="x", settings=settings))
    qtbot.waitUntil(window.isHidden)
    qtbot.waitUntil(lambda: bool(runner.pending))
    assert window.isVisible()
    runner.pending[0].answer("the blue one")
    qtbot.waitUntil(window.isHidden)
    runner.stop()
    qtbot.waitUntil(lambda: runner.state is RunState.IDLE)
    assistant.close()
    assistant.deleteLater()


def test_an_end_that_cannot_be_remembered_is_one_nevertheless(qapp: QApplication) -> None:
    assistant = Assistant(qapp, SingleInstance())
    folder = assistant.context.state.file.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")
    with pytest.raises(UitarsError):
        assistant.close()
    assert assistant.context.background.closing.is_set()
    assistant.deleteLater()


def test_the_self_test_saves_a_picture_of_the_window(home: Path, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    environment = {**os.environ, "UITARS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "uitars_app", "--self-test", "--screenshot", str(picture)]
    options = ["--theme", "dark", "--language", "zh_CN", "--scale", "2"]
    done = subprocess.run(
        [*command, *options], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "all well" in done.stdout
    image = QImage(str(picture))
    assert image.width() >= 2 * 880
    assert image.pixelColor(image.width() // 2, 4) == QColor(THEMES["dark"].window)
