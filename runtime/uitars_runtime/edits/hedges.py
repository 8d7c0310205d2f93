"""Words that turn round, narrow or multiply what a request asks for. Pure.

The marks of a request say nothing of them: "don't delete the milk" is marked as "delete the milk".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.edits.asked import Asked, Op, Slot
from uitars_runtime.quotations import masked

_OPENS: Final = re.compile(r"\W*if\b|.*\bunless\b(?!-)", re.IGNORECASE | re.DOTALL)
"""Of a whole request, whatever was marked in it as to be written."""
_PLEASED: Final = (
    r"ok(?:ay)?|(?:al)?right|good|nice|kind|great|lovely|wonderful|better|best|glad|happy|grateful|"
    r"pleased|obliged|please me|like|love|prefer|appreciate|mind|much|terribly|wonder|silly"
)
_HARMLESS: Final = re.compile(
    rf"\b(?:(?:{_PLEASED})(?: it)?|as|even|in|the|second|check|see) if\b|"
    r"\bif (?:you(?! (?:see|find)\b)|i (?:may|might|can)|any|need be|(?:it |that )?pleases|"
    r"(?:is )?possible)\b|"
    r"\bif (?:it|that)(?:[’']?s| is| can be| isn[’']?t)(?: not)?"
    r" (?:too|to|ok(?:ay)?|all ?right|alright|possible|easier|no|done)\b|"
    r"\b(?:once more|one more time|last but not least)\b",
    re.IGNORECASE,
)
_MANY: Final = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"
_DEEDS: Final = (
    r"(?:add|append|put|write|insert|type|enter|delete|remove|erase|cut|drop|strike|replace|"
    r"set|move|swap|sort|copy|duplicate|double|save|store|empty|clear|undo|"
    r"change(?! (?:any|a thing|the rest|the other)))"
)
_EVERY: Final = frozenset(Op)
_MORE: Final = frozenset({Op.PUT, Op.BEHIND, Op.FRONT, Op.DOUBLE})
_VALUES: Final = frozenset({Op.SET, Op.LINE, Op.CHANGE, Op.DOUBLE})
_ALL_OF_IT: Final = frozenset({Op.CHANGE, Op.WORD, Op.WHOLE, Op.EMPTY})
_SORTED: Final = frozenset({Op.SORT})
_MOVED: Final = frozenset({Op.MOVE})
_OTHERS: Final = frozenset({Op.CUT, Op.SET, Op.LINE, Op.WORD, Op.CHANGE, Op.DOUBLE})


def _row(words: str, about: frozenset[Op] = _EVERY) -> tuple[re.Pattern[str], frozenset[Op]]:
    return re.compile(rf"\b(?:{words})", re.IGNORECASE), about


_HEDGES: Final = (
    # what is not to be
    _row(
        rf"(?<!\bi )(?<!\bwe )(?<!\bthey )(?:don[’']?t|do not|never) (?:please |just )?{_DEEDS}\b"
    ),
    _row(r"not save\b|(?:don[’']?t|do not)\W*$"),
    # all but some, and only where something is so
    _row(r"(?:except|apart from|excluding|unless|if)\b"),
    _row(r"(?:all|everything|everyone|every \w+|any\w*|lines|rows|entries|items) but\b"),
    _row(r"but (?:not|don[’']?t|never|leave|keep|without)\b|every (?:other|second)\b"),
    _row(r"(?:only|just) the (?:first|second|third|fourth|fifth|last|\d+th)\b", _ALL_OF_IT),
    # amounts
    _row(r"(?:in|de)creas\w+ .*\bby\b|(?:raise|lower|reduce|extend|shorten|bump)\w* .*\bby\b"),
    _row(rf"(?:one|a few|some|several|a couple|{_MANY}) more\b", _OTHERS),
    _row(r"(?:twice|half) as\b|half the\b", _VALUES),
    _row(
        r"(?:double|halve|triple) (?:the|my|our|its) "
        r"(?!(?:\w+ ){0,3}(?:lines?|rows?|entry|item)\b)",
        _VALUES,
    ),
    # how often
    _row(rf"(?:{_MANY}|\w+teen) times\b|thrice\b|twice\b", _MORE - {Op.DOUBLE}),
    _row(r"(?:[3-9]|\d\d+|three|four|five|six|seven|eight|nine|ten) times\b|thrice\b", _MORE),
    _row(r"(?:duplicate|copy|double|repeat)\b(?!.*\bso\b).*\b(?:twice|two times)\b", _MORE),
    _row(r"(?:only|just) once\b|(?<!\bat )once\W*$", frozenset({Op.CHANGE, Op.WORD})),
    _row(r"find .+ replace (?:it|him|her|them|that)\b"),
    # a part of what is marked, or something else than that
    _row(r"(?:lines?|rows?) \d|(?:above|below|under|before|between|after(?! that\b))\b", _SORTED),
    _row(r"(?:copy|duplicate)\b|(?:one|two|\d+|a) (?:\w+ )?(?:up|down)\b", _MOVED),
    _row(r"or\b|(?:empty|clear) (?:the )?(?:\w+ )?(?:line|row)\b", frozenset({Op.CUT})),
    _row(r"open\b", frozenset({Op.SAVE_AS})),
)
"""What says so, and of which changes; elsewhere it tells a story."""
_ALL_GOES: Final = (
    "a all an and away be blank buffer can clean clear completely content contents could delete"
    " discard document drop empty entire erase every everything file from get go gone here i in is"
    " it kindly lot make me my no nothing now of off on out over page please remove rid scrap sheet"
    " slate so start take text that the there thing this throw to totally want whole wipe with"
    " would you your"
)
_OF_EMPTYING: Final = frozenset(_ALL_GOES.split())
"""Words of people who want all of a text to go; "the letter s" is none of them."""
_WRITES: Final = frozenset(
    {Op.PUT, Op.BEHIND, Op.FRONT, Op.CHANGE, Op.SET, Op.LINE, Op.WHOLE, Op.SAVE_AS, None}
)


def hedged(request: str, asked: Sequence[Asked]) -> bool:
    """Whether something outside of quotations and of what is to be written turns round, narrows or
    multiplies what a request is marked to ask for."""
    unquoted = masked(request, "_")
    if _OPENS.match(_HARMLESS.sub("", unquoted)) or _names_a_part(request, asked):
        return True
    said, ops = _HARMLESS.sub("", _told(unquoted, asked)), {one.op for one in asked}
    return any(about & ops and words.search(said) for words, about in _HEDGES)


def _names_a_part(request: str, asked: Sequence[Asked]) -> bool:
    """Whether what is to be emptied may be less than the text; nothing that is written anew is."""
    words = (
        word
        for one in asked
        if one.op is Op.EMPTY
        for word in re.findall(r"\w+", request[one.start : one.end].casefold())
    )
    anew = any(one.op is Op.WHOLE for one in asked)
    return not anew and not _OF_EMPTYING.issuperset(words)


def _told(request: str, asked: Sequence[Asked]) -> str:
    """A request without what is to be written, which is chosen well, and what changes no text."""
    for part in asked:
        if part.op is Op.OTHER:
            request = _without(request, part.start, part.end)
        for one in part.marked:
            if one.slot is Slot.ONLY or (one.slot is Slot.NEW and part.op in _WRITES):
                request = _without(request, one.start, one.start + len(one.text))
    return request


def _without(request: str, start: int, end: int) -> str:
    return f"{request[:start]}{'_' * (end - start)}{request[end:]}"
