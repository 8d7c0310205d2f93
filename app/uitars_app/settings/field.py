"""One setting as a row: title, explanation, an editor made from its type, and a way back."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, cast

import msgspec
from PySide6.QtCore import QCoreApplication, QSignalBlocker, QTimer
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from uitars_app.reasons import reason_words
from uitars_app.settings.recorder import KeyRecorder
from uitars_app.settings.words import Words
from uitars_app.taskbox.request import POLICIES
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, label, line
from uitars_app.widgets.choice import ChoiceBox
from uitars_runtime.dialects.registry import DIALECTS

_PAUSE_MS = 400
"""Time without typing after which a value is tried."""
_EDITOR_WIDTH = 260

Editor = QCheckBox | ChoiceBox | KeyRecorder | QLineEdit


class Offer(NamedTuple):
    """Values to choose from."""

    values: tuple[str, ...]
    example: str = ""
    """Of any other value that may be written, too; empty: there is none."""


OFFERS = {
    "model": Offer(("nano",), "openai/qwen2.5-vl"),
    "dialect": Offer(tuple(DIALECTS)),
    "desktop": Offer(("sandbox", "local"), "sandbox:1280x800"),
    "policy": Offer(POLICIES, "policy.toml"),
}


class SettingRow(QWidget):
    """Writes each valid value at once; a wrong one is said and not written."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        kind: object,
        words: Words,
        value: object,
        default: object,
        write: Callable[[str, object], str],
    ) -> None:
        """`kind`: the type of the field. `write`: sets the value, returns what is wrong with it."""
        super().__init__()
        self.name = name
        self.searched = f"{name} {words.title()} {words.explanation()}".lower()
        self._kind, self._default, self._write = kind, default, write
        self.editor = _editor(name, kind, words.title())
        self.editor.setFixedWidth(_EDITOR_WIDTH)
        self.editor.setAccessibleName(words.title())
        self.editor.setAccessibleDescription(words.explanation())
        self.line = line()
        """Between this row and the one above; its owner knows whether there is one."""
        self.problem = label(kind="danger", wraps=True)
        self.problem.hide()
        self.reset = ThemedButton(theme, self.tr("Back to the default"), "again", "icon")
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._lay_out(words)
        self.show_value(value)
        self._connect()

    def show_value(self, value: object) -> None:
        """Show a value that is in force."""
        match self.editor:
            case QCheckBox():
                self.editor.setChecked(bool(value))
            case ChoiceBox() | KeyRecorder():
                self.editor.show_value(_text(value))
            case _:
                self.editor.setText(_text(value))
        self.reset.setEnabled(value != self._default)
        self._say("")

    def try_value(self) -> None:
        """Write what stands in the editor, or say what is wrong with it."""
        self._pause.stop()
        text, value = _read(self.editor, self._kind)
        wrong = text or self._write(self.name, value)
        if wrong and isinstance(self.editor, QCheckBox):
            with QSignalBlocker(self.editor):
                self.show_value(not value)  # nothing in it can be corrected
        else:
            # A wrong value can be reset, too.
            self.reset.setEnabled(bool(wrong) or value != self._default)
        self._say(wrong)

    def _say(self, wrong: str) -> None:
        self.problem.setText(reason_words(wrong))
        self.problem.setVisible(bool(wrong))
        if self.editor.property("invalid") != bool(wrong):
            self.editor.setProperty("invalid", bool(wrong))
            self.editor.style().unpolish(self.editor)
            self.editor.style().polish(self.editor)

    def _lay_out(self, words: Words) -> None:
        left = QVBoxLayout()
        left.setSpacing(2)
        left.addWidget(label(words.title()))
        left.addWidget(label(words.explanation(), "muted", wraps=True))
        left.addWidget(self.problem)
        row = QHBoxLayout()
        row.setContentsMargins(2 * GAP, GAP + 2, GAP, GAP + 2)
        row.setSpacing(GAP)
        row.addLayout(left, 1)
        row.addWidget(self.editor)
        row.addWidget(self.reset)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.line)
        whole.addLayout(row)

    def _connect(self) -> None:
        match self.editor:
            case QCheckBox():
                self.editor.toggled.connect(self.try_value)
            case ChoiceBox():
                self.editor.chosen.connect(self.try_value)
            case KeyRecorder():
                self.editor.recorded.connect(self.try_value)
            case _:
                self.editor.textEdited.connect(self._restart_pause)
                self.editor.editingFinished.connect(self._finish)
        self._pause.timeout.connect(self.try_value)
        self.reset.clicked.connect(self._go_back)

    def _restart_pause(self) -> None:
        self._pause.start()

    def _finish(self) -> None:
        if self._pause.isActive():
            self.try_value()

    def _go_back(self) -> None:
        self.show_value(self._default)
        self.try_value()


