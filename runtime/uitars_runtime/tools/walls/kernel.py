"""The few calls to the Linux kernel that the launchers need; each raises `OSError`."""

from __future__ import annotations

import ctypes
import functools
import os
import signal

_PR_SET_PDEATHSIG = 1
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63


def call(number: int, *arguments: object) -> int:
    """A system call by its number; what it returns."""
    return _checked(_libc().syscall(ctypes.c_long(number), *arguments))


def control(option: int, *arguments: object) -> int:
    """prctl; arguments that are left out are zero."""
    given = [*arguments, *(0,) * (4 - len(arguments))]
    return _checked(
        _libc().prctl(option, *(ctypes.c_ulong(a) if isinstance(a, int) else a for a in given))
    )


def die_with_parent(number: int) -> None:
    """Have the kernel send this signal when the process that started us dies."""
    control(_PR_SET_PDEATHSIG, number)


def usual_signals() -> None:
    """Have what this process becomes end where a pipe or a file takes no more, as programs do.
    Python keeps these signals from itself, and so from what it becomes."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    control(_PR_SET_CHILD_SUBREAPER, 1)


def drop_privileges() -> None:
    """Give up every capability, for good: also what root or a set-user-id file would bring."""
    refuse_privileges()
    if os.geteuid() == 0:
        for capability in range(_LAST_CAPABILITY + 1):
            if _libc().prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) != 0:
                break  # the kernel knows no more of them
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _checked(_libc().capset(header, (ctypes.c_uint32 * 6)()))


def refuse_privileges() -> None:
    """Get no more rights from any program that is started, for good."""
    control(_PR_SET_NO_NEW_PRIVS, 1)


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
