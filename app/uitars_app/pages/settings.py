"""The settings page: what a person may choose, searched, and checked as one types."""

from __future__ import annotations

import typing

import msgspec
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from uitars_app import at_login
from uitars_app.at_login import AtLogin
from uitars_app.context import Context
from uitars_app.preferences import Preferences
from uitars_app.settings import file, words
from uitars_app.settings.decisions import DecisionList
from uitars_app.settings.field import SettingRow
from uitars_app.settings.recorder import KeyRecorder
from uitars_app.summon import hotkey
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.widgets.build import frame, label, scrolled
from uitars_app.widgets.page import Page
from uitars_runtime import paths
from uitars_runtime.config import Settings
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.hands.settings import stop_key_names
from uitars_runtime.privacy.settings import PrivacySettings

_WIDTH = 900


class SettingsPage(Page):
    """A change counts at once, for the next run; nothing has to be saved."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search settings"))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.notice = Notice(context.theme)
        self.rows: dict[str, SettingRow] = {}
        self._groups: list[tuple[QLabel, QFrame, list[SettingRow]]] = []
        self._unsearched: list[QWidget] = []
        """What no search finds: it stands on the whole page only."""
        self._column = QVBoxLayout()
        self._column.setSpacing(GAP)
        self._decisions = DecisionList(context)
        self._nothing = label(self.tr("No setting matches."), "muted")
        self._lay_out()
        self.search.textChanged.connect(self._search)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self.notice.look_again()
        self.reload()

    def reload(self) -> None:
        """Show what is in force."""
        self._decisions.reload()
        preferences = msgspec.structs.asdict(self._context.preferences.value)
        for name in words.WINDOW:
            self.rows[name].show_value(preferences[name])
        if at_login.OFFERED:
            self.rows["at_login"].show_value(at_login.chosen())
        try:
            settings = msgspec.structs.asdict(file.current())
        except UsageError as error:
            self.notice.warn(str(error))
            return
        for name in words.RUNS:
            self.rows[name].show_value(settings[name])
        privacy = msgspec.structs.asdict(settings["privacy"])
        for name in words.PRIVACY:
            self.rows[name].show_value(privacy[name])

    def _lay_out(self) -> None:
        inside = QWidget()
        set_kind(inside, "page")
        inside.setMaximumWidth(_WIDTH)
        inside.setLayout(self._column)
        self._column.setContentsMargins(0, 0, GAP, 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(label(self.tr("Settings"), "title"))
        whole.addWidget(self.search)
        whole.addWidget(self.notice)
        whole.addWidget(scrolled(inside), 1)
        # Each move into another widget would style what is inside anew: what holds it comes first.
        self._add_group(self.tr("Window"), Preferences, words.WINDOW, self._write_preference)
        if at_login.OFFERED:
            self._add_group(self.tr("Start"), AtLogin, words.START, self._write_at_login)
        self._add_group(self.tr("Runs"), Settings, words.RUNS, self._write_setting)
        self._add_group(self.tr("Privacy"), PrivacySettings, words.PRIVACY, self._write_privacy)
        card = frame("card")
        QVBoxLayout(card).addWidget(self._decisions)
        place = self.tr("Settings file: {0}").format(paths.config_file())
        self._unsearched = [
            label(self.tr("Decisions that last"), "heading"),
            card,
            label(place, "muted", wraps=True),
        ]
        for widget in self._unsearched:
            self._column.addWidget(widget)
        self._nothing.hide()
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        self.first = self.search

    def _add_group(
        self,
        title: str,
        kind: type[msgspec.Struct],
        texts: dict[str, words.Words],
        write: typing.Callable[[str, object], str],
    ) -> None:
        heading = label(title, "heading")
        card = frame("card")
        self._column.addWidget(heading)
        self._column.addWidget(card)
        column = QVBoxLayout(card)
        column.setContentsMargins(0, GAP // 2, 0, GAP // 2)
        column.setSpacing(0)
        hints = typing.get_type_hints(kind, include_extras=True)
        defaults = msgspec.structs.asdict(kind())
        rows: list[SettingRow] = []
        for name, text in texts.items():
            value = defaults[name]
            row = SettingRow(self._context.theme, name, hints[name], text, value, value, write)
            column.addWidget(row)
            row.line.setVisible(bool(rows))
            self.rows[name] = row
            if isinstance(row.editor, KeyRecorder):
                row.editor.recording.connect(self._context.keys_recording)
            rows.append(row)
        self._column.addSpacing(GAP)
        self._groups.append((heading, card, rows))

    def _search(self, text: str) -> None:
        wanted = text.lower().split()
        for heading, card, rows in self._groups:
            found = [row for row in rows if all(word in row.searched for word in wanted)]
            for row in rows:
                row.setVisible(row in found)
                row.line.setVisible(row in found[1:])
            heading.setVisible(bool(found))
            card.setVisible(bool(found))
        for widget in self._unsearched:
            widget.setVisible(not wanted)
        self._nothing.setVisible(all(card.isHidden() for _, card, _ in self._groups))

    def _write_setting(self, name: str, value: object) -> str:
        return self._write(name, value, Settings())

    def _write_privacy(self, name: str, value: object) -> str:
        return self._write(name, value, PrivacySettings(), "privacy")

    def _write(self, name: str, value: object, defaults: msgspec.Struct, table: str = "") -> str:
        default = msgspec.structs.asdict(defaults)[name]
        try:
            if name == "stop_keys":
                stop_key_names(str(value))
            file.change(name, None if value in (default, None) else value, table)
        except UitarsError as error:
            return str(error)
        return ""

    def _write_at_login(self, _name: str, value: object) -> str:
        try:
            at_login.choose(wanted=bool(value))
        except UitarsError as error:
            return str(error)
        return ""

    def _write_preference(self, name: str, value: object) -> str:
        try:
            if name == "hot_key" and value != self._context.preferences.value.hot_key:
                hotkey.check(str(value))
            self._context.preferences.change(**{name: value})
        except UitarsError as error:
            return str(error)
        return ""
