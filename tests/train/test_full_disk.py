"""Checkpoints on a full disk: the one before stays, and a sentence says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import torch

from helpers.checkpoint_writer import Saved
from helpers.full_disk import TESTS, small_disk
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.eyes.export import export_lines
from uitars_train.eyes.line_model import LineNetwork
from uitars_train.eyes.line_texts import CHARACTERS

WRITER = TESTS / "helpers" / "checkpoint_writer.py"
NAMES = ("policy.pt", "rl.pt", "weights.pt", "reranker.pt")


def test_the_checkpoint_before_outlives_a_full_disk(tmp_path: Path) -> None:
    small = tmp_path / "small"
    mounted = small_disk(small, 40_000_000)
    if mounted is None:
        pytest.skip("this machine forbids mounting a small file system")
    done = subprocess.run(
        [*mounted, sys.executable, str(WRITER), str(small)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), *sys.path))},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [msgspec.json.decode(line, type=Saved) for line in done.stdout.splitlines()]
    assert tuple(one.name for one in found) == NAMES
    for one in found:
        assert f"{small / one.name} cannot be written: No space left on device. Make" in one.said
        assert one.code == 2
        assert one.stays
        assert set(one.files) == {*NAMES, "other"}


def test_who_stops_while_a_file_is_written_leaves_no_part(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    with replaced(path) as file:
        file.write(b"first")
    with pytest.raises(KeyboardInterrupt):
        cut_off(path)
    assert path.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["checkpoint.pt"]
    with pytest.raises(UsageError, match="cannot be written"), replaced(path / "below"):
        pass


def cut_off(path: Path) -> None:
    with replaced(path) as file:
        file.write(b"sec")
        raise KeyboardInterrupt


def test_a_pipe_takes_what_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with replaced(path) as file:
        file.write(b"told")
    assert os.read(end, 8) == b"told"
    os.close(end)
    assert path.is_fifo()
    assert os.listdir(tmp_path) == ["pipe"]


@pytest.mark.filterwarnings("ignore")  # the exporter says that it is not the newest
def test_an_export_that_answers_otherwise_leaves_the_file_before(tmp_path: Path) -> None:
    network = LineNetwork(len(CHARACTERS))
    torch.nn.init.constant_(network.answers.weight, float("nan"))
    torch.save({"network": network.state_dict()}, tmp_path / "checkpoint.pt")
    out = tmp_path / "out" / "lines.onnx"
    out.parent.mkdir()
    out.write_bytes(b"before")
    with pytest.raises(ValueError, match="does not answer"):
        export_lines(tmp_path, out)
    assert out.read_bytes() == b"before"
    assert os.listdir(out.parent) == ["lines.onnx"]
