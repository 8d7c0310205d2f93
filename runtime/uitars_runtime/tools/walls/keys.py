"""The session keyring: keys that the person's programs keep with the kernel.

Imported by launchers before every walled program, so it imports next to nothing itself.
"""

from __future__ import annotations

import errno

from uitars_runtime.tools.walls import seccomp
from uitars_runtime.tools.walls.kernel import call

_JOIN_SESSION_KEYRING = 1
_NO_KEYS_HERE = (errno.ENOSYS, errno.EPERM)


def leave_keys() -> None:
    """Give this thread, and what it starts, an empty session keyring."""
    try:
        call(seccomp.number_of("keyctl"), _JOIN_SESSION_KEYRING, None)
    except OSError as error:
        if error.errno not in _NO_KEYS_HERE:
            raise
