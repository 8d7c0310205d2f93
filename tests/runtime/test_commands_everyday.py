"""Everyday command lines that only read, and what only looks like one of them."""

import subprocess
from pathlib import Path

import pytest

from helpers.safety.shell_corpus import make_workspace
from uitars_runtime.commands.classify import classify
from uitars_runtime.commands.settings import setting


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_workspace(tmp_path)


def _output(script: str, folder: Path) -> str:
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    ran = subprocess.run(
        ["/bin/bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    return ran.stdout


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"a\|b", r"a\|b"),
        (r"\.txt$", r"\.txt$"),
        (r"\$HOME", "$HOME"),
        (r"\\\$", r"\$"),
        (r"a\\$", r"a\$"),
        (r"\"it's\"", '"it\'s"'),
        (r"\\\\", r"\\"),
        (r"\(\[\{\*\ \'", r"\(\[\{\*\ \'"),
    ],
)
def test_a_backslash_between_double_quotes_is_what_bash_makes_of_it(
    written: str, read: str, workspace: Path
) -> None:
    line = f'printf "%s" "{written}"'
    parsed = classify(line, workspace)
    assert parsed.argv == ("/usr/bin/printf", "%s", read)
    assert _output(line, workspace) == _output(parsed.script, workspace) == read


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("cd src; ls", "main.py\n"),
        ("cd src && ls; ls -d .. || ls", "main.py\n..\n"),
        ("ls -d src; cd src; ls | head", "src\nmain.py\n"),
        ("cd src && cd .. && ls src", "main.py\n"),
    ],
)
def test_what_follows_a_folder_runs_there(line: str, shown: str, workspace: Path) -> None:
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read"
    assert _output(parsed.script, workspace) == shown


def test_where_a_folder_is_gone_nothing_that_follows_runs(workspace: Path) -> None:
    (workspace / "here").mkdir()
    parsed = classify("cd here; ls; cat ../notes.txt || pwd", workspace)
    (workspace / "here").rmdir()
    assert parsed.risk == "S-read"
    assert _output(parsed.script, workspace) == ""


def test_a_condition_is_what_test_makes_of_its_words(workspace: Path) -> None:
    assert classify('[ ! -f "my file.txt" ]', workspace).argv == (
        *("/usr/bin/test", "!", "-f", "my file.txt"),
    )
    line = "[ -f notes.txt ] && echo yes || echo no; [ 'a b' = \"a b\" ] && echo same"
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read"
    assert _output(parsed.script, workspace) == _output(line, workspace) == "yes\nsame\n"
    assert classify("[ -f ../secret.txt ]", workspace).risk == "S-other"


def test_a_variable_holds_for_its_program_alone(workspace: Path) -> None:
    line = "TZ='Asia/Tokyo' LC_ALL=C date -d @0 +%H:%M; TZ=UTC date -d @0 +%H:%M; printenv TZ"
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read"
    assert parsed.script.startswith("TZ=Asia/Tokyo LC_ALL=C /usr/bin/date")
    assert _output(parsed.script, workspace) == _output(line, workspace) == "09:00\n00:00\n"
    assert classify("LC_ALL=C sort notes.txt", workspace).argv is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("LC_ALL=C", "LC_ALL=C"),
        ("LANG='de_DE.UTF-8'", "LANG=de_DE.UTF-8"),
        ('TZ="America/Argentina/Buenos_Aires"', "TZ=America/Argentina/Buenos_Aires"),
        ("LANGUAGE=de:en_US", "LANGUAGE=de:en_US"),
        ("COLUMNS=120", "COLUMNS=120"),
        ("LC_ALL=ja_JP.SJIS", None),
        ("LC_ALL=zh_TW", None),
        ("LC_ALL=../x", None),
        ("LANGUAGE=../x", None),
        ("TZ=/etc/shadow", None),
        ("TZ=:UTC", None),
        ("TZ=Europe/../x", None),
        ("LC_ALL='C\"", None),
        ("LC_ALL=C\n", None),
        ("PATH=C", None),
        ("LC_ALL+=C", None),
        ("LC_ALL", None),
    ],
)
def test_variables_that_change_no_more_than_how_things_are_shown(
    text: str, kept: str | None
) -> None:
    assert setting(text) == kept


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("rmdir -p a/b", "S-write"),
        ("rmdir src", "S-write"),
        ("rmdir -p ../workspace/src", "S-other"),
        ("rmdir -p src/../../workspace/src", "S-other"),
    ],
)
def test_the_folders_around_one_that_is_removed_are_below_the_workspace(
    line: str, risk: str, tmp_path: Path
) -> None:
    """With `-p` every folder that the path names goes, from the last one up."""
    assert classify(line, make_workspace(tmp_path)).risk == risk


def test_an_absolute_way_to_an_empty_folder_does_not_take_those_above_along(
    tmp_path: Path,
) -> None:
    workspace = make_workspace(tmp_path)
    assert classify(f"rmdir -p {workspace}/src", workspace).risk == "S-other"
