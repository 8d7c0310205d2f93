"""Command lines: what asks, what runs without a question, and that bash reads them the same way."""

import shlex
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.safety import written_differences
from helpers.safety.bash_differences import TOKENS, compare
from helpers.safety.shell_corpus import HOSTILE, PLAIN, add_ways_out, make_workspace
from uitars_runtime.commands.changing import WRITES
from uitars_runtime.commands.classify import classify
from uitars_runtime.commands.options import Grammar, Kind, RefusedError, check
from uitars_runtime.commands.programs import READS


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_workspace(tmp_path)


@pytest.mark.parametrize("group", sorted(HOSTILE))
def test_no_hostile_command_runs_without_a_question(group: str, workspace: Path) -> None:
    add_ways_out(workspace)
    ran = [line for line in HOSTILE[group] if classify(line, workspace).risk == "S-read"]
    assert ran == []


def test_plain_commands_run_without_a_question(workspace: Path) -> None:
    asked = [line for line in PLAIN if classify(line, workspace).risk != "S-read"]
    assert len(PLAIN) - len(asked) >= 0.95 * len(PLAIN), asked


def test_there_are_enough_commands() -> None:
    hostile = [line for lines in HOSTILE.values() for line in lines]
    assert min(len(set(hostile)), len(set(PLAIN))) >= 150


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("grep -r root tree", "S-read"),  # leaves links alone
        ("find tree -name passwd", "S-read"),
        ("ls -lR tree", "S-read"),
        ("mv passwd tree", "S-write"),  # puts itself in the place of a link
        ("cp notes.txt tree", "S-write"),
        ("grep -R root .", "S-other"),
        ("grep -Rn root", "S-other"),
        ("grep -R root around", "S-other"),
        ("find -L tree -name passwd", "S-other"),
        ("ls -lL tree", "S-other"),
        ("ls -R --dereference tree", "S-other"),
        ("du -L tree", "S-other"),
        ("diff -r tree src", "S-other"),
        ("cp -rL tree new", "S-other"),
        ("cp passwd tree", "S-other"),
        ("cp -t tree passwd", "S-other"),
        ("cp -r src/tree .", "S-other"),
    ],
)
def test_a_link_below_a_folder_that_leads_out_counts_for_what_follows_it(
    line: str, risk: str, workspace: Path
) -> None:
    for folder in (workspace / "tree", workspace / "around", workspace / "src" / "tree"):
        folder.mkdir(parents=True)
    (workspace / "passwd").write_text("mine")
    (workspace / "tree" / "passwd").symlink_to("/etc/passwd")
    (workspace / "tree" / "itself").symlink_to("../tree")
    (workspace / "around" / "tree").symlink_to("../tree")
    assert classify(line, workspace).risk == risk


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("mv deep/link . && cat link", "S-other"),
        ("mv deep flat; cat flat/link", "S-other"),
        ("cp -P deep/link .; cat link", "S-other"),
        ("cp -r deep/er . && cat er/link", "S-other"),
        ("ln deep/link .; tee link", "S-other"),
        ("rm here; mkdir here; cat here/../link", "S-other"),
        ("mv deep/link .", "S-write"),
        ("mv notes.txt src && cat src/notes.txt", "S-write"),
        ("rm -r deep && ls", "S-write"),
        ("cp notes.txt new.txt; ls deep", "S-write"),
    ],
)
def test_a_link_that_one_line_moves_is_not_followed_where_it_was(
    line: str, risk: str, workspace: Path
) -> None:
    (workspace / "deep" / "er").mkdir(parents=True)
    (workspace / "deep" / "link").symlink_to("../secret.txt")
    (workspace / "deep" / "er" / "link").symlink_to("../../secret.txt")
    (workspace / "here").symlink_to("deep/er")
    assert classify(line, workspace).risk == risk


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("cd a/b && mv ../b ../../b && cat ../../secret.txt", "S-other"),
        ("cd a/b; mv -t ../.. ../b; cat ../../secret.txt", "S-other"),
        ("cd a/b/c; mv ../../b ../../..; cat ../../../secret.txt", "S-other"),
        ("rm -r src; cd a; ls", "S-other"),
        ("cd src && mv main.py .. && ls", "S-write"),
        ("cd src; mv -t .. main.py; ls", "S-write"),
    ],
)
def test_a_line_does_not_move_the_folder_in_which_it_stands(
    line: str, risk: str, workspace: Path
) -> None:
    (workspace / "a" / "b" / "c").mkdir(parents=True)
    assert classify(line, workspace).risk == risk


