"""Checkpoints: what is restored is what was kept, byte by byte, or nothing is."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.living import now, sandbox, session, titles, told
from uitars_runtime.sessions.folder import find, living
from uitars_runtime.sessions.record import SessionRecord


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    # As the sessions of the helper: the tests' links to programs are hidden behind a wall.
    monkeypatch.setenv("UITARS_PROGRAMS", "open")
    yield tmp_path / "home"
    assert living() == []


def tree(place: Path) -> dict[str, tuple[object, ...]]:
    """All that lies below a place, with every byte."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(place.rglob("*")):
        state = path.lstat()
        content: object = os.readlink(path) if path.is_symlink() else ""
        if stat.S_ISREG(state.st_mode):
            content = (path.read_bytes(), state.st_mtime_ns)
        found[str(path.relative_to(place))] = (stat.filemode(state.st_mode), content)
    return found


def filled(record: SessionRecord) -> dict[str, tuple[object, ...]]:
    """Put files of all kinds into a session's workspace and home; the workspace as it is then."""
    place = Path(record.workspace)
    (place / "folder" / "deep").mkdir(parents=True)
    (place / "folder" / "deep" / "bytes").write_bytes(os.urandom(200_000))
    (place / "twin").write_bytes((place / "folder" / "deep" / "bytes").read_bytes())
    (place / "empty").touch()
    (place / "run.sh").write_text("#!/bin/sh\n")
    (place / "run.sh").chmod(0o700)
    (place / "link").symlink_to("folder/deep/bytes")
    (place / "nowhere").symlink_to("/no/such/file")
    (Path(record.folder) / "home" / ".profile-of-a-program").write_text("kept")
    return tree(place)


def test_a_session_is_restored_and_copied_byte_by_byte() -> None:
    with session(apps=("mousepad note.txt",)) as record:
        before = filled(record)
        kept = Path(told("checkpoint", record.id, "--name", "first")["path"])
        assert stat.S_IMODE(kept.stat().st_mode) == 0o700
        # It goes on meanwhile, and then is made what it was.
        assert not now(record).paused
        assert sandbox("exec", record.id, "--", "rm", "-r", "folder", "link").returncode == 0
        assert sandbox("exec", record.id, "--", "touch", "new").returncode == 0
        told("restore", record.id, "--name", "first")
        again = now(record)
        assert tree(Path(again.workspace)) == before
        assert (Path(again.folder) / "home" / ".profile-of-a-program").read_text() == "kept"
        until(lambda: any("note.txt" in title for title in titles(again)), "the program is back")
        # One more of the same content takes no more place.
        large = [path for path in kept.parents[1].glob("objects/*/*") if _size(path) == 200_000]
        told("checkpoint", record.id, "--name", "second")
        assert len(large) == 1
        assert large == [
            path for path in kept.parents[1].glob("objects/*/*") if _size(path) == 200_000
        ]
    # The session is gone, the checkpoint is not.
    made = told("start", "--time", "600", "--from", f"{record.id}:first")
    try:
        copy = find(made["id"])
        assert tree(Path(copy.workspace)) == before
        until(lambda: any("note.txt" in title for title in titles(copy)), "it is there, too")
    finally:
        told("stop", made["id"])


def test_a_damaged_checkpoint_is_refused_and_changes_nothing(home: Path) -> None:
    with session() as record:
        before = filled(record)
        folder = Path(told("checkpoint", record.id, "--name", "one")["path"])
        large = max((home / "data" / "checkpoints" / "objects").rglob("*"), key=_size)
        data = bytearray(large.read_bytes())
        data[1000] ^= 1
        large.chmod(0o600)
        large.write_bytes(data)
        refused = sandbox("restore", record.id, "--name", "one")
        assert refused.returncode == 2
        assert f"The checkpoint is damaged: {large}." in refused.stderr
        assert "It holds workspace/" in refused.stderr
        assert tree(Path(record.workspace)) == before
        assert now(record).desktop == record.desktop
        assert sandbox("start", "--from", f"{record.id}:one").returncode == 2
        manifest = folder / "manifest.json"
        manifest.write_bytes(manifest.read_bytes().replace(b"workspace", b"workspacf", 1))
        refused = sandbox("restore", record.id, "--name", "one")
        assert (refused.returncode, str(manifest) in refused.stderr) == (2, True)
        # What is kept anew is whole again where too little of it was left.
        os.truncate(large, 1000)
        told("checkpoint", record.id, "--name", "two")
        told("restore", record.id, "--name", "two")
        assert tree(Path(record.workspace)) == before


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def test_what_cannot_be_restored_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("a person's")
    with session(workspace=tmp_path / "mine") as record:
        told("checkpoint", record.id, "--name", "mine")
        other = sandbox("restore", record.id, "--name", "other")
        assert (other.returncode, "There is mine." in other.stderr) == (2, True)
        named = sandbox("checkpoint", record.id, "--name", "../up")
        assert (named.returncode, "is no name" in named.stderr) == (2, True)
        yours = sandbox("restore", record.id, "--name", "mine")
        assert (yours.returncode, "is a folder of yours" in yours.stderr) == (2, True)
        assert (tmp_path / "mine" / "letter.txt").read_text() == "a person's"
        assert now(record).desktop == record.desktop
