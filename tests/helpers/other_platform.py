"""A Linux process that looks to our code like macOS or Windows: what only Linux has is gone.

`python other_platform.py PLATFORM MODULE ...` imports modules; `--call MODULE:FUNCTION ARG ...`
calls one, on a desktop that is a picture; `--each JSON` calls several and tells of each what it
said last and its exit code, as JSON. Libraries are loaded first: only our code is deceived.
"""
# ruff: noqa: SIM905 - names are read best as words

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import random
import select
import signal
import socket
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

LIBRARIES = (
    "asyncio cv2 cronsim http.server httpx keyring.backends logging.handlers mss msgspec"
    " multiprocessing numpy onnxruntime platformdirs PySide6.QtSvg PySide6.QtWidgets"
    " rich.console rich.live rich.table socketserver sqlite3 ssl subprocess tempfile tomlkit"
    " tree_sitter tree_sitter_bash uuid webbrowser"
).split()
GONE = {
    "win32": ("fcntl gi grp jeepney pty pwd resource sandlock syslog termios tty Xlib").split(),
    "darwin": "gi jeepney sandlock Xlib".split(),
}
_LINUX = {
    os: "O_PATH memfd_create pidfd_open sched_getaffinity sched_setaffinity".split(),
    select: ["epoll"],
    socket: ["SOCK_SEQPACKET"],
}
_POSIX = {
    os: (
        "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH WNOHANG chown chroot fchdir"
        " fchmod fchown fork forkpty getegid geteuid getgid getpgid getpgrp getuid killpg lchown"
        " memfd_create mkfifo nice openpty pidfd_open posix_spawn pread preadv pwrite"
        " register_at_fork sched_getaffinity sched_setaffinity setpgid setsid statvfs sync sysconf"
        " uname wait4 waitid"
    ).split(),
    select: ["epoll", "poll"],
    signal: (
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2"
        " alarm pause pthread_kill pthread_sigmask setitimer sigwait"
    ).split(),
    socket: "AF_UNIX SOCK_SEQPACKET recv_fds send_fds".split(),
}
CONSTANTS: dict[str, dict[ModuleType, list[str]]] = {"win32": _POSIX, "darwin": _LINUX}


class _Hidden:
    """Finds none of these modules."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def become(platform: str) -> None:
    """From here on nothing that only Linux has is found."""
    for name in LIBRARIES:
        importlib.import_module(name)
    gone = GONE[platform]
    for name in [name for name in sys.modules if name.partition(".")[0] in gone]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Hidden(gone))  # type: ignore[arg-type]
    for module, names in CONSTANTS[platform].items():
        for name in names:
            vars(module).pop(name, None)
    if platform == "win32":
        os.supports_dir_fd.clear()
    sys.platform = platform


def _show_a_picture() -> None:
    """The person's desktop shows nine named boxes, and a line less after each click."""
    from uitars_runtime.desktop import local
    from uitars_runtime.desktop.macos import permissions
    from uitars_runtime.doctor.model import picture
    from uitars_runtime.frame import Frame
    from uitars_runtime.types import Action, Click, Outcome

    class Picture:
        name = "picture"

        def __init__(self) -> None:
            self._seen, self._boxes = picture(random.Random(7))

        def observe(self) -> Frame:
            return self._seen

        def execute(self, action: Action, _seen: Frame, *_: object) -> Outcome:
            if isinstance(action, Click):
                pixels = self._seen.pixels.copy()
                hit = next(box for box in self._boxes.values() if box.contains(action.at))
                pixels[hit.top : hit.bottom, hit.left : hit.right] = 255
                self._seen = Frame(pixels)
            return Outcome(ok=True, text="done", changed=True)

        def close(self) -> None:
            pass

    local.open_local = Picture  # type: ignore[assignment]
    permissions.missing = tuple


def main(platform: str, *given: str) -> int:
    become(platform)
    if given[0] == "--each":
        _show_a_picture()
        print(json.dumps(_each(json.loads(given[1]))))
        return 0
    if given[0] != "--call":
        for name in given:
            importlib.import_module(name)
            print(name)
        return 0
    _show_a_picture()
    return _call(*given[1:])


def _call(entry: str, *given: str) -> int:
    module, _, function = entry.partition(":")
    code = vars(importlib.import_module(module))[function](list(given))
    return int(code or 0)


def _each(calls: list[list[str]]) -> list[tuple[int | str, str]]:
    """The exit code of each, or the error that it ended with; and what it said."""
    found: list[tuple[int | str, str]] = []
    for call in calls:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                code: int | str = _call(*call)
            except SystemExit as ended:
                code = int(ended.code or 0)
            except Exception as error:
                code = repr(error)
        found.append((code, said.getvalue()))
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
