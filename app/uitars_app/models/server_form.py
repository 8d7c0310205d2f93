"""The form of one model server: where it is, what it serves, its key, and a test that it sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout

from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.local import test_words
from uitars_app.models.servers import PRESETS, Server, check
from uitars_app.reasons import reason_words
from uitars_app.theme.tokens import GAP
from uitars_app.unsaved import KeptForm
from uitars_app.widgets.build import ThemedButton, label
from uitars_app.widgets.wheel import leave_wheel
from uitars_runtime.dialects.registry import DIALECTS
from uitars_runtime.errors import UitarsError, UsageError

_Answer = TypeVar("_Answer")
_Said = TypeVar("_Said")


class ServerForm(KeptForm[Server, tuple[Server, str]]):
    """Shows one server; the key is written to the keyring and never shown again.

    What is edited is the server and a key that is not saved yet: that lies in memory only.
    """

    saved = Signal(object, str, str)
    """The `Server`, the name it had before, and its key; empty: as it is."""
    wanted = Signal(object)
    """The `Server` is to be the usual model."""
    deleted = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.title = self.name = QLineEdit()
        self.kind = QComboBox()
        self.kind.addItems(list(PRESETS))
        self.url = QLineEdit()
        self.model = QComboBox()
        self.model.setEditable(True)
        field = self.model.lineEdit()
        if field is not None:
            field.setAccessibleName(self.tr("Model"))
        self.dialect = QComboBox()
        self.dialect.addItem(self.tr("guessed from the model"), "")
        for name in DIALECTS:
            self.dialect.addItem(name, name)
        for box in (self.kind, self.model, self.dialect):
            leave_wheel(box)
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Kept in the keyring; empty: as it is"))
        self.said = label(kind="muted", wraps=True)
        theme = context.theme
        self._look = ThemedButton(theme, self.tr("What does it serve?"), "search")
        self._test = ThemedButton(theme, self.tr("Test its eye"), "search")
        self._save = ThemedButton(theme, self.tr("Save"), "check", "primary")
        self._use = ThemedButton(theme, self.tr("Use"), "play")
        self._delete = ThemedButton(theme, self.tr("Delete"), "delete")
        self._lay_out()
        self.kind.activated.connect(self._fill_address)
        self._look.clicked.connect(self._ask_served)
        self._test.clicked.connect(self._see)
        self._save.clicked.connect(self._keep)
        self._use.clicked.connect(self._want)
        self._delete.clicked.connect(lambda: self.deleted.emit(self.kept.name))
        self.show_kept(Server(name=""))

    @property
    def edited(self) -> tuple[Server, str]:
        return self.server, self.key.text()

    @property
    def server(self) -> Server:
        """What the form says, but for the key."""
        kinds = list(PRESETS)
        return Server(
            name=self.name.text().strip(),
            kind=kinds[self.kind.currentIndex()],
            base_url=self.url.text().strip(),
            model=self.model.currentText().strip(),
            dialect=str(self.dialect.currentData()),
        )

    def _show(self, edited: tuple[Server, str] | None) -> None:
        server, key = edited or (self.kept, "")
        self.name.setText(server.name)
        self.kind.setCurrentText(server.kind)
        self.url.setText(server.base_url or PRESETS[server.kind].base_url)
        self.model.clear()  # what is offered in it another server serves
        self.model.setEditText(server.model)
        self.dialect.setCurrentIndex(max(0, self.dialect.findData(server.dialect)))
        self.key.setText(key)
        self.said.setText("")
        self._delete.setEnabled(bool(self.kept.name))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(GAP)
        model = QHBoxLayout()
        model.setSpacing(GAP)
        model.addWidget(self.model, 1)
        model.addWidget(self._look)
        for words, widget in (
            (self.tr("Name"), self.name),
            (self.tr("Kind"), self.kind),
            (self.tr("Address"), self.url),
        ):
            widget.setAccessibleName(words)
            form.addRow(words, widget)
        self.model.setAccessibleName(self.tr("Model"))
        form.addRow(self.tr("Model"), model)
        for words, widget in ((self.tr("Grammar"), self.dialect), (self.tr("Key"), self.key)):
            widget.setAccessibleName(words)
            form.addRow(words, widget)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for button in (self._save, self._test, self._use, self._delete):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP + GAP // 2)
        column.addLayout(form)
        column.addWidget(self.said)
        column.addLayout(row)

    def _fill_address(self) -> None:
        self.url.setText(PRESETS[self.server.kind].base_url)

    def _ask_served(self) -> None:
        url, secret = self.url.text(), self.key.text()
        stop = self._context.background.closing
        self.said.setText(self.tr("It is asked what it serves …"))
        self._ask(lambda: work.served(url, secret, stop), self._show_served, self.url.text)

    def _show_served(self, found: tuple[str, ...]) -> None:
        chosen = self.model.currentText()
        self.model.clear()
        self.model.addItems(found)
        self.model.setEditText(chosen or (found[0] if found else ""))
        self.said.setText(self.tr("Models served: {0}").format(len(found)))

    def _see(self) -> None:
        server, secret = self.edited
        self.said.setText(self.tr("It is asked to click boxes that only sight can find …"))
        stop = self._context.background.closing
        self._ask(
            lambda: work.see(server.ref, server.base_url, server.dialect, stop, secret),
            lambda result: self.said.setText(test_words(result)),
            lambda: (self.url.text(), self.model.currentText()),
        )

    def _ask(
        self,
        work: Callable[[], _Answer],
        show: Callable[[_Answer], None],
        about: Callable[[], object],
    ) -> None:
        """Ask a server, one question at a time. `about`: what is asked about, as the form says it;
        an answer that comes once it says something else is not shown."""
        asked = about()
        buttons = (self._look, self._test)

        def settle(tell: Callable[[_Said], None], said: _Said) -> None:
            for button in buttons:
                button.setEnabled(True)
            if about() == asked:
                tell(said)

        for button in buttons:
            button.setEnabled(False)
        self._context.background.run(
            self, work, partial(settle, show), partial(settle, self._failed)
        )

    def _keep(self) -> None:
        if self._is_whole():
            self.saved.emit(self.server, self.kept.name, self.key.text())

    def _want(self) -> None:
        if self._is_whole():
            self.wanted.emit(self.server)

    def _is_whole(self) -> bool:
        """Whether it can be used as it is written; else says what is wrong."""
        try:
            check(self.server)
        except UsageError as error:
            self._failed(error)
            return False
        return True

    def _failed(self, error: UitarsError) -> None:
        self.said.setText(reason_words(str(error)))
