"""`uitars-train evaluate screens`: single steps on pictures, judged by what was expected.

The set is a JSON list of `Item` objects with the pictures beside it; format and result are part of
the project's contract, so that anyone can bring a set of their own. The model sees exactly what it
sees in a run: the task, the earlier steps and the screenshot.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.keys import UnknownKeyError, chord
from uitars_runtime.protocols import Model, PastStep
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Button,
    Click,
    Direction,
    Finish,
    Observation,
    Outcome,
    Press,
    Proposal,
    Scroll,
    Step,
    Task,
    Type,
)
from uitars_train.evaluate.intervals import Counts, Interval, counted, intervals, wilson
from uitars_train.evaluate.kept import Kept
from uitars_train.options import contents, decoded

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ExpectClick(msgspec.Struct, frozen=True, tag_field="kind", tag="click"):
    """A click anywhere in a box [left, top, right, bottom], right and bottom outside."""

    box: tuple[int, int, int, int]
    button: Button = Button.LEFT
    count: int = 1

    @property
    def area(self) -> Box:
        return Box(*self.box)


class ExpectType(msgspec.Struct, frozen=True, tag_field="kind", tag="type"):
    """Exactly this text."""

    text: str


class ExpectPress(msgspec.Struct, frozen=True, tag_field="kind", tag="press"):
    """Exactly this chord, by any of its keys' names."""

    keys: tuple[str, ...]


class ExpectScroll(msgspec.Struct, frozen=True, tag_field="kind", tag="scroll"):
    """The wheel in this direction, anywhere."""

    direction: Direction


class ExpectFinish(msgspec.Struct, frozen=True, tag_field="kind", tag="finish"):
    """To say that the task is done."""


class ExpectAsk(msgspec.Struct, frozen=True, tag_field="kind", tag="ask_user"):
    """To ask the person, or to say that it cannot be done."""


Expect = ExpectClick | ExpectType | ExpectPress | ExpectScroll | ExpectFinish | ExpectAsk


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture, what is to be done there, and the step that does it."""

    image: str
    """A PNG file, its path relative to the set."""
    task: str
    expect: Expect
    history: tuple[Action, ...] = ()
    """What was done before the picture was taken; all of it succeeded."""
    tag: str = ""


class Wrong(msgspec.Struct, frozen=True):
    """A step that was not what was expected."""

    index: int
    got: Action | None
    """None where the reply was no action."""
    kind: Literal["action", "target", "argument", "unreadable"]
    """Another action; another place; another text, chord or direction; no action at all."""


class Score(msgspec.Struct, frozen=True):
    """One model on one set; counts by tag as [right, tried], intervals at 95 %."""

    accuracy: float
    n: int
    interval: Interval
    by_tag: Counts
    intervals: dict[str, Interval]
    wrong: tuple[Wrong, ...]
    failures: dict[str, int]
    """How often which kind of failure."""


class Report(Score, frozen=True, kw_only=True):
    """A model's score with those of string matching and of random clicks beside it."""

    model: str
    baseline: Score
    random: Score


def read_set(path: Path) -> tuple[Item, ...]:
    """Raises `UsageError` where the file is missing, not a set, or empty."""
    items = decoded(path, tuple[Item, ...], "is not a set of steps", "See docs/evaluation.md.")
    if not items:
        raise UsageError(f"{path} holds no step.")
    return items


ANSWER: msgspec.json.Decoder[Action | None] = msgspec.json.Decoder(Action | None)


def answers(
    items: Sequence[Item],
    folder: Path,
    model: Model,
    kept: Kept[Action | None],
    *,
    accessibility: bool = False,
) -> Iterator[Action | None]:
    """What a model does, item by item; `kept` has what it did before. `accessibility`: it hears
    what programs said, where that lies beside a picture as `NAME.told.json`. Raises `UsageError`
    for a file that cannot be read."""
    picture = _Picture(folder, accessibility=accessibility)
    for index, item in enumerate(items):
        yield kept.once(str(index), partial(_answer, item, picture, model))


def _answer(item: Item, picture: _Picture, model: Model) -> Action | None:
    frame = picture.of(item)
    past = history(item, frame)
    return model.propose(Task(item.task), (), past, frame, threading.Event()).action


