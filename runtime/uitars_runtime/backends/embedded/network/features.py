"""From a situation to numbers, with numpy alone. Training and running share every line of this.

Layout: one row per token, first the words of the task, then the steps so far, then the elements.
Besides each token's own features there are two matrices over pairs of tokens: `match`, how alike
they are in writing (0 to 1), and `relation`, a class of how they lie to each other.
Not here: the output tokens, whose rows are built while decoding (`decoder.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import ENCODED, NEARNESS, Affinity, Floats
from uitars_runtime.backends.embedded.network.embeddings import (
    MEANING,
    SKETCH,
    likely,
    meanings,
    other_names,
    phrase_buckets,
    phrase_embedding,
    phrase_meaning,
    pieces,
    spoken,
)
from uitars_runtime.backends.embedded.network.layout import (
    Layout,
    ordinary_layout,
    relations,
    scaled,
)
from uitars_runtime.backends.embedded.network.matching import (
    LONG,
    MARKS,
    likeness,
    whole_numbers,
    with_days,
)
from uitars_runtime.backends.embedded.network.vocabulary import (
    COUNTED,
    COUNTED_BACK,
    ELEMENTS_MAX,
    HISTORY_MAX,
    ROW,
    WORDS_MAX,
)
from uitars_runtime.backends.embedded.situation import Came, Done, Situation
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element

SKETCHES: Final = 2 * SKETCH + MEANING + ENCODED
CLASSES: Final = 20
"""Embedding rows summed per token, at most."""
GRAMS: Final = 5
"""Hashed words per token, at most."""
BOX: Final = 8
EXTENTS: Final = 4
_SCORED: Final = BOX * 7 + 6
"""Where the scores end."""
NUMBERS: Final = _SCORED + NEARNESS + EXTENTS
"""Box features with three sines and cosines each, six scores of the lexical match, how near the
nearest is in meaning, then where it lies among all that is seen."""

_NOTED: Final = 3
"""Likely meanings of an icon that have a class of their own, at most."""
_NOTED_FROM: Final = 0.15
"""Probability from which they have."""
_AKIN: Final = 0.9
"""How much another name of an icon counts against its own."""

_STATES: Final = ("checked", "selected", "focused", "disabled")
_NUMBER: Final = re.compile(r"-?\d{1,6}(?:\.\d{1,4})?")

Ints = NDArray[np.int32]


class Features(msgspec.Struct, frozen=True):
    """Numbers of one situation; T = words + steps + elements."""

    sketches: Floats
    """(T, SKETCHES): the token's name, the words on it where they differ, the name's meaning, and
    the sentence encoder's vector."""
    classes: Ints
    """(T, CLASSES) rows of the vocabulary's table, 0 for none."""
    grams: Ints
    """(T, GRAMS) rows of the table of hashed words, 0 for none."""
    numbers: Floats
    """(T, NUMBERS)."""
    match: Floats
    """(T, T), symmetric, 0 to 1."""
    relation: NDArray[np.uint8]
    """(T, T) classes of how the column lies from the row."""
    words: int
    steps: int
    elements: int


def featurise(situation: Situation, affinity: Affinity, layout: Layout | None = None) -> Features:
    """Numbers of a situation; words, steps (the last ones) and elements beyond the caps are left
    out. `affinity`: its own. `layout`: its own, where it was reckoned already."""
    words = situation.words[:WORDS_MAX]
    steps = situation.history[-HISTORY_MAX:]
    elements = situation.elements[:ELEMENTS_MAX]
    layout = layout or ordinary_layout(situation)
    boxes = np.concatenate([scaled(_points(steps), layout.scale), layout.boxes])
    sketches = _sketches(words, steps, elements)
    called = [*(step.subject for step in steps), *map(_called, elements)]
    asked = min(situation.asked, len(words))
    match, scores = likeness(
        with_days(words, elements),
        asked,
        sketches,
        len(steps),
        len(elements),
        np.array([len(pieces(name)) > LONG for name in called], np.bool_),
        _other_names(words, elements),
        whole_numbers(words, elements),
    )
    numbers = np.zeros((len(sketches), NUMBERS), np.float32)
    numbers[len(words) :, : BOX * 7] = _waves(boxes)
    shown = len(words) + len(steps)
    numbers[shown:, BOX * 7 : _SCORED] = scores
    numbers[shown:, -EXTENTS:] = layout.extents
    texts = [*(word.text for word in words), *(name[:80] for name in called)]
    sketches[:asked, -ENCODED:] = affinity.of_words()
    sketches[shown:, -ENCODED:] = affinity.of_elements()
    numbers[:asked, _SCORED:-EXTENTS], numbers[shown:, _SCORED:-EXTENTS] = affinity.nearest()
    return Features(
        sketches=sketches,
        classes=_classes(words, asked, steps, elements, layout),
        grams=_filled_up([phrase_buckets(text, GRAMS) for text in texts], GRAMS),
        numbers=numbers,
        match=match,
        relation=relations(len(words), steps, boxes, layout.beside),
        words=len(words),
        steps=len(steps),
        elements=len(elements),
    )


