"""One form field for each kind of value that an action holds, found by the value's type."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable

import msgspec
from msgspec import inspect
from PySide6.QtCore import QCoreApplication, SignalInstance
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from uitars_app.theme.tokens import GAP
from uitars_app.values import offer
from uitars_app.widgets.wheel import leave_wheel

_LARGEST = 100_000


class Field(ABC):
    """A widget that holds one value, as JSON holds it."""

    def __init__(self, widget: QWidget, *changes: SignalInstance) -> None:
        """`changes`: what the widget tells when its value is another."""
        self.widget = widget
        self._changes = changes

    @abstractmethod
    def get(self) -> object: ...

    @abstractmethod
    def set(self, value: object, /) -> None: ...

    def on_change(self, call: Callable[[], None], /) -> None:
        for change in self._changes:
            change.connect(call)


def field_for(kind: inspect.Type) -> Field:
    """The field for a type of an action's field. Raises `TypeError` for one that none has."""
    match kind:
        case inspect.StrType():
            return TextField()
        case inspect.IntType(ge=least, le=most):
            return NumberField(least or 0, most or _LARGEST)
        case inspect.FloatType(ge=least, le=most):
            return SecondsField(least or 0.0, most or float(_LARGEST))
        case inspect.EnumType(cls=cls):
            return ChoiceField(tuple(str(member.value) for member in cls))
        case inspect.LiteralType(values=values):
            return ChoiceField(tuple(str(value) for value in values))
        case inspect.VarTupleType():
            return KeysField()
        case inspect.DictType():
            return JsonField()
        case inspect.StructType():
            return PointField()
        case _:
            raise TypeError(f"no field for {kind}")


def _set_up(spin: QAbstractSpinBox) -> None:
    """Numbers stand as far from the frame as other text; a style sheet cannot say so."""
    leave_wheel(spin)
    for field in spin.findChildren(QLineEdit):
        field.setTextMargins(GAP, 0, 0, 0)


class RoundedField(Field):
    """Its widget cannot hold every value: one that nobody changed comes out as it went in."""

    _given: tuple[object, object] | None = None
    """What was set, and how the widget says it."""

    def get(self) -> object:
        said = self._said()
        if self._given is not None and self._given[1] == said:
            return self._given[0]
        return said

    def set(self, value: object, /) -> None:
        self._say(value)
        self._given = (value, self._said())

    @abstractmethod
    def _said(self) -> object: ...

    @abstractmethod
    def _say(self, value: object, /) -> None: ...


class TextField(RoundedField):
    """Text with its lines; no-break spaces and other ends of lines are shown as the usual ones."""

    def __init__(self) -> None:
        self._edit = QPlainTextEdit()
        self._edit.setTabChangesFocus(True)
        self._edit.setFixedHeight(3 * self._edit.fontMetrics().lineSpacing() + 16)
        super().__init__(self._edit, self._edit.textChanged)

    def _said(self) -> object:
        return self._edit.toPlainText()

    def _say(self, value: object, /) -> None:
        self._edit.setPlainText(str(value))


class NumberField(Field):
    def __init__(self, least: int, most: int) -> None:
        self._spin = QSpinBox()
        self._spin.setRange(least, most)
        _set_up(self._spin)
        super().__init__(self._spin, self._spin.valueChanged)

    def get(self) -> object:
        return self._spin.value()

    def set(self, value: object, /) -> None:
        self._spin.setValue(int(str(value)))


class SecondsField(RoundedField):
    """Seconds, shown to the hundredth."""

    def __init__(self, least: float, most: float) -> None:
        self._spin = QDoubleSpinBox()
        self._spin.setRange(least, most)
        _set_up(self._spin)
        super().__init__(self._spin, self._spin.valueChanged)

    def _said(self) -> object:
        return self._spin.value()

    def _say(self, value: object, /) -> None:
        self._spin.setValue(float(str(value)))


class ChoiceField(Field):
    def __init__(self, values: tuple[str, ...]) -> None:
        self._box = QComboBox()
        leave_wheel(self._box)
        offer(self._box, values)
        super().__init__(self._box, self._box.currentTextChanged)

    def get(self) -> object:
        return self._box.currentData()

    def set(self, value: object, /) -> None:
        self._box.setCurrentIndex(self._box.findData(str(value)))


class KeysField(RoundedField):
    """A chord as it is written: `ctrl+shift+s`; a plus that is a key is read as it was set only."""

    def __init__(self) -> None:
        self._edit = QLineEdit()
        super().__init__(self._edit, self._edit.textChanged)

    def _said(self) -> object:
        return [key.strip() for key in self._edit.text().split("+") if key.strip()]

    def _say(self, value: object, /) -> None:
        self._edit.setText("+".join(msgspec.convert(value, list[str])))


class JsonField(TextField):
    """Values of any shape, written as JSON; what is no JSON comes out as text and is refused."""

    def get(self) -> object:
        text = str(super().get())
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return text

    def set(self, value: object, /) -> None:
        super().set(json.dumps(value, ensure_ascii=False))


class PointField(Field):
    """A pixel of the screenshot."""

    def __init__(self) -> None:
        pair = QWidget()
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        self._x, self._y = QSpinBox(), QSpinBox()
        for spin, name in (
            (self._x, QCoreApplication.translate("PointField", "Pixels from the left")),
            (self._y, QCoreApplication.translate("PointField", "Pixels from the top")),
        ):
            spin.setRange(0, _LARGEST)
            _set_up(spin)
            spin.setAccessibleName(name)
            spin.setToolTip(name)
            row.addWidget(spin)
        row.addStretch(1)
        super().__init__(pair, self._x.valueChanged, self._y.valueChanged)

    def get(self) -> object:
        return {"x": self._x.value(), "y": self._y.value()}

    def set(self, value: object, /) -> None:
        match value:
            case {"x": int(x), "y": int(y)}:
                self._x.setValue(x)
                self._y.setValue(y)
            case _:
                raise TypeError(f"{value} is no point")
