"""Sums as people say them, and the keys that enter them: "17 times six" is 17*6.

What people call numbers and sums stands in `words.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final

import msgspec

from uitars_runtime.quotations import masked
from uitars_runtime.sums.reckoning import worth


class _Tables(msgspec.Struct, frozen=True):
    """`words.toml`."""

    signs: dict[str, str]
    terms: dict[str, str]
    after: dict[str, str]
    forms: dict[str, str]
    words: dict[str, str]
    other: dict[str, str]


_SUMS: Final = msgspec.toml.decode(
    files("uitars_runtime.sums").joinpath("words.toml").read_bytes(), type=_Tables
)
_ONES: Final = {word: value for value, word in enumerate(_SUMS.words["ones"].split())}
_TENS: Final = {word: 10 * value for value, word in enumerate(_SUMS.words["tens"].split(), 2)}
_SMALL: Final = _ONES | _TENS
_PARTS: Final = {"a half": "5", "a quarter": "25", "three quarters": "75"}
_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}

_LONGEST: Final = 300
"""Characters in which a sum is asked for."""
_WORD: Final = rf"(?:{'|'.join((*_SMALL, *_SCALES))})\b"
_NUMBER: Final = re.compile(
    rf"(?<![\w.,])(?:\d+(?:[.,]\d+)*|(?:a (?={'|'.join(_SCALES)}))?{_WORD}"
    rf"(?:(?:[ -]|(?<=hundred) and |(?<=thousand) and |(?<=million) and ){_WORD})*"
    rf"(?: point(?: (?:{'|'.join(_ONES)})\b)+)?)(?: and (?:{'|'.join(_PARTS)})\b)?",
    re.IGNORECASE,
)
# Sums are looked for in the task with numbers and quotations covered, letter by letter; what stands
# around them is read with sums and quotations covered.
_COVER, _QUOTED, _SUMMED = "\0", "\1", "\2"
_OPERAND: Final = f"{_COVER}+"
_SIGN: Final = rf"\s*(?:{'|'.join(_SUMS.signs.values())})\s*"
_BETWEEN: Final = r"(?:,? and |, ?)"
_SEVERAL: Final = {
    "<s>": f"(?P<s>{_OPERAND}(?:{_BETWEEN}{_OPERAND})+)",
    "<t>": rf"(?P<t>{_OPERAND}(?:[\w ]*(?:,| and )[\w ,]*{_OPERAND})+)",
}


def _form(form: str, operand: str) -> re.Pattern[str]:
    form = re.sub("<([ab])>", rf"(?P<\1>{operand})", form)
    for name, several in _SEVERAL.items():
        form = form.replace(name, several)
    return re.compile(rf"(?<!\w){form}", re.IGNORECASE)


_FIGURES: Final = re.compile(rf"(?<![\w.,])(?:{_SUMS.words['figures']})(?![\w-])")
_TERM: Final = (
    rf"(?:{'|'.join(re.sub('<[ab]>', _OPERAND, form) for form in _SUMS.terms)}|{_OPERAND})"
)
_TERMS: Final = {_form(form, _OPERAND): keys for form, keys in _SUMS.terms.items()}
_FORMS: Final = {_form(form, _TERM): keys for form, keys in _SUMS.forms.items()} | _TERMS
_BRACKETED: Final = rf"(?:[(]\s*)*{_TERM}(?:\s*[)])*"
_IT: Final = f"(?:{_SUMS.words['it']})"
_THEN: Final = r"(?: \w+)?(?:,? and then|,? and|[,.;!?]? then|,) "
_AFTER: Final = {
    _form(rf"{_THEN}{form.replace('<it>', _IT)}(?! \w+ {_OPERAND})", _TERM): keys
    for form, keys in _SUMS.after.items()
}
_MINUS: Final = rf"(?:[-−–]|(?:minus|negative) )(?={_COVER})"
_CHAIN: Final = re.compile(
    rf"(?:(?P<minus>{_MINUS}){_OPERAND}|{_BRACKETED})(?:{_SIGN}{_BRACKETED})+", re.IGNORECASE
)
_PIECE: Final = re.compile(rf"(?P<term>{_TERM})|(?P<bracket>[()])|{_SIGN}", re.IGNORECASE)
_GOES_ON: Final = re.compile(rf"{_SIGN}[\w(]|(?:{_SIGN}|{_BETWEEN}){_BRACKETED}", re.IGNORECASE)
_BREAK: Final = re.compile(r"[.;!?,:]\s+(?:(?:and|then)\s+)*|\s+(?:and|then)\s+(?:then\s+)?")
_REMARK: Final = re.compile(rf"(?:{_SUMS.words['remark']})\b", re.IGNORECASE)
_DOING: Final = re.compile(
    rf"(?:please |now )*(?:{_SUMS.words['doing'].replace(' ', '|')})\b", re.IGNORECASE
)
_SIGNED: Final = re.compile(
    rf"(?:(?<!\w)(?:{'|'.join(_SUMS.signs.values())}|negative)|[-−–+*×/÷])\s*\Z|[\w){_COVER}]\Z",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(rf"\b{_SUMS.words['negations']}", re.IGNORECASE)
_OTHER: Final = re.compile(
    rf"[%^²³√|]|\b(?:{'|'.join(_SUMS.other.values())})(?!\w)".replace("<sum>", f"{_SUMMED}+"),
    re.IGNORECASE,
)
_EXPLAINED: Final = re.compile(
    rf"(?:{_SUMMED}+(?:\s*(?!(?:{'|'.join(_SUMS.signs.values())})\b)(?:{_SUMS.words['counted']})\b)?|"
    rf"[\s=?!.,;:–’'-]|\b(?:{_SUMS.words['plain']})\b)*+",
    re.IGNORECASE,
)


class _Sum(msgspec.Struct, frozen=True):
    """A sum of a task: which of its characters say it, and what is typed for it."""

    start: int
    end: int
    keys: str


class Clause(msgspec.Struct, frozen=True):
    """A sum with the words around it; without keys all that is asked for before or behind sums."""

    start: int
    end: int
    keys: str = ""


def clauses(task: str) -> list[Clause]:
    """The sums of a task, each with its clause, between what is asked for before and behind them;
    none where one of them is not understood whole, or words or numbers around them are not: they
    may make another one of it."""
    around, found = _found(task)
    parts: list[Clause] = []
    spare = summed = False
    for start, end in _spans(task, found) if found else ():
        own = [one for one in found if start <= one.start < end]
        behind = bool(parts and parts[-1].keys)
        if not own and _DOING.match(task, start):
            if behind:
                return [*parts, Clause(start, len(task))]
            parts, spare = [Clause(0, end)], False
            continue
        said = around[start:end]
        remark = _REMARK.match(said) if behind and not own else None
        if not _is_explained(said, own, all_of_it=behind and not remark):
            return []
        numbers = {number[0].lower() for number in _NUMBER.finditer(said)} - {"one"}
        spare |= bool(numbers) and not (remark and remark["told"])
        summed |= bool(own)
        if spare and summed:
            return []
        if task[end : end + 1] in (*".!?;:", ""):
            spare = summed = False
        parts += (Clause(start, end, one.keys) for one in own)
    return parts


def _found(task: str) -> tuple[str, list[_Sum]]:
    """A task with its quotations and sums covered, and these in their order; none where one is not
    understood whole, and in a task that would be searched for long."""
    around = masked(task, _QUOTED)
    covered = _FIGURES.sub(_covered, around)
    numbers = [found[0] for found in _NUMBER.finditer(covered)]
    if len(task) > _LONGEST or not all(map(_figures, numbers)):
        return around, []
    covered = _NUMBER.sub(lambda found: _COVER * len(found[0]), covered)
    said: list[_Sum] = []
    at = 0
    while matches := [
        found for pattern in (_CHAIN, *_FORMS) if (found := pattern.search(covered, at))
    ]:
        found = min(matches, key=lambda match: (match.start(), -match.end()))
        at = found.end()
        keys = _keys(task, covered, found)
        while more := _next(_AFTER, covered, at):
            keys, at = f"({keys}){_keys(task, covered, more)}", more.end()
        signed = _SIGNED.search(covered[: found.start()]) or (said and keys.startswith("0-"))
        if signed or _GOES_ON.match(covered, at) or keys.count("(") != keys.count(")"):
            return around, []
        said.append(_Sum(found.start(), at, keys))
        around = around[: found.start()] + _SUMMED * (at - found.start()) + around[at:]
    return around, said


def _is_explained(said: str, own: Sequence[_Sum], *, all_of_it: bool) -> bool:
    """Whether the words of a clause, its sums covered, leave sums as they are: none forbids one or
    makes another of it, and those behind one are known; of a clause without sums `all_of_it`."""
    if _OTHER.search(said) or (own and _NEGATED.search(said)):
        return False
    if not (own or all_of_it):
        return True
    return _EXPLAINED.fullmatch(said, max(said.find(_SUMMED), 0)) is not None


def _spans(task: str, found: Sequence[_Sum]) -> list[tuple[int, int]]:
    """Where the clauses of a task lie; a sum is never cut."""
    breaks = [
        one
        for one in _BREAK.finditer(masked(task, _QUOTED))
        if not any(_within(one, said) for said in found)
    ]
    starts = [0, *(one.end() for one in breaks)]
    ends = [*(one.start() for one in breaks), len(task)]
    return list(zip(starts, ends, strict=True))


def _within(found: re.Match[str], said: _Sum) -> bool:
    return said.start <= found.start() < said.end


def _next(patterns: Iterable[re.Pattern[str]], covered: str, at: int) -> re.Match[str] | None:
    return next((found for one in patterns if (found := one.match(covered, at))), None)


def _covered(quoted: re.Match[str]) -> str:
    return _QUOTED * len(quoted[0])


def _keys(task: str, covered: str, found: re.Match[str]) -> str:
    if found.re is _CHAIN:
        # A minus that comes first goes on with the last result in many calculators.
        minus = "0-" if found["minus"] else ""
        start = found.end("minus") if minus else found.start()
        pieces = _PIECE.finditer(covered, start, found.end())
        return minus + "".join(_piece(task, covered, piece) for piece in pieces)
    keys = (_FORMS | _AFTER)[found.re]
    for name, said in found.groupdict().items():
        first = found.start(name)
        operands = re.finditer(_OPERAND if name in "st" else _TERM, said, re.IGNORECASE)
        values = (_term(task, covered, first + one.start(), first + one.end()) for one in operands)
        keys = keys.replace(f"<{name}>", "+".join(values))
    return "-".join(sorted(keys.split("~"), key=worth, reverse=True)) if "~" in keys else keys


def _piece(task: str, covered: str, piece: re.Match[str]) -> str:
    """A bracket, a sign or a term of a chain; a term that is a sum itself stands in brackets."""
    said = piece[0].strip()
    if piece["term"]:
        keys = _term(task, covered, *piece.span())
        return keys if said == _COVER * len(said) else f"({keys})"
    names = _SUMS.signs.items()
    return next((key for key, name in names if re.fullmatch(name, said, re.IGNORECASE)), said)


def _term(task: str, covered: str, start: int, end: int) -> str:
    for pattern in _TERMS:
        if found := pattern.fullmatch(covered, start, end):
            return _keys(task, covered, found)
    return _figures(task[start:end])


def in_figures(said: str) -> str:
    """A number in words as it is written; anything else as it is, also names ("Seven")."""
    is_number = _NUMBER.fullmatch(said) and said[0].islower()
    return (_figures(said) if is_number else "") or said


def _figures(said: str) -> str:
    """A number in figures: "three hundred and twelve" is 312, "1,200" 1200, "1,5" 1.5. Empty for
    what is none: figures one by one, a year, numbers in a row."""
    whole, behind = said.lower(), ""
    for words, figures in _PARTS.items():
        if whole.endswith(f" and {words}"):
            whole, behind = whole.removesuffix(f" and {words}"), f".{figures}"
    if whole[0].isdigit():
        if re.match(r"[1-9]\d{0,2}(?:,\d{3})+\b(?!,)", whole):
            whole = whole.replace(",", "")
        figures = re.sub(r"^0+(?=\d)", "", whole.replace(",", ".")) + behind
        return figures if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", figures) else ""
    whole, point, digits = whole.partition(" point ")
    behind = f".{''.join(str(_ONES[word]) for word in digits.split())}" if point else behind
    row = [word for word in re.findall(r"\w+", whole) if word not in ("a", "and")]
    total = now = 0
    below, room = 100, max(_SCALES.values()) + 1
    for word in row:
        value = (_SMALL | _SCALES)[word]
        if word in _SMALL:
            fits = 0 < value < below or row == [word]
            now, below = now + value, 10 if word in _TENS else 0
        elif word == "hundred":
            fits = now < value
            now, below = max(now, 1) * value, value
        else:
            fits = value < room
            total, now, below, room = total + max(now, 1) * value, 0, 100, value
        if not fits:
            return ""
    return f"{total + now}{behind}"
