"""One assistant a person and place: a second start brings the first one's window up and ends.

A lock in the state folder says that there is one, a socket beside the temporary files reaches it.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib

from PySide6.QtCore import QDeadlineTimer, QLockFile, QObject, QSysInfo, QThread, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from uitars_runtime import paths
from uitars_runtime.errors import UsageError

_PATIENCE = 10.0
"""Seconds that a start waits for one that begins or ends."""
_PAUSE_MS = 50
_HERE = b"here\n"
"""The answer to another start; the system takes a connection also for one that hangs."""


class SingleInstance(QObject):
    """The place where the first instance listens for later ones."""

    summoned = Signal()
    """Another start asked for the window."""

    def __init__(self) -> None:
        super().__init__()
        place = hashlib.sha256(str(paths.state_folder()).encode()).hexdigest()[:16]
        self._name = f"uitars-{getpass.getuser()}-{place}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        # Of this computer: on another one with the same home its process would mean nothing.
        lock = f"assistant-{QSysInfo.machineHostName()}.lock"
        self._lock = QLockFile(str(paths.state_folder() / lock))
        self._lock.setStaleLockTime(0)  # however long it lives

    def take(self, patience: float = _PATIENCE) -> bool:
        """Become the one instance; False where there is one, which was summoned. One that ends is
        waited for.

        Raises `UsageError` where there is one that does not answer within `patience` seconds, or
        the place cannot be taken.
        """
        with contextlib.suppress(OSError):  # where it cannot be written, the first word counts
            paths.state_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        until = QDeadlineTimer(round(patience * 1000))
        while not self._answers(until):
            if until.hasExpired():
                raise self._silent()
            if self._lock.tryLock(0) or self._lock.error() != QLockFile.LockError.LockFailedError:
                self._listen()
                return True
            QThread.msleep(_PAUSE_MS)
        return False

    def close(self) -> None:
        """Leave the place; the next start is the first one again."""
        self._server.close()
        self._lock.unlock()

    def _answers(self, until: QDeadlineTimer) -> bool:
        """Whether another one has heard that its window is wanted. False at once where nobody
        listens or who did has ended."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(until.remainingTime()):
            return False
        return socket.waitForReadyRead(until.remainingTime())

    def _silent(self) -> UsageError:
        words = self.tr("An assistant that is open already (process {0}) does not answer.")
        process, _computer, _program = self._lock.getLockInfo()
        hint = self.tr("Wait until it has ended, or end that process, and start again.")
        return UsageError(words.format(process), hint)

    def _listen(self) -> None:
        # Nobody answers: a socket that is left is that of an instance that was killed.
        QLocalServer.removeServer(self._name)
        if not self._server.listen(self._name):
            words = self.tr("The assistant cannot listen at {0}: {1}.")
            raise UsageError(
                words.format(self._name, self._server.errorString()),
                self.tr("Check that the folder for temporary files can be written."),
            )

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.disconnected.connect(socket.deleteLater)
            socket.write(_HERE)
            socket.flush()
            self.summoned.emit()
