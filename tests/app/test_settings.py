"""The settings page: a row for each setting, checked where one types, written at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.pages.settings import SettingsPage
from uitars_app.preferences import Preferences, open_preferences
from uitars_app.settings import file, words
from uitars_app.settings.field import single
from uitars_app.widgets.choice import ChoiceBox
from uitars_runtime import config, paths
from uitars_runtime.applications.desktop_files import installed
from uitars_runtime.config import Settings
from uitars_runtime.consent import Reach
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.remembered import Decisions, decisions_file, listed
from uitars_runtime.privacy.settings import PrivacySettings


def test_every_setting_has_a_row_and_words() -> None:
    plain = {name for name, kind in _hints(Settings).items() if single(kind)}
    assert set(words.RUNS) == plain
    hidden = {name for name, kind in _hints(PrivacySettings).items() if single(kind)}
    assert set(words.PRIVACY) == hidden
    assert set(words.WINDOW) == set(Preferences.__struct_fields__) - {"welcomed"}
    for text in (*words.RUNS.values(), *words.WINDOW.values()):
        assert text.title()
        assert text.explanation()


def _hints(kind: type) -> dict[str, object]:
    import typing

    return typing.get_type_hints(kind, include_extras=True)


@pytest.fixture
def settings(qtbot: QtBot, context: Context) -> SettingsPage:
    page = SettingsPage(context)
    qtbot.addWidget(page)
    page.show()
    return page


def test_it_starts_at_login_by_choice_alone(
    settings: SettingsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desktop's own settings may take the entry away as well."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    program = tmp_path / 'a "place\\' / "uitars"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    entry = tmp_path / "own" / "autostart" / "uitars.desktop"
    row = settings.rows["at_login"]
    settings.reload()
    assert not entry.exists()
    row.editor.click()  # type: ignore[union-attr]
    subprocess.run(["desktop-file-validate", entry], check=True)
    shutil.copytree(entry.parent, tmp_path / "data" / "applications")
    read = installed({"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_DATA_DIRS": "/none"})
    assert [item.exec for item in read] == [(str(program), "--hidden")]
    made = entry.read_text()
    for off in ("Hidden=true", "X-GNOME-Autostart-enabled=false"):
        entry.write_text(f"{made}{off}\n")
        settings.reload()
        assert not row.editor.isChecked()  # type: ignore[union-attr]
        row.editor.click()  # type: ignore[union-attr]
        assert entry.read_text() == made
    entry.unlink()
    settings.reload()
    assert not row.editor.isChecked()  # type: ignore[union-attr]
    row.editor.click()  # type: ignore[union-attr]
    row.reset.click()
    assert not entry.exists()


def test_a_setting_is_written_at_once_and_reset(settings: SettingsPage) -> None:
    row = settings.rows["max_steps"]
    row.editor.setText("70")  # type: ignore[union-attr]
    row.try_value()
    assert config.load(environment={}).max_steps == 70
    row.reset.click()
    assert config.load(environment={}).max_steps == Settings().max_steps
    assert "max_steps" not in tomllib.loads(paths.config_file().read_text("utf-8"))


@pytest.mark.parametrize("keys", ["esc", "nonsense keys", ""])
def test_stop_keys_that_cannot_be_pressed_are_said_and_not_written(
    settings: SettingsPage, keys: str
) -> None:
    row = settings.rows["stop_keys"]
    row.editor.setText(keys)  # type: ignore[union-attr]
    row.try_value()
    assert "kill gesture" in row.problem.text()
    assert config.load(environment={}).stop_keys == Settings().stop_keys


def test_a_tick_that_cannot_be_written_is_not_shown_as_set(
    settings: SettingsPage, home: Path
) -> None:
    home.mkdir(exist_ok=True)
    (home / "config").write_text("in the way")
    row = settings.rows["annotate"]
    assert isinstance(row.editor, QCheckBox)
    before = row.editor.isChecked()
    row.editor.click()
    assert row.problem.text()
    assert row.editor.isChecked() is before
    assert not row.reset.isEnabled()


def test_files_that_are_kept_elsewhere_stay_links(settings: SettingsPage, tmp_path: Path) -> None:
    links = (paths.config_file(), paths.config_folder() / "app.json")
    for link, kept in zip(links, ("# mine\n", "{}"), strict=True):
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(tmp_path / f"kept-{link.name}")
        link.write_text(kept)
    settings.rows["max_steps"].editor.setText("70")  # type: ignore[union-attr]
    settings.rows["max_steps"].try_value()
    open_preferences().change(theme="dark")
    assert links[0].is_symlink()
    assert (tmp_path / "kept-config.toml").read_text() == "# mine\nmax_steps = 70\n"
    assert links[1].is_symlink()
    assert "dark" in (tmp_path / "kept-app.json").read_text()


@pytest.mark.parametrize("text", ["0", "many", "-3", "2.5"])
def test_a_wrong_value_is_said_where_it_stands_and_not_written(
    settings: SettingsPage, text: str
) -> None:
    row = settings.rows["max_steps"]
    row.editor.setText(text)  # type: ignore[union-attr]
    row.try_value()
    assert row.problem.text()
    assert not row.problem.isHidden()
    assert not paths.config_file().exists()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("max_steps", "0", "Enter at least 1."),
        ("max_steps", "2.5", "'2.5' is not a whole number."),
        ("max_tokens", "-1", "Enter at least 1."),
        ("timeout", "0", "Enter more than 0."),
        ("timeout", "soon", "'soon' is not a number."),
        ("timeout", "nan", "Enter more than 0."),
        ("actions_per_second", "99", "Enter at most 50."),
        ("keep_days", "-1", "Enter at least 0."),
    ],
)
def test_what_is_wrong_with_a_number_is_said_to_a_person(
    settings: SettingsPage, name: str, text: str, problem: str
) -> None:
    row = settings.rows[name]
    row.editor.setText(text)  # type: ignore[union-attr]
    row.try_value()
    assert row.problem.text() == problem
    assert not paths.config_file().exists()


@pytest.mark.parametrize("keys", ["ctrl+", "space", "ctrl+alt", "ctrl+nokey"])
def test_keys_that_are_no_hot_key_are_said_where_they_stand(
    settings: SettingsPage, context: Context, keys: str
) -> None:
    row = settings.rows["hot_key"]
    before = context.preferences.value.hot_key
    row.editor.show_value(keys)  # type: ignore[union-attr]
    row.try_value()
    assert not row.problem.isHidden()
    assert context.preferences.value.hot_key == before
    settings.reload()
    assert row.problem.isHidden()


def test_values_are_chosen_by_words_and_written_as_they_are(settings: SettingsPage) -> None:
    row = settings.rows["policy"]
    assert isinstance(row.editor, ChoiceBox)
    row.editor.setCurrentText("Ask before every action")
    row.editor.chosen.emit()
    assert config.load(environment={}).policy == "ask-always"
    row.editor.show_value("mine.toml")
    row.editor.chosen.emit()
    assert config.load(environment={}).policy == "mine.toml"
    row.reset.click()
    assert config.load(environment={}).policy == ""


def test_the_wheel_over_a_drop_down_scrolls_the_page_and_writes_nothing(
    qtbot: QtBot, settings: SettingsPage
) -> None:
    file.change("policy", "ask-always")
    settings.reload()
    settings.resize(900, 500)
    row = settings.rows["policy"]
    assert isinstance(row.editor, ChoiceBox)
    area = settings.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    area.ensureWidgetVisible(row.editor)
    row.editor.setFocus()
    before, at = bar.value(), row.editor.mapTo(settings, row.editor.rect().center())
    QTest.wheelEvent(settings.windowHandle(), QPointF(at), QPoint(0, -120))
    qtbot.waitUntil(lambda: bar.value() > before)
    assert row.editor.value == "ask-always"
    assert config.load(environment={}).policy == "ask-always"


def test_what_is_hidden_is_written_into_its_table(settings: SettingsPage) -> None:
    for name, text in (("hide_windows", "Bank*, KeePassXC"), ("keep_days", "7")):
        settings.rows[name].editor.setText(text)  # type: ignore[union-attr]
        settings.rows[name].try_value()
    privacy = config.load(environment={}).privacy
    assert privacy.hide_windows == ("Bank*", "KeePassXC")
    assert privacy.keep_days == 7
    settings.rows["keep_days"].reset.click()
    assert config.load(environment={}).privacy.keep_days == PrivacySettings().keep_days


def test_a_persons_own_comments_stay(settings: SettingsPage) -> None:
    paths.config_file().parent.mkdir(parents=True, exist_ok=True)
    paths.config_file().write_text("# mine\nimages = 3 # few\n", "utf-8")
    file.change("max_steps", 9)
    text = paths.config_file().read_text("utf-8")
    assert "# mine" in text
    assert "images = 3 # few" in text
    assert config.load(environment={}).max_steps == 9


def test_settings_are_found_by_words(settings: SettingsPage) -> None:
    settings.search.setText("screenshots again")
    shown = [name for name, row in settings.rows.items() if not row.isHidden()]
    assert shown == ["images"]
    assert settings.rows["images"].line.isHidden()
    settings.search.setText("no such thing")
    assert any(text.text() == "No setting matches." for text in _visible_labels(settings))


def _visible_labels(page: QWidget) -> list[QLabel]:
    return [text for text in page.findChildren(QLabel) if text.isVisible()]


def test_preferences_of_the_window_count_at_once(settings: SettingsPage, context: Context) -> None:
    settings.rows["annotate"].editor.setChecked(True)  # type: ignore[union-attr]
    assert context.preferences.value.annotate


def test_a_decision_that_lasts_is_taken_back(qtbot: QtBot, context: Context) -> None:
    Decisions().remember("ask-on-risk/R2", Facts(application="Mousepad"), Reach.APP)
    page = SettingsPage(context)
    qtbot.addWidget(page)
    page.show()
    decisions = page._decisions
    qtbot.waitUntil(lambda: decisions.list.count() == 1)
    decisions.list.item(0).setSelected(True)
    qtbot.mouseClick(decisions.revoke, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: decisions.list.count() == 0)
    assert listed(decisions_file()) == ()


@given(st.integers(-5, 200_000))
def test_what_the_page_takes_the_runtime_takes(value: int) -> None:
    fits = not file.problem("max_steps", value)
    try:
        msgspec.convert({"max_steps": value}, Settings)
    except msgspec.ValidationError:
        assert not fits
    else:
        assert fits
