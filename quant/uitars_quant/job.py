"""A whole run: open the source, choose the target, do the work, leave a record of it."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uitars_quant.calibration.facts import facts
from uitars_quant.errors import MemoryLimitError, QuantizeError, SourceError
from uitars_quant.memory import peak_memory
from uitars_quant.pipeline import Target, TensorResult, without_data
from uitars_quant.plan import Plan, make_plan
from uitars_quant.progress import Progress
from uitars_quant.recipe import FileType, Format, Hardware, Recipe, Storage
from uitars_quant.sources import onnx_file
from uitars_quant.sources.foreign import json_object
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.projector import projector_of
from uitars_quant.sources.tensors import Role, Source
from uitars_quant.sources.vision import sees
from uitars_quant.sources.words import hub_files
from uitars_quant.targets import compressed_tensors, gguf_file
from uitars_quant.targets.compressed_tensors import CompressedTensors
from uitars_quant.targets.files import RECORD, digest, identity, write_whole
from uitars_quant.targets.gguf_file import GgufFile
from uitars_quant.targets.llama_quantizer import ByLlama
from uitars_quant.targets.onnx_file import OnnxFile
from uitars_quant.verification import check_hashes

if TYPE_CHECKING:
    from uitars_quant.calibration.examples import Seen


@dataclass(frozen=True)
class Summary:
    """What a run made."""

    files: tuple[Path, ...]
    results: tuple[TensorResult, ...]
    seconds: float
    peak_memory: int
    """Bytes, of this whole process."""
    plan: Plan


def run(
    source: Source,
    out: Path,
    recipe: Recipe,
    progress: Progress,
    *,
    tokens: Seen | None = None,
    resume: bool = False,
    max_memory: int | None = None,
) -> Summary:
    """Quantize a source into `out`: a folder, or for GGUF a file.

    `tokens` (sequences, length) is what methods that need data look at.
    """
    began = time.monotonic()
    plan = make_plan(source, recipe)
    if max_memory is not None and plan.memory > max_memory:
        raise MemoryLimitError(
            f"This needs about {plan.memory / 1e6:.0f} MB of memory; "
            f"{max_memory / 1e6:.0f} MB are given."
        )
    check_data(source, recipe, given=tokens is not None)
    recipe = _whole(recipe, tokens)
    target = open_target(source, out, recipe, resume=resume, tokens=tokens)
    try:
        worked = _work(source, recipe, target, progress, tokens)
        results = {one.name: one for one in (*target.earlier(), *worked)}
        files = target.publish()
        if recipe.file_type.by_llama:
            plan = replace(plan, bytes=out.stat().st_size)
        summary = Summary(
            tuple(files),
            tuple(results.values()),
            time.monotonic() - began,
            peak_memory(),
            plan,
        )
        told = json.dumps(record(source, recipe, summary), indent=1)
        write_whole(record_path(out), told.encode())
        target.forget()
    finally:
        target.close()
    return summary


def is_finished(source: Source, out: Path, recipe: Recipe, tokens: Seen | None = None) -> bool:
    """Whether such a run was here before, to its end, and all that it wrote is as it was."""
    file = record_path(out)
    try:
        known = file.is_file() and json_object(file).get("plan")
        if known != _plan(source, _whole(recipe, tokens)):
            return False
        check_hashes(out, file)
    except QuantizeError:
        return False
    return True


def _whole(recipe: Recipe, tokens: Seen | None) -> Recipe:
    """The recipe with what its method looks at."""
    if tokens is None:
        return recipe
    from uitars_quant.calibration.examples import fingerprint

    return replace(recipe, seen=fingerprint(tokens))


def _plan(source: Source, recipe: Recipe) -> str:
    """What two runs share only when they give the same result."""
    told = [recipe.plan(), identity(source)]
    if recipe.format is Format.GGUF and is_gguf(source.path):
        eyes = projector_of(source.path)
        told += (
            [f"{eyes.resolve()} {eyes.stat().st_size} {eyes.stat().st_mtime_ns}"] if eyes else []
        )
    return hashlib.sha256(" ".join(told).encode(errors="surrogateescape")).hexdigest()


def _work(
    source: Source,
    recipe: Recipe,
    target: Target,
    progress: Progress,
    tokens: Seen | None,
) -> list[TensorResult]:
    if tokens is None or not recipe.method.needs_data:
        return without_data(source, recipe, target, progress)
    from uitars_quant.calibration.layers import with_data

    return with_data(source, recipe, target, progress, tokens)


def open_target(
    source: Source,
    out: Path,
    recipe: Recipe,
    *,
    resume: bool,
    tokens: Seen | None = None,
) -> Target:
    """The writer of the recipe's format."""
    check(source, recipe)
    if os.path.realpath(source.path) in map(os.path.realpath, (out, out / onnx_file.FILE)):
        raise SourceError("The result would overwrite its source.", "Give another -o.")
    if recipe.format is Format.GGUF and not is_gguf(out):
        raise SourceError(f"{out} does not end in .gguf.")
    if recipe.format is not Format.GGUF and is_gguf(out):
        raise SourceError(f"{out} ends in .gguf, but {recipe.format.value} is a folder.")
    match recipe.format:
        case Format.COMPRESSED_TENSORS:
            return CompressedTensors(out, source, recipe, resume=resume)
        case Format.GGUF:
            if recipe.file_type.by_llama:
                return ByLlama(out, source, recipe, resume=resume, tokens=tokens)
            return GgufFile(out, source, recipe, resume=resume)
        case Format.ONNX:
            return OnnxFile(out, source, recipe)


