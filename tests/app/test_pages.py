"""The pages beside the task: kept tasks, history, memory, models, settings."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from keyring.backends.fail import Keyring
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from helpers.episodes import episode
from helpers.fakes import frame
from uitars_app.context import Context
from uitars_app.history import index
from uitars_app.history.compare import CompareDialog, first_difference
from uitars_app.models import work
from uitars_app.pages.history import HistoryPage
from uitars_app.pages.memory import MemoryPage
from uitars_app.pages.models import ModelsPage
from uitars_app.pages.saved import SavedPage
from uitars_app.remembered import access
from uitars_app.saved.fill import FillDialog
from uitars_app.saved.scheduler import Scheduler
from uitars_app.saved.task import SavedTask, SavedTasks, check, open_saved_tasks
from uitars_app.state import open_state
from uitars_app.stored import Stored
from uitars_app.taskbox.request import Draft
from uitars_runtime import config, paths
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.journal import RunJournal, read_record, read_run
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.memory.store import Stored as Found
from uitars_runtime.memory.summary import summarise
from uitars_runtime.run_record import Ending, Judgement, Part, RunEnded, RunStarted
from uitars_runtime.types import Action, Click, Finish, Outcome, Point, Press, Proposal, Step, Task

SEEN = Judgement((Part("do it", 0, "it was done"),))


def record(
    task: str,
    *actions: Action,
    ending: Ending | None = Ending.FINISHED,
    judgement: Judgement = SEEN,
) -> Path:
    """A recorded run of this person."""
    folder = paths.new_run_folder()
    started = RunStarted(
        run=folder.name,
        task=Task(task),
        model="nano",
        dialect="uitars-nano",
        desktop="sandbox",
        policy="ask-on-risk",
        started="2026-01-01T10:00:00+00:00",
        version="0",
    )
    journal = RunJournal.create(folder, started)
    for number, action in enumerate(actions):
        proposal = Proposal(f"thought {number} about {task}", action, "")
        seen = journal.intend(number, proposal, frame(number))
        journal.append(Step(number, seen, proposal, None, Outcome(ok=True, text="")))
    if ending is not None:
        ended = RunEnded(ending, ending.exit_code, len(actions), 1.5, None, judgement=judgement)
        journal.end(ended)
    return folder


def until(qtbot: QtBot, holds: object) -> None:
    qtbot.waitUntil(holds)


# ------------------------------------------------------------------------------------- history


@pytest.fixture
def history(qtbot: QtBot, context: Context) -> HistoryPage:
    record("Write a letter", Click(Point(3, 4)), Finish())
    record("Pay the invoice", Press(("enter",)), ending=Ending.STOPPED)
    record("Sort the pictures", Click(Point(9, 9)), ending=None)
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.show()
    until(qtbot, lambda: page.model.rowCount() == 3)
    return page


def tasks(page: HistoryPage) -> list[str]:
    return [page.model.entry(row).task for row in range(page.model.rowCount())]


def test_runs_are_found_by_what_was_said_in_them(history: HistoryPage) -> None:
    assert tasks(history) == ["Sort the pictures", "Pay the invoice", "Write a letter"]
    history.search.setText("thought letter")
    assert tasks(history) == ["Write a letter"]
    history.search.setText("nothing like it")
    assert tasks(history) == []


def test_runs_are_filtered_by_how_they_ended(qtbot: QtBot, history: HistoryPage) -> None:
    record("Buy milk", Finish(), judgement=Judgement())
    history.reload()
    until(qtbot, lambda: history.model.total == 4)
    for outcome, found in (
        ("finished", ["Write a letter"]),
        ("unchecked", ["Buy milk"]),
        ("failed", ["Pay the invoice"]),
        ("interrupted", ["Sort the pictures"]),
    ):
        history.model.search("", outcome)  # type: ignore[arg-type]
        assert tasks(history) == found


def test_a_run_is_replayed_with_a_scrubber(qtbot: QtBot, history: HistoryPage) -> None:
    history.search.setText("letter")
    picture = history.replay.picture
    until(qtbot, lambda: picture.action == Click(Point(3, 4)) and not picture.image.isNull())
    history.replay.go_to(1)
    assert history.replay.position == 1
    until(qtbot, lambda: history.replay.picture.action == Finish())


def test_two_runs_are_compared(qtbot: QtBot, context: Context) -> None:
    one = read_record(record("same", Click(Point(1, 1)), Finish()))
    other = read_record(record("same", Click(Point(1, 1)), Press(("a",)), Finish()))
    assert first_difference(one.trajectory, other.trajectory) == 1
    assert first_difference(one.trajectory, one.trajectory) is None
    page = HistoryPage(context)
    qtbot.addWidget(page)
    dialog = CompareDialog(context, one, other, page)
    qtbot.addWidget(dialog)
    assert dialog.first.position == dialog.second.position == 1


@pytest.mark.parametrize("form", ["html", "osworld", "atif", "training"])
def test_a_run_is_exported(qtbot: QtBot, history: HistoryPage, tmp_path: Path, form: str) -> None:
    history.search.setText("letter")
    out = tmp_path / f"out-{form}"
    history.export_to(history.chosen[0].folder, form, out)
    until(qtbot, lambda: str(out) in history.notice.words)
    assert out.exists()


def test_deleted_runs_are_gone(qtbot: QtBot, history: HistoryPage) -> None:
    history.search.setText("letter")
    folder = history.chosen[0].folder
    history.delete([folder])
    until(qtbot, lambda: not folder.exists() and history.model.total == 2)


def test_nothing_can_be_done_with_the_last_run_once_it_is_deleted(
    qtbot: QtBot, history: HistoryPage
) -> None:
    again = next(b for b in history.findChildren(QPushButton) if b.text() == "Run again")
    assert again.isEnabled()
    history.delete([history.model.entry(row).folder for row in range(3)])
    until(qtbot, lambda: not history.model.total)
    assert not again.isEnabled()
    assert not again.isVisible()


def test_only_what_was_asked_about_is_deleted(qtbot: QtBot, history: HistoryPage) -> None:
    qtbot.keyClick(history.table, Qt.Key.Key_Delete)
    box = history.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    record("Buy milk", Finish())  # another run ends before the person answers
    history.reload()
    until(qtbot, lambda: history.model.total == 4)
    box.button(QMessageBox.StandardButton.Discard).click()
    until(qtbot, lambda: history.model.total == 3)
    assert tasks(history) == ["Buy milk", "Pay the invoice", "Write a letter"]


def test_a_task_of_a_run_can_be_kept(qtbot: QtBot, history: HistoryPage, context: Context) -> None:
    history.search.setText("letter")
    with qtbot.waitSignal(context.keep_wanted) as kept:
        context.keep_task(history.chosen[0].draft)
    assert kept.args == [Draft("Write a letter")]


def test_a_damaged_run_hides_no_other(qtbot: QtBot, context: Context) -> None:
    (record("broken") / "run.json").write_text("{", "utf-8")
    record("whole", Finish())
    assert [entry.task for entry in index.read_entries()] == ["whole"]


# ---------------------------------------------------------------------------------- kept tasks


def test_a_task_is_kept_and_changed(qtbot: QtBot, context: Context) -> None:
    page = SavedPage(context)
    qtbot.addWidget(page)
    page.propose(Draft("Send {Report} to {Boss}"))
    page.form.name.setText("Report")
    page.form.saved.emit(page.form.task, "")
    assert open_saved_tasks().value.tasks[0].places == ("Report", "Boss")
    page.form.name.setText("Weekly report")
    page.form.saved.emit(page.form.task, "Report")
    assert [task.name for task in open_saved_tasks().value.tasks] == ["Weekly report"]
    page.form.deleted.emit("Weekly report")
    assert open_saved_tasks().value.tasks == ()
    _back(page)
    page.form.saved.emit(page.form.task, "")
    assert [task.name for task in open_saved_tasks().value.tasks] == ["Weekly report"]


def test_what_was_changed_and_not_saved_is_not_lost_with_another_task(
    qtbot: QtBot, context: Context
) -> None:
    for name in ("Report", "Backup"):
        context.saved.update(lambda tasks: tasks.with_task(SavedTask(name=name, text="old")))  # noqa: B023
    page = SavedPage(context)
    qtbot.addWidget(page)
    page.show()
    page.list.setCurrentRow(1)
    assert page.notice.words == ""
    page.form.text.setPlainText("new")
    page.list.setCurrentRow(0)
    assert (page.form.name.text(), page.form.text.toPlainText()) == ("Report", "old")
    assert "Backup" in page.notice.words
    back = page.notice.findChildren(QPushButton)[0]
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert page.list.currentRow() == 1
    assert page.form.text.toPlainText() == "new"
    page.form.saved.emit(page.form.task, page.form.kept.name)
    assert [task.text for task in context.saved.value.tasks] == ["old", "new"]
    assert page.notice.words == "Saved."
    page.list.setCurrentRow(0)
    assert page.notice.words == "Saved."


def test_places_are_filled_in_before_the_start(qtbot: QtBot, context: Context) -> None:
    page = SavedPage(context)
    qtbot.addWidget(page)
    dialog = FillDialog(SavedTask(name="r", text="Send {Report} to {Boss}, {Boss}!"), page)
    qtbot.addWidget(dialog)
    drafts: list[Draft] = []
    dialog.filled.connect(drafts.append)
    dialog.fields["Report"].setText("the figures")
    dialog._try()
    assert drafts == []
    dialog.fields["Boss"].setText("Ada")
    dialog._try()
    assert [draft.text for draft in drafts] == ["Send the figures to Ada, Ada!"]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (SavedTask(name=" ", text="x"), "name is empty"),
        (SavedTask(name="x", text=""), "task is empty"),
        (SavedTask(name="x", text="y", schedule="every day"), "is not a schedule"),
        (SavedTask(name="x", text="y", schedule="30 0 9 * * *"), "is not a schedule"),
        (SavedTask(name="x", text="{Y}", schedule="0 8 * * *"), "cannot ask for Y"),
    ],
)
def test_what_cannot_be_kept_is_said(task: SavedTask, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        check(task)


def test_files_are_kept_with_a_task_and_shown(
    qtbot: QtBot, context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, letter = tmp_path / "R&D table.csv", tmp_path / "letter.txt"
    page = SavedPage(context)
    qtbot.addWidget(page)
    page.show()
    page.propose(Draft("Send it", files=(table, letter)))
    chips = {button.toolTip(): button for button in page.form.files.findChildren(QPushButton)}
    assert [button.text() for button in chips.values()] == ["R&&D table.csv", "letter.txt"]
    (tip,) = [tip for tip in chips if str(letter) in tip]
    qtbot.waitUntil(chips[tip].isVisible)
    chips[tip].click()
    page.form.saved.emit(page.form.task, "")
    (kept,) = open_saved_tasks().value.tasks
    assert kept.filled({}) == Draft("Send it", files=(table,))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(letter), str(table)], ""))
    add = next(b for b in page.form.findChildren(QPushButton) if b.text() == "Add files…")
    add.click()
    assert page.form.task.files == (str(table), str(letter))
    page.form.show_task(kept)
    page.propose(Draft("Another"))
    assert page.form.task.files == ()
    assert not page.form.files.isVisible()
    page.list.setCurrentRow(0)
    assert page.form.task == kept


def test_of_a_kept_file_that_is_gone_the_start_says_so(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    page = SavedPage(context)
    qtbot.addWidget(page)
    gone = tmp_path / "table.csv"
    said: list[UitarsError] = []
    drafts: list[Draft] = []
    context.background.failed.connect(said.append)
    context.draft_wanted.connect(drafts.append)
    task = SavedTask(name="Report", text="Send it", files=(str(gone),))
    page.form.started.emit(task)
    qtbot.waitUntil(lambda: bool(drafts))
    assert drafts == [task.filled({})], "it waits in the task box, to be started without the file"
    assert [error.title for error in said] == [
        f"The task Report did not start: {gone} is no file any more."
    ]
    assert "moved or deleted" in said[0].hint


def test_of_a_kept_file_that_cannot_be_looked_at_the_start_says_so(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    said: list[UitarsError] = []
    context.background.failed.connect(said.append)
    barred = tmp_path / ("x" * 300)  # the system refuses it, as it does in another's folder
    context.start(SavedTask(name="Report", text="Send it", files=(str(barred),)).filled({}))
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].title == f"{barred} cannot be read: File name too long."


class Clock:
    """Set in local time, read in UTC."""

    def __init__(self, text: str) -> None:
        self.now = datetime.fromisoformat(text)

    def __call__(self) -> datetime:
        return self.now.astimezone(UTC)


def scheduled(
    *others: SavedTask,
    at: str = "2026-11-20T08:00:00",
    locked: bool = False,
    going: Callable[[], str | None] = lambda: None,
) -> tuple[Scheduler, list[str], Clock]:
    tasks = open_saved_tasks()
    mail = SavedTask(name="mail", text="x", schedule="30 8 * * 1-5")
    tasks.update(lambda _: SavedTasks((mail, *others)))
    clock = Clock(at)  # a Friday, where nothing else is said
    return *watched(tasks, clock, going, locked=locked), clock


def watched(
    tasks: Stored[SavedTasks],
    clock: Clock,
    going: Callable[[], str | None] = lambda: None,
    *,
    locked: bool = False,
) -> tuple[Scheduler, list[str]]:
    scheduler = Scheduler(tasks, open_state(), going, lambda tell: tell(locked), now=clock)
    told: list[str] = []
    scheduler.due.connect(lambda task: told.append(task.name))
    scheduler.missed.connect(lambda task, why: told.append(f"{task.name} {why}"))
    return scheduler, told


def test_a_task_starts_when_its_time_comes_and_once(qapp: object) -> None:
    scheduler, told, clock = scheduled()
    for minute in (10, 29, 30, 31, 59):
        clock.now = clock.now.replace(minute=minute)
        scheduler.look()
    assert told == ["mail"]
    clock.now = datetime.fromisoformat("2026-11-21T23:00:00")  # Saturday
    scheduler.look()
    assert told == ["mail"]
    scheduler.close()


def test_a_clock_set_back_starts_nothing_twice(qapp: object) -> None:
    scheduler, told, clock = scheduled()
    for text in ("08:31", "08:00", "08:31"):
        clock.now = datetime.fromisoformat(f"2026-11-20T{text}:00")
        scheduler.look()
    assert told == ["mail"]
    scheduler.close()


def test_a_clock_that_was_far_ahead_holds_nothing_up(qapp: object) -> None:
    scheduler, told, clock = scheduled()
    for text in ("2036-11-22T00:00", "2026-11-20T08:00", "2026-11-20T08:31"):
        clock.now = datetime.fromisoformat(text)
        told.clear()
        scheduler.look()
    assert told == ["mail"]
    scheduler.close()


def test_a_clock_that_was_ahead_at_the_start_loses_no_task(qapp: object) -> None:
    """As on a computer that is shared with Windows, until it hears of the right time."""
    scheduler, told, clock = scheduled(at="2026-11-20T09:05")
    for text in ("08:05", "08:29", "08:31"):
        clock.now = datetime.fromisoformat(f"2026-11-20T{text}")
        scheduler.look()
    assert told == ["mail"]
    scheduler.close()


@pytest.mark.parametrize("schedule", ["0 2 * * *", "30 2 * * *"])
@pytest.mark.usefixtures("qapp", "europe")
def test_what_falls_into_the_hour_that_spring_leaves_out_starts_after_it(schedule: str) -> None:
    night = SavedTask(name="night", text="y", schedule=schedule)
    scheduler, told, clock = scheduled(night, at="2026-03-29T01:59:50")
    for text in ("03:00:10", "03:31"):
        clock.now = datetime.fromisoformat(f"2026-03-29T{text}")
        scheduler.look()
        assert told == ["night"], "at once, and once"
    scheduler.close()


@pytest.mark.usefixtures("qapp", "europe")
def test_in_autumn_what_is_daily_starts_once_and_what_is_hourly_in_both_hours() -> None:
    night = SavedTask(name="night", text="y", schedule="30 2 * * *")
    hourly = SavedTask(name="hourly", text="y", schedule="30 * * * *")
    scheduler, told, clock = scheduled(night, hourly, at="2026-10-25T00:29+00:00")
    for text in ("00:31", "01:10", "01:31", "02:00"):
        clock.now = datetime.fromisoformat(f"2026-10-25T{text}+00:00")
        scheduler.look()
    assert told == ["night", "hourly", "hourly"]
    scheduler.close()


@pytest.mark.usefixtures("qapp")
def test_who_travels_need_not_start_the_assistant_again(europe: pytest.MonkeyPatch) -> None:
    noon = SavedTask(name="noon", text="y", schedule="0 12 * * *")
    scheduler = Scheduler(open_saved_tasks(), open_state(), lambda: None, lambda tell: tell(False))
    europe.setenv("TZ", "JST-9")
    scheduler.look()
    assert noon.next_start(datetime(2026, 11, 20, tzinfo=UTC)) == datetime(
        2026, 11, 20, 3, tzinfo=UTC
    )
    scheduler.close()


@pytest.mark.parametrize("why", ["locked", "busy"])
def test_a_time_that_passes_at_a_bad_moment_is_missed(qapp: object, why: str) -> None:
    scheduler, told, clock = scheduled(
        locked=why == "locked", going=lambda: "" if why == "busy" else None
    )
    clock.now = clock.now.replace(minute=35)
    scheduler.look()
    assert told == [f"mail {why}"]
    scheduler.close()


def test_what_comes_due_together_starts_one_after_the_other(qapp: object) -> None:
    others = [SavedTask(name=name, text="y", schedule="*/30 8 * * *") for name in ("news", "gone")]
    goes_on: list[str] = []
    scheduler, told, clock = scheduled(*others, going=lambda: next(iter(goes_on), None))
    for minute in (31, 32, 33):
        clock.now = clock.now.replace(minute=minute)
        scheduler.look()
        assert told == ["mail"], "one at a time, and none is missed"
        goes_on = told
    scheduler._tasks.update(lambda tasks: tasks.without("gone"))
    goes_on = []
    scheduler.look()
    assert told == ["mail", "news"]
    scheduler.look()
    assert told == ["mail", "news"], "and each once; what was deleted meanwhile does not start"
    scheduler.close()


def test_a_task_does_not_wait_for_itself(qapp: object) -> None:
    often = SavedTask(name="often", text="y", schedule="*/10 8 * * *")
    scheduler, told, clock = scheduled(often, going=lambda: next(iter(told), None))
    for minute in (11, 21):
        clock.now = clock.now.replace(minute=minute)
        scheduler.look()
    assert told == ["often", "often busy"]
    scheduler.close()


def test_a_person_s_run_is_not_taken_for_the_one_that_started_before_it(qapp: object) -> None:
    person: list[str] = []
    news = SavedTask(name="news", text="y", schedule="0 9 * * *")
    scheduler, told, clock = scheduled(news, going=lambda: next(iter(person), None))
    for hour, minute, runs in ((8, 31, []), (8, 55, [""]), (9, 1, [""]), (14, 0, [])):
        person[:] = runs
        clock.now = clock.now.replace(hour=hour, minute=minute)
        scheduler.look()
    assert told == ["mail", "news busy"]
    scheduler.close()


def test_what_passed_while_the_computer_slept_is_missed(qapp: object) -> None:
    hourly = SavedTask(name="hourly", text="y", schedule="15 * * * *")
    scheduler, told, clock = scheduled(hourly)
    clock.now = clock.now.replace(hour=17, minute=20)
    scheduler.look()
    assert told == ["mail late", "hourly"]
    scheduler.close()


def test_nobody_who_opens_the_computer_late_is_taken_by_surprise(qapp: object) -> None:
    scheduler, told, clock = scheduled()
    clock.now = clock.now.replace(minute=50)  # it slept at 08:30
    scheduler.look()
    assert told == ["mail late"]
    scheduler.close()


def test_what_passed_while_the_assistant_was_off_is_told_and_not_made_up_for(qapp: object) -> None:
    scheduler, told, clock = scheduled()

    def start_again() -> None:
        """As after a crash: nothing is written at the end."""
        nonlocal scheduler, told
        scheduler.close()
        scheduler, told = watched(open_saved_tasks(), clock)
        scheduler.catch_up()
        scheduler.look()

    scheduler.catch_up()
    assert told == [], "at a first start nothing was missed"
    clock.now = clock.now.replace(minute=31)
    scheduler.look()
    assert told == ["mail"]
    clock.now = datetime.fromisoformat("2026-11-23T08:00:00")  # Monday
    start_again()
    assert told == [], "what was started is not missed"
    clock.now = clock.now.replace(minute=40)
    start_again()
    assert told == ["mail off"], "however little too late"
    start_again()
    assert told == [], "once"
    scheduler.close()


@pytest.mark.parametrize("asked", [True, False])
def test_what_waits_for_its_turn_at_the_end_is_told_at_the_next_start(
    qapp: object, asked: bool
) -> None:
    """Or for the desktop to say whether it is locked."""
    news = SavedTask(name="news", text="y", schedule="30 8 * * 1-5")
    scheduler, told, clock = scheduled(news)
    if not asked:
        scheduler._locked = lambda tell: None
    clock.now = clock.now.replace(minute=31)
    scheduler.look()
    for missed in (["news ended"] if asked else ["mail ended", "news ended"], []):
        scheduler.close()
        scheduler, told = watched(open_saved_tasks(), clock)
        scheduler.catch_up()
        assert told == missed
    scheduler.close()


def test_without_schedules_a_start_writes_nothing(qapp: object) -> None:
    scheduler, _ = watched(open_saved_tasks(), Clock("2026-11-20T08:00:00"))
    scheduler.catch_up()
    assert not (paths.state_folder() / "app.json").exists()
    scheduler.close()


def test_a_schedule_that_is_new_has_missed_nothing(qapp: object) -> None:
    scheduler, told, clock = scheduled()
    scheduler.catch_up()
    clock.now = clock.now.replace(hour=21)
    scheduler.close()
    tasks = open_saved_tasks()
    scheduler, told = watched(tasks, clock)
    noon = SavedTask(name="noon", text="y", schedule="0 12 * * *")
    tasks.update(lambda kept: kept.with_task(noon))
    scheduler.close()
    scheduler, told = watched(open_saved_tasks(), clock)
    scheduler.catch_up()
    assert told == []
    scheduler.close()


def test_only_a_task_with_a_schedule_says_that_it_starts_by_itself(
    qtbot: QtBot, context: Context
) -> None:
    page = SavedPage(context)
    qtbot.addWidget(page)
    page.show()
    assert not page.form.enabled.isVisible()
    page.form.picker.show_schedule("30 8 * * 1-5")
    assert page.form.enabled.isVisible()
    assert page.form.enabled.isChecked()


# -------------------------------------------------------------------------------------- memory


def test_of_an_empty_memory_nothing_can_be_exported(qtbot: QtBot, context: Context) -> None:
    page = MemoryPage(context)
    qtbot.addWidget(page)
    page.show()
    until(qtbot, lambda: not context.background.busy)
    assert not page._export.isEnabled()
    with closing(EpisodeStore(memory_file())) as store:
        store.add([episode("Write a letter")])
    page.reload()
    until(qtbot, page._export.isEnabled)


@pytest.fixture
def memory(qtbot: QtBot, context: Context) -> MemoryPage:
    run = read_run(record("Write a letter to Ann", Click(Point(1, 1)), Finish()))
    store = EpisodeStore(memory_file())
    store.add(summarise(run))
    store.close()
    page = MemoryPage(context)
    qtbot.addWidget(page)
    page.show()
    until(qtbot, lambda: page.list.count() > 0)
    return page


def test_what_is_remembered_is_corrected_and_searched(qtbot: QtBot, memory: MemoryPage) -> None:
    memory.form.intention.setText("Write a letter to Ben")
    memory.form.fact.setText("Ben lives in Oslo")
    memory.form._emit_saved()
    until(qtbot, lambda: bool(memory.notice.words))
    store = EpisodeStore(memory_file())
    kept = [stored.episode for stored in store.all()]
    store.close()
    assert "Write a letter to Ben" in {episode.intention for episode in kept}
    assert "Ben lives in Oslo" in {fact.text for episode in kept for fact in episode.facts}
    memory.search.setText("letter to Ben")
    until(qtbot, lambda: memory.list.count() > 0)


def test_what_is_being_written_stays_when_the_memory_is_read_again(
    qtbot: QtBot, memory: MemoryPage
) -> None:
    """It is, whenever the page is shown."""
    memory.form.intention.setText("Write a letter to Ben")
    memory.list.clear()
    memory.hide()
    memory.show()
    until(qtbot, lambda: memory.list.currentRow() >= 0)
    assert memory.form.intention.text() == "Write a letter to Ben"


def _back(page: MemoryPage | ModelsPage | SavedPage) -> None:
    buttons = page.notice.findChildren(QPushButton)
    next(button for button in buttons if button.text() == "Back to it").click()


def test_what_is_written_in_an_episode_and_not_saved_is_not_lost(
    qtbot: QtBot, memory: MemoryPage
) -> None:
    run = read_run(record("Pay the rent", Click(Point(1, 1)), Finish()))
    store = EpisodeStore(memory_file())
    store.add(summarise(run))
    store.close()
    count = memory.list.count()
    memory.reload()
    until(qtbot, lambda: memory.list.count() > count)
    form, row = memory.form, memory.list.currentRow()
    form.intention.setText("Write a letter to Ben")
    form.fact.setText("Ben lives in Oslo")
    memory.list.setCurrentRow(1 - row)
    assert (form.intention.text(), form.fact.text()) == ("Pay the rent", "")
    _back(memory)
    assert memory.list.currentRow() == row
    assert form.intention.text() == "Write a letter to Ben"
    form._emit_saved()
    until(qtbot, lambda: memory.notice.words == "Saved.")
    until(qtbot, lambda: not memory._context.background.busy)
    memory.list.setCurrentRow(1 - memory.list.currentRow())
    assert memory.notice.words == "Saved.", "what is saved is not offered again"
    store = EpisodeStore(memory_file())
    facts = [fact.text for stored in store.all() for fact in stored.episode.facts]
    store.close()
    assert facts.count("Ben lives in Oslo") == 1


def test_what_is_forgotten_is_gone(qtbot: QtBot, memory: MemoryPage) -> None:
    before = memory.list.count()
    forget = next(b for b in memory.form.findChildren(QPushButton) if b.text() == "Forget")
    for answer in (QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard):
        assert memory.list.count() == before, "without a yes nothing is"
        forget.click()
        box = memory.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        assert "Write a letter to Ann" in box.text()
        box.button(answer).click()
        until(qtbot, lambda: not (memory._context.background.busy or _asked(memory)))
    assert memory.list.count() == before - 1


def _asked(page: MemoryPage) -> bool:
    return page.findChild(QMessageBox) is not None


def test_what_an_earlier_search_found_takes_no_later_ones_place(
    qtbot: QtBot, memory: MemoryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first search opens what all others use."""
    find, held = access.episodes, threading.Event()
    sought: list[str] = []

    def episodes(words: str) -> tuple[list[Found], int]:
        sought.append(words)
        if words:
            held.wait()
        return find(words)

    monkeypatch.setattr(access, "episodes", episodes)
    before = memory.list.count()
    memory.search.setText("nothing like it")
    until(qtbot, lambda: sought == ["nothing like it"])
    memory.search.clear()
    until(qtbot, lambda: len(sought) == 2)
    held.set()
    until(qtbot, lambda: not memory._context.background.busy)
    assert memory.list.count() == before


