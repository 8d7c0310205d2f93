"""What must hold when input goes out: the check of the action that is being done."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.protocols import Check, no_objection


class Expecting:
    """Base of what sends input to a display."""

    def __init__(self) -> None:
        self._check: Check = no_objection

    @contextmanager
    def expecting(self, check: Check) -> Generator[None]:
        """Around one action: all its input goes out only where `check` has no objection."""
        self._check = check
        try:
            yield
        finally:
            self._check = no_objection

    def refuse_objection(self) -> None:
        """Raises `Refused` with what speaks against the action now."""
        objection = self._check()
        if objection:
            raise Refused(objection)