def check(source: Source, recipe: Recipe) -> None:
    """`SourceError` for a recipe that no run can follow, or not in all that it says."""
    if recipe.file_type is not FileType.Q4_0 and recipe.format is not Format.GGUF:
        raise SourceError(f"{recipe.file_type.value} is a type of GGUF files.", "--format gguf")
    if recipe.file_type is not FileType.Q4_0 and recipe.method.compensates:
        raise SourceError(
            f"{recipe.file_type.value} is not rounded here, so {recipe.method.value} has no place.",
            "Use --method awq or mse.",
        )
    whole = recipe.file_type if recipe.file_type is not FileType.Q4_0 else recipe.format
    if recipe.eight_bits and whole not in {Format.GGUF, Format.COMPRESSED_TENSORS}:
        raise SourceError(f"--keep-8bit has no place in {whole.value}.")
    if recipe.hardware is not Hardware.ANY and recipe.format is not Format.COMPRESSED_TENSORS:
        raise SourceError(
            f"--target {recipe.hardware.value} has no place in {recipe.format.value}.",
            "It stamps --format compressed-tensors.",
        )
    if (source.config.get("model_type") == "embedded") != (recipe.format is Format.ONNX):
        raise SourceError(
            f"{source.name} cannot be written as {recipe.format.value}.",
            "The embedded model is written as onnx, all others as compressed-tensors or gguf.",
        )
    if recipe.format is Format.GGUF and recipe.group != 32:
        raise SourceError(
            f"--group-size {recipe.group} has no place in gguf.",
            "Its Q4_0 has a scale for 32 weights.",
        )
    matrices = [one for one in source.tensors.values() if one.role is Role.MATRIX]
    if matrices and all(recipe.storage(one) is Storage.PLAIN for one in matrices):
        raise SourceError(
            f"No matrix of {source.name} divides into groups of {recipe.group}.",
            "Give a smaller --group-size.",
        )
    for pattern in recipe.eight_bits:
        if not fnmatch.filter([one.name for one in matrices], pattern):
            raise SourceError(
                f"--keep-8bit {pattern!r} names no matrix that would get four bits.",
                "uitars-quantize inspect SOURCE shows the names.",
            )
    if recipe.format is Format.COMPRESSED_TENSORS:
        compressed_tensors.check(source, recipe)
        if "_vl" in str(source.config.get("model_type")) and not sees(source):
            raise SourceError(
                f"{source.name} holds no part that sees, which the result would lack.",
                "Start from the original checkpoint, or give --format gguf.",
            )


def check_data(source: Source, recipe: Recipe, *, given: bool) -> None:
    """`SourceError` where the method looks at activations, and there are none or can be none."""
    if not recipe.method.needs_data:
        return
    facts(source.config)
    if not given:
        raise SourceError(
            f"The method {recipe.method.value} looks at activations.",
            "Give --calibration DIR, or use --method mse.",
        )


def check_words(source: Source, recipe: Recipe) -> None:
    """`SourceError` where the format cannot tell the source's words, or the part that sees."""
    if recipe.format is Format.GGUF:
        gguf_file.check(source, recipe)
    elif is_gguf(source.path):
        hub_files(source)


def record_path(out: Path) -> Path:
    """Where the record of a result lies: in its folder, or beside its file."""
    return out.with_name(f"{out.name}.{RECORD}") if is_gguf(out) else out / RECORD


def record(source: Source, recipe: Recipe, summary: Summary) -> dict[str, Any]:
    """Provenance, hashes and errors, as JSON."""
    return {
        "tool": "uitars-quantize",
        "source": source.name,
        "architecture": source.config.get("model_type"),
        "format": recipe.format.value,
        "method": recipe.method.value,
        "group_size": recipe.group,
        "hardware": recipe.hardware.value,
        "type": recipe.file_type.value if recipe.format is Format.GGUF else None,
        "keep_8bit": list(recipe.eight_bits),
        "calibration": recipe.seen or None,
        "plan": _plan(source, recipe),
        "files": {path.name: digest(path) for path in summary.files},
        "bits_per_weight": summary.plan.bits_per_weight,
        "bytes": summary.plan.bytes,
        "seconds": round(summary.seconds, 2),
        "peak_memory_mb": round(summary.peak_memory / 1e6),
        "tensors": [
            {
                "name": result.name,
                "shape": list(result.shape),
                "storage": result.storage.value,
                "error": round(result.error, 6),
                "product_error": result.product_error,
                "largest_input": result.largest,
                "outlier": result.outlier,
            }
            for result in summary.results
            if result.storage.rounded
        ],
    }
