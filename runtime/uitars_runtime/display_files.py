"""What an X server leaves in the folder of the run it was started for, and how that is removed."""

from __future__ import annotations

import socket
import time
from pathlib import Path

DISPLAY_FILE = "display"
"""File in the folder that holds the number of the display started for it."""
CLAIM_FILE = "display.claim"
"""File there with the number that is taken for a server which starts."""
_SOCKETS = Path("/tmp/.X11-unix")  # noqa: S108 - where every X server puts its socket
_SERVER_SECONDS = 2.0


def display_files(number: int) -> tuple[Path, Path]:
    """The socket and the lock of an X server."""
    return _SOCKETS / f"X{number}", Path(f"/tmp/.X{number}-lock")  # noqa: S108 - where servers put it


def remove_display_files(folder: Path) -> None:
    """Remove the socket of the folder's X server where it was killed before it could, and its
    lock."""
    for name in (DISPLAY_FILE, CLAIM_FILE):
        try:
            _remove(int((folder / name).read_text()))
        except (FileNotFoundError, ValueError):
            continue  # no server was started


def _remove(number: int) -> None:
    path, lock = display_files(number)
    # A server that is being killed is gone from the process table before its sockets are; one that
    # is killed while it starts has the lock alone, and holds it until it is gone.
    deadline = time.monotonic() + _SERVER_SECONDS
    while (path.exists() or lock.exists()) and time.monotonic() < deadline:
        if not _taken(number) and not _answers(path):
            for file in (path, lock, *lock.parent.glob(f"{lock.name}.*")):
                file.unlink(missing_ok=True)
        else:
            time.sleep(0.01)


def _taken(number: int) -> bool:
    """Whether an X server has the number: one that starts has it before its socket answers."""
    try:
        pid = int(display_files(number)[1].read_text())
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, ValueError):
        return False
    return state not in ("Z", "X")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
    return True
