"""The end that comes from outside: logging out, `kill`, Ctrl-C, a terminal that is closed."""

from __future__ import annotations

import signal
import socket
import sys

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, QTimer


class Leaving(QObject):
    """Ends the application in order at the first signal; a second one is the default again."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._hears, self._wakes = socket.socketpair()
        for end in (self._hears, self._wakes):
            end.setblocking(False)
        # While Qt waits for events no Python runs, the handlers neither.
        signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        self._awake = QSocketNotifier(self._hears.fileno(), QSocketNotifier.Type.Read, self)
        self._awake.activated.connect(lambda: self._hears.recv(1))
        signal.signal(signal.SIGINT, self._leave)
        signal.signal(signal.SIGTERM, self._leave)
        # Under nohup the assistant outlives its terminal.
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._leave)

    @staticmethod
    def _leave(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        # By way of the loop: an exit before it runs is lost.
        QTimer.singleShot(0, lambda: QCoreApplication.exit())
