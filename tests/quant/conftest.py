"""Checkpoints that all tests of the room share."""

from pathlib import Path
from typing import Any

import pytest

from helpers import checkpoints

FAMILIES = ("qwen3_vl_moe", "qwen3_vl", "qwen2_5_vl", "llama")


@pytest.fixture(scope="session")
def models() -> dict[str, Any]:
    return {family: checkpoints.build(family) for family in FAMILIES}


@pytest.fixture(scope="session")
def folders(models: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("checkpoints")
    return {family: checkpoints.save(model, root / family) for family, model in models.items()}
