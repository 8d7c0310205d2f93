"""Programs whose streams are not what they usually are: nobody reads to the end, as in
`… | head -1`, they are closed, or they lead to a full disk."""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from uitars_runtime.cli import run
from uitars_runtime.cli.command import run_command

_COMMANDS = [
    ["uitars_runtime.cli.policy", "list"],
    ["uitars_train.cli", "games", "list"],
    ["uitars_quant.cli", "--version"],
    ["uitars_app.completion", "bash"],
]
_BY_RICH = """
import sys
from rich.console import Console
from uitars_runtime.cli.command import run_command
sys.exit(run_command(lambda _: Console().print("words"), None))
"""


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_reader_that_has_enough_ends_a_program_without_a_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str], buffered: bool
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    _expect_no_word(_code(*command), *([] if buffered else ["-u"]))


def test_so_does_one_that_writes_by_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    _expect_no_word(_BY_RICH)


def _code(module: str, *words: str) -> str:
    return f"import sys; from {module} import main; sys.exit(main({list(words)!r}))"


def _expect_no_word(code: str, *options: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)  # before the program starts: a busy machine may let it end first
    with os.fdopen(writer, "wb") as nobody_reads:
        done = subprocess.run(
            [sys.executable, *options, "-c", code],
            stdout=nobody_reads,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_an_empty_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, closed: str
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    options = ["a task", "--desktop", "sandbox", "--model", "/nonexist.gguf"]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-c", _code(run.__name__, *options)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("" if closed == "2>&-" else "There is no such file")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("options", [[], ["-u"]])
def test_a_full_disk_is_a_sentence(tmp_path: Path, options: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, *options, "-c", _code("uitars_runtime.cli.policy", "list")],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            env={**os.environ, "UITARS_HOME": str(tmp_path)},
        )
    assert done.stderr == "The disk is full.\nFree some space and try again.\n"
    assert done.returncode == 1


def test_ctrl_c_is_no_defect(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_arguments: argparse.Namespace) -> None:
        raise KeyboardInterrupt

    assert run_command(interrupted, argparse.Namespace()) == 130
    assert capsys.readouterr().err == ""


def test_ctrl_c_ends_the_typing_of_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    class Typing(io.StringIO):
        def read(self, _size: int | None = -1) -> str:
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            raise KeyboardInterrupt

    # A run that another test began in this process may have left its own.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(sys, "stdin", Typing())
    assert run.main(["-", "--desktop", "sandbox"]) == 130


@pytest.mark.parametrize(
    ("entry", "read"),
    [
        ("uitars_runtime.cli.entry", "uitars_runtime.cli.run"),
        ("uitars_app.entry", "uitars_app.__main__"),
        ("uitars_app.entry", "uitars_runtime.cli.policy"),
        ("uitars_train.entry", "uitars_train.cli"),
        ("uitars_quant.entry", "uitars_quant.cli"),
    ],
)
def test_ctrl_c_is_no_defect_while_modules_are_read(entry: str, read: str) -> None:
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {read!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "sys.argv[1:] = ['policy', 'list']\n"
        f"from {entry} import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


def test_every_command_begins_so() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {
        "uitars": "uitars_app.entry:main",
        "uitars-run": "uitars_runtime.cli.entry:main",
        "uitars-train": "uitars_train.entry:main",
        "uitars-quantize": "uitars_quant.entry:main",
    }


_UNICODE = """
import sys
from uitars_runtime.cli.command import run_command
sys.exit(run_command(lambda _: print("“é” · …"), None))
"""


def _in_ascii() -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "ascii"}


def test_what_is_piped_is_utf_8_in_any_locale() -> None:
    command = [sys.executable, "-c", _UNICODE]
    done = subprocess.run(command, capture_output=True, check=False, env=_in_ascii())
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, "“é” · …\n", b"")


def test_a_terminal_gets_marks_for_signs_that_its_locale_does_not_know() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb") as terminal:
        command = [sys.executable, "-c", _UNICODE]
        done = subprocess.run(command, stdout=theirs, stderr=theirs, check=False, env=_in_ascii())
        os.close(theirs)
        assert terminal.readline() == b"??? ? ?\r\n"
    assert done.returncode == 0
