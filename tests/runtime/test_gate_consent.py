"""What a person's answer does: a correction is reviewed again, a yes reaches as far as it says."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from helpers.fakes import frame
from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.picture import picture_of
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import load_policy, named
from uitars_runtime.gate.remembered import Decisions
from uitars_runtime.risk import Risk
from uitars_runtime.types import (
    Action,
    CallTool,
    Click,
    Correction,
    DecidedBy,
    Decision,
    KeyDown,
    Open,
    Point,
    Press,
    Shell,
    Type,
    Verdict,
    Wait,
)

YES = Verdict(Decision.ALLOW, DecidedBy.USER, "", "The user allowed it.")
NO = Verdict(Decision.DENY, DecidedBy.USER, "", "The user denied it.")
CLICK = Click(Point(100, 60))


class Person:
    """Gives these answers, one a question."""

    def __init__(self, *answers: Consent) -> None:
        self._answers = list(answers)
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Consent:
        self.asked.append(question)
        return self._answers.pop(0)


class Editor:
    """An editor's window wherever one looks."""

    def __init__(self, application: str = "Mousepad") -> None:
        self.application = application

    def facts(self, _action: Action) -> Facts:
        return Facts("untitled", self.application, "/usr/bin/mousepad", pid=7)

    def controls(self, _facts: Facts) -> tuple[Control, ...]:
        return ()


def gate(person: Person, tmp_path: Path, mode: Mode = Mode.ASK_ALWAYS) -> PolicyGate:
    return PolicyGate(
        named(mode),
        frozenset(),
        person,
        workspace=tmp_path,
        surroundings=Editor(),
        decisions=Decisions(file=tmp_path / "decisions.json"),
    )


def test_a_program_whose_windows_name_none_is_told_by_its_path(tmp_path: Path) -> None:
    person = Person(Consent(YES))
    unnamed = PolicyGate(
        named(Mode.ASK_ALWAYS), frozenset(), person, workspace=tmp_path, surroundings=Editor("")
    )
    unnamed.review(CLICK, frame(3))
    assert person.asked[0].application == "/usr/bin/mousepad, process 7"


def test_a_question_carries_the_hands_facts(tmp_path: Path) -> None:
    person = Person(Consent(YES))
    seen = frame(3)
    gate(person, tmp_path).review(CLICK, seen)
    asked = person.asked[0]
    assert (asked.action, asked.window) == (CLICK, "untitled")
    assert asked.application == "Mousepad (/usr/bin/mousepad, process 7)"
    assert asked.reaches == tuple(Reach)
    assert asked.reason
    shown = cv2.imdecode(np.frombuffer(asked.crop, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert asked.target is not None
    assert (shown[asked.target.y, asked.target.x] == seen.pixels[60, 100]).all()


@pytest.mark.parametrize("at", [Point(0, 0), Point(159, 99), Point(80, 50)])
def test_the_target_is_in_the_picture(at: Point) -> None:
    seen = frame(4)
    png, target = picture_of(Click(at), seen)
    shown = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert target is not None
    assert (shown[target.y, target.x] == seen.pixels[at.y, at.x]).all()
    assert picture_of(Click(Point(200, 0)), seen) == (b"", None)
    assert picture_of(Type("a"), seen) == (b"", None)


def test_a_correction_is_done_instead(tmp_path: Path) -> None:
    correction = Correction(Wait(1), "wait first")
    reviewed = gate(Person(Consent(YES, correction=correction)), tmp_path).review(CLICK, frame(1))
    assert reviewed.verdict.decision is Decision.ALLOW
    assert (reviewed.action, reviewed.correction) == (Wait(1), correction)


def test_a_correction_that_needs_a_question_is_asked_again(tmp_path: Path) -> None:
    correction = Correction(Shell("make"))
    for second, done in ((YES, True), (NO, False)):
        person = Person(Consent(YES, correction=correction), Consent(second, words="why"))
        reviewed = gate(person, tmp_path).review(CLICK, frame(1))
        assert [asked.action for asked in person.asked] == [CLICK, Shell("make")]
        assert (reviewed.verdict.decision is Decision.ALLOW) is done
        assert reviewed.correction == (correction if done else None)
        assert reviewed.words == "why"


def test_a_correction_cannot_do_what_the_policy_denies(tmp_path: Path) -> None:
    person = Person(Consent(YES, correction=Correction(Press(("alt", "F4")))))
    allowing = PolicyGate(
        named(Mode.ALLOW_LIST),
        frozenset({Risk.R1}),
        person,
        workspace=tmp_path,
        surroundings=Editor(),
    )
    assert allowing.review(Press(("alt", "F4")), frame(1)).verdict.decision is Decision.DENY
    assert person.asked == []


def test_a_no_with_a_correction_is_a_no(tmp_path: Path) -> None:
    person = Person(Consent(NO, correction=Correction(Wait(1))))
    reviewed = gate(person, tmp_path).review(CLICK, frame(1))
    assert (reviewed.verdict, reviewed.correction) == (NO, None)


def test_a_key_that_a_person_put_in_is_known_to_be_held(tmp_path: Path) -> None:
    person = Person(Consent(YES, correction=Correction(KeyDown("alt"))), Consent(YES), Consent(NO))
    asking = gate(person, tmp_path)
    asking.review(CLICK, frame(1))
    asking.review(Press(("F4",)), frame(1))
    assert person.asked[2].risk == "R2"


@pytest.mark.parametrize("reach", [Reach.RUN, Reach.APP])
def test_a_yes_for_more_is_asked_once_in_that_program(reach: Reach, tmp_path: Path) -> None:
    person = Person(Consent(YES, reach), Consent(NO))
    asking = gate(person, tmp_path)
    for _ in range(3):
        assert asking.review(CLICK, frame(1)).verdict.decision is Decision.ALLOW
    assert len(person.asked) == 1
    assert asking.review(Press(("alt", "F4")), frame(1)).verdict.decision is Decision.DENY


@pytest.mark.parametrize(
    "other",
    [CallTool("bank", "transfer", {}), Open("https://example.org"), Press(("ctrl", "enter"))],
)
def test_a_yes_to_a_tool_is_no_yes_to_what_else_has_no_program(
    other: Action, tmp_path: Path
) -> None:
    person = Person(Consent(YES, Reach.APP), Consent(NO))
    asking = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        person,
        workspace=tmp_path,
        decisions=Decisions(file=tmp_path / "decisions.json"),
    )
    asking.review(CallTool("weather", "today", {}), frame(1))
    assert person.asked[0].reaches == (Reach.ONCE,)
    assert asking.review(other, frame(1)).verdict.decision is Decision.DENY


def test_a_yes_to_a_change_of_files_ends_with_the_run(tmp_path: Path) -> None:
    person = Person(Consent(YES, Reach.RUN))
    asking = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        person,
        workspace=tmp_path,
        decisions=Decisions(file=tmp_path / "decisions.json"),
    )
    for _ in range(2):
        assert asking.review(Shell("touch x"), frame(1)).verdict.decision is Decision.ALLOW
    assert [one.reaches for one in person.asked] == [(Reach.ONCE, Reach.RUN)]


