"""The fixed values of settings and actions in the person's language; names of programs stay."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox

translate = QCoreApplication.translate

_WORDS: dict[str, Callable[[], str]] = {
    "system": lambda: translate("Values", "as the system"),
    "light": lambda: translate("Values", "light"),
    "dark": lambda: translate("Values", "dark"),
    "contrast": lambda: translate("Values", "high contrast"),
    "en": lambda: "English",
    "zh_CN": lambda: "简体中文",
    "open": lambda: translate("Values", "open to your files"),
    "walled": lambda: translate("Values", "walled off from your files"),
    "offline": lambda: translate("Values", "walled off, and offline"),
    "any": lambda: translate("Values", "any"),
    "left": lambda: translate("Values", "left"),
    "middle": lambda: translate("Values", "middle"),
    "right": lambda: translate("Values", "right"),
    "up": lambda: translate("Values", "up"),
    "down": lambda: translate("Values", "down"),
    "success": lambda: translate("Values", "done"),
    "failure": lambda: translate("Values", "not done"),
    "ask-on-risk": lambda: translate("Values", "Ask before risks"),
    "ask-always": lambda: translate("Values", "Ask before every action"),
    "allow-list": lambda: translate("Values", "Only what is listed"),
    "autonomous-in-sandbox": lambda: translate("Values", "Free on a private desktop"),
    "sandbox": lambda: translate("Values", "Private desktop"),
    "local": lambda: translate("Values", "This desktop"),
}


def value_words(value: str) -> str:
    """A value as a person reads it; one that is not known stays as it is."""
    words = _WORDS.get(value)
    return words() if words is not None else value


def offer(box: QComboBox, values: tuple[str, ...]) -> None:
    """Add these values to a box; each is its item's data."""
    for value in values:
        box.addItem(value_words(value), value)
