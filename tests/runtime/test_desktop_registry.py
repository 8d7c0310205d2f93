"""Which desktops there are: our own, those of other packages, and what is said of all others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from uitars_runtime.desktop.registry import kind_of
from uitars_runtime.errors import UsageError
from uitars_runtime.run import default_policy

THEIRS = '''
"""A desktop of somebody else: boxes with names, and a file that says what was clicked."""

import random
from pathlib import Path

from uitars_runtime.desktop.kind import DesktopKind, with_programs
from uitars_runtime.doctor.model import picture
from uitars_runtime.frame import Frame
from uitars_runtime.types import Click, Outcome


class Painted:
    name = "painted"

    def __init__(self, told):
        self._seen, self._boxes = picture(random.Random(7))
        self._told = Path(told)

    def observe(self):
        return self._seen

    def execute(self, action, _seen, check=lambda: "", /):
        if objection := check():
            return Outcome(ok=False, text=objection)
        if isinstance(action, Click):
            name, box = next(
                (name, box) for name, box in self._boxes.items() if box.contains(action.at)
            )
            self._told.write_text(name)
            pixels = self._seen.pixels.copy()
            pixels[box.top : box.bottom, box.left : box.right] = 255
            self._seen = Frame(pixels)
        return Outcome(ok=True, text="done", changed=True)

    def enter_secret(self, secret, seen, check, /):
        raise AssertionError("nobody types a secret here")

    def close(self):
        pass


PAINTED = DesktopKind(
    lambda order, _: with_programs(Painted(order.argument), order),
    takes=lambda argument: argument.startswith("/"),
)
'''


@pytest.fixture
def theirs(tmp_path: Path) -> dict[str, str]:
    """An environment in which their package is installed."""
    place = tmp_path / "site"
    metadata = place / "theirs-1.0.dist-info"
    metadata.mkdir(parents=True)
    (place / "theirs.py").write_text(THEIRS)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[uitars.desktops]\npainted = theirs:PAINTED\n")
    return {**os.environ, "PYTHONPATH": str(place), "UITARS_HOME": str(tmp_path / "home")}


def run(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "uitars_runtime.cli.run", *words],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_desktop_of_another_package_is_worked(theirs: dict[str, str], tmp_path: Path) -> None:
    told = tmp_path / "told"
    words = ("Click 'Garden'.", "--desktop", f"painted:{told}", "--output-format", "json")
    done = run(*words, env=theirs)
    assert done.stdout, done.stderr
    ended = json.loads(done.stdout)
    assert done.returncode == 0, ended
    assert ended["desktop"] == f"painted:{told}"
    # Not one that the runtime started: nothing is free there.
    assert ended["policy"] == "ask-on-risk"
    assert told.read_text() == "Garden"


def test_an_unknown_name_is_told_all_that_there_are(theirs: dict[str, str]) -> None:
    done = run("Click 'Garden'.", "--desktop", "sandbocks", env=theirs)
    assert done.returncode == 2
    assert "Did you mean sandbox[:WxH]?" in done.stderr
    known = done.stderr.partition("Known are ")[2].strip().removesuffix(".").split(", ")
    assert known[:3] == ["local", "wayland[:SOCKET]", "sandbox[:WxH]"]
    assert {":N", "session:ID", "osworld-vm:URL", "pyautogui"} < set(known)
    assert known[-1] == "painted[:...]"
    assert (
        "There is no desktop 'painted:near'"
        in run("Click 'Garden'.", "--desktop", "painted:near", env=theirs).stderr
    )


@pytest.mark.parametrize(
    "where",
    [
        "",
        "sandbox:big",
        "sandbox:10x10",
        "localhost",
        "1",
        ":x",
        ":",
        "local:1",
        "session:",
        "x:y",
    ],
)
def test_an_argument_that_makes_no_sense_is_refused(where: str) -> None:
    with pytest.raises(UsageError, match="There is no desktop"):
        kind_of(where)


def test_freedom_is_where_nothing_of_a_persons_can_be_touched() -> None:
    policies = [default_policy(where) for where in ("sandbox", "session:0123abcd", ":7", "local")]
    assert policies == ["autonomous-in-sandbox"] * 2 + ["ask-on-risk"] * 2
