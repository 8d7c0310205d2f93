"""What a person answers to a question about a secret: the run goes on with it, its record does not
hold it.

A password that somebody types as an answer has no form and no word before it. So the record says
only that there was an answer, also in the prompts that tell it to the model, and the same where its
text stands again, as in what is typed with it.

Not here: secrets that are recognised where they stand (`words.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from uitars_runtime.privacy.words import is_about_a_secret, replaced
from uitars_runtime.types import ANSWER, AskUser, Step

_NOTE: Final = "[hidden: answer]"
_SHORTEST: Final = 4
"""Characters from which an answer is looked for elsewhere: "no" stands in many texts."""

_Value = TypeVar("_Value")


class SecretAnswers:
    """Those of one run."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        """Each as it was given, however short."""
        self._texts: set[str] = set()

    def without(self, step: Step) -> Step:
        """A step as it may be recorded; an answer that it holds is known from now on."""
        match step.action:
            case AskUser(question=question) if step.outcome.ok and is_about_a_secret(question):
                text = step.outcome.text.removeprefix(ANSWER).strip()
                self._given.add(f"{ANSWER}{text}")
                if len(text) >= _SHORTEST:
                    self._texts.add(text)
                outcome = msgspec.structs.replace(step.outcome, text=f"{ANSWER}{_NOTE}")
                step = msgspec.structs.replace(step, outcome=outcome)
            case _:
                pass
        return self.hidden(step)

    def hidden(self, value: _Value) -> _Value:
        """A value with a note wherever a known answer stands; itself where none does, and where it
        is a word of the record's own, such as `click`."""
        if not self._given:
            return value
        for one in _long_first(self._given):
            value = replaced(value, _noting(one, f"{ANSWER}{_NOTE}"))
        for one in _long_first(self._texts):
            with suppress(msgspec.ValidationError):  # of the others nothing may be seen for it
                value = replaced(value, _noting(one, _NOTE))
        return value


def _long_first(known: set[str]) -> list[str]:
    """One may be a part of another."""
    return sorted(known, key=len, reverse=True)


def _noting(known: str, note: str) -> Callable[[str], str]:
    return lambda text: text.replace(known, note)
