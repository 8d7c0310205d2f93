"""A filter of system calls for what Landlock does not cover: sockets, other processes, keys, the
kernel. A refused call fails as if it were not permitted.

Pairs of connected sockets stay; no other socket can be made, so that no display, no bus and no
network is reached whatever files can be seen.
"""

from __future__ import annotations

import ctypes
import errno
import platform
from collections.abc import Iterator

from uitars_runtime.tools.walls.kernel import control

_MACHINES = ("x86_64", "aarch64")
_AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CALLS: dict[str, tuple[int, int]] = {
    # name: number on x86_64 and on aarch64
    "socket": (41, 198),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "syslog": (103, 116),
}
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_NEW_NAMESPACES = 0x7E020000
"""Every CLONE_NEW flag of clone: mount, cgroup, host name, messages, users, processes, network."""
_X32 = 0x40000000
"""Numbers from here on are the same calls by another door of x86_64."""

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_KILL, _ERROR, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16

_Line = tuple[int, int, int, int]
"""Operation, lines to skip when it holds and when it does not, and its number."""


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("operation", ctypes.c_uint16),
        ("holds", ctypes.c_uint8),
        ("fails", ctypes.c_uint8),
        ("number", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def refuse_calls() -> None:
    """Install the filter in this process, for good. Raises `OSError`.

    The process must have given up its privileges before.
    """
    machine = platform.machine()
    if machine not in _MACHINES:
        raise OSError(errno.ENOSYS, f"the system calls of {machine} are not known")
    lines = [_Instruction(*line) for line in _lines(machine)]
    program = _Program(len(lines), (_Instruction * len(lines))(*lines))
    control(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program))


def _lines(machine: str) -> Iterator[_Line]:
    at = _MACHINES.index(machine)
    refused = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    yield _LOAD, 0, 0, _MACHINE_AT
    yield _EQUAL, 1, 0, _AUDIT_ARCHITECTURES[machine]
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER_AT
    yield _AT_LEAST, 0, 1, _X32
    yield refused
    for numbers in _CALLS.values():
        yield _EQUAL, 0, 1, numbers[at]
        yield refused
    # The filter cannot look into the structure of clone3; libraries then fall back to clone.
    yield _EQUAL, 0, 1, _CLONE3[at]
    yield _RETURN, 0, 0, _ERROR | errno.ENOSYS
    yield _EQUAL, 0, 3, _CLONE[at]
    yield _LOAD, 0, 0, _FIRST_ARGUMENT_AT
    yield _ANY_BIT, 0, 1, _NEW_NAMESPACES
    yield refused
    yield _RETURN, 0, 0, _ALLOW
