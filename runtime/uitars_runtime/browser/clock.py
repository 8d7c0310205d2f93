"""The time of a page: held from its start, moved on by hand, let go faster; chance by a seed.

`Date`, timers, `performance` and animation frames are those of `@sinonjs/fake-timers` (vendored
with its licence in uitars_assets), put into every document before its own scripts; what CSS
animates is held by the browser. Not held: workers, video and sound, SVG's own animations, the
network, and the times that the browser stamps on events.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.browser.page import Page

START: Final = 1_767_225_600_000
"""What a page's clock says at its start, milliseconds: 1 January 2026, 0:00 UTC."""
_MOST: Final = 5_000
"""Milliseconds that one command to the browser lets go by."""
_ALL: Final = "globalThis[Symbol.for('uitars.clock')]"


class Clock:
    """Holds the time of a page, from the next document on. Raises `DesktopError`."""

    def __init__(self, page: Page, seed: int = 0, now: int = START) -> None:
        self._page = page
        self._seed = seed
        self._now = now
        self._script = ""
        page.call("Animation.enable")
        page.call("Page.enable")
        self._begin_with(0.0)

    def run(self, milliseconds: int) -> None:
        """Let so much time go by in a page that is held, and no more."""
        for begun in range(0, milliseconds, _MOST):
            self._page.evaluate(f"{_ALL}.run({min(_MOST, milliseconds - begun)})")

    def flow(self, rate: float) -> None:
        """Let time go by by itself, `rate` times as fast as outside."""
        self._begin_with(rate)
        self._page.evaluate(
            f"Promise.all(({_ALL}?.clocks() ?? []).map(clock => clock.flow({rate})))"
        )

    def hold(self) -> None:
        """Let no more time go by but by `run`."""
        self.flow(0.0)

    def release(self) -> None:
        """Leave the next document its own time."""
        self._page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=self._script)
        self._page.call("Animation.setPlaybackRate", playbackRate=1.0)

    def _begin_with(self, rate: float) -> None:
        """Set the rate that documents begin with."""
        if self._script:
            self._page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=self._script)
        settings = {"seed": self._seed, "now": self._now, "rate": rate}
        source = f"{_library()}hold({msgspec.json.encode(settings).decode()});\n}})();"
        added = self._page.call("Page.addScriptToEvaluateOnNewDocument", source=source)
        self._script = str(added["identifier"])
        self._page.call("Animation.setPlaybackRate", playbackRate=rate)


@cache
def _library() -> str:
    """The beginning of a script: the vendored module and ours, in a scope of their own."""
    vendored = files("uitars_assets") / "browser" / "fake-timers" / "fake-timers-src.js"
    ours = Path(__file__).with_name("clock.js").read_text("utf-8")
    return (
        "(() => {\nconst module = {exports: {}}, channel = new MessageChannel(), soon = [];\n"
        # What the module waits with between timers: setTimeout would wait 4 ms each time.
        "channel.port1.onmessage = () => soon.shift()();\n"
        "globalThis.setImmediate = done => { soon.push(done); channel.port2.postMessage(0); };\n"
        "(function(module, exports, require) {\n"
        f"{vendored.read_text('utf-8')}\n"
        "})(module, module.exports, name => {\n"
        "  if (name === '@sinonjs/commons') return {global: globalThis};\n"
        "  throw new Error(`${name} is not here`);\n"
        "});\n"
        "delete globalThis.setImmediate;\n"
        f"const FakeTimers = module.exports;\n{ours}\n"
    )
