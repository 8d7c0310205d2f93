"""Completion and man pages: made from the parsers, and really completing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from uitars_runtime import __version__
from uitars_runtime.cli import run

ROOT = Path(__file__).parents[2]
COMMANDS = ("uitars", "uitars-run", "uitars-quantize", "uitars-train")

OPTIONS = [
    name
    for action in run.parser()._actions
    for name in action.option_strings
    if name.startswith("--") and name != "--help"
]

BASH = """
source "$1/share/bash-completion/completions/$2"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
$(complete -p "$2" | sed 's/.*-F \\([^ ]*\\) .*/\\1/') "$2" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
fpath=("$1/share/zsh/site-functions" $fpath)
autoload -U compinit && compinit -u -D -d "$2/dump"
print -r -- $_comps[uitars] $_comps[uitars-run]
"""
FISH = 'source {0}/share/fish/vendor_completions.d/{1}.fish; complete -C "{2}"'


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("prefix")
    subprocess.run([sys.executable, ROOT / "installers" / "command_files.py", made], check=True)
    return made


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("uitars", "re"), {"replay", "resume"}),
        (("uitars", "models", "list", "--js"), {"--json"}),
        (("uitars-run", "--output-format", "j"), {"json"}),
        (("uitars-quantize", "--meth"), {"--method"}),
        (("uitars-train", "har"), {"harvest"}),
    ],
)
def test_bash_completes(prefix: Path, words: tuple[str, ...], offered: set[str]) -> None:
    done = subprocess.run(
        ["bash", "-c", BASH, "bash", prefix, *words], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == offered, done.stderr


def test_every_command_has_a_page(prefix: Path) -> None:
    for command in COMMANDS:
        page = (prefix / "share/man/man1" / f"{command}.1").read_text()
        assert page.startswith(".TH ")
    page = (prefix / "share/man/man1/uitars-run.1").read_text()
    assert all(option.replace("-", "\\-") in page for option in OPTIONS), page


@pytest.mark.drill
def test_zsh_and_fish_complete(prefix: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        ["zsh", "-f", "-c", ZSH, "zsh", prefix, tmp_path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["_uitars", "_uitars-run"]
    for name in COMMANDS:
        subprocess.run(["zsh", "-n", prefix / f"share/zsh/site-functions/_{name}"], check=True)
    alone = {**os.environ, "HOME": str(tmp_path)}
    for name, line, offered in (
        ("uitars", "uitars re", {"replay", "resume"}),
        ("uitars-run", "uitars-run --verif", {"--verify"}),
    ):
        done = subprocess.run(
            ["fish", "-c", FISH.format(prefix, name, line)],
            env=alone,
            capture_output=True,
            text=True,
            check=True,
        )
        assert {each.split("\t")[0] for each in done.stdout.splitlines()} == offered


@pytest.mark.drill
@pytest.mark.timeout(1800)
def test_the_installer_brings_everything_and_takes_it_away(tmp_path: Path) -> None:
    smoke = ROOT / "installers" / "linux" / "smoke.sh"
    assert shutil.which("bash")
    subprocess.run(["bash", smoke], env={**os.environ, "PYTHON": sys.executable}, check=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tells_its_version(name: str) -> None:
    """Pages name it, and who reports a defect is asked for it."""
    program = Path(sys.executable).with_name(name)
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.split()[-1] == __version__
