"""What of the system every wall lets a command see, read-only, and the variables it gets."""

from __future__ import annotations

from pathlib import Path

TOP = ("bin", "lib", "lib64", "sbin")
"""Beside /usr; often links into it."""
ETC = (
    "alternatives",
    "fonts",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "magic",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "timezone",
)
"""What programs need of /etc; no password file, no keys."""
DEVICES = ("null", "zero", "full", "random", "urandom")
LIMITS = ("/usr/bin/prlimit", "--as=4294967296", "--fsize=1073741824", "--core=0", "--")
"""4 GiB of address space, files of 1 GiB, no core files."""


def variables(workspace: Path, temporary: str) -> dict[str, str]:
    """The whole environment of a command."""
    home = str(workspace)
    given = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb"}
    return {**given, "TMPDIR": temporary}


def readable() -> list[Path]:
    """Files and folders of the system, where there are any."""
    found = [Path("/usr"), *(Path("/", name) for name in TOP)]
    found += [Path("/etc", name) for name in ETC]
    return [path for path in found if path.exists()]
