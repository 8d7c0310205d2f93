"""A filter of system calls for what files and namespaces do not cover: sockets, other processes,
keys, the kernel, programs that take on another's rights. A refused call fails as if it were not
permitted.

Pairs of connected sockets stay. Where the network is not one's own no other socket can be made, so
that no display, no bus and no network is reached whatever files can be seen.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterator, Sequence

from uitars_runtime.tools.walls.kernel import control

_MACHINES = ("x86_64", "aarch64")
_AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CALLS: dict[str, tuple[int, int]] = {
    # name: number on x86_64 and on aarch64
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
_SOCKET, _SOCKET_PAIR = (41, 198), (53, 199)
_UNIX, _INTERNET, _INTERNET_6, _ROUTES = 1, 2, 10, 16
OWN_NETWORK = (_UNIX, _INTERNET, _INTERNET_6, _ROUTES)
"""Families of sockets that reach nobody from a network namespace; AF_VSOCK knows no namespaces."""
_UNKNOWN_TO_IT = ((435, 435), (437, 437))
"""clone3 and openat2 pass a structure, which the filter cannot look into; libraries then fall back
to clone and openat."""
_NEW_NAMESPACES = 0x7E020000
"""Every CLONE_NEW flag of clone: mount, cgroup, host name, messages, users, processes, network."""
_SET_ID = 0o6000
_CREATE = 0o100 | 0o20000000
"""O_CREAT and O_TMPFILE: without them the mode is not looked at, and may be anything."""
_WITH_BITS: tuple[tuple[tuple[int, int], tuple[tuple[int, int], ...]], ...] = (
    # numbers (-1: not there), and the arguments that are refused when each holds one of these bits
    ((56, 220), ((0, _NEW_NAMESPACES),)),  # clone
    ((90, -1), ((1, _SET_ID),)),  # chmod
    ((91, 52), ((1, _SET_ID),)),  # fchmod
    ((268, 53), ((2, _SET_ID),)),  # fchmodat
    ((452, 452), ((2, _SET_ID),)),  # fchmodat2
    ((133, -1), ((1, _SET_ID),)),  # mknod
    ((259, 33), ((2, _SET_ID),)),  # mknodat
    ((85, -1), ((1, _SET_ID),)),  # creat
    ((2, -1), ((1, _CREATE), (2, _SET_ID))),  # open
    ((257, 56), ((2, _CREATE), (3, _SET_ID))),  # openat
)
_X32 = 0x40000000
"""Numbers from here on are the same calls by another door of x86_64."""

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_KILL, _ERROR, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16

_Line = tuple[int, int, int, int]
"""Operation, lines to skip when it holds and when it does not, and its number."""
_REFUSED: _Line = (_RETURN, 0, 0, _ERROR | errno.EPERM)
_ALLOWED: _Line = (_RETURN, 0, 0, _ALLOW)


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("operation", ctypes.c_uint16),
        ("holds", ctypes.c_uint8),
        ("fails", ctypes.c_uint8),
        ("number", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def missing() -> str:
    """Why there is no filter for this machine; empty where there is one."""
    machine = os.uname().machine
    return "" if machine in _MACHINES else f"the system calls of {machine} are not known"


def number_of(name: str) -> int:
    """The number of a call that is listed here. Raises `OSError`."""
    return _CALLS[name][_machine()]


def refuse_calls() -> None:
    """Install the filter in this process, for good. Raises `OSError`.

    The process must have given up its privileges before.
    """
    _install(_instructions(()))


def refuse_sockets() -> None:
    """Install in this process, for good, what keeps to its own network alone: no socket of another
    family than that knows, and no keys. Raises `OSError`.

    The process must have given up its privileges before.
    """
    at = _machine()
    _install([_Instruction(*line) for line in (*_beginning(at), *_network(at), _ALLOWED)])


def written(families: Sequence[int] = ()) -> bytes:
    """The filter as bytes, for a program that installs it. Raises `OSError`.

    `families`: of sockets that may be made.
    """
    return b"".join(map(bytes, _instructions(families)))


def _install(lines: Sequence[_Instruction]) -> None:
    program = _Program(len(lines), (_Instruction * len(lines))(*lines))
    control(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program))


def _instructions(families: Sequence[int]) -> list[_Instruction]:
    return [_Instruction(*line) for line in _lines(_machine(), families)]


def _machine() -> int:
    if reason := missing():
        raise OSError(errno.ENOSYS, reason)
    return _MACHINES.index(os.uname().machine)


def _beginning(at: int) -> Iterator[_Line]:
    """No call but this machine's own gets further; the number of the call is loaded."""
    yield _LOAD, 0, 0, _MACHINE_AT
    yield _EQUAL, 1, 0, _AUDIT_ARCHITECTURES[_MACHINES[at]]
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER_AT
    yield _AT_LEAST, 0, 1, _X32
    yield _REFUSED


def _network(at: int) -> Iterator[_Line]:
    for name in ("add_key", "request_key", "keyctl"):
        yield _EQUAL, 0, 1, _CALLS[name][at]
        yield _REFUSED
    yield from _only(_SOCKET[at], OWN_NETWORK)


def _lines(at: int, families: Sequence[int]) -> Iterator[_Line]:
    yield from _beginning(at)
    for numbers in _CALLS.values():
        yield _EQUAL, 0, 1, numbers[at]
        yield _REFUSED
    for numbers in _UNKNOWN_TO_IT:
        yield _EQUAL, 0, 1, numbers[at]
        yield _RETURN, 0, 0, _ERROR | errno.ENOSYS
    yield from _only(_SOCKET[at], families)
    yield from _only(_SOCKET_PAIR[at], (_UNIX,))
    for numbers, tests in _WITH_BITS:
        if numbers[at] >= 0:
            yield from _refused_with(numbers[at], tests)
    yield _ALLOWED


def _only(number: int, families: Sequence[int]) -> Iterator[_Line]:
    """A call whose first argument must be one of these."""
    yield _EQUAL, 0, 2 + 2 * len(families), number
    yield _LOAD, 0, 0, _FIRST_ARGUMENT_AT
    for family in families:
        yield _EQUAL, 0, 1, family
        yield _RETURN, 0, 0, _ALLOW
    yield _REFUSED


def _refused_with(number: int, tests: Sequence[tuple[int, int]]) -> Iterator[_Line]:
    """A call that is refused when each of these arguments holds one of its bits."""
    body = 2 * len(tests)
    yield _EQUAL, 0, body + 2, number
    for place, (argument, bits) in enumerate(tests):
        yield _LOAD, 0, 0, _FIRST_ARGUMENT_AT + 8 * argument
        yield _ANY_BIT, 0, body - 2 * place - 1, bits
    yield _REFUSED
    yield _LOAD, 0, 0, _NUMBER_AT
