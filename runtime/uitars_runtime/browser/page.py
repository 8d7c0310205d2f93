"""One page of a browser: where it is, what is true in it, what it looks like."""

from __future__ import annotations

import base64
import time
from typing import Any, Final

import msgspec

from uitars_runtime.browser.connection import Connection, Event, RefusedError
from uitars_runtime.browser.keyboard import key
from uitars_runtime.errors import DesktopError

_READY: Final = """
new Promise(done => document.readyState === 'complete' ? done()
  : addEventListener('load', () => done(), {once: true}))
"""
_READY_SECONDS: Final = 60.0
_NAVIGATED: Final = (
    "navigated",
    "context was destroyed",
    "Cannot find context",
    "Not attached to an active page",
)
"""What a refusal says where the page was replaced while it was asked."""


class Page:
    """Asks one page. Every method raises `DesktopError`."""

    def __init__(self, connection: Connection, target: str) -> None:
        self._connection = connection
        self.target = target
        """The browser's name for it."""
        attached = connection.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = str(attached["sessionId"])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, for what has no method here."""
        return self._connection.call(method, self._session, **parameters)

    @property
    def address(self) -> str:
        """Where it is; known also while the page itself does not answer."""
        told = self._connection.call("Target.getTargetInfo", targetId=self.target)
        return str(told["targetInfo"]["url"])

    def open(self, address: str) -> None:
        """Go there and wait until everything is loaded."""
        answer = self.call("Page.navigate", url=address)
        if error := answer.get("errorText"):
            raise DesktopError(f"The page {address} does not open: {error}.")
        self.await_ready()

    def bring_back(self) -> None:
        """Its window is in front, neither minimised, maximised nor full screen."""
        window = self._connection.call("Browser.getWindowForTarget", targetId=self.target)
        if window["bounds"]["windowState"] != "normal":
            bounds = {"windowState": "normal"}
            self._connection.call(
                "Browser.setWindowBounds", windowId=window["windowId"], bounds=bounds
            )
        self.call("Page.bringToFront")

    def await_ready(self) -> None:
        """Wait until everything is loaded, also where one page leads on to the next."""
        deadline = time.monotonic() + _READY_SECONDS
        while True:
            try:
                self.evaluate(_READY)
            except RefusedError as refused:
                if time.monotonic() > deadline or not any(s in refused.title for s in _NAVIGATED):
                    raise
            else:
                return

    def evaluate(self, expression: str) -> Any:
        """The value of JavaScript, a promise's once it is there."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if told := answer.get("exceptionDetails"):
            raise DesktopError(f"The page's script failed: {_thrown(told)}.")
        return answer["result"].get("value")

    def run(self, script: str, *arguments: object) -> Any:
        """The value that the body of a function returns."""
        given = msgspec.json.encode(arguments).decode()
        return self.evaluate(f"(function() {{{script}\n}}).apply(null, {given})")

    def view(self, width: int, height: int, scale: float = 1.0) -> None:
        """Lay it out for so many page pixels, each `scale` pixels of a picture."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )

    def show(self, html: str, width: int, height: int, scale: float = 1.0) -> None:
        """Lay out a page of its own text."""
        self.view(width, height, scale)
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.call("Page.setDocumentContent", frameId=frame, html=html)

    def picture(self) -> bytes:
        """What it looks like, a PNG file."""
        answer = self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(answer["data"])

    def press(self, *keys: str) -> None:
        """Press and release each key, wherever the focus is: a character, or a name as in
        `keys.py`."""
        for pressed in map(key, keys):
            stroke = pressed.told()
            writes = {"text": pressed.writes} if pressed.writes else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", **stroke, **writes)
            self.call("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def click(self, x: float, y: float) -> None:
        """Press and release the left button at page pixels of the view."""
        place: dict[str, Any] = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", **place)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", **place)

    def complaints(self) -> list[str]:
        """What the page wrote to its console, and errors, since it was opened or last asked."""
        self._connection.take_events(self._session)
        for domain in ("Log", "Runtime"):
            self.call(f"{domain}.enable")  # the browser tells all that it kept
        told = [text for one in self._connection.take_events(self._session) if (text := _said(one))]
        for command in ("Log.clear", "Log.disable"):
            self.call(command)
        for command in ("Runtime.discardConsoleEntries", "Runtime.disable"):
            self.call(command)
        return told


def _said(event: Event) -> str:
    """The words of a complaint; empty for other events."""
    match event.method:
        case "Log.entryAdded":
            return str(event.params["entry"]["text"])
        case "Runtime.exceptionThrown":
            return _thrown(event.params["exceptionDetails"])
        case "Runtime.consoleAPICalled":
            said = event.params["args"]
            return " ".join(str(one.get("value", one.get("description", ""))) for one in said)
        case _:
            return ""


def _thrown(told: dict[str, Any]) -> str:
    """The words of an exception."""
    thrown = told.get("exception", {})
    return str(thrown.get("description") or thrown.get("value") or told["text"])
