"""One sample from a real screen to a gradient, in ten stations that each show what they make.

Every station works by itself on a tiny budget: what it needs of the ones before it is made anew
from the seed. `train/README.md` walks the same ten. Not here: the work itself, done in the rooms.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.frame import Frame
from uitars_train.data.encoding import Batch, Example, collate, example
from uitars_train.data.episodes import Player, episodes, play, player_of
from uitars_train.data.sample import Sample, Variety
from uitars_train.network.model import Decoder, Shape
from uitars_train.noise.errors import MEASURED
from uitars_train.screens.screen import Screen, Split, named
from uitars_train.screens.stream import dump, load_one
from uitars_train.simulator.drawn_screens import read_drawn

_TRIES: Final = 500
"""Seeds tried until a task comes up that can be played."""
_SHORT: Final = 2
_BATCH: Final = 16
_UPDATES: Final = 12
_RATE: Final = 1e-3
_TINY: Final = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=64)
"""A network that is trained for some updates in seconds; the product's has other sizes."""
_COLOURS: Final = ((200, 60, 40), (40, 120, 220), (30, 150, 60), (170, 60, 170), (200, 130, 0))
_TOP, _LETTER = 12, 0.35

Pixels = NDArray[np.uint8]
Table = Sequence[Sequence[object]]


class Walk:
    """What stations hand on to each other, made when it is first asked for."""

    def __init__(self, out: Path, screens: Path | None, seed: int) -> None:
        """`screens`: a folder that `uitars-train screens` wrote; without one a screen is drawn."""
        self.out, self.seed = out, seed
        self._screens = screens
        out.mkdir(parents=True, exist_ok=True)

    @cached_property
    def folder(self) -> Path:
        """The folder of screens; draws one where none was given."""
        if self._screens is not None:
            return self._screens
        folder = self.out / "screens"
        dump(folder, 1, Split.VALIDATION, self.seed, {"qt": 1.0})
        return folder

    @cached_property
    def screen(self) -> Screen:
        paths = named(self.folder)
        return load_one(paths[self.seed % len(paths)])

    @cached_property
    def variety(self) -> Variety:
        """Worlds, of which some look like the screen."""
        paths = named(self.folder)
        return Variety(drawn=(read_drawn(self.folder)[self.seed % len(paths)],), share_drawn=1.0)

    @cached_property
    def chosen(self) -> int:
        """The first seed from the walk's on whose task is several steps, and begins by a click."""
        for seed in range(self.seed, self.seed + _TRIES):
            steps = play(random.Random(seed), self.variety)
            if len(steps) > _SHORT and steps[0].target.act is Act.CLICK:
                return seed
        raise UsageError(
            f"None of {_TRIES} seeds gives a task on this screen.", "Give another --seed."
        )

    def player(self) -> Player:
        """The expert before its first step."""
        player = player_of(random.Random(self.chosen), self.variety)
        if player is None:
            raise ValueError(f"seed {self.chosen} gives no task")
        return player

    @cached_property
    def played(self) -> list[Sample]:
        return play(random.Random(self.chosen), self.variety)

    @cached_property
    def examples(self) -> list[Example]:
        """The episode in numbers, then others until there is a batch."""
        source, made, encoder = episodes(self.seed), list(self.played), sentence_encoder()
        while len(made) < _BATCH:
            made += next(source)
        return [found for sample in made[:_BATCH] if (found := example(sample, encoder))]

    @cached_property
    def batch(self) -> Batch:
        return collate(self.examples, random.Random(self.seed))

    def trained(self) -> tuple[Decoder, list[float], dict[str, float]]:
        """A tiny network after some updates on the batch: losses, and its first gradients."""
        from uitars_train.network.training import update

        torch.set_num_threads(1)
        torch.manual_seed(self.seed)  # pyright: ignore[reportUnknownMemberType]
        model = Decoder(_TINY)
        optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE)
        told: list[float] = []
        norms: dict[str, float] = {}
        for _ in range(_UPDATES):
            told.append(update(model, optimizer, self.batch, _RATE)[0])
            norms = norms or {
                name: float(weight.grad.square().sum().sqrt())
                for name, weight in model.named_parameters()
                if weight.grad is not None
            }
        return model, told, norms

    def picture(self, name: str, pixels: Pixels) -> Path:
        path = self.out / f"{name}.png"
        cv2.imwrite(str(path), pixels[:, :, ::-1])
        return path


