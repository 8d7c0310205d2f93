"""Ways from one part of the window to another: from the history to a start, and to what goes on."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from helpers.recorded import record
from helpers.runs import ended, started, write_run
from uitars_app.context import Context
from uitars_app.history import index
from uitars_app.history.index import Entry
from uitars_app.history.model import RunsModel, outcome_words
from uitars_app.pages.saved import SavedPage
from uitars_app.pages.settings import SettingsPage
from uitars_app.pages.task import TaskPage
from uitars_app.runs.pending import Pending
from uitars_app.runs.runner import RunState
from uitars_app.saved.task import SavedTask
from uitars_app.state import Choices
from uitars_app.taskbox.composer import Composer
from uitars_app.taskbox.edit import TaskEdit
from uitars_app.taskbox.request import Draft
from uitars_app.window import MainWindow
from uitars_runtime import orders, paths
from uitars_runtime.control import Control
from uitars_runtime.errors import JournalError, UitarsError
from uitars_runtime.journal import RunJournal, list_runs
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.run_record import Asked, Ending, RunStarted
from uitars_runtime.types import Finish, Step, Wait


@pytest.fixture
def page(qtbot: QtBot, context: Context) -> Generator[TaskPage]:
    made = TaskPage(context)
    made.resize(1000, 700)
    made.show()
    yield made
    context.runner.close()
    made.close()
    made.deleteLater()


def _draft(tmp_path: Path) -> Draft:
    """A run that takes a while."""
    recorded = record(tmp_path / "recorded", *(Wait(0.2 + n / 100) for n in range(40)), Finish())
    return Draft("wait", Choices(f"replay:{recorded}", "sandbox:640x480", "ask-on-risk"))


def _box(page: TaskPage) -> TaskEdit:
    box = page.composer.findChild(TaskEdit)
    assert isinstance(box, TaskEdit)
    return box


def _press(page: TaskPage, words: str) -> None:
    shown = (button for button in page.findChildren(QPushButton) if button.isVisible())
    next(button for button in shown if button.text() == words).click()


def test_a_run_is_asked_for_again_as_it_was_asked_for(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a")
    draft = Draft("wait", _draft(tmp_path).choices, "zenity --info --text=Wait", (file,))
    context.start(draft)
    qtbot.waitUntil(lambda: bool(list_runs()))
    qtbot.waitUntil(lambda: page.model.rowCount() > 0)
    context.runner.stop()
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    assert index.read_entries()[0].draft == draft


def test_a_whole_draft_goes_through_the_task_box(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    choices = Choices("nano", "sandbox", "policy.toml")
    draft = Draft("do it", choices, "mousepad a.txt", (tmp_path / "a.txt",))
    composer = Composer(context)
    qtbot.addWidget(composer)
    composer.show()
    composer.take(draft)
    with qtbot.waitSignal(composer.drafted) as caught:
        qtbot.keyClick(composer.findChild(TaskEdit), Qt.Key.Key_Return)
    assert caught.args == [draft]


def test_what_cannot_start_is_said_and_stays_in_the_task_box(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    said: list[UitarsError] = []
    context.background.failed.connect(said.append)
    context.start(Draft("read it", files=(tmp_path / "missing",)))
    qtbot.waitUntil(lambda: _box(page).toPlainText() == "read it")
    assert "is no file" in said[0].title
    assert not list_runs()


def test_a_run_that_cannot_begin_comes_back_with_its_files(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a")
    draft = Draft("read it", Choices(f"replay:{tmp_path / 'missing'}"), "mousepad", (file,))
    context.start(draft)
    qtbot.waitUntil(lambda: _box(page).toPlainText() == "read it")
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    with qtbot.waitSignal(page.composer.drafted) as caught:
        qtbot.keyClick(_box(page), Qt.Key.Key_Return)
    assert caught.args == [draft]


def test_a_run_that_cannot_begin_changes_nothing_that_is_being_written(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    qtbot.keyClicks(_box(page), "my next task, half wri")
    context.start(Draft("read it", Choices(f"replay:{tmp_path / 'missing'}")))
    qtbot.waitUntil(lambda: "missing" in page.notice.words)
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    assert _box(page).toPlainText() == "my next task, half wri"
    _press(page, "Change the task")
    assert _box(page).toPlainText() == "read it"
    assert context.state.value.recent == ("my next task, half wri",)


@pytest.mark.parametrize("files", [(), (Path("/missing"),)], ids=["later", "at once"])
def test_a_task_that_starts_by_itself_takes_neither_page_nor_box(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path, files: tuple[Path, ...]
) -> None:
    draft = Draft("read it", Choices(f"replay:{tmp_path / 'missing'}"), files=files)
    qtbot.keyClicks(_box(page), "somebody wri")
    page.notice.inform("What somebody reads.")
    dialogs = context.background.failed
    quiet = qtbot.assertNotEmitted
    with quiet(context.page_wanted), quiet(dialogs), qtbot.waitSignal(context.missed) as missed:
        context.start_by_itself(draft, "Report")
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    assert _box(page).toPlainText() == "somebody wri"
    assert page.notice.words == "What somebody reads."
    assert missed.args is not None
    assert "The task Report" in missed.args[0]
    assert "missing" in missed.args[0]


def test_a_run_that_starts_by_itself_takes_neither_the_keyboard_nor_what_is_shown(
    qtbot: QtBot, context: Context, page: TaskPage, run: _Run, tmp_path: Path
) -> None:
    write_run(tmp_path / "other")
    page.show_run(tmp_path / "other")
    qtbot.waitUntil(lambda: page.model.folder == tmp_path / "other")
    page.activateWindow()
    page.steps.setFocus()
    context.start_by_itself(Draft("by itself"), "Report")
    qtbot.waitUntil(lambda: context.runner.state is not RunState.IDLE)
    assert page.steps.hasFocus()
    assert page.model.folder == tmp_path / "other"
    with qtbot.waitSignal(context.runner.stepped):
        run.started.set()
    assert page.model.folder == tmp_path / "other"
    _press(page, "Show it")
    qtbot.waitUntil(lambda: page.model.folder == run.folder)
    assert page.other.words == ""


def test_a_question_takes_the_keyboard_from_no_other_page(
    qtbot: QtBot, context: Context, run: _Run
) -> None:
    """A key that is being typed would be told to the agent."""
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    window.show_page("settings")
    settings = window.page
    assert isinstance(settings, SettingsPage)
    settings.search.setFocus()
    context.start_by_itself(Draft("by itself"), "Report")
    qtbot.waitUntil(lambda: context.runner.state is not RunState.IDLE)
    context.runner.inquired.emit(Pending("Which one?"))
    assert QApplication.focusWidget() is settings.search
    window.show_page("task")
    assert isinstance(QApplication.focusWidget(), TaskEdit)


def test_of_a_task_that_was_missed_the_window_tells_until_it_is_put_away(
    context: Context, page: TaskPage
) -> None:
    for words in ("mail did not start", "news did not start", "mail did not start"):
        context.missed.emit(words)
    page.notice.inform("The agent asks: Which one?")
    assert page.missed.words == "mail did not start\nnews did not start"
    page.missed.clear()
    context.missed.emit("mail did not start")
    assert page.missed.words == "mail did not start"


def test_a_kept_task_that_never_starts_is_told_each_time_and_stands_there_once(
    qtbot: QtBot, context: Context, page: TaskPage
) -> None:
    told: list[str] = []
    context.missed.connect(told.append)
    task = SavedTask(name="Report", text="read it", files=("/nowhere/report.ods",))
    for times in (1, 2):
        context.start_by_itself(task.filled({}), task.name)
        qtbot.waitUntil(lambda times=times: len(told) == times)
    assert told[0] == told[1] == page.missed.words
    assert page.missed.words.startswith("The task Report did not start: /nowhere/report.ods")


def test_while_a_run_goes_on_it_stays_in_reach_and_nothing_else_starts(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    write_run(tmp_path / "other")
    context.start(_draft(tmp_path))
    qtbot.waitUntil(lambda: page.model.rowCount() > 0)
    live = page.model.folder
    context.propose(Draft("another task"))
    assert _box(page).toPlainText() == "another task", "it waits"
    assert "Another task goes on" in page.notice.words
    context.show_run(tmp_path / "other")
    qtbot.waitUntil(lambda: page.model.folder == tmp_path / "other")
    _press(page, "Show it")
    qtbot.waitUntil(lambda: page.model.folder == live)
    rows = page.model.rowCount()
    qtbot.waitUntil(lambda: page.model.rowCount() > rows)
    indices = [page.model.step(row).index for row in range(page.model.rowCount())]
    assert indices == list(range(len(indices)))


def test_the_end_of_the_window_leaves_no_run_and_no_picture_of_it(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    context.start(_draft(tmp_path))
    qtbot.waitUntil(lambda: not page.live.image.isNull())
    context.runner.close()
    assert context.runner.state is RunState.IDLE
    assert not page.live.is_open


def test_a_kept_task_does_not_start_beside_another(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    saved = SavedPage(context)
    qtbot.addWidget(saved)
    context.start(_draft(tmp_path))
    qtbot.waitUntil(lambda: context.runner.state is not RunState.IDLE)
    saved.form.started.emit(SavedTask(name="n", text="something"))
    assert "Another task goes on" in saved.notice.words


def test_what_is_kept_from_the_history_replaces_no_task_of_its_name(
    qtbot: QtBot, context: Context
) -> None:
    context.saved.update(lambda tasks: tasks.with_task(SavedTask(name="Report", text="mine")))
    saved = SavedPage(context)
    qtbot.addWidget(saved)
    context.keep_task(Draft("Report"))
    saved.form.saved.emit(saved.form.task, saved.form.kept.name)
    assert [task.text for task in context.saved.value.tasks] == ["mine"]
    assert "already" in saved.notice.words


def _entries(folder: Path) -> list[Entry]:
    with orders.obeying(folder.name, Control()):
        return index.read_entries()


def test_a_run_that_goes_on_is_shown_as_one_and_never_deleted() -> None:
    folder = paths.runs_folder() / "20260102-030405-006-0a0b0c0d"
    write_run(folder, end=False)
    (entry,) = _entries(folder)
    assert outcome_words(entry) == "Working"
    with orders.obeying(folder.name, Control()), pytest.raises(JournalError, match="under way"):
        index.delete([folder])
    assert folder.is_dir()
    (entry,) = index.read_entries()
    assert outcome_words(entry) == "Interrupted"


def test_runs_are_found_by_their_program_and_their_outcome() -> None:
    write_run(paths.runs_folder() / "20260102-030405-006-0a0b0c0d")
    write_run(paths.runs_folder() / "20260102-030406-006-0a0b0c0d", end=False)
    model = RunsModel()
    model.show_entries(index.read_entries())
    model.search("finished", "all")
    assert model.rowCount() == 1
    model.search("interrupted save", "all")
    assert model.rowCount() == 1


def test_what_was_learned_goes_with_the_run_only_when_asked() -> None:
    from uitars_runtime.journal import read_run
    from uitars_runtime.memory.summary import summarise

    names = [f"2026010{day}-030405-006-0a0b0c0d" for day in (1, 2)]
    for name in names:
        write_run(paths.runs_folder() / name)
        store = EpisodeStore(memory_file())
        store.add(summarise(read_run(paths.runs_folder() / name)))
        store.close()
    index.delete([paths.runs_folder() / names[0]])
    assert _remembered() == set(names)
    index.delete([paths.runs_folder() / names[1]], learned=True)
    assert _remembered() == {names[0]}


def _remembered() -> set[str]:
    """The runs that anything is remembered of."""
    store = EpisodeStore(memory_file())
    try:
        return {source.run for stored in store.all() for source in stored.episode.sources}
    finally:
        store.close()


def test_a_task_that_was_not_done_is_at_hand_to_be_changed(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    recorded = record(tmp_path / "recorded", Finish("failure", "Nothing fits."))
    choices = Choices(f"replay:{recorded}", "sandbox:640x480")
    context.start(Draft("Tidy up", choices, files=(recorded / "run.json",)))
    qtbot.waitUntil(lambda: "Nothing fits." in page.notice.words)
    assert _box(page).toPlainText() == ""
    _press(page, "Change the task")
    assert _box(page).toPlainText() == "Tidy up"
    assert page.composer._choices.choices == choices
    assert page.composer._attached.files == (recorded / "run.json",)
    assert page.notice.words == ""


class _Run:
    """A run that gets on when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder = folder
        self.started, self.over = threading.Event(), threading.Event()
        head, steps = write_run(folder, (Wait(0),), end=False)

        def execute(*_parts: object, **_named: object) -> Iterator[RunStarted | Step]:
            self.started.wait()
            yield head
            yield from steps
            self.over.wait()

        monkeypatch.setattr("uitars_runtime.run.execute", execute)

    def end(self) -> None:
        self.started.set()
        self.over.set()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, page: TaskPage) -> Generator[_Run]:
    made = _Run(monkeypatch, paths.runs_folder() / "20260102-030406-006-0a0b0c0d")
    yield made
    made.end()


