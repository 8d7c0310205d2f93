"""The hands in the process they are called in: review, verify the target again, execute.

This order is the one choke point of the product: nothing else calls `Desktop.execute` or a tool.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, assert_never

import msgspec

from uitars_runtime.consent import Reviewed
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.secrets import NoSecrets, Secrets
from uitars_runtime.privacy.placeholders import names_secret, parts
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.protocols import Desktop, Gate, Outline
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Claim,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    OpenWindow,
    Outcome,
    Performed,
    Place,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class Tools(Protocol):
    """What acts beside the desktop; failures a model can react to are outcomes."""

    def shell(self, action: Shell, /) -> Outcome: ...

    def read_file(self, action: ReadFile, /) -> Outcome: ...

    def write_file(self, action: WriteFile, /) -> Outcome: ...

    def open(self, action: Open, /) -> Outcome: ...

    def call(self, action: CallTool, /) -> Outcome: ...

    def close(self) -> None: ...


class Target(Protocol):
    """Knows whether what an action would hit is still what the model saw."""

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        ...

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        ...

    def windows(self) -> tuple[OpenWindow, ...] | None:
        """Those that are open, oldest first; None where that is not known."""
        ...

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        ...


class Privacy(Protocol):
    """Knows what nobody beyond the hands may see."""

    def look(self) -> None:
        """A screenshot is about to be taken."""
        ...

    def shown(self, seen: Frame, /) -> Frame:
        """A screenshot as others may see it; itself where nothing is hidden."""
        ...

    def text(self, text: str, /) -> str:
        """An outcome's words as others may read them."""
        ...

    def place(self, place: Place, /) -> Place:
        """A window as others may know it."""
        ...

    def revealed(self, name: str, secret: str, /) -> None:
        """This secret was typed: nobody else may read it from here on."""
        ...


class Person(Protocol):
    """Feels whether a person uses the desktop."""

    def forget(self) -> None:
        """What they did until here does not matter."""
        ...

    def felt(self) -> bool:
        """Whether they did something since; must not wait for the desktop."""
        ...


class Nobody:
    """A desktop that no person can reach."""

    def forget(self) -> None:
        """There is nothing to forget."""

    def felt(self) -> bool:
        return False


def _always() -> None:
    """A watch that never objects."""


Address = Callable[[Sequence[OpenWindow]], str]
"""The address of the page in the newest of these windows that shows one; empty where none does."""


def nowhere(_windows: Sequence[OpenWindow]) -> str:
    """There is no browser to ask."""
    return ""


def _said(seen: Frame) -> tuple[tuple[OpenWindow, ...] | None, str]:
    return seen.windows, seen.address


