"""The private desktop of the run that goes on; after a click into it, the person works there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect

from uitars_app.context import Context
from uitars_app.live.picture import DesktopPicture
from uitars_app.runs.runner import RunState
from uitars_runtime.desktop.registry import kind_of
from uitars_runtime.types import Point

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands


class LiveView(DesktopPicture):
    """Shows the desktop of the run that goes on, where the runtime started that desktop."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme)
        self._runner = context.runner
        self.setAccessibleName(self.tr("The private desktop, live"))
        self._runner.desktop_opened.connect(self._open)
        self._runner.finished.connect(self.close_link)
        self._runner.state_changed.connect(self.update)

    @property
    def working(self) -> bool:
        """Only while the agent does not."""
        return self.is_open and self._runner.state is RunState.PAUSED

    def take_over(self) -> None:
        """Hold the run; from here on the person's input goes to the desktop."""
        if self._runner.state is not RunState.IDLE:
            self._runner.pause(self.tr("You have taken over."))
            self.setFocus()

    def state_words(self) -> str:
        """Who works there."""
        if self.working:
            return self.tr("You are working here. Resume gives it back.")
        return self.tr("The agent works here. Click to take over.")

    def empty_words(self) -> str:
        """Why there is no picture."""
        return self.tr("No private desktop is open.")

    def place_of(self, point: Point) -> QRect:
        """Where a pixel of the desktop and its surroundings are seen, in screen coordinates."""
        if self.image.isNull() or not self.isVisible():
            return QRect()
        place = self.picture_place()
        scale = place.width() / self.image.width()
        at = QPoint(round(point.x * scale), round(point.y * scale)) + place.topLeft()
        centre = self.mapToGlobal(at)
        return QRect(centre - QPoint(60, 60), centre + QPoint(60, 60))

    def _open(self, hands: OpenHands) -> None:
        if kind_of(hands.desktop_name).private:
            self.open_link(hands.environment)
