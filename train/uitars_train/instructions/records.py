"""The values of an instruction: a screen, a sentence, the steps that are right next.

A step names its target by its place among the true elements of the screen, so that it holds
whatever the eyes make of the picture. Not here: reading files of them (`reading.py`), what makes a
good one (`checking.py`).
"""

from __future__ import annotations

import enum
from typing import Annotated, Final

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    Open,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)
from uitars_train.harvest.records import Screen


class Tag(enum.StrEnum):
    """What has to be understood to do it."""

    DIRECT = "direct"
    """It is called by the words on it."""
    PURPOSE = "purpose"
    """It is called by what it is for."""
    PLACE = "place"
    """It is called by where it is on the screen: top left, at the bottom of the window."""
    LOOK = "look"
    """It is called by what it looks like: the floppy disk, the green one."""
    FIELD = "field"
    """Where text is entered, called by its label or by what belongs there."""
    STATE = "state"
    """Something is to be on, off or chosen: "No sounds please"."""
    NEGATED = "negated"
    """Said by what is not wanted: "I do not want to see the toolbar"."""
    ICON = "icon"
    """The target is a picture without words."""
    SYMBOL = "symbol"
    """A sign said as a word: times, hash, the equals key."""
    ROW = "row"
    """Something of a row, called by what else stands in that row."""
    CELL = "cell"
    """Where a row and a column meet."""
    RELATION = "relation"
    """Next to, below, left of something else."""
    BETWEEN = "between"
    ORDINAL = "ordinal"
    """Counted: the third, the last but one."""
    MENU = "menu"
    KEYS = "keys"
    """A key or a chord is right."""
    TYPE = "type"
    """Text is to be typed now."""
    LINES = "lines"
    """The text has several lines or several parts."""
    SCROLL = "scroll"
    OPENS_FIRST = "opens-first"
    """What is meant is not on the screen; something that is there has to be opened first."""
    MULTI = "multi"
    """Several goals, or one that takes several steps."""
    BACKWARDS = "backwards"
    """The order is told backwards: "before you press OK, ..."."""
    PRONOUN = "pronoun"
    """It, that one, the other."""
    CORRECTED = "corrected"
    """The speaker changes their mind in the sentence."""
    ALREADY = "already-so"
    """It is so already: finish."""
    DONE = "done"
    """The steps before did all of it: finish."""
    ABSENT = "absent"
    """What is meant is nowhere here: ask."""
    UNCLEAR = "unclear"
    """Several things may be meant: ask."""
    IMPOSSIBLE = "impossible"
    """It is there and cannot be used: ask, or say so."""


PLACED: Final = frozenset({Tag.ROW, Tag.CELL, Tag.RELATION, Tag.BETWEEN, Tag.ORDINAL})
"""Tags of which a third of all instructions has at least one."""
BY_INTENT: Final = frozenset({Tag.PURPOSE, Tag.PLACE, Tag.LOOK})
"""Tags of what is not called by the words on it."""
ASKING: Final = frozenset({Tag.ABSENT, Tag.UNCLEAR, Tag.IMPOSSIBLE})
FINISHING: Final = frozenset({Tag.ALREADY, Tag.DONE})


class Style(enum.StrEnum):
    """Who speaks, as far as it is heard."""

    PLAIN = "plain"
    TERSE = "terse"
    POLITE = "polite"
    RAMBLING = "rambling"
    NON_NATIVE = "non-native"
    EXPERT = "expert"
    UNSURE = "unsure"
    """Does not know what things are called."""
    HASTY = "hasty"
    """Small letters, missing words, slips of the finger."""
    INDIRECT = "indirect"
    """A question or a wish instead of an order: "I can hardly read this"."""


class DoClick(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="click"):
    """Click a true element."""

    on: int
    button: Button = Button.LEFT
    count: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class DoDrag(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="drag"):
    """Drag one true element onto another."""

    on: int
    onto: int


class DoScroll(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="scroll"):
    """Turn the wheel over a true element."""

    direction: Direction
    on: int


class DoType(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="type"):
    """Type where the keyboard is."""

    text: str


class DoPress(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="press"):
    """Press a chord."""

    keys: tuple[str, ...]


class DoWait(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="wait"):
    """Let the program work."""


class DoOpen(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="open"):
    """Open a program, a file or an address."""

    target: str


class DoFinish(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="finish"):
    """Say that it is done."""


class DoAsk(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="ask_user"):
    """Ask the person, or say that it cannot be done."""


Do = DoClick | DoDrag | DoScroll | DoType | DoPress | DoWait | DoOpen | DoFinish | DoAsk
"""One step, its targets as places among the true elements of a screen."""


class Past(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A step that was done before."""

    did: Do
    screen: int = -1
    """On which of the program's screens; -1 for the one that is shown."""
    serves: str = ""
    """The words of the sentence that it was for; empty where nobody says."""
    changed: bool = True
    """Whether the screen looked different afterwards."""


class Instruction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a file."""

    program: str
    screen: int
    """Place among the program's screens."""
    say: Annotated[str, msgspec.Meta(min_length=1)]
    """What the person says."""
    right: Annotated[tuple[Do, ...], msgspec.Meta(min_length=1)]
    """The steps that are right next, each as good as the others; the first is what a person would
    do."""
    style: Style
    tags: Annotated[tuple[Tag, ...], msgspec.Meta(min_length=1)]
    """The first is what it is counted and drawn as."""
    mark: str = ""
    """Fingerprint of the screen; `check --seal` writes it."""
    history: tuple[Past, ...] = ()
    serves: str = ""
    """The words of the sentence that the step is for; empty for all of it."""

    @property
    def targets(self) -> tuple[int, ...]:
        """The true elements that its right steps are done on."""
        return tuple(place for one in self.right for place in targets_of(one))


def targets_of(do: Do) -> tuple[int, ...]:
    """The true elements that a step is done on."""
    match do:
        case DoClick(on=on) | DoScroll(on=on):
            return (on,)
        case DoDrag(on=on, onto=onto):
            return on, onto
        case _:
            return ()


def action_of(do: Do, screen: Screen) -> Action:
    """The product's action that does it on a screen."""

    def at(place: int) -> Point:
        return screen.true[place].element.box.center

    match do:
        case DoClick(on=on, button=button, count=count):
            return Click(at(on), button, count)
        case DoDrag(on=on, onto=onto):
            return Drag(at(on), at(onto))
        case DoScroll(on=on, direction=direction):
            return Scroll(at(on), direction)
        case DoType(text=text):
            return Type(text)
        case DoPress(keys=keys):
            return Press(keys)
        case DoWait():
            return Wait()
        case DoOpen(target=target):
            return Open(target)
        case DoFinish():
            return Finish()
        case DoAsk():
            return AskUser("")


def target_element(do: Do, screen: Screen) -> Element | None:
    """What a step is done on; None where it is on nothing."""
    places = targets_of(do)
    return screen.true[places[0]].element if places else None