class Shown(NamedTuple):
    """What a station shows."""

    table: Table
    picture: Path | None = None


# ------------------------------------------------------------------------------- pictures


def _boxes(pixels: Pixels, elements: Sequence[Element], lit: Sequence[int] = ()) -> Pixels:
    """The picture with a frame around each element, a thick one around those that are lit."""
    drawn = pixels.copy()
    roles = list(Role)
    for index, item in enumerate(elements):
        colour = _COLOURS[roles.index(item.role) % len(_COLOURS)]
        corners = (item.box.left, item.box.top), (item.box.right, item.box.bottom)
        cv2.rectangle(drawn, *corners, colour, 4 if index in lit else 1)
    return drawn


def _sketched(
    size: tuple[int, int], elements: Sequence[Element], lit: Sequence[int] = ()
) -> Pixels:
    """Elements on an empty picture, with their words: what a network is told of a screen."""
    blank = np.full((size[1], size[0], 3), 255, np.uint8)
    drawn = _boxes(blank, elements, lit)
    for item in elements:
        at = (item.box.left + 2, item.box.center.y + 4)
        words = (item.text or item.name or item.icon).encode("ascii", "replace").decode()
        cv2.putText(drawn, words[:60], at, cv2.FONT_HERSHEY_SIMPLEX, _LETTER, (0, 0, 0), 1)
    return drawn


def _heat(values: NDArray[np.float32]) -> Pixels:
    """A matrix of 0 to 1 as a picture, eight pixels a number."""
    dark = (255 * (1 - np.clip(values, 0, 1))).astype(np.uint8)
    return np.repeat(np.kron(dark, np.ones((8, 8), np.uint8))[:, :, None], 3, axis=2)


def _counted(elements: Sequence[Element]) -> dict[Role, int]:
    return {role: n for role in Role if (n := sum(item.role is role for item in elements))}


# ------------------------------------------------------------------------------- stations


def _screen(walk: Walk) -> Shown:
    screen = walk.screen
    table = [("role", "on the screen"), *_counted(screen.elements).items()]
    return Shown(table, walk.picture("1-screen", _boxes(screen.pixels, screen.elements)))


def _look(walk: Walk) -> Shown:
    from uitars_runtime.eyes.eyes import Eyes

    screen = walk.screen
    seen = Eyes().look(Frame(screen.pixels))
    truth, told = _counted(screen.elements), _counted(seen)
    rows = [(role, truth.get(role, 0), told.get(role, 0)) for role in Role if role in truth | told]
    picture = walk.picture("2-look", _boxes(screen.pixels, seen))
    return Shown([("role", "on the screen", "seen"), *rows], picture)


def _rates(_: Walk) -> Shown:
    rows: list[Sequence[object]] = [("role", "measured on", "missed", "taken for")]
    for role, rates in MEASURED.roles.items():
        others = "  ".join(f"{other} {share:.3f}" for other, share in rates.taken.items())
        rows.append((role, rates.n, rates.missed, others))
    return Shown(rows)


def _world(walk: Walk) -> Shown:
    player = walk.player()
    widgets = [widget for widget, _ in player.world.visible()]
    able = [w for w in widgets if not w.disabled]
    size = player.world.size
    boxes = [Element(box, w.role, w.text, w.name) for w, box in player.world.visible()]
    picture = walk.picture("4-world", _sketched((size.width, size.height), boxes))
    return Shown([("widgets", len(widgets)), ("that answer", len(able))], picture)


def _task(walk: Walk) -> Shown:
    player = walk.player()
    rows = [(goal.kind, goal.clause.text) for goal in player.goals]
    return Shown([("the whole", player.task), *rows])


