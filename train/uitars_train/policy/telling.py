"""How a person puts goals into words: labels, values, quotes, and clauses joined to a task."""

from __future__ import annotations

import random
from dataclasses import dataclass

from uitars_train.policy import wordings
from uitars_train.policy.goals import (
    Chars,
    Choose,
    Clause,
    Fill,
    Goal,
    Press,
    Turn,
)
from uitars_train.policy.lexicon import Words
from uitars_train.policy.slips import slipped
from uitars_train.policy.world import Widget

LOGIN_JOINS = (" and ", " with ", " and the ", ", ", " with the ", " and then ")
QUOTES = ("'{}'", '"{}"', '"{}"', "“{}”", "‘{}’")


@dataclass(slots=True)
class Manner:
    """How a person speaks: which wordings, which labels."""

    rng: random.Random
    words: Words
    held_wordings: bool = False

    def pattern(self, kind: str) -> str:
        held = wordings.HELD_OUT.get(kind) if self.held_wordings else None
        text = wordings.expand(self.rng.choice(held or wordings.SEEN[kind]), self.rng)
        return text if self.held_wordings else slipped(kind, text, self.rng)

    def label(self, text: str) -> str:
        """A label as people say it: without its dots and colons, sometimes in small letters."""
        rng = self.rng
        said = text.rstrip(":* ")
        if said.endswith("...") and rng.random() < 0.7:
            said = said[:-3]
        if rng.random() < 0.12:
            said = said.lower()
        return self.quoted(said, 0.38)

    def value(self, text: str) -> str:
        """A value, word for word; quoted where it could be mistaken."""
        plain = text.replace("@", "").replace(".", "").replace("-", "").isalnum()
        return self.quoted(text, 0.4 if plain else 0.7)

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


def put_together(goals: list[Goal], manner: Manner, title: str) -> str:
    """The whole task; every goal's clause learns where it begins."""
    rng = manner.rng
    openings = wordings.HELD_OPENINGS if manner.held_wordings else wordings.OPENINGS
    joins = wordings.HELD_JOINS if manner.held_wordings else wordings.JOINS
    text = rng.choice(openings)
    if "{T}" in text:
        text = text.replace("{T}", manner.quoted(title, 0.4)) if title else ""
    usual = rng.choice(joins)
    numbered = len(goals) > 1 and rng.random() < 0.05
    for index, goal in enumerate(goals):
        if numbered:
            text += f"{'' if index == 0 else rng.choice((' ', chr(10)))}{index + 1}. "
        elif index and _follows(goals, index, manner):
            text += rng.choice(wordings.FOLLOW_JOINS)
        elif index and goal.kind == goals[index - 1].kind == "login":
            text += rng.choice(LOGIN_JOINS)
        elif index:
            text += usual if rng.random() < 0.7 else rng.choice(joins)
        clause = goal.clause
        if (not text or text.endswith((". ", "\n"))) and rng.random() < 0.7 and clause.text:
            clause.text = clause.text[0].upper() + clause.text[1:]
        clause.start = len(text)
        text += clause.text
    return text + rng.choice(wordings.CLOSINGS)


def _follows(goals: list[Goal], index: int, manner: Manner) -> bool:
    """Shorten a clause that repeats the kind of the one before it ("tick A and B")."""
    goal, before = goals[index], goals[index - 1]
    patterns = wordings.FOLLOWING.get(goal.kind)
    if patterns is None or before.kind != goal.kind or manner.rng.random() > 0.45:
        return False
    if isinstance(goal, Turn):
        target: Widget = goal.target
        slots = {"X": manner.label(called(target))}
    elif isinstance(goal, Press):
        slots = {"X": manner.label(called(goal.target))}
    elif isinstance(goal, Fill):
        slots = {"X": manner.label(called(goal.target)), "V": manner.value(goal.value)}
    elif isinstance(goal, Choose):
        slots = {"X": manner.label(called(goal.owner)), "V": manner.label(goal.value)}
    else:
        return False
    goal.clause = manner.say(
        goal.kind, slots, wordings.expand(manner.rng.choice(patterns), manner.rng)
    )
    return True
