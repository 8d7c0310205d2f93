"""Leave that a person lets last: the token for which the portal asks nobody the next time.

A token serves once, and its answer brings another. So it is taken away before it is sent: where
that goes wrong, the person is asked.
"""

from __future__ import annotations

import os
from pathlib import Path

from uitars_runtime import paths


def take() -> str:
    """The token of the last session, which is not kept any longer; empty where there is none or it
    cannot be taken away."""
    file = _file()
    try:
        token = file.read_text()
        file.unlink()
    except (OSError, UnicodeDecodeError):
        return ""
    return token


def keep(token: str) -> None:
    """Keep it for the next session, for this person alone; where that cannot be, they are asked
    then."""
    file = _file()
    beside = file.with_suffix(".new")
    try:
        paths.make_private(file.parent)
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as written:
            written.write(token)
        beside.replace(file)
    except OSError:
        return


def _file() -> Path:
    return paths.state_folder() / "portal.token"
