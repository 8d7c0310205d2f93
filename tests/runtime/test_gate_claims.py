"""What a model says of the risk of its own action may raise the class, and never lower it."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.dialect_values import actions
from helpers.fakes import ALLOWED, FakeHands, ListJournal, ListMemory, frame
from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.dialects.qwen import qwen3_vl
from uitars_runtime.errors import DialectError
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode, Policy, Rule, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.rules import classify
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.risk import Risk
from uitars_runtime.types import (
    Action,
    Claim,
    Click,
    Decision,
    Finish,
    Performed,
    Point,
    Proposal,
    Size,
    Task,
)

SIZE = Size(1000, 1000)
CLAIMS: tuple[Claim, ...] = get_args(Claim)
STRICTER = ("allow", "ask", "deny")
GRAVER = [
    *(Risk.R0, Risk.R1, Risk.S_READ, Risk.S_WRITE),
    *(Risk.R2, Risk.S_OTHER, Risk.R3, Risk.R4),
]
facts = st.builds(
    Facts,
    window=st.sampled_from(["", "Editor", "Delete files?"]),
    role=st.sampled_from(["", "push button", "password text"]),
    name=st.sampled_from(["", "OK", "Delete", "Send", "Cancel"]),
    text=st.sampled_from(["", "Buy now", "Next"]),
)


def claiming(known: Facts, claimed: Claim) -> Facts:
    return Facts(known.window, role=known.role, name=known.name, text=known.text, claimed=claimed)


@given(action=actions, known=facts, claimed=st.sampled_from(CLAIMS))
def test_a_claim_never_lowers_the_class(action: Action, known: Facts, claimed: Claim) -> None:
    place = Path("/workspace")
    without, _ = classify(action, place, known)
    found, _ = classify(action, place, claiming(known, claimed))
    assert GRAVER.index(found) >= GRAVER.index(without)
    if claimed:
        assert GRAVER.index(found) >= GRAVER.index(Risk(claimed))
    assert found in (without, claimed)


rules = st.lists(
    st.builds(
        Rule,
        classes=st.sampled_from([(Risk.R1,), (Risk.R2,), (Risk.R3,), (Risk.R2, Risk.S_OTHER)]),
        answer=st.sampled_from(["allow", "ask", "deny"]),
    ),
    max_size=2,
)


@given(
    action=actions,
    known=facts,
    claimed=st.sampled_from(CLAIMS),
    mode=st.sampled_from(Mode),
    written=rules,
    grants=st.frozensets(st.sampled_from([risk for risk in Risk if risk is not Risk.R4])),
)
def test_a_claim_never_frees_an_action(
    action: Action,
    known: Facts,
    claimed: Claim,
    mode: Mode,
    written: list[Rule],
    grants: frozenset[Risk],
) -> None:
    """Also where the graver class is granted, or free in a policy file."""
    place, policy = Path("/workspace"), Policy("test", mode, tuple(written))
    without = explain(action, policy, workspace=place, facts=known, grants=grants)
    found = explain(action, policy, workspace=place, facts=claiming(known, claimed), grants=grants)
    assert STRICTER.index(found.decision) >= STRICTER.index(without.decision)
    if found.decision == without.decision:
        assert found == without


def test_the_gate_asks_about_what_the_model_itself_calls_grave(tmp_path: Path) -> None:
    gate = PolicyGate(named(Mode.ASK_ON_RISK), frozenset(), NobodyAsker(), workspace=tmp_path)
    click = Click(Point(1, 1))
    assert gate.review(click, frame(1)).verdict.decision is Decision.ALLOW
    assert gate.review(click, frame(1), "R0").verdict.decision is Decision.ALLOW
    refused = gate.review(click, frame(1), "R3").verdict
    assert refused.decision is Decision.DENY
    assert refused.rule == "ask-on-risk/R3"


def call(arguments: str) -> str:
    return f'<tool_call>\n{{"name": "computer_use", "arguments": {arguments}}}\n</tool_call>'


@pytest.mark.parametrize(
    ("replied", "claimed"),
    [
        ('{"action": "left_click", "coordinate": [5, 5]}', ""),
        ('{"action": "left_click", "coordinate": [5, 5], "risk": "R3"}', "R3"),
        ('{"action": "wait", "time": 1, "risk": "R0"}', "R0"),
    ],
)
def test_a_call_says_its_risk(replied: str, claimed: str) -> None:
    reply = qwen3_vl().parse(call(replied), SIZE)
    assert reply.claimed == claimed


def test_the_gravest_claim_of_a_reply_counts_for_all_of_it() -> None:
    first = call('{"action": "left_click", "coordinate": [5, 5], "risk": "R4"}')
    second = call('{"action": "left_click", "coordinate": [9, 9], "risk": "R1"}')
    assert qwen3_vl().parse(first + second, SIZE).claimed == "R4"


@pytest.mark.parametrize("said", ['"low"', "3", '"S-read"', "null", "[]"])
def test_what_is_no_class_is_refused(said: str) -> None:
    with pytest.raises(DialectError, match="risk"):
        qwen3_vl().parse(call(f'{{"action": "wait", "time": 1, "risk": {said}}}'), SIZE)


def test_the_claim_reaches_the_hands_and_the_record() -> None:
    class Model:
        name = dialect = "test"

        def __init__(self) -> None:
            self.turns = [Proposal("", Click(Point(1, 1)), "", claimed="R2")]

        def propose(
            self, task: Task, recalled: object, past: tuple[PastStep], seen: Frame, stop: Stop
        ) -> Proposal:
            return self.turns.pop() if self.turns else Proposal("", Finish(), "")

        def close(self) -> None:
            """Nothing to close."""

    class Hands(FakeHands):
        heard: tuple[Claim, ...] = ()

        def perform(self, action: Action, seen: Frame, claimed: Claim = "") -> Performed:
            self.heard = (*self.heard, claimed)
            return super().perform(action, seen, claimed)

    hands = Hands(verdict=ALLOWED)
    steps = list(
        loop.run(
            Task("test"),
            Model(),
            hands,
            ListMemory(),
            ListJournal(),
            window=Window(),
            limits=Limits(),
            control=Control(),
            answer=lambda _question: None,
        )
    )
    assert hands.heard == ("R2",)
    assert steps[0].proposal.claimed == "R2"
