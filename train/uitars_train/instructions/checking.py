"""What is wrong with instructions, line by line, before anybody learns from them.

A sentence cannot be checked for being what people say; what can be is that its target is there,
that the screen is the one that was looked at, that its tags fit and that nobody said it before.
Not here: whether a second person would do the same (`second_reader.py`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import WORDS_MAX
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_runtime.keys import UnknownKeyError, chord
from uitars_train.harvest.records import Screen
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.reading import Line
from uitars_train.instructions.records import (
    ASKING,
    BY_INTENT,
    FINISHING,
    Do,
    DoAsk,
    DoClick,
    DoFinish,
    DoPress,
    DoType,
    Instruction,
    Tag,
    targets_of,
)

ALIKE: Final = 88.0
"""Likeness, of 100, of two sentences of one program with the same right step."""
_SHORT: Final = 3
"""Letters of a label that stand in sentences by chance."""


class Problem(NamedTuple):
    """What is wrong with a line, in a sentence."""

    where: str
    what: str
    wording: bool = False
    """Whether only the words might be better; everything else makes a line useless."""


def problems(lines: Sequence[Line], harvest: Harvest) -> Iterator[Problem]:
    """All that is wrong, in the order of the lines; at last what is wrong with several."""
    for line in lines:
        try:
            screen = harvest.screen(line.item.program, line.item.screen)
        except UsageError as error:
            yield Problem(line.where, error.title)
            continue
        for check in (_targets, _words, _tags):
            yield from (Problem(line.where, what) for what in check(line.item, screen))
        yield from (Problem(line.where, what, True) for what in _labels(line.item, screen))
        yield from (Problem(line.where, what) for what in _mark(line.item, harvest))
        yield from (Problem(line.where, what) for what in _history(line.item, harvest))
    yield from _repeated(lines)


def sealed(item: Instruction, harvest: Harvest) -> Instruction:
    """The same with the mark of its screen, or with the place that its screen has now; as it is
    where there is no such screen."""
    try:
        marks = harvest.marks(item.program)
    except UsageError:
        return item
    there = 0 <= item.screen < len(marks)
    if there and (not item.mark or harvest.is_marked(item.program, item.screen, item.mark)):
        return msgspec.structs.replace(item, mark=item.mark or marks[item.screen])
    if item.mark in marks:
        return msgspec.structs.replace(item, screen=marks.index(item.mark))
    return item


def _mark(item: Instruction, harvest: Harvest) -> Iterator[str]:
    marks = harvest.marks(item.program)
    if not item.mark:
        yield "has no mark yet: look at it once more, then check --seal"
    elif not harvest.is_marked(item.program, item.screen, item.mark):
        other = f"it is screen {marks.index(item.mark)} now" if item.mark in marks else "it is gone"
        yield f"was written for another screen than {item.program} {item.screen}; {other}"


def _history(item: Instruction, harvest: Harvest) -> Iterator[str]:
    for number, past in enumerate(item.history, 1):
        place = past.screen if past.screen >= 0 else item.screen
        try:
            count = len(harvest.screen(item.program, place).true)
        except UsageError as error:
            yield f"step {number} of its history: {error.title}"
            continue
        if any(not 0 <= on < count for on in targets_of(past.did)):
            yield f"step {number} of its history is done on nothing that screen {place} has"
        if past.serves not in item.say:
            yield f"step {number} of its history serves words that the sentence does not have"


def _targets(item: Instruction, screen: Screen) -> Iterator[str]:
    for on in item.targets:
        if not 0 <= on < len(screen.true):
            yield f"there is no element {on}: the screen has 0 to {len(screen.true) - 1}"
        elif screen.true[on].element.disabled and not ASKING & set(item.tags):
            yield f"element {on} is greyed out; where that is meant, tag it impossible and ask"
    for do in (*item.right, *(past.did for past in item.history)):
        if isinstance(do, DoPress) and not _are_keys(do.keys):
            yield f"nobody knows the keys {'+'.join(do.keys)}"


def _are_keys(keys: Sequence[str]) -> bool:
    try:
        chord(keys)
    except UnknownKeyError:
        return False
    return True


def _words(item: Instruction, _screen: Screen) -> Iterator[str]:
    count = len(split_words(item.say))
    if not count:
        yield "says nothing"
    elif count > WORDS_MAX:
        yield f"has {count} words, the network reads {WORDS_MAX}"
    elif isinstance(read_task(item.say), Foreign):
        yield "the product does not take it for English; make one word plainer"
    if item.serves not in item.say:
        yield "serves words that the sentence does not have"
    if item.say != item.say.strip():
        yield "begins or ends with a blank"


def _tags(item: Instruction, _screen: Screen) -> Iterator[str]:
    tags, first = set(item.tags), item.right[0]
    if len(tags) < len(item.tags):
        yield "has a tag twice"
    if bool(tags & ASKING) != isinstance(first, DoAsk):
        yield "asks where no tag says why, or is tagged absent, unclear or impossible and acts"
    if bool(tags & FINISHING) != isinstance(first, DoFinish):
        yield "finishes where no tag says why, or is tagged already-so or done and acts"
    for tag, kind in ((Tag.KEYS, DoPress), (Tag.TYPE, DoType)):
        if tag in tags and not _does(item.right, kind):
            yield f"is tagged {tag}, and none of its right steps is"
        if tag not in tags and isinstance(first, kind):
            yield f"is a step for the tag {tag}"
    if Tag.DONE in tags and not item.history:
        yield "is tagged done without a history: what was there before is already-so"


def _does(right: Sequence[Do], kind: type[Do]) -> bool:
    return any(isinstance(one, kind) for one in right)


def _labels(item: Instruction, screen: Screen) -> Iterator[str]:
    """By intent means: not by the words on it."""
    clicked = [one.on for one in item.right if isinstance(one, DoClick)]
    if not set(item.tags) & BY_INTENT or Tag.DIRECT in item.tags or Tag.MULTI in item.tags:
        return
    said = _plain(item.say)
    for on in clicked:
        if not 0 <= on < len(screen.true):
            continue
        element = screen.true[on].element
        # What an icon is called is not written on it.
        shown = element.text if element.role is Role.ICON else element.name
        for label in {_plain(element.text), _plain(shown)}:
            if len(label) > _SHORT and re.search(rf"\b{re.escape(label)}\b", said):
                yield f"says “{label}”, which stands on it: reword it, or tag it direct"


def _repeated(lines: Sequence[Line]) -> Iterator[Problem]:
    """Sentences that were said before: by the same author anywhere, by anybody about the same
    program; of one program also those that are nearly the same and mean the same."""
    authors: dict[tuple[object, ...], Line] = {}
    programs: dict[str, list[tuple[str, Line]]] = defaultdict(list)
    for line in lines:
        said = _plain(line.item.say)
        # A later step of the same way says the same.
        key = line.author, said, len(line.item.history)
        if (before := authors.setdefault(key, line)) is not line:
            yield Problem(line.where, f"says what {before.where} says", True)
            continue
        told = programs[line.item.program]
        alike = (one for words, one in told if _is_like(line, said, one, words))
        if (other := next(alike, None)) is not None:
            said_there = f"says nearly what {other.where} says: “{other.item.say}”"
            yield Problem(line.where, said_there, True)
        told.append((said, line))


def _is_like(line: Line, said: str, other: Line, words: str) -> bool:
    one, two = line.item, other.item
    if len(one.history) != len(two.history):
        return False
    same = one.screen == two.screen and set(one.right) & set(two.right)
    return words == said or bool(same and _likeness(said, words) >= ALIKE)


def _likeness(one: str, other: str) -> float:
    """Of 100, words in any order."""
    from rapidfuzz import fuzz

    return max(fuzz.ratio(one, other), fuzz.token_sort_ratio(one, other))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", " ", text.lower()).split())
