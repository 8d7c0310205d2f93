"""bubblewrap: namespaces in which nothing else of the machine is there at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from uitars_runtime.tools.walls import seccomp, system
from uitars_runtime.tools.walls.starting import Wall

PROGRAM = "bwrap"
BESIDE = "/run/beside"


def missing() -> str:
    """What this wall lacks here; empty where it can be tried."""
    if shutil.which(PROGRAM) is None:
        return "bubblewrap is not installed (sudo apt install bubblewrap)"
    return seccomp.missing()


def wall(workspace: Path, content: Path, beside: Path | None = None) -> Wall:
    """What stands around a command. `content` is shown in the place of the workspace; `beside`: a
    folder that can be read at `BESIDE`."""
    place = str(workspace)
    argv = [PROGRAM, "--die-with-parent", "--new-session", "--unshare-all", "--cap-drop", "ALL"]
    argv += ["--clearenv"]
    for name, value in system.variables(workspace, "/tmp").items():  # noqa: S108
        argv += ["--setenv", name, value]
    argv += ["--ro-bind", "/usr", "/usr"]
    for name in system.TOP:
        path = Path("/", name)
        if path.is_symlink():
            argv += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            argv += ["--ro-bind", str(path), str(path)]
    for name in system.ETC:
        argv += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    argv += ["--dev", "/dev", "--proc", "/proc"]
    for folder in ("/tmp", "/run", "/dev/shm"):  # noqa: S108
        argv += ["--size", str(system.TEMPORARY_BYTES), "--tmpfs", folder]
    # The kernel's switches ask who one is and not what one may: root could turn them from inside.
    for switches in ("/proc/sys", "/proc/sysrq-trigger"):
        argv += ["--ro-bind-try", switches, switches]
    # Reading keys is refused, but their names would be listed.
    for names in ("/proc/keys", "/proc/key-users"):
        if Path(names).exists():
            argv += ["--ro-bind", "/dev/null", names]
    if beside is not None:
        argv += ["--ro-bind", str(beside), BESIDE]
    argv += ["--bind", str(content), place]
    # What bubblewrap itself keeps in memory has no size: nothing can be written there.
    argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", place, "--"]
    return Wall((*argv, *system.limits()), seccomp.written(seccomp.OWN_NETWORK))
