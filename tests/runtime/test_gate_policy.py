"""Every cell of the policy table, what classes actions get, and what can never be granted."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fakes import frame
from uitars_runtime.cli.policy import main
from uitars_runtime.errors import GateError, UsageError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import TABLE, Mode, explain, mode_named
from uitars_runtime.gate.policy_file import named
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.risk import Risk
from uitars_runtime.types import (
    Action,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Wait,
    WriteFile,
)

HERE = Point(1, 2)
OF_CLASS: dict[str, Action] = {
    "R0": Move(HERE),
    "R1": Click(HERE),
    "R2": Press(("alt", "F4")),
    "R3": Open("https://example.org"),
    "S-read": ReadFile("a"),
    "S-write": WriteFile("a", "b"),
    "S-other": Shell("make"),
}
SPECIFIED = """
                       R0     R1     R2    R3    R4    S-read  S-write  S-other
ask-always             allow  ask    ask   ask   ask   ask     ask      ask
ask-on-risk            allow  allow  ask   ask   ask   allow   ask      ask
allow-list             allow  deny   deny  deny  deny  deny    deny     deny
autonomous-in-sandbox  allow  allow  allow deny  deny  allow   allow    allow
"""


def _cells() -> list[tuple[str, str, str]]:
    names, *rows = (line.split() for line in SPECIFIED.strip().splitlines())
    return [
        (mode, risk, answer)
        for mode, *answers in rows
        for risk, answer in zip(names, answers, strict=True)
    ]


@pytest.mark.parametrize(("mode", "risk", "answer"), _cells())
def test_cell(mode: str, risk: str, answer: str, tmp_path: Path) -> None:
    assert TABLE[Mode(mode)][Risk(risk)] == answer
    if risk in OF_CLASS:
        explained = explain(OF_CLASS[risk], named(Mode(mode)), workspace=tmp_path)
        assert (explained.decision, explained.risk) == (answer, risk)
        assert explained.rule == f"{mode}/{risk}"


def test_the_table_is_complete() -> None:
    assert len(_cells()) == len(Mode) * len(Risk)


@pytest.mark.parametrize(
    ("action", "risk"),
    [
        (Wait(1), "R0"),
        (Drag(HERE, HERE), "R1"),
        (Scroll(HERE, Direction.UP), "R1"),
        (Type("rm -rf /\n"), "R1"),
        (Press(("ctrl", "c")), "R1"),
        (Press(("ControlLeft", "W")), "R2"),
        (Press(("option", "F4")), "R2"),
        (Press(("ctrl", "shift", "q")), "R2"),
        (Press(("shift", "Delete")), "R2"),
        (Press(("delete",)), "R1"),
        (KeyUp("alt"), "R1"),
        (CallTool("s", "t"), "R3"),
        (CallTool("files", "edit", {"path": "a", "old": "b", "new": "c"}), "S-write"),
        (CallTool("python", "run", {"code": "1"}), "S-other"),
        (Open("file:///etc/passwd"), "R3"),
        (Open("../outside.txt"), "R2"),
    ],
)
def test_class(action: Action, risk: str, tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "outside.txt").touch()
    explained = explain(action, named(Mode.ASK_ON_RISK), workspace=tmp_path / "workspace")
    assert explained.risk == risk


def test_a_file_of_the_workspace_opens_as_ordinary_work(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    assert explain(Open("a.txt"), named(Mode.ASK_ON_RISK), workspace=tmp_path).risk == "R1"
    (tmp_path / "link").symlink_to("/etc/passwd")
    assert explain(Open("link"), named(Mode.ASK_ON_RISK), workspace=tmp_path).risk == "R2"


def test_a_held_key_counts_as_part_of_the_next_chord(tmp_path: Path) -> None:
    gate = PolicyGate(named(Mode.ASK_ON_RISK), frozenset(), NobodyAsker(), workspace=tmp_path)
    seen = frame(1)
    assert gate.review(KeyDown("alt"), seen).verdict.decision is Decision.ALLOW
    assert gate.review(Press(("F4",)), seen).verdict.decision is Decision.DENY
    assert gate.review(KeyUp("alt"), seen).verdict.decision is Decision.ALLOW
    assert gate.review(Press(("F4",)), seen).verdict.decision is Decision.ALLOW


@given(
    st.sampled_from(list(Mode)),
    st.sampled_from(sorted(OF_CLASS)),
    st.frozensets(st.sampled_from(list(Risk))),
)
def test_a_grant_opens_its_class_and_no_other(
    mode: Mode, risk: str, grants: frozenset[Risk]
) -> None:
    explained = explain(OF_CLASS[risk], named(mode), workspace=Path("/nowhere"), grants=grants)
    if risk in grants:
        assert explained.decision == "allow"
    else:
        assert explained.decision == TABLE[mode][Risk(risk)]


@pytest.mark.parametrize("mode", list(Mode))
def test_credentials_are_never_free(mode: Mode, tmp_path: Path) -> None:
    assert TABLE[mode][Risk.R4] != "allow"
    with pytest.raises(GateError):
        PolicyGate(
            named(mode), frozenset({Risk.R4}), NobodyAsker(), workspace=tmp_path, own_sandbox=True
        )


@pytest.mark.parametrize("grants", [("R4",), ("R1", "R4"), ("all",), ("r1",)])
def test_settings_refuse_grants_that_make_no_sense(grants: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        HandsSettings(grants=grants)


@pytest.mark.parametrize("desktop", ["", "sandbox:big", "sandbox:10x10", "localhost", "1", ":x"])
def test_settings_refuse_desktops_that_make_no_sense(desktop: str) -> None:
    with pytest.raises(UsageError):
        HandsSettings(desktop=desktop)


def test_freedom_needs_a_sandbox_of_our_own(tmp_path: Path) -> None:
    with pytest.raises(GateError):
        PolicyGate(named(Mode.AUTONOMOUS), frozenset(), NobodyAsker(), workspace=tmp_path)


def test_nobody_to_ask_is_a_no(tmp_path: Path) -> None:
    gate = PolicyGate(named(Mode.ASK_ON_RISK), frozenset(), NobodyAsker(), workspace=tmp_path)
    verdict = gate.review(Shell("make"), frame(1)).verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.NOBODY)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(GateError, match="not a policy"):
        mode_named("yolo")


def test_explain_prints_what_the_contract_says(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["explain", "--shell", "rm -rf /", "--output-format", "json"]
    assert main([*arguments, "--policy", "ask-always"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert set(written) == {"decision", "class", "rule", "reason"}
    assert (written["decision"], written["class"]) == ("ask", "S-other")


@pytest.mark.parametrize("action", ["{", '{"kind":"explode"}', '{"kind":"click"}', "null"])
def test_explain_refuses_what_is_no_action(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--action", action]) == 2
    assert capsys.readouterr().out == ""
