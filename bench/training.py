"""How fast the decoder is trained on processors, by what they can: samples a second and core.

Both sides are processor time in one run, so that the machine's other work meets them alike.
`made` is the making of batches in a process of its own, `updated` the training on them in the
products that `training.py` chooses, `rounded` the same with the product's numbers, `whole` both
together on one core. `chosen_over_bfloat16` compares the choice with bfloat16 everywhere. Without
`--native` all libraries are held to AVX2, whatever this processor has.

    python bench/training.py [--batches 12] [--size 32] [--native] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uitars_train.data.encoding import Batch

SEED = 271_828
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
AVX2 = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=12)
    parser.add_argument("--size", type=int, default=32, help="samples in a batch")
    parser.add_argument("--native", action="store_true", help="with all that the processor has")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        found = measure(arguments.batches, arguments.size, arguments.native)
        arguments.inside.write_text(json.dumps(found), encoding="utf-8")
        return 0
    # The libraries read what they may use when they are loaded: the work is done by a child.
    with TemporaryDirectory() as folder:
        told = Path(folder) / "found.json"
        environment = {**os.environ, **ONE_THREAD, **({} if arguments.native else AVX2)}
        command = [sys.executable, __file__, *sys.argv[1:], "--inside", str(told)]
        subprocess.run(command, env=environment, check=True)
        found = json.loads(told.read_text(encoding="utf-8"))
    for name, value in found.items():
        print(f"{name:22} {value:9.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(count: int, size: int, native: bool) -> dict[str, float]:
    """Samples a second and core, by part, and the choice of products over bfloat16."""
    from itertools import islice

    import torch

    from uitars_train.data.stream import batches
    from uitars_train.network import training
    from uitars_train.network.model import Decoder
    from uitars_train.network.quantization import Rounding

    torch.set_num_threads(1)
    source = batches(SEED, size)
    next(source)  # fills the pool
    made = _speed(size * count, lambda: list(islice(source, count)))
    shown = list(islice(batches(SEED + 1, size), count))
    tokens = sum(int(batch["valid"].sum()) for batch in shown) / (size * count)
    model = Decoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def train(rounding: Rounding | None, batches_: list[Batch]) -> None:
        for batch in batches_:
            numbers = None if rounding is None else rounding()
            training.update(model, optimizer, batch, 1e-4, numbers)

    def timed(rounding: Rounding | None, narrow: bool, some: int) -> float:
        training.multiplies_bfloat16 = lambda: narrow  # type: ignore[misc, assignment]
        train(rounding, shown[:1])
        return _speed(size * some, lambda: train(rounding, shown[:some]))

    chosen = native and training.multiplies_bfloat16()
    few = max(count // 4, 1)
    updated = timed(None, chosen, count)
    ratio = timed(None, chosen, few) / timed(None, True, few)
    rounded = timed(Rounding(model, activations=True), chosen, few)
    return {
        "made": made,
        "updated": updated,
        "rounded": rounded,
        "whole": 1 / (1 / made + 1 / updated),
        "chosen_over_bfloat16": ratio,
        "tokens_a_sample": tokens,
    }


def _speed(samples: int, work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return samples / (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
