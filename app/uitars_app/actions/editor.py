"""The form of one action: its kind, and a field for each of its values."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import inspect
from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QVBoxLayout, QWidget

from uitars_app.actions.fields import Field, PointField, field_for
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import label
from uitars_app.widgets.wheel import leave_wheel
from uitars_runtime.types import Action, Point

_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Action)}


def kind_of(action: Action) -> str:
    """The action's kind as it is recorded, for example `click`."""
    return str(action.__struct_config__.tag)


def kind_words(kind: str) -> str:  # noqa: PLR0911, PLR0912, C901 - one arm an action
    """The name of a kind of action in the person's language."""
    translate = QCoreApplication.translate
    match kind:
        case "click":
            return translate("Actions", "Click")
        case "move":
            return translate("Actions", "Move the pointer")
        case "drag":
            return translate("Actions", "Drag")
        case "scroll":
            return translate("Actions", "Scroll")
        case "type":
            return translate("Actions", "Type text")
        case "press":
            return translate("Actions", "Press keys")
        case "key_down":
            return translate("Actions", "Hold a key")
        case "key_up":
            return translate("Actions", "Let a key go")
        case "wait":
            return translate("Actions", "Wait")
        case "shell":
            return translate("Actions", "Run a command")
        case "read_file":
            return translate("Actions", "Read a file")
        case "write_file":
            return translate("Actions", "Write a file")
        case "open":
            return translate("Actions", "Open")
        case "call_tool":
            return translate("Actions", "Call a tool")
        case "note":
            return translate("Actions", "Note")
        case "ask_user":
            return translate("Actions", "Ask")
        case "finish":
            return translate("Actions", "Finish")
        case _:
            return kind


def field_words(name: str) -> str:  # noqa: PLR0911, PLR0912, C901 - one arm a field
    """The name of an action's field in the person's language."""
    translate = QCoreApplication.translate
    match name:
        case "at":
            return translate("Actions", "Where")
        case "start":
            return translate("Actions", "From")
        case "end":
            return translate("Actions", "To")
        case "button":
            return translate("Actions", "Button")
        case "count":
            return translate("Actions", "Times")
        case "direction":
            return translate("Actions", "Direction")
        case "amount":
            return translate("Actions", "Notches")
        case "text":
            return translate("Actions", "Text")
        case "keys" | "key":
            return translate("Actions", "Keys")
        case "seconds":
            return translate("Actions", "Seconds")
        case "command":
            return translate("Actions", "Command")
        case "path":
            return translate("Actions", "File")
        case "target":
            return translate("Actions", "Target")
        case "server":
            return translate("Actions", "Server")
        case "name":
            return translate("Actions", "Name")
        case "arguments":
            return translate("Actions", "Arguments")
        case "question":
            return translate("Actions", "Question")
        case "status":
            return translate("Actions", "Status")
        case "answer":
            return translate("Actions", "Answer")
        case _:
            return name


def _parts(kind: str) -> tuple[inspect.Field, ...]:
    """The fields of a kind of action."""
    information = inspect.type_info(_KINDS[kind])
    if not isinstance(information, inspect.StructType):
        raise TypeError(f"{kind} is no record")
    return information.fields


class ActionEditor(QWidget):
    """Any action of the closed set, or the sentence that says why the form holds none."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._fields: dict[str, Field] = {}
        self._kind = QComboBox()
        leave_wheel(self._kind)
        self._kind.setAccessibleName(self.tr("Action"))
        for kind in _KINDS:
            self._kind.addItem(kind_words(kind), kind)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setVerticalSpacing(GAP)
        self._form.addRow(label(self.tr("Action"), "muted"), self._kind)
        self._problem = label(kind="danger", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._form)
        column.addWidget(self._problem)
        self._kind.currentIndexChanged.connect(self._show_kind)
        self._show_kind()

    def show_action(self, action: Action | None) -> None:
        """Fill the form; None leaves an empty click."""
        values: dict[str, Any] = msgspec.to_builtins(action) if action is not None else {}
        with QSignalBlocker(self._kind):  # of the action that was shown before nothing stays
            self._kind.setCurrentIndex(max(0, self._kind.findData(values.get("kind", "click"))))
        self._make_fields(values)

    def choose(self, kind: str) -> None:
        """Show the form of another kind of action."""
        self._kind.setCurrentIndex(self._kind.findData(kind))

    def take_focus(self) -> None:
        """Give the keyboard to the first of its controls."""
        self._kind.setFocus()

    def field(self, name: str) -> Field:
        """The field for a value of the action."""
        return self._fields[name]

    @property
    def problem(self) -> str:
        """Why the values in the form are no action; empty where they are one."""
        return "" if self._problem.isHidden() else self._problem.text()

    def action(self) -> Action | None:
        """The action in the form; None where its values are no action."""
        try:
            made: Action = msgspec.convert(self._values(), Action)
        except msgspec.ValidationError:
            return None
        return made

    def aim(self, point: Point) -> bool:
        """Put a point of the screenshot into the first field that takes one; False for none."""
        for field in self._fields.values():
            if isinstance(field, PointField):
                field.set({"x": point.x, "y": point.y})
                return True
        return False

    def _values(self) -> dict[str, object]:
        values = {name: field.get() for name, field in self._fields.items()}
        return {"kind": self._kind.currentData(), **values}

    def _show_kind(self) -> None:
        """Make the fields of the chosen kind; values that both kinds have stay."""
        self._make_fields({name: field.get() for name, field in self._fields.items()})

    def _make_fields(self, values: dict[str, Any]) -> None:
        """Make the fields of the chosen kind with these values, else with their defaults."""
        while self._form.rowCount() > 1:
            self._form.removeRow(1)
        self._fields = {}
        for part in _parts(str(self._kind.currentData())):
            field = field_for(part.type)
            if part.name in values:
                field.set(values[part.name])
            elif not part.required and part.default is not msgspec.NODEFAULT:
                field.set(msgspec.to_builtins(part.default))
            name = field_words(part.name)
            field.widget.setAccessibleName(name)
            field.on_change(self._check)
            self._fields[part.name] = field
            self._form.addRow(label(name, "muted"), field.widget)
        self._check()

    def _check(self) -> None:
        problem = ""
        try:
            msgspec.convert(self._values(), Action)
        except msgspec.ValidationError as error:
            problem = str(error)
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.changed.emit()
