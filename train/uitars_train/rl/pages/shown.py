"""A page of MiniWoB++ in a headless browser: begun as in an evaluation, its time held.

Between two steps the page's time goes by by hand, so that nothing waits for what moves and the same
steps come to the same end. Two things are not as on a desktop: a list that drops down belongs to
the page (in a window of its own no picture of the page would show it), and time limits never end.
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.browser.clock import Clock
from uitars_runtime.browser.page import Page
from uitars_runtime.types import Action, Box, Move, Point, Size
from uitars_train.evaluate import miniwob
from uitars_train.rl.pages.hands import Hands

VIEW: Final = Size(424, 262)
"""Page pixels, as the evaluation's window."""
_FRAME: Final = 16
_SETTLES: Final = 500
"""Milliseconds after an action in which what it began comes to its end."""
_LISTS: Final = """
const sheet = new CSSStyleSheet();
sheet.replaceSync('select:not([multiple]), ::picker(select) { appearance: base-select }');
document.adoptedStyleSheets = [sheet];
"""


class Shown(miniwob.Page):
    """One page of one browser, with hands on it. Every method raises `DesktopError`."""

    def __init__(self, window: Page) -> None:
        super().__init__(window, miniwob.html_folder())
        self._window = window
        window.view(VIEW.width, VIEW.height, miniwob.SCALE)
        self._clock = Clock(window)
        self._hands = Hands(window, miniwob.SCALE)

    @property
    def size(self) -> Size:
        """Of its picture, in pixels."""
        return Size(VIEW.width * miniwob.SCALE, VIEW.height * miniwob.SCALE)

    def start(self, task: str, seed: int) -> str:
        """Show a fresh page of a task; what it asks for. Nothing is held, the pointer is beside."""
        self._hands.release()
        self._hands.perform(Move(Point(self.size.width - 1, self.size.height - 1)))
        told = super().start(task, seed)
        self._window.run(_LISTS)
        self._clock.run(_SETTLES)
        return told

    def perform(self, action: Action) -> bool:
        """Carry it out and let it come to its end; whether a page can be asked for it."""
        done = self._hands.perform(action)
        self._clock.run(_SETTLES)
        return done

    def picture(self) -> bytes:
        """A PNG file."""
        return self._window.picture()

    def box(self) -> Box:
        """All of the picture."""
        return Box(0, 0, self.size.width, self.size.height)

    def _await_frame(self) -> None:
        self._clock.run(_FRAME)
