"""Pictures with tasks from a folder, through the part of the model that sees.

A picture `NAME.png` or `.jpg` goes with the task in `NAME.txt`; the screenshots of a recorded run
go with its task. The part that sees stays unrounded, so it is run once, by transformers' own class
with the source's weights; what it says stands in the sequence as the families' templates have it:
the picture, the task, and then the folder's text.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch
from numpy.typing import NDArray

from uitars_quant.calibration.arrays import to_torch
from uitars_quant.calibration.examples import Examples, Shown
from uitars_quant.calibration.recorded import task_of
from uitars_quant.errors import SourceError, pip_install
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.names import is_vision
from uitars_quant.sources.tensors import Source
from uitars_quant.sources.vision import normalisation, patch_size
from uitars_quant.sources.words import tokenizer

_ENDINGS: Final = (".png", ".jpg", ".jpeg")
_BEFORE: Final = "<|im_start|>user\n<|vision_start|>"
_AFTER: Final = "<|vision_end|>{task}<|im_end|>\n<|im_start|>assistant\n"
_SHARE: Final = 0.75
"""Part of a sequence that a picture may take; large ones are made smaller."""
Pixels = NDArray[np.uint8]


def found(folder: Path) -> list[tuple[Path, str]]:
    """Pictures of a folder and their tasks."""
    return [*_of_runs(folder), *_with_tasks(folder)]


def examples(source: Source, pictures: list[tuple[Path, str]], text: str, length: int) -> Examples:
    """A sequence of `length` tokens for every picture."""
    words, sight = tokenizer(source), Sight(source)
    before = words.encode(_BEFORE, add_special_tokens=False).ids
    filling = words.encode(text, add_special_tokens=False).ids
    rows: list[torch.Tensor] = []
    shown: list[Shown] = []
    for file, task in pictures:
        after = words.encode(_AFTER.format(task=task), add_special_tokens=False).ids
        picture = sight.look(_pixels(file), len(before), int(length * _SHARE) - len(before))
        line = [*before, *[0] * (picture.stop - picture.start), *after]
        missing = max(0, length - len(line))
        line += (filling * math.ceil(missing / max(1, len(filling))))[:missing]
        rows.append(torch.tensor(line[:length]))
        shown.append(picture)
    return Examples(torch.stack(rows), tuple(shown))


class Sight:
    """The part of a source that sees."""

    def __init__(self, source: Source) -> None:
        """`SourceError` where there is none, or transformers is not installed."""
        self._patch = patch_size(source)
        mean, deviation = normalisation(source)
        self._mean, self._deviation = np.array(mean, np.float32), np.array(deviation, np.float32)
        self._tower = _tower(source)

    def look(self, pixels: Pixels, start: int, limit: int) -> Shown:
        """A picture (height, width, 3) that stands at `start`, in at most `limit` tokens."""
        height, width, _ = pixels.shape
        rows, columns = grid(height, width, 2 * self._patch, limit)
        values = (_resized(pixels, rows, columns, 2 * self._patch) / np.float32(255)) - self._mean
        patches = to_torch(cut(np.asarray(values / self._deviation, np.float32), self._patch))
        with torch.no_grad():
            told = self._tower(patches, grid_thw=torch.tensor([[1, 2 * rows, 2 * columns]]))
        deeper = tuple(cast("list[torch.Tensor]", getattr(told, "deepstack_features", None) or ()))
        return Shown(start, rows, columns, told.pooler_output, deeper)


def grid(height: int, width: int, side: int, limit: int) -> tuple[int, int]:
    """Rows and columns of tokens of `side` pixels: as large as the picture, at most `limit`."""
    shrink = min(1.0, math.sqrt(limit * side * side / (height * width)))
    rows = max(1, math.floor(height * shrink / side))
    columns = min(limit, max(1, math.floor(width * shrink / side)))
    return min(rows, max(1, limit // columns)), columns


def cut(values: Floats, patch: int) -> Floats:
    """(height, width, 3) -> (patches, 6 * patch²): squares of four patches, two equal frames."""
    height, width, _ = values.shape
    rows, columns = height // (2 * patch), width // (2 * patch)
    squares = values.reshape(rows, 2, patch, columns, 2, patch, 3).transpose(0, 3, 1, 4, 6, 2, 5)
    frames = np.repeat(squares[:, :, :, :, :, None], 2, axis=5)
    return np.ascontiguousarray(frames.reshape(4 * rows * columns, -1))


def _tower(source: Source) -> Any:
    """transformers' class for the part that sees, with the source's weights in 32 bits."""
    try:
        import transformers
    except ImportError as error:
        raise SourceError(
            "Pictures are looked at by transformers, which is not installed.",
            f"{pip_install('transformers')}, or give a folder of text.",
        ) from error
    given = {name: value for name, value in source.config.items() if name != "model_type"}
    configs: Any = transformers.AutoConfig
    config = configs.for_model(str(source.config["model_type"]), **given)
    auto: Any = transformers.AutoModelForImageTextToText
    with torch.device("meta"):
        whole = auto.from_config(config)
    tower = type(whole.model.visual)(config.vision_config).float().eval()
    weights = {
        tensor.name.split("visual.", 1)[1]: to_torch(tensor.read())
        for tensor in source.tensors.values()
        if is_vision(tensor.name)
    }
    try:
        tower.load_state_dict(weights)
    except RuntimeError as error:
        raise SourceError(f"The part that sees is not whole ({error}).") from error
    return tower


def _of_runs(folder: Path) -> Iterator[tuple[Path, str]]:
    for run in sorted(folder.rglob("run.json")):
        task = task_of(run.parent) or ""
        yield from ((file, task) for file in sorted((run.parent / "images").glob("*.png")))


def _with_tasks(folder: Path) -> Iterator[tuple[Path, str]]:
    for file in sorted(folder.rglob("*")):
        task = file.with_suffix(".txt")
        if file.suffix.lower() in _ENDINGS and task.is_file():
            yield file, task.read_text(encoding="utf-8", errors="replace").strip()


def _pixels(file: Path) -> Pixels:
    import cv2

    try:
        read = cv2.imread(str(file), cv2.IMREAD_COLOR)
    except cv2.error:  # More pixels than it takes.
        read = None
    if read is None:
        raise SourceError(f"{file} is no picture that can be read.")
    return np.asarray(cv2.cvtColor(read, cv2.COLOR_BGR2RGB), np.uint8)


def _resized(pixels: Pixels, rows: int, columns: int, side: int) -> Pixels:
    import cv2

    size = (columns * side, rows * side)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
