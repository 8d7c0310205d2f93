"""A film of a session's screen, made by ffmpeg inside the session."""

from __future__ import annotations

import threading
from contextlib import suppress

from uitars_runtime.errors import DesktopError, UitarsError, UsageError
from uitars_runtime.sessions.osworld.inside import Inside

_FILE = '"$XDG_RUNTIME_DIR"/recording.mp4'
"""The session's own also where its programs are not walled off: /tmp is everybody's then."""
_STOP = '"$XDG_RUNTIME_DIR"/recording.stop'
_RECORD = f"""\
rm -f {_STOP}; mkfifo {_STOP} || exit 1
exec 3<>{_STOP}
exec ffmpeg -y -loglevel error -f x11grab -framerate 10 -i "$DISPLAY" -pix_fmt yuv420p \
  -vf "crop=trunc(iw/2)*2:trunc(ih/2)*2" {_FILE} <&3"""
_BEGUN = f"until [ -s {_FILE} ]; do sleep 0.1; done"
"""There is a file once the first picture was taken."""
_BEGIN_SECONDS = 15.0
_END = f"[ -p {_STOP} ] && printf q 1<>{_STOP}"
"""Waits for no reader: there may be none any more."""
_LONGEST_SECONDS = 3600.0
_AGAIN_SECONDS = 1.0
"""Until it is told once more to end: it may not have begun to listen."""


class Recording:
    """At most one at a time."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._working: threading.Thread | None = None
        self._problem = ""

    def start(self) -> None:
        """Returns when the screen is filmed, or cannot be. Raises `UsageError` where one runs
        already."""
        if self._working is not None and self._working.is_alive():
            raise UsageError("A recording runs already.", "End it first.")
        self._problem = ""
        # Begun is told by a file.
        self._inside.run(["sh", "-c", f"rm -f {_FILE}"], lambda: False)
        working = threading.Thread(target=self._record, name="recording", daemon=True)
        self._working = working
        working.start()
        with suppress(UitarsError):  # what hinders it is told at the end
            begun = ["sh", "-c", _BEGUN]
            self._inside.run(begun, lambda: not working.is_alive(), seconds=_BEGIN_SECONDS)

    def end(self) -> bytes:
        """The film. Raises `UsageError` where none runs, `DesktopError` where there is no film."""
        working = self._working
        if working is None:
            raise UsageError("No recording runs.", "Start one first.")
        while working.is_alive():
            self._inside.run(["sh", "-c", _END], lambda: False)
            working.join(_AGAIN_SECONDS)
        self._working = None
        film = self._inside.run(["sh", "-c", f"cat {_FILE}; rm -f {_FILE} {_STOP}"], lambda: False)
        if why := self._problem or film.error:
            raise DesktopError("The screen was not recorded.", f"ffmpeg said: {why.strip()}")
        return film.output

    def _record(self) -> None:
        try:
            argv = ["sh", "-c", _RECORD]
            ran = self._inside.run(argv, lambda: False, seconds=_LONGEST_SECONDS)
            self._problem = (ran.error or f"code {ran.code}") if ran.code else ""
        except UitarsError as error:
            self._problem = str(error)
