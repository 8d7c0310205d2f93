"""The question before something is lost for good."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def loss_question(
    parent: QWidget, words: str, loss: str, do: str, lose: Callable[[], None]
) -> QMessageBox:
    """A dialog, to be opened. `words`: the question. `loss`: what will be lost. `do`: the button
    that calls `lose`; any other way out of it does nothing."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Warning)
    # What a program or a model wrote may stand in it: it is text, never markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(words)
    box.setInformativeText(loss)
    box.setStandardButtons(QMessageBox.StandardButton.Cancel | QMessageBox.StandardButton.Discard)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    button = box.button(QMessageBox.StandardButton.Discard)
    button.setText(do)
    button.clicked.connect(lambda: lose())
    return box
