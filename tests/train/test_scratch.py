"""Folders of evaluations, harvests and trainings: gone with their work, however it ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from uitars_train.scratch import scratch

WORK = """
from uitars_train.scratch import scratch
with scratch() as folder:
    (folder / "runs").mkdir()
    print(folder, flush=True)
    input()
"""


def test_what_killed_work_left_goes_as_the_next_begins() -> None:
    killed, going_on = (
        subprocess.Popen(
            [sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    )
    with killed, going_on:
        assert killed.stdout is not None
        assert going_on.stdout is not None
        left, kept = (Path(one.stdout.readline().strip()) for one in (killed, going_on))
        killed.kill()
        killed.wait()
        assert left.is_dir()
        with scratch() as mine:
            assert not left.exists()
            assert (kept / "runs").is_dir()
            (mine / "file").touch()
        assert not mine.exists()
        going_on.communicate("\n")
    assert not kept.exists()
