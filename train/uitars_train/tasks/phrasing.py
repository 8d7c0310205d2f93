"""How a person puts a goal into words: grammars, labels and other names, values, slips, icons.

A small grammar per kind of goal (`wordings/*.txt`): `(a|b|)` is a choice, `{X}` a label, `{V}` a
value, `{R}` a second label. `SEEN` is for training, `HELD_OUT` for validation only: other turns of
phrase, never trained on (verbs may be shared). `FOLLOWING` are the short forms after a part of the
same kind ("tick A and B"). `PLAIN` are the few turns that most people use: among thousands of
others they would hardly ever come up.

A person's words are never all in a grammar: now and then a verb is unknown or a letter slips. A
label is called by another name only where nothing else on the screen goes by it, and an icon by
what it shows or does. Not here: how parts are joined to a task (`composition.py`).
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

import msgspec

from uitars_runtime.backends.embedded.network.embeddings import all_names, spoken
from uitars_train.simulator.lexicon import Words, is_held_out, listing, made_up, sections
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks.goals import Chars, Clause, Goal

FOLDER: Final = files("uitars_train.tasks") / "wordings"
LISTS: Final[Mapping[str, tuple[str, ...]]] = msgspec.toml.decode(
    (FOLDER / "lists.toml").read_bytes(), type=dict[str, tuple[str, ...]]
)
"""Words to choose from by the names of their lists."""
_CHOICE: Final = re.compile(r"\(([^()]*)\)")


def expand(pattern: str, rng: random.Random) -> str:
    """Choose every alternative of a pattern, the inner ones first; blanks before stops go."""
    while True:
        match = _CHOICE.search(pattern)
        if match is None:
            return re.sub(r" +(?=[,.;?]| |$)", "", pattern).lstrip()
        chosen = rng.choice(match.group(1).split("|"))
        pattern = pattern[: match.start()] + chosen + pattern[match.end() :]


def _breadth(pattern: str) -> float:
    """The share of a pattern among those of its kind: the logarithm of the ways to say it."""
    ways = 1
    while (match := _CHOICE.search(pattern)) is not None:
        ways *= 1 + match.group(1).count("|")
        pattern = pattern[: match.start()] + pattern[match.end() :]
    return math.log2(1 + ways)


def _patterns(mark: str) -> dict[str, tuple[str, ...]]:
    """The sections of all files whose name begins with the mark; each stands in one file."""
    return {
        name.removeprefix(mark): lines
        for file in sorted(FOLDER.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
        for name, lines in sections(file).items()
        if name.startswith(mark)
    }


SEEN: Final = _patterns("seen ")
_BREADTHS: Final = {kind: [*map(_breadth, patterns)] for kind, patterns in SEEN.items()}
HELD_OUT: Final = _patterns("held out ")
FOLLOWING: Final = _patterns("following ")
PLAIN: Final = _patterns("plain ")


def _table(file: str, section: str) -> dict[str, tuple[str, ...]]:
    """Lines of a section, `name|name: said|said`, by each of their names."""
    lines = (line.partition(": ") for line in sections(FOLDER / file)[section])
    return {name: tuple(said.split("|")) for names, _, said in lines for name in names.split("|")}


JOINTS: Final = sections(FOLDER / "joints.txt")
"""What stands before, between and behind the parts of a task."""
PURPOSES: Final = _table("purposes.txt", "purposes of buttons")
"""What buttons are for, by what stands on them in small letters."""
VERBS: Final = frozenset(" ".join(JOINTS["verbs"]).split())
"""First words of a wording that is a request (`please`, `could you` may stand before it)."""


# --------------------------------------------------------------------------- manners


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    groups = [tuple(line.split("|")) for line in sections(FOLDER / "synonyms.txt")["synonyms"]]
    return {name: group for group in groups for name in group}


def on_screen(world: World) -> str:
    """All words of a world, a line each, in small letters."""
    widgets = [w for s in world.surfaces for w in (*s.widgets, *s.scrolls)]
    said = {text for w in widgets for text in (w.name, w.text, *w.options)}
    return "\n".join(sorted(text.lower() for text in said))


def names_of(label: str) -> tuple[str, ...]:
    """All names of what a label names, in small letters; none where it has but one."""
    return _groups().get(label.lower(), ())


def other_name(label: str, shown: str, rng: random.Random) -> str:
    """Another name of a label; the label itself where it has none that is free.

    `shown` is what `on_screen` gives. Labels kept from training are never said in training.
    """
    others = [name for name in names_of(label) if name != label.lower()]
    if not others or any(name in shown or is_held_out(name) for name in others):
        return label
    name = rng.choice(others)
    return name[0].upper() + name[1:] if rng.random() < 0.4 else name


_DROPPED: Final = frozenset(("the", "a", "an", "my", "please"))
_UNKNOWN: Final = 0.05
_SLIPPED: Final = 0.05


def slipped(kind: str, text: str, rng: random.Random) -> str:
    """A wording, now and then with an unknown verb or a slip."""
    draw = rng.random()
    words = text.split(" ")
    verb = kind in LISTS["kinds of one thing to do"] and words[0].isalpha() and len(words[0]) > 2
    if draw < _UNKNOWN and verb:
        known = rng.random() < 0.5
        return " ".join((rng.choice(listing("common")) if known else made_up(rng), *words[1:]))
    if _UNKNOWN <= draw < _UNKNOWN + _SLIPPED:
        return " ".join(_slip(words, rng))
    return text


def _slip(words: list[str], rng: random.Random) -> list[str]:
    """One article left out, or one letter lost, doubled or exchanged with its neighbour."""
    dropped = [at for at, word in enumerate(words) if word in _DROPPED]
    if dropped and rng.random() < 0.5:
        at = rng.choice(dropped)
        return [*words[:at], *words[at + 1 :]]
    long = [at for at, word in enumerate(words) if word.isalpha() and len(word) > 4]
    if not long:
        return words
    at = rng.choice(long)
    word, cut = words[at], rng.randrange(1, len(words[at]) - 1)
    slips = (
        word[:cut] + word[cut + 1 :],
        word[:cut] + word[cut] + word[cut:],
        word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :],
    )
    return [*words[:at], rng.choice(slips), *words[at + 1 :]]


PLAINLY: Final = 0.4
"""Share of tasks in training that are told plainly."""
_RENAMED: Final = 0.25
"""Share of labels that go by another name, where they have one."""


Asked = TypeVar("Asked", bound=Goal)


@dataclass(slots=True)
class Manner:
    """How a person speaks: which wordings, which labels."""

    words: Words
    held_wordings: bool = False
    shown: str = ""
    """What stands on the screen (`on_screen`); empty: labels keep their own names."""
    plain: bool = False
    """In short sentences, with the verbs that everybody uses."""

    @property
    def rng(self) -> random.Random:
        return self.words.rng

    def pattern(self, kind: str) -> str:
        held = HELD_OUT.get(kind) if self.held_wordings else None
        if held is not None:
            return expand(self.rng.choice(held), self.rng)
        if self.plain and kind in PLAIN:
            return expand(self.rng.choice(PLAIN[kind]), self.rng)
        # One that can be said in many ways comes up more often.
        text = expand(self.rng.choices(SEEN[kind], _BREADTHS[kind])[0], self.rng)
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
        usable = [q for q in LISTS["quotes"] if q[0] not in text and q[-1] not in text]
        return self.rng.choice(usable).format(text) if usable else text

    def ask(self, goal: Asked, slots: dict[str, str], kind: str = "") -> Asked:
        """The goal with a clause that asks for it, as goals of its kind or of another one do."""
        goal.clause = self.say(kind or goal.kind, slots)
        return goal

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


_SHOWN: Final = 0.25
_PURPOSE: Final = 0.25
_OTHERWISE: Final = 0.2
"""Share of names that are other words for the meaning."""
_OBJECT: Final = 0.3
"""Share of names that also say what the icon works on (`next track`), which no picture shows."""


SHOWS: Final = _table("icons.txt", "shows")
DOES: Final = _table("icons.txt", "does")
OBJECTS: Final = _table("icons.txt", "objects")


def name_icon(icon: str, manner: Manner, row: str = "") -> tuple[str, dict[str, str]]:
    """The kind of wording and its slots for an icon, in the row `row` of a table or list."""
    rng = manner.rng
    draw = 1.0 if manner.held_wordings else rng.random()
    slots = {"R": manner.label(row)} if row else {}
    if draw < _SHOWN and icon in SHOWS:
        shown = manner.quoted(rng.choice(SHOWS[icon]), 0.1)
        return "rowpicture" if row else "picture", {"X": shown, **slots}
    if draw > 1 - _PURPOSE and draw < 1 and icon in DOES and not row:
        return "purpose", {"X": rng.choice(DOES[icon])}
    name = spoken(icon)
    if icon in all_names() and not manner.held_wordings and rng.random() < _OTHERWISE:
        name = rng.choice(all_names()[icon])
    elif icon in OBJECTS and not manner.held_wordings and rng.random() < _OBJECT:
        name = f"{name} {rng.choice(OBJECTS[icon])}"
    return "rowicon" if row else "icon", {"X": manner.label(name), **slots}