class _Picture:
    """The last picture that was read; items of one picture follow each other."""

    def __init__(self, folder: Path, *, accessibility: bool) -> None:
        self._folder = folder
        self._accessibility = accessibility
        self._last: tuple[str, Frame] | None = None

    def of(self, item: Item) -> Frame:
        if self._last is None or self._last[0] != item.image:
            path = self._folder / item.image
            frame = read_picture(path)
            if self._accessibility:
                frame = Frame(frame.pixels, told=read_told(told_path(path)))
            self._last = item.image, frame
        return self._last[1]


def history(item: Item, frame: Frame) -> tuple[PastStep, ...]:
    """The earlier actions as the steps of a run; what was thought is not known."""
    # Without a verdict no model takes them for its own and goes on with a reply it gave before.
    seen = Observation("", frame.size)
    outcome = Outcome(ok=True, text="", changed=True)
    return tuple(
        PastStep(Step(index, seen, Proposal("", action, ""), None, outcome), None)
        for index, action in enumerate(item.history)
    )


def read_picture(path: Path) -> Frame:
    """Raises `UsageError` where it is no picture."""
    import cv2
    import numpy as np

    data = np.frombuffer(contents(path), np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise UsageError(f"{path} is not a picture.", "The pictures of a set are PNG files.")
    pixels: NDArray[np.uint8] = np.ascontiguousarray(image[:, :, ::-1]).astype(np.uint8, copy=False)
    return Frame(pixels)


def told_path(picture: Path) -> Path:
    """Where what programs said of a picture lies."""
    return picture.with_suffix(".told.json")


def files(items: Sequence[Item], folder: Path, *, accessibility: bool) -> set[Path]:
    """What a model is shown of a set: its pictures, and what programs said of them."""
    pictures = {folder / item.image for item in items}
    told = set(map(told_path, pictures)) if accessibility else set[Path]()
    return pictures | {path for path in told if path.exists()}


def read_told(path: Path) -> tuple[Element, ...]:
    """What programs said of a picture; nothing where no file says it. Raises `UsageError`."""
    if not path.exists():
        return ()
    return decoded(path, tuple[Element, ...], "is no list of elements")


def is_right(expect: Expect, got: Action | None) -> bool:
    """Whether an action is the one expected."""
    match expect, got:
        case ExpectClick(button=button, count=count), Click():
            return expect.area.contains(got.at) and (got.button, got.count) == (button, count)
        case ExpectType(text=text), Type():
            return got.text == text
        case ExpectPress(keys=keys), Press():
            return _chord(keys) == _chord(got.keys)
        case ExpectScroll(direction=direction), Scroll():
            return got.direction is direction
        case ExpectFinish(), Finish(status="success"):
            return True
        case ExpectAsk(), AskUser() | Finish(status="failure"):
            return True
        case _:
            return False


def _chord(keys: Sequence[str]) -> tuple[str, ...]:
    """By canonical names; as they were where nobody knows one."""
    try:
        return chord(keys)
    except UnknownKeyError:
        return tuple(keys)


def _wrong(index: int, expect: Expect, got: Action | None) -> Wrong:
    match expect, got:
        case _, None:
            return Wrong(index, got, "unreadable")
        case ExpectClick(), Click():
            return Wrong(index, got, "target")
        case (ExpectType(), Type()) | (ExpectPress(), Press()) | (ExpectScroll(), Scroll()):
            return Wrong(index, got, "argument")
        case _:
            return Wrong(index, got, "action")


def score(items: Sequence[Item], got: Sequence[Action | None]) -> Score:
    """The answers against what was expected, in the order of the set."""
    verdicts = [
        (item.tag, is_right(item.expect, one)) for item, one in zip(items, got, strict=True)
    ]
    wrong = tuple(
        _wrong(index, items[index].expect, got[index])
        for index, (_, right) in enumerate(verdicts)
        if not right
    )
    by_tag = counted(verdicts)
    right, tried = len(items) - len(wrong), len(items)
    kinds = counted([(item.kind, True) for item in wrong])
    return Score(
        accuracy=round(right / tried, 4),
        n=tried,
        interval=wilson(right, tried),
        by_tag=by_tag,
        intervals=intervals(by_tag),
        wrong=wrong,
        failures={kind: count for kind, (count, _) in kinds.items()},
    )


def report(model: str, scored: Score, baseline: Score, random: Score) -> Report:
    """All scores as the contract writes them."""
    return Report(model=model, baseline=baseline, random=random, **msgspec.structs.asdict(scored))
