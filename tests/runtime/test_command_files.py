"""Completion and man pages: made from the parsers, and really completing."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from uitars_runtime import __version__
from uitars_runtime.cli import run

ROOT = Path(__file__).parents[2]
PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
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
LOADED = {
    "bash": 'eval "$(uitars completion bash)"',
    "zsh": 'autoload -U compinit && compinit -u -D && eval "$(uitars completion zsh)"',
}
SHELLS = {"bash": ("bash", "--norc", "--noprofile", "-i"), "zsh": ("zsh", "-f", "-i")}
TABS = (
    ("uitars compl", "uitars completion"),
    ("uitars models list --js", "uitars models list --json"),
    ("uitars replay --html mod", "uitars replay --html model.gguf"),
    ("uitars sandbox sta", "uitars sandbox start"),
    ("uitars sandbox start --le", "uitars sandbox start --lease"),
    ("uitars-run --requ", "uitars-run --require-evidence"),
    ("uitars-run x --workspace fol", "uitars-run x --workspace folder"),
    ("uitars-quantize ins", "uitars-quantize inspect"),
    ("uitars-quantize mod", "uitars-quantize model.gguf"),
    ("uitars-quantize model.gguf --meth", "uitars-quantize model.gguf --method"),
    ("uitars-quantize verify model.gguf --aga", "uitars-quantize verify model.gguf --against"),
    ("uitars-train eval", "uitars-train evaluate"),
    ("uitars-train evaluate miniwob --see", "uitars-train evaluate miniwob --seeds"),
    ("uitars-train eyes draw", "uitars-train eyes draw-lines"),
)
"""What is typed, and what stands there after the Tab key."""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("prefix")
    subprocess.run([sys.executable, ROOT / "installers" / "command_files.py", made], check=True)
    return made


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("uitars", "re"), {"release", "replay", "resume"}),
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
        found_by = f"{command} - ".replace("-", "\\-")
        assert page.splitlines()[2].startswith(found_by), "whatis and apropos find it by this"
    page = (prefix / "share/man/man1/uitars-run.1").read_text()
    assert all(option.replace("-", "\\-") in page for option in OPTIONS), page


class Terminal:
    """A shell that a person types into."""

    def __init__(self, shell: str, folder: Path) -> None:
        home = {"HOME": str(folder), "TERM": "dumb", "PS1": "$ "}
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.execvpe(SHELLS[shell][0], SHELLS[shell], {**os.environ, **home, "PATH": PATH})

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def read(self, awaited: str) -> re.Match[str]:
        """Read on until this is there."""
        said = ""
        while (found := re.search(awaited, said)) is None:
            ready, _, _ = select.select([self._fd], [], [], 30)
            assert ready, said
            said += os.read(self._fd, 4096).decode(errors="replace")
        return found

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "model.gguf").touch()
    return tmp_path


@pytest.mark.parametrize("shell", ["bash", pytest.param("zsh", marks=pytest.mark.drill)])
def test_the_tab_key_completes(shell: str, folder: Path) -> None:
    terminal = Terminal(shell, folder)
    try:
        terminal.type(f"{LOADED[shell]}; echo LOAD''ED\n")
        terminal.read("LOADED")
        for typed, whole in TABS:
            # What follows the Tab waits in the terminal until the shell has completed.
            terminal.type(f"{typed}\t\x01echo LINE '\x05'\n")
            line = terminal.read(r"\nLINE ([^\r\n]*)\r")[1]
            assert line.rstrip(" /") == whole
    finally:
        terminal.close()


@pytest.mark.drill
def test_fish_completes(folder: Path) -> None:
    asked = "".join(f"complete -C '{typed}' | string split -f1 \\t\n" for typed, _ in TABS)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"uitars completion fish | source\n{asked}"],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "PATH": PATH},
        capture_output=True,
        text=True,
        check=True,
    )
    offered = [line.rstrip("/") for line in done.stdout.splitlines()]
    assert offered == [whole.split()[-1] for _, whole in TABS]


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