def _noise(walk: Walk) -> Shown:
    player, sample = walk.player(), walk.played[0]
    eyes, size = player.eyes, player.world.size
    shown = [widget for widget, _ in player.world.visible()]
    seen = sample.situation.elements
    habits = ("level", "flat", "nameless", "apart", "merges", "lost", "strange")
    rows = [("widgets in the world", len(shown)), ("elements seen", len(seen))]
    picture = walk.picture("6-noise", _sketched((size.width, size.height), seen))
    return Shown([*rows, *((name, getattr(eyes, name)) for name in habits)], picture)


def _step(walk: Walk) -> Shown:
    rows: list[Sequence[object]] = [("step", "kind", "right", "at", "part of the task")]
    for number, sample in enumerate(walk.played, 1):
        target, words = sample.target, sample.situation.words
        served = target.serves
        part = (
            ""
            if served is None
            else " ".join(word.text for word in words[served.first : served.last + 1])
        )
        named = [sample.situation.elements[index].name for index in target.elements[:1]]
        rows.append((number, sample.kind, target.act, *(named or [""]), part))
    first = walk.played[0]
    size = first.situation.size
    pixels = _sketched((size.width, size.height), first.situation.elements, first.target.elements)
    return Shown(rows, walk.picture("7-step", pixels))


def _numbers(walk: Walk) -> Shown:
    rows = [(name, "x".join(map(str, t.shape)), t.dtype) for name, t in walk.batch.items()]
    match = walk.examples[0].features.match
    return Shown([("tensor", "shape", "kind"), *rows], walk.picture("8-numbers", _heat(match)))


def _gradient(walk: Walk) -> Shown:
    _, told, norms = walk.trained()
    largest = sorted(norms.items(), key=lambda pair: -pair[1])[:_TOP]
    rows: list[Sequence[object]] = [("update", "loss")]
    rows += [(number, f"{loss:.3f}") for number, loss in enumerate(told, 1)]
    rows.append(("first gradient of", "length"))
    return Shown([*rows, *((name, f"{norm:.4f}") for name, norm in largest)])


def _files(walk: Walk) -> Shown:
    from uitars_runtime.backends.embedded.backend import open_decoder
    from uitars_train.network.export import export
    from uitars_train.network.rollout import is_right

    folder = walk.out / "10-files"
    export(walk.trained()[0], folder, "w4a8")
    rows: list[Sequence[object]] = [("file", "bytes")]
    rows += [(path.name, path.stat().st_size) for path in sorted(folder.iterdir())]
    product = open_decoder(folder)
    right = sum(is_right(one, product.decide(one.situation).decision) for one in walk.played)
    return Shown([*rows, ("steps right", f"{right} of {len(walk.played)}")])


class Station(NamedTuple):
    """A part of the way."""

    what: str
    where: str
    show: Callable[[Walk], Shown]


STATIONS: Final = (
    Station("a real toolkit draws a screen and tells its truth", "screens/stream.py", _screen),
    Station("the eyes look at it", "eyes/training.py", _look),
    Station("their errors are counted", "eyes/error_rates.py", _rates),
    Station("the truth becomes a world that answers", "simulator/drawn_screens.py", _world),
    Station("somebody asks for something there", "tasks/generation.py", _task),
    Station("faulty eyes see the world", "noise/eyes.py", _noise),
    Station("an expert does it, step by step", "data/episodes.py", _step),
    Station("steps become numbers", "data/encoding.py", _numbers),
    Station("numbers become a gradient", "network/training.py", _gradient),
    Station("weights become the product's files", "network/export.py", _files),
)


def show(number: int, walk: Walk) -> str:
    """What one station makes, as text; a picture is named at its end."""
    station = STATIONS[number - 1]
    shown = station.show(walk)
    lines = [f"== {number} of {len(STATIONS)}: {station.what} ({station.where})"]
    cells: list[list[str]] = [[str(cell) for cell in row] for row in shown.table]
    columns: Any = zip(*(row for row in cells if len(row) == len(cells[0])), strict=True)
    wide = [max(len(cell) for cell in column) for column in columns]
    for row in cells:
        filled = [f"{cell:{width}}" for cell, width in zip(row, wide, strict=False)]
        lines.append("   " + "  ".join(filled).rstrip())
    if shown.picture is not None:
        lines.append(f"   picture: {shown.picture}")
    return "\n".join(lines) + "\n"
