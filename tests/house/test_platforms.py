"""What only Linux has is hidden, platform by platform: every public entry is still there.

That shows that nothing is missing at the start; it is no run on those systems.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from helpers import other_platform
from uitars_runtime.desktop.registry import DESKTOPS
from uitars_runtime.dialects.registry import DIALECTS

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = ("win32", "darwin")
ROOMS = ("runtime/uitars_runtime/cli", "app/uitars_app/pages")
"""Each module of these is one sub-command, or one page of the window."""


def entries() -> list[str]:
    """Modules of the scripts, the sub-commands, the window's pages, what runs tasks, and what a
    person can name: desktops, dialects, evaluations that need no program of Linux."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    scripts = {**project["scripts"], **project["gui-scripts"]}
    modules = [target.partition(":")[0] for target in scripts.values()]
    for room in ROOMS:
        package = ".".join(room.split("/")[1:])
        modules += [f"{package}.{path.stem}" for path in (ROOT / room).glob("[!_]*.py")]
    modules += ["uitars_app.application", "uitars_app.assistant", "uitars_app.completion"]
    modules += ["uitars_app.window"]
    modules += ["uitars_app.welcome.dialog", "uitars_quant.job", "uitars_runtime.run"]
    modules += ["uitars_runtime.hands.opening", "uitars_runtime.hands.portable"]
    modules += [one.target.partition(":")[0] for one in DESKTOPS.values() if not one.linux]
    modules += [target.partition(":")[0] for target in DIALECTS.values()]
    modules += ["uitars_train.evaluate.instructions_command", "uitars_train.evaluate.harbor_report"]
    return sorted(set(modules))


def _as_on(
    platform: str, *given: str, home: Path, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "UITARS_API_KEY"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    if path is not None:
        kept["PATH"] = path
    return subprocess.run(
        [sys.executable, other_platform.__file__, platform, *given],
        env={**kept, "UITARS_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_public_entry_is_imported(platform: str, tmp_path: Path) -> None:
    done = _as_on(platform, *entries(), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == entries()


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_is_hidden_is_missed(platform: str, tmp_path: Path) -> None:
    done = _as_on(platform, "uitars_runtime.desktop.windows", home=tmp_path)
    assert done.returncode == 1
    assert "No module named 'Xlib'" in done.stderr


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_task_is_worked_on(platform: str, tmp_path: Path) -> None:
    entry = ("--call", "uitars_runtime.cli.run:main", "Click 'Garden'.", "--output-format", "json")
    done = _as_on(platform, *entry, home=tmp_path)
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    assert told["steps"][0]["action"]["kind"] == "click", told
    assert told["steps"][0]["outcome"]["ok"], told
    assert done.returncode == told["exit_code"] == 0, told


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_doctor_says_what_was_not_tried(platform: str, tmp_path: Path) -> None:
    entry = ("--call", "uitars_runtime.cli.doctor:main", "--output-format", "json")
    done = _as_on(platform, *entry, home=tmp_path)
    assert done.stdout, done.stderr
    found = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    assert "not tried" in found["practice desktop"]["text"]
    assert found["embedded model"]["status"] == "ok"
    assert found["display"]["status"] == "ok"


RUN, APP, TRAIN = (
    "uitars_runtime.cli.run:main",
    "uitars_app.__main__:main",
    "uitars_train.cli:main",
)
ONLY_ON_LINUX = [
    *((RUN, "Click OK.", "--desktop", one) for one in ("sandbox", "wayland", ":0", "session:abc")),
    (APP, "sandbox", "start"),
    (TRAIN, "evaluate", "osworld", "--list"),
    (TRAIN, "evaluate", "waa", "--tasks", "none", "--machine", "http://127.0.0.1:9"),
    (TRAIN, "evaluate", "androidworld"),
    (TRAIN, "evaluate", "screens", "--set", "none"),
    (TRAIN, "evaluate", "games", "--json", "none"),
    (TRAIN, "harvest", "programs", "--packages"),
]
ELSEWHERE_TOO = [
    ((RUN, "Click OK.", "--desktop", "android"), 2, "Android"),
    ((RUN, "Click OK.", "--desktop", "locally"), 2, "Did you mean local?"),
    ((APP, "doctor", "--desktop", "wayland"), 1, "were not tried"),
    ((APP, "models", "get"), 0, "qwen3-vl-8b"),
    ((APP, "policy", "explain", "--shell", "rm -rf build"), 0, "ask: "),
    ((TRAIN, "games", "list"), 0, "sokoban"),
    ((TRAIN, "--help"), 0, "measure a model on programs"),
    ((TRAIN, "evaluate", "--help"), 0, "androidworld"),
    (("uitars_quant.cli:main", "--help"), 0, "usage"),
]
"""What is called, its exit code, and a part of what it says."""


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_needs_linux_says_so_in_a_sentence(platform: str, tmp_path: Path) -> None:
    calls = [*ONLY_ON_LINUX, *(call for call, *_ in ELSEWHERE_TOO)]
    done = _as_on(platform, "--each", json.dumps(calls), home=tmp_path, path="/nowhere")
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    for call, (code, said) in zip(ONLY_ON_LINUX, told, strict=False):
        assert code == 2, (call, code, said)
        assert "need Linux" in said or "needs Linux" in said, (call, said)
        assert said.count("\n") <= 2, (call, said)
    others = told[len(ONLY_ON_LINUX) :]
    for (call, code, part), (got, said) in zip(ELSEWHERE_TOO, others, strict=True):
        assert got == code, (call, got, said)
        assert part in said, (call, said)
