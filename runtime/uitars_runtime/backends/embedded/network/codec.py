"""A decision as UI-TARS text, and such text read back as a step of the history.

The thought names the part of the task that the step serves and the element it found for it, in
words that come from the decision alone; reading it back gives the model its own memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.backends.embedded.network.click_point import dragged, spot
from uitars_runtime.backends.embedded.network.vocabulary import DIRECTIONS, Act, Side
from uitars_runtime.backends.embedded.situation import (
    Came,
    Decision,
    Done,
    Situation,
    Span,
    called,
)
from uitars_runtime.backends.embedded.tokenizer import span_text, value_text
from uitars_runtime.dialects.coordinates import Native
from uitars_runtime.dialects.embedded import split_reply
from uitars_runtime.dialects.scanner import quoted, read_calls
from uitars_runtime.dialects.verbs import read_action
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import DialectError
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Drag,
    Finish,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)

_SERVED: Final = re.compile(r"\(words (\d+) to (\d+) of the task\)")
_SUBJECT: Final = re.compile(r"“([^“”]*)”\.?\s*$")
_DRAGGED: Final = re.compile(r"drag the [^“”]*“([^“”]*)” onto ")
_HAND: Final = {
    Act.CLICK: "click",
    Act.DOUBLE: "double-click",
    Act.RIGHT: "right-click",
}
_TOLD: Final = 8
"""Steps that the last thought names, at most."""
_SHOWN: Final = 40
"""Characters of what was clicked or typed that it shows."""
_BESIDE: Final = {
    Side.ON: "",
    Side.RIGHT: " right of",
    Side.BELOW: " below",
    Side.END: " at the end of",
}

# --------------------------------------------------------------------------- writing


def write(decision: Decision, situation: Situation) -> str:
    """The reply: `Thought: ...` and `Action: ...`."""
    return f"Thought: {thought(decision, situation)}\nAction: {action(decision, situation)}"


def thought(decision: Decision, situation: Situation) -> str:
    """Which part of the task the step serves, and what was found for it."""
    doing = _doing(decision, situation)
    span = decision.serves
    if span is None:
        return doing[0].upper() + doing[1:]
    part = _plain(span_text(situation.task, situation.words, span.first, span.last))
    return f"“{part}” (words {span.first + 1} to {span.last + 1} of the task): {doing}"


def _doing(decision: Decision, situation: Situation) -> str:
    seen = situation.elements
    match decision.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT if decision.element is not None:
            item = seen[decision.element]
            return f"{_HAND[decision.act]}{_BESIDE[decision.side]} {describe(item)}."
        case Act.DRAG if decision.element is not None and decision.onto is not None:
            return f"drag {describe(seen[decision.element])} onto {describe(seen[decision.onto])}."
        case Act.SCROLL if decision.element is not None:
            return f"scroll {decision.direction} over {describe(seen[decision.element])}."
        case Act.TYPE:
            return f"type “{_plain(_typed(decision, situation))}”."
        case Act.HOTKEY:
            return f"press “{_plain(' '.join(decision.keys))}”."
        case Act.WAIT:
            return "nothing that the task needs is on the screen yet, so wait."
        case Act.FINISHED:
            return finishing(situation.history)
        case Act.FAIL:
            return "what it needs is there and cannot be used, so it cannot be done."
        case _:
            return "nothing on the screen answers to it, so a person has to say how to go on."


def finishing(history: Sequence[Done]) -> str:
    """What was done so far. Whether it is what the task asks for is not for the model to say."""
    did = [_did(one) for one in history if one.act is not Act.WAIT]
    told = f" ({', '.join(did[-_TOLD:])})" if did else ""
    return f"the steps that were found are taken{told}; no proof was seen that all is done."


def _did(step: Done) -> str:
    subject = _plain(step.subject)
    shown = subject if len(subject) <= _SHOWN else f"{subject[:_SHOWN]}…"
    name = _HAND.get(step.act) or {Act.HOTKEY: "press"}.get(step.act) or str(step.act)
    return f"{name} “{shown}”" if shown else name


def describe(item: Element) -> str:
    """An element in words: its state, its kind, its name in quotes."""
    states = [
        word
        for word, on in (
            ("disabled", item.disabled),
            ("ticked", item.checked),
            ("selected", item.selected),
            ("focused", item.focused),
            ("empty", item.role is Role.FIELD and not item.text),
        )
        if on
    ]
    kind = "picture" if item.role is Role.OTHER else item.role.replace("_", " ")
    return f"the {' '.join((*states, kind))} “{_plain(called(item))}”"


def _plain(text: str) -> str:
    """Text for use between “ and ”."""
    return text.replace("“", '"').replace("”", '"').replace("\n", " ")


def action(decision: Decision, situation: Situation) -> str:
    """The call alone."""
    seen = situation.elements
    match decision.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT if decision.element is not None:
            at = _on_screen(spot(seen[decision.element], decision, situation), situation.size)
            return f"{decision.act}(start_box={_at(at)})"
        case Act.DRAG if decision.element is not None and decision.onto is not None:
            start, end = dragged(seen[decision.element], seen[decision.onto])
            dropped = _on_screen(end, situation.size)
            return f"drag(start_box={_at(start)}, end_box={_at(dropped)})"
        case Act.SCROLL if decision.element is not None:
            at = seen[decision.element].box.center
            return f"scroll(start_box={_at(at)}, direction='{decision.direction}')"
        case Act.TYPE:
            return f"type(content={quoted(_typed(decision, situation))})"
        case Act.HOTKEY:
            return f"hotkey(key={quoted(' '.join(decision.keys))})"
        case Act.WAIT:
            return "wait()"
        case Act.FINISHED:
            return "finished()"
        case Act.FAIL:
            return "finished(status='failure')"
        case _:
            return "call_user()"


def _typed(decision: Decision, situation: Situation) -> str:
    if decision.element is not None:
        return situation.elements[decision.element].text
    if decision.text is None:
        raise ValueError("a decision to type names no words")
    return value_text(situation.task, situation.words, decision.text.first, decision.text.last)


def _at(point: Point) -> str:
    return f"'({point.x},{point.y})'"


def _on_screen(point: Point, size: Size) -> Point:
    return Point(min(max(point.x, 0), size.width - 1), min(max(point.y, 0), size.height - 1))


# --------------------------------------------------------------------------- reading


def history_of(turns: Sequence[tuple[str, Came]], size: Size) -> tuple[Done, ...]:
    """Past replies, each with what came of it, as steps; those that work no screen are left out."""
    steps = (read_step(reply, came, size) for reply, came in turns)
    return tuple(step for step in steps if step is not None)


def read_step(reply: str, came: Came, size: Size) -> Done | None:
    """A past reply as a step; None where it holds no action that works the screen."""
    said, call = split_reply(reply)
    try:
        calls = read_calls(call)
        taken = read_action(calls[0], Native(), size)
    except DialectError:
        return None
    step = _step(taken, said)
    if step is None:
        return None
    act, subject, at = step
    dragged = _DRAGGED.search(said) if act is Act.DRAG else None
    return Done(act, subject, at, served(said), came, dragged[1] if dragged else "")


def _step(taken: Action, said: str) -> tuple[Act, str, Point | None] | None:
    named = _SUBJECT.search(said)
    name = named.group(1) if named else ""
    match taken:
        case Click(at=at, button=button, count=count):
            act = Act.RIGHT if button is Button.RIGHT else Act.DOUBLE if count > 1 else Act.CLICK
            return act, name, at
        case Drag(start=start):
            return Act.DRAG, name, start
        case Scroll(at=at, direction=direction):
            return Act.SCROLL, direction if direction in DIRECTIONS else "", at
        case Type(text=text):
            return Act.TYPE, text, None
        case Press(keys=keys):
            return Act.HOTKEY, " ".join(keys), None
        case Wait():
            return Act.WAIT, "", None
        case Finish(status=status):
            return Act.FAIL if status == "failure" else Act.FINISHED, "", None
        case AskUser():
            return Act.CALL_USER, "", None
        case _:
            return None


def call_of(reply: str) -> str:
    """The call of a reply, as it is written."""
    return split_reply(reply)[1]


def moved(reply: str, by: int) -> str:
    """A reply whose part of the task stands `by` words further on in a longer task; without its
    place where that has no such words."""

    def place(found: re.Match[str]) -> str:
        first, last = int(found.group(1)) + by, int(found.group(2)) + by
        return f"(words {first} to {last} of the task)" if first > 0 else ""

    return _SERVED.sub(place, reply) if by else reply


def served(said: str) -> Span | None:
    """Which part of the task a reply says that it served."""
    match = _SERVED.search(said)
    if match is None:
        return None
    first, last = int(match.group(1)) - 1, int(match.group(2)) - 1
    return Span(first, last) if 0 <= first <= last else None