def _buttons(page: TaskPage) -> set[str]:
    """Those of the run that is shown."""
    return {button.text() for button in page.head.findChildren(QPushButton) if button.isVisible()}


def test_a_run_that_begins_while_another_is_looked_at_can_be_stopped(
    qtbot: QtBot, context: Context, page: TaskPage, run: _Run, tmp_path: Path
) -> None:
    write_run(tmp_path / "other")
    context.start(Draft("wait"))
    qtbot.waitUntil(lambda: "Stop" in _buttons(page))
    for _ in range(2):
        context.show_run(tmp_path / "other")
        qtbot.waitUntil(lambda: page.model.folder == tmp_path / "other")
        assert "Stop" not in _buttons(page)
        _press(page, "Show it")
        qtbot.waitUntil(lambda: "Stop" in _buttons(page))
        assert page.model.rowCount() == 0, "it is not started yet"
        assert page.notice.words == ""
    context.show_run(tmp_path / "other")
    qtbot.waitUntil(lambda: page.model.folder == tmp_path / "other")
    with qtbot.waitSignal(context.runner.stepped):
        run.started.set()
    assert page.model.folder == tmp_path / "other", "nobody asked for the new one"
    assert "Stop" not in _buttons(page)
    _press(page, "Show it")
    qtbot.waitUntil(lambda: page.model.folder == run.folder)
    assert "Stop" in _buttons(page)
    assert not page.evidence.isVisible()
    assert page.notice.words == "", "it is not cut off: it goes on"


