"""The end of a run: whether it can be believed, part by part of the task, with the way to look."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from uitars_app.judged import evidence_words, part_words
from uitars_app.reasons import sentence_words
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, chip, selectable
from uitars_app.words import ending_look, shown
from uitars_runtime.run_record import Evidence, Part, RunEnded

_TALLEST = 132
_SHARE = 6
"""Height of the list of parts, and the part of the page that it may have; the steps below need
their room."""
_MARK = 30
_NARROWEST = 400


class EvidencePanel(QFrame):
    """Hidden while there is nothing to say."""

    step_wanted = Signal(int)
    """The index of a step that is to be shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tallest = _TALLEST
        self.words = selectable()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAccessibleName(self.tr("What was seen of each part of the task"))
        set_kind(self._area, "bare")
        close = ThemedButton(theme, self.tr("Put away"), "cross", "icon")
        close.clicked.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(self.words, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP + 4, GAP // 2, GAP // 2, GAP // 2)
        column.setSpacing(GAP // 2)
        column.addLayout(head)
        column.addWidget(self._area)
        self.hide()

    def show_ended(self, ended: RunEnded | None) -> None:
        """Say what is known of a run that is over; None or an ending that claims nothing: hide."""
        words = evidence_words(ended)
        self.setVisible(bool(words))
        if ended is None or not words:
            return
        set_kind(self, "card" if ending_look(ended) == "good" else "notice")
        self.words.setText(words)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, GAP, 0)
        rows.setSpacing(2)
        for part in ended.judgement.parts:
            rows.addLayout(self._part(part))
        for doubt in self._doubts(ended):
            rows.addWidget(selectable(doubt))
        self._area.setVisible(bool(rows.count()))
        self._area.setWidget(inside)
        self._fit()

    def fit(self, page: int) -> None:
        """Leave the steps their room on a page of this height."""
        self._tallest = min(_TALLEST, page // _SHARE)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # Wrapping words ask for more height than they need in the width that there is.
        inside, around = self._area.widget(), self.parentWidget()
        if inside is None:
            return
        width = _NARROWEST if around is None else around.width() - 4 * GAP
        height = inside.heightForWidth(max(width, _NARROWEST))
        self._area.setFixedHeight(max(0, min(self._tallest, height)))  # without rows it is -1

    def _doubts(self, ended: RunEnded) -> list[str]:
        if ended.evidence is not Evidence.UNCHECKED:
            return []
        return [sentence_words(shown(doubt)) for doubt in ended.judgement.doubts]

    def _part(self, part: Part) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(_mark(seen=bool(part.seen)))
        row.addWidget(selectable(part_words(part)), 1)
        if part.step is not None:
            at = part.step
            button = ThemedButton(self._theme, self.tr("Step {0}").format(at + 1), "next", "quiet")
            button.clicked.connect(lambda: self.step_wanted.emit(at))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row


def _mark(*, seen: bool) -> QLabel:
    made = chip()
    made.setText("✓" if seen else "?")
    made.setFixedWidth(_MARK)
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    set_kind(made, "good" if seen else "warning")
    return made
