"""Which of the things seen reach a widget of the world when they are clicked, or scroll it.

Not here: what is to be reached (`goals.py`), and what is seen (`noise/eyes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.backends.embedded.network.click_point import within
from uitars_runtime.backends.embedded.situation import aim
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
from uitars_runtime.types import Point
from uitars_train.noise.errors import recognised
from uitars_train.simulator.world import Widget, World, element
from uitars_train.tasks.goals import Unreachable


def hits(world: World, widget: Widget, at: Point) -> bool:
    """Whether a click at a point reaches a widget."""
    return world.under(at) is widget


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
    right = tuple(i for i, item in enumerate(seen) if hits(world, widget, within(item, said)))
    if widget.role is Role.ICON and widget.icon != "close":
        right = recognised(widget.icon, right, seen)
    if right:
        return right, Side.ON
    return _beside(world, widget, seen)


def laid_bare(world: World, widget: Widget) -> Element:
    """A widget as eyes that miss nothing see it. Raises `Unreachable`."""
    box = world.find(widget)
    if box is None or not hits(world, widget, box.center):
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
            if hits(world, widget, aim(item, side)):
                return (index,), side
    return None