def test_a_task_that_was_sent_while_a_run_had_begun_comes_back_whole(
    qtbot: QtBot, context: Context, page: TaskPage, run: _Run, tmp_path: Path
) -> None:
    """As from the small window, when the time of a kept task has come."""
    file = tmp_path / "a.txt"
    file.write_text("a")
    context.start_by_itself(Draft("by itself"), "Report")
    qtbot.waitUntil(lambda: context.runner.state is not RunState.IDLE)
    draft = Draft("a long text", Choices("nano", "sandbox"), "mousepad", (file,))
    context.start(draft)
    qtbot.waitUntil(lambda: _box(page).toPlainText() == draft.text)
    assert "Another task goes on" in page.notice.words
    run.end()
    qtbot.waitUntil(lambda: context.runner.state is RunState.IDLE)
    with qtbot.waitSignal(page.composer.drafted) as caught:
        qtbot.keyClick(_box(page), Qt.Key.Key_Return)
    assert caught.args == [draft]


def test_the_task_of_a_recorded_run_is_changed_and_not_the_one_that_was_started_last(
    qtbot: QtBot, context: Context, page: TaskPage
) -> None:
    folder = paths.runs_folder() / "20260102-030405-006-0a0b0c0d"
    head = msgspec.structs.replace(started(folder.name, "Tidy up"), asked=Asked(desktop="sandbox"))
    RunJournal.create(folder, head).end(ended(0, Ending.STUCK))
    context.draft = Draft("what was started this morning")
    page.show_run(folder)
    qtbot.waitUntil(lambda: bool(page.notice.words))
    _press(page, "Change the task")
    assert _box(page).toPlainText() == "Tidy up"
    assert page.composer._choices.choices == Choices(desktop="sandbox")
