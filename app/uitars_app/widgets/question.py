"""Dialogs of a few words, and the question before something is lost for good."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def plain_box(
    parent: QWidget | None, icon: QMessageBox.Icon, words: str, more: str = ""
) -> QMessageBox:
    """A dialog, to be opened; it goes when it is closed."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(QCoreApplication.translate("Question", "uitars"))
    box.setIcon(icon)
    # What a program or a model wrote may stand in it: it is text, never markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(words)
    box.setInformativeText(more)
    return box


def loss_question(
    parent: QWidget, words: str, loss: str, do: str, lose: Callable[[], None]
) -> QMessageBox:
    """A dialog, to be opened. `words`: the question. `loss`: what will be lost. `do`: the button
    that calls `lose`; any other way out of it does nothing."""
    box = plain_box(parent, QMessageBox.Icon.Warning, words, loss)
    box.setStandardButtons(QMessageBox.StandardButton.Cancel | QMessageBox.StandardButton.Discard)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    button = box.button(QMessageBox.StandardButton.Discard)
    button.setText(do)
    button.clicked.connect(lambda: lose())
    return box
