"""Picks when a task starts by itself, and shows the next times; what it means is in when.py."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

from uitars_app.saved.when import HOURS, KINDS, When, read, starts
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import label
from uitars_app.widgets.wheel import leave_wheel

_ROW = 4
"""Days side by side: all seven are wider than the place for them may be."""


class SchedulePicker(QWidget):
    """One line to pick from, and below it the next five starts."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kind = QComboBox()
        self.every = QComboBox()
        self.time = QTimeEdit()
        self.minute = QTimeEdit()
        self.days = [QCheckBox(QLocale().dayName(day, QLocale.FormatType.ShortFormat))
                     for day in range(1, 8)]  # fmt: skip
        self.cron = QLineEdit()
        self.next = label(kind="muted", wraps=True)
        self._lay_out()
        self._connect()
        self._show_fields()

    @property
    def schedule(self) -> str:
        """As it is kept."""
        return self._when.schedule

    @property
    def is_open(self) -> bool:
        """Whether something is left to pick before it says when."""
        when = self._when
        return when.kind != "hand" and not when.schedule

    def show_schedule(self, schedule: str) -> None:
        """Show a kept schedule."""
        when = read(schedule)
        self.kind.setCurrentIndex(KINDS.index(when.kind))
        self.every.setCurrentIndex(self.every.findData(when.every))
        self.time.setTime(QTime(when.hour, when.minute))
        self.minute.setTime(QTime(0, when.minute))
        for number, box in enumerate(self.days, start=1):
            box.setChecked(number in when.days)
        self.cron.setText(when.cron)
        self._show_fields()

    @property
    def _when(self) -> When:
        kind = KINDS[self.kind.currentIndex()]
        time = self.minute.time() if kind == "hours" else self.time.time()
        return When(
            kind=kind,
            hour=time.hour(),
            minute=time.minute(),
            every=int(self.every.currentData()),
            days=tuple(number for number, box in enumerate(self.days, 1) if box.isChecked()),
            cron=self.cron.text(),
        )

    def _lay_out(self) -> None:
        words = {
            "hand": self.tr("Only when I start it"),
            "hours": self.tr("Every few hours"),
            "daily": self.tr("Every day"),
            "weekdays": self.tr("Monday to Friday"),
            "days": self.tr("On certain days"),
            "cron": self.tr("As in crontab (for experts)"),
        }
        for kind in KINDS:
            self.kind.addItem(words[kind], kind)
        for hours in HOURS:
            several = self.tr("every {0} hours").format(hours)
            self.every.addItem(self.tr("every hour") if hours == 1 else several, hours)
        self.time.setDisplayFormat("HH:mm")
        self.minute.setDisplayFormat("mm")
        self.cron.setPlaceholderText("30 8 * * 1-5")
        names = (
            (self.kind, self.tr("When it starts")),
            (self.every, self.tr("How often")),
            (self.time, self.tr("Time of day")),
            (self.minute, self.tr("Minutes past the hour")),
            (self.cron, self.tr("Minute, hour, day, month, weekday")),
        )
        for widget, name in names:
            widget.setAccessibleName(name)
            widget.setToolTip(name)
        for chooser in (self.kind, self.every, self.time, self.minute):
            leave_wheel(chooser)
        self._past = label(self.tr("minutes past:"), "muted")
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for field in (self.kind, self.every, self._past, self.minute, self.time):
            row.addWidget(field)
        row.addWidget(self.cron, 1)
        row.addStretch(0)
        days = QGridLayout()
        days.setSpacing(GAP)
        for number, box in enumerate(self.days):
            days.addWidget(box, *divmod(number, _ROW))
        days.setColumnStretch(_ROW, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(row)
        column.addLayout(days)
        column.addWidget(self.next)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._show_next()  # time went on

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(self._show_fields)
        self.every.currentIndexChanged.connect(self._show_fields)
        self.time.timeChanged.connect(self._show_fields)
        self.minute.timeChanged.connect(self._show_fields)
        self.cron.textChanged.connect(self._show_fields)
        for box in self.days:
            box.toggled.connect(self._show_fields)

    def _show_fields(self) -> None:
        kind = KINDS[self.kind.currentIndex()]
        for widget in (self.every, self._past, self.minute):
            widget.setVisible(kind == "hours")
        self.time.setVisible(kind in ("daily", "weekdays", "days"))
        self.cron.setVisible(kind == "cron")
        for box in self.days:
            box.setVisible(kind == "days")
        self._show_next()
        self.changed.emit()

    def _show_next(self) -> None:
        self.next.setText(self._next_words())
        self.next.setVisible(bool(self.next.text()))

    def _next_words(self) -> str:
        when = self._when
        if when.kind == "days" and not when.days:
            return self.tr("Choose at least one day.")
        locale = QLocale()
        times = [
            f"{locale.dayName(at.isoweekday(), QLocale.FormatType.ShortFormat)} {at:%Y-%m-%d %H:%M}"
            for at in starts(when.schedule, datetime.now(UTC))
        ]
        return self.tr("Next: {0}").format(" · ".join(times)) if times else ""
