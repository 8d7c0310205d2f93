"""The tries of the probe that need system calls, run inside a wall by the system's Python.

It is started by its text and imports nothing of ours; a listening socket's path is its argument.
The first thing that could be done and must not be is printed; nothing is when all was refused.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
import platform
import resource
import socket
import stat
import struct
import sys
from collections.abc import Callable, Iterator

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_USER = 0x10000000
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_USER_KEYRING = -4
_OPENAT2 = 437
_VSOCK = 40
_IN_MEMORY = ("/tmp", "/run", "/dev", "/dev/shm")  # noqa: S108
_MIB = 1 << 20


def _connected(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(address)
    return True


def _keys() -> bool:
    number = _KEYCTL.get(platform.machine())
    return number is not None and _LIBC.syscall(number, 0, _USER_KEYRING, 0) >= 0


def _machines() -> bool:
    with socket.socket(_VSOCK, socket.SOCK_STREAM):
        return True


def _cloned() -> bool:
    """A process in a user namespace of its own, by the call itself."""
    clone = {"x86_64": 56, "aarch64": 220}.get(platform.machine())
    if clone is None:
        return False
    child = _LIBC.syscall(clone, _NEW_USER | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return bool(child > 0)


def _bits() -> bool:
    """A file with rights of another, by each call that takes a mode."""
    wanted = stat.S_ISUID | stat.S_ISGID | 0o755
    for make in (
        lambda: os.close(os.open("bits", os.O_CREAT | os.O_WRONLY, 0o755)),
        lambda: os.chmod("bits", wanted),
        lambda: _LIBC.fchmodat(-100, b"bits", wanted, 0),
        lambda: os.mknod("node", stat.S_IFREG | wanted),
        lambda: os.close(os.open("opened", os.O_CREAT | os.O_WRONLY, wanted)),
        lambda: _LIBC.syscall(_OPENAT2, -100, b"again", struct.pack("QQQ", 0o101, wanted, 0), 24),
    ):
        try:
            make()
        except OSError:
            continue
    made = filter(os.path.exists, ("bits", "node", "opened", "again"))
    return any(os.stat(name).st_mode & (stat.S_ISUID | stat.S_ISGID) for name in made)


def _processes() -> bool:
    """The kernel counts none of root's; who looks on from outside does."""
    if os.getuid() == 0:
        return False
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    resource.setrlimit(resource.RLIMIT_NPROC, (1, hard))
    try:
        child = os.fork()
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, (hard, hard))
    if child == 0:
        os._exit(0)
    return True


def _memory() -> bool:
    with mmap.mmap(-1, 5 << 30):
        return True


def _files() -> bool:
    opened: list[int] = []
    try:
        while len(opened) < 5000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return True


def _size() -> bool:
    with open("large", "wb") as file:
        return bool(file.truncate(2 << 30))


def _in_memory(folder: str) -> bool:
    path = os.path.join(folder, "large")
    with open(path, "wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, 900 * _MIB)
        finally:
            os.unlink(path)
    return True


def _tries(link: str) -> Iterator[tuple[str, Callable[[], bool]]]:
    yield "sockets of this computer", lambda: _connected(link)
    yield "abstract sockets", lambda: _connected("\0" + link)
    yield "keys of the session", _keys
    yield "sockets to the machine around this one", _machines
    yield "a user namespace", lambda: _LIBC.unshare(_NEW_USER) == 0
    yield "a user namespace by clone", _cloned
    yield "rights of another user for a file", _bits
    yield "any number of processes", _processes
    yield "any amount of memory", _memory
    yield "any number of open files", _files
    yield "files of any size", _size
    for folder in _IN_MEMORY:
        yield f"any amount of memory in {folder}", functools.partial(_in_memory, folder)


def main() -> None:
    """Try one after the other."""
    for name, attempt in _tries(sys.argv[1]):
        try:
            reached = attempt()
        except OSError:
            continue
        if reached:
            sys.stdout.write(name)
            return


if __name__ == "__main__":
    main()