# -------------------------------------------------------------------------------------- models


@pytest.fixture
def models(qtbot: QtBot, context: Context) -> ModelsPage:
    page = ModelsPage(context)
    qtbot.addWidget(page)
    page.show()
    until(qtbot, lambda: len(page.local.cards) == 1)
    return page


def test_the_embedded_model_is_tested_by_what_it_sees(qtbot: QtBot, models: ModelsPage) -> None:
    card = models.local.cards[0]
    card.test.click()
    qtbot.waitUntil(lambda: "3" in card.result.text())
    assert card.result.text().startswith("Clicked 3 of 3")


def test_a_new_server_takes_no_other_ones_place(models: ModelsPage) -> None:
    form = models.form
    for served in ("first", "second"):
        models._add.click()
        form.name.setText("Lab")
        form.kind.setCurrentText("llama-server")
        form._fill_address()
        form.model.setEditText(served)
        form._keep()
    kept = json.loads((paths.config_folder() / "servers.json").read_text("utf-8"))
    assert [server["model"] for server in kept["servers"]] == ["first"]
    assert "already" in models.notice.words


def test_a_key_is_kept_for_a_server_that_is_saved_only(
    qtbot: QtBot, models: ModelsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[str, str]] = []
    monkeypatch.setattr(work, "keep_key", lambda url, secret: kept.append((url, secret)))
    form = models.form
    for url, key in (("http://127.0.0.1:1/v1", "first"), ("http://127.0.0.1:2/v1", "second")):
        models._add.click()
        form.name.setText("Lab")
        form.url.setText(url)
        form.model.setEditText("Qwen3-VL-8B")
        form.key.setText(key)
        form._keep()
    assert "already" in models.notice.words
    assert form.key.text() == "second", "it is still there to be saved under another name"
    until(qtbot, lambda: bool(kept) and not models._context.background.busy)
    assert kept == [("http://127.0.0.1:1/v1", "first")]
    form.name.setText("Home")
    form._keep()
    assert form.key.text() == ""
    until(qtbot, lambda: len(kept) == 2)
    assert not form.changed