# --------------------------------------------------------------------------- each token by itself


def _sketches(
    words: tuple[Word, ...], steps: tuple[Done, ...], elements: tuple[Element, ...]
) -> Floats:
    rows = np.zeros((len(words) + len(steps) + len(elements), SKETCHES), np.float32)
    for row, word in enumerate(words):
        _write(rows[row], word.text)
    for row, step in enumerate(steps, len(words)):
        _write(rows[row], step.subject[:80])
    for row, element in enumerate(elements, len(words) + len(steps)):
        name = element.name or element.text
        if name:
            _write(rows[row], name[:80])
        else:
            for meaning, share in likely(element):
                _write(rows[row], spoken(meaning), share)
        if element.text and element.text != name:
            rows[row, SKETCH : 2 * SKETCH] = phrase_embedding(element.text[:80])
    return rows


def _write(row: Floats, name: str, share: float = 1.0) -> None:
    """Adds a name that is the token's with the probability `share`."""
    row[:SKETCH] += phrase_embedding(name) * np.float32(share)
    row[2 * SKETCH : -ENCODED] += phrase_meaning(name) * np.float32(share)


def _other_names(
    words: tuple[Word, ...], elements: tuple[Element, ...]
) -> list[tuple[int, Floats]]:
    """Other names of icons that the task may mean: place of the element, sketch as long as sure."""
    said = {word.text.lower() for word in words}
    return [
        (place, phrase_embedding(name) * np.float32(_AKIN * share))
        for place, element in enumerate(elements)
        for meaning, share in likely(element)
        for name in other_names(meaning, said)
    ]


def _filled_up(rows: Sequence[Sequence[int]], width: int) -> Ints:
    """(rows, width), with zeros behind the numbers of each."""
    filled = np.zeros((len(rows), width), np.int32)
    for row, numbers in enumerate(rows):
        filled[row, : len(numbers)] = numbers
    return filled


def _called(element: Element) -> str:
    """The name of an element, or for a bare icon all that it is likely to mean."""
    return element.name or element.text or " ".join(map(spoken, _noted(element)))


def _classes(
    words: tuple[Word, ...],
    asked: int,
    steps: tuple[Done, ...],
    elements: tuple[Element, ...],
    layout: Layout,
) -> Ints:
    named = _words_classes(words, asked, steps)
    for ago, step in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
        # The network knows no refusal from a failure.
        came = Came.FAILED if step.came is Came.REFUSED else step.came
        named.append(["part:step", f"did:{step.act}", f"came:{came}", f"ago:{ago}"])
    named += map(_element_classes, elements)
    for place, name in _counted(elements, layout):
        named[len(words) + len(steps) + place].append(name)
    return _filled_up([[ROW[name] for name in names[:CLASSES]] for names in named], CLASSES)


