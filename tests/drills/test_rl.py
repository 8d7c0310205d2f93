"""Kill -9 of a learning run: of the learner, the policy's server and the actors, at any moment.
Finished episodes are never lost, updates that are on disk stand, nothing stays behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
import torch

from uitars_train.network.export import export
from uitars_train.network.model import Decoder, Shape
from uitars_train.rl import dynamics
from uitars_train.rl.dynamics import LINES
from uitars_train.rl.training import CHECKPOINT

KILLS = 50
LEARNER_EVERY = 5
SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


def until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.drill
@pytest.mark.timeout(7200)
def test_killed_at_any_moment_only_open_episodes_are_lost(tmp_path: Path) -> None:
    torch.manual_seed(1)
    export(Decoder(SMALL).eval(), tmp_path / "start", "fp32")
    out, rng = tmp_path / "run", random.Random(9)
    given = [sys.executable, "-m", "uitars_train.cli", "rl", "--minutes", "60", "--out", str(out)]
    given += ["--algorithm", "rejection", "--start", str(tmp_path / "start"), "--least", "4"]
    given += ["--threads", "3", "--staleness", "1000000"]

    def updates() -> int:
        return len(dynamics.read(out / LINES))

    learner, resumed, kept = subprocess.Popen(given), False, 0
    for kill in range(1, KILLS + 1):
        before = updates()
        until(lambda before=before: updates() > before)  # type: ignore[misc]
        if resumed:
            # The first update after a kill took all that was finished before it.
            assert dynamics.read(out / LINES)[before].figures["episodes"] >= kept
        resumed = False
        time.sleep(rng.uniform(0, 2))
        children = psutil.Process(learner.pid).children(recursive=True)
        if kill % LEARNER_EVERY:
            rng.choice(children).send_signal(signal.SIGKILL)
            continue
        learner.kill()
        learner.wait()
        psutil.wait_procs(children, timeout=60)
        assert not any(child.is_running() for child in children)
        stood = torch.load(out / CHECKPOINT, weights_only=True)
        learned = str(stood["progress"])
        finished = [path for path in (out / "pool").glob("*.trace") if path.stem not in learned]
        kept, resumed = len(finished), True
        assert updates() >= stood["step"] - 1
        learner = subprocess.Popen([*given, "--resume"])
    before = updates()
    until(lambda: updates() > before)
    os.kill(learner.pid, signal.SIGTERM)
    assert learner.wait(60) == 0
    # A kill between a checkpoint and its line costs the curve a point.
    step = torch.load(out / CHECKPOINT, weights_only=True)["step"]
    assert step - KILLS // LEARNER_EVERY <= updates() <= step
