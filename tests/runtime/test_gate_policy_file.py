"""Policies from files, the ceiling over them, and decisions that outlive a question."""

import json
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.cli.policy import main
from uitars_runtime.consent import Reach
from uitars_runtime.errors import GateError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode, Policy, Rule, explain
from uitars_runtime.gate.policy_file import load_policy, named
from uitars_runtime.gate.remembered import Decisions, listed, revoke
from uitars_runtime.risk import Risk
from uitars_runtime.types import Action, Click, Point, Press, Shell

CLICK = Click(Point(1, 1))
EDITOR = Facts(window="notes.txt - Mousepad", application="Mousepad")
BANK = Facts(window="My Bank - Chromium", application="Chromium", program="/usr/bin/chromium")
FILE = """
version = 1
mode = "ask-on-risk"
reach = "run"

[[rules]]
classes = ["R1"]
answer = "deny"
window = "*bank*"

[[rules]]
classes = ["R2"]
answer = "allow"
application = "mousepad"
"""
ORDER = ("allow", "ask", "deny")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    return path


def nothing_above(tmp_path: Path) -> Path:
    return tmp_path / "no-managed-policy.toml"


@pytest.mark.parametrize(
    ("action", "facts", "decision", "rule"),
    [
        (CLICK, EDITOR, "allow", "ask-on-risk/R1"),
        (CLICK, BANK, "deny", "rule-1/R1"),
        (Press(("ctrl", "q")), EDITOR, "allow", "rule-2/R2"),
        (Press(("ctrl", "q")), BANK, "ask", "ask-on-risk/R2"),
        (Shell("make"), NO_FACTS, "ask", "ask-on-risk/S-other"),
    ],
)
def test_the_first_rule_that_matches_decides(
    action: Action, facts: Facts, decision: str, rule: str, file: Path, tmp_path: Path
) -> None:
    policy = load_policy(str(file), nothing_above(tmp_path))
    explained = explain(action, policy, workspace=tmp_path, facts=facts)
    assert (explained.decision, explained.rule) == (decision, rule)
    assert policy.name.startswith("file:sha256:")
    assert policy.reach is Reach.RUN


def test_the_record_tells_one_content_from_another(file: Path, tmp_path: Path) -> None:
    before = load_policy(str(file), nothing_above(tmp_path)).name
    file.write_text(FILE + "# a comment\n")
    assert load_policy(str(file), nothing_above(tmp_path)).name != before


