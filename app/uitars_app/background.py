"""Work that must not block the window: runs in a thread, ends on the window's thread.

Runs of the agent have a thread of their own (runs/runner.py).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from uitars_runtime.errors import UitarsError

_Result = TypeVar("_Result")
_THREADS = 3


class Background(QObject):
    """A few threads for files, pictures and servers."""

    failed = Signal(object)
    """A `UitarsError` that nobody asked for: the window shows it."""
    _ready = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._under_way = 0
        self.closing = threading.Event()
        """What takes long looks at it, and ends."""
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="background")
        self._ready.connect(self._call, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether anything is under way that was not delivered."""
        return self._under_way > 0

    def run(
        self,
        owner: QObject,
        work: Callable[[], _Result],
        done: Callable[[_Result], None],
        failed: Callable[[UitarsError], None] | None = None,
    ) -> None:
        """Call `work` in a thread, then `done` with its result on the window's thread.

        Neither `done` nor `failed` is called once `owner` is gone. A `UitarsError` goes to
        `failed` (without one, to the signal); any other exception is a defect and is raised on
        the window's thread. Once this is closed nothing is begun: a page may ask on its way out.
        """
        if self.closing.is_set():
            return

        def finish(future: Future[_Result]) -> None:
            def deliver() -> None:
                if future.cancelled() or not isValid(owner):
                    return
                try:
                    result = future.result()
                except UitarsError as error:
                    (failed or self.failed.emit)(error)
                else:
                    done(result)

            if isValid(self):
                self._ready.emit(deliver)

        self._under_way += 1
        self._threads.submit(work).add_done_callback(finish)

    def close(self) -> None:
        """Wait for what is under way; what has not begun is dropped."""
        self.closing.set()
        self._threads.shutdown(cancel_futures=True)

    def _call(self, deliver: Callable[[], None]) -> None:
        self._under_way -= 1
        deliver()
