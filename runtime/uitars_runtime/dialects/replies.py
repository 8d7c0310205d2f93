"""What every reply goes through first and last, whatever the grammar.

First: a reply that no grammar should have to survive is refused (empty, endless, not text).
Last: the actions are put into an order that can be carried out. Several actions in one reply are
allowed and keep their order; `finish` and `ask_user` end a reply, so they come last and only once.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence

import msgspec

from uitars_runtime.dialects.calls import excerpt
from uitars_runtime.errors import DialectError
from uitars_runtime.protocols import Reply
from uitars_runtime.types import Action, AskUser, Claim, Finish

MAX_CHARACTERS = 400_000
MAX_ACTIONS = 20
MAX_DEPTH = 32
"""Of nested JSON: what is deeper cannot be written to a record either."""
_SPACE = re.compile(r"\s*+")


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{excerpt(text)} is too large a number")
    return number


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant, parse_float=_finite)


def readable(reply: str) -> str:
    """The reply without space around it. Raises `DialectError` where nothing can be read."""
    if len(reply) > MAX_CHARACTERS:
        raise DialectError(
            f"The reply is {len(reply)} characters long.",
            f"Answer in fewer than {MAX_CHARACTERS} characters.",
        )
    _refuse_surrogates(reply)
    stripped = reply.strip()
    if not stripped:
        raise DialectError("The reply is empty.", "Say what to do next and name one action.")
    return stripped


def split_thought(reply: str, answer_starts: str) -> tuple[str, str]:
    """Take a `<think>..</think>` block off the front: (what it says, what follows).

    A block whose opening tag the chat template has already written counts too, where its closing
    tag comes before `answer_starts`, the mark of this grammar's answer.
    """
    for tag in ("think", "thinkt", "thinking", "seed:think"):
        opening, closing = f"<{tag}>", f"</{tag}>"
        end = reply.find(closing)
        if reply.startswith(opening):
            if end < 0:
                raise DialectError(
                    f"The {opening} block does not end.", f"Close it with {closing} and answer."
                )
            return reply[len(opening) : end].strip(), reply[end + len(closing) :].strip()
        if end >= 0:
            answer = reply.find(answer_starts)
            if answer < 0 or end < answer:
                return reply[:end].strip(), reply[end + len(closing) :].strip()
    return "", reply


def read_json(text: str, expected: str) -> object:
    """The JSON value that a text is. Raises `DialectError`.

    JSON as models write it: newlines inside strings are let through, NaN and infinity are not.
    `expected` is an example of the right form, shown to the model.
    """
    value, end = first_json(text, 0, expected)
    if text[end:].strip():
        raise DialectError(
            f"There is text after the JSON: {excerpt(text[end:].strip())}.", f"Expected: {expected}"
        )
    return value


def first_json(text: str, at: int, expected: str) -> tuple[object, int]:
    """The JSON value that starts at a position, and where it ends. Raises `DialectError`."""
    space = _SPACE.match(text, at)
    value: object
    try:
        value, end = _DECODER.raw_decode(text, space.end() if space else at)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise DialectError(f"This is not valid JSON: {reason}.", f"Expected: {expected}") from error
    _check_json(value)
    return value, end


def finished_reply(thought: str, actions: Iterable[Action], claimed: Claim = "") -> Reply:
    """The reply, its actions checked. Raises `DialectError` where they cannot stand together."""
    ordered = tuple(_asked(action, thought) for action in actions)
    if not ordered:
        raise DialectError("The reply names no action.", "Name exactly one action.")
    if len(ordered) > MAX_ACTIONS:
        raise DialectError(
            f"The reply asks for {len(ordered)} actions.",
            f"Ask for at most {MAX_ACTIONS} and look at the screen again.",
        )
    _refuse_early_end(ordered)
    for action in ordered:
        for text in _strings(action):
            _refuse_surrogates(text)
    return Reply(thought, ordered, claimed)


def _asked(action: Action, thought: str) -> Action:
    # Some grammars call the person without words; the thought says why.
    if isinstance(action, AskUser) and not action.question.strip():
        return AskUser(thought.strip() or "The model asks for help with this task.")
    return action


def _refuse_early_end(actions: Sequence[Action]) -> None:
    for action in actions[:-1]:
        if isinstance(action, Finish | AskUser):
            raise DialectError(
                "Something follows the end of the task or a question to the person.",
                "Finish or ask in an action of its own, or as the last one of a reply.",
            )


def _strings(action: Action) -> list[str]:
    return [value for value in msgspec.structs.astuple(action) if isinstance(value, str)]


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DialectError(
            f"The reply holds half a character at position {error.start}.",
            "Write whole characters; an emoji is one character, not two halves.",
        ) from error


def _check_json(value: object) -> None:
    """Depth by layers, so that the check cannot run out of stack; strings must be whole."""
    layer = [value]
    for _ in range(MAX_DEPTH):
        following: list[object] = []
        for item in layer:
            match item:
                case str():
                    _refuse_surrogates(item)
                case dict():
                    following.extend(item.keys())  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
                    following.extend(item.values())  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
                case list():
                    following.extend(item)  # pyright: ignore[reportUnknownArgumentType]
                case _:
                    pass
        if not following:
            return
        layer = following
    raise DialectError(f"The JSON is nested more than {MAX_DEPTH} deep.", "Write it flatter.")
