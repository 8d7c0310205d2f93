"""Walls that were tried and found tight, so that not every start has to try them.

That holds until the machine starts anew or anything changes that the wall is made of: kernel,
programs and libraries with their files, our own code, who we are and what we may do. A wall that
does not hold is never remembered: it is tried again. The file is the user's alone; one that cannot
be read, or that another user could have written, says nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from uitars_runtime import paths
from uitars_runtime.own_programs import frozen
from uitars_runtime.tools.walls.names import WallName

_OWN = Path(__file__).parent
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_STATUS = ("Uid:", "Gid:", "Groups:", "CapEff:", "CapBnd:", "NoNewPrivs:", "Seccomp:")
_NAMESPACES = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")
"""Another container is another machine, even with the same kernel and home folder."""
_LONGEST = 4096


def file() -> Path:
    """Where it is remembered: a mark for each wall."""
    return paths.state_folder() / "walls.json"


def mark(name: WallName) -> str:
    """What a wall is made of here, as a hash. Raises `OSError` where that cannot be known."""
    facts = [name, platform.release(), platform.version(), _BOOT.read_text(), sys.version]
    facts += [str(os.geteuid()), tempfile.gettempdir()]
    facts += [os.readlink(f"/proc/self/ns/{kind}") for kind in _NAMESPACES]
    status = Path("/proc/self/status").read_text(errors="replace").splitlines()
    facts += [line for line in status if line.startswith(_STATUS)]
    facts += [_print(path) for path in _parts(name)]
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def known(name: WallName, marked: str) -> bool:
    """Whether this wall was found tight when its mark was this."""
    return _read().get(name) == marked


def remember(name: WallName, marked: str) -> None:
    """A wall was found tight. Where that cannot be written, it is tried again at the next start."""
    marks = _read() | {name: marked}
    with suppress(OSError):
        paths.make_private(file().parent)
        # Made for the user alone, and complete before it has its name.
        descriptor, fresh = tempfile.mkstemp(prefix=f"{file().name}.", dir=file().parent)
        with os.fdopen(descriptor, "wb") as written:
            written.write(msgspec.json.encode(marks))
        os.replace(fresh, file())


def forget() -> None:
    """Have every wall tried again."""
    with suppress(OSError):
        file().unlink()


def _read() -> dict[str, str]:
    try:
        descriptor = os.open(file(), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as opened:
            found = os.fstat(descriptor)
            ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            if not ours or found.st_mode & 0o077:
                return {}
            return msgspec.json.decode(opened.read(_LONGEST), type=dict[str, str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def _parts(name: WallName) -> Iterator[Path]:
    """The files that a wall is made of."""
    if frozen():
        yield Path(sys.executable)  # our code lies in it
    yield from (_OWN / name for name in ("allowance.py", "probe.py", "tries.py"))
    yield from sorted((_OWN / "walls").glob("*.py"))
    yield from map(Path, ("/bin/bash", "/usr/bin/prlimit"))
    match name:
        case "bubblewrap":
            yield Path(shutil.which("bwrap") or "bwrap")
        case "sandlock":
            yield Path(sys.executable)
            found = importlib.util.find_spec("sandlock")
            for folder in (found.submodule_search_locations or ()) if found else ():
                yield from sorted(p for p in Path(folder).rglob("*") if p.suffix != ".pyc")
        case "landlock":
            yield Path(sys.executable)


def _print(path: Path) -> str:
    """By which one sees that a file is another one, or was changed."""
    found = path.stat()
    return f"{path.resolve()} {found.st_ino} {found.st_size} {found.st_mtime_ns} {found.st_mode}"
