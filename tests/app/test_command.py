"""`uitars` itself: which sub-command is meant, and what it says when none is."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.runs import write_run
from uitars_app.__main__ import COMMANDS, main
from uitars_runtime import __version__
from uitars_runtime.types import Note


def test_without_a_command_and_a_display_it_says_where_to_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "uitars-run" in told.err


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # Xlib leaves its socket open
def test_a_display_that_cannot_be_reached_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another person's, or one that is gone: Qt would abort and speak of reinstalling."""
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("The display :4711 cannot be reached.")


def test_a_compositor_that_is_gone_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a terminal that is older than the session; its socket may be left."""
    for name in ("DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-77")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "wayland-77"))
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("The display wayland-77 cannot be reached.")


@pytest.mark.parametrize(
    "words", [["--scale", "nan"], ["--scale", "-1"], ["--scale", "50"], ["--page", "history"]]
)
def test_options_that_cannot_be_are_usage_errors(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert words[0] in capsys.readouterr().err


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--version", "--help"):
        with pytest.raises(SystemExit) as caught:
            main([option])
        assert caught.value.code == 0
    told = capsys.readouterr().out
    assert f"uitars {__version__}" in told
    assert all(command in told for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"usage: uitars {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "hint"), [("repaly", "did you mean replay?"), ("zzz", "known are doctor")]
)
def test_an_unknown_command_is_a_usage_error_that_helps(
    name: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([name])
    assert caught.value.code == 2
    assert hint in capsys.readouterr().err


def test_the_options_and_the_exit_code_are_those_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path / "run", [Note("x")])
    assert main(["replay", str(tmp_path / "run")]) == 0
    assert main(["replay", str(tmp_path / "nothing")]) == 2
    assert "Save the file" in capsys.readouterr().out


def test_it_loads_no_window_toolkit_and_no_heavy_library() -> None:
    probe = (
        "import sys, uitars_app.__main__ as command; command.parser();"
        "print(sorted({'PySide6', 'cv2', 'numpy', 'rich', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
