"""llama.cpp runs what was written, and computes what our simulation of its numbers says."""

from pathlib import Path
from statistics import median

import numpy as np
import pytest
import torch

from helpers.decoding import logits, logits_in_llama_cpp
from uitars_quant.calibration.evaluation import divergence
from uitars_quant.calibration.forward import positions
from uitars_quant.job import run
from uitars_quant.numerics.activations import Activations
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Method, Recipe
from uitars_quant.sources import open_source

llama_cpp = pytest.importorskip("llama_cpp", reason="llama-cpp-python is not built here")


@pytest.mark.parametrize("family", ["llama", "qwen3_vl", "qwen2_5_vl", "qwen3_vl_moe"])
def test_logits_of_the_engine(family: str, folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders[family])
    out = tmp_path / "out.gguf"
    run(source, out, Recipe(Format.GGUF, Method.MSE), Silent())
    words = torch.from_numpy(np.random.default_rng(2).integers(0, 300, (1, 20)))
    model = llama_cpp.Llama(
        str(out), n_ctx=64, n_threads=1, logits_all=True, verbose=False, n_gpu_layers=0
    )
    model.eval(words[0].tolist())
    engine = torch.from_numpy(np.array(model.scores[:20])).log_softmax(-1)
    model.close()
    result = open_source(out)
    exact = logits(source, words, positions(20))[0].log_softmax(-1)
    meant = logits(result, words, positions(20))[0].log_softmax(-1)

    def kl(first: torch.Tensor, second: torch.Tensor) -> float:
        return float((first.exp() * (first - second)).sum(-1).mean())

    rounded = divergence(result, result, words, Activations.GGML).kl
    assert kl(meant, engine) < max(4 * rounded, 2e-3)
    assert kl(meant, engine) < 0.2 * kl(exact, engine)


@pytest.mark.parametrize("family", ["llama", "qwen3_vl", "qwen2_5_vl", "qwen3_vl_moe"])
def test_the_engine_rounds_as_it_is_simulated(
    family: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out.gguf"
    run(open_source(folders[family]), out, Recipe(Format.GGUF, Method.MSE), Silent())
    model = llama_cpp.Llama(
        str(out), n_ctx=64, n_threads=1, logits_all=True, verbose=False, n_gpu_layers=0
    )
    result = open_source(out)
    far: list[float] = []
    for word in (5, 33, 70, 150, 211):
        model.reset()
        model.eval([word])
        engine = torch.from_numpy(np.array(model.scores[0]))
        rounded = logits_in_llama_cpp(result, word)
        exact = logits(result, torch.tensor([[word]]), positions(1))[0, 0]
        size = float(engine.norm())
        far.append(float((rounded - engine).norm()) / size)
        assert float((exact - engine).norm()) > 1e-3 * size
    model.close()
    # Sums are added in another order on every kind of processor: now and then a value at half a
    # step is rounded to the other side.
    assert median(far) < 1e-4


@pytest.mark.parametrize("family", ["qwen3_vl", "qwen2_5_vl"])
def test_the_projector_is_opened(family: str, folders: dict[str, Path], tmp_path: Path) -> None:
    from llama_cpp import mtmd_cpp

    out = tmp_path / "out.gguf"
    run(open_source(folders[family]), out, Recipe(Format.GGUF, Method.RTN), Silent())
    model = llama_cpp.Llama(str(out), n_ctx=64, n_threads=1, verbose=False)
    options = mtmd_cpp.mtmd_context_params_default()
    options.use_gpu = False
    file = str(out.with_name("mmproj-out.gguf")).encode()
    context = mtmd_cpp.mtmd_init_from_file(file, model.model, options)
    assert context is not None
    assert mtmd_cpp.mtmd_support_vision(context)
    mtmd_cpp.mtmd_free(context)
    model.close()
