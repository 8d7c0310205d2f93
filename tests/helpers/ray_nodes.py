"""A Ray cluster of two nodes on this machine, one of which is killed while pages are played.

A program of its own, since Ray leaves threads and signals behind; it prints what came of it as
JSON. What nodes import of it they find beside it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

TASKS = ("click-button", "click-test-2", "enter-text", "click-dialog")
SEEDS = 3
UNKNOWN = "enter-text"
"""How this one is done the oracle was not told."""


@contextmanager
def oracle(folder: Path) -> Generator[Any]:
    """Says in a folder which process plays."""
    from uitars_train.evaluate.contenders import Oracle

    def contender(page: Any, task: str) -> Oracle:
        (folder / f"{os.getpid()}.plays").touch()
        return Oracle(page, "another-task" if task == UNKNOWN else task)

    yield contender


def main(folder: Path) -> None:
    """Play; kill the second node once both are at it."""
    from uitars_runtime.sessions.ray_pool import RayPool, library
    from uitars_runtime.sessions.terms import SessionOrder
    from uitars_train.evaluate import miniwob
    from uitars_train.evaluate.kept import Kept

    ray = library()
    cluster, other = two_nodes(ray)

    def kill() -> None:
        while len(list(folder.glob("*.plays"))) < 2:
            time.sleep(0.1)
        cluster.remove_node(other, allow_graceful=False)

    killing = threading.Thread(target=kill)
    killing.start()
    kept = Kept(folder / "kept.jsonl", miniwob.EPISODE)
    player = partial(import_module("ray_nodes").oracle, folder)
    with RayPool(SessionOrder(programs="open"), 2) as pool:
        episodes = list(miniwob.evaluate(TASKS, SEEDS, player, kept, pool))
        metrics = pool.metrics
    killing.join()
    ray.shutdown()
    cluster.shutdown()
    told = {
        "tries": [[one.task, one.seed, one.success] for one in episodes],
        "kept": len((folder / "kept.jsonl").read_text().splitlines()),
        "repeated": metrics.repeated,
    }
    print(json.dumps(told))


def two_nodes(ray: Any) -> tuple[Any, Any]:
    """A cluster that this process is part of, and its second node."""
    node = {"num_cpus": 1, "object_store_memory": 1 << 27}
    clusters = import_module("ray.cluster_utils")
    cluster = clusters.Cluster(
        initialize_head=True, head_node_args={**node, "include_dashboard": False}
    )
    other = cluster.add_node(**node)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    return cluster, other


if __name__ == "__main__":
    main(Path(sys.argv[1]))
