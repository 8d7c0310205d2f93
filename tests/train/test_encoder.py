"""The sentence encoder's file does what its checkpoint does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from transformers import BertConfig, BertModel

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.onnx_session import open_session
from uitars_runtime.types import Box, Size
from uitars_train.cli import main
from uitars_train.data.sample import UNKNOWN, Sample, Target, read_episodes, write_episodes
from uitars_train.encoder.export import export
from uitars_train.encoder.tuning import Settings, Tuned, screens_of, tune

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "take", "back", "save", "##d", "[MASK]"]


def checkpoint(folder: Path, places: int = 96) -> BertModel:
    """A small encoder with weights of no meaning, as its project would save it."""
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=places,
    )
    model = BertModel(config, add_pooling_layer=False).eval()
    model.save_pretrained(folder)
    vocabulary = {word: place for place, word in enumerate(WORDS)}
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocabulary}}))
    return model


def expected(model: BertModel, ids: torch.Tensor, mask: torch.Tensor) -> np.ndarray:
    with torch.no_grad():
        states = model(input_ids=ids, attention_mask=mask).last_hidden_state
    mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return torch.nn.functional.normalize(mean, dim=1).numpy()


@pytest.mark.parametrize(("four_bits", "least"), [(False, 0.99999), (True, 0.98)])
def test_vectors_are_those_of_the_checkpoint(tmp_path: Path, four_bits: bool, least: float) -> None:
    model = checkpoint(tmp_path / "bert")
    export(tmp_path / "bert", tmp_path / "out", four_bits=four_bits)
    ids = torch.tensor([[2, 4, 5, 3], [2, 6, 3, 0]])
    mask = (ids != 0).long()
    session = open_session(str(tmp_path / "out" / "encoder.onnx"))
    table = np.load(tmp_path / "out" / "pieces.npy")[ids.numpy()]
    rows = table["codes"] * table["scale"][..., None]
    (found,) = session.run(["vectors"], {"words": rows, "mask": mask.numpy()})
    assert ((found * expected(model, ids, mask)).sum(1) > least).all()
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-4)
    assert (tmp_path / "out" / "vocabulary.txt").read_text().splitlines() == WORDS


def test_another_kind_of_model_is_refused(tmp_path: Path) -> None:
    checkpoint(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"model_type": "gpt2"}))
    with pytest.raises(UsageError, match="gpt2"):
        export(tmp_path, tmp_path / "out")


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        export(tmp_path, tmp_path / "out")


def sample(told: str, meant: int) -> Sample:
    """A sentence on a screen of three buttons, the last without a name."""
    words = tuple(split_words(told))
    named = ("save", "back", "")
    elements = tuple(
        Element(Box(40 * at, 0, 40 * at + 30, 20), Role.BUTTON, text=text)
        for at, text in enumerate(named)
    )
    situation = Situation(told, words, (), elements, Size(200, 100))
    target = Target(Act.CLICK, Span(0, len(words) - 1), elements=(meant,))
    return Sample(situation, target, "said purpose", (UNKNOWN,) * len(words))


def test_what_sentences_mean_comes_nearer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint(tmp_path / "bert")
    told = [sample("take take", 0), sample("take back take", 1), sample("take that", 2)]
    path = tmp_path / "said.jsonl"
    write_episodes(path, [[one] for one in told])
    (seen,) = screens_of(sample for episode in read_episodes(path) for sample in episode)
    assert seen.names == ("save", "back")
    assert [asked.right for asked in seen.asked] == [
        (0,),
        (1,),
    ]  # a button without a name says nothing

    def odds(folder: Path) -> list[float]:
        with torch.no_grad():
            found = Tuned(folder).log_odds(seen, seen.asked).log_softmax(1)
        assert found.shape == (2, 3)
        return [float(row[one.right[0]]) for row, one in zip(found, seen.asked, strict=True)]

    out = tmp_path / "out"
    tune(tmp_path / "bert", told, out, Settings(epochs=60, rate=2e-3))
    assert "of 60 loss" in capsys.readouterr().out
    before, after = odds(tmp_path / "bert"), odds(out)
    assert all(late > early + 0.1 for early, late in zip(before, after, strict=True))
    table = "embeddings.word_embeddings.weight"
    kept = [load_file(folder / "model.safetensors")[table] for folder in (tmp_path / "bert", out)]
    assert np.array_equal(*kept)


def test_a_tuned_encoder_is_written_for_the_product(tmp_path: Path) -> None:
    checkpoint(tmp_path / "bert")
    path, out = tmp_path / "said.jsonl", tmp_path / "out"
    write_episodes(path, [[sample("take back take", 1)]])
    command = ["encoder", str(tmp_path / "bert"), "--out", str(out), "--epochs", "1"]
    assert main([*command, "--tune", str(path)]) == 0
    assert (out / "encoder.onnx").is_file()
    path.write_text("[3]\n", "utf-8")
    assert main([*command, "--tune", str(path)]) == 2


def test_tuning_on_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint(tmp_path / "bert")
    path = tmp_path / "said.jsonl"
    write_episodes(path, [[sample("take that", 2)]])
    out = tmp_path / "out"
    command = ["encoder", str(tmp_path / "bert"), "--out", str(out), "--tune", str(path)]
    assert main(command) == 2
    assert "No sample points at an element" in capsys.readouterr().err
    assert not out.exists()
