"""The chosen session, live; the person can work in it while nobody else does."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent

from uitars_app.live.picture import DesktopPicture
from uitars_app.sessions.work import SessionFacts
from uitars_app.theme.theme import Theme
from uitars_app.widgets.build import let_tab_reach


class SessionView(DesktopPicture):
    """Connected only while it is looked at."""

    take_over_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._facts: SessionFacts | None = None
        self._server = 0
        """Of the desktop that is shown: a session that was made anew has another."""
        self._taken = False
        self.setAccessibleName(self.tr("The chosen session, live"))
        let_tab_reach(self, wanted=False)

    @property
    def working(self) -> bool:
        """Whether the person has taken over the session that is shown."""
        return self.is_open and self._taken

    def show_session(self, facts: SessionFacts | None, *, taken: bool) -> None:
        """Show this one from here on. `taken`: the person has taken it over."""
        self._facts, self._taken = facts, taken
        let_tab_reach(self, wanted=facts is not None)
        self._connect()
        self.update()

    def take_over(self) -> None:
        """Ask for it; whether it can be is seen beside the window."""
        self.take_over_wanted.emit()

    def lose_desktop(self) -> None:
        """It is not tried again: the next look at the sessions shows what became of it."""
        self.close_link()

    def state_words(self) -> str:
        """Who works there."""
        record = None if self._facts is None else self._facts.record
        if self.working:
            return self.tr("You work here. Give it back when you are done.")
        if record is not None and record.paused:
            return self.tr("Paused: its programs stand still.")
        if record is not None and record.lease is not None:
            return self.tr("A run works here. Click to take over.")
        return self.tr("Nobody works here. Click to take over.")

    def empty_words(self) -> str:
        """Why there is no picture."""
        if self._facts is None:
            return self.tr("Choose a session to see it live.")
        return self.tr("There is no picture of this session.")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._connect()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        super().hideEvent(event)
        self._leave()

    def _connect(self) -> None:
        wanted = 0 if self._facts is None else self._facts.record.desktop.server
        if wanted == self._server or not self.isVisible():
            return
        self._leave()
        if self._facts is not None:
            self._server = wanted
            self.open_link(self._facts.record.desktop.environment)

    def _leave(self) -> None:
        self._server = 0
        self.close_link()