def single(kind: object) -> bool:
    """Whether a field of this type can be edited in one row."""
    return _plain(kind) in (str, int, float, bool) or _choices(kind) != () or _is_list(kind)


def _is_list(kind: object) -> bool:
    """Whether it is any number of texts, written with commas between."""
    plain = _plain(kind)
    return typing.get_origin(plain) is tuple and typing.get_args(plain) == (str, ...)


def _plain(kind: object) -> Any:
    """The type without its bounds and without None."""
    if typing.get_origin(kind) is typing.Annotated:
        return _plain(typing.get_args(kind)[0])
    options = [option for option in typing.get_args(kind) if option is not type(None)]
    if type(None) in typing.get_args(kind) and len(options) == 1:
        return _plain(options[0])
    return kind


def _choices(kind: object) -> tuple[str, ...]:
    plain = _plain(kind)
    return typing.get_args(plain) if typing.get_origin(plain) is Literal else ()


def _editor(name: str, kind: object, title: str) -> Editor:
    if _plain(kind) is bool:
        return QCheckBox()
    if name == "hot_key":
        return KeyRecorder()
    choices = _choices(kind)
    if choices:
        return ChoiceBox(title, choices)
    offered = OFFERS.get(name)
    if offered is None:
        return QLineEdit()
    automatic = QCoreApplication.translate("SettingRow", "automatic")
    usual = "" if name == "model" else automatic
    return ChoiceBox(title, offered.values, usual, example=offered.example)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", value)))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _read(editor: Editor, kind: object) -> tuple[str, object]:
    """What is wrong with the text, and the value it stands for."""
    match editor:
        case QCheckBox():
            return "", editor.isChecked()
        case ChoiceBox() | KeyRecorder():
            text = editor.value
        case _:
            text = editor.text().strip()
    plain = _plain(kind)
    if plain is str or _choices(kind):
        return "", text
    if _is_list(kind):
        return "", tuple(part.strip() for part in text.split(",") if part.strip())
    if not text:
        return "", None
    return _number(text, kind)


def _number(text: str, kind: object) -> tuple[str, object]:
    plain = _plain(kind)
    try:
        number: float = msgspec.convert(text, plain, strict=False)
    except msgspec.ValidationError:
        if plain is int:
            wrong = QCoreApplication.translate("SettingRow", "{0} is not a whole number.")
        else:
            wrong = QCoreApplication.translate("SettingRow", "{0} is not a number.")
        return wrong.format(repr(text)), None
    return _beyond(number, _bounds(kind)), number


def _beyond(number: float, bounds: msgspec.Meta) -> str:
    """What is wrong with a number that is too small or too large; empty for one that can be."""
    if bounds.ge is not None and not number >= bounds.ge:
        return QCoreApplication.translate("SettingRow", "Enter at least {0}.").format(bounds.ge)
    if bounds.gt is not None and not number > bounds.gt:
        return QCoreApplication.translate("SettingRow", "Enter more than {0}.").format(bounds.gt)
    if bounds.le is not None and not number <= bounds.le:
        return QCoreApplication.translate("SettingRow", "Enter at most {0}.").format(bounds.le)
    return ""


def _bounds(kind: object) -> msgspec.Meta:
    """Between which numbers a field of this type lies."""
    options = (kind, *typing.get_args(kind))
    noted = (getattr(option, "__metadata__", ()) for option in options)
    return next((one[0] for one in noted if one), msgspec.Meta())
