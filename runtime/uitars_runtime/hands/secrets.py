"""Typing stored secrets: what hands must know of them. In the hands alone."""

from __future__ import annotations

from typing import Protocol

from uitars_runtime.errors import UsageError


class Secrets(Protocol):
    """What the hands may type without anybody reading it."""

    def reveal(self, name: str, /) -> str:
        """The secret. Raises `UsageError` where there is none of that name."""
        ...

    def objection(self, name: str, /) -> str:
        """Why it must not be typed where the keyboard is at this moment; empty for no reason."""
        ...


class NoSecrets:
    """Hands that know no secrets."""

    def reveal(self, name: str, /) -> str:
        raise UsageError(f"There is no secret {name!r} here.")

    def objection(self, _name: str, /) -> str:
        return "no secrets are kept here."
