"""Who reads a task's words where no known wording fits. Only values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from uitars_runtime.edits.asked import Reader as EditReader
from uitars_runtime.forms.asked import Reader as FormReader


class Readers(NamedTuple):
    """Each opened when it is first needed; None where there is none."""

    edits: Callable[[], EditReader | None]
    """Of requests for changing a text."""
    forms: Callable[[], FormReader | None]
    """Of requests for filling a form."""


KNOWN: Final = Readers(lambda: None, lambda: None)
"""Nobody: only known wordings are read."""