def _words_classes(words: tuple[Word, ...], asked: int, steps: tuple[Done, ...]) -> list[list[str]]:
    """Of each word of the task: what it is, and whether a step served it."""
    spans = [step.serves for step in steps if step.serves is not None]
    last = steps[-1].serves if steps else None
    furthest = max((span.first for span in spans), default=-1)
    named: list[list[str]] = []
    for row, word in enumerate(words):
        names = ["part:word", f"place:{row}", *_word_classes(word)]
        if row >= asked:
            names.append("word:note")
        served = sum(span.first <= row <= span.last for span in spans)
        if served:
            names.append("served:once" if served == 1 else "served:more")
        elif row < furthest:
            names.append("served:before")
        if last is not None and last.first <= row <= last.last:
            names.append("served:last")
        named.append(names)
    return named


def _counted(elements: tuple[Element, ...], layout: Layout) -> Iterator[tuple[int, str]]:
    """Places among elements of one role in reading order, ranks among the numbers shown, and places
    in rows and columns, from the first and from the last."""
    ordered = list(chain.from_iterable(layout.rows))
    for role in {element.role for element in elements}:
        alike = [row for row in ordered if elements[row].role is role]
        for place, row in enumerate(alike[:COUNTED], 1):
            yield row, f"nth:{place}"
        if len(alike) > 1:
            yield alike[-1], "nth:last"
    numbers = [row for row in ordered if _NUMBER.fullmatch(elements[row].text)]
    numbers.sort(key=lambda row: float(elements[row].text))
    for place, row in enumerate(numbers[:COUNTED], 1):
        yield row, f"rank:{place}"
    for way, around in layout.counted.items():
        for row, (before, after) in enumerate(around.T.tolist()):
            if 0 <= before < COUNTED:
                yield row, f"{way}:{before + 1}"
            if 0 <= after < COUNTED_BACK:
                yield row, f"{way}:last-{after}"


def _word_classes(word: Word) -> list[str]:
    names: list[str] = []
    if word.opens:
        names.append("word:opens")
    elif word.closes:
        names.append("word:closes")
    elif word.quoted:
        names.append("word:quoted")
    if word.glued:
        names.append("word:glued")
    if word.text in MARKS:
        names.append("word:mark")
    elif word.text[0].isupper():
        names.append("word:capital")
    elif word.text[0].isdigit():
        names.append("word:number")
    if len(word.text) == 1:
        names.append("word:single")
    return names


def _element_classes(element: Element) -> list[str]:
    names = ["part:element", f"role:{element.role}"]
    names.append("text:some" if element.text else "text:none")
    if not element.name:
        names.append("name:none")
    else:
        names.append("name:text" if element.name == element.text else "name:other")
    names.extend(f"state:{name}" for name in _STATES if getattr(element, name))
    noted = [f"icon:{meaning}" for meaning in _noted(element)]
    names.extend(dict.fromkeys(name if name in ROW else "icon:unknown" for name in noted))
    if element.colour:
        names.append(f"colour:{element.colour}")
    return names


def _noted(element: Element) -> list[str]:
    """The meanings of an icon that are likely enough to be looked at each by itself."""
    return meanings(element, _NOTED, _NOTED_FROM)


# --------------------------------------------------------------------------- geometry


def _points(steps: tuple[Done, ...]) -> Floats:
    """(steps, 4) boxes in pixels of the screen; -1 where there is none."""
    boxes = np.full((len(steps), 4), -1.0, np.float32)
    for row, step in enumerate(steps):
        if step.at is not None:
            boxes[row] = (step.at.x, step.at.y, step.at.x, step.at.y)
    return boxes


def _waves(boxes: Floats) -> Floats:
    left, top, right, bottom = boxes.T
    plain = np.stack(
        [
            left / 1280,
            top / 800,
            right / 1280,
            bottom / 800,
            (left + right) / 2560,
            (top + bottom) / 1600,
            np.minimum((right - left) / 400, 3.0),
            np.minimum((bottom - top) / 60, 4.0),
        ],
        axis=1,
    )
    angles = plain[:, :, None] * (np.pi * np.array([1.0, 2.0, 4.0], np.float32))
    waves = np.concatenate([plain[:, :, None], np.sin(angles), np.cos(angles)], axis=2)
    waves[boxes[:, 0] < 0] = 0.0
    return waves.reshape(len(boxes), BOX * 7).astype(np.float32)
