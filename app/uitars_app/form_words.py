"""What is said and asked about forms, in the person's language. Part of what reasons.py knows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

_MARKED: Final = (
    QT_TRANSLATE_NOOP("Reasons", "Empty “{0}”."),
    QT_TRANSLATE_NOOP("Reasons", "Untick “{0}”."),
    QT_TRANSLATE_NOOP("Reasons", "Tick “{0}”."),
    QT_TRANSLATE_NOOP("Reasons", "Choose “{0}”."),
    QT_TRANSLATE_NOOP("Reasons", "Press “{0}”."),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” has no “{1}”."),
    QT_TRANSLATE_NOOP("Reasons", "Which of these is meant: “{0}”?"),
    QT_TRANSLATE_NOOP(
        "Reasons", "“{0}” shows no number; it was put where “{1}” should be from {2} to {3}."
    ),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” shows no number."),
    QT_TRANSLATE_NOOP("Reasons", "Please set it to “{0}”, then say yes."),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is not there any more."),
    QT_TRANSLATE_NOOP("Reasons", "Nothing changed when “{0}” was pressed."),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” does not show “{1}”."),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” does not show what was asked for."),
)
FORM_WORDS: Final = tuple(map(str, _MARKED))
"""With places for words of the screen."""
