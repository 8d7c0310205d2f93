"""The catalogue of open models that work desktops: data of the package, dated, with sources.

It says what was known on its date. What a repository holds now is the business of hub/.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from uitars_runtime.errors import UsageError

BITS = 4.5
"""Of a weight in the 4-bit files of llama.cpp, scales included."""
_BESIDE = 4 << 30
"""Bytes for the context, pictures, the desktop and its programs."""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody measured, in percent."""

    on: str
    value: float
    by: Literal["vendor", "independent"]
    source: str


class OpenModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model. What is not known is empty or None."""

    name: str
    repository: str
    form: Literal["gguf", "checkpoint"]
    """A checkpoint becomes a model by `uitars-quantize`."""
    licence: str
    weights: float
    """Billions, all experts included."""
    dialect: str
    """Empty: none of ours."""
    released: str
    file: str = ""
    """Name or type of the GGUF file that is taken."""
    bytes: int | None = None
    """Of what is fetched."""
    bytes_source: str = ""
    memory: int | None = None
    """Bytes of memory that its vendor recommends."""
    scores: tuple[Score, ...] = ()
    web: bool = False
    """Whether it works pages only, no other programs."""
    note: str = ""

    @property
    def least_bytes(self) -> int:
        """What its files take in memory at 4 bits, at least: as known, else reckoned."""
        known = self.bytes if self.form == "gguf" else None
        return known or round(self.weights * 1e9 * BITS / 8)

    @property
    def needs(self) -> int:
        """Bytes of memory: as recommended, else its files and what works beside them."""
        return self.memory or self.least_bytes + _BESIDE


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them, the smallest first."""

    date: str
    models: tuple[OpenModel, ...]


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """As it came with the package."""
    text = (files("uitars_assets") / "open_models.toml").read_bytes()
    found = msgspec.toml.decode(text, type=Catalogue)
    ordered = tuple(sorted(found.models, key=lambda model: model.least_bytes))
    return Catalogue(found.date, ordered)


def find(name: str) -> OpenModel:
    """A model by its name. Raises `UsageError` with the closest ones."""
    known = {model.name: model for model in catalogue().models}
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    meant = f"Did you mean {' or '.join(close)}?" if close else "See uitars models get."
    raise UsageError(f"The catalogue has no model {name!r}.", f"{meant} Or give hf:ORG/REPO.")
