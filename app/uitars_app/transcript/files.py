"""The way to the files that a run made: their folder, in the person's own file manager.

The files themselves are not opened: what an agent wrote may be a program.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices

from uitars_app.theme.theme import Theme
from uitars_app.widgets.build import ThemedButton, tip
from uitars_app.words import shown

_NAMED = 10


class FilesButton(ThemedButton):
    """Hidden where the run made none, or none is left."""

    failed = Signal(str)
    """What to tell the person instead."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Show the files"), "folder")
        self._paths: list[Path] = []
        self.clicked.connect(self._show)
        self.hide()

    def offer(self, paths: Sequence[str]) -> None:
        """Lead to these files; the newest is the last."""
        self._paths = [path for path in map(Path, paths) if path.is_file()]
        newest = self._paths[: -_NAMED - 1 : -1]
        self.setToolTip(tip("\n".join(shown(path.name) for path in newest)))
        self.setVisible(bool(self._paths))

    def _show(self) -> None:
        folder = os.path.commonpath([path.parent for path in self._paths])
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            words = self.tr("No program here shows folders. The files are in {0}")
            self.failed.emit(words.format(shown(folder)))
