"""How a person puts a goal into words: labels, values, quotes, and where they stand.

Not here: how parts are joined to a task (`joining.py`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from uitars_train.policy import wordings
from uitars_train.policy.goals import Chars, Clause
from uitars_train.policy.lexicon import Words
from uitars_train.policy.slips import slipped
from uitars_train.policy.synonyms import other_name
from uitars_train.policy.world import Widget

PLAINLY: Final = 0.4
"""Share of tasks in training that are told plainly."""
_RENAMED: Final = 0.25
"""Share of labels that go by another name, where they have one."""
QUOTES = ("'{}'", '"{}"', '"{}"', "“{}”", "‘{}’")


@dataclass(slots=True)
class Manner:
    """How a person speaks: which wordings, which labels."""

    rng: random.Random
    words: Words
    held_wordings: bool = False
    shown: str = ""
    """What stands on the screen (`synonyms.on_screen`); empty: labels keep their own names."""
    plain: bool = False
    """In short sentences, with the verbs that everybody uses."""

    def pattern(self, kind: str) -> str:
        held = wordings.HELD_OUT.get(kind) if self.held_wordings else None
        if held is not None:
            return wordings.expand(self.rng.choice(held), self.rng)
        if self.plain and kind in wordings.PLAIN:
            return wordings.expand(self.rng.choice(wordings.PLAIN[kind]), self.rng)
        text = wordings.seen_pattern(kind, self.rng)
        return text if self.held_wordings else slipped(kind, text, self.rng)

    def label(self, text: str) -> str:
        """A label as people say it: without its dots and colons, sometimes in small letters."""
        rng = self.rng
        said = text.rstrip(":* ")
        if said.endswith("...") and rng.random() < 0.7:
            said = said[:-3]
        if self.shown and rng.random() < _RENAMED:
            said = other_name(said, self.shown, rng)
        if rng.random() < (0.25 if self.plain else 0.12):
            said = said.lower()
        return self.quoted(said, 0.12 if self.plain else 0.38)

    def value(self, text: str) -> str:
        """A value, word for word; quoted where it could be mistaken."""
        simple = text.replace("@", "").replace(".", "").replace("-", "").isalnum()
        mistakable = any(mark in text for mark in (",", ";", ":", " and ", " then "))
        chance = 0.15 if simple and self.plain else 0.4 if simple else 0.7
        return self.quoted(text, 1.0 if mistakable else chance)

    def quoted(self, text: str, chance: float) -> str:
        if self.rng.random() >= chance:
            return text
        usable = [quote for quote in QUOTES if quote[0] not in text and quote[-1] not in text]
        return self.rng.choice(usable).format(text) if usable else text

    def say(self, kind: str, slots: dict[str, str], pattern: str = "") -> Clause:
        """A clause with the places of its slots, quotes left out of the places."""
        text = pattern or self.pattern(kind)
        spans: dict[str, Chars] = {}
        for _ in slots:
            found = [(text.find("{" + name + "}"), name) for name in slots if name not in spans]
            at, name = min((pair for pair in found if pair[0] >= 0), default=(-1, ""))
            if at < 0:
                break
            said = slots[name]
            text = text[:at] + said + text[at + len(name) + 2 :]
            bare = len(said) > 1 and said[0] in "'\"“‘"
            spans[name] = (at + 1, at + len(said) - 1) if bare else (at, at + len(said))
        return Clause(text, spans)


def called(widget: Widget) -> str:
    """The name a person would use."""
    return widget.name or widget.text or widget.icon.replace("_", " ")
