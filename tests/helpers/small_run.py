"""A tiny run of reinforcement learning whose actor is killed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import psutil
import torch

from helpers.desks import until
from helpers.family import alive, below, guarded
from uitars_train.network.export import export
from uitars_train.network.model import Decoder, Shape
from uitars_train.rl.algorithms import Rejection
from uitars_train.rl.environment import Kind, Place
from uitars_train.rl.pool import Terms
from uitars_train.rl.training import Run, Settings

_SECONDS = 200


def killed_and_gone_on(
    folder: Path, kind: Kind, tasks: str, program: str = "chromium"
) -> set[Path]:
    """Kills the actor once it has started a program, sees that nothing of it is left, and that the
    run goes on to an update. The folders of the guards that the actor had."""
    torch.manual_seed(2)
    small = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)
    export(Decoder(small).eval(), folder / "start", "fp32")
    (folder / "tasks.txt").write_text(tasks)
    run = Run(
        Settings(
            out=folder / "run",
            minutes=4,
            algorithm=Rejection(),
            start=folder / "start",
            place=Place(kind, folder / "tasks.txt"),
            terms=Terms(least=2),
            threads=1,
        )
    )
    try:
        actor = psutil.Process(run.crew.pids[1])
        until(lambda: program in below(actor).values(), f"the actor has started {program}")
        begun = actor.children(recursive=True)
        folders = guarded(begun)
        assert all(one.exists() for one in folders)
        os.kill(actor.pid, signal.SIGKILL)
        until(lambda: not any(map(alive, begun)), "all that it began is gone")
        until(lambda: not any(one.exists() for one in folders), "its folders are gone")
        deadline = time.monotonic() + _SECONDS
        while run.progress.step < 1:
            assert time.monotonic() < deadline
            run.turn()
        assert run.crew.deaths == 1
    finally:
        run.close()
    return folders
