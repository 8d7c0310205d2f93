"""Words of any length in a place of a few lines: what has no room is reached by scrolling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy

from uitars_app.theme.stylesheet import set_kind
from uitars_app.widgets.build import let_tab_reach, selectable

_LINES = 5


class ScrolledWords(QScrollArea):
    """As tall as its words, up to five lines; they can be copied."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        """`kind`: of the words, as in the style sheet."""
        super().__init__()
        self._words = selectable(kind=kind)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setWidget(self._words)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_kind(self, "bare")
        self.show_text(text)

    @property
    def text(self) -> str:
        return self._words.text()

    def show_text(self, text: str) -> None:
        self._words.setText(text)
        self.setAccessibleName(text)
        self.verticalScrollBar().setValue(0)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        self._words.ensurePolished()  # else it measures with a font that it will not have
        line = self._words.fontMetrics().lineSpacing()
        whole = self._words.heightForWidth(self.viewport().width())
        self.setFixedHeight(min(max(whole, line), _LINES * line))
        let_tab_reach(self, wanted=whole > _LINES * line)
