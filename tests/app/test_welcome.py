"""The first screens: careful defaults, and a first task that is a real one."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from helpers.recorded import record
from uitars_app.context import Context
from uitars_app.pages.task import TaskPage
from uitars_app.preferences import open_preferences
from uitars_app.runs.runner import RunState
from uitars_app.settings import file
from uitars_app.state import Choices
from uitars_app.taskbox.composer import Composer
from uitars_app.taskbox.edit import TaskEdit
from uitars_app.taskbox.request import Draft, compose
from uitars_app.welcome import dialog as dialog_module
from uitars_app.welcome.dialog import WelcomeDialog
from uitars_app.welcome.first_task import first_task, next_task
from uitars_runtime import config, paths
from uitars_runtime.config import Settings
from uitars_runtime.run import Request
from uitars_runtime.types import Finish


@pytest.fixture
def dialog(qtbot: QtBot, context: Context) -> Generator[WelcomeDialog]:
    made = WelcomeDialog(context)
    made.show()
    yield made
    if isValid(made):
        made.close()


def test_it_has_another_ground_than_the_page_behind_it(
    dialog: WelcomeDialog, context: Context
) -> None:
    tokens = context.theme.tokens
    ground = dialog.grab().toImage().pixelColor(3, 3).name()
    assert ground == tokens.surface.lower() != tokens.window.lower()


def test_going_through_leaves_the_careful_defaults(dialog: WelcomeDialog) -> None:
    assert not dialog.done_button.isVisible()
    for _ in range(3):
        dialog.forth.click()
    assert not dialog.forth.isVisible()
    dialog.done_button.click()
    assert config.load(environment={}) == Settings()
    assert open_preferences().value.welcomed


def test_keys_alone_lead_through_and_the_last_choice_is_kept(
    qtbot: QtBot, dialog: WelcomeDialog
) -> None:
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for _ in range(3):
        QTest.keyClick(_focused(), Qt.Key.Key_Return)
    assert _focused() in (dialog.done_button, dialog.try_it)
    dialog.policies.buttons()[0].setFocus()
    QTest.keyClick(_focused(), Qt.Key.Key_Down)
    QTest.keyClick(_focused(), Qt.Key.Key_Return)
    assert config.load(environment={}).policy == "ask-always"
    assert open_preferences().value.welcomed


def test_a_stricter_policy_is_kept(dialog: WelcomeDialog) -> None:
    dialog.policies.buttons()[1].click()
    dialog.done_button.click()
    assert config.load(environment={}).policy == "ask-always"


@pytest.mark.parametrize("policy", ["ask-always", "autonomous-in-sandbox", "mine.toml"])
def test_a_policy_that_is_in_force_stays_until_another_is_chosen(
    qtbot: QtBot, context: Context, policy: str
) -> None:
    file.change("policy", policy)
    for chosen, then in ((None, policy), (0, "")):
        dialog = WelcomeDialog(context)
        dialog.show()
        if chosen is not None:
            dialog.policies.buttons()[chosen].click()
        dialog.done_button.click()
        assert config.load(environment={}).policy == then


def test_settings_that_cannot_be_read_are_left_as_they_are(qtbot: QtBot, context: Context) -> None:
    settings = paths.config_file()
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("policy = ")
    dialog = WelcomeDialog(context)
    dialog.show()
    dialog.policies.buttons()[1].click()
    dialog.done_button.click()
    assert dialog.isVisible(), "it says what is wrong"
    dialog.policies.buttons()[0].click()
    dialog.done_button.click()
    assert settings.read_text() == "policy = "


def test_a_server_leads_to_the_models_page(
    qtbot: QtBot, dialog: WelcomeDialog, context: Context
) -> None:
    dialog.models.buttons()[1].click()
    with qtbot.waitSignal(context.page_wanted) as wanted:
        dialog.done_button.click()
    assert wanted.args == ["models"]


@pytest.mark.parametrize(("gigabytes", "name"), [(16, "qwen3-vl-8b"), (2, "")])
def test_a_model_that_this_computer_can_bear_is_offered(
    qtbot: QtBot, context: Context, monkeypatch: pytest.MonkeyPatch, gigabytes: int, name: str
) -> None:
    monkeypatch.setattr(dialog_module, "memory_of_machine", lambda: gigabytes * 10**9)
    dialog = WelcomeDialog(context)
    words = [button.text() for button in dialog.models.buttons()]
    assert any("fetch" in one for one in words) == bool(name)
    if name:
        assert name in words[2]
        assert "apache-2.0" in words[2]
        dialog.models.buttons()[2].click()
        with qtbot.waitSignal(context.page_wanted) as wanted:
            dialog.done_button.click()
        assert wanted.args == ["models"]
    dialog.close()


def test_closing_it_decides_nothing(dialog: WelcomeDialog) -> None:
    dialog.reject()
    assert not open_preferences().value.welcomed


def test_the_first_task_is_private_and_its_program_is_here(
    qtbot: QtBot, dialog: WelcomeDialog
) -> None:
    with qtbot.waitSignal(dialog.task_wanted) as wanted:
        dialog.try_it.click()
    draft = wanted.args[0]
    assert isinstance(draft, Draft)
    assert shutil.which(shlex.split(draft.program)[0])
    request = compose(draft)
    assert request.settings.desktop == "sandbox"
    assert request.settings.model == "nano"


def test_the_first_task_and_what_follows_keep_to_what_was_chosen(
    qtbot: QtBot, dialog: WelcomeDialog, context: Context
) -> None:
    dialog.models.buttons()[1].click()
    dialog.policies.buttons()[1].click()
    with qtbot.waitSignal(dialog.task_wanted) as wanted:
        dialog.try_it.click()
    first = wanted.args[0]
    assert compose(first).settings.policy == "ask-always"
    composer = Composer(context)
    qtbot.addWidget(composer)
    following = next_task(first.text)
    assert following is not None
    composer.take(following)
    qtbot.keyClick(composer.findChild(TaskEdit), Qt.Key.Key_Return)
    assert context.state.value.choices == Choices(desktop="sandbox"), "for all later tasks"


def test_without_programs_there_is_no_first_task(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot, context: Context
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert first_task() is None
    dialog = WelcomeDialog(context)
    dialog.show()
    for _ in range(3):
        dialog.forth.click()
    assert not dialog.try_it.isVisible()
    dialog.close()


def test_after_the_first_task_the_next_is_put_into_the_box(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    page = TaskPage(context)
    qtbot.addWidget(page)
    first = first_task()
    assert first is not None
    following = next_task(first.text)
    assert following is not None
    recorded = record(tmp_path / "recorded", Finish())
    settings = Settings(model=f"replay:{recorded}", desktop="sandbox:640x480")
    context.runner.start(Request(task=first.text, settings=settings))
    qtbot.waitUntil(lambda: following.text in page.notice.words)
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    button = next(b for b in page.notice.findChildren(QPushButton) if "box" in b.text())
    button.click()
    assert page.findChild(TaskEdit).toPlainText() == following.text


def _focused() -> QWidget:
    focused = QApplication.focusWidget()
    assert focused is not None
    return focused
