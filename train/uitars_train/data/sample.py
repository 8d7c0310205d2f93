"""One step of an episode: what the model is shown, what it should say, which elements are right.

Steps of real programs are few and are looked at often; what may be learned from them is what holds
when windows stand elsewhere and the eyes miss things: each is drawn moved, sized otherwise, with
gaps. Not here: which runs count as right (`flywheel/`), what is to be reached (`tasks/goals.py`),
and what is seen (`noise/eyes.py`).
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.codec import within
from uitars_runtime.backends.embedded.network.embeddings import likely
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span, aim
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.grounding import Side
from uitars_runtime.types import Box, Point
from uitars_train.appending import append_lines, whole_lines
from uitars_train.simulator.drawn_screens import Drawn
from uitars_train.simulator.world import Widget, World, element
from uitars_train.tasks.goals import Unreachable


@dataclass(frozen=True, slots=True)
class Target:
    """What the expert says; several elements may be right."""

    act: Act
    serves: Span | None = None
    elements: tuple[int, ...] = ()
    side: Side = Side.ON
    text: Span | None = None
    keys: tuple[str | int, ...] = ()
    """Names of the vocabulary, or the index of the word that is the key."""
    direction: str = ""
    onto: tuple[int, ...] = ()
    """Where a drag may end."""
    before: int = 0
    """Words before the served part that belong to no part (", and then"): it may begin there."""
    after: int = 0
    """Words behind it that belong to no part: it may end there."""

    def chord(self, words: Sequence[Word]) -> tuple[str, ...]:
        """Its keys by their names; `words`: those of the task."""
        return tuple(key if isinstance(key, str) else words[key].text.lower() for key in self.keys)


UNKNOWN = -1
"""The tag of a word whose part of the task nobody told."""


@dataclass(frozen=True, slots=True)
class Sample:
    situation: Situation
    target: Target
    kind: str
    """The kind of the goal it serves, `finish` or `wait`."""
    tags: tuple[int, ...]
    """Per word: 0 outside every part, 1 in a part done, 2 in the one to do, 3 in a later one."""


def untagged(situation: Situation, target: Target, kind: str) -> Sample:
    """A step of which nobody told which part of the task each word belongs to."""
    return Sample(situation, target, kind, (UNKNOWN,) * len(situation.words))


@dataclass(frozen=True, slots=True)
class Variety:
    """Which distribution the episodes come from."""

    held_wordings: bool = False
    held_labels: bool = False
    drawn: tuple[Drawn, ...] = ()
    """Screens of real toolkits that some of the worlds are made of."""
    share_drawn: float = 0.35
    """Share of worlds made of them, where there are any."""


SEEN = Variety()
UNSEEN = Variety(held_wordings=True, held_labels=True)
"""Nothing of it is ever learned from."""


# ------------------------------------------------------------------------- which elements are right


def over(world: World, widget: Widget | None, seen: Sequence[Element]) -> tuple[int, ...]:
    """Elements over which the wheel scrolls the same thing as over a widget."""
    for surface in world.reachable():
        view = surface.view
        if view is not None and widget in surface.scrolls:
            return tuple(i for i, item in enumerate(seen) if view.contains(item.box.center))
    return tuple(range(len(seen)))


def aimed(
    world: World, widget: Widget, seen: Sequence[Element], said: list[str]
) -> tuple[tuple[int, ...], Side] | None:
    """Elements that hit a widget where they are clicked; else its label and the side. None where
    nothing seen reaches it. `said`: words of the part of the task."""
    right = tuple(i for i, item in enumerate(seen) if world.under(within(item, said)) is widget)
    if widget.role is Role.ICON and widget.icon != "close":
        right = recognised(widget.icon, right, seen)
    if right:
        return right, Side.ON
    return _beside(world, widget, seen)


def recognised(icon: str, right: tuple[int, ...], seen: Sequence[Element]) -> tuple[int, ...]:
    """Those of the `right` elements that show their meaning at least as well as all others do.

    Raises `Unreachable` where none does: an icon that looks like something else, while another
    looks like it, cannot be asked for by its meaning.
    """
    shares = [dict(likely(item)).get(icon, 0.0) for item in seen]
    best = max(shares, default=0.0)
    kept = tuple(i for i in right if seen[i].name or (shares[i] > 0 and shares[i] == best))
    if not kept:
        raise Unreachable
    return kept


def laid_bare(world: World, widget: Widget) -> Element:
    """A widget as eyes that miss nothing see it. Raises `Unreachable`."""
    box = world.find(widget)
    if box is None or world.under(box.center) is not widget:
        raise Unreachable
    return element(widget, box, world.focus is widget)


def _beside(
    world: World, widget: Widget, seen: Sequence[Element]
) -> tuple[tuple[int, ...], Side] | None:
    """The label of a field or list that is not seen itself, and where the control lies from it."""
    if widget.role not in (Role.FIELD, Role.COMBO) or not widget.name:
        return None
    for index, item in enumerate(seen):
        if not item.text.lower().startswith(widget.name.lower()):
            continue
        alone = item.text.rstrip(":* ").lower() == widget.name.lower()
        for side in (Side.RIGHT, Side.BELOW) if alone else (Side.END,):
            if world.under(aim(item, side)) is widget:
                return (index,), side
    return None


# ------------------------------------------------------------------- steps of real programs, varied

_PLAIN: Final = 0.2
"""Share of samples that stay as they are."""
_ZOOM: Final = 0.12
_SHIFT: Final = 60
"""Pixels by which everything is moved, at most."""
_JITTER: Final = 2
"""Pixels by which each edge is moved, at most."""
_MISSED: Final = 0.08
"""Share of the other elements that is not seen, at most."""


def varied(sample: Sample, rng: random.Random) -> Sample:
    """The same step, seen a little otherwise; what it points at is always seen."""
    if rng.random() < _PLAIN:
        return sample
    return _missed(_moved(sample, rng), rng)


def _moved(sample: Sample, rng: random.Random) -> Sample:
    """Everything sized and moved together, then each box a little by itself."""
    zoom = 1 + rng.uniform(-_ZOOM, _ZOOM)
    across, down = rng.randint(-_SHIFT, _SHIFT), rng.randint(-_SHIFT, _SHIFT)
    situation = sample.situation

    def point(at: Point) -> Point:
        return Point(round(at.x * zoom) + across, round(at.y * zoom) + down)

    def edge(at: int, move: int) -> int:
        return round(at * zoom) + move + rng.randint(-_JITTER, _JITTER)

    def box(old: Box) -> Box:
        left, top = edge(old.left, across), edge(old.top, down)
        right, bottom = edge(old.right, across), edge(old.bottom, down)
        return Box(left, top, max(right, left + 2), max(bottom, top + 2))

    history = tuple(
        msgspec.structs.replace(step, at=None if step.at is None else point(step.at))
        for step in situation.history
    )
    seen = situation.elements
    elements = tuple(msgspec.structs.replace(item, box=box(item.box)) for item in seen)
    situation = msgspec.structs.replace(situation, history=history, elements=elements)
    return dataclasses.replace(sample, situation=situation)


def _missed(sample: Sample, rng: random.Random) -> Sample:
    """Without some of the elements that the step does not point at."""
    target, situation = sample.target, sample.situation
    rate = rng.uniform(0, _MISSED)
    meant = {*target.elements, *target.onto}
    left = [at for at in range(len(situation.elements)) if at in meant or rng.random() >= rate]
    place = {old: new for new, old in enumerate(left)}

    def renumbered(elements: Iterable[int]) -> tuple[int, ...]:
        return tuple(place[at] for at in elements)

    seen = msgspec.structs.replace(situation, elements=tuple(situation.elements[at] for at in left))
    target = dataclasses.replace(
        target, elements=renumbered(target.elements), onto=renumbered(target.onto)
    )
    return dataclasses.replace(sample, situation=seen, target=target)


SHARE: Final = 0.25
"""Of all samples, at most, where nothing else is said."""
_ENOUGH: Final = 2000
"""Kept steps from which they take their whole share. With fewer each would be looked at too often:
repeating data is worth little after some sixteen looks (Muennighoff et al. 2023, Scaling
Data-Constrained Language Models)."""
_FEW: Final = 0.5
"""Power of the number of steps of a kind that says how often the kind is drawn: 0 all alike, 1 by
number."""


_EPISODE: Final = msgspec.json.Decoder(list[Sample])


def read_episodes(path: Path) -> list[list[Sample]]:
    """The episodes of a file. What a killed harvest left of a line is no episode. Raises
    `UsageError` for what are no episodes."""
    try:
        lines = whole_lines(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    found: list[list[Sample]] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(_EPISODE.decode(line))
        except (msgspec.DecodeError, UnicodeError) as error:
            raise UsageError(f"{path} holds no steps in line {number}: {error}.") from error
    return found


def write_episodes(path: Path, episodes: Iterable[list[Sample]]) -> int:
    """Append episodes to a file; how many."""
    return append_lines(path, map(msgspec.json.encode, episodes))


class Own:
    """Steps of a file that may grow meanwhile."""

    def __init__(self, path: Path | None, share: float = SHARE) -> None:
        """`share`: of all samples, at most."""
        self._path = path
        self._share = share
        self._size = 0
        self._kinds: list[list[Sample]] = []
        self._odds: list[float] = []

    @classmethod
    def of(cls, path: Path) -> Own:
        """Steps of a file that holds some. Raises `UsageError`."""
        if not path.exists():
            raise UsageError(f"There is no file {path}.")
        read = cls(path)
        read.refresh()
        if not read.share:
            raise UsageError(
                f"{path} holds no steps.", "`uitars-train instructions samples` writes some."
            )
        return read

    @property
    def share(self) -> float:
        """Which share of all samples they are to be."""
        return self._share * min(1.0, sum(map(len, self._kinds)) / _ENOUGH)

    def refresh(self) -> None:
        """Read the file again where it has grown."""
        if self._path is None or not self._path.exists():
            return
        size = self._path.stat().st_size
        if size == self._size:
            return
        self._size = size
        kinds: dict[str, list[Sample]] = {}
        for episode in read_episodes(self._path):
            for sample in episode:
                kinds.setdefault(sample.kind, []).append(sample)
        self._kinds = list(kinds.values())
        self._odds = [len(samples) ** _FEW for samples in self._kinds]

    def draw(self, rng: random.Random) -> Sample:
        """A step, rare kinds more often than their number says, seen a little otherwise."""
        (samples,) = rng.choices(self._kinds, self._odds)
        return varied(rng.choice(samples), rng)
