"""The model files that come with the package: read only where they are those that were shipped.

`uitars_assets/models/SHA256SUMS` lists them as `sha256sum` does (`make checksums` writes it). Not
here: models that a person brought in (`models/catalogue.py`).
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from uitars_runtime.errors import ModelError

MODELS: Final = Path(str(files("uitars_assets"))) / "models"
LIST: Final = "SHA256SUMS"
_AGAIN: Final = "Install the package uitars again."


def shipped(name: str) -> bytes:
    """Content of a file, by its path below the models folder.

    Raises `ModelError` where it is missing, not listed, or differs from what was shipped.
    """
    try:
        content = (MODELS / name).read_bytes()
    except FileNotFoundError as error:
        raise ModelError(f"The model file {name} is missing.", _AGAIN) from error
    if hashlib.sha256(content).hexdigest() != _digests().get(name):
        raise ModelError(
            f"The model file {name} is not the one that came with the package: it was changed or"
            " damaged.",
            f"{_AGAIN} After training weights of your own, write the list anew: make checksums.",
        )
    return content


@lru_cache(maxsize=1)
def _digests() -> dict[str, str]:
    """Path below the models folder -> SHA-256, lower-case hexadecimal."""
    try:
        lines = (MODELS / LIST).read_text("utf-8").splitlines()
    except FileNotFoundError as error:
        raise ModelError(
            f"The list of model files, {MODELS / LIST}, is missing.", _AGAIN
        ) from error
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
