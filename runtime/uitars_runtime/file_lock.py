"""A file that at most one process holds: how a folder, a run or a person's hold is known to be
somebody's. The kernel frees it however its process ends.

Not here: files that are locked for a moment by whoever writes them (audit, remembered decisions).
"""

from __future__ import annotations


def try_lock(descriptor: int) -> bool:
    """Hold an open file until it is closed; False where another process, or another opening of it,
    does. Only where a system has flock: Windows has none."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