@pytest.mark.parametrize(("reach", "asked"), [(Reach.ONCE, 1), (Reach.RUN, 1), (Reach.APP, 0)])
def test_an_earlier_yes_reaches_no_further_than_the_policy_lets_it(
    reach: Reach, asked: int, tmp_path: Path
) -> None:
    gate(Person(Consent(YES, Reach.APP)), tmp_path).review(CLICK, frame(1))
    person = Person(Consent(NO))
    stricter = PolicyGate(
        msgspec.structs.replace(named(Mode.ASK_ALWAYS), reach=reach),
        frozenset(),
        person,
        workspace=tmp_path,
        surroundings=Editor(),
        decisions=Decisions(file=tmp_path / "decisions.json"),
    )
    stricter.review(CLICK, frame(1))
    assert len(person.asked) == asked


@pytest.mark.parametrize(("window", "asked"), [("*unti*", 0), ("*", 1)])
def test_a_yes_to_a_rule_of_a_file_is_none_to_another_that_has_its_number(
    window: str, asked: int, tmp_path: Path
) -> None:
    def review(person: Person, pattern: str) -> None:
        file = tmp_path / "policy.toml"
        file.write_text(
            f'version = 1\n[[rules]]\nclasses = ["R1"]\nanswer = "ask"\nwindow = "{pattern}"\n'
        )
        PolicyGate(
            load_policy(str(file), tmp_path / "none.toml"),
            frozenset(),
            person,
            workspace=tmp_path,
            surroundings=Editor(),
            decisions=Decisions(file=tmp_path / "decisions.json"),
        ).review(CLICK, frame(1))

    review(Person(Consent(YES, Reach.APP)), "*unti*")
    again = Person(Consent(NO))
    review(again, window)
    assert len(again.asked) == asked


def test_a_yes_for_more_is_never_taken_for_commands(tmp_path: Path) -> None:
    person = Person(Consent(YES, Reach.APP), Consent(NO))
    asking = gate(person, tmp_path)
    asking.review(Shell("make"), frame(1))
    assert person.asked[0].reaches == (Reach.ONCE,)
    assert asking.review(Shell("make"), frame(1)).verdict.decision is Decision.DENY
