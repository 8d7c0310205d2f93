"""The sentence encoder's file does what its checkpoint does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertModel

from uitars_runtime.errors import UsageError
from uitars_runtime.onnx_session import open_session
from uitars_train.encoder.export import export

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "take", "back", "save", "##d"]


def checkpoint(folder: Path) -> BertModel:
    """A small encoder with weights of no meaning, as its project would save it."""
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=32,
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
    (found,) = session.run(["vectors"], {"ids": ids.numpy(), "mask": mask.numpy()})
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
