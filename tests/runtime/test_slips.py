"""Slips of the pen at the command line: each is a usage error that says what is missing."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from uitars_quant import cli as quantize
from uitars_runtime.cli import doctor, export, forget, mcp, memory, models, replay, run, sandbox
from uitars_runtime.errors import UitarsError
from uitars_train import cli as train


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--model", "/nonexist.gguf"), "There is no such file: /nonexist.gguf"),
        (("--dialect", "foo"), "Known are anthropic-computer, doubao-15b"),
        (("--dialect", "ui-tars"), "Did you mean ui-tars-"),
        (("--app", "nosuch", "--desktop", "sandbox"), "nosuch is not installed."),
        (("--desktop", "session:zz"), "There is no session 'zz'.\nThere is none. Start one"),
    ],
)
def test_a_slip_is_a_usage_error(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["a task", *options]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert ".." not in told.replace("...", "")


@pytest.mark.parametrize("given", ["caf\udce9", "-"])
def test_a_task_that_is_no_text_is_a_usage_error(
    given: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9"), "utf-8"))
    assert run.main([given, "--desktop", "sandbox"]) == 2
    assert "not UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--app", "--browser", "--workspace"])
def test_bytes_that_are_no_text_are_a_usage_error(
    option: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = str(tmp_path / "caf\udce9")
    os.mkdir(given)
    assert run.main(["a task", "--desktop", "sandbox", option, given]) == 2
    assert "caf<U+DCE9> is not written in UTF-8." in capsys.readouterr().err
    assert os.listdir(given) == []
    assert not (home / "data" / "runs").exists()


@pytest.mark.parametrize("name", ["model", "run_dir"])
def test_an_option_that_is_no_text_is_a_usage_error(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = "--" + name.replace("_", "-")
    assert run.main(["a task", "--json", "--desktop", "sandbox", option, "caf\udce9"]) == 2
    said = f"The setting '{name}' in the command line is not written in UTF-8."
    assert json.loads(capsys.readouterr().err)["title"] == said


def test_a_model_to_examine_that_is_no_text_is_a_usage_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert doctor.main(["--vision", "--model", "caf\udce9"]) == 2
    said = "The setting 'model' in the command line is not written in UTF-8.\n"
    assert capsys.readouterr().err == said


def test_a_setting_that_is_no_text_is_a_usage_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_MAX_STEPS", "f\udcfcnf")
    assert run.main(["a task"]) == 2
    said = "The setting 'max_steps' in the environment is not written in UTF-8.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("main", "given", "said"),
    [
        (run.main, ("x", "--max-steps", "five"), "five is not a whole number, 1 or more"),
        (run.main, ("x", "--timeout", "soon"), "soon is not a positive number"),
        (forget.main, ("--before", "today"), "today is no day; for example"),
    ],
)
def test_a_wrong_value_is_told_without_names_of_our_code(
    main: Callable[[Sequence[str]], int],
    given: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("main", "given"),
    [
        (replay.main, ("last", "--html", "-")),
        (export.main, ("last", "--format", "atif", "-o", "-")),
        (memory.main, ("export", "-")),
        (sandbox.main, ("get", "x", "a.txt", "--to", "-")),
        (train.main, ("evaluate", "screens", "--set", "a.json", "--json", "-")),
        (train.main, ("evaluate", "apps", "--set", "a.json", "--keep", "-")),
        (train.main, ("judge", "last", "--reference", "4", "--json", "-")),
        (train.main, ("harvest", "--out", "-")),
        (train.main, ("harvest", "programs", "--out", "-")),
        (train.main, ("harvest", "shown", "--out", "-")),
        (train.main, ("screens", "-", "--count", "1")),
        (train.main, ("eyes", "export", "work", "-")),
        (quantize.main, ("nano", "-o", "-")),
        (quantize.main, ("nano", "-o", "a.gguf", "--json", "-")),
    ],
)
def test_no_file_is_called_by_a_dash(
    main: Callable[[Sequence[str]], int],
    given: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert "standard output does not take it; name a place" in capsys.readouterr().err


def test_a_port_that_is_none_is_said_before_a_desktop_is_started(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mcp.main(["--desktop", "sandbox", "--http", "99999"]) == 2
    assert "Nothing can listen on port 99999" in capsys.readouterr().err
    assert not (home / "data" / "runs").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")
def test_a_machine_of_osworld_is_a_session_that_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sandbox.main(["serve", "--protocol", "osworld"]) == 2
    assert "Say which is offered: --session ID." in capsys.readouterr().err


def test_a_missing_workspace_is_said_and_not_made(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = home.parent / "no" / "such"
    assert run.main(["a task", "--workspace", str(missing)]) == 2
    assert f"mkdir -p {missing}" in capsys.readouterr().err
    assert not missing.exists()
    assert not (home / "data" / "runs").exists()


@pytest.mark.parametrize("options", [(), ("--best-of", "2", "--desktop", "sandbox")])
def test_a_workspace_that_is_a_file_cannot_be_made(
    options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "file").touch()
    assert run.main(["a task", "--workspace", str(file), *options]) == 2
    assert capsys.readouterr().err == f"The workspace {file} is no folder.\nName a folder.\n"


def test_json_is_asked_for_in_one_way_or_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for options in (
        ("--json", "list"),
        ("list", "--json"),
        ("list", "--output-format", "json"),
        ("--output-format", "json"),
    ):
        assert models.main(options) == 0
        told.append(capsys.readouterr().out)
        assert json.loads(told[-1])["models"][0]["name"] == "nano"
    assert memory.main(["search", "a task", "--json"]) == 0
    assert capsys.readouterr().out == ""
    for parser in (doctor.parser(), run.parser()):
        given = ["a task"] if parser.prog == "uitars-run" else []
        assert parser.parse_args(given).output_format == "text"
        assert parser.parse_args([*given, "--json"]).output_format == "json"


def test_the_help_names_every_kind_of_model(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["--help"])
    assert "PATH.gguf" in capsys.readouterr().out


def test_no_sentence_ends_twice() -> None:
    assert str(UitarsError("It failed: No such file..", "Wait...")) == (
        "It failed: No such file. Wait..."
    )


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="it starts for everyone else"
)
def test_root_is_told_how_xterm_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_PROGRAMS", "walled")
    assert run.main(["a task", "--app", "xterm", "--desktop", "sandbox"]) == 1
    assert "As root xterm works only without the wall: UITARS_PROGRAMS=open." in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_missing_is_installed_where_it_is_missing(
    packed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    if packed:
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert models.main(["get", "hf:org/model", "--yes"]) == 2
    told = capsys.readouterr().err
    assert (f"{shlex.quote(sys.executable)} -m pip install 'uitars[llama]'" in told) != packed
    assert ("from a checkout" in told) == packed
