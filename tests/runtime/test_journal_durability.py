"""The journal against kill -9 and a full disk: no acknowledged step is lost."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.full_disk import TESTS, WRITER, fill_disk
from uitars_runtime.errors import JournalError
from uitars_runtime.journal import image_path, read_record
from uitars_runtime.journal_disk import AppendedFile
from uitars_runtime.run_record import Ending

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS)}


def test_no_acknowledged_step_is_lost_by_kill_9(tmp_path: Path) -> None:
    chance = random.Random(20260102)
    acknowledged_in_all = 0
    for number in range(30):
        folder = tmp_path / f"run-{number}"
        with subprocess.Popen(
            [sys.executable, str(WRITER), str(folder), "1000000"],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(chance.randint(1, 12))]
            # A spin of random length puts the kill anywhere inside the next step.
            for _ in range(chance.randint(0, 200_000)):
                pass
            writer.kill()
            lines += writer.stdout.readlines()
        acknowledged = [int(line) for line in lines if line.endswith("\n")]
        record = read_record(folder)
        steps = record.trajectory.steps
        assert record.trajectory.ended is None
        assert [step.index for step in steps] == list(range(len(steps)))
        assert len(acknowledged) <= len(steps) <= len(acknowledged) + 1
        for step in steps:
            assert image_path(folder, step.observation.image).stat().st_size > 0
        acknowledged_in_all += len(acknowledged)
        shutil.rmtree(folder)
    assert acknowledged_in_all >= 30


def test_a_write_that_fails_half_way_leaves_nothing_of_it(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits of a process are a POSIX thing")
    file = AppendedFile(tmp_path / "file")
    file.append(b"one\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(JournalError, match="cannot be written"):
            file.append(b"two is too long\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (tmp_path / "file").read_bytes() == b"one\n"
    file.append(b"three\n")
    assert (tmp_path / "file").read_bytes() == b"one\nthree\n"
    file.close()


def test_a_full_disk_is_said_and_the_run_ends_cleanly(tmp_path: Path) -> None:
    filled = fill_disk(tmp_path)
    if filled is None:
        pytest.skip("this machine forbids mounting a small file system")
    assert "The disk is full" in filled.title
    assert filled.ended
    trajectory = filled.record.trajectory
    assert not [problem for problem in filled.record.problems if "cut off" in problem]
    assert [step.index for step in trajectory.steps] == list(filled.acknowledged)
    assert len(filled.acknowledged) > 10
    assert trajectory.ended is not None
    assert trajectory.ended.ending is Ending.ERROR
    assert not filled.parts
