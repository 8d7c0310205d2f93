"""How tasks are done, by somebody who knows: a JSON object of steps by the name of the task.

A step is an action as in steps.jsonl, or a click on what the programs themselves call so.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from uitars_runtime.desktop.told_tree import root_of
from uitars_runtime.errors import UsageError
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Finish,
    Type,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from uitars_runtime.hands.opening import OpenHands
    from uitars_train.evaluate.osworld.host import Host

_PATIENCE_SECONDS: Final = 120.0
"""On a busy machine a settings page of Chromium was blank for more than half a minute."""
_SHOWING: Final = re.compile(r"\{.*state\}showing")
_PLACE: Final = re.compile(r"\{.*component\}screencoord")
_SIZE: Final = re.compile(r"\{.*component\}size")
_NUMBER: Final = re.compile(r"-?\d+")


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A click in the middle of what has a name in the tree of the programs."""

    click: str
    role: str = ""
    """As OSWorld's tree calls it, where several things have that name."""
    nth: int = 0
    """Which of several, in reading order; -1 is the last."""


Step = Action | Named
Solution = tuple[Step, ...]


class Trouble(Exception):  # noqa: N818 - what is told, not what is raised
    """Why a step could not be done."""


def read_solutions(path: Path) -> dict[str, Solution]:
    """Raises `UsageError`."""
    try:
        read = msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[dict[str, Any], ...]])
        return {name: tuple(map(_step, steps)) for name, steps in read.items()}
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} holds no solutions: {error}.") from error


def follow(solution: Sequence[Step], hands: OpenHands, machine: Host) -> bool:
    """Do it through the product's hands; whether its last step says that it cannot be done.
    Raises `Trouble`."""
    for step in solution:
        match step:
            case Finish(status=status):
                return status == "failure"
            case Named():
                _perform(Click(_found(step, machine).center), hands)
            case Type(text=text):
                _perform(Type(machine.placed({"text": text})["text"]), hands)
            case _:
                _perform(step, hands)
    return False


def _perform(action: Action, hands: OpenHands) -> None:
    outcome = hands.perform(action, hands.observe()).outcome
    if not outcome.ok:
        raise Trouble(f"{outcome.text} ({action})")


def _found(wanted: Named, machine: Host) -> Box:
    """Where it is, once it is there and stays where it is."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    last: Box | None = None
    while time.monotonic() < deadline:
        now = _place(wanted, machine.tree())
        if now is not None and now == last:
            return now
        last = now
        time.sleep(0.3)
    raise Trouble(f"there is no {wanted.click!r}")


def _place(wanted: Named, tree: str) -> Box | None:
    root = root_of(tree)
    if root is None:
        return None
    boxes = [
        _box(node)
        for node in root.iter(wanted.role or None)
        if node.get("name") == wanted.click and _told(node, _SHOWING)
    ]
    ordered = sorted(filter(None, boxes), key=lambda box: (box.top, box.left))
    return ordered[wanted.nth] if -len(ordered) <= wanted.nth < len(ordered) else None


def _box(node: Node) -> Box | None:
    corner, size = (_NUMBER.findall(_told(node, name)) for name in (_PLACE, _SIZE))
    if len(corner) != 2 or len(size) != 2:
        return None
    left, top, width, height = map(int, (*corner, *size))
    return Box(left, top, left + width, top + height) if width > 0 and height > 0 else None


def _told(node: Node, name: re.Pattern[str]) -> str:
    return next((said for key, said in node.attrib.items() if name.fullmatch(key)), "")


def _step(said: dict[str, Any]) -> Step:
    kind: Any = Action if "kind" in said else Named
    step: Step = msgspec.convert(said, kind)
    return step