class LocalHands:
    """Implements `Hands` on a desktop of this process."""

    def __init__(
        self,
        desktop: Desktop,
        gate: Gate,
        tools: Tools,
        target: Target,
        *,
        actions_per_second: float = 5.0,
        outline: Outline | None = None,
        person: Person | None = None,
        watched: Callable[[], None] = _always,
        secrets: Secrets | None = None,
        privacy: Privacy | None = None,
        address: Address = nowhere,
    ) -> None:
        """`outline`: with it, screenshots carry what the programs say of themselves. `person`: who
        may use the same desktop. `watched`: raises `DesktopError` unless somebody watches over what
        is done. `secrets`: what may be typed by name. `privacy`: what nobody else may see; default
        the secrets that texts hold. `address`: knows which page is shown."""
        self._desktop = desktop
        self._gate = gate
        self._tools = tools
        self._target = target
        self._outline = outline
        self._address = address
        self._last: tuple[Frame, Frame] | None = None
        """The desktop's last screenshot, and the same with what was told of it."""
        self._person = person or Nobody()
        self._watched = watched
        self._secrets = secrets or NoSecrets()
        self._privacy = privacy or Concealer(PrivacySettings())
        self._seen: tuple[Frame, Frame] | None = None
        """The last screenshot as others see it, and as it is."""
        self._interval = 1.0 / actions_per_second
        self._next = 0.0

    def observe(self) -> Frame:
        """Grab the screen once it has settled."""
        self._person.forget()
        self._privacy.look()
        seen = self._told(self._desktop.observe())
        self._target.remember(seen)
        self._seen = (self._privacy.shown(seen), seen)
        return self._seen[0]

    def perform(self, action: Action, shown: Frame, claimed: Claim = "", /) -> Performed:
        """Review the action and, when it is allowed, do it or what a person put in its place.

        Raises `DesktopError` only.
        """
        began = time.monotonic()
        seen = self._seen[1] if self._seen and self._seen[0] is shown else shown
        place = self._privacy.place(self._target.place())
        reviewed = self._review(action, seen, claimed)
        decided = time.monotonic()
        if reviewed.verdict.decision is Decision.ALLOW:
            objection = self._gate.objection(reviewed.action)
            outcome = (
                Outcome(ok=False, text=f"Not done: {objection} Look again.")
                if objection
                else self._execute(reviewed, seen)
            )
            self._gate.tried(reviewed.action, seen, ok=outcome.ok)
        else:
            outcome = Outcome(ok=False, text=f"Not done: {reviewed.verdict.reason}")
        outcome = msgspec.structs.replace(outcome, text=self._privacy.text(outcome.text))
        done = time.monotonic()
        return Performed(
            reviewed.verdict,
            outcome,
            1e3 * (decided - began),
            1e3 * (done - decided),
            reviewed.correction,
            place,
            reviewed.words,
        )

    def restart(self) -> bool:
        """A desktop of this process does not come back; a process of its own can be replaced."""
        return False

    def close(self) -> None:
        try:
            self._tools.close()
        finally:
            self._desktop.close()

    def _told(self, seen: Frame) -> Frame:
        """The screenshot with what display and programs say; once about the same screen."""
        windows = self._target.windows()
        if self._outline is None and windows is None:
            return seen
        address = self._address(windows or ())
        last = self._last
        if last is None or last[0] is not seen or _said(last[1]) != (windows, address):
            from uitars_runtime.frame import Frame

            told = self._outline.read(seen) if self._outline else ()
            last = (seen, Frame(seen.pixels, seen.origin, told, windows, address=address))
            self._last = last
        return last[1]

    def _review(self, action: Action, seen: Frame, claimed: Claim) -> Reviewed:
        """The gate's answer; a gate that fails is a no, and the failure is on record."""
        try:
            reviewed = self._gate.review(action, seen, claimed)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            # What is meant for a person says itself what is wrong, and what to do about it.
            why = error if isinstance(error, UitarsError) else type(error).__name__
            reason = f"The gate failed, so nothing was done. {why}"
            return Reviewed(Verdict(Decision.DENY, DecidedBy.FAULT, "gate", reason), action)
        if reviewed.verdict.by is DecidedBy.USER:
            # What a person did to answer is no reason to leave the desktop to them.
            self._person.forget()
        return reviewed

    def _execute(self, reviewed: Reviewed, seen: Frame) -> Outcome:
        self._watched()
        match reviewed.action:
            case Type(text=text) as action if names_secret(text):
                self._keep_pace()
                return self._enter_secrets(action, seen)
            case Click() | Move() | Drag() | Scroll() | Type() | Press() | KeyDown() | KeyUp():
                self._keep_pace()
                return self._desktop.execute(
                    reviewed.action, seen, lambda: self._objection(reviewed.action, seen)
                )
            case Wait():
                return self._desktop.execute(reviewed.action, seen)
            case Shell() as action:
                return self._tools.shell(action)
            case ReadFile() as action:
                return self._tools.read_file(action)
            case WriteFile() as action:
                return self._tools.write_file(action)
            case Open() as action:
                return self._tools.open(action)
            case CallTool() as action:
                return self._tools.call(action)
            case Note() | AskUser() | Finish() as action:
                if reviewed.correction is None:
                    raise TypeError(f"{type(action).__name__} is not for the hands")
                # A person put it in the place of an action; the loop knows what follows from it.
                return Outcome(ok=True, text="A person decided this.")
            case _ as never:
                assert_never(never)

    def _enter_secrets(self, action: Type, seen: Frame) -> Outcome:
        """Type a text part by part; what was revealed stays in this process."""
        outcome = Outcome(ok=True, text="")
        for part in parts(action.text):
            if isinstance(part, str):
                outcome = self._desktop.execute(
                    Type(part), seen, lambda: self._objection(action, seen)
                )
            else:
                outcome = self._enter_secret(part.name, action, seen)
            if not outcome.ok:
                break
        return outcome

    def _enter_secret(self, name: str, action: Type, seen: Frame) -> Outcome:
        try:
            secret = self._secrets.reveal(name)
        except UsageError as error:
            return Outcome(ok=False, text=f"Not done: {error}")
        self._privacy.revealed(name, secret)
        return self._desktop.enter_secret(
            secret, seen, lambda: self._secrets.objection(name) or self._objection(action, seen)
        )

    def _objection(self, action: Action, seen: Frame) -> str:
        """Why an action must not go out; empty for no reason."""
        if self._person.felt():
            return "a person is using the mouse or the keyboard. Look again."
        difference = self._target.changed(action, seen)
        return f"{difference} Look again." if difference else ""

    def _keep_pace(self) -> None:
        """Wait until the next action may start: a runaway model cannot outrun a person."""
        now = time.monotonic()
        if now < self._next:
            time.sleep(self._next - now)
        self._next = max(now, self._next) + self._interval
