"""How an ask is said: one of the ways in `wordings`, its slots filled, as somebody types it.

`(a|b|)` is a choice. A capital letter in braces is a slot: {L} and {M} are names of things, {H} of
a column, {G} of a heading, {K} what kind of thing it is, {N} and {D} which one, {C} how many, {V} a
text to type; {W}, {B}, {P}, {A} and {Z} are sections themselves. A way to say it counts only where
all of its slots are there. Not here: what is asked for.
"""

from __future__ import annotations

import random
import re
from importlib.resources import files
from typing import Final, NamedTuple

from msgspec import structs

from uitars_runtime.element import Role
from uitars_train.instructions.records import Do, Past, Tag
from uitars_train.simulator.lexicon import sections
from uitars_train.tasks.phrasing import expand

_FOLDER: Final = files("uitars_train.instructions.by_rule") / "wordings"
WORDINGS: Final = {
    name: lines
    for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)
    for name, lines in sections(file).items()
}
NOUNS: Final = {role: WORDINGS[f"kind {role}"] for role in Role if f"kind {role}" in WORDINGS}
"""What things of a role are called; what is said most stands several times."""
SPECIAL: Final = frozenset("(|){}")
"""What no name may hold that stands in a pattern."""
THINGS: Final = "(thing|item|element|control|one)"
"""What is counted where several kinds are."""
NTH: Final = (
    *("(first|1st)", "(second|2nd)", "(third|3rd)", "(fourth|4th)", "(fifth|5th)"),
    *("(sixth|6th)", "(seventh|7th)", "(eighth|8th)"),
)
COUNTS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
_SMALL: Final = 0.5
"""Share of names, and of sentences, in small letters."""
_QUOTED: Final = 0.12
_WITH_ARTICLE: Final = 0.2
_STOPLESS: Final = 0.5
"""Share of sentences without a full stop."""
_BEFORE_VOWEL: Final = re.compile(r"\b([aA]) ((?:entry|item|icon|option))\b")
_SLOT: Final = re.compile(r"\{(\w)\}")


class Ask(NamedTuple):
    """One ask on a screen, not yet said."""

    section: str
    """Of the wordings."""
    tags: tuple[Tag, ...]
    targets: tuple[int, ...]
    """Among the elements that count; each is as right as the others."""
    names: dict[str, str]
    """Slots that are names of things."""
    turns: dict[str, str]
    """Slots that are patterns."""
    sections: dict[str, str]
    """Slots that are sections."""
    do: Do | None = None
    """The right step where it is no click on the targets."""
    history: tuple[Past, ...] = ()
    serves: str = ""
    """The slot whose words the step is for; empty for the whole sentence."""


def ask_for(
    section: str,
    tag: Tag,
    target: int,
    names: dict[str, str] | None = None,
    turns: dict[str, str] | None = None,
) -> Ask:
    """A click on one thing."""
    return Ask(section, (tag,), (target,), names or {}, turns or {}, {})


class Said(NamedTuple):
    """A sentence, and the words that its slots were filled with."""

    text: str
    slots: dict[str, str]

    def part(self, slot: str) -> str:
        """The words of a slot as they stand in the sentence; empty where it has none."""
        words = self.slots.get(slot, "")
        at = self.text.lower().find(words.lower())
        return self.text[at : at + len(words)] if words and at >= 0 else ""

    def history(self, steps: tuple[Past, ...]) -> tuple[Past, ...]:
        """Steps that serve slots, with the words instead."""
        return tuple(structs.replace(one, serves=self.part(one.serves)) for one in steps)


def said(ask: Ask, role: Role, rng: random.Random) -> Said:
    """The ask as somebody types it; `role`: the target's."""
    text, slots = _worded(ask, role, rng)
    verbatim = slots.get("V") or " "
    if rng.random() >= _SMALL and not text.startswith(verbatim):
        text = text[0].upper() + text[1:]
    stopped = text[-1] in "?." or rng.random() < _STOPLESS
    return Said(text if stopped else f"{text}.", slots)


def _worded(ask: Ask, role: Role, rng: random.Random) -> tuple[str, dict[str, str]]:
    """The words, and those of each slot."""
    slots = {name: called(value, rng) for name, value in ask.names.items()}
    slots |= {name: expand(value, rng) for name, value in ask.turns.items()}
    slots.setdefault("K", rng.choice(NOUNS[role]))
    known = {*slots, *ask.sections}
    for name, section in ask.sections.items():
        slots[name] = _filled(_drawn(section, known, rng), slots)
    return _filled(_drawn(ask.section, known, rng), slots).strip(), slots


def _drawn(section: str, known: set[str], rng: random.Random) -> str:
    """A way to say it, its choices made, that needs no slot which is not there."""
    ways = [way for way in WORDINGS[section] if set(_SLOT.findall(way)) <= known]
    return expand(rng.choice(ways), rng)


def _filled(text: str, slots: dict[str, str]) -> str:
    text = text.replace("{K}s", _several(slots["K"]))
    while _SLOT.search(text) is not None:
        filled = _SLOT.sub(lambda slot: slots.get(slot[1], slot[0]), text)
        if filled == text:
            break
        text = filled.replace("{K}s", _several(slots["K"]))
    return _BEFORE_VOWEL.sub(r"\1n \2", text.replace("the the ", "the "))


def _several(noun: str) -> str:
    """More than one of it."""
    first, *more = noun.split(" to ")
    plural = (
        f"{first[:-1]}ies"
        if first.endswith("ry")
        else f"{first}es"
        if first.endswith("x")
        else f"{first}s"
    )
    return " to ".join((plural, *more))


def called(name: str, rng: random.Random) -> str:
    """A name as people write it in a sentence."""
    if rng.random() < _QUOTED:
        return f'"{name}"'
    written = name.lower() if rng.random() < _SMALL else name
    return f"the {written}" if rng.random() < _WITH_ARTICLE else written
