"""`uitars replay` and `uitars export`, as a person calls them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.runs import EVERY_ACTION, picture, proposal, started, write_run, write_step
from uitars_runtime.cli import export, replay
from uitars_runtime.journal import RunJournal, list_runs
from uitars_runtime.types import Note, Shell

RUN = "20260102-030405-006-0a0b0c0d"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Path:
    folder = home / "data" / "runs" / RUN
    write_run(folder, [*EVERY_ACTION, None])
    return folder


def test_a_run_is_told_in_full_in_a_pipe(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([RUN]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[0] == "Save the file"
    assert RUN in lines[1]
    assert "  1  click at (40, 30)  0.5 s" in lines
    assert " 18  no readable action  0.5 s" in lines
    assert "     The button says Save." in lines
    assert "     ✓ allowed by the policy [ask-on-risk/R1]" in lines
    assert "? finished, unchecked  18 steps in 12.5 s" in lines
    assert "\x1b" not in told


def test_a_run_is_found_by_what_a_person_says(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for reference in ("last", RUN[:9], str(run)):
        assert replay.main([reference]) == 0
        assert "Save the file" in capsys.readouterr().out


def test_a_run_is_found_where_the_settings_have_it_recorded(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_RUN_DIR", str(tmp_path / "mine"))
    later = RUN.replace("2026", "2027")
    write_run(tmp_path / "mine" / later, [Note("x")])
    for reference in ("last", later):
        assert replay.main([reference]) == 0
        assert "note" in capsys.readouterr().out
    assert list_runs() == [run, tmp_path / "mine" / later]


def test_without_a_name_it_is_the_last_run(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([]) == 0
    assert RUN in capsys.readouterr().out


def test_what_was_cut_off_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = RunJournal.create(home / "data" / "runs" / RUN, started())
    write_step(journal, 0, proposal(Note("x")), picture(0))
    journal.intend(1, proposal(Shell("make install")), picture(1))
    assert replay.main([]) == 0
    told = capsys.readouterr().out
    assert "  2  run “make install”  under way at the end of the record" in told
    assert "✗ cut off" in told


def test_a_thought_quotes_the_task_and_counts_no_words_of_it(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thought = "“Save the file” (words 3 to 5 of the task): click the menu item “Save”."
    journal = RunJournal.create(home / "data" / "runs" / RUN, started())
    write_step(journal, 0, proposal(Note("x"), thought=thought), picture(0))
    assert replay.main([]) == 0
    assert "     “Save the file”: click the menu item “Save”." in capsys.readouterr().out
    page = home / "page.html"
    assert replay.main(["--html", str(page)]) == 0
    assert "“Save the file”: click the menu item “Save”." in page.read_text("utf-8")


def test_no_recorded_text_reaches_the_terminal_raw(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe"
    journal = RunJournal.create(home / "data" / "runs" / RUN, started(task=evil))
    write_step(journal, 0, proposal(Note(evil), thought=evil), picture(0))
    assert replay.main([]) == 0
    told = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
    assert "<U+001B>]0;owned" in told


@pytest.mark.parametrize("columns", [24, 100])
def test_a_terminal_of_any_width_is_not_overrun(run: Path, columns: int) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-m", "uitars_runtime.cli.replay", RUN], env=environment, stdout=follower
    ) as process:
        os.close(follower)
        told = b""
        try:
            while piece := os.read(leader, 65536):
                told += piece
        except OSError:
            pass  # Linux reports the other end of a closed terminal as an input error.
        os.close(leader)
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[0-9;]*m", "", told.decode())
    assert "\x1b[1" in told.decode()
    assert max(len(line.rstrip()) for line in plain.splitlines()) <= columns
    assert "click at" in plain


def test_the_page_is_written(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "deep" / "page.html"
    assert replay.main(["last", "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert capsys.readouterr().out == f"{page}\n"


def test_the_page_is_opened(
    run: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return len(opened) == 1

    monkeypatch.setattr("webbrowser.open", open_page)
    assert replay.main(["--open"]) == 0
    page = home / "cache" / "replays" / f"{RUN}.html"
    assert opened == [page.as_uri()]
    assert page.exists()
    assert replay.main(["--open"]) == 2
    assert "No browser could be started." in capsys.readouterr().err


def test_an_unknown_run_is_a_usage_error(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main(["nothing"]) == 2
    assert export.main(["nothing", "--format", "html", "-o", "x"]) == 2
    assert "There is no run 'nothing'." in capsys.readouterr().err


def test_a_damaged_record_is_an_internal_error(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / "run.json").write_text("{")
    assert replay.main([RUN]) == 1
    assert "not the head of a run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "file"),
    [
        ("osworld", "traj.jsonl"),
        ("atif", "trajectory.json"),
        ("training", "train.jsonl"),
        ("html", ""),
    ],
)
def test_every_format_is_exported(
    run: Path, tmp_path: Path, form: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert export.main(["last", "--format", form, "-o", str(out)]) == 0
    assert (out / file).is_file()
    assert capsys.readouterr().out == f"{out}\n"


def test_a_page_that_cannot_be_written_is_a_usage_error(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export.main(["last", "--format", "html", "-o", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert replay.main(["--html", str(tmp_path)]) == 2
    assert " -o" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["last"], ["last", "--format", "pdf", "-o", "x"], []])
def test_wrong_options_are_usage_errors(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        export.main(arguments)
    assert caught.value.code == 2
