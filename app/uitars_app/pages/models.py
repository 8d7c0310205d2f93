"""The models page: what is on this machine, whether it fits and sees, and servers to use."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.local import LocalModels
from uitars_app.models.offers import Offers
from uitars_app.models.server_form import ServerForm
from uitars_app.models.servers import Server, open_servers
from uitars_app.settings import file
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.unsaved import WayBack
from uitars_app.widgets.build import ThemedButton, frame, label, scrolled
from uitars_app.widgets.hints import HintedList
from uitars_app.widgets.page import Page
from uitars_runtime.errors import UitarsError
from uitars_runtime.models.catalogue import Installed


class ModelsPage(Page):
    """The usual model of runs is chosen here."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._servers = open_servers()
        self.local = LocalModels(context)
        self.offers = Offers(context)
        self.list = HintedList()
        self.list.hint = self.tr("No server yet.")
        self.list.setAccessibleName(self.tr("Servers"))
        self.list.setFixedWidth(200)
        set_kind(self.list, "rows")
        self.form = ServerForm(context)
        self.notice = Notice(context.theme)
        self._back = WayBack(self.list, self.form, self.notice)
        self._add = ThemedButton(context.theme, self.tr("New server"), "task")
        self._lay_out()
        self.local.wanted.connect(self._use_model)
        self.local.failed.connect(self._complain)
        self.offers.failed.connect(self._complain)
        self.offers.fetched.connect(self.reload)
        self.list.currentItemChanged.connect(self._back.show_row)
        self.form.saved.connect(self._save)
        self.form.wanted.connect(self._use_server)
        self.form.deleted.connect(self._delete)
        self._add.clicked.connect(self._begin)
        self._servers.changed.connect(self._fill)
        self._fill()
        if self._servers.problem is not None:
            self._complain(self._servers.problem)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self.notice.look_again()
        self.reload()

    def reload(self) -> None:
        """Read models and settings again."""
        try:
            usual = file.current().model
        except UitarsError as error:
            self._complain(error)
            usual = ""
        self.local.reload(usual)
        self.offers.reload()

    def _lay_out(self) -> None:
        servers = frame("card")
        left = QVBoxLayout()
        left.setSpacing(GAP)
        left.addWidget(self._add)
        left.addWidget(self.list, 1)
        row = QHBoxLayout(servers)
        row.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        row.setSpacing(2 * GAP)
        row.addLayout(left)
        row.addWidget(self.form, 1)
        inside = QWidget()
        set_kind(inside, "page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(GAP + GAP // 2)
        column.addWidget(label(self.tr("On this machine"), "heading"))
        column.addWidget(self.local)
        column.addSpacing(GAP)
        column.addWidget(label(self.tr("Stronger models to fetch"), "heading"))
        column.addWidget(self.offers)
        column.addSpacing(GAP)
        column.addWidget(label(self.tr("On a server"), "heading"))
        column.addWidget(servers)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(label(self.tr("Models"), "title"))
        whole.addWidget(self.notice)
        self.first = scrolled(inside)  # the servers are not in sight yet
        self.first.setAccessibleName(self.tr("Models"))
        whole.addWidget(self.first, 1)

    def _fill(self) -> None:
        chosen = self.form.server.name
        self.list.clear()
        for server in self._servers.value.servers:
            item = QListWidgetItem(server.name)
            item.setData(Qt.ItemDataRole.UserRole, server)
            self.list.addItem(item)
            if server.name == chosen:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)
        if not self.list.count():
            self.form.show_kept(Server(name=""))

    def _begin(self) -> None:
        self._back.edit(Server(name=""))
        self.form.name.setFocus()

    def _save(self, server: Server, before: str, secret: str) -> None:
        names = {other.name for other in self._servers.value.servers} - {before}
        if server.name in names:
            self.notice.warn(self.tr("There is a server {0} already.").format(server.name))
            return
        try:
            self._servers.update(lambda servers: servers.with_server(server, before))
        except UitarsError as error:
            self._complain(error)
            return
        if secret:
            self._keep_key(server, secret)
        self.notice.inform(self.tr("Saved."))

    def _keep_key(self, server: Server, secret: str) -> None:
        def failed(error: UitarsError) -> None:
            self._complain(error)
            if self.form.edited == (server, ""):
                self.form.key.setText(secret)  # it waits until there is a keyring

        self.form.key.clear()  # else it would be one that was not saved
        self._context.background.run(
            self,
            lambda: work.keep_key(server.base_url, secret),
            lambda _: self.notice.inform(self.tr("The key is in the keyring.")),
            failed,
        )

    def _delete(self, name: str) -> None:
        try:
            self._servers.update(lambda servers: servers.without(name))
        except UitarsError as error:
            self._complain(error)
            return
        self.notice.clear()

    def _use_model(self, model: Installed) -> None:
        self._set({"model": model.name, "base_url": None, "dialect": None})

    def _use_server(self, server: Server) -> None:
        """The usual one at once: a server may be started later. Whether it answers is said."""
        values = {
            "model": server.ref,
            "base_url": server.base_url,
            "dialect": server.dialect or None,
        }
        if not self._set(values):
            return
        used, background = self.notice.words, self._context.background

        def tell(words: str) -> None:
            if self.notice.words == used:  # else something else was done meanwhile
                self.notice.warn(f"{used} {words}")

        def listed(names: tuple[str, ...]) -> None:
            if server.model not in names:
                words = self.tr("The server does not list it; it lists: {0}.")
                tell(words.format(", ".join(names) or "–"))

        background.run(
            self,
            lambda: work.served(server.base_url, "", background.closing),
            listed,
            lambda error: tell(str(error)),
        )

    def _set(self, values: Mapping[str, str | None]) -> bool:
        """Write settings and say so; False where that cannot be."""
        try:
            for name, value in values.items():
                file.change(name, value)
        except UitarsError as error:
            self._complain(error)
            return False
        self.notice.inform(self.tr("Runs use {0} from here on.").format(values["model"]))
        self.reload()
        return True

    def _complain(self, error: UitarsError) -> None:
        self.notice.warn(str(error))
