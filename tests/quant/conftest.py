"""Checkpoints that all tests of the room share."""

from pathlib import Path
from typing import Any

import pytest

from helpers import checkpoints
from uitars_quant.targets.files import PlannedFile

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")


@pytest.fixture(scope="session")
def models() -> dict[str, Any]:
    return {family: checkpoints.build(family) for family in FAMILIES}


@pytest.fixture(scope="session")
def folders(models: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("checkpoints")
    return {family: checkpoints.save(model, root / family) for family, model in models.items()}


@pytest.fixture
def worked_on(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of the tensors that runs have worked on."""
    names = set[str]()
    finish = PlannedFile.finish_tensors

    def noting(file: PlannedFile, *given: str, told: Any = None) -> None:
        names.update([told["name"]] if told else [])
        finish(file, *given, told=told)

    monkeypatch.setattr(PlannedFile, "finish_tensors", noting)
    return names
