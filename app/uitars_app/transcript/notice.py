"""A few lines above a run that say something the person should know; they can be put away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from uitars_app.reasons import reason_words
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton
from uitars_app.widgets.scrolled_words import ScrolledWords
from uitars_app.words import shown


class Notice(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._words = ScrolledWords()
        self._do = QPushButton()
        self._action: Callable[[], None] | None = None
        close = ThemedButton(theme, self.tr("Put away"), "cross", "icon")
        close.clicked.connect(self.clear)
        self._do.clicked.connect(self._act)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP + 4, GAP // 2, GAP // 2, GAP // 2)
        row.addWidget(self._words, 1)
        row.addWidget(self._do)
        row.addWidget(close)
        self.clear()

    @property
    def words(self) -> str:
        """What is said; empty for nothing."""
        return self._words.text if not self.isHidden() else ""

    def warn(self, words: str, do: str = "", action: Callable[[], None] | None = None) -> None:
        """Say that something went wrong. `do` names a button, `action` is what it does."""
        self._show("notice", reason_words(words), do, action)

    def inform(self, words: str, do: str = "", action: Callable[[], None] | None = None) -> None:
        """`do` names a button, `action` is what it does."""
        self._show("card", words, do, action)

    def offer_way_back(self, name: str, back: Callable[[], None]) -> None:
        """Before a form shows another thing: what was changed in this one is not lost."""
        words = self.tr("What you changed in {0} is not saved.").format(name or "…")
        self.inform(words, self.tr("Back to it"), back)

    def look_again(self) -> None:
        """What went wrong is tried anew; what waits for the person stays."""
        if self.property("kind") == "notice":
            self.clear()

    def clear(self) -> None:
        self.hide()
        self._action = None  # it may hold what a person wrote, a key too

    def _show(self, kind: str, words: str, do: str, action: Callable[[], None] | None) -> None:
        set_kind(self, kind)
        self._words.show_text(shown(words))
        self._do.setText(do)
        self._do.setVisible(bool(do))
        self._action = action
        self.show()

    def _act(self) -> None:
        action = self._action
        self.clear()
        if action is not None:
            action()
