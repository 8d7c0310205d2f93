"""From a task in words to its goals, as far as code can read it, in order. Pure.

English. Plain instructions (`press OK`) are read here, natural wordings in wordings.py. What is not
read whole is an `Unread` goal, which nothing can serve: a wrong reading would let a run pass for
done, a missing one only leaves it unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from uitars_runtime.evidence.goals import (
    Choose,
    Close,
    Enter,
    Goal,
    Keys,
    OneOf,
    Push,
    Save,
    Show,
    Toggle,
    Unread,
)
from uitars_runtime.evidence.wordings import STATE, natural, without_manners
from uitars_runtime.keys import UnknownKeyError, chord, known
from uitars_runtime.types import ATTACHED

_MARK: Final = re.compile("\ue000(\\d+)\ue001")
_QUOTED: Final = re.compile(
    r"\"([^\"\n]+)\"|“([^“”\n]+)”|«([^«»\n]+)»|‘([^‘’\n]+)’|(?<![\w])'((?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)"
)
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|;")
_POLITE: Final = re.compile(
    r"^(?:please|now|finally|first(?:ly)?|next|also|just|lastly|afterwards|after that|and|then|so|"
    r"yes|well|ok(?:ay)?,|hi|hello|hey|kindly|you should|i want you to|i would like you to|"
    r"i'd like you to|i need you to|(?:could|can|would|will) you|i(?:'d| would) like to|i want to|"
    r"i need to|we need to|let's|go ahead and|make sure (?:to|you)|be sure to|don't forget to|"
    r"remember to|go and|to finish|in the end|at the end,|once that is done)\s*,?\s+",
    re.IGNORECASE,
)
_THANKS: Final = re.compile(r"please|thanks|thank you(?: very much)?|for me", re.IGNORECASE)
_VERBS: Final = (
    ("untick", r"un-?tick|un-?check|turn off|switch off|disable|deactivate|clear the tick of"),
    ("tick", r"tick|check|turn on|switch on|enable|activate"),
    ("turn", r"turn|switch(?! to\b)"),
    ("push", r"press(?: on)?|click(?: on)?|hit|push|tap(?: on)?|confirm with|confirm by pressing"),
    ("confirm", r"confirm"),
    ("say", r"say|answer"),
    ("choose", r"choose|select|pick|go to|switch to"),
    ("set", r"set|change"),
    ("fill", r"fill(?: in)?:?|complete:?"),
    ("enter", r"(?:type|write|put)(?: in)?|enter|input"),
    ("save", r"save"),
    ("show", r"open(?: up)?|launch|start|run|bring up|show"),
    ("close", r"close|quit|exit"),
)
_VERB: Final = re.compile(
    "|".join(f"(?P<{name}>(?:{forms})(?=\\s|$|:))" for name, forms in _VERBS), re.IGNORECASE
)
_JOINT: Final = re.compile(
    r"\s*,?\s+(?:and\s+)?then\s+|\s*,\s+and\s+|\s*,\s+|\s+and\s+|:\s+(?=\w+\s+(?:it|them|that)\b)",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(
    rf"(?:choose|pick|select|take|use|turn|switch|set|make|do) (?:it|them|that|this)(?: {STATE})?",
    re.IGNORECASE,
)
"""What was named just before."""
_STATE: Final = re.compile(rf"(?P<x>.+?) {STATE}", re.IGNORECASE)
_CLEAN: Final = ".,;:!? "
_DOCUMENT: Final = re.compile(
    r"^(?:the\s+|this\s+)?(?:empty\s+|blank\s+|open\s+)?(?:document|editor|text|page|file|note|box|"
    r"text\s?(?:area|box|field)|field|window|it|entry|input(?:\s(?:box|field))?|dialog|line)$"
)
_FILE: Final = re.compile(
    r"^(?:(?:the|this|that|my|your)\s+)?(?:file|document|text|changes?|work|note|it|everything)?$"
)
_PLACE: Final = re.compile(
    r"^(?P<what>.+?)\s+(?:in|from|of|on|under)\s+(?:the\s+)?(?P<within>.+)$", re.IGNORECASE
)


def goals_of(task: str) -> tuple[Goal, ...]:
    """The goals of a task in the order in which it names them."""
    asked = "\n".join(line for line in task.splitlines() if not line.startswith(ATTACHED))
    masked, quotes = _mask(asked)
    found: list[Goal] = []
    for sentence in _SENTENCE.split(masked):
        found += _sentence(sentence, quotes)
    return tuple(found)


def _mask(task: str) -> tuple[str, list[str]]:
    """The task with a mark in the place of each quoted text, so that nothing cuts it."""
    quotes: list[str] = []

    def mark(found: re.Match[str]) -> str:
        quotes.append(next(text for text in found.groups() if text is not None))
        return f"\ue000{len(quotes) - 1}\ue001"

    clean = task.replace("\ue000", "").replace("\ue001", "")
    return _QUOTED.sub(mark, clean), quotes


def _sentence(sentence: str, quotes: list[str]) -> Iterator[Goal]:
    """The goals of a sentence; a piece without a verb goes on with that of the one before it."""
    verb, lead, last = "", "", None
    for piece in _pieces(sentence):
        words = _unmasked(piece, quotes, marks=True)
        led = _VERB.match(piece)
        spoken = _spoken(piece, words, quotes)
        if spoken is not None:
            lead = piece.split()[0]
        elif led is None and lead:
            spoken = _spoken(f"{lead} {piece}", words, quotes)
        if last is not None and (meant := _again(piece, words, last)) is not None:
            if meant is last:
                continue
            last = meant
        elif spoken is not None:
            verb, last = "", spoken
        elif led is not None or verb:
            verb = (led.lastgroup or "") if led else verb
            body = without_manners(piece[led.end() :] if led else piece).strip(" :,")
            last = _goal(verb, words, body, quotes)
        else:
            last = Unread(words)
        yield last


def _spoken(piece: str, words: str, quotes: list[str]) -> Goal | None:
    return natural(piece, words, lambda text: _unmasked(text, quotes))


def _pieces(sentence: str) -> Iterator[str]:
    for rough in _JOINT.split(sentence):
        piece = rough.strip(_CLEAN) if rough.strip(_CLEAN) else rough.strip()
        while (shorter := _POLITE.sub("", piece)) != piece:
            piece = shorter
        if piece and not _THANKS.fullmatch(piece):
            yield piece


def _again(piece: str, words: str, last: Goal) -> Goal | None:
    """A piece about what was named before (`pick it`, `turn that on`), or the next of several that
    are to be on or off; None for any other."""
    if found := _AGAIN.fullmatch(piece):
        wanted = _state_of(found)
        if wanted is None:
            return last if isinstance(last, (Choose, OneOf)) else Unread(words)
        name = _named(last)
        return Toggle(words, name, wanted) if name else Unread(words)
    found = _STATE.fullmatch(piece) if isinstance(last, Toggle) else None
    wanted = _state_of(found) if found else None
    if found is None or wanted is None or natural(piece, words, str) is not None:
        return None
    return None if _VERB.match(piece) else Toggle(words, found["x"], wanted)


def _state_of(found: re.Match[str]) -> bool | None:
    return None if not (found["on"] or found["off"]) else bool(found["on"])


def _named(goal: Goal) -> str:
    """What a goal is about."""
    match goal:
        case Toggle(control=name) | Show(what=name):
            return name
        case Choose(readings=((name, _), *_)):
            return name
        case OneOf(goals=(first, *_)):
            return _named(first)
        case _:
            return ""


def _goal(verb: str, words: str, body: str, quotes: list[str]) -> Goal:  # noqa: PLR0911 - an arm a verb
    text = _unmasked(body, quotes)
    match verb:
        case "untick" | "tick":
            return Toggle(words, text, verb == "tick") if text else Unread(words)
        case "turn":
            return _turned(words, text)
        case "push":
            return _pushed(words, body, quotes)
        case "confirm":
            return Push(words, "ok") if not text else Unread(words)
        case "say":
            return _said(words, body, quotes)
        case "choose":
            return _chosen(words, body, quotes)
        case "set":
            return _set(words, body, quotes)
        case "fill" | "enter":
            return _entered(words, body, quotes, fill=verb == "fill")
        case "save":
            return _saved(words, body, quotes)
        case "show":
            return Show(words, text) if text else Unread(words)
        case "close":
            return Close(words, "" if _FILE.match(text.casefold()) else text)
        case _:
            return Unread(words)


def _unmasked(text: str, quotes: list[str], *, marks: bool = False) -> str:
    def quote(found: re.Match[str]) -> str:
        inside = quotes[int(found[1])]
        return f"“{inside}”" if marks else inside

    return _MARK.sub(quote, text).strip()


def _turned(words: str, text: str) -> Goal:
    found = re.match(r"^(.+?)\s+(on|off)$", text, re.IGNORECASE)
    if found is None:
        return Unread(words)
    return Toggle(words, found[1], found[2].casefold() == "on")


def _pushed(words: str, body: str, quotes: list[str]) -> Goal:
    body = re.sub(r"^on\s+", "", body, flags=re.IGNORECASE)  # `click on 9 and then on 8`
    text = _unmasked(body, quotes)
    if not text:
        return Unread(words)
    keys = _chord(text) if not _MARK.search(body) else ()
    if keys:
        return Keys(words, keys)
    place = _PLACE.match(body)
    if place is not None and not _MARK.fullmatch(body):
        return Push(words, *(_unmasked(place[name], quotes) for name in ("what", "within")))
    return Push(words, text)


def _chord(text: str) -> tuple[str, ...]:
    """The keys that a phrase names; empty where it is no chord. One character is a button too."""
    plain = re.sub(r"^the\s+|\s+key$", "", text.strip(), flags=re.IGNORECASE)
    parts = (
        re.split(r"\s*\+\s*|(?<=ctrl)\s|(?<=alt)\s|(?<=shift)\s", plain) if len(plain) > 1 else []
    )
    try:
        keys = chord(parts) if parts and all(known(part) for part in parts) else ()
    except UnknownKeyError:
        return ()
    return () if len(keys) == 1 and len(keys[0]) == 1 else keys


def _said(words: str, body: str, quotes: list[str]) -> Goal:
    text = _unmasked(body, quotes)
    if text.casefold() in ("yes", "no", "ok"):
        return Push(words, text)
    return Enter(words, ((text, ""),)) if _MARK.fullmatch(body) else Unread(words)


def _chosen(words: str, body: str, quotes: list[str]) -> Goal:
    text = _unmasked(body, quotes)
    if not text:
        return Unread(words)
    found = () if _MARK.fullmatch(body) else _FROM.finditer(body)
    cut = ((body[: at.start()], body[at.end() :]) for at in found)
    readings = tuple((_unmasked(one, quotes), _unmasked(other, quotes)) for one, other in cut)
    return Choose(words, (*readings, (text, "")))


def _set(words: str, body: str, quotes: list[str]) -> Goal:
    found = re.match(r"^(.+?)\s+to\s+(.+)$", body, re.IGNORECASE)
    if found is None:
        return Unread(words)
    control, value = (_unmasked(each, quotes) for each in found.groups())
    if value.casefold() in ("on", "off"):
        return Toggle(words, control, value.casefold() == "on")
    return Choose(words, ((value, control),))


_FROM: Final = re.compile(r"\s+(?:from|in|as|for|under|of)\s+(?:the\s+)?", re.IGNORECASE)
_INTO: Final = re.compile(r"\s+(?:in as|in for|into|in|to|as|for|under|inside)\s+", re.IGNORECASE)


_LEADS_ON: Final = re.compile(r"\s(?:into|in|to|for|under|inside|on|at|about|by|from|of)\s+$", re.I)
"""What the quoted words after it are a part of; no name of a field ends so."""


def _entered(words: str, body: str, quotes: list[str], *, fill: bool) -> Goal:
    """Every reading of where the text ends and the field begins; the typed text decides."""
    quoted = _MARK.match(body)
    if quoted is not None:
        text, rest = quotes[int(quoted[1])], body[quoted.end() :].strip()
        if not rest:
            return Enter(words, ((text, ""),))
        into = re.match(r"^(?:into|in|to|as|for|under|inside|on)\s+(.+)$", rest, re.IGNORECASE)
        return Enter(words, ((text, _field(into[1], quotes)),)) if into else Unread(words)
    last = re.search("\ue000(\\d+)\ue001$", body)
    if last is not None and not _LEADS_ON.search(body[: last.start()]):
        field = re.sub(r"\s+(?:with|as|is|=|:)$", "", body[: last.start()].strip())
        field = re.sub(r"^(?:in|into)\s+", "", field)
        return (
            Enter(words, ((quotes[int(last[1])], _field(field, quotes)),))
            if field
            else Unread(words)
        )
    with_ = re.match(r"^(.+?)\s+with\s+(.+)$", body, re.IGNORECASE) if fill else None
    if with_ is not None:
        return Enter(words, ((_unmasked(with_[2], quotes), _field(with_[1], quotes)),))
    readings = [
        (_unmasked(body[: at.start()], quotes), _field(body[at.end() :], quotes))
        for at in _INTO.finditer(body)
    ]
    whole = _unmasked(body, quotes)
    if not whole or fill:
        return Unread(words)
    return Enter(words, tuple(readings) or ((whole, ""),))


def _field(phrase: str, quotes: list[str]) -> str:
    """What a field is called; empty for the document or the only one."""
    text = _unmasked(phrase, quotes)
    return "" if _DOCUMENT.match(text.casefold()) else text


def _saved(words: str, body: str, quotes: list[str]) -> Goal:
    if _FILE.match(body.casefold()):
        return Save(words)
    named = re.match(r"^(?P<what>.*?)\s*(?:as|under the name)\s+(?P<name>.+)$", body, re.IGNORECASE)
    if named is not None and _FILE.match(named["what"].casefold()):
        return Save(words, _unmasked(named["name"], quotes))
    return Unread(words)
