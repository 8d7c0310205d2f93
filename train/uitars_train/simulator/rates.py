"""Draws by name: how often, how many and which, as `rates.toml` says.

The file holds every rate that steers what random windows, their words and their mishaps are like,
with where it comes from; a test of the house holds that names and uses are the same. Not here:
what the eyes were seen to get wrong (`noise/errors.py`).
"""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files
from typing import Any, Final

import msgspec

from uitars_runtime.element import Role


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a share of the things of one role."""

    share: float
    roles: tuple[Role, ...]
    """As likely as each other; one may stand there several times."""


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of `rates.toml`."""

    shares: dict[str, float]
    """Probabilities."""
    bounds: dict[str, tuple[int, int]]
    """The least and the most."""
    choices: dict[str, tuple[float, ...]]
    """Numbers that are as likely as each other; one may stand there several times."""
    roles: dict[str, tuple[Role, ...]]
    """The same of roles."""
    texts: dict[str, tuple[str, ...]]
    """The same of texts."""
    strange: dict[Role, Taken]
    """What the eyes take things for in programs of a strange kind."""
    inside: dict[Role, Taken]
    """What is seen inside of controls as a thing of its own."""


RATES: Final = msgspec.convert(
    tomllib.loads((files("uitars_train.simulator") / "rates.toml").read_text(encoding="utf-8")),
    type=Rates,
)


def share(name: str) -> float:
    """A probability that somebody else draws by."""
    return RATES.shares[name]


def maybe(rng: random.Random, name: str) -> bool:
    """Whether something comes up that has a share."""
    return rng.random() < RATES.shares[name]


def between(rng: random.Random, name: str) -> int:
    """A number between two bounds, both included."""
    return rng.randint(*RATES.bounds[name])


def chosen(rng: random.Random, name: str) -> float:
    return rng.choice(RATES.choices[name])


def role(rng: random.Random, name: str) -> Role:
    return rng.choice(RATES.roles[name])


def text(rng: random.Random, name: str) -> str:
    return rng.choice(RATES.texts[name])


def drawn(rng: random.Random, name: str) -> Any:
    """Whichever of these it is that has the name: whether, which number, which role."""
    draws = ((RATES.shares, maybe), (RATES.choices, chosen), (RATES.roles, role))
    return next(draw(rng, name) for table, draw in draws if name in table)
