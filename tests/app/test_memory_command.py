"""`uitars memory`: a person sees, searches, corrects, forgets and moves what is remembered."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from helpers.runs import write_run
from uitars_app.__main__ import main
from uitars_runtime.run_record import Evidence
from uitars_runtime.types import Note, Press

FACT = "The file of the report is note.txt."


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))


@pytest.fixture
def learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The number of the episode of one recorded run."""
    write_run(tmp_path / "run", [Press(("ctrl", "s")), Note(FACT)], evidence=Evidence.SEEN)
    assert memory("learn", str(tmp_path / "run")) == 0
    return capsys.readouterr().out.split()[1]


def memory(*argv: str) -> int:
    return main(["memory", *argv])


def test_what_a_run_left_is_listed_found_and_shown(
    learned: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert memory("list") == 0
    listed = capsys.readouterr().out
    assert f"{learned}  Earlier task" in listed
    assert memory("search", "save the file") == 0
    assert "press Ctrl+S" in capsys.readouterr().out
    assert memory("search", "bake bread") == 0
    assert "Nothing would be recalled" in capsys.readouterr().out
    assert memory("show", learned) == 0
    shown = capsys.readouterr().out
    assert f"fact: {FACT} (screen, run run, step 2)" in shown
    assert memory("list", "--json") == 0
    assert json.loads(capsys.readouterr().out)["intention"] == "Save the file"
    assert memory("list", "--app", "Gimp") == 0
    assert "no episodes" in capsys.readouterr().out


def test_a_person_corrects_and_forgets(learned: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert memory("edit", learned, "--fact", "The file of the report is report.txt.") == 0
    assert memory("show", learned) == 0
    shown = capsys.readouterr().out
    assert "replaced by “The file of the report is report.txt.”" in shown
    assert "fact: The file of the report is report.txt. (trusted, by hand)" in shown
    assert memory("edit", learned) == 2
    assert "Give --intention" in capsys.readouterr().err
    assert memory("edit", learned, "--drop-fact", "no such fact") == 2
    assert memory("forget", learned, "999") == 2
    with pytest.raises(SystemExit) as refused:
        memory("forget", str(1 << 64))
    assert refused.value.code == 2
    assert memory("list") == 0
    assert "Save the file" in capsys.readouterr().out
    assert memory("forget", "--run", "run") == 0
    assert memory("forget", learned) == 2
    capsys.readouterr()
    assert memory("list") == 0
    assert "no episodes" in capsys.readouterr().out


def test_a_run_is_forgotten_by_any_of_its_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "home" / "data" / "runs" / "20260101-000000-000-0badcafe"
    write_run(run, [Note(FACT)], evidence=Evidence.SEEN)
    for name in ("last", "20260101", str(run), run.name):
        assert memory("learn", str(run)) == 0
        capsys.readouterr()
        assert memory("forget", "--run", name) == 0
        assert capsys.readouterr().out == "forgotten: 1\n", name
    assert memory("learn", str(run)) == 0
    shutil.rmtree(run)
    assert memory("forget", "--run", "nosuch") == 2
    assert memory("forget", "--run", run.name) == 0, "it is remembered all the same"
    assert capsys.readouterr().out.endswith("forgotten: 1\n")


@pytest.mark.parametrize("option", ["--fact", "--intention", "--outcome"])
def test_words_that_are_no_text_are_refused(
    learned: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert memory("edit", learned, option, "caf\udce9") == 2
    assert "not written in UTF-8" in capsys.readouterr().err


def test_a_file_that_is_no_utf_8_is_named_with_its_line(
    learned: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "memory.jsonl"
    assert memory("export", str(source)) == 0
    here = source.read_text()
    source.write_bytes(here.encode() + here.replace("Save", "Größe").encode("latin-1"))
    assert memory("import", str(source)) == 2
    assert "line 2, is no episode" in " ".join(capsys.readouterr().err.split())
    assert memory("show", learned) == 0


def test_memory_moves_to_another_machine(
    learned: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "memory.jsonl", str(tmp_path / "other.sqlite")
    out = str(file)
    assert memory("list", "--json") == 0
    here = capsys.readouterr().out
    assert memory("export", out) == 0
    assert memory("--file", other, "import", out) == 0
    file.write_text(f"\n{file.read_text()}\n")  # as an editor may leave it
    assert memory("--file", other, "import", out) == 0
    capsys.readouterr()
    assert memory("--file", other, "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {**json.loads(here), "number": 1}


@pytest.mark.parametrize("text", ["{}", "no json", '{"level": "run"}'])
def test_a_file_that_is_no_export_is_refused_whole(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(text)
    assert memory("import", str(file)) == 2
    assert f"{file}, line 1" in capsys.readouterr().err, "piped, no line is broken"
    assert memory("import", str(tmp_path / "missing")) == 2


def test_an_episode_of_no_run_is_not_taken_in(
    learned: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "memory.jsonl"
    assert memory("export", str(file)) == 0
    file.write_text(json.dumps({**json.loads(file.read_text()), "sources": []}))
    assert memory("import", str(file)) == 2
    assert "line 1, is no episode: it says of no run" in capsys.readouterr().err


@pytest.mark.parametrize("when", ["yesterday", "0001-01-01T00:00:00"])
def test_a_record_of_no_moment_teaches_nothing(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path / "run", [Note(FACT)])
    head = tmp_path / "run" / "run.json"
    head.write_text(json.dumps({**json.loads(head.read_text()), "started": when}))
    assert memory("learn", str(tmp_path / "run")) == 2
    assert f"began at {when!r}, which is no" in capsys.readouterr().err


def test_a_damaged_memory_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "memory.sqlite"
    file.write_text("not a database " * 100)
    assert memory("--file", str(file), "list") == 1
    assert "cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["list"], ["search", "a task"], ["forget", "--all"]])
def test_a_slip_of_the_pen_makes_no_memory(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "memroy.sqlite"
    assert memory("--file", str(file), *command) == 2
    assert capsys.readouterr().err.startswith(f"There is no memory {file}.")
    assert not file.exists()


def test_what_is_no_number_is_no_episode(capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (("show", "x"), "there is no episode x"),
        (("list", "--limit", "many"), "many is not a whole number, 1 or more"),
    ):
        with pytest.raises(SystemExit, match="2"):
            memory(*words)
        assert capsys.readouterr().err.rstrip().endswith(said)
