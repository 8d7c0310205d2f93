"""An action on the screen as a step to learn: said in words and elements of a situation.

Whoever decided on it, a teacher, a person or another model, acts on pixels; the network learns to
point at what the eyes see and to copy words. Where neither says it there is no step. Nobody says
which part of the task it serves either: spans of words are weighed by how likely the decoder says
them and then the very step; a span that names what the step acts on comes first. Not here: who
decides (`teacher.py`, `collection.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from uitars_runtime.backends.embedded.network.codec import spot
from uitars_runtime.backends.embedded.network.decoder import Decoder, Prefix, Uttered
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar
from uitars_runtime.backends.embedded.network.graph import Cache
from uitars_runtime.backends.embedded.network.vocabulary import (
    ELEMENTS_MAX,
    MODIFIERS,
    NAMED_KEYS,
    SPOKEN_ID,
    WORDS_MAX,
    Act,
)
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span, value_text
from uitars_runtime.grounding import Side
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Drag,
    Finish,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)
from uitars_train.data.sample import Target

POINTING: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
_IDLE: Final = (Act.FINISHED, Act.WAIT)
_ALONE: Final = {Wait: Act.WAIT, AskUser: Act.CALL_USER, Finish: Act.FINISHED}
"""What is done on nothing and with nothing."""
_SIDES: Final = (Side.ON, Side.END)
"""What lies right of a label or below it is it by chance, unless it is a field."""
_SPANS: Final = 6
"""Likeliest parts of the task that are tried for a step."""
_TWICE: Final = 2
"""Clicks that the network has a word for."""
_LARGER: Final = 8
"""How many times as large as the smallest element there another one may be that is as right."""


class Advice(Protocol):
    """What is right in a state, and where on the screen it can be done."""

    @property
    def action(self) -> Action:
        """What to do; to finish with a failure where the teacher does not know how to go on."""
        ...

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether the action can be done at points as well; `end` 1: whether a drag may end
        there."""
        ...

    @property
    def entry(self) -> bool:
        """Whether it clicks a field for text."""
        ...

    @property
    def said(self) -> str:
        """What stands on what it clicks; empty where nothing does or nobody knows."""
        ...

    @property
    def option(self) -> str:
        """The entry of an open list that is to be clicked instead; empty where there is none."""
        ...


def target_of(
    advice: Advice, situation: Situation, decoder: Decoder, serves: Span | None = None
) -> Target | None:
    """The step in words and elements of the situation; None where they do not say it. `serves`:
    the part of the task that it is for; the likeliest to the decoder where nobody said it."""
    step = _step(advice, situation)
    if step is None or step.act in _IDLE:
        return step
    spans = likely_spans(decoder, situation, step)[:_SPANS] if serves is None else [serves]
    for span in spans:
        if step.act not in POINTING or advice.option:
            return _serving(step, span)
        found = _pointed(advice, _serving(step, span), situation)
        if found is not None:
            return found
    return None


def _serving(step: Target, span: Span) -> Target:
    return Target(
        step.act, span, step.elements, step.side, step.text, step.keys, step.direction, step.onto
    )


def _step(advice: Advice, situation: Situation) -> Target | None:
    """The step without what it serves."""
    middles = [item.box.center for item in situation.elements[:ELEMENTS_MAX]]
    if advice.option:
        return _option(advice.option, situation)
    match advice.action:
        case Click() as click:
            return _clicked(click, _at(advice, middles, situation))
        case Scroll(direction=way):
            over = _at(advice, middles, situation)
            return Target(Act.SCROLL, elements=over, direction=str(way)) if over else None
        case Drag():
            start, end = _at(advice, middles, situation), _at(advice, middles, situation, end=1)
            return Target(Act.DRAG, elements=start, onto=end) if start and end else None
        case Type(text=text):
            return typed(Target(Act.TYPE), text, situation)
        case Press(keys=keys):
            return pressed(Target(Act.HOTKEY), keys, situation)
        case Wait() | AskUser() | Finish(status="success"):
            return Target(_ALONE[advice.action.__class__])
        case _:
            return None


def _clicked(click: Click, there: tuple[int, ...]) -> Target | None:
    if click.count > _TWICE:
        return None
    one = Act.RIGHT if click.button is Button.RIGHT else Act.CLICK
    return Target(Act.DOUBLE if click.count > 1 else one, elements=there)


def _option(name: str, situation: Situation) -> Target | None:
    """A click on the entry of an open list; the list's own field, above it, may say the same."""
    named = [at for at, item in enumerate(situation.elements) if item.text == name]
    lowest = max(named, key=lambda at: situation.elements[at].box.top, default=None)
    return None if lowest is None else Target(Act.CLICK, elements=(lowest,))


def _at(
    advice: Advice, points: Sequence[Point], situation: Situation, end: int = 0
) -> tuple[int, ...]:
    """Elements of which a point does it, without those that merely reach that far."""
    right = [at for at, hit in enumerate(advice.hits(points, end)) if hit]
    areas = {at: situation.elements[at].box.area for at in right}
    return tuple(at for at in right if areas[at] <= _LARGER * min(areas.values()))


def _pointed(advice: Advice, step: Target, situation: Situation) -> Target | None:
    """The elements, or what lies beside them, that a click does it on."""
    seen = situation.elements[:ELEMENTS_MAX]
    for side in Side if advice.entry else _SIDES:
        points = [
            spot(item, Decision(step.act, step.serves, element=at, side=side), situation)
            for at, item in enumerate(seen)
        ]
        elements = _at(advice, points, situation)
        if elements:
            return Target(step.act, step.serves, elements, side)
    return None