@pytest.mark.parametrize("line", ["grep -R root loop", "cp -r loop new", "diff -r loop loop"])
def test_links_that_go_round_in_the_workspace_lead_nowhere(line: str, workspace: Path) -> None:
    (workspace / "loop").mkdir()
    (workspace / "loop" / "again").symlink_to("../loop")
    assert classify(line, workspace).risk != "S-other"


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("rm notes.txt", "S-write"),
        ("echo hello > new.txt", "S-write"),
        ("sort -o notes.txt notes.txt", "S-write"),
        ("sed -i 's/a/b/' notes.txt", "S-write"),
        ("ls; rm notes.txt", "S-write"),
        ("rm ../secret.txt", "S-other"),
        ("echo hello > ../secret.txt", "S-other"),
        ("python3 notes.txt", "S-other"),
    ],
)
def test_changing_files_of_the_workspace_is_a_class_of_its_own(
    line: str, risk: str, workspace: Path
) -> None:
    assert classify(line, workspace).risk == risk


@pytest.mark.parametrize(
    "line",
    [
        """awk 'BEGIN {ARGV[1] = "/etc/passwd"; ARGC = 2} {print}'""",
        """jq -n 'import "config" as $found {search: "/root/.docker"}; $found'""",
        """jq 'include "x" {search: ".."}; .' data.json""",
        """jq -n '"/tmp/x" | modulemeta'""",
    ],
)
def test_a_program_that_names_files_itself_is_not_known(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


def test_a_program_with_many_blocks_is_read_at_once(workspace: Path) -> None:
    blocks = (" " * 12 + "{}") * 60
    began = time.process_time()
    assert classify(f"awk '1{{}}{blocks}|' notes.txt", workspace).risk == "S-other"
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "line",
    [
        "sed -ie1p '1e id > stolen' notes.txt",
        "sed -nie1p '1e id > stolen' notes.txt",
        "xxd -ps 10 notes.txt",
        "xxd -ibc 5 notes.txt",
        "xxd notes.txt -p",
        "awk '{print}' -F ../secret.txt",
    ],
)
def test_a_word_that_its_program_reads_otherwise_is_not_known(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


@pytest.mark.parametrize("words", ["-Io pattern notes.txt", "-aPo pattern x", "-L1o notes.txt"])
def test_tree_takes_a_pattern_from_the_next_word(words: str) -> None:
    with pytest.raises(RefusedError):
        check(tuple(words.split()), READS["tree"])


def test_one_plain_command_needs_no_shell(workspace: Path) -> None:
    parsed = classify("grep -n 'hello world' *.txt", workspace)
    path = ("/usr/bin/grep", "-n", "hello world", "my file.txt", "notes.txt")
    assert parsed.argv == path
    assert classify("ls | wc -l", workspace).argv is None
    assert classify("ls > x", workspace).argv is None


def test_patterns_are_files_and_a_file_may_not_be_an_option(workspace: Path) -> None:
    (workspace / "--compress-program=evil").touch()
    assert classify("sort *", workspace).risk == "S-other"
    assert classify("sort *.txt", workspace).risk == "S-read"


def test_where_the_shell_stands_counts(workspace: Path) -> None:
    assert classify("cat ../notes.txt", workspace).risk == "S-other"
    assert classify("cat ../notes.txt", workspace, workspace / "src").risk == "S-read"
    assert classify("cat ../../secret.txt", workspace, workspace / "src").risk == "S-other"
    assert classify("cd src && cat ../notes.txt", workspace).risk == "S-read"
    assert classify("cd src && cat ../../secret.txt", workspace).risk == "S-other"
    assert classify("ls", workspace, workspace.parent).risk == "S-other"


def test_the_way_up_from_a_link_is_above_what_it_leads_to(workspace: Path) -> None:
    (workspace / "src" / "deep").mkdir()
    (workspace / "link").symlink_to("src/deep")
    parsed = classify("cd link/../.. && ls", workspace)
    ran = subprocess.run(["/bin/bash", "-c", f"{parsed.script}; pwd"], cwd=workspace, stdout=-1)
    assert parsed.risk == "S-read"
    assert ran.stdout.decode().splitlines()[-1] == str(workspace)


@pytest.mark.parametrize(
    "path",
    [
        *("/proc/self/cwd/../secret.txt", "/proc/thread-self/cwd/../secret.txt"),
        *("here/../secret.txt", "there/self/cwd/../secret.txt", "round/secret.txt"),
    ],
)
def test_what_another_process_would_find_elsewhere_is_not_known(
    path: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / "secret.txt").touch()
    (workspace / "here").symlink_to("/proc/self/cwd")
    (workspace / "there").symlink_to(f"{'../' * 20}proc")
    (workspace / "round").symlink_to("round")
    monkeypatch.chdir(workspace / "src")
    assert classify(f"cat {path}", workspace).risk == "S-other"


def test_a_long_chain_of_commands_gets_a_class(workspace: Path) -> None:
    assert classify("&&".join(["ls"] * 1000), workspace).risk == "S-other"


def test_a_program_somebody_else_could_replace_is_not_known(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = workspace.parent / "bin"
    programs.mkdir(mode=0o777)
    (programs / "ls").write_text("#!/bin/sh\n")
    (programs / "ls").chmod(0o777)
    monkeypatch.setattr("uitars_runtime.commands.places._PROGRAMS", (str(programs),))
    assert classify("ls", workspace).risk == "S-other"


def test_what_is_rewritten_does_what_was_written(workspace: Path) -> None:
    """Every plain command gives the same output as it stands and as it was read."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(workspace)}
    moving = ("date", "ps", "shuf", "pgrep", "free", "uptime", "df", "sleep", "printenv", "env")
    moving = (*moving, "which", "du", ".")

    def output(argv: list[str]) -> tuple[int, bytes]:
        done = subprocess.run(
            argv, cwd=workspace, env=environment, stdin=subprocess.DEVNULL, capture_output=True
        )
        return done.returncode, done.stdout

    lines = [line for line in PLAIN if not any(f"{name}" in line.split() for name in moving)]
    for line in lines:
        parsed = classify(line, workspace)
        if parsed.risk != "S-read":
            continue
        written = output(["/bin/bash", "-c", line])
        assert output(["/bin/bash", "-c", parsed.script]) == written, line
        if parsed.argv is not None:
            assert output(list(parsed.argv)) == written, line


def test_bash_reads_random_lines_the_same_way() -> None:
    assert compare(seed=1, wanted=300) > 200


def test_what_is_written_for_a_shell_prints_what_the_line_would() -> None:
    assert written_differences.compare(seed=1, wanted=150) > 100


@given(st.lists(st.sampled_from(TOKENS), max_size=20).map("".join) | st.text())
def test_every_line_gets_a_class(line: str) -> None:
    parsed = classify(line, Path(__file__).parent)
    assert parsed.risk.startswith("S-")
    assert parsed.reason


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), max_size=4))
def test_a_rewritten_line_is_a_fixed_point(words: list[str]) -> None:
    """What was read and written anew is read as the same words again."""
    line = shlex.join(["echo", *words])
    parsed = classify(line, Path(__file__).parent)
    if parsed.argv is not None:
        assert parsed.argv[1:] == tuple(words)
        assert classify(parsed.script, Path(__file__).parent).argv == parsed.argv


@pytest.mark.parametrize("program", sorted({**READS, **WRITES}))
def test_unlisted_options_are_refused(program: str) -> None:
    grammar = READS.get(program) or WRITES[program]
    if not grammar.plain:
        with pytest.raises(RefusedError):
            check(("--no-such-option-anywhere",), grammar)


def test_options_are_read_as_getopt_reads_them() -> None:
    grammar = Grammar(
        flags=frozenset({"-a", "-b", "--all"}),
        values={"-n": Kind.NUMBER, "--name": Kind.PATH},
        optional={"--color": Kind.TEXT},
    )
    checked = check(("-abn5", "one", "--name=two", "--name", "three", "--", "-a"), grammar)
    assert checked.operands == ["one", "-a"]
    assert checked.paths == ["two", "three", "one", "-a"]
    for words in (("-n",), ("-nfive",), ("-ac",), ("--al",), ("--all=1",), ("--name",)):
        with pytest.raises(RefusedError):
            check(words, grammar)
    assert check(("--color", "always"), grammar).operands == ["always"]
