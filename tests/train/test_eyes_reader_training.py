"""The training of the widgets' reader is taken up again, also where icons were added since."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from uitars_runtime.element import Role
from uitars_runtime.eyes.roles.reader import CONTEXT, CORE, FEATURES, WIDE
from uitars_train.eyes.dataset import ROLES, STATES
from uitars_train.eyes.training import train

INSTANT = 1e-6
"""Minutes: saved before the first step."""


def write_examples(work: Path, name: str, icons: tuple[str, ...]) -> None:
    folder = work / "train"
    folder.mkdir(exist_ok=True)
    count = len(icons)
    np.savez(
        folder / f"examples-{name}.npz",
        core=np.zeros((count, CORE, CORE, 3), np.uint8),
        wide=np.zeros((count, *WIDE, 3), np.uint8),
        context=np.zeros((count, *CONTEXT, 2), np.uint8),
        features=np.zeros((count, FEATURES), np.float32),
        roles=np.full(count, ROLES.index(Role.ICON), np.int64),
        states=np.zeros((count, len(STATES)), np.float32),
        icons=np.array(icons, "U24"),
        toolkits=np.array(["sheet"] * count, "U8"),
    )


def icons_of(work: Path) -> tuple[list[str], torch.Tensor]:
    names: list[str] = json.loads((work / "reader.json").read_text())["icons"]
    saved = torch.load(work / "checkpoint.pt", weights_only=True)
    return names, saved["network"]["icons.weight"]


def test_icons_that_came_later_join_those_that_were_learned(tmp_path: Path) -> None:
    write_examples(tmp_path, "a", ("save", "trash", "save"))
    train(tmp_path, INSTANT)
    before, learned = icons_of(tmp_path)
    write_examples(tmp_path, "b", ("chart", "save"))
    train(tmp_path, INSTANT)
    after, grown = icons_of(tmp_path)
    assert (before, after) == (["save", "trash"], ["save", "trash", "chart"])
    assert torch.equal(grown[:2], learned)
    assert len(grown) == 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter
def test_the_file_is_small_and_calls_icons_by_the_models_names(tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    from uitars_train.eyes.export import export

    write_examples(tmp_path, "a", ("save", "trash"))
    train(tmp_path, INSTANT)
    export(tmp_path, tmp_path / "reader.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "reader.onnx")
    named = session.get_modelmeta().custom_metadata_map
    assert named["icons"].splitlines() == ["save", "delete"]
    assert (tmp_path / "reader.onnx").stat().st_size < 1_600_000


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter
def test_the_mean_of_a_run_and_an_earlier_one_keeps_icons_that_came_later(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    from uitars_train.eyes.export import export

    for name, icons in (("earlier", ("save",)), ("later", ("save", "trash"))):
        (tmp_path / name).mkdir()
        write_examples(tmp_path / name, "a", icons)
        train(tmp_path / name, INSTANT)
    out = tmp_path / "reader.onnx"
    export(tmp_path / "later", out, tmp_path / "earlier")
    (_, before), (_, after) = icons_of(tmp_path / "earlier"), icons_of(tmp_path / "later")
    wanted = torch.cat([(before + after[:1]) / 2, after[1:]]).numpy()
    found = [onnx.numpy_helper.to_array(one) for one in onnx.load(out).graph.initializer]
    assert any(one.shape == wanted.shape and np.allclose(one, wanted, atol=1e-3) for one in found)