@pytest.mark.parametrize(
    "content",
    [
        "",
        "version = 2",
        "version = 1\nmood = 'ask-always'",
        "version = 1\nmode = 'yolo'",
        "version = 1\ndays = 0",
        "version = 1\nrules = 3",
        "version = 1\n[[rules]]\nclasses = []\nanswer = 'deny'",
        "version = 1\n[[rules]]\nclasses = ['R9']\nanswer = 'deny'",
        "version = 1\n[[rules]]\nclasses = ['R1']\nanswer = 'maybe'",
        "version = 1\n[[rules]]\nclasses = ['R1']\nanswer = 'deny'\napp = 'x'",
        "version = 1\n[[rules]]\nclasses = ['R1', 'R4']\nanswer = 'allow'",
        "version = 1\nversion = 1",
        "not toml",
        "\x00",
    ],
)
def test_a_wrong_file_keeps_the_run_from_starting(content: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(content)
    with pytest.raises(GateError):
        load_policy(str(tmp_path / "p.toml"), nothing_above(tmp_path))
    with pytest.raises(GateError):
        load_policy("ask-always", tmp_path / "p.toml")


@pytest.mark.parametrize("name", ["nothing.toml", "./nothing", "yolo"])
def test_a_policy_that_is_not_there_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(GateError):
        load_policy(name, nothing_above(tmp_path))


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_random_files_are_refused_or_read(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "p.toml"
        path.write_bytes(content)
        try:
            policy = load_policy(str(path), Path(place) / "none")
        except GateError:
            return
        assert policy.answer(Risk.R4, NO_FACTS)[0] != "allow"


ANSWERS = st.sampled_from(["allow", "ask", "deny"])
RULES = st.lists(
    st.builds(
        Rule,
        classes=st.lists(st.sampled_from(list(Risk)), min_size=1, max_size=3).map(tuple),
        answer=ANSWERS,
        application=st.sampled_from(["*", "Mousepad", "chrom*"]),
    ),
    max_size=3,
).map(tuple)
POLICIES = st.builds(Policy, name=st.just("p"), mode=st.sampled_from(list(Mode)), rules=RULES)
CEILINGS = st.builds(
    Policy, name=st.just("c"), mode=st.none() | st.sampled_from(list(Mode)), rules=RULES
)


@given(
    POLICIES,
    CEILINGS,
    st.sampled_from([CLICK, Press(("ctrl", "q")), Shell("ls"), Shell("make")]),
    st.sampled_from([EDITOR, BANK, NO_FACTS]),
    st.frozensets(st.sampled_from(list(Risk))),
    st.booleans(),
)
def test_a_ceiling_only_narrows(
    policy: Policy,
    ceiling: Policy,
    action: Action,
    facts: Facts,
    grants: frozenset[Risk],
    walled: bool,
) -> None:
    below = msgspec.structs.replace(policy, ceiling=ceiling)
    where = Path("/nowhere")
    free, held = (
        explain(action, one, workspace=where, facts=facts, grants=grants, walled=walled)
        for one in (policy, below)
    )
    assert ORDER.index(held.decision) >= ORDER.index(free.decision)
    assert ORDER.index(held.decision) >= ORDER.index(ceiling.answer(held.risk, facts)[0])


def test_a_managed_file_caps_every_policy(tmp_path: Path) -> None:
    managed = tmp_path / "managed.toml"
    managed.write_text(
        'version = 1\nreach = "once"\ndays = 5\n'
        '[[rules]]\nclasses = ["R1"]\nanswer = "deny"\nwindow = "*bank*"\n'
    )
    policy = load_policy("autonomous-in-sandbox", managed)
    assert (policy.reach, policy.days) == (Reach.ONCE, 5)
    denied = explain(CLICK, policy, workspace=tmp_path, facts=BANK, grants=frozenset({Risk.R1}))
    assert (denied.decision, denied.rule) == ("deny", "managed/rule-1/R1")
    assert explain(CLICK, policy, workspace=tmp_path, facts=EDITOR).decision == "allow"


def test_a_policy_can_keep_programs_off_the_network(tmp_path: Path) -> None:
    closed = tmp_path / "closed.toml"
    closed.write_text("version = 1\nnetwork = false\n")
    nothing = tmp_path / "none.toml"
    assert not load_policy(str(closed), nothing).network
    assert not load_policy("ask-on-risk", closed).network
    assert load_policy("ask-on-risk", nothing).network
    with pytest.raises(GateError, match="network"):
        PolicyGate(
            load_policy(str(closed), nothing), frozenset(), NobodyAsker(), workspace=tmp_path
        )


def test_without_a_jail_every_command_is_a_question(tmp_path: Path) -> None:
    for mode in (Mode.ASK_ON_RISK, Mode.AUTONOMOUS):
        explained = explain(Shell("ls"), named(mode), workspace=tmp_path, walled=False)
        assert (explained.decision, explained.rule) == ("ask", "no-jail/S-read")
    granted = explain(
        Shell("ls"),
        named(Mode.ALLOW_LIST),
        workspace=tmp_path,
        grants=frozenset({Risk.S_READ}),
        walled=False,
    )
    assert granted.decision == "ask"


def test_the_agents_own_windows_are_closed_to_it(tmp_path: Path) -> None:
    facts = Facts(window="May the agent do this?", own=True)
    for mode in Mode:
        explained = explain(
            CLICK, named(mode), workspace=tmp_path, facts=facts, grants=frozenset({Risk.R1})
        )
        assert (explained.decision, explained.rule) == ("deny", "own-window")


# --------------------------------------------------------------------------- remembered decisions


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_decision_is_bound_to_its_rule_and_program(tmp_path: Path) -> None:
    decisions = Decisions(file=tmp_path / "d.json")
    decisions.remember("ask-on-risk/R2", EDITOR, Reach.APP)
    again = Decisions(file=tmp_path / "d.json")
    assert again.granted("ask-on-risk/R2", EDITOR)
    assert not again.granted("ask-on-risk/R3", EDITOR)
    assert not again.granted("ask-on-risk/R2", BANK)
    assert not again.granted("ask-on-risk/R2", NO_FACTS)
    assert stat.S_IMODE((tmp_path / "d.json").stat().st_mode) == 0o600


def test_a_decision_for_a_run_ends_with_it(tmp_path: Path) -> None:
    decisions = Decisions(file=tmp_path / "d.json")
    decisions.remember("r", EDITOR, Reach.RUN)
    decisions.remember("once", EDITOR, Reach.ONCE)
    assert decisions.granted("r", EDITOR)
    assert not decisions.granted("once", EDITOR)
    assert not Decisions(file=tmp_path / "d.json").granted("r", EDITOR)


def test_a_decision_expires(tmp_path: Path) -> None:
    clock = Clock()
    decisions = Decisions(days=2, file=tmp_path / "d.json", clock=clock)
    decisions.remember("r", EDITOR, Reach.APP)
    clock.now += 2 * 86400 - 1
    assert decisions.granted("r", EDITOR)
    clock.now += 2
    assert not decisions.granted("r", EDITOR)


def test_another_program_in_the_same_place_is_asked_about(tmp_path: Path) -> None:
    program = tmp_path / "editor"
    program.write_text("one")
    facts = Facts(application="Editor", program=str(program))
    decisions = Decisions(file=tmp_path / "d.json")
    decisions.remember("r", facts, Reach.APP)
    assert decisions.granted("r", facts)
    program.write_text("two, which is another one")
    assert not decisions.granted("r", facts)


def test_another_script_of_the_same_interpreter_is_asked_about(tmp_path: Path) -> None:
    notes = Facts(application="Tk", program="/usr/bin/python3", script="notes.py")
    decisions = Decisions(file=tmp_path / "d.json")
    decisions.remember("r", notes, Reach.APP)
    assert decisions.granted("r", notes)
    assert not decisions.granted("r", msgspec.structs.replace(notes, script="bank.py"))


def test_a_spoilt_file_grants_nothing(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text('[{"rule": "r"}]')
    with pytest.raises(GateError):
        Decisions(file=tmp_path / "d.json").granted("r", EDITOR)


def test_decisions_are_listed_and_revoked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    assert main(["list"]) == 0
    assert "Nothing" in capsys.readouterr().out
    for rule in ("ask-on-risk/R2", "ask-on-risk/R3"):
        Decisions().remember(rule, EDITOR, Reach.APP)
    assert main(["list", "--output-format", "json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert {entry["rule"] for entry in entries} == {"ask-on-risk/R2", "ask-on-risk/R3"}
    assert main(["revoke", entries[0]["name"]]) == 0
    assert not Decisions().granted(entries[0]["rule"], EDITOR)
    assert Decisions().granted(entries[1]["rule"], EDITOR)
    assert main(["revoke", "nonsense"]) == 2
    assert main(["revoke"]) == 2
    assert main(["revoke", "--all"]) == 0
    assert listed(tmp_path / "state" / "decisions.json") == ()


def test_revoking_waits_for_whoever_writes(tmp_path: Path) -> None:
    """Twenty writers at once lose nothing of each other."""
    file = tmp_path / "d.json"

    def write(number: int) -> None:
        Decisions(file=file).remember(f"rule-{number}", EDITOR, Reach.APP)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(20)))
    assert len(listed(file)) == 20
    revoke(file, [one.name for one in listed(file)[:5]])
    assert len(listed(file)) == 15


def test_explain_reads_facts_and_files(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    action = '{"kind": "click", "at": {"x": 1, "y": 1}}'
    options = ["--policy", str(file), "--output-format", "json"]
    assert main(["explain", "--action", action, *options, "--name", "Send"]) == 0
    assert json.loads(capsys.readouterr().out)["class"] == "R3"
    assert main(["explain", "--action", action, *options, "--window", "Bank"]) == 0
    assert json.loads(capsys.readouterr().out)["decision"] == "deny"
    assert main(["explain", "--shell", "ls", "--policy", str(tmp_path / "none.toml")]) == 2
