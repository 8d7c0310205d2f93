"""What the disk image for macOS holds and says, as far as that shows without macOS: the bundle
itself is made there, and never was."""

from __future__ import annotations

import os
import plistlib
import subprocess
import sys
from pathlib import Path

import pytest

from uitars_app import at_login
from uitars_runtime import __version__

MACOS = Path(__file__).parents[2] / "installers" / "macos"
sys.path.insert(0, str(MACOS))

from build import lay_out  # noqa: E402
from information import IDENTIFIER, WHY, information  # noqa: E402


def test_it_says_why_it_asks_and_has_the_one_version() -> None:
    told = plistlib.loads(plistlib.dumps(information(__version__)))
    assert told["CFBundleShortVersionString"] == __version__
    assert told["CFBundleVersion"] == __version__
    assert all(one.endswith("UsageDescription") and told[one].endswith(".") for one in WHY)
    assert (MACOS / "uitars.icns").read_bytes()[:4] == b"icns"


def test_it_is_made_on_macos_alone() -> None:
    made = subprocess.run(
        [sys.executable, MACOS / "build.py", "out"], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr) == (1, "A bundle of macOS is made on macOS.\n")


def test_what_is_removed_and_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, applications, programs = (tmp_path / name for name in ("home", "applications", "bin"))
    bundle = tmp_path / "made" / "Uitars.app"
    program = bundle / "Contents" / "MacOS" / "uitars"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    lay_out(applications, bundle)
    image = {path.name for path in applications.iterdir()}
    assert image == {"Uitars.app", "Applications", "Remove Uitars.command", "LICENSE.txt"}

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("HOME", str(home))
    at_login.choose(wanted=True)
    (agent,) = (home / "Library" / "LaunchAgents").iterdir()
    told = plistlib.loads(agent.read_bytes())
    assert told["ProgramArguments"] == [str(program), "--hidden"]
    assert (told["Label"], agent.stem) == (IDENTIFIER, IDENTIFIER)
    assert at_login.chosen()

    kept = home / "Library" / "Application Support" / "uitars"
    kept.mkdir(parents=True)
    programs.mkdir()
    (programs / "uitars-run").symlink_to(applications / "Uitars.app/Contents/MacOS/uitars")
    (programs / "uitars").symlink_to("/somewhere/else/uitars")
    done = subprocess.run(
        ["bash", applications / "Remove Uitars.command"],
        env={
            **os.environ,
            "HOME": str(home),
            "APPLICATIONS": str(applications),
            "PROGRAMS": str(programs),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(kept) in done.stdout
    assert kept.is_dir()
    assert not (applications / "Uitars.app").exists()
    assert not at_login.chosen()
    assert [path.name for path in programs.iterdir()] == ["uitars"], "somebody else's stays"
