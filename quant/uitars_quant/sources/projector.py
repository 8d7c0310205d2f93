"""Which file beside a GGUF model is the part of it that sees. Only names are compared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from uitars_quant.errors import SourceError
from uitars_quant.sources.foreign import companions
from uitars_quant.sources.gguf_header import PROJECTORS

_TYPE: Final = re.compile(
    r"(?<![a-z0-9])(bf16|fp?16|fp?32|i?q\d(_(\d|k|s|m|l|xs|xxs|nl))*)(?![a-z0-9])"
)
"""How a name tells the type of numbers; files that differ in that alone are of one model."""


def projector_of(model: Path) -> Path | None:
    """The projector whose name says most of the model's name and least else, the larger one of
    several types; None where none is there. `SourceError` where no name tells."""
    ours, ranks = _words(model), dict[Path, int]()
    for file in companions(model.parent, [PROJECTORS]):
        theirs = _words(file)
        ranks[file] = len(ours & theirs) - len(theirs - ours)
    nearest = [file for file, rank in ranks.items() if rank == max(ranks.values())]
    if len({frozenset(_words(file)) for file in nearest}) > 1:
        raise SourceError(
            f"No name tells which of {' and '.join(file.name for file in nearest[:2])} "
            f"is the projector of {model.name}.",
            f"Rename its own to mmproj-{model.name}, or give {model.name} a folder of its own.",
        )
    return max(nearest, key=lambda file: file.stat().st_size, default=None)


def _words(file: Path) -> set[str]:
    """Of a name, without types."""
    named = _TYPE.sub("", file.stem.lower())
    return {word for word in re.split(r"[-_.]", named) if word not in ("", "mmproj")}
