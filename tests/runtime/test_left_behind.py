"""What a run or a session cannot take away by itself is taken away by the next: removals that were
killed half-way, file systems whose server died."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.living import session
from uitars_runtime import trees
from uitars_runtime.guard.folder import PrivateFolder, sweep
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import SessionOrder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")

REMOVING = """
import itertools, os, signal, sys
from uitars_runtime.guard.folder import PrivateFolder
from uitars_runtime.sessions.folder import OwnFolder

own = {"guard": PrivateFolder, "session": OwnFolder}[sys.argv[1]]()
for number in range(100):
    (own.path / f"{number}").touch()
print(own.path, flush=True)
unlink, taken = os.unlink, itertools.count()

def killed_half_way(*what, **where):
    if next(taken) == 50:
        os.kill(os.getpid(), signal.SIGKILL)
    unlink(*what, **where)

os.unlink = killed_half_way
own.remove()
"""


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    # The name of a socket has at most 107 letters: a folder of pytest's may leave too few.
    with tempfile.TemporaryDirectory(prefix="left-", dir="/tmp") as places:
        monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
        monkeypatch.setenv("UITARS_PROGRAMS", "open")
        monkeypatch.setenv("TMPDIR", places)
        monkeypatch.setattr("tempfile.tempdir", None)
        yield
        assert living() == []
        assert list(sessions_folder().glob("*")) == []
        until(lambda: not list(Path(places).iterdir()), "the guards have ended")


def mount(place: Path) -> None:
    """A file system of FUSE, as xdg-document-portal mounts one, whose server has ended."""
    place.mkdir(parents=True)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        done = subprocess.run(
            ["fusermount3", "-o", "rw,nosuid,nodev,fsname=portal", "--", str(place)],
            env={**os.environ, "_FUSE_COMMFD": str(theirs.fileno())},
            pass_fds=[theirs.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            place.rmdir()
            pytest.skip(f"FUSE cannot be mounted here: {done.stderr.strip()}")
        _, served, _, _ = socket.recv_fds(ours, 1, 1)
    os.close(served[0])


def mounted(place: Path) -> bool:
    written = str(place).replace(" ", r"\040")
    return f" {written} " in Path("/proc/self/mountinfo").read_text()


@pytest.mark.skipif(shutil.which("fusermount3") is None, reason="the package fuse3 is missing")
def test_a_file_system_whose_server_died_leaves_no_folder() -> None:
    left = PrivateFolder()
    place = left.path / "run" / "a doc"
    mount(place)
    assert mounted(place)
    with pytest.raises(OSError, match="not connected"):
        os.listdir(place)
    left.remove()
    assert not mounted(place)
    assert not left.path.exists()


@pytest.mark.skipif(shutil.which("fusermount3") is None, reason="the package fuse3 is missing")
def test_a_session_ends_though_a_program_mounted_in_its_workspace() -> None:
    with session() as record:
        place = Path(record.workspace) / "mounted" / "below"
        mount(place)
    assert not mounted(place)


@pytest.mark.parametrize("kind", ["guard", "session"])
def test_a_removal_that_is_killed_half_way_is_finished_by_the_next(kind: str) -> None:
    removing = [sys.executable, "-c", REMOVING, kind]
    done = subprocess.run(removing, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    folder = Path(done.stdout.strip())
    assert 0 < len(os.listdir(folder)) < 100
    sweep()
    living()
    assert not folder.exists()


@pytest.mark.parametrize("left", [(), ("host.log", "workspace")])
def test_a_folder_without_its_lock_is_taken_away_at_the_next_start(left: tuple[str, ...]) -> None:
    session_folder = sessions_folder() / "0badcafe"
    guard_folder = Path(os.environ["TMPDIR"]) / "uitars-desktop-0badcafe"
    for folder in (session_folder, guard_folder):
        folder.mkdir(parents=True, mode=0o700)
        for name in left:
            (folder / name).touch()
    with session():
        assert not session_folder.exists()
        assert not guard_folder.exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_folders_that_are_closed_to_their_owner_are_removed() -> None:
    place = Path("/var/tmp") / f"uitars-closed-{os.getpid()}"
    (place / "a" / "b" / "c").mkdir(parents=True)
    (place / "a" / "b" / "file").touch()
    script = f"""
import os, pathlib
from uitars_runtime import trees
os.setgroups([]); os.setgid(54321); os.setuid(54321)
trees.remove(pathlib.Path({str(place)!r}))
"""
    try:
        for folder in (place, *(Path(entry.path) for entry in trees.below(place))):
            os.chown(folder, 54321, 54321)
        for folder in (place / "a" / "b" / "c", place / "a" / "b", place / "a"):
            folder.chmod(0o500 if folder.name != "b" else 0)
        subprocess.run([sys.executable, "-c", script], check=True)
        assert not place.exists()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def test_a_host_that_dies_at_start_leaves_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server in the place of Xvfb kills who starts it."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "Xvfb").write_text(
        "#!/bin/sh\nset -- $(cat /proc/$PPID/stat)\n"
        f"for log in {sessions_folder()}/*/host.log; do echo there is no room >> $log; done\n"
        "kill -9 $4\n"
    )
    (programs / "Xvfb").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    with pytest.raises(Exception, match="ended before it was ready") as caught:
        start(SessionOrder())
    assert "there is no room" in str(getattr(caught.value, "hint", ""))
    sweep()
