"""One quantizer at work on one checkpoint, in a process of its own, for `_side_by_side.py`.

    PYTHON bench/_quantize_child.py uitars|llm-compressor CHECKPOINT OUT METHOD TOKENS.npy

Run by the interpreter that has the quantizer. Both write W4A16 in groups of 32 and look at the same
tokens. Prints seconds without the imports, processor seconds and peak memory as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch


def uitars(checkpoint: Path, out: Path, method: str, tokens: torch.Tensor) -> None:
    from uitars_quant.job import run
    from uitars_quant.progress import Silent
    from uitars_quant.recipe import Format, Hardware, Method, Recipe
    from uitars_quant.sources import open_source

    recipe = Recipe(Format.COMPRESSED_TENSORS, Method(method), 32, Hardware.GPU)
    run(open_source(checkpoint), out, recipe, Silent(), tokens=tokens)


def llm_compressor(checkpoint: Path, out: Path, method: str, tokens: torch.Tensor) -> None:
    oneshot: Any = import_module("llmcompressor").oneshot
    data: Any = import_module("datasets").Dataset
    auto: Any = import_module("transformers").AutoModelForCausalLM
    if not torch.accelerator.is_available():
        # Its AWQ pins memory for an accelerator, which torch refuses where there is none.
        setattr(torch.Tensor, "pin_memory", _as_it_is)  # noqa: B010
    model = auto.from_pretrained(checkpoint, dtype="auto")
    numbers: Any = tokens.numpy()
    words = {"input_ids": numbers.tolist(), "attention_mask": np.ones_like(numbers).tolist()}
    seen: dict[str, Any] = {}
    if method != "rtn":
        seen = {"dataset": data.from_dict(words), "num_calibration_samples": len(tokens)}
    oneshot(model=model, recipe=_modifiers(method), max_seq_length=tokens.shape[1], **seen)
    model.save_pretrained(out, save_compressed=True)


def _as_it_is(tensor: torch.Tensor) -> torch.Tensor:
    return tensor


def _modifiers(method: str) -> list[Any]:
    found: Any = import_module("llmcompressor.modifiers")
    weights = {"num_bits": 4, "type": "int", "symmetric": True, "strategy": "group"}
    group = {"targets": ["Linear"], "weights": {**weights, "group_size": 32}}
    rounds = (
        found.gptq.GPTQModifier if "gptq" in method else found.quantization.QuantizationModifier
    )
    scales = [found.transform.awq.AWQModifier()] if "awq" in method else []
    return [*scales, rounds(config_groups={"group_0": group}, ignore=["lm_head"])]


def peak_memory() -> int:
    """Bytes this process had at most; `getrusage` would count what its parent had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(s.split()[1]) * 1024 for s in status.splitlines() if s.startswith("VmHWM:"))


def main() -> None:
    which, checkpoint, out, method, tokens = sys.argv[1:]
    work = {"uitars": uitars, "llm-compressor": llm_compressor}[which]
    words = torch.as_tensor(np.load(tokens))
    for name in _IMPORTS[which]:
        import_module(name)
    wall, processor = time.perf_counter(), time.process_time()
    work(Path(checkpoint), Path(out), method, words)
    told = {
        "seconds": time.perf_counter() - wall,
        "processor_seconds": time.process_time() - processor,
        "peak_mb": peak_memory() / 1e6,
    }
    print(json.dumps(told))


_IMPORTS = {
    "uitars": ("uitars_quant.job",),
    "llm-compressor": (
        "datasets",
        "transformers.models.auto.modeling_auto",
        "llmcompressor.modifiers.gptq",
        "llmcompressor.modifiers.quantization",
        "llmcompressor.modifiers.transform.awq",
    ),
}
"""What the work needs: loaded before the clock starts."""


if __name__ == "__main__":
    main()
