"""How to word a task for the embedded model: the kinds it knows, and what to say instead.

Plain texts, for the model's own endings and for every face that shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple


class Way(NamedTuple):
    """A kind of wording that works."""

    kind: str
    example: str


WAYS: Final = (
    Way("start a program", "Open the calculator"),
    Way("press what can be seen", 'Click "OK"'),
    Way("choose from a menu", 'Choose "Save" from the "File" menu'),
    Way("fill a field", 'Enter "Ada" into the "Name" field'),
    Way("write into the document", 'Type "hello world" into the document'),
    Way("tick or untick", 'Tick "Show line numbers"'),
    Way("press keys", "Press ctrl+s"),
    Way("several of these in one task", 'Type "hello" into the document, then press ctrl+s'),
)
"""Kinds with an example each; labels and text in quotes are copied as they stand."""

NO_WINDOW: Final = (
    "No window is open that it could be done in. Begin the task with the program (“Open the"
    " calculator, then …”), or name one to start first with --app COMMAND."
)
NAME_CONTROLS: Final = (
    "It is understood best when every part names a control as it is written on the screen, with"
    " labels and text in quotes."
)
REFUSED: Final = "What the task needs was refused, and there is no other way."

_NO_LABEL: Final = (
    "“{label}” stands nowhere on this screen, whose words are in another language. Name it as it is"
    " written there, for example: Click “Save”. "
    "这个画面上没有“{label}”，上面的文字是另一种语言。请照画面上的写法说，例如：点击“Save”。"
)

_Said = Callable[[re.Match[str]], str]
_JOINT: Final = re.compile(
    r"\s*(?:[;.]\s+|[,;.]$|,?\s+(?:and\s+)?then\s+|,\s+(?:and\s+)?|\s+and\s+)"
)
_RULES: Final[tuple[tuple[str, _Said], ...]] = (
    (
        r"(?:type|write|enter|put)\s+(?P<x>[^\"“'].*?)\s+(?:in|into|to)\s+(?:the\s+)?(?P<y>.+?)"
        r"(?:\s+(?:field|box))?",
        lambda m: (
            f'enter "{m["x"]}" into the "{m["y"]}" field'
            if m["y"].lower() not in ("document", "text", "editor", "file", "it")
            else f'type "{m["x"]}" into the document'
        ),
    ),
    (
        r"(?:type|write|enter|put)\s+(?P<x>[^\"“'].*)",
        lambda m: f'type "{m["x"]}" into the document',
    ),
    (
        r"save(?:\s+(?:it|this|the\s+\w+|my\s+\w+))?",
        lambda _: 'choose "Save" from the "File" menu',
    ),
    (
        r"(?:open|show|go\s+to)\s+(?:the\s+)?(?P<x>preferences|settings|options)",
        lambda m: f'choose "{m["x"].capitalize()}" from the "Edit" menu',
    ),
    (
        r"(?:turn|switch)\s+on\s+(?:the\s+)?(?P<x>[^\"“].*)|"
        r"(?:turn|switch)\s+(?:the\s+)?(?P<y>[^\"“].*?)\s+on",
        lambda m: f'tick "{(m["x"] or m["y"]).capitalize()}"',
    ),
    (
        r"(?:turn|switch)\s+off\s+(?:the\s+)?(?P<x>[^\"“].*)|"
        r"(?:turn|switch)\s+(?:the\s+)?(?P<y>[^\"“].*?)\s+off",
        lambda m: f'untick "{(m["x"] or m["y"]).capitalize()}"',
    ),
    (
        r"(?:close|quit|exit)(?:\s+.*)?",
        lambda _: 'choose "Quit" from the "File" menu',
    ),
    (
        r"(?:click|press|push|hit)\s+(?:on\s+)?(?:the\s+)?(?P<x>[^\"“+]+?)(?:\s+button)?",
        lambda m: f'click "{m["x"]}"',
    ),
    (
        r"(?:tick|check)\s+(?:the\s+)?(?P<x>[^\"“]+?)(?:\s+(?:box|checkbox))?",
        lambda m: f'tick "{m["x"]}"',
    ),
)
_INSTEAD: Final = tuple((re.compile(pattern, re.IGNORECASE), said) for pattern, said in _RULES)


def no_label(label: str) -> str:
    """What is said where a task names something in a script that the screen does not show."""
    return _NO_LABEL.format(label=label)


def reworded(task: str) -> str:
    """The task with the parts whose wording is known to fail in a kind that works; empty where
    there is none."""
    parts = [part.strip() for part in _JOINT.split(task) if part.strip()]
    said = [_instead(part) for part in parts]
    if said == parts:
        return ""
    whole = ", then ".join(said)
    return whole[0].upper() + whole[1:]


def hint(task: str) -> str:
    """How to word a task that could not be done as it stands."""
    example = reworded(task) or "; ".join(way.example for way in WAYS[1:6])
    return f"{NAME_CONTROLS} For example: {example}."


def _instead(part: str) -> str:
    for pattern, said in _INSTEAD:
        found = pattern.fullmatch(part.rstrip(".!"))
        if found is not None:
            return said(found)
    return part
