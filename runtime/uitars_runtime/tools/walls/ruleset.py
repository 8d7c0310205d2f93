"""Landlock: which files this process and its descendants may reach, for good.

Everything that is not granted is refused: files, TCP ports, abstract sockets and signals to
processes outside. Sockets by path and other protocols are not Landlock's; see seccomp.py.
The kernel's documentation (userspace-api/landlock) is the source of the numbers.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable

from uitars_runtime.tools.walls.kernel import call

TYPE_CHECKING = False  # importing `typing` takes a launcher half as long as all else
if TYPE_CHECKING:
    from pathlib import Path

NEEDED = 6
"""The version of Landlock that scopes signals and abstract sockets (Linux 6.12)."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_EVERYTHING = (1 << 16) - 1
_TCP = 0b11
_SCOPES = 0b11
"""Abstract sockets and signals."""

READ = _EXECUTE | _READ_FILE | _READ_DIR
WRITE = _EVERYTHING & ~(_MAKE_CHAR | _MAKE_BLOCK | _IOCTL_DEVICE)
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE


class _Attributes(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Which version of Landlock the kernel has; 0 where it has none."""
    try:
        return call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


def missing() -> str:
    """What the kernel's Landlock lacks for a wall; empty where nothing."""
    if (found := version()) < NEEDED:
        return f"the kernel's Landlock has version {found}, {NEEDED} is needed"
    return ""


def restrict(readable: Iterable[Path], writable: Iterable[Path]) -> None:
    """Refuse everything but these files and what lies below them. Raises `OSError`.

    The process must have given up its privileges before.
    """
    attributes = _Attributes(_EVERYTHING, _TCP, _SCOPES)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    ruleset = call(_CREATE_RULESET, ctypes.byref(attributes), size, ctypes.c_uint32(0))
    try:
        for path in readable:
            _grant(ruleset, path, READ)
        for path in writable:
            _grant(ruleset, path, WRITE)
        call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def scope() -> None:
    """Refuse signals to what was not started from here and abstract sockets of theirs, for good,
    and nothing else. Raises `OSError`."""
    attributes = _Attributes(0, 0, _SCOPES)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    ruleset = call(_CREATE_RULESET, ctypes.byref(attributes), size, ctypes.c_uint32(0))
    try:
        call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _grant(ruleset: int, path: Path, rights: int) -> None:
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            rights &= _OF_FILES
        rule = _Beneath(rights, opened)
        given = (ctypes.c_int(_PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
        call(_ADD_RULE, ctypes.c_int(ruleset), *given)
    finally:
        os.close(opened)
