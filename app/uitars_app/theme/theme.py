"""Which theme is in force, and putting it on: the person's choice, else what the system says."""

from __future__ import annotations

from importlib.resources import files
from typing import assert_never

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from uitars_app.preferences import ThemeChoice
from uitars_app.theme.stylesheet import MARKS, stylesheet
from uitars_app.theme.tokens import CONTRAST, DARK, LIGHT, Tokens


class Theme(QObject):
    """Keeps the application in one of the three themes; follows the system where asked to."""

    changed = Signal()
    """The tokens in force are others; what paints by itself repaints."""

    def __init__(self, application: QApplication, choice: ThemeChoice) -> None:
        super().__init__(application)
        self._application = application
        self._choice: ThemeChoice = choice
        self.tokens = LIGHT
        self._worn = False
        application.setStyle("Fusion")
        QDir.setSearchPaths(MARKS, [str(files("uitars_assets") / "icons" / MARKS)])
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._put_on)
        hints.accessibility().contrastPreferenceChanged.connect(self._put_on)
        self._put_on()

    def choose(self, choice: ThemeChoice) -> None:
        """Change the theme at once."""
        if choice != self._choice:
            self._choice = choice
            self._put_on()

    def _put_on(self) -> None:
        tokens = _tokens(self._choice)
        if tokens is self.tokens and self._worn:
            return
        self.tokens, self._worn = tokens, True
        self._application.setPalette(palette(tokens))
        self._application.setStyleSheet(stylesheet(tokens))
        self.changed.emit()


def _tokens(choice: ThemeChoice) -> Tokens:
    match choice:
        case "light":
            return LIGHT
        case "dark":
            return DARK
        case "contrast":
            return CONTRAST
        case "system":
            hints = QGuiApplication.styleHints()
            if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
                return CONTRAST
            return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
        case _:
            assert_never(choice)


def palette(tokens: Tokens) -> QPalette:
    """The theme as Qt's own colours, for what no style sheet reaches."""
    roles = QPalette.ColorRole
    made = QPalette()
    for role, colour in (
        (roles.Window, tokens.window),
        (roles.WindowText, tokens.text),
        (roles.Base, tokens.surface),
        (roles.AlternateBase, tokens.hover),
        (roles.Text, tokens.text),
        (roles.Button, tokens.surface),
        (roles.ButtonText, tokens.text),
        (roles.Highlight, tokens.accent),
        (roles.HighlightedText, tokens.on_accent),
        (roles.PlaceholderText, tokens.muted),
        (roles.ToolTipBase, tokens.surface),
        (roles.ToolTipText, tokens.text),
        (roles.Link, tokens.accent),
        (roles.Mid, tokens.border),
    ):
        made.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.muted))
    return made
