"""The wall around programs of a private desktop, where a person asked for one: bubblewrap.

They see the system read-only, their own home folder, the workspace and the display; no files of the
person, no temporary folders, no sockets, and offline no network. Unlike commands (tools/jail.py)
they keep the process and memory namespaces of the X server: graphics and accessibility need them.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Literal

from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.folder import SCRATCH

Programs = Literal["open", "walled", "offline"]
"""What is around the programs of a sandbox: nothing; a wall; a wall, and no network either."""

_HIDDEN = ("/home", "/root", "/run", "/tmp", "/var/tmp", "/mnt", "/media", "/srv")  # noqa: S108


def wall(programs: Programs, folder: Path, workspace: Path, display: str) -> tuple[str, ...]:
    """The beginning of a command line that starts a program inside; empty for `open`.

    `folder`: the sandbox's own, with its home, its bus and its cookie. Raises `DesktopError`.
    """
    if programs == "open":
        return ()
    if shutil.which("bwrap") is None:
        raise DesktopError(
            "Programs cannot be walled off: bubblewrap is not installed.",
            "Install it (sudo apt install bubblewrap), or set programs to open.",
        )
    argv = ["bwrap", "--die-with-parent", "--unshare-user", "--cap-drop", "ALL"]
    if programs == "offline":
        argv.append("--unshare-net")
    argv += ["--ro-bind", "/", "/", "--dev", "/dev"]
    for place in sorted({*_HIDDEN, str(Path.home())}):
        if Path(place).is_dir() and not Path(place).is_symlink():
            argv += ["--tmpfs", place]
    socket = f"/tmp/.X11-unix/X{display.removeprefix(':').partition('.')[0]}"  # noqa: S108
    argv += ["--ro-bind", socket, socket]
    for shared in (folder, workspace):
        argv += ["--bind", str(shared), str(shared)]
    if (folder / SCRATCH).is_dir():
        argv += ["--tmpfs", str(folder / SCRATCH)]
    return (*argv, "--chdir", str(workspace), "--")
