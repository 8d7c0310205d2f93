"""Screens to training examples on disk: every candidate of a screen with its views and its truth.

The detector of lines runs for real, the recognizer does not (the views hold no letters as letters):
what the recognizer would throw out is thrown out by the truth, with some noise left in.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.candidates import Candidate, assemble
from uitars_runtime.eyes.roles.reader import Views, views_of
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.text.lines import Line, LineReader
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.eyes.text.signs import find_signs
from uitars_runtime.replacing import replaced
from uitars_runtime.types import Box
from uitars_train.eyes.drawn_lines import drawn_lines
from uitars_train.eyes.matching import match
from uitars_train.screens.screen import Screen, named
from uitars_train.screens.stream import load_one

ROLES = tuple(Role)
STATES = ("checked", "selected", "focused", "disabled")
SHARD = 50
"""Screens in one file of examples."""
PSEUDO_TEXT = 0.25
"""Share of icons that the recognizer is assumed to take for a character."""


class Examples(NamedTuple):
    """n candidates with their truth."""

    views: Views
    roles: NDArray[np.int64]
    """(n,): index into `ROLES`."""
    states: NDArray[np.float32]
    """(n, 4): 1 where the state of `STATES` holds."""
    icons: NDArray[np.str_]
    """(n,): the icon's meaning, empty for everything else."""
    toolkits: NDArray[np.str_]


class _Located(msgspec.Struct):
    name: str
    boxes: list[Box]


def locate(pool: Path, work: Path, limit: int) -> None:
    """Runs the detector over the screens of a folder; taken up where it stopped.

    Writes `lines.jsonl`, one object a line. About half a second a screen.
    """
    work.mkdir(parents=True, exist_ok=True)
    done = located(work)
    reader = LineReader(Recognizer())
    names = [path.stem for path in named(pool)]
    random.Random(0).shuffle(names)
    wanted = [name for name in names if name not in done][: max(0, limit - len(done))]
    started = time.monotonic()
    with (work / "lines.jsonl").open("ab") as file:
        for count, name in enumerate(wanted, 1):
            scene = Scene(load_one(pool / f"{name}.json").pixels)
            boxes = reader.locate(scene, scene.filled())
            file.write(msgspec.json.encode(_Located(name, boxes)) + b"\n")
            if count % 50 == 0:
                pace = (time.monotonic() - started) / count
                say(f"located {count}/{len(wanted)}, {pace:.2f} s each")


def located(work: Path) -> dict[str, list[Box]]:
    """Name of a screen to its boxes of lines, as far as `locate` has come."""
    path = work / "lines.jsonl"
    if not path.exists():
        return {}
    found: dict[str, list[Box]] = {}
    for row in path.read_bytes().splitlines():
        record = msgspec.json.decode(row, type=_Located)
        found[record.name] = record.boxes
    return found


def prepare(pool: Path, work: Path, limit: int) -> None:
    """Turns screens of a folder into files, `examples-NAME.npz`; taken up where it stopped.

    Located screens are taken with their real lines, all others with lines made from the truth.
    """
    work.mkdir(parents=True, exist_ok=True)
    boxes = located(work)
    done = {name for path in work.glob("examples-*.txt") for name in path.read_text().split()}
    names = [path.stem for path in named(pool)]
    random.Random(1).shuffle(names)
    names.sort(key=lambda name: name not in boxes)
    wanted = [name for name in names if name not in done][: max(0, limit - len(done))]
    for start in range(0, len(wanted), SHARD):
        shard = wanted[start : start + SHARD]
        parts = [examples_of(load_one(pool / f"{name}.json"), boxes.get(name)) for name in shard]
        _save(work / f"examples-{shard[0]}.npz", joined(parts))
        (work / f"examples-{shard[0]}.txt").write_text("\n".join(shard))
        say(f"prepared {start + len(shard)}/{len(wanted)}")


