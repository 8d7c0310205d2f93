"""A yes is for what was read: what runs is that, where it was read, and nothing else."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from helpers.fakes import frame
from uitars_runtime.consent import Consent, Question
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.rules import classify
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.risk import Risk
from uitars_runtime.tools import trial
from uitars_runtime.tools.ladder import why_not
from uitars_runtime.tools.rehearsal import rehearse
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.types import DecidedBy, Decision, Shell, Verdict

pytestmark = pytest.mark.skipif(
    bool(why_not("bubblewrap")), reason="bubblewrap builds no wall here"
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    place = tmp_path / "workspace"
    place.mkdir()
    (place / "a.txt").write_text("one\n")
    (place / "note.txt").write_text("kept\n")
    return place


@pytest.fixture
def toolbox(workspace: Path) -> Iterator[Toolbox]:
    opened = Toolbox(workspace, lambda _command: "")
    yield opened
    opened.close()


class Nothing:
    def facts(self, _action: object, /) -> None:
        raise AssertionError("only the shell is asked about here")

    controls = facts


def read_and_run(toolbox: Toolbox, workspace: Path, command: str) -> tuple[Risk, str]:
    """As the hands do it: judged, then run."""
    action = Shell(command)
    facts = WithTools(Nothing(), toolbox).facts(action)  # type: ignore[arg-type]
    risk, _ = classify(action, workspace, facts)
    return risk, toolbox.shell(action).text


@pytest.mark.parametrize("folder", ["", ".", "nowhere", "/nowhere", "$'/tmp\\n/x'"])
def test_a_command_cannot_make_later_reads_run_its_functions(
    folder: str, toolbox: Toolbox, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    poison = 'cat() { echo pwned > note.txt; command cat "$@"; }; export -f cat; PWD='
    read_and_run(toolbox, workspace, poison + folder)
    assert os.path.isabs(toolbox.folder)
    assert os.path.isdir(toolbox.folder)
    assert read_and_run(toolbox, workspace, "cat a.txt") == (Risk.S_READ, "one\n")
    assert (workspace / "note.txt").read_text() == "kept\n"


def test_what_runs_is_what_was_read(toolbox: Toolbox, workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    action = Shell("cat *.txt")
    facts = WithTools(Nothing(), toolbox).facts(action)  # type: ignore[arg-type]
    assert classify(action, workspace, facts)[0] is Risk.S_READ
    # A name that comes between the reading and the running is not in what runs.
    (workspace / "b.txt").write_text("later\n")
    assert toolbox.shell(action).text == "one\nkept\n"


@pytest.mark.parametrize(
    "name", ["eval", "cd", "trap", "set", "printf", "exec", "builtin", "command"]
)
def test_a_function_never_stands_in_for_what_the_session_does(
    name: str, toolbox: Toolbox, workspace: Path
) -> None:
    toolbox.shell(Shell(f"{name}() {{ echo owned > /tmp/x; echo owned; }}; export -f {name}"))
    assert toolbox.shell(Shell("x=$((1 + 1)); echo $x")).text == "2\n"


@pytest.mark.parametrize(
    "left",
    [
        "BASH_ENV=$PWD/rc",
        "export PS4='$(echo owned)' SHELLOPTS; set -x",
        "cp rc .bashrc; export SSH_CLIENT=x SSH2_CLIENT=x",
    ],
)
def test_nothing_kept_has_bash_run_more_than_the_command(
    left: str, toolbox: Toolbox, workspace: Path
) -> None:
    (workspace / "rc").write_text("echo owned")
    toolbox.shell(Shell(f"{left}; y=1"))
    assert toolbox.shell(Shell("echo ${y}2")).text == "12\n"


class Reader:
    def __init__(self) -> None:
        self.effects: list[str] = []

    def ask(self, question: Question) -> Consent:
        self.effects.append(question.effect)
        return Consent(Verdict(Decision.DENY, DecidedBy.USER, question.rule, "no"))


def asked(toolbox: Toolbox, workspace: Path, command: str) -> str:
    reader = Reader()
    gate = PolicyGate(
        named(Mode.ASK_ON_RISK), frozenset(), reader, workspace=workspace, commands=toolbox
    )
    gate.review(Shell(command), frame(1))
    return reader.effects[0]


def test_a_question_names_what_earlier_commands_left(toolbox: Toolbox, workspace: Path) -> None:
    toolbox.shell(Shell("ls() { :; }; export PATH=$PWD:$PATH PERL5LIB=$PWD; export -f ls"))
    said = asked(toolbox, workspace, "python3 -c 1; ls").splitlines()[0]
    assert said == "Earlier commands left functions or variables: PATH, PERL5LIB, ls()."


def test_no_trial_is_made_where_nobody_reads_it(workspace: Path) -> None:
    toolbox = Toolbox(workspace, lambda _command: "", attended=False)
    assert asked(toolbox, workspace, "echo x > made; sleep 5") == ""
    toolbox.close()


def told(command: str, workspace: Path) -> list[str]:
    rehearsal = rehearse(command, workspace, 1 << 16)
    rehearsal.close()
    return rehearsal.told.splitlines()


def test_a_trial_reads_nothing_outside(workspace: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("the secret")
    (workspace / "d").symlink_to(outside)
    said = told("rm d; mkdir d; echo x > d/secret.txt", workspace)
    assert "secret" not in "".join(line for line in said if line != "A d/secret.txt").replace(
        "d/secret.txt", ""
    )
    assert "A d/secret.txt" in said


def test_a_name_and_a_text_write_no_line_of_their_own(workspace: Path) -> None:
    said = told(
        "touch \"$(printf 'z\\nM harmless.txt')\"; printf 'a\\342\\200\\250D gone\\n' > t",
        workspace,
    )
    assert not any(line.startswith(("M harmless", "D gone")) for line in said)
    assert "A z\\u{a}M harmless.txt" in said


def test_what_is_gone_comes_first_and_whole(workspace: Path) -> None:
    for number in range(80):
        (workspace / f"zz{number:02}").touch()
    said = told("for i in {1..100}; do echo $i > a$i; done; rm zz*", workspace)
    assert said[:80] == [f"D zz{number:02}" for number in range(80)]
    assert "more lines" in said[-1]


def test_no_addition_hides_a_change_and_a_link_says_where_it_leads(workspace: Path) -> None:
    (workspace / "zz.txt").write_text("precious")
    said = told("for i in {1..100}; do echo $i > a$i; done; : > zz.txt; ln -s /etc l", workspace)
    assert said[0] == "M zz.txt"
    assert "-precious" in said
    assert "A l -> /etc" in told("ln -s /etc l; true $((1))", workspace)


def test_a_trial_takes_no_more_than_its_quota(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trial._ALLOWED.disk == 1 << 30
    # So much at once would end the trials of the tests beside this one, whose disk it is as well.
    less = msgspec.structs.replace(trial._ALLOWED, disk=64 << 20)
    monkeypatch.setattr(trial, "_ALLOWED", less)
    command = "for i in 1 2 3; do fallocate -l 32M f$i; done; sleep 60"
    assert "the disk got fuller by more than 64 MiB" in told(command, workspace)[-1]
