"""An oracle for questions on pages: it knows which pages prove the answer and goes there by clicks,
wheel and keys on the screen; what it answers it reads where the last page says it.

A question that it does shows that the answer can be reached and is judged right.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from uitars_runtime.browser.connection import RefusedError
from uitars_runtime.browser.page import Page
from uitars_runtime.types import (
    Action,
    Click,
    Direction,
    Finish,
    Point,
    Scroll,
    Task,
    Type,
)
from uitars_train.browsing.questions import Question
from uitars_train.browsing.routes import SEARCH
from uitars_train.evaluate.scripted import Scripted

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep

_NEXT: Final = """
const [route, place] = arguments;
if (document.readyState !== 'complete') return null;
const here = location.pathname + location.search;
const at = route.indexOf(here);
if (at < 0) return {here, at};
const links = [...document.querySelectorAll('header a, main a')];
const found = at === route.length - 1 ? document.getElementById(place)
  : here === '/search' ? document.getElementById('q')
    : links.findLast(one => one.getAttribute('href') === route[at + 1]);
if (!found) return {here, at: -1};
"""
"""Where on the way the page is, and what on it leads on. Asked in one go: a moment later the page
may be another."""
_LIES: Final = """
const box = found.getClientRects()[0];
const left = screenX + (outerWidth - innerWidth) / 2;
const top = screenY + outerHeight - innerHeight;
return {here, at, x: left + box.left + box.width / 2, y: top + box.top + box.height / 2,
  middle: [left + innerWidth / 2, top + innerHeight / 2], text: found.innerText,
  focused: found === document.activeElement,
  above: box.top < 0, below: box.bottom > innerHeight};
"""
"""Where it lies on the screen."""
_MOMENT: Final = 0.1
_PATIENCE: Final = 10.0
"""Seconds within which a page comes that was asked for; then it is asked for once more."""


class Oracle(Scripted):
    """Goes the way of one question."""

    name = "oracle"

    def __init__(self, page: Page, question: Question) -> None:
        self._page = page
        self._question = question
        self._left = -1
        """The place on the way from which it went on."""

    def choose(self, task: Task, past: Sequence[PastStep], seen: Frame, /) -> Action:
        """What leads on from the page that is shown."""
        if not (past and past[-1].step.outcome.ok):
            self._left = -1  # nothing was done: the screen changed meanwhile
        return self._next()

    def _next(self) -> Action:
        route, found = self._question.route, self._arrived()
        at = int(found["at"])
        if at < 0:
            return Finish("failure", f"From {found['here']} nothing leads on.")
        self._left = -1
        if (scroll := _scrolled(found)) is not None:
            return scroll
        if at == len(route) - 1:
            return Finish(answer=str(found["text"]))
        if found["here"] != SEARCH:
            self._left = at
            return _clicked(found)
        if not found["focused"]:
            return _clicked(found)
        self._left = at
        return Type(f"{parse_qs(urlsplit(route[at + 1]).query)['q'][0]}\n")

    def _arrived(self) -> dict[str, Any]:
        """What leads on, once the page is another than the one that was left."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            self._page.await_ready()
            found = self._looked()
            if found and (found["at"] != self._left or time.monotonic() > deadline):
                return found
            time.sleep(_MOMENT)

    def _looked(self) -> dict[str, Any] | None:
        """None while one page follows another."""
        found: dict[str, Any] | None = None
        with suppress(RefusedError):
            found = self._page.run(_NEXT + _LIES, self._question.route, self._question.place)
        return found


def _clicked(found: dict[str, Any]) -> Click:
    return Click(Point(round(found["x"]), round(found["y"])))


def _scrolled(found: dict[str, Any]) -> Scroll | None:
    """The wheel, where it is not in sight."""
    if not (found["above"] or found["below"]):
        return None
    x, y = found["middle"]
    way = Direction.UP if found["above"] else Direction.DOWN
    return Scroll(Point(round(x), round(y)), way, amount=3)
