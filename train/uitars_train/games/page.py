"""A game in a page of a browser: played by real input, read by the platform alone.

The game's page hands its state interface to a script that stands there before the page's own, once;
from there it is taken at once and held as a remote object that no script of the page can name. A
page that is loaded anew hands out another, and begins anew.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import msgspec

from uitars_runtime.browser.clock import Clock
from uitars_runtime.browser.connection import RefusedError
from uitars_runtime.browser.keyboard import key
from uitars_runtime.browser.page import Page
from uitars_train.games.catalogue import Entry
from uitars_train.games.moves import Move, Pull, Rest, Stroke, Tap
from uitars_train.games.records import (
    Board,
    Reading,
    Save,
    State,
    TamperedError,
    Verified,
    checked,
    checksum,
    read_state,
)

SETTLE: Final = 32
"""Milliseconds after a move in a game without time."""
_HAND_OUT: Final = """
Object.defineProperty(globalThis, 'uitarsGames', {configurable: true, value: {
  seed: %d,
  take: api => Object.defineProperty(globalThis, '%s', {configurable: true, value: api}),
}});
"""
_TAKE: Final = (
    "(name => { const api = globalThis[name]; delete globalThis[name]; return api; })('%s')"
)
_NAMES: Final = {"back": "backspace"}
"""Of keys that games call otherwise."""


class GamePage:
    """Implements `Game` on a page whose time it holds."""

    def __init__(self, page: Page, entry: Entry) -> None:
        self._page = page
        self._entry = entry
        self._clock = Clock(page)
        self._secret = f"uitars-{secrets.token_hex(16)}"
        self._script = ""
        self._handle = ""
        self._let = 0
        self._paid = 0

    def close(self) -> None:
        """Leave the next document its own time, and no way to the state."""
        self._clock.release()
        self._forget()

    def reset(self, seed: int, /) -> None:
        """Begin; the same seed and moves give the same game."""
        self._forget()
        source = _HAND_OUT % (seed, self._secret)
        added = self._page.call("Page.addScriptToEvaluateOnNewDocument", source=source)
        self._script = str(added["identifier"])
        self._page.open(self._entry.address)
        self._handle = self._take()
        self._let = self._paid = 0

    def look(self) -> bytes:
        """What it looks like, a PNG file."""
        return self._page.picture()

    def state(self) -> tuple[State, Board]:
        """What no picture says."""
        reading = self._read()
        return read_state(reading.state), reading.board

    def act(self, move: Move, /) -> None:
        """One step: real input, then the game's time of a step."""
        self.work(move)
        self.let_pass()

    def work(self, move: Move, /) -> None:
        """Only the input; no time goes by."""
        match move:
            case Stroke(key):
                self._stroke(key)
            case Tap(x, y):
                at = self._read().board.pixel(x, y)
                self._point("mousePressed", at)
                self._point("mouseReleased", at)
            case Pull(x, y, to_x, to_y):
                board = self._read().board
                start, end = board.pixel(x, y), board.pixel(to_x, to_y)
                self._point("mousePressed", start)
                self._point("mouseMoved", end)
                self._point("mouseReleased", end)
            case Rest():
                pass

    def let_pass(self) -> None:
        """Let the time of a step go by."""
        time = self._entry.pace or SETTLE
        self._let += time
        self._clock.run(time)

    def verify(self) -> Verified:
        """How it stands."""
        reading = self._read()
        state = read_state(reading.state)
        won, self._paid = state.score - self._paid, state.score
        return Verified(
            reward=won / max(1, self._entry.reference),
            done=state.done,
            score=state.score,
            level=state.level,
            version=state.version,
            checksum=reading.sealed,
        )

    def save(self) -> Save:
        """All of it."""
        reading = self._read()
        state = read_state(reading.state)
        return Save(state.game, state.version, reading.state, reading.sealed)

    def load(self, save: Save, /) -> None:
        """Go on from there."""
        now, _ = self.state()
        checked(save, now.game, now.version)
        state = read_state(save.state)
        self._ask("function(text) { return this.load(text); }", save.state)
        self._let, self._paid = state.elapsed + state.behind, state.score

    def _forget(self) -> None:
        if self._script:
            self._page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=self._script)
        self._script = self._handle = ""

    def _read(self) -> Reading:
        """What the page tells, seen to be its own."""
        told = self._ask("function() { return this.read(); }")
        reading = msgspec.json.decode(told, type=Reading)
        if checksum(reading.state) != reading.sealed:
            raise TamperedError("The game's state was changed by something else than its moves.")
        if read_state(reading.state).elapsed > self._let:
            raise TamperedError("More of the game's time went by than was let.")
        return reading

    def _ask(self, function: str, *arguments: str) -> str:
        """What a function of the interface returns, in the page as it is now."""
        try:
            return self._told(function, *arguments)
        except RefusedError:  # loaded anew, or gone elsewhere
            self._page.await_ready()
            self._handle = self._take()
            self._let = self._paid = 0
            return self._told(function, *arguments)

    def _told(self, function: str, *arguments: str) -> str:
        answer = self._page.call(
            "Runtime.callFunctionOn",
            functionDeclaration=function,
            objectId=self._handle,
            arguments=[{"value": one} for one in arguments],
            returnByValue=True,
        )
        if told := answer.get("exceptionDetails"):
            raise TamperedError(f"The game does not answer as it should: {told['text']}.")
        return str(answer["result"].get("value"))

    def _take(self) -> str:
        """Take the interface that this document handed out. Raises `TamperedError`."""
        answer = self._page.call("Runtime.evaluate", expression=_TAKE % self._secret)
        if "objectId" not in answer["result"]:
            raise TamperedError("The page is not that of the game any more.")
        return str(answer["result"]["objectId"])

    def _stroke(self, name: str) -> None:
        stroke = key(_NAMES.get(name, name)).told()
        self._page.call("Input.dispatchKeyEvent", type="rawKeyDown", **stroke)
        self._page.call("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def _point(self, kind: str, at: tuple[float, float]) -> None:
        place: dict[str, Any] = {"x": at[0], "y": at[1], "button": "left", "clickCount": 1}
        self._page.call("Input.dispatchMouseEvent", type=kind, buttons=1, **place)
