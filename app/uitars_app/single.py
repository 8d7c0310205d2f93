"""One assistant a person and place: a second start brings the first one's window up and ends."""

from __future__ import annotations

import contextlib
import getpass
import hashlib

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from uitars_runtime import paths
from uitars_runtime.errors import UsageError

_PATIENCE_MS = 1000
_TURN_MS = 10_000
"""While one start takes the place, another waits for so long."""


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

    def take(self) -> bool:
        """Become the one instance; False where there is one, which was summoned.

        Raises `UsageError` where no instance answers and the place cannot be taken.
        """
        folder = paths.state_folder()
        with contextlib.suppress(OSError):  # where it cannot be written, the first word counts
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Two that start at once would each find nobody, and each take the other's place.
        turn = QLockFile(str(folder / "start.lock"))
        turn.setStaleLockTime(0)
        turn.tryLock(_TURN_MS)
        try:
            return self._take()
        finally:
            turn.unlock()

    def _take(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if socket.waitForConnected(_PATIENCE_MS):
            socket.write(b"show\n")
            socket.waitForBytesWritten(_PATIENCE_MS)
            socket.disconnectFromServer()
            return False
        # Nobody answers: a socket that is left is that of an instance that was killed.
        QLocalServer.removeServer(self._name)
        if not self._server.listen(self._name):
            words = self.tr("The assistant cannot listen at {0}: {1}.")
            raise UsageError(
                words.format(self._name, self._server.errorString()),
                self.tr("Check that the folder for temporary files can be written."),
            )
        return True

    def close(self) -> None:
        """Stop listening; the next start is the first one again."""
        self._server.close()

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.disconnected.connect(socket.deleteLater)
            self.summoned.emit()
