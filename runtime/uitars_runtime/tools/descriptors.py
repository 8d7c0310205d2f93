"""How what lies below a folder is opened, so that no link on the way is followed.

Windows cannot open below a folder: there nothing is.
"""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    ROOT = FOLDER = FILE = NEW = 0
else:
    ROOT = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    """A folder that a person named, which may be a link."""
    FOLDER = ROOT | os.O_NOFOLLOW
    # A pipe without a writer must not block the hands.
    FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def can_open_below() -> bool:
    """Whether this system opens below a folder."""
    return os.open in os.supports_dir_fd
