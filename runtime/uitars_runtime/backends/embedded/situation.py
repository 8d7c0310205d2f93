"""What the model is asked (the task, the steps so far, what the eyes see) and what it says."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element
from uitars_runtime.grounding import Passage, Side
from uitars_runtime.types import Point, Size


class Came(enum.StrEnum):
    """What came of a step, as far as the history says."""

    UNKNOWN = "unknown"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    REFUSED = "refused"
    """It was not done because the gate or a person said no."""


class Span(msgspec.Struct, frozen=True):
    """Words `first` to `last` of the task, both included."""

    first: int
    last: int

    @property
    def places(self) -> slice:
        """Where they stand among all words."""
        return slice(self.first, self.last + 1)

    def meets(self, other: Span | None) -> bool:
        """Whether they have a word in common."""
        return other is not None and self.first <= other.last and other.first <= self.last


def word_span(words: Sequence[Word], start: int, end: int) -> Span | None:
    """The words that lie within characters start to end; None where there are none."""
    inside = [index for index, word in enumerate(words) if word.start >= start and word.end <= end]
    return Span(inside[0], inside[-1]) if inside else None


def span_text(task: str, words: Sequence[Word], span: Span) -> str:
    """The task's own text in the place of some of its words."""
    return task[words[span.first].start : words[span.last].end]


def value_text(task: str, words: Sequence[Word], span: Span) -> str:
    """A value to enter: the words, or all between a pair of quotes, blanks at its ends included."""
    before, after = span.first - 1, span.last + 1
    if before >= 0 and words[before].opens and after < len(words) and words[after].closes:
        return task[words[before].end : words[after].start]
    return span_text(task, words, span)


def passage(task: str, words: Sequence[Word], span: Span, before: int = 0) -> Passage:
    """Some words of a part of a task, as records keep them. `before`: characters of the whole task
    before that part."""
    start, end = words[span.first].start + before, words[span.last].end + before
    return Passage(start, end, span_text(task, words, span))


class Done(msgspec.Struct, frozen=True):
    """A step of the history."""

    act: Act
    subject: str = ""
    """The name of what was clicked or dropped on, the text typed, or the keys pressed with spaces
    between."""
    at: Point | None = None
    serves: Span | None = None
    """Which part of the task it served, where the history says so."""
    came: Came = Came.UNKNOWN


class Situation(msgspec.Struct, frozen=True):
    """Everything a step is decided from."""

    task: str
    """The task, and after it the notes from memory, each on a line of its own."""
    words: tuple[Word, ...]
    history: tuple[Done, ...]
    elements: tuple[Element, ...]
    size: Size
    noted: int = 0
    """How many words at the end belong to notes: they can be copied, no step serves them."""

    @property
    def asked(self) -> int:
        """How many words the task itself has."""
        return len(self.words) - self.noted


class Decision(msgspec.Struct, frozen=True):
    """One step. Which fields are set depends on `act`, see the grammar."""

    act: Act
    serves: Span | None = None
    element: int | None = None
    """Index into the situation's elements; of a typed text, the element whose words are typed."""
    onto: int | None = None
    """Where a drag ends, an element as well."""
    side: Side = Side.ON
    text: Span | None = None
    keys: tuple[str, ...] = ()
    """Names of the vocabulary, or one character copied from the task."""
    direction: str = ""


def called(item: Element) -> str:
    """What an element is called in thoughts and in the history."""
    return item.name or item.text or item.icon.replace("_", " ")


def aim(element: Element, side: Side) -> Point:
    """The pixel to click for an element: its middle, or where the control beside a label begins."""
    box = element.box
    match side:
        case Side.ON:
            return box.center
        case Side.RIGHT:
            return Point(box.right + 50, box.center.y)
        case Side.BELOW:
            return Point(box.left + min(30, box.width // 2), box.bottom + 18)
        case Side.END:
            return Point(box.right - min(10, box.width // 4), box.center.y)
