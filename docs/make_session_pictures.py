"""Makes the pictures of sessions: a game that a run plays, in the window and in a web browser.

python docs/make_session_pictures.py
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from _window import SIZE, serve, taken
from uitars_app.assistant import Assistant, make_application
from uitars_app.single import SingleInstance
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.sessions import verbs
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Press, Proposal, Size, Task
from uitars_runtime.view.live import watched
from uitars_train.games.catalogue import GAMES

if TYPE_CHECKING:
    from uitars_app.pages.sessions import SessionsPage

PICTURES = Path(__file__).with_name("pictures")
TURNS = ("left", "down", "right", "down")
KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Down)


class Arrows:
    """A model that presses one arrow after the other, for ever."""

    name = "arrows"
    dialect = "none"

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        return Proposal("", Press((TURNS[len(past) % len(TURNS)],)), "")

    def close(self) -> None:
        """Nothing to close."""


@contextmanager
def played(record: SessionRecord) -> Generator[None]:
    """A run of `Arrows` that goes on in a session meanwhile."""
    control = Control()
    settings = Settings(desktop=f"session:{record.id}", max_steps=9999, repeats=9999)

    def work() -> None:
        for _ in execute(
            Request("Play.", settings),
            asker=NobodyAsker(),
            answer=lambda _question: None,
            control=control,
            model=Arrows(),
        ):
            pass

    running = threading.Thread(target=work)
    running.start()
    try:
        yield
    finally:
        control.stop()
        running.join()


def photograph_view(record: SessionRecord, picture: Path) -> None:
    """The live view, as a web browser shows it."""
    with watched(record.desktop.environment) as view, headless(*OWN_PAGES) as page:
        page.view(1100, 860)
        page.open(view.address)
        time.sleep(4)
        picture.write_bytes(page.picture())


def photograph_window(folder: Path) -> None:
    """The list with the oldest session live; the same, taken over by the person."""
    application = make_application(["uitars"])
    assistant = Assistant(application, SingleInstance(), theme="light", language="en")
    window, context = assistant.window, assistant.context
    window.resize(*SIZE)
    window.show()
    context.show_page("sessions")
    page = cast("SessionsPage", window.page)
    serve(5000)
    taken(window).save(folder / "app-sessions.png")
    context.theme.choose("dark")
    page.take_over.click()
    serve(3000)
    for key in KEYS:
        QTest.keyClick(page.view, key)
        serve(300)
    serve(2000)
    taken(window).save(folder / "app-session-live-dark.png")
    page.give_back.click()
    serve(1000)
    assistant.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing is logged."""


@contextmanager
def served(page: Path) -> Generator[str]:
    """The address of a page whose scripts lie beside it: behind the wall they are not seen."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=page.parent))
    threading.Thread(target=server.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{page.name}"
    finally:
        server.shutdown()
        server.server_close()


def main() -> int:
    page = Path(url2pathname(urlsplit(GAMES["powers"].address).path))
    with tempfile.TemporaryDirectory(dir="/var/tmp") as home, served(page) as address:
        os.environ["UITARS_HOME"] = home
        game = f"{address}#3"
        record = start(SessionOrder(size=Size(1000, 780), browser=game, owner=os.getpid()))
        other = start(SessionOrder(apps=("mousepad",), owner=os.getpid()))
        with played(record):
            time.sleep(15)
            photograph_view(record, PICTURES / "session-view.png")
            photograph_window(PICTURES)
        for session in (record, other):
            verbs.stop(session.id)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
