"""An oracle for questions on pages: it knows which pages prove the answer and goes there by clicks,
wheel and keys on the screen; what it answers it reads where the last page says it.

A question that it does shows that the answer can be reached and is judged right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from uitars_runtime.browser.page import Page
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.types import (
    Action,
    Click,
    Direction,
    Finish,
    Point,
    Proposal,
    Scroll,
    Task,
    Type,
)
from uitars_train.browsing.questions import Question
from uitars_train.browsing.routes import SEARCH

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_PLACE: Final = """
const [address, id] = arguments;
const links = [...document.querySelectorAll('main a, header a')];
const found = id ? document.getElementById(id)
  : links.reverse().find(one => one.getAttribute('href') === address);
if (!found) return null;
const box = found.getClientRects()[0];
const left = screenX + (outerWidth - innerWidth) / 2;
const top = screenY + outerHeight - innerHeight;
return {x: left + box.left + box.width / 2, y: top + box.top + box.height / 2,
  middle: [left + innerWidth / 2, top + innerHeight / 2], text: found.innerText,
  focused: found === document.activeElement,
  above: box.top < 0, below: box.bottom > innerHeight};
"""
"""Where a link, or what has an id, lies on the screen."""


class Oracle:
    """Implements `Model`."""

    name, dialect = "oracle", "none"

    def __init__(self, page: Page, question: Question) -> None:
        self._page = page
        self._question = question

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """What leads on from the page that is shown."""
        self._page.await_ready()
        return Proposal("", self._next(), "")

    def close(self) -> None:
        """Nothing is open."""

    def _next(self) -> Action:
        parts = urlsplit(self._page.address)
        here = f"{parts.path}?{parts.query}" if parts.query else parts.path
        route = self._question.route
        if here not in route:
            return Finish("failure", f"The page {here} is not on the way.")
        at = route.index(here)
        if at == len(route) - 1:
            found = self._found("", self._question.place)
            return _scrolled(found) or Finish(answer=str(found["text"]))
        onward = route[at + 1]
        if here == SEARCH:
            field = self._found("", "q")
            text = parse_qs(urlsplit(onward).query)["q"][0]
            return Type(f"{text}\n") if field["focused"] else _clicked(field)
        found = self._found(onward, "")
        return _scrolled(found) or _clicked(found)

    def _found(self, address: str, place: str) -> dict[str, Any]:
        """Raises `LookupError` where the page has it not."""
        found: dict[str, Any] | None = self._page.run(_PLACE, address, place)
        if found is None:
            raise LookupError(f"{self._page.address} has no {address or place}")
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
