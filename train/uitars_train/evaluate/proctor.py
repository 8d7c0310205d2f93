"""Who answers the gate's questions while tasks are played in a sandbox.

Fields for passwords and windows of programs that keep keys are a question under every policy. What
an evaluation holds of these is made up and stands in its task, so whoever runs it says yes to
exactly this beforehand: typing what the task spells out, and clicks and keys that type nothing.
Everything else is a no.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from uitars_runtime.consent import Consent, Question
from uitars_runtime.risk import Risk
from uitars_runtime.types import Action, Click, DecidedBy, Decision, Press, Type, Verdict

POLICY: Final = str(Path(__file__).with_name("policy.toml"))
_NAMED_KEYS: Final = frozenset(
    {"backspace", "delete", "down", "end", "enter", "esc", "home", "space", "tab", "up"}
)


class Proctor:
    """Implements `Asker`."""

    def __init__(self, told: str = "") -> None:
        self.told = told
        """The task that is played."""

    def ask(self, question: Question, /) -> Consent:
        """Yes to what the task spells out, no to anything else."""
        if question.risk == Risk.R4 and self._is_of_the_task(question.action):
            said = "What it opens is made up and stands in the task."
            return _consent(question, Decision.ALLOW, said)
        return _consent(question, Decision.DENY, "It is no part of the task.")

    def _is_of_the_task(self, action: Action) -> bool:
        match action:
            case Type(text=text):
                return text.strip() in self.told
            case Press(keys=keys):
                return set(keys) <= _NAMED_KEYS
            case Click():
                return True
            case _:
                return False


def _consent(question: Question, decision: Decision, said: str) -> Consent:
    return Consent(Verdict(decision, DecidedBy.USER, question.rule, said))
