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
    ours, named = _words(model), dict[frozenset[str], list[Path]]()
    for file in companions(model.parent, [PROJECTORS]):
        named.setdefault(_words(file), []).append(file)
    ranks = {theirs: len(ours & theirs) - len(theirs - ours) for theirs in named}
    nearest = [files for theirs, files in named.items() if ranks[theirs] == max(ranks.values())]
    if len(nearest) > 1:
        raise SourceError(
            f"No name tells which of {nearest[0][0].name} and {nearest[1][0].name} "
            f"is the projector of {model.name}.",
            f"Rename its own to mmproj-{model.name}, or give {model.name} a folder of its own.",
        )
    return max(nearest[0], key=lambda file: file.stat().st_size) if nearest else None


def _words(file: Path) -> frozenset[str]:
    """Of a name, without types."""
    named = _TYPE.sub("", file.stem.lower())
    return frozenset(word for word in re.split(r"[-_.]", named) if word not in ("", "mmproj"))
