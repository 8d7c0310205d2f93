"""Words that turn round, narrow or multiply what a request asks for. Pure.

The marks of a request say nothing of them: "don't delete the milk" is marked as "delete the milk".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.edits.asked import Asked, Op, Slot
from uitars_runtime.negation import forbids, leaves_out
from uitars_runtime.quotations import masked

_OPENS: Final = re.compile(r"\W*if\b|.*\bunless\b(?!-)", re.IGNORECASE | re.DOTALL)
"""Of a whole request, whatever was marked in it as to be written."""
_POLITE: Final = re.compile(
    r"\b(?:ok(?:ay)?|(?:al)?right|good|nice|great|best|better|glad|happy|\w+ful|obliged|pleased|"
    r"please me|like|love|prefer|appreciate|mind|wonder|silly|as|even|the)"
    r"(?: it| terribly| (?:very )?much)? if\b|"
    r"\bif (?:you(?! (?:see|find)\b)|i (?:may|might|can)|any|need be|(?:is )?possible|it pleases|"
    r"(?:it|that)(?:[’']?s| is| isn[’']?t)(?: not)? (?:too|to|ok(?:ay)?|all ?right|alright))\b",
    re.IGNORECASE,
)
_DEED: Final = re.compile(
    r"\b(?:(?:add|append|insert|enter|delet|remov|eras|typ|stor|sav|replac|mov|duplicat|doubl|cut|"
    r"put|set|sort|swap|drop|clear|strik|wip|writ|tak)(?:[tp]?(?:e|en|ed|ing))?|cop(?:y|ied|ying)|"
    r"empt(?:y|ied|ying)|undo\w*|throw\w*|get(?:ting)? rid|lose the|go(?:ne)?(?! on\b)|"
    r"change(?! (?:any|a thing|the rest|the other)))\b",
    re.IGNORECASE,
)
_MANY: Final = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"
_EVERY: Final = frozenset(Op)
_NEW: Final = frozenset({Op.PUT, Op.BEHIND, Op.FRONT})


def _row(words: str, about: frozenset[Op] = _EVERY) -> tuple[re.Pattern[str], frozenset[Op]]:
    return re.compile(rf"\b(?:{words})", re.IGNORECASE), about


_HEDGES: Final = (
    # what is not to be, or was done already
    _row(r"(?:don[’']?t|do not)\W*$"),
    _row(r"leave [\w ]+ (?:alone|be|as (?:it|they) (?:is|are))\b", frozenset({Op.CUT})),
    _row(
        r"(?:^(?:is|are) [\w ]*|(?:i|we|you|he|she|they|who|was|been) (?:(?:have|just|already) )*)"
        r"(?:add|append|insert|delet|remov|eras|replac|sort|clear|empti)ed\b",
        _EVERY - {Op.UNDO},
    ),
    # all but some, and only where something is so
    _row(r"(?:except|apart from|excluding|unless|if)\b|every (?:other|second)\b"),
    _row(r"(?:all|everything|everyone|every \w+|any\w*|lines|rows|entries|items) but\b"),
    _row(r"but (?:not(?! least)|don[’']?t|never|leave|keep|without)\b"),
    _row(
        r"(?:only|just) (?:once\b|the (?:first|second|third|fourth|fifth|last|\d+th)\b)|"
        r"(?<!\bat )once\W*$",
        frozenset({Op.CHANGE, Op.WORD, Op.WHOLE, Op.EMPTY}),
    ),
    # how much and how often
    _row(r"(?:(?:in|de)creas|raise|lower|reduce|extend|shorten|bump)\w* .*\bby\b"),
    _row(
        rf"(?:one|a few|some|several|a couple|{_MANY}) more\b(?! time)",
        frozenset({Op.CUT, Op.SET, Op.LINE, Op.WORD, Op.CHANGE, Op.DOUBLE}),
    ),
    _row(
        r"(?:twice|half) as\b|half the\b|(?:double|halve|triple) (?:the|my|our|its) "
        r"(?!(?:\w+ ){0,3}(?:lines?|rows?|entry|item)\b)",
        frozenset({Op.SET, Op.LINE, Op.CHANGE, Op.DOUBLE}),
    ),
    _row(r"(?:two|2) times\b|twice\b", _NEW),
    _row(
        rf"(?!two |2 )(?:{_MANY}|\w+teen) times\b|thrice\b|"
        r"(?:duplicate|copy|double|repeat)\b(?!.*\bso\b).*\b(?:twice|two times)\b",
        _NEW | {Op.DOUBLE},
    ),
    _row(r"find .+ replace (?:it|him|her|them|that)\b"),
    # a part of what is marked, or something else than that
    _row(
        r"(?:lines?|rows?) \d|(?:above|below|under|before|between|after(?! that\b))\b",
        frozenset({Op.SORT}),
    ),
    _row(r"(?:copy|duplicate)\b|(?:one|two|\d+|a) (?:\w+ )?(?:up|down)\b", frozenset({Op.MOVE})),
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
    if _OPENS.match(_POLITE.sub("", unquoted)) or _names_a_part(request, asked):
        return True
    said, ops = _told(unquoted, asked), {one.op for one in asked}
    if any(forbids(said, deed.start()) for deed in _DEED.finditer(said)):
        return True
    gone = [one.start for each in asked if each.op is Op.CUT for one in each.marked]
    if len(gone) > 1 and any(leaves_out(unquoted, start) for start in gone):
        return True
    said = _POLITE.sub("", said)
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
