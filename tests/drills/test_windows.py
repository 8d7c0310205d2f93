"""The installer for Windows and what it installs, under Wine: a task in Notepad whose file is read,
what the gate is told, what ends with a killed head, and what an uninstaller leaves."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers import windows_facts, windows_head
from helpers.recorded import record
from helpers.wine import Wine, as_seen_there, wine
from uitars_runtime.types import Finish, Press, Type

pytestmark = [pytest.mark.drill, pytest.mark.timeout(3000)]
ROOT = Path(__file__).resolve().parents[2]
TEXT = "Grüße, мир, 世界, שלום, ábc €"


class Installed(NamedTuple):
    wine: Wine
    setup: Path
    folder: Path
    """Where the installer put it."""
    before: set[str]
    """All files of the person before."""

    def program(self, name: str) -> str:
        return str(self.folder / name)


def _files(of: Wine) -> set[str]:
    return {str(path) for path in (of.drive / "users").rglob("*") if "Temp" not in path.parts}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Generator[Installed]:
    out = tmp_path_factory.mktemp("setup")
    # Wine 8 has no complex numbers in its C library, and newer releases of numpy start with some.
    (out / "constraint.txt").write_text("numpy<2.1\n")
    build = [sys.executable, str(ROOT / "installers" / "windows" / "build.py"), str(out)]
    options = ["--constraint", str(out / "constraint.txt"), "--without-window", "--uncompressed"]
    subprocess.run([*build, *options], check=True, timeout=1200)
    setup = next(out.glob("*-setup.exe"))
    assert setup.with_name(f"{setup.name}.sha256").exists()
    told = json.loads(next(out.glob("*.cdx.json")).read_text())
    parts = {one["name"] for one in told["components"]}
    assert parts >= {"CPython", "msgspec", "nano/decoder.onnx", "uitars"}
    with wine(tmp_path_factory.mktemp("wine") / "prefix") as made:
        before = _files(made)
        assert made.run(str(setup), "/S", seconds=600).returncode == 0
        folder = next(made.drive.glob("users/*/AppData/Local/Programs/uitars"))
        yield Installed(made, setup, folder, before)


def test_a_task_is_done_in_notepad(installed: Installed, tmp_path: Path) -> None:
    run = record(tmp_path / "recorded", Type(TEXT), Press(("ctrl", "s")), Finish())
    work = tmp_path / "work"
    work.mkdir()
    (work / "note.txt").write_bytes(b"\xef\xbb\xbf")  # Notepad keeps that it is UTF-8
    said = installed.wine.on_a_desktop(
        *(installed.program("uitars-run.exe"), "Write a note."),
        *("--model", f"replay:{as_seen_there(run)}", "--app", "notepad.exe note.txt"),
        *("--workspace", as_seen_there(work), "--run-dir", as_seen_there(tmp_path / "runs")),
        *("--yes", "R1,R2", "--output-format", "json"),
    )
    told = json.loads(said)
    assert [step["outcome"]["ok"] for step in told["steps"]] == [True, True, True], told
    assert (work / "note.txt").read_text("utf-8-sig") == TEXT


def test_the_gate_is_told_whose_window_and_field_it_is(
    installed: Installed, tmp_path: Path
) -> None:
    script = as_seen_there(Path(windows_facts.__file__))
    python = installed.program("python.exe")
    told = json.loads(installed.wine.on_a_desktop(python, script, as_seen_there(tmp_path)))
    for facts in (told["focus"], told["clicked"]):
        assert facts["window"] == "Sign in"
        assert facts["program"].endswith("\\python.exe")
        assert facts["role"] == "password text"
        assert facts["own"], "it is this process's own window"
    assert told["desktop"]["window"] == "the desktop"
    assert told["controls"] == [
        {"role": "push button", "name": "Delete all", "keys": ["alt+d"], "shown": True}
    ]
    assert told["passwords"] == [told["box"]]
    assert told["said"]["ok"]
    assert told["said"]["text"].strip() == "said"
    assert "[exit code 3]" in told["failed"]["text"]
    assert "[killed after 1 s]" in told["late"]["text"]


def test_what_a_killed_head_started_ends_with_it(installed: Installed, tmp_path: Path) -> None:
    own, free = tmp_path / "own", tmp_path / "free"
    script = as_seen_there(Path(windows_head.__file__))
    python = installed.program("python.exe")
    installed.wine.on_a_desktop(python, script, as_seen_there(own), as_seen_there(free))
    time.sleep(3)
    then = own.stat().st_size, free.stat().st_size
    time.sleep(2)
    assert own.stat().st_size == then[0]
    assert free.stat().st_size > then[1], "what is opened for a person goes on"


def _until(said: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 120
    while not said():
        assert time.monotonic() < deadline, what
        time.sleep(0.5)


def test_it_is_upgraded_and_removed_and_keeps_what_is_a_persons(installed: Installed) -> None:
    made, _setup, folder, _before = installed
    doctor = made.run(
        installed.program("uitars.exe"), "doctor", "--output-format", "json", seconds=600
    )
    found = {one["name"]: one for one in json.loads(doctor.stdout)["findings"]}
    assert found["embedded model"]["status"] == "ok", found
    assert str(folder).rpartition("drive_c")[2].replace("/", "\\\\") in made.registry
    stale = folder / "Lib" / "site-packages" / "uitars_runtime" / "of_an_older_version.py"
    stale.touch()
    mine = folder.parents[1] / "uitars" / "mine.txt"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    assert made.run(str(installed.setup), "/S", seconds=600).returncode == 0
    assert not stale.exists()
    # The uninstaller goes on as a copy of itself: no program can delete its own file.
    made.run(installed.program("uninstall.exe"), "/S")
    _until(lambda: not folder.exists(), "nothing of it is left")
    assert mine.read_text() == "mine"
    left = {one for one in _files(made) - installed.before if "/AppData/Local/uitars" not in one}
    assert not {one for one in left if "uitars" in one.lower()}
    assert "uitars" not in made.registry.lower()