def typed(base: Target, text: str, situation: Situation) -> Target | None:
    """The same with words of the task or an element that say a text; None where nothing does."""
    count = len(situation.words)
    for first in range(count):
        for last in range(first, count):
            if value_text(situation.task, situation.words, Span(first, last)) == text:
                return Target(base.act, base.serves, text=Span(first, last))
    shown = tuple(i for i, item in enumerate(situation.elements) if item.text == text)
    return Target(base.act, base.serves, shown) if shown else None


def pressed(base: Target, names: Sequence[str], situation: Situation) -> Target | None:
    """The same with keys; None where one is neither in the vocabulary nor a word of the task."""
    keys: list[str | int] = []
    for name in names:
        if name in (*MODIFIERS, *NAMED_KEYS):
            keys.append(name)
            continue
        spelled = [i for i, word in enumerate(situation.words) if word.text.lower() == name]
        if not spelled:
            return None
        keys.append(spelled[0])
    return Target(base.act, base.serves, keys=tuple(keys))


# -------------------------------------------------------------- the part of the task that it serves


_BEGINNINGS: Final = 6
_ENDS: Final = 3
_KEPT: Final = 6
_ALIKE: Final = 75.0
"""Least likeness, of 100, of words that the eyes may have misread."""
_NAMED: Final = 3.0
"""What it is worth (as a log of odds) that a span holds the words of what is acted on."""


class _Part(msgspec.Struct, frozen=True):
    span: Span
    odds: float
    """Log of its probability."""
    cache: Cache
    """After its first word."""


def likely_spans(decoder: Decoder, situation: Situation, target: Target) -> list[Span]:
    """Spans of the task that a step may serve, likeliest first; `target` says the step. Empty
    where no span can hold the text that it types."""
    named = _mentions(situation, target)
    weighed = [
        (part.odds + step + _NAMED * any(_holds(part.span, each) for each in named), part.span)
        for part, step in _weighed(decoder, situation, target, named)
        if target.text is None or _holds(part.span, target.text)
    ]
    return [span for _, span in sorted(weighed, key=lambda pair: -pair[0])]


def _weighed(
    decoder: Decoder, situation: Situation, target: Target, named: Sequence[Span]
) -> Iterator[tuple[_Part, float]]:
    """The likeliest spans, and the likeliest of those that name what the step acts on, each with
    the log of the odds of the step after it."""
    prefix = decoder.read(decoder.features(situation))
    grammar = Grammar(situation)
    likeliest = _kept(_parts(prefix, grammar, target.text))
    naming = _kept(part for one in dict.fromkeys(named) for part in _parts(prefix, grammar, one))
    for part in {part.span: part for part in (*likeliest, *naming)}.values():
        said = (FIXED + part.span.first, FIXED + part.span.last)
        logits, cache = prefix.say([Uttered(said[1])], part.cache)
        act = SPOKEN_ID[f"act:{target.act}"]
        odds = _logs(logits[0], grammar.legal(said))[act]
        if target.elements and target.act is not Act.SCROLL:
            first = FIXED + min(len(situation.words), WORDS_MAX)
            aims, _ = prefix.say([Uttered(act)], cache)
            logs = _logs(aims[0], grammar.legal((*said, act)))
            there = [first + at for at in target.elements if first + at < len(logs)]
            odds += np.logaddexp.reduce(logs[there])
        yield part, float(odds)


def _kept(parts: Iterable[_Part]) -> list[_Part]:
    return sorted(parts, key=lambda part: -part.odds)[:_KEPT]


def _parts(prefix: Prefix, grammar: Grammar, held: Span | None) -> Iterator[_Part]:
    """The likeliest spans; `held` is to lie inside."""
    logits, cache = prefix.say([Uttered(None)], prefix.cache)
    begins = _logs(logits[0], grammar.legal(()))
    begins[:FIXED] = -np.inf
    if held is not None:
        begins[FIXED + held.first + 1 :] = -np.inf
    for begin in _best(begins, _BEGINNINGS):
        logits, after = prefix.say([Uttered(begin)], cache)
        ends = _logs(logits[0], grammar.legal((begin,)))
        if held is not None:
            ends[: FIXED + held.last] = -np.inf
        for end in _best(ends, _ENDS):
            odds = float(begins[begin] + ends[end])
            yield _Part(Span(begin - FIXED, end - FIXED), odds, after)


def _best(logs: NDArray[np.float64], count: int) -> list[int]:
    return [int(token) for token in np.argsort(-logs)[:count] if np.isfinite(logs[token])]


def _logs(logits: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float64]:
    masked: NDArray[np.float64] = np.where(legal, logits.astype(np.float64), -np.inf)
    return np.subtract(masked, np.logaddexp.reduce(masked))


def _holds(span: Span, part: Span) -> bool:
    return span.first <= part.first and part.last <= span.last


def _mentions(situation: Situation, target: Target) -> list[Span]:
    """Where the task names what the step acts on."""
    if target.text is not None:
        return [target.text]
    words = [word.text.lower() for word in situation.words[: situation.asked]]
    found: list[Span] = []
    for at in target.elements:
        item = situation.elements[at]
        for said in {item.text.lower(), item.name.lower()}:
            found += _places(words, said.split())
    return found


def _places(words: Sequence[str], said: Sequence[str]) -> Iterator[Span]:
    """Where words stand that are read alike."""
    size = len(said)
    for first in range(len(words) - size + 1):
        there = words[first : first + size]
        if size and fuzz.ratio(" ".join(there), " ".join(said)) >= _ALIKE:
            yield Span(first, first + size - 1)
