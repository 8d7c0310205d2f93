"""What a question says a command would change, and what is around commands on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from helpers.fakes import frame
from helpers.safety.jail_escapes import run as escape_drill
from uitars_runtime import trees
from uitars_runtime.consent import Consent, Question
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.tools import ladder
from uitars_runtime.tools.ladder import around, rung, why_not
from uitars_runtime.tools.probe import find_hole
from uitars_runtime.tools.shell import ShellSession
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import WallName
from uitars_runtime.tools.walls.starting import Wall
from uitars_runtime.types import DecidedBy, Decision, Shell, Verdict, WriteFile


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "workspace"
    (place / "src").mkdir(parents=True)
    (place / "a.txt").write_text("one\n")
    (place / "b.txt").write_text("two\n")
    (place / "src" / "main.py").write_text("print(1)\n")
    (place / "link").symlink_to("a.txt")
    yield place
    trees.remove(place)  # some nest deeper than whoever clears up would get


@pytest.fixture
def session(workspace: Path) -> Iterator[ShellSession]:
    if reason := why_not("bubblewrap"):
        pytest.skip(reason)
    session = ShellSession(workspace)
    yield session
    session.close()


def contents(place: Path) -> dict[str, bytes]:
    return {str(p.relative_to(place)): p.read_bytes() for p in place.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        ("rm a.txt; echo three > c.txt; echo TWO > b.txt", ["D a.txt", "M b.txt", "A c.txt"]),
        ("rm -r src", ["D src", "D src/main.py"]),
        ("mkdir new", ["A new"]),
        ("chmod 600 a.txt", ["M a.txt"]),
        ("ln -sf b.txt link", ["M link -> b.txt"]),
        ("ls", []),
        ("touch a.txt", []),
    ],
)
def test_the_changes_are_shown_and_none_is_made(
    command: str, changes: list[str], session: ShellSession, workspace: Path
) -> None:
    before = contents(workspace)
    effect = session.rehearse(command)
    shown = [line for line in effect.splitlines() if line[:2] in ("A ", "D ", "M ")]
    assert sorted(shown) == sorted(changes)
    assert contents(workspace) == before
    if not changes:
        assert "no file" in effect


def test_the_diff_of_a_text_is_shown(session: ShellSession) -> None:
    effect = session.rehearse("echo 2 >> a.txt")
    assert "+2" in effect.splitlines()


def test_a_rehearsal_starts_where_the_session_stands(session: ShellSession) -> None:
    session.run("cd src")
    assert session.rehearse("rm main.py").splitlines()[0] == "D src/main.py"
    assert session.folder.endswith("/src")


def test_a_command_that_fails_or_hangs_is_told(
    session: ShellSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "code 3" in session.rehearse("exit 3")
    monkeypatch.setattr("uitars_runtime.tools.rehearsal._SECONDS", 0.5)
    assert "did not end" in session.rehearse("sleep 60")


def test_what_cannot_be_copied_is_said(
    session: ShellSession, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(workspace / "pipe")
    assert session.rehearse("rm a.txt").splitlines() == ["D a.txt"]
    monkeypatch.setattr("uitars_runtime.tools.rehearsal._FILES", 2)
    assert "too large" in session.rehearse("rm a.txt")


class Reader:
    """A person who keeps the question and says no."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Consent:
        self.asked.append(question)
        return Consent(Verdict(Decision.DENY, DecidedBy.USER, question.rule, "no"))


def test_a_question_carries_the_effect(session: ShellSession, workspace: Path) -> None:
    reader = Reader()
    toolbox = Toolbox(workspace, lambda _command: "")
    try:
        gate = PolicyGate(
            named(Mode.ASK_ON_RISK), frozenset(), reader, workspace=workspace, commands=toolbox
        )
        gate.review(Shell("rm a.txt"), frame(1))
        gate.review(WriteFile("b.txt", "three\n"), frame(1))
    finally:
        toolbox.close()
    assert reader.asked[0].effect == "D a.txt"
    assert {"-two", "+three"} <= set(reader.asked[1].effect.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"\x89PNG\xff", "hi", "It would replace x: 5 bytes"),
        (b"one\r\n", "one\n", "Only the ends of lines of x would change."),
        (None, "hi", "--- a/x"),
    ],
)
def test_a_question_tells_what_a_text_takes_the_place_of(
    old: bytes | None, new: str, said: str, tmp_path: Path
) -> None:
    if old is not None:
        (tmp_path / "x").write_bytes(old)
    toolbox = Toolbox(tmp_path, lambda _command: "")
    try:
        assert toolbox.effect(WriteFile("x", new)).startswith(said)
    finally:
        toolbox.close()