def test_a_key_that_no_keyring_takes_waits_in_its_field(
    qtbot: QtBot, models: ModelsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keyring.core._keyring_backend", Keyring())
    form = models.form
    form.name.setText("Lab")
    form.url.setText("http://127.0.0.1:1/v1")
    form.model.setEditText("Qwen3-VL-8B")
    form.key.setText("first")
    form._keep()
    until(qtbot, lambda: "keyring" in models.notice.words)
    assert models.notice.words == (
        "There is no keyring to keep the key in. Unlock or install one (GNOME Keyring, KWallet)."
    )
    assert form.key.text() == "first"
    assert form.changed


def test_a_server_is_kept_without_its_key_and_used(models: ModelsPage) -> None:
    form = models.form
    form.name.setText("Lab")
    form.kind.setCurrentText("llama-server")
    form._fill_address()
    form.model.setEditText("Qwen3-VL-8B")
    form._keep()
    kept = json.loads((paths.config_folder() / "servers.json").read_text("utf-8"))
    assert kept["servers"][0]["base_url"] == "http://127.0.0.1:8080/v1"
    assert "key" not in kept["servers"][0]
    form.wanted.emit(form.server)
    settings = config.load(environment={})
    assert (settings.model, settings.base_url) == ("openai/Qwen3-VL-8B", "http://127.0.0.1:8080/v1")


def test_what_is_written_of_a_server_and_not_saved_is_not_lost(models: ModelsPage) -> None:
    form = models.form
    for name in ("Lab", "Home"):
        models._add.click()
        form.name.setText(name)
        form.kind.setCurrentText("llama-server")
        form._fill_address()
        form.model.setEditText("Qwen3-VL-8B")
        form._keep()
    assert models.notice.words == "Saved."
    form.model.setEditText("another")
    models.list.setCurrentRow(0)
    assert (form.name.text(), form.model.currentText()) == ("Lab", "Qwen3-VL-8B")
    _back(models)
    assert models.list.currentRow() == 1
    assert (form.name.text(), form.model.currentText()) == ("Home", "another")


def test_a_key_that_is_not_saved_comes_back_and_lies_nowhere(
    models: ModelsPage, context: Context
) -> None:
    form = models.form
    for name in ("Lab", "Home"):
        models._add.click()
        form.name.setText(name)
        form.model.setEditText("Qwen3-VL-8B")
        form._keep()
    form.key.setText("sk-not-saved")
    models.list.setCurrentRow(0)
    assert form.key.text() == ""
    assert "Home" in models.notice.words
    _back(models)
    assert (form.name.text(), form.key.text()) == ("Home", "sk-not-saved")
    models._add.click()
    assert form.key.text() == "", "a new server has no key of another"
    _back(models)
    assert form.key.text() == "sk-not-saved"
    context.state.change(running="")
    kept = [file for file in paths.config_folder().parent.rglob("*") if file.is_file()]
    assert kept
    assert not [file for file in kept if b"sk-not-saved" in file.read_bytes()]
    form.key.clear()
    assert not form.changed


@pytest.mark.parametrize("url", ["http://example.org/v1", "ftp://x", "no url"])
def test_an_address_that_shows_the_screen_to_others_is_refused(
    models: ModelsPage, url: str
) -> None:
    form = models.form
    form.name.setText("Far")
    form.model.setEditText("x")
    form.url.setText(url)
    form._keep()
    assert form.said.text()
    assert not (paths.config_folder() / "servers.json").exists()


def test_a_model_that_is_no_model_is_said(qtbot: QtBot, models: ModelsPage, tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(b"nothing")
    models.local.bring_in(tmp_path / "m.gguf")
    until(qtbot, lambda: "no GGUF file" in models.notice.words)


def test_times_are_said_in_the_persons_own_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert index.read_entry(record("x", Finish())).when == "2026-01-01 18:00"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("kind", [HistoryPage, MemoryPage, ModelsPage])
def test_a_page_that_is_shown_again_says_no_more_what_was_mended(
    qtbot: QtBot, context: Context, kind: type[HistoryPage | MemoryPage | ModelsPage]
) -> None:
    settings, store = paths.config_folder() / "config.toml", memory_file()
    for broken in (settings, store):
        broken.parent.mkdir(parents=True, exist_ok=True)
        broken.write_text("no settings, no memory " * 100)
    page = kind(context)
    qtbot.addWidget(page)
    page.show()
    until(qtbot, lambda: bool(page.notice.words))
    for broken in (settings, store):
        broken.unlink()
    page.hide()
    page.show()
    until(qtbot, lambda: not context.background.busy)
    assert page.notice.words == ""
