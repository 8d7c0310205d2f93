"""One episode: what was intended, what came of it, what was learned, and from which run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
)

from uitars_app.context import Context
from uitars_app.remembered.access import Correction
from uitars_app.remembered.words import (
    fact_words,
    intention_words,
    obstacle_words,
    outcome_words,
    way_words,
)
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.unsaved import KeptForm
from uitars_app.widgets.build import ThemedButton, label, selectable
from uitars_app.widgets.hints import HintedList
from uitars_app.words import shown
from uitars_runtime.errors import UitarsError
from uitars_runtime.journal import find_run
from uitars_runtime.memory.episode import Fact, Origin
from uitars_runtime.memory.store import Stored


class EpisodeForm(KeptForm["Stored | None", Correction]):
    """What a person writes here is trusted."""

    saved = Signal(object, object)
    """The `Stored` episode and its `Correction`."""
    forgotten = Signal(object)
    """The `Stored` episode."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._gone: list[str] = []
        self._as_kept = ("", "")
        """Intention and outcome before a person changed them."""
        self.title = self.intention = QLineEdit()
        self.intention.setAccessibleName(self.tr("Intention"))
        self.outcome = QPlainTextEdit()
        self.outcome.setTabChangesFocus(True)
        self.outcome.setMaximumHeight(90)
        self.facts = HintedList()
        self.facts.hint = self.tr("Nothing that it should know every time.")
        self.facts.setWordWrap(True)
        set_kind(self.facts, "rows")
        self.fact = QLineEdit()
        self.fact.setAccessibleName(self.tr("Add fact"))
        self.fact.setPlaceholderText(self.tr("Something it should know, for example: my bank is …"))
        self._ways = selectable(kind="muted")
        self._obstacles = selectable(kind="muted")
        self._where = selectable(kind="muted")
        theme = context.theme
        self._add = ThemedButton(theme, self.tr("Add fact"), "check", "icon")
        self._drop = ThemedButton(theme, self.tr("Remove fact"), "cross", "icon")
        self._save = ThemedButton(theme, self.tr("Save"), "check", "primary")
        self._run = ThemedButton(theme, self.tr("Show the run"), "history")
        self._forget = ThemedButton(theme, self.tr("Forget"), "delete")
        self._lay_out()
        self._add.clicked.connect(self._add_fact)
        self.fact.returnPressed.connect(self._add_fact)
        self._drop.clicked.connect(self._drop_fact)
        self._save.clicked.connect(self._emit_saved)
        self._forget.clicked.connect(lambda: self.forgotten.emit(self.kept))
        self._run.clicked.connect(self._show_run)
        self.show_kept(None)

    @property
    def stored(self) -> Stored | None:
        return self.kept

    @property
    def edited(self) -> Correction:
        """What the form says of the episode, with the fact that is being written."""
        items = [self.facts.item(row) for row in range(self.facts.count())]
        added = [item for item in items if not item.data(Qt.ItemDataRole.UserRole + 1)]
        facts = [str(item.data(Qt.ItemDataRole.UserRole)) for item in added]
        begun = [written] if (written := self._written) else []
        intention, outcome = self._texts
        if self.kept is not None:
            # What is shown in the person's language is kept in the runtime's.
            episode, (said, came) = self.kept.episode, self._as_kept
            intention = episode.intention if intention == said else intention
            outcome = episode.outcome if outcome == came else outcome
        return Correction(
            intention,
            outcome,
            (*facts, *begun),
            tuple(self._gone),
        )

    def _show(self, edited: Correction | None) -> None:
        if self.kept is None:
            return
        episode = self.kept.episode
        correction = edited or Correction(episode.intention, episode.outcome)
        self._gone = list(correction.less)
        self.intention.setText(intention_words(episode))
        self.outcome.setPlainText(outcome_words(episode.outcome))
        self._as_kept = self._texts
        if correction.intention != episode.intention:
            self.intention.setText(correction.intention)
        if correction.outcome != episode.outcome:
            self.outcome.setPlainText(correction.outcome)
        self.fact.clear()
        self.facts.clear()
        for fact in episode.facts:
            if fact.text not in correction.less:
                self._list_fact(fact)
        for text in correction.more:
            self._list_added(text)
        self._ways.setText("\n".join(map(way_words, episode.ways)))
        self._obstacles.setText("\n".join(map(obstacle_words, episode.obstacles)))
        for widget, filled in ((self._ways, episode.ways), (self._obstacles, episode.obstacles)):
            self._form.setRowVisible(widget, bool(filled))
        source = episode.sources[0]
        place = shown(" · ".join(part for part in (episode.application, episode.window) if part))
        run = self.tr("run {0}, steps {1} to {2}; worked: {3}, did not: {4}").format(
            source.run, source.first + 1, source.last + 1, episode.successes, episode.failures
        )
        self._where.setText(f"{place}\n{run}" if place else run)

    @property
    def _texts(self) -> tuple[str, str]:
        """Intention and outcome as the fields say them."""
        return self.intention.text().strip(), self.outcome.toPlainText().strip()

    @property
    def _written(self) -> str:
        """The fact that is being written."""
        return " ".join(self.fact.text().split())

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP + GAP // 2)
        new = QHBoxLayout()
        new.setSpacing(GAP)
        new.addWidget(self.fact, 1)
        new.addWidget(self._add)
        new.addWidget(self._drop)
        for words, widget in (
            (self.tr("Intention"), self.intention),
            (self.tr("Outcome"), self.outcome),
            (self.tr("Facts"), self.facts),
        ):
            widget.setAccessibleName(words)
            self._form.addRow(words, widget)
        self._form.addRow("", new)
        for words, text in (
            (self.tr("What was done"), self._ways),
            (self.tr("In the way"), self._obstacles),
            (self.tr("From"), self._where),
        ):
            name = label(words)
            name.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._form.addRow(name, text)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for button in (self._save, self._run, self._forget):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GAP)
        column.addLayout(self._form, 1)
        column.addLayout(row)

    def _list_fact(self, fact: Fact) -> None:
        whose = self.tr("yours") if fact.origin is Origin.TRUSTED else self.tr("from the screen")
        if fact.replaced_by:
            whose = self.tr("replaced by: {0}").format(shown(fact.replaced_by))
        item = QListWidgetItem(f"{fact_words(fact.text)}  ({whose})")
        item.setData(Qt.ItemDataRole.UserRole, fact.text)
        item.setData(Qt.ItemDataRole.UserRole + 1, True)
        self.facts.addItem(item)

    def _add_fact(self) -> None:
        if text := self._written:
            self._list_added(text)
            self.fact.clear()

    def _list_added(self, text: str) -> None:
        item = QListWidgetItem(f"{shown(text)}  ({self.tr('yours')})")
        item.setData(Qt.ItemDataRole.UserRole, text)
        self.facts.addItem(item)

    def _drop_fact(self) -> None:
        if self.facts.currentRow() < 0:
            return
        item = self.facts.takeItem(self.facts.currentRow())
        if item.data(Qt.ItemDataRole.UserRole + 1):
            self._gone.append(item.data(Qt.ItemDataRole.UserRole))

    def _emit_saved(self) -> None:
        self.saved.emit(self.kept, self.edited)

    def _show_run(self) -> None:
        if self.kept is None:
            return
        run = self.kept.episode.sources[0].run
        try:
            self._context.show_run(find_run(run))
        except UitarsError:
            gone = self.tr("The run {0} is not recorded any more.")
            self._where.setText(gone.format(run))
