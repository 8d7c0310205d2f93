"""The screen at the moments of a run, and what each step changed between two of them.

Elements come from the eyes; what the model looked at already is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from uitars_runtime.element import Element, Role, element_at
from uitars_runtime.evidence.words import names, part_of
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import grown
from uitars_runtime.types import Box, Click, Decision, OpenWindow, Point, Step

Look = Callable[["Frame"], tuple[Element, ...]]

_DIFFERENT: Final = 24
"""A channel that differs by this much is a difference."""
_SPECK: Final = 60
"""Pixels that may differ without anything having happened: a caret."""
_CONTROLS: Final = frozenset(
    {
        *(Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.FIELD, Role.COMBO, Role.MENU, Role.TAB),
        *(Role.LINK, Role.ICON, Role.SLIDER),
    }
)
_NEAR: Final = 8
"""Pixels beside an element at which a click still is meant for it."""
_ROW: Final = 24
"""Pixels up and down within which two looks at a control are at the same one."""


class Moment:
    """One screenshot and what is on it. Only its PNG is kept until somebody asks."""

    def __init__(self, frame: Frame, look: Look) -> None:
        self.windows = frame.windows
        self.exact: frozenset[str] = frozenset()
        """Words of the task that stand so on some screen of the run: no likeness is for them."""
        self._png = frame.png()
        self._told = frame.told
        self._found = frame.elements
        self._look = look

    @cached_property
    def frame(self) -> Frame:
        frame = Frame.of_png(self._png, self._told, self.windows)
        frame.elements = self._found
        return frame

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        return self._look(self.frame)

    def of(self, *roles: Role) -> list[Element]:
        return [one for one in self.elements if one.role in roles]

    def at(self, point: Point) -> Element | None:
        """What a click there is for: the smallest thing that holds it, else the nearest one."""
        near = (one for one in self.elements if grown(one.box, _NEAR, _NEAR).contains(point))
        there = element_at(self.elements, point)
        return there or min(near, key=lambda one: one.box.area, default=None)

    def called(self, phrase: str, *roles: Role) -> list[Element]:
        """Those of these roles that a phrase of the task names: whole, else as a part."""
        found = [(one, label) for one in self.of(*roles) for label in {one.name, one.text} if label]
        for fits in (names, part_of):
            fitting = [one for one, label in found if fits(phrase, label, self.exact)]
            if fitting:
                return list(dict.fromkeys(fitting))
        return []

    def is_called(self, phrase: str, element: Element) -> bool:
        """Whether a phrase of the task names something on it, whole."""
        return any(names(phrase, one, self.exact) for one in (element.text, element.name) if one)

    def titled(self, phrase: str) -> bool:
        """Whether a phrase of the task is the title of a window."""
        return any(names(phrase, one.title, self.exact) for one in self.windows or ())


class Deed:
    """A step that may have changed something, between the screen before and after it."""

    def __init__(
        self, step: Step, before: Moment, after: Moment, pointed: Deed | None = None
    ) -> None:
        """`pointed`: the one that left the pointer where it was before."""
        self.step = step
        self.before = before
        self.after = after
        self.pointed = pointed

    @property
    def index(self) -> int:
        return self.step.index

    @property
    def done(self) -> bool:
        """Whether it was carried out at all."""
        allowed = self.step.verdict is not None and self.step.verdict.decision is Decision.ALLOW
        return allowed and self.step.outcome.ok

    @cached_property
    def changed(self) -> bool:
        """Whether anything was seen to change."""
        if not self.done or self.closed or self.opened or self.step.outcome.changed:
            return self.done
        # What comes late is on the next screenshot, though the step itself saw nothing of it.
        return differ(self.before, self.after)

    @cached_property
    def worked(self) -> bool:
        """Whether more changed than how that looks what was clicked, or clicked before."""
        if not self.done or self.closed or self.opened:
            return self.done
        lit = [self.target, *([self.pointed.target] if self.pointed else [])]
        return self.beyond([one.box for one in lit if one is not None])

    def beyond(self, boxes: Sequence[Box]) -> bool:
        """Whether anything changed outside of some places, titles and the looks of controls that
        say the same as before: those may have got or lost the keyboard or the pointer."""
        if not self.done or self.closed or self.opened:
            return self.done
        aside = [*boxes, *(one.box for one in self.before.of(Role.TITLE))]
        aside += [one.box for one in self.before.elements if _is_as_before(one, self.after)]
        return differ(self.before, self.after, [grown(box, _NEAR, _NEAR) for box in aside])

    @cached_property
    def target(self) -> Element | None:
        """What a click was for."""
        action = self.step.action
        return self.before.at(action.at) if isinstance(action, Click) else None

    @property
    def failed(self) -> bool:
        """Whether it was allowed, went wrong, and may have done something all the same."""
        allowed = self.step.verdict is not None and self.step.verdict.decision is Decision.ALLOW
        return allowed and not self.step.outcome.ok and self.step.outcome.changed is True

    @property
    def closed(self) -> tuple[OpenWindow, ...]:
        """The windows that were gone afterwards."""
        return _without(self.before.windows, self.after.windows)

    @property
    def opened(self) -> tuple[OpenWindow, ...]:
        """The windows that were new afterwards."""
        return _without(self.after.windows, self.before.windows)

    def near(self, box: Box) -> bool:
        """Whether the step was a click in the row of this box, or no click at all."""
        action = self.step.action
        return not isinstance(action, Click) or abs(action.at.y - box.center.y) <= _ROW


def deeds_of(steps: Sequence[Step], moments: Sequence[Moment]) -> tuple[Deed, ...]:
    """The steps between the moments; there is one moment more than there are steps."""
    deeds: list[Deed] = []
    pointed: Deed | None = None
    for step, before, after in zip(steps, moments, moments[1:], strict=False):
        deeds.append(Deed(step, before, after, pointed))
        pointed = deeds[-1] if isinstance(step.action, Click) else pointed
    return tuple(deeds)


def differ(one: Moment, other: Moment, aside: Sequence[Box] = ()) -> bool:
    """Whether two screens differ by more than a caret, some places aside."""
    import numpy as np

    first, then = one.frame.pixels, other.frame.pixels
    if first.shape != then.shape:
        return True
    distance = np.abs(first.astype(np.int16) - then.astype(np.int16)).max(axis=2) > _DIFFERENT
    for box in aside:
        distance[max(0, box.top) : box.bottom, max(0, box.left) : box.right] = False
    return int(distance.sum()) > _SPECK


def same_place(one: Element, other: Element) -> bool:
    """Whether two looks were at the same control."""
    across = one.box.left < other.box.right + _ROW and other.box.left < one.box.right + _ROW
    return across and abs(one.box.center.y - other.box.center.y) <= _ROW


def _is_as_before(one: Element, moment: Moment) -> bool:
    """Whether a control is there still, at the same place, and says the same."""
    return one.role in _CONTROLS and any(
        (one.role, one.text, one.checked, one.selected, one.icon)
        == (other.role, other.text, other.checked, other.selected, other.icon)
        and abs(one.box.left - other.box.left) + abs(one.box.top - other.box.top) <= _NEAR
        for other in moment.elements
    )


def same_row(one: Element, other: Element) -> bool:
    """Whether two things stand side by side."""
    return abs(one.box.center.y - other.box.center.y) <= min(one.box.height, other.box.height, _ROW)


def _without(
    windows: tuple[OpenWindow, ...] | None, others: tuple[OpenWindow, ...] | None
) -> tuple[OpenWindow, ...]:
    if windows is None or others is None:
        return ()
    known = {one.id for one in others}
    return tuple(one for one in windows if one.id not in known)
