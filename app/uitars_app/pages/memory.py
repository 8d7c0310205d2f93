"""The memory page: what the assistant remembers, searched, corrected and forgotten."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QVBoxLayout,
)

from uitars_app.context import Context
from uitars_app.remembered import access
from uitars_app.remembered.access import Correction
from uitars_app.remembered.form import EpisodeForm
from uitars_app.remembered.words import intention_words
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.unsaved import WayBack
from uitars_app.widgets.build import ThemedButton, label, tip
from uitars_app.widgets.hints import HintedList
from uitars_app.widgets.page import Page
from uitars_app.widgets.question import loss_question
from uitars_app.words import shown
from uitars_runtime.errors import UitarsError
from uitars_runtime.memory.episode import Episode
from uitars_runtime.memory.store import Stored

_PAUSE_MS = 200
"""Time without typing after which a search begins."""
_LONGEST = 160
"""Characters of one entry of the list."""


class MemoryPage(Page):
    """Reads the memory anew whenever it is shown."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search as the agent would: say a task"))
        self.search.setAccessibleName(self.tr("Search memory"))
        self.search.setClearButtonEnabled(True)
        self.list = HintedList()
        self.list.setAccessibleName(self.tr("Episodes"))
        self.list.setWordWrap(True)
        set_kind(self.list, "rows")
        self.form = EpisodeForm(context)
        self.form.hide()
        self.notice = Notice(context.theme)
        self._back = WayBack(self.list, self.form, self.notice)
        self._count = label(kind="muted")
        self._export = ThemedButton(context.theme, self.tr("Export"), "export")
        self._export.setEnabled(False)
        self._import = ThemedButton(context.theme, self.tr("Import"), "import")
        self._asked = 0
        """How often the memory was read: what an earlier reading found comes too late."""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._lay_out()
        self._pause.timeout.connect(self.reload)
        self.search.textChanged.connect(self._restart_pause)
        self.list.currentItemChanged.connect(self._choose)
        self.form.saved.connect(self._save)
        self.form.forgotten.connect(self._ask_forget)
        self._export.clicked.connect(self._ask_export)
        self._import.clicked.connect(self._ask_import)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self.notice.look_again()
        self.reload()

    def reload(self) -> None:
        """Read the memory again."""
        words = self.search.text()
        self._asked += 1
        asked = self._asked

        def show(found: tuple[list[Stored], int]) -> None:
            if asked == self._asked:
                self._show(found)

        self._context.background.run(self, lambda: access.episodes(words), show, self._complain)

    def _restart_pause(self) -> None:
        self._pause.start()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Memory"), "title"))
        head.addStretch(1)
        head.addWidget(self._import)
        head.addWidget(self._export)
        left = QVBoxLayout()
        left.setSpacing(GAP)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        left.addWidget(self._count)
        row = QHBoxLayout()
        row.setSpacing(2 * GAP)
        row.addLayout(left, 2)
        row.addWidget(self.form, 3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addLayout(head)
        whole.addWidget(
            label(
                self.tr("What earlier runs left behind. It reaches the model as quoted data; only"
                        " what you wrote yourself is trusted."),
                "muted", wraps=True,
            )
        )  # fmt: skip
        whole.addWidget(self.notice)
        whole.addLayout(row, 1)
        self.first = self.search

    def _show(self, found: tuple[list[Stored], int]) -> None:
        episodes, total = found
        chosen = self.form.stored.number if self.form.stored else None
        self.list.clear()
        for stored in episodes:
            episode = stored.episode
            mark = "✓" if episode.succeeded else "✗"
            place = f"  ·  {shown(episode.application)}" if episode.application else ""
            item = QListWidgetItem(f"{mark}  {_first_words(episode)}{place}")
            item.setToolTip(tip(intention_words(episode)))
            item.setData(Qt.ItemDataRole.UserRole, stored)
            self.list.addItem(item)
            if stored.number == chosen:
                self.list.setCurrentItem(item)
        self.form.setVisible(bool(episodes))
        if total:
            self.list.hint = self.tr("Nothing fits these words.")
        else:
            self.list.hint = self.tr("Nothing is remembered yet. What runs learn appears here.")
        if episodes and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self._count.setText(self.tr("Episodes: {0} of {1}").format(len(episodes), total))
        self._count.setVisible(bool(total))
        self._export.setEnabled(bool(total))

    def _choose(self, item: QListWidgetItem | None) -> None:
        stored: Stored | None = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        shown = self.form.stored
        if stored is None or stored == shown:
            return
        if shown is not None and shown.number == stored.number:
            # What a person wrote into the form stays while its episode is read again.
            self.form.show_kept(stored, self.form.edited if self.form.changed else None)
        else:
            self._back.show(stored)

    def _save(self, stored: Stored, correction: Correction) -> None:
        self._context.background.run(
            self,
            lambda: access.correct(stored, correction),
            lambda episode: self._settle(
                msgspec.structs.replace(stored, episode=episode), self.tr("Saved.")
            ),
            self._complain,
        )

    def _ask_forget(self, stored: Stored) -> None:
        loss_question(
            self,
            self.tr("Forget “{0}”?").format(_first_words(stored.episode)),
            self.tr("This cannot be undone."),
            self.tr("Forget"),
            lambda: self._forget(stored),
        ).open()

    def _forget(self, stored: Stored) -> None:
        self._context.background.run(
            self,
            lambda: access.forget((stored.number,)),
            lambda _count: self._settle(stored, self.tr("Forgotten.")),
            self._complain,
        )

    def _settle(self, stored: Stored, words: str) -> None:
        """What was written in the form of this episode waits no more."""
        if self.form.stored is not None and self.form.stored.number == stored.number:
            self.form.show_kept(stored)
        self._changed(words)

    def _changed(self, words: str) -> None:
        self.notice.inform(words)
        self.reload()

    def _ask_export(self) -> None:
        out, _ = QFileDialog.getSaveFileName(self, self.tr("Export"), "uitars-memory.jsonl")
        if out:
            self._context.background.run(
                self,
                lambda: access.write(Path(out)),
                lambda count: self._changed(self.tr("Episodes written: {0}").format(count)),
                self._complain,
            )

    def _ask_import(self) -> None:
        source, _ = QFileDialog.getOpenFileName(self, self.tr("Import"), "", "*.jsonl")
        if source:
            self._context.background.run(
                self,
                lambda: access.read(Path(source)),
                lambda count: self._changed(self.tr("Episodes taken in: {0}").format(count)),
                self._complain,
            )

    def _complain(self, error: UitarsError) -> None:
        self.notice.warn(str(error))


def _first_words(episode: Episode) -> str:
    """What it was about, where there is little room."""
    words = intention_words(episode)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
