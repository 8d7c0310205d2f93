"""Where sessions lie: `sessions/ID/` in the state folder, and which of them live.

A session lives while its host holds the lock in its folder; the kernel frees the lock however the
host ends. What a killed host left is taken away by whoever looks next.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import time
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.folder import abandoned, is_own, locked
from uitars_runtime.mounts import unmount_below
from uitars_runtime.sessions import cgroups
from uitars_runtime.trees import remove

if TYPE_CHECKING:
    from uitars_runtime.sessions.record import SessionRecord

LOCK, SOCKET, WORKSPACE, LOG = "lock", "socket", "workspace", "host.log"
_ID = re.compile(r"[0-9a-f]{1,8}")
_START = "Start one: uitars sandbox start"


def sessions_folder() -> Path:
    """The folder of all sessions."""
    return paths.state_folder() / "sessions"


class OwnFolder:
    """The folder of a new session, locked as long as this process lives."""

    def __init__(self) -> None:
        paths.make_private(sessions_folder())
        while True:
            self.id = secrets.token_hex(4)
            self.path = sessions_folder() / self.id
            try:
                self.path.mkdir(mode=0o700)
                lock = locked(self.path / LOCK, create=True)
            except FileExistsError:
                continue
            # None where it was taken for abandoned between the two calls.
            if lock is not None:
                self._lock = lock
                return

    def listen(self) -> socket.socket:
        """The socket on which the host is asked."""
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # No matter how long the folder's name is.
        with _short(self.path) as short:
            before = os.umask(0o177)
            try:
                listening.bind(f"{short}/{SOCKET}")
            finally:
                os.umask(before)
        listening.listen()
        return listening

    def remove(self) -> None:
        """Remove it with all that is in it, and the session's control group. Where something still
        runs in that, both are left to whoever looks next."""
        if cgroups.remove(self.id):
            _take_away(self.path)
        os.close(self._lock)


def living() -> list[SessionRecord]:
    """The sessions of this user that are ready, oldest first. What a killed host left is taken
    away."""
    # Loaded here, since a new host needs its folder before what its record holds.
    from uitars_runtime.sessions.record import read

    found: list[SessionRecord] = []
    for folder in _folders():
        if _was_left(folder):
            continue
        try:
            record = read(folder)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # of another version, or damaged
        if record is not None:
            found.append(record)
    return sorted(found, key=lambda record: record.started)


def sweep() -> None:
    """Take away what killed hosts left, be it half removed already."""
    for folder in _folders():
        _was_left(folder)


def _was_left(folder: Path) -> bool:
    """Whether the host of a session was killed; its folder is taken away then."""
    lock = abandoned(folder / LOCK)
    if lock is None:
        return False
    # A guard that ends at this moment still has processes in its group.
    if cgroups.remove(folder.name):
        _take_away(folder)
    os.close(lock)
    return True


def _take_away(folder: Path) -> None:
    unmount_below(folder)
    remove(folder, last=LOCK)


def find(name: str) -> SessionRecord:
    """The session whose id begins so. Raises `UsageError` with the list where none does, or several
    do."""
    records = {record.id: record for record in living()}
    return records[the_one(name, records)]


def the_one(name: str, ids: Collection[str]) -> str:
    """The one of these sessions whose id begins so. Raises `UsageError` with the list."""
    fitting = [one for one in ids if name and one.startswith(name)]
    if len(fitting) == 1:
        return fitting[0]
    listed = f"There are {', '.join(ids)}." if ids else f"There is none. {_START}"
    if fitting:
        raise UsageError(f"More than one session begins with {name!r}.", listed)
    raise UsageError(f"There is no session {name!r}.", listed)


def is_id(text: str) -> bool:
    """Whether it could be an id, or the beginning of one."""
    return _ID.fullmatch(text) is not None


def connected(session: str) -> socket.socket:
    """A connection to the host of a session. Raises `OSError` where there is none."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        with _short(sessions_folder() / session) as short:
            link.connect(f"{short}/{SOCKET}")
    except OSError:
        link.close()
        raise
    return link


@contextmanager
def _short(folder: Path) -> Generator[str]:
    """A short name of a folder: the address of a socket has 107 characters at most."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)


def _folders() -> list[Path]:
    """Folders of this user's sessions."""
    try:
        entries = [Path(entry) for entry in os.scandir(sessions_folder())]
    except FileNotFoundError:
        return []
    return [entry for entry in entries if is_id(entry.name) and is_own(entry)]


def await_end(session: str, seconds: float = 30.0) -> None:
    """Wait until a session that was told to end has gone, be it that its host was killed meanwhile.
    Raises `DesktopError`."""
    folder = sessions_folder() / session
    deadline = time.monotonic() + seconds
    while folder.exists():
        _was_left(folder)
        if time.monotonic() > deadline:
            raise DesktopError(
                f"The session {session} does not end.", "End its host's process (kill -9)."
            )
        time.sleep(0.01)
