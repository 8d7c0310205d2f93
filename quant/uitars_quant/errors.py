"""What a person is told when quantizing cannot go on: one sentence, a hint, an exit code.

Raised at the borders only: files that cannot be read or written, options that do not fit. Anything
else is a defect of ours and ends the program with its traceback and code 1.
"""

from __future__ import annotations

import shlex
import sys


class QuantizeError(Exception):
    """Base of all errors meant for a person."""

    exit_code = 1

    def __init__(self, title: str, hint: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.title} {self.hint}".strip()


def pip_install(package: str) -> str:
    """What to type for a library that is missing: with the Python that runs this, for the pip that
    a shell finds may be of another one."""
    return shlex.join([sys.executable, "-m", "pip", "install", package])


class SourceError(QuantizeError):
    """A source or an option that cannot be used; the title names the tensor or file and why."""

    exit_code = 2


class WriteError(QuantizeError):
    """The result cannot be written."""

    exit_code = 2


class VerificationError(QuantizeError):
    """What was written is not what its source says."""

    exit_code = 3


class MemoryLimitError(QuantizeError):
    """The work does not fit the memory given."""

    exit_code = 4