def examples_of(screen: Screen, boxes: Sequence[Box] | None) -> Examples:
    """The candidates of one screen with their truth; `boxes`: its lines, or None to draw them."""
    candidates = candidates_of(screen, boxes)
    truth = match(candidates, screen.elements)
    return Examples(
        views=views_of(screen.pixels, candidates),
        roles=np.array([ROLES.index(element.role) for element in truth], np.int64),
        states=np.array(
            [(e.checked, e.selected, e.focused, e.disabled) for e in truth], np.float32
        ).reshape(-1, len(STATES)),
        icons=np.array([e.icon if e.role is Role.ICON else "" for e in truth], "U24"),
        toolkits=np.array([screen.toolkit] * len(truth), "U8"),
    )


def candidates_of(screen: Screen, boxes: Sequence[Box] | None) -> list[Candidate]:
    """What the runtime would find on the screen, given the boxes of lines or drawn ones."""
    noise = random.Random(screen.seed)
    seen = Scene(screen.pixels)
    if boxes is None:
        boxes = drawn_lines(screen, seen)
    inked = [tight for box in boxes if (tight := seen.tight(box))]
    lines = [
        Line(box=tight, text=words)
        for tight in inked
        if (words := _words_at(tight, screen.elements) or _misread(noise, PSEUDO_TEXT))
    ]
    lines += [
        Line(box=sign, text=words)
        for sign in find_signs(seen, lines)
        if (words := _words_at(sign, screen.elements) or _misread(noise, PSEUDO_TEXT / 2))
    ]
    return assemble(lines, seen.shapes)


def _words_at(box: Box, truth: Sequence[Element]) -> str:
    """The words of the element at the box; any of them, as only their number is looked at."""
    here = (element.text for element in truth if element.box.contains(box.center))
    return next((text for text in here if text), "")


def _misread(noise: random.Random, share: float) -> str:
    """What the recognizer makes of something without words: a sign, or rightly nothing."""
    return "Q" if noise.random() < share else ""


def joined(parts: Sequence[Examples]) -> Examples:
    """Examples one after the other."""
    views = Views(
        *(np.concatenate(arrays) for arrays in zip(*(p.views for p in parts), strict=True))
    )
    return Examples(
        views,
        np.concatenate([part.roles for part in parts]),
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.icons for part in parts]),
        np.concatenate([part.toolkits for part in parts]),
    )


def _save(path: Path, examples: Examples) -> None:
    with replaced(path) as file:
        np.savez(
            file,
            **examples.views._asdict(),
            roles=examples.roles,
            states=examples.states,
            icons=examples.icons,
            toolkits=examples.toolkits,
        )


def all_examples(work: Path) -> Examples:
    """All files of examples of a folder as one, held in memory once."""
    count, whole = 0, None
    lengths = [len(roles) for roles in _roles(work)]
    for part in load_examples(work):
        if whole is None:
            whole = _room_for(sum(lengths), part)
        for room, array in zip(_arrays(whole), _arrays(part), strict=True):
            room[count : count + len(array)] = array
        count += len(part.roles)
    if whole is None:
        raise UsageError(f"There are no examples in {work}.", "Run the step prepare first.")
    return whole


def _arrays(examples: Examples) -> tuple[NDArray[Any], ...]:
    return (*examples.views, *examples[1:])


def _room_for(count: int, like: Examples) -> Examples:
    core, wide, context, features, *rest = (
        np.empty((count, *array.shape[1:]), array.dtype) for array in _arrays(like)
    )
    return Examples(Views(core, wide, context, features), *rest)


def _roles(work: Path) -> Iterator[NDArray[np.int64]]:
    for path in sorted(work.glob("examples-*.npz")):
        with np.load(path, allow_pickle=False) as data:
            yield data["roles"]


def load_examples(work: Path) -> Iterator[Examples]:
    """The files of examples of a folder, one after the other."""
    for path in sorted(work.glob("examples-*.npz")):
        with np.load(path, allow_pickle=False) as data:
            yield Examples(
                Views(data["core"], data["wide"], data["context"], data["features"]),
                data["roles"],
                data["states"],
                data["icons"],
                data["toolkits"],
            )


def say(text: str) -> None:
    """One line of how far it came."""
    sys.stderr.write(text + "\n")
