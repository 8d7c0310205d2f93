"""Pictures in calibration: the decoder sees what transformers shows it, and rounding minds them."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.checkpoints import TEXT
from helpers.decoding import logits_of
from uitars_quant.calibration import pictures
from uitars_quant.calibration.recorded import text_of
from uitars_quant.cli import main
from uitars_quant.errors import SourceError
from uitars_quant.sources import open_source

IMAGE = 317
SEES = ("qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures with tasks, a recorded run with one screenshot, a picture without a task."""
    root = tmp_path_factory.mktemp("pictures")
    chance = np.random.default_rng(2)
    images = root / "run" / "images"
    images.mkdir(parents=True)
    for number, file in enumerate([*(root / f"{n}.png" for n in range(4)), images / "a.png"]):
        pixels = chance.integers(0, 256, (6 + number, 9, 3)).astype(np.uint8)
        assert cv2.imwrite(str(file), pixels.repeat(40, 0).repeat(40, 1))
        if file.parent == root and number < 3:
            file.with_suffix(".txt").write_text(f"Click the field number {number}.")
    (root / "run" / "run.json").write_text(json.dumps({"task": {"text": "Save it."}}))
    (root / "words.md").write_text(TEXT)
    return root


def test_pictures_are_found_with_their_tasks(folder: Path) -> None:
    found = {file.name: task for file, task in pictures.found(folder)}
    assert found.pop("a.png") == "Save it."
    assert found == {f"{n}.png": f"Click the field number {n}." for n in range(3)}


@pytest.mark.parametrize("family", SEES)
def test_logits_with_a_picture_are_those_of_transformers(
    family: str, folder: Path, models: dict[str, Any], folders: dict[str, Path]
) -> None:
    source, model = open_source(folders[family]), models[family]
    found = pictures.examples(source, pictures.found(folder)[:2], TEXT, 96)
    tokens, grids = found.tokens.clone(), []
    for row, shown in zip(tokens, found.shown, strict=True):
        assert shown is not None
        row[shown.start : shown.stop] = IMAGE
        grids.append([1, 2 * shown.rows, 2 * shown.columns])
    sight = pictures.Sight(source)
    patch = sight._patch
    patches = []
    for (file, _), (_, rows, columns) in zip(pictures.found(folder), grids, strict=False):
        pixels = cv2.cvtColor(cv2.imread(str(file)), cv2.COLOR_BGR2RGB)
        small = cv2.resize(pixels, (columns * patch, rows * patch), interpolation=cv2.INTER_AREA)
        values = (small / np.float32(255) - sight._mean) / sight._deviation
        patches.append(torch.from_numpy(pictures.cut(values.astype(np.float32), patch)))
    model.config.image_token_id = IMAGE
    with torch.no_grad():
        expected = model(
            input_ids=tokens,
            mm_token_type_ids=(tokens == IMAGE).int(),
            pixel_values=torch.cat(patches),
            image_grid_thw=torch.tensor(grids),
        ).logits
    np.testing.assert_allclose(logits_of(source, found), expected, atol=3e-3, rtol=1e-3)


def test_the_command_calibrates_with_pictures(
    folder: Path, folders: dict[str, Path], tmp_path: Path
) -> None:
    source, out, figures = str(folders["qwen3_vl"]), tmp_path / "out", tmp_path / "figures.json"
    given = [source, "-o", str(out), "--calibration", str(folder), "--json", str(figures)]
    assert main([*given, "--format", "compressed-tensors"]) == 0
    told = json.loads(figures.read_text())
    assert told["method"] == "awq"
    assert told["divergence"]["tokens"] == 2 * 512
    assert 0 < told["divergence"]["kl"] < 2
    assert main(["verify", str(out), "--against", source]) == 0


@given(st.integers(20, 4000), st.integers(20, 4000), st.sampled_from([28, 32]), st.integers(1, 900))
def test_a_grid_is_as_large_as_it_may_be(height: int, width: int, side: int, limit: int) -> None:
    rows, columns = pictures.grid(height, width, side, limit)
    assert 1 <= rows * columns <= limit
    assert rows == 1 or rows * side <= height
    assert columns == 1 or columns * side <= width


def test_what_is_no_picture_is_one_sentence(folders: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "a.txt").write_text("Click.")
    source = open_source(folders["qwen3_vl"])
    with pytest.raises(SourceError, match="no picture that can be read"):
        pictures.examples(source, pictures.found(tmp_path), TEXT, 64)
    with pytest.raises(SourceError, match="no part that sees"):
        pictures.Sight(open_source(folders["llama"]))


def test_a_run_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.png").touch()
    (tmp_path / "run.json").write_text('{"task": {"te')
    whole = '{"proposal": {"raw": "first\u2028line"}}\n'
    (tmp_path / "steps.jsonl").write_bytes(whole.encode() + '{"proposal": {"raw": "ü'.encode()[:-1])
    assert "first\u2028line" in text_of(tmp_path)
    assert pictures.found(tmp_path) == [(tmp_path / "images" / "a.png", "")]


def test_what_lies_beside_text_and_runs_is_passed_over(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text('{"task": {"text": "Save it"}}')
    odd = ['{"proposal": "a word", "outcome": [1]}', "[1]", "null", '{"outcome": {"text": "done"}}']
    (run / "steps.jsonl").write_text("\n".join(odd))
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "a.png").touch()
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    found = text_of(tmp_path)
    assert all(part in found for part in ("Save it", "done", "caf"))
    assert [task[:3] for _, task in pictures.found(tmp_path)] == ["caf"]
