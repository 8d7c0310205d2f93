"""The files of a task: a button each, which takes its file away again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, caption, tip
from uitars_app.words import shown

_WIDEST = 240
"""Pixels of a name; the whole path is its tip."""


class Attached(QWidget):
    """Hidden while there are none."""

    changed = Signal()

    def __init__(self, theme: Theme, columns: int = 2) -> None:
        """`columns`: how many stand side by side."""
        super().__init__()
        self._theme = theme
        self._columns = columns
        self._chips: dict[Path, ThemedButton] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP // 2)
        self._grid.setColumnStretch(columns, 1)
        self.hide()

    @property
    def files(self) -> tuple[Path, ...]:
        """In the order in which they were added."""
        return tuple(self._chips)

    def show_files(self, files: Sequence[Path]) -> None:
        """Show these in the place of others."""
        for file in self.files:
            self._drop(file)
        for file in files:
            self.add(file)

    def add(self, file: Path) -> None:
        if file in self._chips:
            return
        name = shown(file.name)
        words = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST)
        removes = self.tr("Remove this file")
        about = tip(f"{shown(str(file))}\n{removes}")
        chip = ThemedButton(self._theme, caption(words), "cross", "quiet", about)
        chip.setAccessibleName(name)
        chip.clicked.connect(lambda: self._drop(file))
        self._chips[file] = chip
        self._place()
        self.show()
        self.changed.emit()

    def _drop(self, file: Path) -> None:
        chip = self._chips.pop(file)
        self._place()
        self._grid.removeWidget(chip)
        chip.hide()
        chip.deleteLater()
        self.setVisible(bool(self._chips))
        self.changed.emit()

    def _place(self) -> None:
        for number, chip in enumerate(self._chips.values()):
            self._grid.addWidget(chip, *divmod(number, self._columns), Qt.AlignmentFlag.AlignLeft)
