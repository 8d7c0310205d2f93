"""How much memory this process used at most; how much memory and disk the machine has left."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def peak_memory() -> int:
    """Bytes this process had at most.

    Linux tells it for the program alone; `getrusage` would also count what its parent had when it
    started this one.
    """
    found = _line(Path("/proc/self/status"), "VmHWM:")
    if found is not None:
        return found
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def free_memory() -> int:
    """Bytes that this machine can give; the installed memory where it does not say more."""
    found = _line(Path("/proc/meminfo"), "MemAvailable:")
    if found is not None:
        return found
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def free_disk(out: Path) -> int:
    """Bytes free where `out` lies, or would lie."""
    place = os.path.realpath(out)
    while not os.path.exists(place):
        place = os.path.dirname(place)
    return shutil.disk_usage(place).free


def size_told(size: int) -> str:
    """Bytes, for a person."""
    return f"{size / 1e9:.2f} GB" if size >= 1e8 else f"{size / 1e6:.2f} MB"


def _line(file: Path, key: str) -> int | None:
    """Bytes of a line such as `VmHWM: 1234 kB`; None where the system has no such file."""
    if not file.exists():
        return None
    for line in file.read_text(encoding="ascii").splitlines():
        if line.startswith(key):
            return int(line.split()[1]) * 1024
    return None
