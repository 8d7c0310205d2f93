"""Facts of the part that sees: its config, the size of its patches, how it wants its pixels."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.foreign import json_object
from uitars_quant.sources.names import is_vision
from uitars_quant.sources.tensors import Source


def sees(source: Source) -> bool:
    """Whether a source has a part that sees."""
    return any(is_vision(name) for name in source.tensors)


def vision_config(source: Source) -> Mapping[str, Any]:
    """Of config.json; empty where there is none."""
    return cast("Mapping[str, Any]", source.config.get("vision_config") or {})


def patch_size(source: Source) -> int:
    """Pixels of a patch's side; `SourceError` where the source cannot see."""
    if not sees(source) or "patch_size" not in vision_config(source):
        raise SourceError(f"{source.name} has no part that sees.")
    return int(vision_config(source)["patch_size"])


def deepstack(source: Source) -> int:
    """Layers of the decoder that take in what is seen: listed by a hub, counted in a GGUF file."""
    vision = vision_config(source)
    listed = vision.get("deepstack_visual_indexes", ())
    return int(vision.get("num_deepstack_layers", len(listed)))


def normalisation(source: Source) -> tuple[list[float], list[float]]:
    """Mean and deviation of pixels, from the processor's file or as the family has them."""
    for file in source.companions:
        if file.name == "preprocessor_config.json":
            told = json_object(file)
            if "image_mean" in told and "image_std" in told:
                return _colours(told["image_mean"], file), _colours(told["image_std"], file)
    if str(source.config["model_type"]).startswith("qwen3"):
        return [0.5] * 3, [0.5] * 3
    return [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]


def _colours(told: object, file: Path) -> list[float]:
    numbers = cast("list[object]", told) if isinstance(told, list) else []
    found = [float(one) for one in numbers if isinstance(one, int | float)]
    if len(found) != 3 or len(numbers) != 3 or not all(map(isfinite, found)):
        raise SourceError(f"{file} says of colours what cannot be.")
    return found
