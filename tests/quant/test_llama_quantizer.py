"""Types that llama.cpp rounds: from our 16-bit file, with scales that moved and what layers saw."""

from pathlib import Path

import numpy as np
import pytest
import torch

from helpers.checkpoints import tokens
from helpers.decoding import logits
from uitars_quant.calibration.forward import positions
from uitars_quant.calibration.importance import importance
from uitars_quant.cli import main
from uitars_quant.job import run
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import open_source
from uitars_quant.sources.gguf_file import open_gguf
from uitars_quant.targets.llama_quantizer import requantize
from uitars_quant.verification import verify

gguf = pytest.importorskip("gguf")
pytest.importorskip("llama_cpp", reason="llama-cpp-python is not built here")


def kinds(file: Path) -> set[str]:
    return {entry.tensor_type.name for entry in gguf.GGUFReader(file).tensors}


@pytest.fixture(scope="module")
def whole(folders: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mixture in 16 bits."""
    out = tmp_path_factory.mktemp("whole") / "out.gguf"
    recipe = Recipe(Format.GGUF, Method.MSE, file_type=FileType.F16)
    run(open_source(folders["qwen3_vl_moe"]), out, recipe, Silent())
    return out


def test_sixteen_bits_say_what_the_source_says(whole: Path, folders: dict[str, Path]) -> None:
    assert kinds(whole) == {"F16", "F32"}
    source, words = open_source(folders["qwen3_vl_moe"]), tokens(1, 12)
    result = open_source(whole)
    for name, tensor in result.tensors.items():
        original = (
            source.tensors.get(name)
            or source.tensors[name.replace("model.", "model.language_model.", 1)]
        )
        np.testing.assert_allclose(tensor.read(), original.read(), rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(
        logits(result, words, positions(12)), logits(source, words, positions(12)), atol=0.1
    )


def test_k_quants_with_what_layers_see(folders: dict[str, Path], tmp_path: Path) -> None:
    source, out = open_source(folders["qwen3_vl_moe"]), tmp_path / "out.gguf"
    recipe = Recipe(Format.GGUF, Method.AWQ, file_type=FileType.Q4_K_M)
    summary = run(source, out, recipe, Silent(), tokens=tokens(8, 32))
    assert summary.files == (out, tmp_path / "mmproj-out.gguf")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mmproj-out.gguf",
        "out.gguf",
        "out.gguf.uitars-quantize.json",
    ]
    assert kinds(out) - {"F32", "F16"}
    assert "F16" not in kinds(out)
    assert summary.plan.bytes == out.stat().st_size
    verify(open_source(out, quantized=True), source)


def test_importance_is_the_power_of_the_inputs(whole: Path) -> None:
    source, seen = open_gguf(whole), tokens(2, 16)
    found = dict(importance(source, seen))
    table = torch.from_numpy(source.tensors["model.embed_tokens.weight"].read())
    norm = torch.from_numpy(source.tensors["model.layers.0.input_layernorm.weight"].read())
    normed = torch.nn.functional.rms_norm(table[seen.reshape(-1)], norm.shape, norm, 1e-6)
    expected = normed.square().mean(0).numpy()
    for part in ("attn_q", "attn_k", "attn_v"):
        np.testing.assert_allclose(found[f"blk.0.{part}.weight"], expected, rtol=1e-4)
    experts, inner = 4, 96
    assert found["blk.1.ffn_down_exps.weight"].shape == (experts * inner,)
    assert all((power > 0).any() for power in found.values())


def test_importance_changes_the_codes(whole: Path, tmp_path: Path) -> None:
    seen = list(importance(open_gguf(whole), tokens(2, 16)))
    blind, sighted = tmp_path / "blind.gguf", tmp_path / "sighted.gguf"
    requantize(whole, blind, FileType.Q4_0, [])
    requantize(whole, sighted, FileType.Q4_0, seen)
    assert kinds(blind) == kinds(sighted) >= {"Q4_0"}
    assert blind.read_bytes() != sighted.read_bytes()


def test_what_cannot_be_is_one_sentence(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = str(folders["llama"]), str(tmp_path / "out.gguf")
    assert main([source, "-o", out, "--type", "Q4_K_M", "--method", "gptq"]) == 2
    assert "looks at activations" in capsys.readouterr().err
    assert main([source, "-o", str(tmp_path / "out"), "--type", "Q6_K"]) == 2
    assert "type of GGUF files" in capsys.readouterr().err
    assert main(["plan", source, "--format", "gguf", "--type", "Q4_K_M"]) == 0
    assert "4.90 bits per weight" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
