"""How to word a task for the embedded model: the kinds it knows, and what to say instead. Plain
texts, for the model's own endings."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.requests.language import read_tables

EXAMPLES: Final = (
    'Click "OK"',
    'Choose "Save" from the "File" menu',
    'Enter "Ada" into the "Name" field',
    'Type "hello world" into the document',
    'Tick "Show line numbers"',
)
"""One of each kind of wording that works; labels and text in quotes are copied as they stand."""

NO_WINDOW: Final = (
    "No window is open that it could be done in. Begin the task with the program (“Open the"
    " calculator, then …”), or name one to start first with --app COMMAND."
)
NAME_CONTROLS: Final = (
    "It is understood best when every part names a control as it is written on the screen, with"
    " labels and text in quotes."
)
DECLINED: Final = "You said no. Begin again with other words for what is to be done instead."
REFUSED: Final = "What the task needs was refused, and there is no other way."

_JOINT: Final = re.compile(
    r"\s*(?:[;.]\s+|[,;.]$|,?\s+(?:and\s+)?then\s+|,\s+(?:and\s+)?|\s+and\s+)"
)
_WORKS: Final = re.compile(r"(?:open|click|choose|enter|type|tick|untick|press)\b", re.IGNORECASE)
"""How a part of a kind that works begins."""


class _Rewordings(msgspec.Struct, frozen=True):
    """`rewordings.toml`."""

    instead: tuple[tuple[str, str], ...]


def reworded(task: str) -> str:
    """The parts of a task whose wording is known to fail, in a kind that works, with those that
    are of such a kind; empty where there is nothing to say better."""
    parts = [part.strip() for part in _JOINT.split(task) if part.strip()]
    said = [_instead(part) for part in parts]
    if said == parts:
        return ""
    kept = [new for old, new in zip(parts, said, strict=True) if new != old or _WORKS.match(new)]
    whole = ", then ".join(kept)
    return whole[0].upper() + whole[1:]


def hint(task: str) -> str:
    """How to word a task that could not be done as it stands."""
    example = reworded(task) or "; ".join(EXAMPLES)
    return f"{NAME_CONTROLS} For example: {example}."


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = read_tables("rewordings.toml", _Rewordings).instead
    return tuple((re.compile(form, re.IGNORECASE), said) for form, said in rows)


def _instead(part: str) -> str:
    for form, said in _forms():
        if found := form.fullmatch(part.rstrip(".!")):
            values = found.groupdict()
            return said.format(**values, X=values.get("x", "").capitalize())
    return part
