"""What a model thought, in the person's language where its words are known.

The embedded model's thoughts are worded here from their meaning; a larger model's are its own
words and stay. Of a reply that is being written only the thought is shown, never the call.
"""

from __future__ import annotations

import re
from typing import Final, assert_never

from PySide6.QtCore import QCoreApplication

from uitars_app.reasons import reason_words
from uitars_runtime.export.words import chord, printable, thought_in_words
from uitars_runtime.intent import QUESTION, Intent, Thing, read_intent

_CALL: Final = re.compile(r"^[ \t]*(Action:|```|[{\[]|<(?!/?think)|pyautogui\.)", re.MULTILINE)
"""Where the thought of a reply ends and its call begins, in the grammars that are known."""
_MARKS: Final = re.compile(r"</?think[^>]*>|^[ \t]*Thought:[ \t]*", re.MULTILINE)


def thought_words(thought: str) -> str:
    """A thought that can be shown; safe."""
    intent = read_intent(thought)
    if intent is None:
        return printable(thought_in_words(thought), lines=True)
    doing = printable(_doing(intent))
    if not intent.part:
        return doing[0].upper() + doing[1:]
    words = QCoreApplication.translate("Thoughts", "For “{0}”: {1}")
    return words.format(printable(intent.part), doing)


def said_words(words: str) -> str:
    """A question or a last word of a model or of the runtime, as the person reads it; safe."""
    asked = QUESTION.fullmatch(words.strip())
    if asked is not None:
        return _question_words(asked["part"], asked["first"], asked["second"])
    return reason_words(thought_words(words))


def _question_words(part: str | None, first: str, second: str | None) -> str:
    """Which of two ways is meant, or whether the only one is; the answer may be their number."""
    translate = QCoreApplication.translate
    if part is None:
        unsure = translate("Thoughts", "I am not sure what you mean.")
    else:
        unsure = translate("Thoughts", "I am not sure what you mean by “{0}”.")
    if second is None:
        shall = translate("Thoughts", "Shall I {0}?")
    else:
        shall = translate("Thoughts", "Shall I 1) {0}, or 2) {1}?")
    ways = (_way_words(way) for way in (first, second) if way)
    return f"{unsure.format(printable(part or ''))} {shall.format(*ways)}"


def _way_words(way: str) -> str:
    intent = read_intent(f"{way}.")
    return printable(way if intent is None else _doing(intent).rstrip(".。"))


def written_words(reply: str) -> str:
    """The thought of a reply that may not be whole yet; empty before there is one."""
    call = _CALL.search(reply)
    said = reply[: call.start()] if call else reply
    return thought_words(_MARKS.sub("", said).strip())


def _doing(intent: Intent) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm a doing
    translate = QCoreApplication.translate
    thing = _thing(intent.thing)
    match intent.doing:
        case "click":
            return translate("Thoughts", "click {0}.").format(thing)
        case "double-click":
            return translate("Thoughts", "double-click {0}.").format(thing)
        case "right-click":
            return translate("Thoughts", "right-click {0}.").format(thing)
        case "mark":
            return translate("Thoughts", "mark {0}.").format(thing)
        case "drag":
            return translate("Thoughts", "drag {0} onto {1}.").format(thing, _thing(intent.onto))
        case "scroll":
            return translate("Thoughts", "scroll over {0}.").format(thing)
        case "type":
            return translate("Thoughts", "type “{0}”.").format(intent.words)
        case "press":
            return translate("Thoughts", "press {0}.").format(chord(tuple(intent.words.split())))
        case "open":
            return translate("Thoughts", "open “{0}”.").format(intent.words)
        case "look":
            return translate("Thoughts", "it may stand in a menu: look into {0}.").format(thing)
        case "leave":
            return translate("Thoughts", "nothing in this menu is to be chosen, so close it.")
        case "load":
            return translate("Thoughts", "the program may still be loading, so wait.")
        case "wait":
            return translate("Thoughts", "what is needed is not on the screen yet, so wait.")
        case "finished":
            return translate("Thoughts", "no further step was found.")
        case "impossible":
            return translate("Thoughts", "it is there but cannot be used, so it cannot be done.")
        case "give up":
            return translate("Thoughts", "it cannot be done.")
        case "ask":
            return translate("Thoughts", "nothing on the screen fits it; you have to say how to"
                             " go on.")  # fmt: skip
        case "doubt":
            return translate("Thoughts", "no step is likely enough to be what you mean.")
        case _:
            assert_never(intent.doing)


def _thing(thing: Thing | None) -> str:
    if thing is None:
        return ""
    kind = _kinds().get(thing.kind, thing.kind)
    if not thing.name:
        return QCoreApplication.translate("Thoughts", "the {0}").format(kind)
    return QCoreApplication.translate("Thoughts", "the {0} “{1}”").format(kind, thing.name)


def _kinds() -> dict[str, str]:
    """Kinds of controls by the words of the grammar."""
    translate = QCoreApplication.translate
    return {
        "text": translate("Thoughts", "words"),
        "button": translate("Thoughts", "button"),
        "checkbox": translate("Thoughts", "tick box"),
        "radio": translate("Thoughts", "option"),
        "field": translate("Thoughts", "field"),
        "combo": translate("Thoughts", "list"),
        "menu": translate("Thoughts", "menu"),
        "menu item": translate("Thoughts", "menu entry"),
        "tab": translate("Thoughts", "tab"),
        "item": translate("Thoughts", "entry"),
        "header": translate("Thoughts", "column"),
        "link": translate("Thoughts", "link"),
        "icon": translate("Thoughts", "icon"),
        "slider": translate("Thoughts", "slider"),
        "scrollbar": translate("Thoughts", "scroll bar"),
        "title": translate("Thoughts", "title"),
        "picture": translate("Thoughts", "picture"),
    }
