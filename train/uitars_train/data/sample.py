"""One step of an episode: what the model is shown, what it should say, which elements are right.

Not here: what is to be reached (`tasks/goals.py`), and what is seen (`noise/eyes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from uitars_runtime.backends.embedded.network.codec import within
from uitars_runtime.backends.embedded.network.embeddings import likely
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span, aim
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
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
