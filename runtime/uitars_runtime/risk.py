"""The classes of risk, and nothing else; which action gets which is decided in gate/rules.py."""

from __future__ import annotations

import enum


class Risk(enum.StrEnum):
    """What could go wrong, from nothing to everything."""

    R0 = "R0"
    """Observe: nothing changes."""
    R1 = "R1"
    """Reversible work in windows."""
    R2 = "R2"
    """Irreversible: work could be lost."""
    R3 = "R3"
    """Effect outside this computer."""
    R4 = "R4"
    """Credentials and security settings."""
    S_READ = "S-read"
    """Reads files of the workspace."""
    S_WRITE = "S-write"
    """Changes files of the workspace."""
    S_OTHER = "S-other"
    """Any other command, and tools of other servers."""


Finding = tuple[Risk, str]
"""A class and why, in one sentence."""
