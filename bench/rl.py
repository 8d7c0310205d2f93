"""How fast the policy's server speaks and episodes are played, with the product's weights.

`alone` and `together` are situations a second of processor time on one core, read one by one and
sixteen at once; `together_over_alone` is their ratio in one run. `played_while_updating` is steps a
second of wall time on the symbolic desktop, of a whole run with its updates (GRPO, which has no
critic to learn first).

    python bench/rl.py [--seconds 90] [--json OUT]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from _figures import report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uitars_train.data.encoding import Asked
from uitars_train.rl.policy import Policy

SITUATIONS = 96
TOGETHER = 16


def measure(seconds: int) -> dict[str, float]:
    return {**spoken(), **played(seconds)}


def spoken() -> dict[str, float]:
    """Situations a second and core."""
    import torch

    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
    from uitars_train.data.encoding import Asked
    from uitars_train.data.episodes import episodes
    from uitars_train.rl.saving import started

    torch.set_num_threads(1)
    policy, source = started(default_folder(), "shared").eval(), episodes(271_828)
    encoder, asked = sentence_encoder(), list[Asked]()
    while len(asked) < SITUATIONS:
        asked += [Asked.of(sample.situation, encoder) for sample in next(source)]
    _speed(policy, asked[:TOGETHER], TOGETHER)  # the first one finds memory
    alone = _speed(policy, asked[:SITUATIONS], 1)
    together = _speed(policy, asked[:SITUATIONS], TOGETHER)
    return {"alone": alone, "together": together, "together_over_alone": together / alone}


def _speed(policy: Policy, asked: Sequence[Asked], size: int) -> float:
    import torch

    generator = torch.Generator().manual_seed(1)
    began = time.process_time()
    for at in range(0, len(asked), size):
        policy.draw(asked[at : at + size], 1.0, generator)
    return len(asked) / (time.process_time() - began)


def played(seconds: int) -> dict[str, float]:
    """Steps a second that were learned from, between the first update and the last."""
    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_train.rl.algorithms import algorithm
    from uitars_train.rl.dynamics import LINES, read
    from uitars_train.rl.training import Settings, train

    with TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        start = default_folder()
        train(Settings(out=out, minutes=seconds / 60, algorithm=algorithm("grpo"), start=start))
        points = read(out / LINES)
    if len(points) < 2:
        sys.exit("Fewer than two updates were made: give more --seconds.")
    steps = sum(point.figures["steps"] for point in points[1:])
    took = points[-1].seconds - points[0].seconds
    return {"updates": len(points), "played_while_updating": steps / took}


if __name__ == "__main__":
    sys.exit(report(__doc__, "seconds", 90, measure, 2))
