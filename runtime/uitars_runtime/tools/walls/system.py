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
TASKS = 4096
"""Processes and threads; the kernel does not count those of root (tools/allowance.py does)."""
TEMPORARY_BYTES = 512 << 20
"""Of each folder that is kept in memory."""
_LIMITS = {
    "as": ("RLIMIT_AS", 4 << 30),
    "fsize": ("RLIMIT_FSIZE", 1 << 30),
    "core": ("RLIMIT_CORE", 0),
    "nofile": ("RLIMIT_NOFILE", 4096),
    "nproc": ("RLIMIT_NPROC", TASKS),
}
"""4 GiB of address space for each process, files of 1 GiB, no core files, so many open files."""


def limits() -> tuple[str, ...]:
    """The command line that sets the limits of each process, up to the command."""
    import resource

    # Where this process itself may have less, more cannot be given.
    kinds = {name: int(vars(resource)[kind]) for name, (kind, _) in _LIMITS.items()}
    hard = {name: resource.getrlimit(kind)[1] for name, kind in kinds.items()}
    given = {
        name: most if hard[name] == resource.RLIM_INFINITY else min(most, hard[name])
        for name, (_, most) in _LIMITS.items()
    }
    return ("/usr/bin/prlimit", *(f"--{name}={most}" for name, most in given.items()), "--")


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
