"""A turn of the flywheel that somebody stops, and what the next one goes on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_runtime.backends.embedded.network.decoder import FILE as WEIGHTS
from uitars_train.cli import main
from uitars_train.flywheel import cycle


def test_a_trained_candidate_outlives_ctrl_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["cycle", "--out", str(tmp_path), "--rollouts=2", "--tasks=2", "--seed=1001"]
    with monkeypatch.context() as pressed:
        pressed.setattr(cycle, "compare", stops)
        assert main([*given, "--updates=1"]) == 130
    assert "fine-tuning: 1 updates" in capsys.readouterr().out
    (weights,) = tmp_path.glob(f"candidates/*/{WEIGHTS}")
    trained = weights.stat().st_mtime_ns
    with monkeypatch.context() as pressed:
        pressed.setattr(cycle, "compare", stops)
        assert main([*given, "--updates=1"]) == 130
        said = capsys.readouterr().out
        assert f"{weights.parent} was trained before and is gone on with." in said
        assert "updates" not in said
        assert weights.stat().st_mtime_ns == trained
    assert main([*given, "--updates=2"]) == 0
    assert "fine-tuning: 2 updates" in capsys.readouterr().out, "another lesson is learned anew"
    assert weights.stat().st_mtime_ns != trained
    assert (weights.parent / "cycle.json").exists()


def stops(*_: object) -> None:
    """As Ctrl-C does."""
    raise KeyboardInterrupt
