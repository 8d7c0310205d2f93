"""Tasks as people begin them: with the name of a program, or in their own language."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from uitars_app.welcome.dialog import EXAMPLES
from uitars_app.welcome.first_task import next_task

RUN = Path(sys.executable).with_name("uitars-run")


def run(task: str, workspace: Path, *options: str) -> dict[str, object]:
    """What `uitars-run` says of a task on an empty private desktop."""
    done = subprocess.run(
        [
            *(RUN, task, "--desktop", "sandbox:800x600", "--workspace", workspace, *options),
            *("--output-format", "json", "--max-steps", "12"),
        ],
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )
    record: dict[str, object] = json.loads(done.stdout)
    assert record["exit_code"] == done.returncode
    return record


@pytest.mark.parametrize(
    "task",
    [
        "Open the drawing slate, type 'hello there' into the document and press ctrl+s.",
        "打开画板，然后输入“hello there”，再按 Ctrl+S。",
    ],
)
def test_a_program_is_opened_and_the_rest_is_done_in_it(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, entries = tmp_path / "workspace", tmp_path / "share" / "applications"
    workspace.mkdir()
    entries.mkdir(parents=True)
    (entries / "slate.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Slate\nGenericName=Drawing Slate\n"
        "Name[zh_CN]=画板\nExec=mousepad note.txt\n"
    )
    monkeypatch.setenv("XDG_DATA_DIRS", f"{tmp_path / 'share'}:/usr/local/share:/usr/share")
    record = run(task, workspace, "--verify", "grep -qx 'hello there' note.txt")
    assert record["verified"] is True, record["reason"]


def test_another_language_is_refused_at_once(tmp_path: Path) -> None:
    record = run("Räume bitte den Schreibtisch auf und öffne alles", tmp_path)
    assert (record["exit_code"], record["ending"]) == (3, "impossible")
    assert "Englisch" in str(record["reason"])
    steps = record["steps"]
    assert isinstance(steps, list)
    assert len(steps) == 1


def test_without_a_window_the_way_to_start_one_is_named(tmp_path: Path) -> None:
    record = run("Tick 'Show line numbers'.", tmp_path)
    assert record["exit_code"] == 3
    assert "--app" in str(record["reason"])


@pytest.mark.parametrize(
    ("task", "app", "made"),
    [
        (EXAMPLES[0], "mousepad hello.txt", "Hello"),
        ("在文档中输入“你好”，然后按 Ctrl+S。", "mousepad hello.txt", "你好"),
        (EXAMPLES[2], "zenity --info --text=Hello", ""),
        ("点击“OK”。", "zenity --info --text=Hello", ""),
        *((following.text, "", "") for following in (next_task(EXAMPLES[0]),) if following),
    ],
)
def test_what_the_welcome_names_works(task: str, app: str, made: str, tmp_path: Path) -> None:
    """But the calculator, which is another program on every machine: bench/starts.py opens such."""
    options = ("--app", app) if app else ()
    check = f"grep -qx {made} hello.txt" if made else "true"
    record = run(task, tmp_path, *options, "--verify", check)
    assert (record["exit_code"], record["verified"]) == (0, True), record["reason"]
    steps = record["steps"]
    assert isinstance(steps, list)
    # A click into a document that has the keyboard already changes nothing; what comes next does.
    first = steps[0]["outcome"]["changed"] is not False
    assert first or (made and steps[1]["outcome"]["changed"] is not False)


def test_a_sum_in_words_is_reckoned_by_a_calculator(tmp_path: Path) -> None:
    copied = "xdotool key --clearmodifiers ctrl+c && sleep 0.5 && xclip -o -selection clipboard"
    record = run(
        *("What is a hundred less thirty-seven?", tmp_path, "--app", "galculator"),
        *("--verify", f"{copied} | grep -qx 63"),
    )
    assert record["verified"] is True, record["reason"]
    assert record["reason"] == "63"
