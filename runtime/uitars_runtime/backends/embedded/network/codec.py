"""A decision as UI-TARS text, with the pixel to click, and as the values that records keep.

The thought names the part of the task that the step serves and the element it found for it, in
words that come from the decision alone. It is for people; what the model remembers of its own steps
are the values (`history.py`).

The pixel is the middle of an element, the words meant where a line holds several, a little beyond
the middle where something is dragged along. The eyes read words that stand close together as one
line ("File Edit Format"); what the task names is then a part of it, and so is the place to click:
on 220 pictures (120 drawn ones, programs of `bench/eyes_programs.json`, those of `bench/rules`) 93
elements are read as a part of a longer line and not by themselves, 68 of them are hit so, and none
by the middle of the line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import (
    Decision,
    Done,
    Situation,
    Span,
    aim,
    called,
    passage,
    span_text,
    value_text,
)
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.dialects.verbs import DEFAULT_WAIT
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage, SeenElement, Side
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)

_HAND: Final = {
    Act.CLICK: "click",
    Act.DOUBLE: "double-click",
    Act.RIGHT: "right-click",
    Act.HOTKEY: "press",
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


def write(decision: Decision, situation: Situation) -> str:
    """The reply: which part of the task the step serves and what was found for it, and the call."""
    does, action = _step(decision, situation)
    span = decision.serves
    if span is None:
        thought = does[0].upper() + does[1:]
    else:
        part = _plain(span_text(situation.task, situation.words, span))
        thought = f"“{part}”: {does}"
    return write_reply(thought, action)


def grounding(decision: Decision, situation: Situation, before: int = 0) -> Grounding:
    """What the decision comes from. `before`: characters of the whole task before this part."""
    text = decision.text
    noted = text is not None and text.first >= situation.asked
    return Grounding(
        _passage(decision.serves, situation, before),
        seen_element(decision.element, situation),
        decision.side,
        seen_element(decision.onto, situation),
        None if noted else _passage(text, situation, before),
        typed(decision, situation) if noted else "",
    )


def _passage(span: Span | None, situation: Situation, before: int) -> Passage | None:
    return None if span is None else passage(situation.task, situation.words, span, before)


def seen_element(index: int | None, situation: Situation) -> SeenElement | None:
    """An element of the situation as records keep it; None for none."""
    if index is None:
        return None
    item = situation.elements[index]
    return SeenElement(index, item.box, item.role, called(item))


def doing(decision: Decision, situation: Situation) -> str:
    """What the step does, in words."""
    return _step(decision, situation)[0]


def _step(decision: Decision, situation: Situation) -> tuple[str, Action]:
    """What the step does, in words and as the call."""
    seen, size = situation.elements, situation.size
    match decision.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT if decision.element is not None:
            item = seen[decision.element]
            at = _on_screen(spot(item, decision, situation), size)
            button = Button.RIGHT if decision.act is Act.RIGHT else Button.LEFT
            count = 2 if decision.act is Act.DOUBLE else 1
            said = f"{_HAND[decision.act]}{_BESIDE[decision.side]} {describe(item)}."
            return said, Click(at, button, count)
        case Act.DRAG if decision.element is not None and decision.onto is not None:
            start, onto = seen[decision.element], seen[decision.onto]
            end = _on_screen(drop(start.box, onto.box), size)
            return f"drag {describe(start)} onto {describe(onto)}.", Drag(start.box.center, end)
        case Act.SCROLL if decision.element is not None:
            over = seen[decision.element]
            said = f"scroll {decision.direction} over {describe(over)}."
            return said, Scroll(over.box.center, Direction(decision.direction))
        case Act.TYPE:
            text = typed(decision, situation)
            return f"type “{_plain(text)}”.", Type(text)
        case Act.HOTKEY:
            return f"press “{_plain(' '.join(decision.keys))}”.", Press(decision.keys)
        case Act.WAIT:
            said = "nothing that the task needs is on the screen yet, so wait."
            return said, Wait(DEFAULT_WAIT)
        case Act.FINISHED:
            return finishing(situation.history), Finish()
        case Act.FAIL:
            said = "what it needs is there and cannot be used, so it cannot be done."
            return said, Finish("failure")
        case _:
            said = "nothing on the screen answers to it, so a person has to say how to go on."
            return said, AskUser("")


def finishing(history: Sequence[Done]) -> str:
    """What was done so far. Whether it is what the task asks for is not for the model to say."""
    did = [_did(one) for one in history if one.act is not Act.WAIT]
    told = f" (taken: {', '.join(did[-_TOLD:])})" if did else ""
    return f"no further step was found{told}."


def _did(step: Done) -> str:
    subject = _plain(step.subject)
    shown = subject if len(subject) <= _SHOWN else f"{subject[:_SHOWN]}…"
    name = _HAND.get(step.act, str(step.act))
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


def typed(decision: Decision, situation: Situation) -> str:
    if decision.element is not None:
        return situation.elements[decision.element].text
    if decision.text is None:
        raise ValueError("a decision to type names no words")
    return value_text(situation.task, situation.words, decision.text)


def _on_screen(point: Point, size: Size) -> Point:
    return Point(min(max(point.x, 0), size.width - 1), min(max(point.y, 0), size.height - 1))


_PIECE: Final = re.compile(r"\w+")
_NARROW: Final = 4
"""Pixels per character below which the words stand beside the box, not in it."""
_WHOLE: Final = {Role.FIELD, Role.COMBO, Role.CHECKBOX, Role.RADIO, Role.SLIDER, Role.SCROLLBAR}
"""Controls that answer as a whole."""


def spot(item: Element, decision: Decision, situation: Situation) -> Point:
    """The pixel to click on an element for a decision."""
    span = decision.serves
    if span is None or decision.side is not Side.ON:
        return aim(item, decision.side)
    served = situation.words[span.places]
    return within(item, [word.text for word in served])


def drop(start: Box, end: Box) -> Point:
    """Where a drag onto a box ends: a quarter beyond its middle, on the way that it came. Lists
    move an entry when it has passed the middle of the one whose place it takes."""
    middle = end.center
    across, down = middle.x - start.center.x, middle.y - start.center.y
    if abs(down) >= abs(across):
        return Point(middle.x, middle.y + _toward(down, end.height))
    return Point(middle.x + _toward(across, end.width), middle.y)


def _toward(way: int, size: int) -> int:
    return (way > 0) * (size // 4) - (way < 0) * (size // 4)


def within(item: Element, words: list[str]) -> Point:
    """The middle of an element, or of those of its words that are among the given ones."""
    middle = item.box.center
    part = None if item.role in _WHOLE else said_in(item.text, words)
    if part is None or item.box.width < _NARROW * len(item.text):
        return middle
    share = (part[0] + part[1]) / 2 / len(item.text)
    return Point(item.box.left + int(item.box.width * share), middle.y)


def said_in(text: str, words: list[str]) -> tuple[int, int] | None:
    """Where the longest run of the words stands in a text; None where it is all or nothing."""
    # Some letters are two in lower case, which would move all that follows.
    pieces = list(_PIECE.finditer(text))
    said = [piece.lower() for word in words for piece in _PIECE.findall(word)]
    shown = [piece.group().lower() for piece in pieces]
    run = SequenceMatcher(None, shown, said, autojunk=False).find_longest_match()
    if run.size in (0, len(pieces)):
        return None
    return pieces[run.a].start(), pieces[run.a + run.size - 1].end()
