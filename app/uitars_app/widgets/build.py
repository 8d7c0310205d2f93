"""Widgets with their look and their name for screen readers, in one call each."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QSizePolicy, QWidget

from uitars_app.theme.icons import icon
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP

_FRAME = QSize(16, 48)
"""About what a window manager puts around a window."""
_TIP = 800
"""Characters that a tip has at most."""
_LONG_WORD = re.compile(r"\S{120}(?=\S)")


def tip(text: str) -> str:
    """Text for a tool tip: it wraps, has room on the screen, and is never taken for markup."""
    if len(text) > _TIP:
        text = f"{text[: _TIP - 1]}…"
    text = _LONG_WORD.sub("\\g<0>\u200b", text)  # where a word that is too long may be broken
    return f"<span>{html.escape(text).replace(chr(10), '<br>')}</span>" if text else ""


def fitting(size: QSize, window: QWidget) -> QSize:
    """This size for a window, or as much of it as its screen has room for."""
    return size.boundedTo(window.screen().availableSize() - _FRAME)


def let_tab_reach(widget: QWidget, *, wanted: bool) -> None:
    """Tab leads to a widget only where there is something to do: to scroll, to choose."""
    policies = Qt.FocusPolicy
    widget.setFocusPolicy(policies.StrongFocus if wanted else policies.NoFocus)


def caption(text: str) -> str:
    """A person's words for a button or a menu: an ampersand in them is one, and no short cut."""
    return text.replace("&", "&&")


def label(text: str = "", kind: str = "", *, wraps: bool = False) -> QLabel:
    """Text, never markup: it may come from a model or a program."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wraps)
    if kind:
        set_kind(made, kind)
    return made


def scrolled(inside: QWidget) -> QScrollArea:
    """A widget that is scrolled up and down where it is too high, and never sideways; Tab passes by
    it elsewhere."""
    made = QScrollArea()
    made.setWidget(inside)
    made.setWidgetResizable(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    let_tab_reach(made, wanted=False)

    def follow(_least: int, most: int) -> None:
        let_tab_reach(made, wanted=most > 0)

    made.verticalScrollBar().rangeChanged.connect(follow)
    return made


class ElidedLabel(QLabel):
    """One line of text that is shortened to the room there is; the whole of it is its tip."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_kind(self, kind)

    def show_text(self, text: str) -> None:
        """Show the first line of a text."""
        self._whole = text.splitlines()[0] if text else ""
        self.setToolTip(tip(text))
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        mode = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(self._whole, mode, self.width()))


def chip() -> QLabel:
    """A few words on a coloured ground; `set_kind` gives it `good`, `warning` or `danger`."""
    made = label()
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    made.setContentsMargins(GAP, 2, GAP, 2)
    return made


def selectable(text: str = "", kind: str = "") -> QLabel:
    """Text that wraps and can be copied, also with the keyboard."""
    made = label(text, kind, wraps=True)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def frame(kind: str) -> QFrame:
    made = QFrame()
    set_kind(made, kind)
    return made


class ThemedButton(QPushButton):
    """A button whose icon has the colour of its text in every theme."""

    def __init__(
        self, theme: Theme, text: str, icon_name: str = "", kind: str = "", tip: str = ""
    ) -> None:
        """`kind`: as in the style sheet; with `icon` the text is only spoken and shown as a tip."""
        super().__init__("" if kind == "icon" else text)
        self._theme = theme
        self._icon = icon_name
        self._kind = kind
        if kind:
            set_kind(self, kind)
        self.setAccessibleName(text)
        self.setToolTip(tip or (text if kind == "icon" else ""))
        self.setIconSize(QSize(18, 18))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._draw)
        self._draw()

    def set_icon(self, name: str) -> None:
        self._icon = name
        self._draw()

    def _draw(self) -> None:
        if not self._icon:
            return
        tokens = self._theme.tokens
        match self._kind:
            case "primary":
                drawn = icon(self._icon, tokens.on_accent, disabled=tokens.muted)
            case "danger":
                drawn = icon(self._icon, tokens.on_danger, disabled=tokens.muted)
            case _:
                drawn = icon(self._icon, tokens.text)
        self.setIcon(drawn)


def line(parent: QWidget | None = None) -> QFrame:
    """A thin line between groups."""
    made = QFrame(parent)
    set_kind(made, "line")
    return made
