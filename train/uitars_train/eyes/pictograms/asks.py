"""How often what a program calls an icon leads to this icon, among all that its screen shows.

As the product does it: what a picture may mean, as words, through the sentence encoder, the nearest
to what is asked. Not here: the network (`model.py`).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from uitars_runtime.backends.embedded.network.embeddings import spoken
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.eyes.roles.reader import several_meanings
from uitars_train.eyes.pictograms.harvested import Icon, icons
from uitars_train.eyes.pictograms.parts import ANSWER, Part
from uitars_train.eyes.pictograms.views import cut
from uitars_train.instructions.reading import HELD_OUT, VALIDATION, read_held_out

Meanings = Sequence[tuple[str, float]]
_COMPARED: Final = 2
_LIKELY: Final = 0.15
"""Meanings that are compared at most, and how likely each must be: as `affinity.py` has it."""
_DIFFERENT: Final = 4
"""Icons with names of their own that a screen must show to be asked about."""


class Score(msgspec.Struct):
    """Of one program; asks of the same icon by the same name count once."""

    asked: int = 0
    unseen: int = 0
    first: float = 0.0
    """Of those that are seen, the nearest to what is asked; of two as near each counts half."""
    third: int = 0
    """Among the nearest three."""


def ask(harvest: Path, model: Path | None, held_out: bool) -> None:
    """Prints the scores of a reader, by program and all together; without one, of what the eyes saw
    when the programs were harvested. On programs that models are chosen by, or judged by."""
    programs = read_held_out(HELD_OUT if held_out else VALIDATION).programs
    found = score(harvest, programs, reading(model) if model else seen_then)
    whole = Score()
    for program, one in sorted(found.items()):
        sys.stdout.write(_row(program, one))
        for field in Score.__struct_fields__:
            setattr(whole, field, getattr(whole, field) + getattr(one, field))
    sys.stdout.write(_row("all", whole))


def _row(name: str, one: Score) -> str:
    seen = max(1, one.asked - one.unseen)
    return (
        f"{name:24} asked {one.asked:4} unseen {one.unseen:4} "
        f"first {one.first / seen:.3f} among three {one.third / seen:.3f}\n"
    )


def seen_then(shown: Sequence[Icon]) -> list[Meanings]:
    """What the eyes said that icons may mean when their programs were harvested."""
    return [icon.seen.meanings if icon.seen else () for icon in shown]


def reading(model: Path) -> Callable[[Sequence[Icon]], list[Meanings]]:
    """What a file of the reader says that icons may mean."""
    part = Part(model, ANSWER)

    def read(shown: Sequence[Icon]) -> list[Meanings]:
        if not shown:
            return []
        core = np.stack([cut(icon.picture, *icon.middle, icon.side) for icon in shown])
        return [several_meanings(part.names, row) for row in part(core)[0]]

    return read


def score(
    harvest: Path,
    programs: frozenset[str],
    meanings_of: Callable[[Sequence[Icon]], Sequence[Meanings]],
) -> dict[str, Score]:
    """Scores by program; `meanings_of`: what icons may mean, the likeliest first."""
    scores: defaultdict[str, Score] = defaultdict(Score)
    asked: set[tuple[str, int, tuple[str, ...]]] = set()
    for screen in _screens(harvest, programs):
        named = [icon for icon in screen if icon.names]
        if len({icon.names for icon in named}) < _DIFFERENT:
            continue
        seen = [icon for icon in screen if icon.seen is not None]
        new = [one for one in named if (one.program, one.crop, one.names) not in asked]
        asked |= {(one.program, one.crop, one.names) for one in named}
        if new:
            _ask(new, seen, meanings_of(seen), scores[new[0].program])
    return dict(scores)


def _screens(harvest: Path, programs: frozenset[str]) -> Iterable[list[Icon]]:
    found: defaultdict[tuple[str, int], list[Icon]] = defaultdict(list)
    for icon in icons(harvest):
        if icon.program in programs:
            found[icon.program, icon.screen].append(icon)
    return found.values()


def _ask(
    new: Sequence[Icon], seen: Sequence[Icon], meanings: Sequence[Meanings], into: Score
) -> None:
    encoder = sentence_encoder()
    words = [
        [spoken(name) for name, share in told[:_COMPARED] if share >= _LIKELY] for told in meanings
    ]
    for icon in new:
        into.asked += 1
        if icon.seen is None:
            into.unseen += 1
            continue
        asked = encoder.vectors([icon.names[0]])[0]
        near = np.array(
            [max(encoder.vectors(names) @ asked) if names else -1.0 for names in words], np.float32
        )
        mine = np.array([not set(icon.names).isdisjoint(other.names) for other in seen])
        best = near[mine].max()
        before = int((near[~mine] > best).sum())
        alike = int((near[~mine] == best).sum())
        into.first += 0.0 if before else 1 / (1 + alike)
        into.third += before + alike < 3