@pytest.mark.parametrize("chosen", [True, False], ids=["chosen", "bubblewrap fails"])
def test_a_question_says_why_no_trial_run_was_made(
    chosen: bool, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason := why_not("landlock"):
        pytest.skip(reason)
    reader = Reader()
    walls: tuple[WallName, ...] = ("landlock",) if chosen else ("bubblewrap", "landlock")
    if not chosen:
        monkeypatch.setattr(
            ladder, "why_not", lambda name: "not here" if name == "bubblewrap" else ""
        )
    toolbox = Toolbox(workspace, lambda _command: "", walls=walls)
    try:
        gate = PolicyGate(
            named(Mode.ASK_ON_RISK), frozenset(), reader, workspace=workspace, commands=toolbox
        )
        gate.review(Shell("rm a.txt"), frame(1))
    finally:
        toolbox.close()
    effect = reader.asked[0].effect
    assert effect.startswith("No trial run was made: landlock, the wall here, cannot show")
    assert ("was not chosen" if chosen else "bubblewrap: not here") in effect
    assert (workspace / "a.txt").exists()


def test_without_a_wall_a_command_is_asked_about_and_runs_bare(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "why_not", lambda _name: "files of the outside")
    assert rung(workspace).name == "none"
    reader = Reader()
    toolbox = Toolbox(workspace, lambda _command: "")
    try:
        for mode in (Mode.ASK_ON_RISK, Mode.AUTONOMOUS):
            gate = PolicyGate(
                named(mode),
                frozenset(),
                reader,
                workspace=workspace,
                own_sandbox=True,
                commands=toolbox,
            )
            assert gate.review(Shell("ls"), frame(1)).verdict.decision is Decision.DENY
        assert [asked.rule for asked in reader.asked] == ["no-jail/S-read"] * 2
        assert "No jail" in reader.asked[0].reason
        assert reader.asked[0].effect.startswith("No trial run was made: no wall that is enough")
        assert "files of the outside" in reader.asked[0].effect
        assert toolbox.shell(Shell("cat a.txt")).text == "one\n"
    finally:
        toolbox.close()


def test_a_wall_with_a_hole_is_none(tmp_path: Path) -> None:
    assert find_hole(Wall(("env",)), tmp_path).startswith("hole:")
    loose = ("bwrap", "--die-with-parent", "--ro-bind", "/", "/", "--unshare-net", "--dev", "/dev")
    assert find_hole(Wall(loose), tmp_path)


@pytest.mark.parametrize(
    ("loosened", "hole"),
    [
        ({"calls": b""}, "keys of the session"),
        ({"without": "--nofile"}, "any number of open files"),
        ({"without": "--as"}, "any amount of memory"),
        ({"without": "--fsize"}, "files of any size"),
        ({"without": "--size"}, "any amount of memory in /"),
        ({"without": "--unshare-all"}, "hole"),
    ],
    ids=str,
)
def test_each_limit_that_is_left_out_is_found_by_trying(
    loosened: dict[str, object], hole: str, workspace: Path
) -> None:
    if reason := why_not("bubblewrap"):
        pytest.skip(reason)
    wall = around("bubblewrap", workspace)
    if "calls" in loosened:
        wall = msgspec.structs.replace(wall, calls=b"")
    else:
        wall = msgspec.structs.replace(wall, argv=left_out(wall.argv, str(loosened["without"])))
    assert hole in find_hole(wall, workspace)


def left_out(argv: tuple[str, ...], option: str) -> tuple[str, ...]:
    """A command line without an option; `--size` has a value."""
    drop = 2 if option == "--size" else 1
    kept = list(argv)
    while at := next((n for n, word in enumerate(kept) if word.split("=")[0] == option), 0):
        del kept[at : at + drop]
    return tuple(kept)


def test_no_way_out_of_the_jail_is_open(workspace: Path) -> None:
    if not rung(workspace).walled:
        pytest.skip("this machine builds no jail")
    figures = escape_drill(1.0)
    assert figures["tried"] > 60
    assert figures["failed"] == 0, figures


NEST = "deep=$(printf 'd/%.0s' $(seq 1200)); mkdir -p $deep; cd $deep; touch last"
"""Deeper than Python recurses, and than one process may have files open."""


def test_a_command_that_nests_folders_is_told_to_its_last_file(session: ShellSession) -> None:
    told = session.rehearse(NEST)
    assert told.splitlines()[0] == "A d"
    assert told.splitlines()[-1] == "[1141 more lines]"
    last = "/".join(["d"] * 1200) + "/last"
    assert session.run(f"({NEST})").ok
    assert session.rehearse(f"rm {last}").splitlines() == [f"D {last}"]
    assert session.rehearse(f"echo x > {last}").splitlines()[0] == f"M {last}"


def test_a_command_that_nests_folders_without_end_is_told_as_unknown(
    session: ShellSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = tmp_path / "places"
    places.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(places))
    told = session.rehearse(f"{NEST}; {NEST}")
    assert told.startswith("No trial run was made")
    session.close()
    assert list(places.iterdir()) == []
