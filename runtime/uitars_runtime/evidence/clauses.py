"""What a clause says besides what it is about: on or off, values, words nobody may overlook. Pure.

For clauses whose wording no grammar knows. What they are about is found by meaning (nearness.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.evidence.words import plain

_WORD: Final = re.compile(r"[^\W_]+(?:['’\-.@][^\W_]+)*")
_HEDGED: Final = re.compile(
    r"\b(?:except|only|unless|if|whether|before|until|while|others?|rest|else|everything|every|each|"
    r"all|any|or|neither|nor|instead|than|but|between|sum|total|average|twice|again|"
    r"which|what|how|who|when|where|first|second|third|last|next|previous|leave|keep|alone|"
    r"unchanged|as it is|as well as|plus|along with|together with)\b|&|"
    r"^(?:is|are|was|were|does|did|has)\b",
    re.IGNORECASE,
)
"""Words that turn round or narrow what is asked for."""
_HARMLESS: Final = re.compile(
    r"\b(?:first of all|at all(?: times)?|all the time|after all|any ?(?:more|longer|way)|at last|"
    r"next time|if possible|last but not least|"
    r"(?:on|back) again|no longer|after that|when(?:ever)?|what's more)\b",
    re.IGNORECASE,
)
_NEGATIVE: Final = re.compile(
    r"\b(?:not|no|never|without|off|don['’]?t|doesn['’]?t|shouldn['’]?t|mustn['’]?t|needn['’]?t|"
    r"won['’]?t|isn['’]?t|aren['’]?t|can['’]?t|cannot|nothing|disabled?|deactivated?|hide|hidden|"
    r"stop|remove|rid|untick|uncheck|deselect|un-tick|un-check|silence|mute|prevent|avoid|away|"
    r"forbid|quit|suppress|drop|unwanted|none)\b",
    re.IGNORECASE,
)
_LONGER: Final = re.compile(r"\b(?:no longer|no more)\b", re.IGNORECASE)
QUOTED: Final = re.compile(r"[“\"‘«]([^“”\"‘’«»]+)[”\"’»]")
_NARRATED: Final = re.compile(
    r"\b(?:should|must|ought|need(?:s|ed)?|want|would|could|can|please|let|make|shall|has to|"
    r"have to|like)\b",
    re.IGNORECASE,
)
_OBJECT: Final = (
    r"(?:(?: on| of| with| down)? ?(?:it|them|that|this|both|all(?: of it)?|everything|"
    r"(?:the |these |its |your |my )?(?:new )?"
    r"(?:settings?|preferences|options|dialog(?:ue)?|window|changes?|choices?))"
    r"(?: (?:dialog(?:ue)?|window))?)?"
)
_ENDED: Final = re.compile(
    r"(?:close|leave|exit|shut)" + _OBJECT + r"(?: (?:again|then|afterwards|after that|too))*", re.I
)
_STORED: Final = re.compile(r"(?:and |then |please )*(?:save|store|keep)\b", re.IGNORECASE)
_ACCEPTED: Final = re.compile(
    r"(?:(?:confirm|accept|apply|ok|okay|save|store|keep)" + _OBJECT + r"|(?:confirm|accept|close|"
    r"ok|save|apply)" + _OBJECT + r" (?:with|by|using) (?:clicking |pressing )?(?:on )?(?:ok|apply|"
    r"save)|(?:press|click|hit|push|tap|choose)(?: on)? (?:the )?[“\"']?(?:ok|apply|save|close)"
    r"[”\"']?(?: button)?)(?: (?:again|then|afterwards|after that|too|please))*",
    re.I,
)
_LAST: Final = re.compile(
    r"^(?:(?:and|then|at last|in the end|at the end|finally|please),? )+", re.I
)
_POINTS: Final = re.compile(
    r"it|this|that|these|those|them|so|there|ones?|a|an|the|is|are|am|was|be|been|to|in|on|of|for|"
    r"at|by|from|with|and|as|then|now|here|too|well|please|just|thanks?|kindly|i|we|you|me|us|my|"
    r"our|your|its|would|like|want|need|could|can|will|should|must|shall|have|has|do|does|done|"
    r"set|settings?|put|select|change|changed|turn|switch|make|let|use|get|go|open|up|off|not|"
    r"don't|no|stop|preferences?|options?|dialog(?:ue)?|window|page|tab|menu|program|application|"
    r"same|way",
    re.IGNORECASE,
)
"""Words that name nothing themselves."""
_ONWARD: Final = re.compile(r"\bgo (?:on|ahead|in|up|out|off|now)\b", re.IGNORECASE)
"""Of such words, but something to do beside what was named."""
_TELLS: Final = re.compile(
    r"(?:i|i['’]m|i['’]ve|we|my|our|it|it['’]s|that|there|when(?:ever)?|some|this|by default)\b",
    re.I,
)
_BARE: Final = re.compile(r"(?:the|an?|my|its?|that|this|those|these)\b|.*\b(?:too|also)$", re.I)
_FEW: Final = 6
"""Words up to which a part may be a noun alone."""
_SHOWN: Final = re.compile(
    r"\b(?:show|open|see|view|look|display|know|find|go to|(?:bring|call|pull) up|"
    r"(?:get|take) me)\b",
    re.IGNORECASE,
)


def hedged(clause: str) -> bool:
    """Whether something in it turns round, narrows or widens what it asks for."""
    return bool(_HEDGED.search(_HARMLESS.sub(" ", clause)))


def negatives(text: str) -> int:
    """How many words say no."""
    return len(_NEGATIVE.findall(_LONGER.sub("no", text)))


def asks(clause: str) -> bool:
    """Whether it wishes for something, and does not only tell."""
    return bool(_NARRATED.search(clause))


def fixed(clause: str) -> tuple[str, ...]:
    """What of a clause has to be there to the letter: quoted words, numbers, addresses, names."""
    quoted = QUOTED.findall(clause)
    bare = QUOTED.sub(" ", clause)
    words = _WORD.findall(bare)
    named = [word for word in words if any(one.isdigit() or one in ".@" for one in word)]
    named += [word for word in words[1:] if word[0].isupper() and word not in ("I", "I'm", "I'd")]
    return tuple(dict.fromkeys(plain(each) for each in (*quoted, *named)))


def without(clause: str, value: str) -> str:
    """A clause without a value that it says to the letter: what it is about is left."""
    wanted = re.escape(value.strip())
    return (
        re.sub(rf"[“\"']?(?<!\w){wanted}(?!\w)[”\"']?", " ", clause, flags=re.I)
        if wanted
        else clause
    )


def says(clause: str, value: str) -> bool:
    """Whether a clause holds a value to the letter, as words of its own."""
    wanted, held = plain(value), f" {' '.join(plain(clause).split())} "
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", held) is not None


def ends(clause: str) -> bool:
    """Whether it asks for nothing but to close what was opened on the way."""
    return bool(_ENDED.fullmatch(_LAST.sub("", clause.strip(" .,!"))))


def accepts(clause: str) -> bool:
    """Whether it asks for nothing but that what was set is to count."""
    return bool(_ACCEPTED.fullmatch(_LAST.sub("", clause.strip(" .,!"))))


def stores(clause: str) -> bool:
    """Whether it asks to save what was set."""
    return accepts(clause) and bool(_STORED.match(clause.strip()))


def leans_on(clause: str, earlier: Sequence[str]) -> bool:
    """Whether it may have no verb and go on with that of a part before, which says no (`the icons`
    behind `take away the labels`)."""
    if asks(clause) or negatives(clause) or accepts(clause) or ends(clause):
        return False
    short = len(_WORD.findall(clause)) <= _FEW and not points_back(clause, ())
    return (short or bool(_BARE.match(clause))) and any(map(negatives, earlier))


def points_back(clause: str, passed: Sequence[str]) -> bool:
    """Whether it says of nothing but what was named before (`set that up`) and of places that were
    `passed` on the way (`in the settings`)."""
    if _ONWARD.search(clause):
        return False
    known = {word for name in passed for word in _WORD.findall(name)}
    words = (word.casefold() for word in _WORD.findall(clause))
    return all(
        _POINTS.fullmatch(word) or _NEGATIVE.fullmatch(word) or word in known for word in words
    )


def tells(clause: str) -> bool:
    """Whether it tells how things are and asks for nothing itself."""
    return not asks(clause) and bool(_TELLS.match(clause))


def shows(clause: str) -> bool:
    """Whether a window that comes up may be all that it asks for."""
    return bool(_SHOWN.search(clause))
