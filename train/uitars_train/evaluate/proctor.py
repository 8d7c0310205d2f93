"""Who answers the gate's questions while MiniWoB++ pages are played.

Fields for passwords are a question under every policy. The passwords of these pages are made up
and stand in the task itself, so whoever runs the evaluation says yes to exactly these beforehand:
typing what the task spells out, and clicks and keys that type nothing. Everything else is a no.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from uitars_runtime.gate.risk import Risk
from uitars_runtime.protocols import Consent, Question
from uitars_runtime.types import Action, Click, DecidedBy, Decision, Press, Type, Verdict

POLICY: Final = Path(__file__).with_name("miniwob_policy.toml")
_NAMED_KEYS: Final = frozenset({"backspace", "enter", "space", "tab"})


class Proctor:
    """Implements `Asker`."""

    def __init__(self) -> None:
        self.told = ""
        """What the page that is shown asks for."""

    def ask(self, question: Question, /) -> Consent:
        """Yes to the page's own password, no to anything else."""
        if question.risk == Risk.R4 and self._is_of_the_page(question.action):
            said = "The page's password is made up and stands in the task."
            return _consent(question, Decision.ALLOW, said)
        return _consent(question, Decision.DENY, "It is no part of the page's task.")

    def _is_of_the_page(self, action: Action) -> bool:
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
