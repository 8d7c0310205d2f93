"""Picking a schedule: what is picked, what crontab says of it, and the next starts."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QTime
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.pages.saved import SavedPage
from uitars_app.saved.form import TaskForm
from uitars_app.saved.picker import SchedulePicker
from uitars_app.saved.task import SavedTask
from uitars_app.saved.when import HOURS, KINDS, When, read, starts
from uitars_app.widgets.room import clipped
from uitars_app.window import MainWindow

FRIDAY = datetime.fromisoformat("2026-11-20T10:00:00")


@pytest.mark.parametrize(
    ("when", "schedule", "first"),
    [
        (When("daily", 8, 30), "30 8 * * *", "2026-11-21 08:30"),
        (When("weekdays", 8, 30), "30 8 * * 1-5", "2026-11-23 08:30"),
        (When("days", 7, 0, days=(6, 7)), "0 7 * * 6,7", "2026-11-21 07:00"),
        (When("hours", minute=15, every=4), "15 */4 * * *", "2026-11-20 12:15"),
        (When("hours", minute=15), "15 * * * *", "2026-11-20 10:15"),
        (When("cron", cron=" 0 0 1 * *"), "0 0 1 * *", "2026-12-01 00:00"),
    ],
)
def test_what_is_picked_starts_when_it_says(when: When, schedule: str, first: str) -> None:
    assert when.schedule == schedule
    times = starts(schedule, FRIDAY)
    assert len(times) == 5
    assert times == sorted(times)
    assert f"{times[0]:%Y-%m-%d %H:%M}" == first


@pytest.mark.usefixtures("europe")
@pytest.mark.parametrize(
    ("schedule", "after", "first"),
    [
        ("30 2 * * *", "2026-03-29T00:00", "03-29 03:00 03-30 02:30"),
        ("30 * * * *", "2026-03-29T01:00", "03-29 01:30 03-29 03:30"),
        ("30 2 * * *", "2026-10-25T00:00", "10-25 02:30 10-26 02:30"),
        ("30 2 * * *", "2026-10-25T01:10+00:00", "10-26 02:30 10-27 02:30"),
        ("30 * * * *", "2026-10-25T02:00", "10-25 02:30 10-25 02:30"),
    ],
)
def test_it_starts_at_times_that_there_are(schedule: str, after: str, first: str) -> None:
    times = starts(schedule, datetime.fromisoformat(after), 2)
    assert " ".join(f"{at:%m-%d %H:%M}" for at in times) == first


@given(
    kind=st.sampled_from(("daily", "weekdays", "days")),
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    days=st.sets(st.integers(1, 7), min_size=1, max_size=6),
)
def test_what_was_picked_is_shown_again(kind: str, hour: int, minute: int, days: set[int]) -> None:
    chosen = tuple(sorted(days)) if kind == "days" else ()
    when = When(kind, hour, minute, days=chosen)  # type: ignore[arg-type]
    assert read(when.schedule) == when
    assert starts(when.schedule, FRIDAY)


@pytest.mark.parametrize("every", HOURS)
def test_distances_divide_a_day(every: int) -> None:
    times = starts(When("hours", minute=5, every=every).schedule, FRIDAY)
    assert {(later - one).seconds for one, later in pairwise(times)} == {3600 * every}
    assert read(When("hours", minute=5, every=every).schedule).every == every


@pytest.mark.parametrize(
    "text", ["0 0 1 * *", "*/7 * * * *", "5 */5 * * *", "99 8 * * *", "nonsense"]
)
def test_what_cannot_be_picked_stays_as_it_is_written(text: str) -> None:
    assert read(text) == When("cron", cron=text)
    assert read(text).schedule == text


def test_the_picker_shows_the_next_five_starts(qtbot: QtBot) -> None:
    picker = SchedulePicker()
    qtbot.addWidget(picker)
    picker.show()
    assert not picker.next.isVisible()
    picker.kind.setCurrentIndex(KINDS.index("weekdays"))
    picker.time.setTime(QTime(8, 30))
    assert picker.schedule == "30 8 * * 1-5"
    assert picker.next.text().count("08:30") == 5
    assert not picker.cron.isVisible()
    picker.kind.setCurrentIndex(KINDS.index("days"))
    assert "at least one day" in picker.next.text()
    picker.days[2].setChecked(True)
    assert picker.schedule == "30 8 * * 3"


def test_a_picker_that_is_shown_again_knows_that_time_went_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [FRIDAY]
    monkeypatch.setattr(
        "uitars_app.saved.picker.starts", lambda schedule, _now: starts(schedule, now[0])
    )
    made = SchedulePicker()
    qtbot.addWidget(made)
    made.show_schedule("30 8 * * *")
    made.show()
    assert "2026-11-21" in made.next.text()
    made.hide()
    now[0] += timedelta(days=2)
    made.show()
    assert "2026-11-21" not in made.next.text()


@pytest.mark.parametrize("schedule", ["", "30 8 * * 1-5", "0 */6 * * *", "1 2 3 4 *"])
def test_a_kept_task_keeps_its_schedule(qtbot: QtBot, context: Context, schedule: str) -> None:
    form = TaskForm(context)
    qtbot.addWidget(form)
    task = SavedTask(name="x", text="y", schedule=schedule)
    form.show_task(task)
    assert form.task.schedule == schedule


def test_a_schedule_without_its_days_or_fields_is_not_kept(qtbot: QtBot, context: Context) -> None:
    form = TaskForm(context)
    qtbot.addWidget(form)
    form.show_task(SavedTask(name="x", text="y"))
    save = next(one for one in form.findChildren(QPushButton) if one.text() == "Save")
    for kind, finish in (
        ("days", lambda: form.picker.days[2].setChecked(True)),
        ("cron", lambda: form.picker.cron.setText("0 9 * * *")),
    ):
        form.picker.kind.setCurrentIndex(KINDS.index(kind))
        assert not save.isEnabled()
        finish()
        assert save.isEnabled()
        assert form.task.schedule


def test_at_the_least_size_of_the_window_a_kept_task_is_whole(
    qtbot: QtBot, context: Context
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.resize(window.minimumSize())
    window.show_page("saved")
    window.show()
    page = window.page
    assert isinstance(page, SavedPage)
    page.form.show_task(SavedTask(name="x", text="y", schedule="0 9 * * 1,3"))
    qtbot.wait(50)
    assert page.form.text.height() >= page.form.text.minimumHeight()
    assert clipped(page) == []
    area = page.form.findChild(QScrollArea)
    assert area is not None
    assert area.widget().width() <= area.viewport().width()
    last = page.form.picker.days[-1]
    assert last.width() >= last.sizeHint().width()
