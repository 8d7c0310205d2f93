"""Which files a run is said to have made or changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
from rich.console import Console

from helpers.runs import ended
from uitars_runtime.cli.show import show_ending
from uitars_runtime.evidence.files import Files


def _write(path: Path, second: int) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(second))
    os.utime(path, (second, second))
    return str(path)


def test_new_and_changed_files_are_told_the_newest_last(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    _write(kept, 1)
    changed = _write(tmp_path / "changed.txt", 2)
    files = Files(tmp_path)
    assert files.told() == ()
    _write(tmp_path / "changed.txt", 30)
    made = _write(tmp_path / "z" / "made.txt", 20)
    _write(tmp_path / ".config" / "program.ini", 40)
    _write(tmp_path / ".recent", 50)
    assert files.told() == (made, changed)


def test_a_workspace_inside_a_hidden_folder_has_files_too(tmp_path: Path) -> None:
    workspace = tmp_path / ".local" / "workspace"
    workspace.mkdir(parents=True)
    files = Files(workspace)
    made = _write(workspace / "made.txt", 1)
    assert files.told() == (made,)


def test_what_texts_held_is_known_whether_they_changed_or_not(tmp_path: Path) -> None:
    kept, changed = _write(tmp_path / "kept.txt", 1), _write(tmp_path / "changed.txt", 2)
    files = Files(tmp_path, texts=True)
    _write(tmp_path / "changed.txt", 30)
    _write(tmp_path / "made.txt", 20)
    written = files.written()
    assert written.known == {kept: "1", changed: "2"}
    assert {one.name: (one.before, one.after) for one in written.texts} == {
        "changed.txt": ("2", "30"),
        "made.txt": ("", "20"),
    }


def test_where_a_shell_sends_what_is_told_is_no_file_of_the_run(tmp_path: Path) -> None:
    code = """if True:
        import sys
        from pathlib import Path
        from uitars_runtime.evidence.files import Files
        files = Files(Path.cwd())
        print("a step", flush=True)
        Path("made.txt").touch()
        print(files.told(), file=sys.stderr)
    """
    with (tmp_path / "out.txt").open("w") as out:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=tmp_path, stdout=out, stderr=-1, text=True, check=True)
    assert done.stderr == f"{(str(tmp_path / 'made.txt'),)}\n"


def test_of_very_many_files_the_newest_are_told(tmp_path: Path) -> None:
    files = Files(tmp_path)
    made = [_write(tmp_path / f"{number:03}.txt", number) for number in range(120)]
    told = files.told()
    assert told == tuple(made[-len(told) :])
    assert 5 < len(told) < 120


def test_the_end_of_a_run_says_where_its_files_are() -> None:
    console = Console(width=200, record=True)
    paths = tuple(f"/work/{number}.txt" for number in range(7))
    end = msgspec.structs.replace(ended(1), files=paths)
    show_ending(console, end, 1, 1.0)
    text = console.export_text()
    assert "Written: /work/6.txt" in text
    assert "/work/1.txt" not in text
    assert "and 2 files more" in text


def test_what_short_texts_held_is_known_and_no_other_file_is_read(tmp_path: Path) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text("oak\n")
    (tmp_path / "large.txt").write_text("x" * 100_000)
    (tmp_path / "data.bin").write_bytes(b"\xff\x00")
    files = Files(tmp_path, texts=True)
    changed.write_text("elm\n")
    (tmp_path / "new.txt").write_text("ash")
    (tmp_path / "large.txt").write_text("y" * 100_001)
    (tmp_path / "data.bin").write_bytes(b"\xfe\x00\x00")
    (tmp_path / ".settings").write_text("theirs")
    os.symlink(__file__, tmp_path / "link.txt")
    written = files.written()
    assert {"changed.txt", "new.txt", "large.txt", "data.bin"} <= written.newest.keys()
    assert set(written.texts) == {("changed.txt", "oak\n", "elm\n"), ("new.txt", "", "ash")}


def test_no_content_is_kept_where_nobody_compares(tmp_path: Path) -> None:
    files = Files(tmp_path)
    (tmp_path / "new.txt").write_text("ash")
    assert files.written().texts == ()
