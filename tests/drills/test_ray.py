"""A pool on a Ray cluster: a node that dies costs no try, and no try is counted twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ray_nodes
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.sessions.folder import living, sessions_folder

pytestmark = [pytest.mark.drill, pytest.mark.timeout(900)]
pytest.importorskip("ray", exc_type=ImportError)


def test_work_goes_on_when_a_node_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    beside = str(Path(ray_nodes.__file__).parent)
    done = subprocess.run(
        [sys.executable, ray_nodes.__file__, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": beside},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["repeated"] >= 1, "the node died too late"
    assert told["tries"] == [
        [task, seed, task != ray_nodes.UNKNOWN]
        for task in ray_nodes.TASKS
        for seed in range(ray_nodes.SEEDS)
    ]
    assert told["kept"] == len(told["tries"])
    assert living() == []
    assert list(sessions_folder().glob("*")) == []
