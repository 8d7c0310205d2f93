"""What desktops have in common on which nothing can be held still while an action goes out.

A screen of another system, another machine or a device: it is looked at before and after, and
whoever asks is asked right before input goes out. How input goes out is each desktop's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.reporting import change_in_words, inside, patience
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.keys import UnknownKeyError, normalise
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import Action, Outcome, Point

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.frame import Frame


class DrivenDesktop(ABC):
    """Implements `Desktop` but for `name`, `close` and how things are done."""

    def __init__(self, grab: Callable[[], Grab]) -> None:
        """`grab`: the screen now; raises `DesktopError`."""
        self._grab = grab
        self._settler = Settler(grab)

    @property
    @abstractmethod
    def name(self) -> str:
        """As it is named in records."""

    @abstractmethod
    def close(self) -> None:
        """Let every held key and button go and end what this desktop started."""

    @abstractmethod
    def _perform(self, action: Action, seen: Frame, scale: float) -> str:
        """Do it; what was done, as a sentence. `scale`: see `Grab`. Raises `Refused`,
        `DesktopError`, and `TypeError` for what is no action of a screen."""

    @abstractmethod
    def _type_secret(self, secret: str) -> None:
        """Type it with the keyboard. Raises `Refused`, `DesktopError`."""

    def observe(self) -> Frame:
        """Grab the screen once it has settled. Raises `DesktopError`."""
        return self._settler.observe().frame()

    def execute(self, action: Action, seen: Frame, check: Check = no_objection, /) -> Outcome:
        """Do it and say what changed. What happens between `check` and the input cannot be held
        off here."""
        before = self._grab()
        if before.frame().size != seen.size:
            return Outcome(ok=False, text="Not done: the screen changed size, look again.")
        objection = check()
        if objection:
            return Outcome(ok=False, text=f"Not done: {objection}")
        try:
            done = self._perform(action, seen, before.scale)
        except Refused as refusal:
            return Outcome(ok=False, text=f"Not done: {refusal}")
        changed = self._settler.after(before, patience(action)).changed
        return Outcome(
            ok=True, text=f"{done} {change_in_words(changed)}", changed=changed is not None
        )

    def enter_secret(self, secret: str, _seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard."""
        before = self._grab()
        objection = check()
        if objection:
            return Outcome(ok=False, text=f"Not done: {objection}")
        try:
            self._type_secret(secret)
        except Refused as refusal:
            return Outcome(ok=False, text=f"Not done: {refusal}")
        changed = self._settler.after(before).changed
        return Outcome(
            ok=True,
            text=f"Entered a secret. {change_in_words(changed)}",
            changed=changed is not None,
        )


def on_device(point: Point, seen: Frame, scale: float) -> tuple[float, float]:
    """Where a point of the screenshot lies on the device. Raises `Refused` outside of it."""
    inside(point, seen)
    return seen.origin.x + point.x / scale, seen.origin.y + point.y / scale


def key_named(name: str) -> str:
    """The one name of a key. Raises `Refused` for what is none."""
    try:
        return normalise(name)
    except UnknownKeyError as error:
        raise Refused(str(error)) from error
