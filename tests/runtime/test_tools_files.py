"""File actions stay in the workspace, whatever the path and whoever moves folders meanwhile."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uitars_runtime.tools.files import READ_BYTES, WRITE_BYTES, read_file, write_file


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace beside a secret."""
    (tmp_path / "secret").write_text("secret")
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    return workspace


def test_what_was_written_is_read(place: Path) -> None:
    assert write_file("notes/today.txt", "é 漢字 🙂\n", place).ok
    assert read_file("notes/today.txt", place).text == "é 漢字 🙂\n"
    assert read_file(str(place / "notes" / "today.txt"), place).ok


def test_what_was_hidden_from_its_reader_is_not_written_over(place: Path) -> None:
    (place / ".env").write_text("KEY=abc\nDEBUG=0\n")
    shown = "KEY=[hidden: secret]\nDEBUG=1\n"
    refused = write_file(".env", shown, place)
    assert not refused.ok
    assert "secrets" in refused.text
    assert (place / ".env").read_text() == "KEY=abc\nDEBUG=0\n"
    # a file about such notes
    (place / "notes.md").write_text("It says [hidden: secret].\n")
    assert write_file("notes.md", "It says [hidden: secret] there.\n", place).ok
    assert not write_file("notes.md", "[hidden: secret] KEY=[hidden: secret]\n", place).ok
    (place / "both.md").write_text("[hidden: secret] stands for password=hunter22\n")
    assert not write_file("both.md", "password=[hidden: secret]\n", place).ok
    assert write_file("page.html", "<div [hidden: true]>\n", place).ok


@pytest.mark.parametrize("mode", [0o750, 0o664, 0o606])
def test_writing_replaces_and_keeps_the_mode(place: Path, mode: int) -> None:
    (place / "run.sh").write_text("old")
    (place / "run.sh").chmod(mode)
    assert write_file("run.sh", "new", place).ok
    assert (place / "run.sh").read_text() == "new"
    assert (place / "run.sh").stat().st_mode & 0o777 == mode
    assert os.listdir(place) == ["run.sh"]


def test_a_name_may_be_as_long_as_the_system_takes_it(place: Path) -> None:
    name = "議" * 85
    assert write_file(name, "long", place).ok
    assert os.listdir(place) == [name]


@pytest.mark.parametrize(
    "path", ["../secret", "a/../../secret", "/etc/passwd", "", ".", "..", "a\0b", "/"]
)
def test_ways_out_are_closed(path: str, place: Path) -> None:
    assert not read_file(path, place).ok
    assert not write_file(path, "overwritten", place).ok
    assert (place.parent / "secret").read_text() == "secret"


def test_links_are_not_followed(place: Path) -> None:
    (place / "file").symlink_to(place.parent / "secret")
    (place / "folder").symlink_to(place.parent)
    for path in ("file", "folder/secret"):
        assert not read_file(path, place).ok
        assert not write_file(path, "overwritten", place).ok
    assert not write_file("folder/new", "x", place).ok
    assert (place.parent / "secret").read_text() == "secret"
    assert sorted(os.listdir(place.parent)) == ["secret", "workspace"]


def test_a_pipe_does_not_block_and_a_folder_is_no_file(place: Path) -> None:
    os.mkfifo(place / "pipe")
    (place / "folder").mkdir()
    for path in ("pipe", "folder"):
        assert not read_file(path, place).ok
        assert not write_file(path, "x", place).ok


def test_other_names_for_a_file_outside_are_not_written_through(place: Path) -> None:
    os.link(place.parent / "secret", place / "hard")
    assert write_file("hard", "mine", place).ok
    assert (place.parent / "secret").read_text() == "secret"


def test_binary_and_missing_files_are_said(place: Path) -> None:
    (place / "binary").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in read_file("binary", place).text
    assert "no such file" in read_file("missing", place).text


@pytest.mark.parametrize("character", ["a", "é", "漢", "🙂"])
@pytest.mark.parametrize("shift", range(4))
def test_a_long_file_is_cut_between_characters(character: str, shift: int, place: Path) -> None:
    (place / "long").write_text("x" * shift + character * (READ_BYTES + 1))
    outcome = read_file("long", place)
    assert outcome.ok
    text, mark = outcome.text.rsplit("\n", 1)
    assert "only the first" in mark
    assert set(text[shift:]) == {character}
    assert READ_BYTES - 4 < len(text.encode()) <= READ_BYTES


def test_a_text_that_is_too_long_or_no_unicode_is_not_written(place: Path) -> None:
    assert not write_file("a", "x" * (WRITE_BYTES + 1), place).ok
    assert not write_file("a", "\ud800", place).ok
    assert os.listdir(place) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.lists(st.sampled_from(["..", ".", "", "a", "b", "folder", "/", "secret"]), max_size=8))
def test_no_path_reaches_the_secret(place: Path, parts: list[str]) -> None:
    path = "/".join(parts)
    assert "secret" not in read_file(path, place).text.replace(path, "")
    write_file(path, "overwritten", place)
    assert (place.parent / "secret").read_text() == "secret"
    assert sorted(os.listdir(place.parent)) == ["secret", "workspace"]
