"""Single controls of a plan: fields, ticks, buttons with words or pictures, links.

Which panel they stand in is decided in `qt_build.py`.
"""

from __future__ import annotations

import random

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)

from uitars_train.screens import plan
from uitars_train.screens.qt_look import IconPainter


class Controls:
    """Makes the controls of one screen."""

    def __init__(self, icons: IconPainter, source: random.Random) -> None:
        self._icons = icons
        self._random = source
        self.focused: QWidget | None = None
        """The one that is to have the keyboard, once its window is shown."""

    def field(self, field: plan.Field) -> QWidget:
        widget: QWidget
        match field.kind:
            case plan.Kind.LINE:
                widget = QLineEdit(field.value)
                widget.setCursorPosition(0)
                widget.setPlaceholderText(field.placeholder)
                if field.secret:
                    widget.setEchoMode(QLineEdit.EchoMode.Password)
            case plan.Kind.AREA:
                widget = QPlainTextEdit(field.value)
                widget.setMinimumHeight(self._random.randint(40, 140))
                widget.setMaximumHeight(200)
            case plan.Kind.SPIN:
                widget = QSpinBox()
                widget.setMaximum(999)
                widget.setValue(int(field.value))
            case plan.Kind.COMBO:
                widget = QComboBox()
                widget.addItems(list(field.options))
                widget.setCurrentText(field.value)
                kind = self._random.random()
                widget.setEditable(kind < 0.2)
                if kind > 0.88:
                    widget.setCurrentIndex(-1)
        widget.setAccessibleName(field.label)
        widget.setEnabled(not field.disabled)
        if field.focused:
            self.focused = widget
        return widget

    def check(self, check: plan.Check) -> QCheckBox:
        widget = QCheckBox(check.text)
        widget.setChecked(check.checked)
        widget.setEnabled(not check.disabled)
        return widget

    def button(self, button: plan.Button) -> QPushButton:
        widget = QPushButton(button.text)
        if button.icon:
            widget.setIcon(self._icons.icon(button.icon, 16))
        widget.setEnabled(not button.disabled)
        widget.setFlat(button.flat)
        if button.accent and not button.disabled:
            # The style sheet paints by this property, a bare style by `default`.
            widget.setProperty("accent", True)
            widget.setDefault(True)
        return widget

    def icon_buttons(self, icons: plan.Icons | None, flat: bool) -> list[QWidget]:
        if icons is None:
            return []
        widgets: list[QWidget] = []
        for index, meaning in enumerate(icons.meanings):
            widget = self.icon_button(meaning, icons.size, flat)
            widget.setEnabled(index != icons.disabled)
            if index == icons.pressed:
                widget.setCheckable(True)
                widget.setChecked(True)
            widgets.append(widget)
        return widgets

    def icon_button(self, meaning: str, size: int, flat: bool) -> QToolButton:
        """A button with a picture and no words."""
        widget = QToolButton()
        widget.setIcon(self._icons.icon(meaning, size))
        widget.setIconSize(QSize(size, size))
        widget.setAutoRaise(flat)
        widget.setProperty("icon_meaning", meaning)
        return widget

    def link(self, text: str) -> QWidget:
        line = "" if self._random.random() < 0.6 else ' style="text-decoration:none"'
        widget = QLabel(f'<a href="#"{line}>{text}</a>')
        widget.setAccessibleName(text)
        widget.setProperty("role", "link")
        return widget
