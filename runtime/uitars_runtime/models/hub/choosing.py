"""Which files of a repository make a model: GGUF weights and their projector, or a checkpoint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from uitars_runtime.errors import UsageError
from uitars_runtime.models.hub.listing import Listing, RemoteFile

TYPES = ("Q4_K_M", "Q4_0", "Q4_K_S", "Q5_K_M", "Q8_0")
"""Of GGUF files, the first that is there is taken: about 4 bits per weight is the usual bargain."""
_PROJECTORS = ("F16", "Q8_0", "BF16", "F32")
_CHECKPOINT = (".json", ".jinja", ".model", ".safetensors", ".txt")
"""Only these of a checkpoint: weights, settings and words, no code and nothing pickled."""
_SHARD = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$", re.IGNORECASE)


def gguf_files(listing: Listing, wanted: str = "") -> tuple[RemoteFile, ...]:
    """Weights (with all their parts), then the projector.

    `wanted`: a file's name, or a type such as Q4_0. Raises `UsageError`, which says what there is.
    """
    found = [file for file in listing.files if file.name.lower().endswith(".gguf")]
    projectors = [file for file in found if "mmproj" in file.name.lower()]
    weights = [file for file in found if _is_weights(file)]
    heads = [file for file in weights if not _is_later_part(file)]
    meant = _named(heads, wanted) if wanted else _usual(heads)
    if not meant:
        there = ", ".join(file.name for file in heads) or "no GGUF file"
        raise UsageError(
            f"{listing.repository} has no {wanted or 'GGUF file of a usual type'}; it has {there}.",
            f"Name one: hf:{listing.repository}:FILE",
        )
    head, *others = meant
    if others:
        raise UsageError(
            f"{listing.repository} has several: {', '.join(file.path for file in meant)}.",
            f"Name one: hf:{listing.repository}:FILE",
        )
    if not projectors:
        raise UsageError(
            f"{listing.repository} has no projector (mmproj*.gguf), so the model could not see.",
            "Choose another repository of the same model.",
        )
    return (*_parts(head, weights), _own(head, projectors, listing))


def has_gguf(listing: Listing) -> bool:
    """Whether it holds weights as GGUF."""
    return any(file.name.lower().endswith(".gguf") and _is_weights(file) for file in listing.files)


def checkpoint_files(listing: Listing) -> tuple[RemoteFile, ...]:
    """What `uitars-quantize` reads. Raises `UsageError` for a repository without weights."""
    top = [file for file in listing.files if "/" not in file.path]
    found = tuple(file for file in top if file.name.endswith(_CHECKPOINT))
    if not any(file.name.endswith(".safetensors") for file in found):
        raise UsageError(
            f"{listing.repository} holds no weights as safetensors or GGUF.",
            "Weights in other formats can hold programs and are not fetched.",
        )
    return found


def _is_weights(file: RemoteFile) -> bool:
    lowered = file.name.lower()
    return not any(word in lowered for word in ("mmproj", "imatrix"))


def _is_later_part(file: RemoteFile) -> bool:
    part = _SHARD.search(file.name)
    return part is not None and part[1] != "00001"


def _parts(head: RemoteFile, weights: Sequence[RemoteFile]) -> tuple[RemoteFile, ...]:
    """All parts of a file. Raises `UsageError` where some are missing."""
    part = _SHARD.search(head.path)
    if part is None:
        return (head,)
    stem, count = re.escape(head.path[: part.start()]), part[2]
    of_it = re.compile(rf"{stem}-\d{{5}}-of-{count}(?i:\.gguf)")
    found = tuple(file for file in weights if of_it.fullmatch(file.path))
    if len(found) != int(count):
        raise UsageError(
            f"Of {head.name} there are {len(found)} of {int(count)} parts.",
            "Choose another file or repository of the same model.",
        )
    return found


def _own(head: RemoteFile, projectors: Sequence[RemoteFile], listing: Listing) -> RemoteFile:
    """The projector of a model: of those nearest above it, the one whose name says so. Raises
    `UsageError`."""
    from uitars_runtime.backends.llama.files import of_model

    folders = [PurePosixPath(file.path).parent for file in projectors]
    nearest = next((one for one in PurePosixPath(head.path).parents if one in folders), None)
    there = [
        file for file, folder in zip(projectors, folders, strict=True) if nearest in (None, folder)
    ]
    names, *others = of_model(head.name, [file.name for file in there])
    if others:
        raise UsageError(
            f"No name in {listing.repository} tells which of {names[0]} and {others[0][0]} is the "
            f"projector of {head.name}.",
            "Choose another repository of the same model.",
        )
    own = [file for file in there if file.name in names]
    return next(iter(_of_types(own, _PROJECTORS)), own[0])


def _named(heads: Sequence[RemoteFile], wanted: str) -> Sequence[RemoteFile]:
    exact = [file for file in heads if wanted in (file.path, file.name)]
    return exact or _of_types(heads, (wanted,))


def _usual(heads: Sequence[RemoteFile]) -> Sequence[RemoteFile]:
    return _of_types(heads, TYPES) or (heads if len(heads) == 1 else ())


def _of_types(files: Sequence[RemoteFile], types: Sequence[str]) -> Sequence[RemoteFile]:
    """The files of the first type that there is."""
    for kind in types:
        form = re.compile(rf"(?<![A-Z0-9]){re.escape(kind.upper())}(?![A-Z0-9_])")
        if found := [file for file in files if form.search(file.name.upper())]:
            return found
    return ()
