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


def _expect_printed(written: str, read: str, workspace: Path) -> None:
    """What is written is the one word that bash makes of it, and is read as that."""
    line = f'printf "%s" {written}'
    parsed = classify(line, workspace)
    assert parsed.argv == ("/usr/bin/printf", "%s", read)
    assert _output(line, workspace) == _output(parsed.script, workspace) == read


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
    _expect_printed(f'"{written}"', read, workspace)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"my\ notes.txt", "my notes.txt"),
        (r"it\'s", "it's"),
        (r"\"a\"\ b", '"a" b'),
        (r"a\ ", "a "),
        (r"'a\ b'\ \ c", r"a\ b  c"),
    ],
)
def test_a_blank_or_a_quote_behind_a_backslash_is_a_part_of_its_word(
    written: str, read: str, workspace: Path
) -> None:
    _expect_printed(written, read, workspace)


@pytest.mark.parametrize(
    "line",
    [r"cat a\\ notes.txt", r"cat a\\\ b", "cat <<E\n\\ E\nE", r"echo $'a\'b\ c'", r"ls a\;rm"],
)
def test_other_backslashes_outside_quotes_are_asked_about(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


@pytest.mark.parametrize(
    "line", ["cat - 2>/dev/null", "cat notes.txt - 2>x", "sort -\t2>/dev/null"]
)
def test_no_word_of_a_line_is_passed_over(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


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


@pytest.mark.parametrize(
    "line",
    [
        'for f in *.txt; do wc -l "$f"; done',
        'for f in notes.txt src/main.py; do echo "== $f"; head -n 1 $f; done; ls',
        'for f in *.txt\ndo\n  grep -c world "$f" | sort\ndone',
        'for f in *; do [[ -f "$f" ]] && wc -c "$f"; done',
        'for a in 1 2; do for b in x y; do echo "$a${b}"; done; done',
        """for f in "it's" 'a "b"' '$HOME'; do echo "<$f>"; done""",
        "[[ -f notes.txt ]] && cat notes.txt",
        '[[ ! -d "my dir" ]] && ls',
        r"find . -name '*.txt' -exec grep -n world {} \;",
        "find src -type f -exec wc -l {} + -print",
        "find -exec cat {} ';' | head -2",
    ],
)
def test_what_loops_and_looks_through_files_runs_as_it_stands(line: str, workspace: Path) -> None:
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read", parsed.reason
    assert _output(parsed.script, workspace) == _output(line, workspace) != ""


@pytest.mark.parametrize(
    "line",
    [
        'for f in *.txt; do rm "$f"; done',
        "for c in rm; do $c notes.txt; done",
        'for f in /etc/passwd; do cat "$f"; done',
        'for f in ../*; do cat "$f"; done',
        'for f in a; do cat "../$f/../secret.txt"; done',
        "for f in *.txt; do cat $f; done",
        'cd src; for f in *; do cat "$f"; done',
        "for f in a; do ls; done | sh",
        "for f in a; do ls; done > x",
        "select f in a; do ls; done",
        "for f in a; do PATH=$f ls; done",
        f"for f in {'x ' * 300}; do ls; done",
        f"{'for f in 1 2 3 4 5 6 7 8 9; do ' * 9} ls {'; done' * 9}",
        "[[ -f notes.txt || -f /etc/passwd ]]",
        "[[ -f /etc/passwd ]]",
        "find . -exec rm {} +",
        "find . -exec grep x {} /etc/passwd ';'",
        "find . -exec sh -c 'cat {}' ';'",
        "find . -exec cat '{}x' ';'",
        "find . -exec ls -L {} ';'",
        "find . -exec awk {} notes.txt ';'",
        "find . -execdir cat {} ';'",
        "mv notes.txt n.txt; find . -exec cat {} +",
    ],
)
def test_what_loops_or_is_run_by_find_is_judged_as_if_it_stood_there(
    line: str, workspace: Path
) -> None:
    assert classify(line, workspace).risk != "S-read"


def test_find_hands_no_link_out_of_the_workspace_to_what_it_runs(workspace: Path) -> None:
    line = "find -newer notes.txt -exec cat {} +"
    assert classify(line, workspace).risk == "S-read"
    (workspace / "src" / "secret").symlink_to(workspace.parent / "secret.txt")
    assert classify(line, workspace).risk == "S-other"
    assert classify("find . -exec cat {} +", workspace).risk == "S-other"
