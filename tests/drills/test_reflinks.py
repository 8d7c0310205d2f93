"""On a real file system that shares blocks of files a checkpoint and a restore take no room."""

import os
import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.living import now, session, told

pytestmark = pytest.mark.drill
_LARGE = 100 << 20


@pytest.fixture
def sharing(tmp_path: Path) -> Generator[Path]:
    """XFS in a file."""
    maker = shutil.which("mkfs.xfs")
    if maker is None:
        pytest.skip("the package xfsprogs is missing")
    image, place = tmp_path / "image", tmp_path / "place"
    with image.open("wb") as file:
        file.truncate(400 << 20)
    place.mkdir()
    subprocess.run([maker, "-q", "-m", "reflink=1", str(image)], check=True)
    if not done("mount", "-o", "loop", str(image), str(place)):
        pytest.skip("nothing can be mounted here")
    try:
        yield place
    finally:
        until(lambda: done("umount", str(place)), "the session's host has let it go")


def done(*words: str) -> bool:
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def used(place: Path) -> int:
    subprocess.run(["sync", "-f", str(place)], check=True)
    found = os.statvfs(place)
    return (found.f_blocks - found.f_bfree) * found.f_frsize


def test_what_is_kept_and_restored_takes_no_room(
    sharing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(sharing))
    with session() as record:
        large = Path(record.workspace) / "large"
        large.write_bytes(data := os.urandom(_LARGE))
        before = used(sharing)
        told("checkpoint", record.id, "--name", "one")
        told("restore", record.id, "--name", "one")
        assert large.read_bytes() == data
        assert used(sharing) - before < _LARGE // 10
        # What is written to the one is not in the other.
        with large.open("r+b") as file:
            file.write(b"changed")
        told("restore", now(record).id, "--name", "one")
        assert large.read_bytes() == data
