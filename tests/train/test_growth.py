"""Layers put between those of trained weights: nothing changes at first, and nothing else later."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.encoded import encoder
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder as Runtime
from uitars_runtime.errors import UsageError
from uitars_train.cli import main
from uitars_train.data.encoding import Batch, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Sample
from uitars_train.network.export import export
from uitars_train.network.model import Decoder
from uitars_train.network.training import update
from uitars_train.network.weights import Progress, grown, load, put_in, read, save, written

COUNT = 2


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    source = episodes(31)
    return [sample for _ in range(4) for sample in next(source)]


@pytest.fixture(scope="module")
def batch(samples: list[Sample]) -> Batch:
    made = (example(sample, encoder()) for sample in samples)
    return collate([one for one in made if one is not None], random.Random(0))


@pytest.fixture
def larger() -> Decoder:
    return grown(read(default_folder()), COUNT)


def test_what_is_grown_says_what_it_said(
    larger: Decoder, batch: Batch, samples: list[Sample], tmp_path: Path
) -> None:
    before = read(default_folder())
    with torch.no_grad():
        assert larger(batch)[0].equal(before(batch)[0])
    export(larger, tmp_path)
    ways = [
        Runtime(folder, encoder()).decide(samples[0].situation)
        for folder in (tmp_path, default_folder())
    ]
    assert ways[0].decision == ways[1].decision


def test_only_what_was_put_in_is_learned(larger: Decoder, batch: Batch, tmp_path: Path) -> None:
    """Also in the product's file every other weight keeps its bits."""
    learned = [value for value in larger.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(learned, weight_decay=0.01)
    first = update(larger, optimizer, batch, 1e-3)[0]
    for _ in range(8):
        last = update(larger, optimizer, batch, 1e-3)[0]
    assert last < first
    export(larger, tmp_path)
    kept, now = (written(folder / "decoder.onnx").arrays for folder in (default_folder(), tmp_path))
    new = put_in(4, COUNT)
    stayed = [at for at in range(4 + COUNT) if at not in new]
    for name, array in kept.items():
        if name.split(".")[0] in ("relation", "match"):
            continue  # one array of all layers
        head, _, rest = name.partition(".")
        if head == "layers":
            at, _, rest = rest.partition(".")
            name = f"layers.{stayed[int(at)]}.{rest}"
        if "." in name:
            assert (now[name] == array).all(), name
    assert now[f"layers.{new[0]}.experts.down.scales"].any()


def test_it_is_gone_on_with_from_its_file_and_its_checkpoint(
    larger: Decoder, batch: Batch, tmp_path: Path
) -> None:
    export(larger, tmp_path)
    save(tmp_path / "one.pt", larger, torch.optim.AdamW(larger.parameters()), Progress())
    for again in (read(tmp_path), load(tmp_path / "one.pt")):
        assert again.shape == larger.shape
        same = grown(again, COUNT)
        names = {name for name, value in same.named_parameters() if value.requires_grad}
        assert names == {n for n, value in larger.named_parameters() if value.requires_grad}
    with pytest.raises(UsageError, match="2 layers put in already, not 1"):
        grown(read(tmp_path), 1)


@given(st.integers(1, 12), st.data())
def test_new_layers_are_spread_evenly_and_one_is_the_last(layers: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, layers))
    found = put_in(layers, count)
    assert found == sorted(set(found))
    assert found[-1] == layers + count - 1
    between = [after - before - 1 for before, after in zip([-1, *found], found, strict=False)]
    assert sum(between) == layers
    assert max(between) - min(between) <= 1
    assert min(between) >= 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--grown", "2"], "--grown needs weights to put layers between"),
        (["--start", "nano", "--grown", "9"], "9 layers cannot be put between 4"),
        (["--start", "nano", "--grown", "-1"], "-1 layers cannot be put between 4"),
    ],
)
def test_what_cannot_be_grown_is_said(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["policy", "--minutes", "1", "--out", str(tmp_path / "run"), *options]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
