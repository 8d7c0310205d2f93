"""Checkpoints with experts, as transformers itself reads them: it joins what stands one by one."""

from pathlib import Path

import numpy as np
import pytest

from helpers import checkpoints
from uitars_quant.job import run
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Method, Recipe
from uitars_quant.sources import open_source
from uitars_quant.verification import verify


@pytest.fixture(scope="module", params=["qwen3_moe", "qwen3_vl_moe", "qwen3_5_moe"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = checkpoints.build(request.param)
    return checkpoints.save(model, tmp_path_factory.mktemp("mixtures") / request.param)


@pytest.mark.filterwarnings("ignore:You passed `quantization_config`")  # How it is asked to.
@pytest.mark.parametrize(
    ("finer", "dequantize"),
    [
        *(((), told) for told in (False, True)),
        *((("*.experts.*",), told) for told in (False, True)),
        (("*self_attn*",), False),
        *((("*",), told) for told in (False, True)),
    ],
)
def test_transformers_reads_the_weights_that_were_written(
    finer: tuple[str, ...], dequantize: bool, folder: Path, tmp_path: Path
) -> None:
    import torch
    import transformers

    source = open_source(folder)
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN, eight_bits=finer)
    run(source, tmp_path, recipe, Silent())
    verify(result := open_source(tmp_path, quantized=True), source)
    config = transformers.AutoConfig.from_pretrained(tmp_path)
    kind = getattr(transformers, config.architectures[0])
    told = transformers.CompressedTensorsConfig(dequantize=dequantize)
    model = kind.from_pretrained(tmp_path, dtype=torch.float32, quantization_config=told)
    with torch.no_grad():
        model(input_ids=checkpoints.tokens(1, 4))  # It unpacks what it is about to multiply with.
    meant = dict(result.tensors)
    for name, value in model.named_parameters():
        stem, _, last = name.rpartition(".")
        if last in {"gate_up_proj", "down_proj"}:
            parts = ("gate_proj", "up_proj") if last == "gate_up_proj" else (last,)
            experts = [
                [meant.pop(f"{stem}.{expert}.{part}.weight").read() for part in parts]
                for expert in range(len(value))
            ]
            expected = np.stack([np.concatenate(matrices) for matrices in experts])
        elif not name.endswith(("weight_scale", "weight_shape")):
            expected = meant.pop(name).read()
        else:
            continue
        # It computes what codes and scales mean in 16 bits.
        np.testing.assert_allclose(value.detach().numpy(), expected, 1e-3)
    assert not meant
