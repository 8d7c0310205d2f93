"""The four policies as a table, rules of a person's own, and the one function that applies them.

`explain` is what `uitars policy explain` prints and what the gate obeys. Reading policy files is
the business of policy_file.py.
"""

from __future__ import annotations

import enum
import hashlib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from uitars_runtime.consent import Reach
from uitars_runtime.errors import GateError
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.rules import classify
from uitars_runtime.risk import Risk
from uitars_runtime.types import Action, Open, Shell


class Mode(enum.StrEnum):
    """A policy that comes with the product."""

    ASK_ALWAYS = "ask-always"
    ASK_ON_RISK = "ask-on-risk"
    ALLOW_LIST = "allow-list"
    AUTONOMOUS = "autonomous-in-sandbox"


Answer = Literal["allow", "ask", "deny"]

_STRICTER: tuple[Answer, ...] = ("allow", "ask", "deny")
"""Each answer is stricter than the one before it."""

_CELLS: dict[Mode, tuple[Answer, ...]] = {
    #                 R0       R1       R2       R3      R4      S-read   S-write  S-other
    Mode.ASK_ALWAYS: ("allow", "ask", "ask", "ask", "ask", "ask", "ask", "ask"),
    Mode.ASK_ON_RISK: ("allow", "allow", "ask", "ask", "ask", "allow", "ask", "ask"),
    # Everything here needs a grant; what nobody listed is denied without a question.
    Mode.ALLOW_LIST: ("allow", "deny", "deny", "deny", "deny", "deny", "deny", "deny"),
    # No address is listed, so R3 stays closed. Commands run in a jail without a network.
    Mode.AUTONOMOUS: ("allow", "allow", "allow", "deny", "deny", "allow", "allow", "allow"),
}

TABLE: dict[Mode, dict[Risk, Answer]] = {
    mode: dict(zip(Risk, cells, strict=True)) for mode, cells in _CELLS.items()
}
"""What each policy says about each class before grants."""

_SAYS: dict[Answer, str] = {
    "allow": "allows it",
    "ask": "asks a person first",
    "deny": "does not allow it",
}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer for some classes in some windows; the first rule that matches decides."""

    classes: Annotated[tuple[Risk, ...], msgspec.Meta(min_length=1)]
    answer: Answer
    application: str = "*"
    """Pattern of the window's class or of its program's path, `*` and `?` as in file names; what
    has no window matches only `*`."""
    window: str = "*"
    """Pattern of the window's title."""

    @property
    def mark(self) -> str:
        """Short, and another one for a rule that says something else."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:8]

    def matches(self, risk: Risk, facts: Facts) -> bool:
        """Whether the rule speaks of a class in the windows that the facts are about: in all of
        them to allow something, else in any."""
        of_all = all if self.answer == "allow" else any
        return risk in self.classes and of_all(self._speaks_of(one) for one in facts.every)

    def _speaks_of(self, facts: Facts) -> bool:
        programs = (facts.application.casefold(), facts.program.casefold())
        pattern = self.application.casefold()
        return any(fnmatchcase(program, pattern) for program in programs) and fnmatchcase(
            facts.window.casefold(), self.window.casefold()
        )


class Policy(msgspec.Struct, frozen=True):
    """What one run is held to; it cannot change while the run goes on."""

    name: str
    """As it stands in the record: a mode, or `file:sha256:` and the hash of the file."""
    mode: Mode | None
    """Answers where no rule matches; None, in a ceiling only, to leave that to the policy below."""
    rules: tuple[Rule, ...] = ()
    reach: Reach = Reach.APP
    """How far a person's yes may reach at most."""
    days: int = 30
    """After how many days a yes that reaches beyond the run expires."""
    network: bool = True
    """Whether programs of a private desktop may have one, if their wall leaves it to them."""
    ceiling: Policy | None = None
    """The policy of whoever manages this machine: the stricter answer of the two counts."""

    @property
    def title(self) -> str:
        """What a sentence about the policy begins with."""
        return "The policy file" if self.name.startswith("file:") else f"The policy {self.name}"

    def answer(self, risk: Risk, facts: Facts) -> tuple[Answer, str, str]:
        """What this policy alone says, by which rule, and the mark of that one in a file."""
        for number, rule in enumerate(self.rules, start=1):
            if rule.matches(risk, facts):
                return rule.answer, f"rule-{number}/{risk}", rule.mark
        if self.mode is None:
            return "allow", f"no-rule/{risk}", ""
        return TABLE[self.mode][risk], f"{self.mode}/{risk}", ""


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True, rename={"risk": "class"}):
    """What would happen to an action, by which rule and why."""

    decision: Answer
    risk: Risk
    rule: str
    reason: str
    mark: str = ""
    """Of a rule of a file: what tells it from one that gets its number later."""

    @property
    def kept_as(self) -> str:
        """What a yes to it is remembered by."""
        return f"{self.rule} {self.mark}".rstrip()


def mode_named(name: str) -> Mode:
    """The policy of that name. Raises `GateError`."""
    try:
        return Mode(name)
    except ValueError:
        known = ", ".join(Mode)
        raise GateError(f"{name!r} is not a policy.", f"The policies are {known}.") from None


def explain(
    action: Action,
    policy: Policy,
    *,
    workspace: Path,
    facts: Facts = NO_FACTS,
    grants: frozenset[Risk] = frozenset(),
    walled: bool = True,
) -> Explanation:
    """Decide about an action on what the hands know about its target. Asks nobody.

    `walled`: whether a wall is around what it runs; without one every command is a
    question. What the model claims counts only where the answer gets stricter by it: a graver class
    may have been granted, or be free in a policy file.
    """
    found = msgspec.structs.replace(facts, claimed="")
    explained = _explain(action, policy, workspace, found, grants, walled=walled)
    if not facts.claimed:
        return explained
    raised = _explain(action, policy, workspace, facts, grants, walled=walled)
    return max(explained, raised, key=lambda one: _STRICTER.index(one.decision))


def _explain(
    action: Action,
    policy: Policy,
    workspace: Path,
    facts: Facts,
    grants: frozenset[Risk],
    *,
    walled: bool,
) -> Explanation:
    risk, reason = classify(action, workspace, facts)
    if any(one.own for one in facts.every):
        said = "It is a window of the agent itself, which only a person may use."
        return Explanation("deny", risk, "own-window", said)
    decision, rule, mark = policy.answer(risk, facts)
    said = f"{policy.title} {_SAYS[decision]}."
    if risk in grants and risk is not Risk.R4:
        decision, rule, mark = "allow", f"grant/{risk}", ""
        said = f"The user granted {risk}."
    runs = isinstance(action, Shell) or (isinstance(action, Open) and risk is Risk.S_OTHER)
    if runs and not walled and decision == "allow":
        said = "No jail that is strong enough can be built here, so a person is asked first."
        if isinstance(action, Open):
            said = "No wall is around what it would run, so a person is asked first."
        decision, rule, mark = "ask", f"no-jail/{risk}", ""
    if policy.ceiling is not None:
        above, above_rule, above_mark = policy.ceiling.answer(risk, facts)
        if _STRICTER.index(above) > _STRICTER.index(decision):
            decision, rule, mark = above, f"managed/{above_rule}", above_mark
            said = f"The policy of this machine {_SAYS[above]}."
    return Explanation(decision, risk, rule, f"{reason} {said}", mark)
