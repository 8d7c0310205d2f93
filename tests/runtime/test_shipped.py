"""Model files of the package: only those that were shipped are read."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from uitars_runtime import shipped as room
from uitars_runtime.errors import ModelError
from uitars_runtime.shipped import LIST, MODELS, shipped

_KINDS = (".onnx", ".npy", ".txt")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose files a test may change."""
    shutil.copytree(MODELS, tmp_path / "models")
    monkeypatch.setattr(room, "MODELS", tmp_path / "models")
    room._digests.cache_clear()  # pyright: ignore[reportPrivateUsage]
    return tmp_path / "models"


def test_every_model_file_is_listed_as_it_is() -> None:
    there = {str(file.relative_to(MODELS)) for file in MODELS.rglob("*") if file.suffix in _KINDS}
    assert len(there) >= 6
    for name in there:
        assert shipped(name) == (MODELS / name).read_bytes()
    listed = (MODELS / LIST).read_text().splitlines()
    assert {line.partition("  ")[2] for line in listed} == there


@pytest.mark.parametrize("at", [0, 1000, -1])
def test_one_changed_byte_is_refused(copied: Path, at: int) -> None:
    file = copied / "nano" / "decoder.onnx"
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)
    with pytest.raises(ModelError, match="changed or damaged"):
        shipped("nano/decoder.onnx")
    assert shipped("eyes/reader.onnx")


def test_a_file_that_is_not_listed_is_refused(copied: Path) -> None:
    (copied / "nano" / "other.onnx").write_bytes(b"weights")
    with pytest.raises(ModelError, match="not the one"):
        shipped("nano/other.onnx")
    with pytest.raises(ModelError, match="missing"):
        shipped("nano/nowhere.onnx")


def test_the_list_is_what_sha256sum_reads(copied: Path) -> None:
    for line in (copied / LIST).read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((copied / name).read_bytes()).hexdigest() == digest
