"""A thought of the embedded model as a value, so that a face can word it in a person's language.

backends/embedded/network/codec.py writes thoughts, a test holds that all of them are read. Not
here: what a step comes from, which nobody has to read out of prose (grounding.py).
"""

from __future__ import annotations

import re
from typing import Final, Literal, cast

import msgspec

Doing = Literal[
    "click", "double-click", "right-click", "drag", "mark", "scroll", "type", "press", "open",
    "look", "leave", "wait", "load", "finished", "impossible", "give up", "ask",
    "doubt",
]  # fmt: skip


class Thing(msgspec.Struct, frozen=True):
    """Something on the screen, as the thought names it."""

    kind: str
    """Such as `button` or `menu item`."""
    name: str


class Intent(msgspec.Struct, frozen=True):
    """One step's meaning."""

    doing: Doing
    part: str = ""
    """The words of the task that the step serves; empty where it says none."""
    thing: Thing | None = None
    onto: Thing | None = None
    """Where something is dragged."""
    words: str = ""
    """What is typed, pressed or opened, where one scrolls, or what was done before the end."""


PLACE: Final = re.compile(r" \(words \d+ to \d+ of the task\)")
"""Where the part stands in the task, in thoughts of older records; of no use to a person."""
_PLACED: Final = re.compile(rf"“(?P<part>[^“”]*)”(?:{PLACE.pattern})?: (?P<doing>.*)", re.DOTALL)
_BESIDE: Final = "(?: right of| below| at the end of)?"
_STATES: Final = r"(?:(?:disabled|ticked|selected|focused|empty) )*"
_THING: Final = rf"the {_STATES}(?P<kind>[a-z ]+) “(?P<name>[^“”]*)”"
_ONTO: Final = rf"the {_STATES}(?P<kind2>[a-z ]+) “(?P<name2>[^“”]*)”"
_DOINGS: Final = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        rf"(?P<doing>click|double-click|right-click){_BESIDE} {_THING}\.",
        rf"(?P<doing>mark) {_THING}\.",
        rf"it may stand in a menu: (?P<doing>look) into {_THING}\.",
        rf"(?P<doing>drag) {_THING} onto {_ONTO}\.",
        rf"(?P<doing>scroll) (?P<words>up|down|left|right) over {_THING}\.",
        r"(?P<doing>type|press|open) “(?P<words>[^“”]*)”\.",
    )
)
_FINISHED: Final = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"no further step was found(?: \(taken: (?P<words>.*)\))?\.",
        # in older records
        r"the steps that were found are taken(?: \((?P<words>.*)\))?; "
        r"no proof was seen that all is done\.",
    )
)
_FIXED: Final[dict[str, Doing]] = {
    "nothing in this menu is to be chosen, so close it.": "leave",
    "nothing that the task needs is on the screen yet, so wait.": "wait",
    "the program may still be loading, so wait.": "load",
    "every part of the task is done.": "finished",  # in older records
    "it cannot be done.": "give up",
    "a person has to say how to go on.": "ask",
    "what it needs is there and cannot be used, so it cannot be done.": "impossible",
    "nothing on the screen answers to it, so a person has to say how to go on.": "ask",
    "nothing that can be done here is likely enough to be meant.": "doubt",
}

MEANT: Final = "Is that what you mean?"
"""What is asked after the changes of a text that seem to be meant; a yes has them done."""
QUESTION: Final = re.compile(
    r"I am not sure what you mean(?: by “(?P<part>.*)”)?\. "
    r"Shall I (?:1\) )?(?P<first>.+?)(?:, or 2\) (?P<second>.+))?\?",
    re.DOTALL,
)
"""What is asked where no step is likely enough: about which words, and which ways are meant."""


def read_intent(thought: str) -> Intent | None:
    """What a thought means; None for words that are not the embedded model's."""
    placed = _PLACED.fullmatch(thought.strip())
    part, said = (placed["part"], placed["doing"]) if placed else ("", thought.strip())
    said = said[:1].lower() + said[1:]
    if said in _FIXED:
        return Intent(_FIXED[said], part)
    for pattern in _FINISHED:
        if taken := pattern.fullmatch(said):
            return Intent("finished", part, words=taken["words"] or "")
    for pattern in _DOINGS:
        found = pattern.fullmatch(said)
        if found is not None:
            given = {name: text or "" for name, text in found.groupdict().items()}
            thing = Thing(given["kind"], given["name"]) if "kind" in given else None
            onto = Thing(given["kind2"], given["name2"]) if "kind2" in given else None
            doing = cast("Doing", given["doing"])
            return Intent(doing, part, thing, onto, given.get("words", ""))
    return None
