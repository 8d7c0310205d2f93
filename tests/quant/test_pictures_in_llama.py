"""llama.cpp sees through our projector what transformers sees through the original."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from uitars_quant.job import run
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import open_source
from uitars_runtime.backends.llama.pieces import Picture, Words
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import ImagePart
from uitars_runtime.types import Size, Task

pytest.importorskip("llama_cpp", reason="llama-cpp-python is not built here")

IMAGE = 317
"""A token that no text becomes; transformers puts the picture in its place."""
CLIP = ((0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711))
HALF = ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))
SEEN = {"qwen2_5_vl": (14, CLIP), "qwen3_vl": (16, HALF), "qwen3_vl_moe": (16, HALF)}
"""Pixels of a patch, and how pixels are normalised."""
ROWS, COLUMNS = 6, 8
"""Tokens of the picture; the rows fill no whole window of Qwen2.5-VL's."""
SCREENS = (Size(800, 600), Size(1024, 768), Size(1920, 1080), Size(2560, 1440), Size(3840, 2160))
Pixels = NDArray[np.uint8]


def picture(patch: int) -> Pixels:
    """(height, width, 3): coarse coloured fields with edges."""
    chance = np.random.default_rng(11)
    fields = chance.integers(0, 256, (2 * ROWS, 2 * COLUMNS, 3)).astype(np.uint8)
    return np.ascontiguousarray(fields.repeat(patch, 0).repeat(patch, 1))


def patches(pixels: Pixels, patch: int, norm: Any) -> torch.Tensor:
    """As the families' processors cut a picture: squares of four patches, two equal frames."""
    mean, deviation = (np.array(part, np.float32) for part in norm)
    values = ((pixels / np.float32(255) - mean) / deviation).astype(np.float32)
    cut = values.reshape(ROWS, 2, patch, COLUMNS, 2, patch, 3).transpose(0, 3, 1, 4, 6, 2, 5)
    twice = np.repeat(cut[:, :, :, :, :, None], 2, axis=5)
    return torch.from_numpy(twice.reshape(4 * ROWS * COLUMNS, -1))


def engine(file: Path, pixels: Pixels) -> tuple[torch.Tensor, list[int]]:
    """Log-odds of the next word by llama.cpp, and the tokens it read; the picture is -1."""
    from uitars_runtime.backends.llama.context import Context
    from uitars_runtime.backends.llama.library import library
    from uitars_runtime.backends.llama.weights import Weights

    api, weights = library().llama, Weights(library(), file)
    projector = file.with_name(f"mmproj-{file.name}")
    context = Context(
        library(), weights, projector, context=256, should_stop=lambda: False, min_image_tokens=4
    )
    context.use_threads(1)
    height, width, _ = pixels.shape
    shown = Picture(Size(width, height), pixels.tobytes(), "one")
    read = context.read([Words("Look at ", False), shown, Words(" and click", False)], 8)
    words = [item.key if isinstance(item.key, int) else -1 for item in context._read]
    assert read.prompt == len(words) - 1 + ROWS * COLUMNS
    found = api.llama_get_logits_ith(context._context, -1)
    logits = torch.tensor(np.ctypeslib.as_array(found, (300,)).copy())
    context.close()
    weights.close()
    return logits.log_softmax(-1), words


def original(model: Any, words: list[int], values: torch.Tensor) -> torch.Tensor:
    """The same by transformers."""
    model.config.image_token_id = IMAGE
    row = [token for word in words for token in ([IMAGE] * ROWS * COLUMNS if word < 0 else [word])]
    tokens = torch.tensor([row])
    with torch.no_grad():
        told = model(
            input_ids=tokens,
            mm_token_type_ids=(tokens == IMAGE).int(),
            pixel_values=values,
            image_grid_thw=torch.tensor([[1, 2 * ROWS, 2 * COLUMNS]]),
        )
    return told.logits[0, -1, :300].log_softmax(-1)


def kl(first: torch.Tensor, second: torch.Tensor) -> float:
    return float((first.exp() * (first - second)).sum())


@pytest.mark.parametrize("family", SEEN)
def test_a_picture_is_seen(
    family: str, models: dict[str, Any], folders: dict[str, Path], tmp_path: Path
) -> None:
    patch, norm = SEEN[family]
    out, pixels = tmp_path / "out.gguf", picture(patch)
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(open_source(folders[family]), out, recipe, Silent())
    seen, words = engine(out, pixels)
    exact = original(models[family], words, patches(pixels, patch, norm))
    mirrored = pixels[:, ::-1].copy()
    other = original(models[family], words, patches(mirrored, patch, norm))
    assert kl(exact, seen) < 0.05 * kl(exact, other)


@pytest.mark.parametrize("family", SEEN)
def test_a_gguf_file_that_was_made_of_another_sees_with_its_projector(
    family: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    first, again = tmp_path / "first.gguf", tmp_path / "again" / "again.gguf"
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(open_source(folders[family]), first, recipe, Silent())
    run(open_source(first), again, recipe, Silent())
    assert again.with_name("mmproj-again.gguf").is_file()
    pixels = picture(SEEN[family][0])
    assert kl(engine(first, pixels)[0], engine(again, pixels)[0]) < 1e-6


@pytest.mark.parametrize("dialect", ["ui-tars-1.5", "qwen2.5-vl", "fara", "opencua"])
def test_the_engine_sees_a_screen_in_the_pixels_that_the_model_counts(
    dialect: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    from uitars_runtime.backends.llama.context import Context
    from uitars_runtime.backends.llama.library import library
    from uitars_runtime.backends.llama.weights import Weights

    out = tmp_path / "out.gguf"
    recipe = Recipe(Format.GGUF, Method.RTN, file_type=FileType.F16)
    run(open_source(folders["qwen2_5_vl"]), out, recipe, Silent())
    weights = Weights(library(), out)
    projector = out.with_name("mmproj-out.gguf")
    context = Context(library(), weights, projector, context=4096, should_stop=lambda: False)

    def tokens(size: Size) -> int:
        return context.read(
            [Picture(size, bytes(size.width * size.height * 3), str(size))], 8
        ).prompt

    around = tokens(Size(40 * 28, 40 * 28)) - 40 * 40
    for screen in SCREENS:
        seen = Frame(np.zeros((screen.height, screen.width, 3), np.uint8))
        prompt = load_dialect(dialect).render(Task("Click."), (), (), seen)
        parts = [part for turn in prompt.messages for part in turn.parts]
        (sent,) = (part.size for part in parts if isinstance(part, ImagePart))
        assert tokens(sent) - around == sent.width // 28 * (sent.height // 28), screen
    context.close()
    weights.close()
