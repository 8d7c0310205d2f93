"""Clicks before and after come from the agent's own test, on the same pictures."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from uitars_quant import report
from uitars_quant.clicks import Clicks, Pair, can_run, measure
from uitars_quant.errors import SourceError
from uitars_quant.job import Summary, record
from uitars_quant.plan import Plan
from uitars_quant.recipe import Format, Method, Recipe
from uitars_quant.sources import open_source

NANO = Path(str(files("uitars_assets"))) / "models" / "nano"


def test_the_embedded_model_is_asked(tmp_path: Path) -> None:
    pair = measure(tmp_path, NANO, None, rounds=2)
    assert pair.before is None
    assert pair.after == Clicks(2, 2, "")


def test_what_only_a_server_runs_is_not_measured(folders: dict[str, Path], tmp_path: Path) -> None:
    blind = tmp_path / "blind.gguf"
    blind.touch()
    assert measure(folders["llama"], blind, None) == Pair(None, None)
    assert not can_run(tmp_path)


def test_a_model_that_does_not_load_is_one_sentence(tmp_path: Path) -> None:
    for name in ("qwen3-vl.gguf", "mmproj-qwen3-vl.gguf"):
        (tmp_path / name).write_bytes(b"GGUF, but not really")
    with pytest.raises(SourceError, match=r"click test of qwen3-vl\.gguf failed"):
        measure(tmp_path, tmp_path / "qwen3-vl.gguf", None, rounds=1)


def test_the_report_tells_both(folders: dict[str, Path]) -> None:
    source, recipe = open_source(folders["llama"]), Recipe(Format.GGUF, Method.RTN)
    summary = Summary((), (), 1.0, 10**8, Plan(1, 2, 1, {}, 1, 1))
    facts = record(source, recipe, summary)
    made = report.Report(facts, (), None, Pair(Clicks(20, 19, "One."), Clicks(20, 18, "Two.")))
    assert "19 of 20 before, 18 of 20 after" in report.terminal(made)
    assert json.loads(json.dumps(report.as_json(made)))["clicks"]["after"]["hits"] == 18
