"""Whether an action is right for an instruction: any of its right steps, anywhere on the target.

Not here: what it was decided by.
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.keys import UnknownKeyError, chord
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    Drag,
    Finish,
    Open,
    Press,
    Scroll,
    Type,
    Wait,
)
from uitars_train.harvest.records import Screen
from uitars_train.instructions.records import (
    Do,
    DoAsk,
    DoClick,
    DoDrag,
    DoFinish,
    DoOpen,
    DoPress,
    DoScroll,
    DoType,
    DoWait,
    Instruction,
)


def is_right(item: Instruction, screen: Screen, got: Action | None) -> bool:
    """Whether it is one of the steps that are right."""
    return any(does(one, screen, got) for one in item.right)


def does(do: Do, screen: Screen, got: Action | None) -> bool:
    """Whether an action does a step; a failure that is said is as good as a question."""

    def box(place: int) -> Box:
        return screen.true[place].element.box

    match do, got:
        case DoClick(), Click():
            return box(do.on).contains(got.at) and (do.button, do.count) == (got.button, got.count)
        case DoDrag(), Drag():
            return box(do.on).contains(got.start) and box(do.onto).contains(got.end)
        case DoScroll(), Scroll():
            return do.direction is got.direction
        case DoType(), Type():
            return do.text == got.text
        case DoPress(), Press():
            return keys_of(do.keys) == keys_of(got.keys)
        case DoOpen(), Open():
            return do.target == got.target
        case (DoWait(), Wait()) | (DoFinish(), Finish(status="success")):
            return True
        case DoAsk(), AskUser() | Finish(status="failure"):
            return True
        case _:
            return False


def keys_of(keys: Sequence[str]) -> tuple[str, ...]:
    """By canonical names; as they were where nobody knows one."""
    try:
        return chord(keys)
    except UnknownKeyError:
        return tuple(keys)
