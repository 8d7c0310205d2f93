"""How people word a part of a task: a small grammar per kind of goal (`wordings/*.txt`).

`(a|b|)` is a choice, `{X}` a label, `{V}` a value, `{R}` a second label. `SEEN` is for training,
`HELD_OUT` for validation only: other turns of phrase, never trained on (verbs may be shared).
`FOLLOWING` are the short forms after a part of the same kind ("tick A and B"). `PLAIN` are the few
turns that most people use: among thousands of others they would hardly ever come up.
"""

from __future__ import annotations

import math
import random
import re
from importlib.resources import files
from typing import Final

from uitars_train.simulator.lexicon import sections

FOLDER: Final = files("uitars_train.tasks") / "wordings"
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
        name.removeprefix(mark): tuple(text.splitlines())
        for file in sorted(FOLDER.iterdir(), key=lambda file: file.name)
        for name, text in sections(file).items()
        if name.startswith(mark)
    }


SEEN: Final = _patterns("seen ")
_BREADTHS: Final = {kind: [*map(_breadth, patterns)] for kind, patterns in SEEN.items()}
HELD_OUT: Final = _patterns("held out ")
FOLLOWING: Final = _patterns("following ")
PLAIN: Final = _patterns("plain ")

JOINTS: Final = {
    name: tuple(text.splitlines()) for name, text in sections(FOLDER / "joints.txt").items()
}
"""What stands before, between and behind the parts of a task."""
VERBS: Final = frozenset(" ".join(JOINTS["verbs"]).split())
"""First words of a wording that is a request (`please`, `could you` may stand before it)."""

HELD_OPENINGS: Final = (
    "",
    "",
    "Would you kindly ",
    "I need you to ",
    "On this screen, ",
    "Kindly ",
)
HELD_JOINS: Final = (
    *(" and ", " and ", " and ", " and ", ", then ", " and then ", ", ", ", "),
    ", after that ",
    ", followed by: ",
    ". Once done, ",
    ", subsequently ",
    " and ",
    ", then ",
)
FOLLOW_JOINS: Final = (
    *(", ", " and ") * 4,
    ", and ",
    " & ",
    " plus ",
    " as well as ",
    "; ",
    " then ",
)
CLOSINGS: Final = ("", "", "", "", ".", ".", ".", "!", ", please.", ". That is all.", " please")


def seen_pattern(kind: str, rng: random.Random) -> str:
    """A wording of training; one that can be said in many ways comes up more often."""
    return expand(rng.choices(SEEN[kind], _BREADTHS[kind])[0], rng)
