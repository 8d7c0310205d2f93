"""The value between a model's text and an action: a name and its arguments.

Every grammar reduces to calls (verbs.py reads them), and every action is spelled as one
(spelling.py). Values are text in text grammars; in JSON grammars they are what JSON holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from uitars_runtime.errors import DialectError
from uitars_runtime.types import Claim

RISK = "risk"
"""Argument by which a model says how risky a call is."""
_CLAIMS: tuple[Claim, ...] = get_args(Claim)


class Call(msgspec.Struct, frozen=True):
    """One requested verb. The empty argument name holds values given without a name."""

    name: str
    arguments: dict[str, object] = {}


def without_claims(calls: Iterable[Call]) -> tuple[list[Call], Claim]:
    """The calls without what they say of their risk, and the gravest of it. Raises `DialectError`
    for what is no class."""
    plain: list[Call] = []
    gravest: Claim = ""
    for call in calls:
        arguments = dict(call.arguments)
        said = arguments.pop(RISK, "")
        if said not in _CLAIMS:
            known = ", ".join(_CLAIMS[1:])
            raise DialectError(f"{RISK} of {call.name} is {excerpt(said)}.", f"It is {known}.")
        gravest = _CLAIMS[max(_CLAIMS.index(gravest), _CLAIMS.index(said))]
        plain.append(Call(call.name, arguments))
    return plain, gravest


def excerpt(value: object, limit: int = 80) -> str:
    """A value as it is shown in an error: on one line, short."""
    text = value if isinstance(value, str) else repr(value)
    shown = repr(text[:limit])
    return shown if len(text) <= limit else f"{shown[:-1]}...'"
