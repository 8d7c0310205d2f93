"""Hands for macOS and Windows, in the process of the head: there is no guard for them.

Not yet run on those systems. There is no private desktop there either, and a target is verified by
its pixels alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.errors import DesktopError
from uitars_runtime.gate.gate import PolicyGate, Unknown
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.crops import crop_around, differs
from uitars_runtime.hands.local import LocalHands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.protocols import Asker, Desktop
from uitars_runtime.tools.live import LiveOutput, Show
from uitars_runtime.tools.programs import start_detached
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import at_least
from uitars_runtime.types import Action, Claim, Click, Drag, Performed, Place, Scroll

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class PictureTarget:
    """Implements `Target` by looking again at the pixels around a point."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._last: Frame | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the last screenshot."""
        self._last = seen

    def windows(self) -> None:
        """Nobody asks this desktop for them."""

    def place(self) -> Place:
        """Windows are not asked for here."""
        return Place()

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        if self._last is None or self._last.grab != seen.grab:
            return "that is not the last screenshot."
        match action:
            case Click(at=point) | Scroll(at=point) | Drag(start=point):
                current = self._desktop.observe()
                crop = crop_around(point, seen)
                rows, columns = slice(crop.top, crop.bottom), slice(crop.left, crop.right)
                if differs(seen.pixels[rows, columns], current.pixels[rows, columns]):
                    return "the screen changed under the target."
                return ""
            case _:
                return ""


class PortableHands:
    """Implements `Hands` on the desktop of the person who runs this."""

    def __init__(
        self,
        settings: HandsSettings,
        asker: Asker,
        open_desktop: Callable[[], Desktop],
        on_output: Callable[[str], None] | None = None,
    ) -> None:
        """`on_output`: gets what commands and cells write while they run. Raises `DesktopError`
        for a desktop this system does not have, `UsageError`."""
        if settings.desktop != "local":
            raise DesktopError(
                f"The desktop {settings.desktop!r} needs Linux.", "Use --desktop local."
            )
        workspace = Path(settings.workspace)
        policy = load_policy(settings.policy, expected=settings.policy_name)
        desktop = open_desktop()
        self.desktop_name = settings.desktop
        self.environment: Mapping[str, str] = {**os.environ, "WORKSPACE": settings.workspace}
        privacy = Concealer(settings.privacy)
        live = None if on_output is None else LiveOutput(_taking(on_output), privacy.text)
        toolbox = Toolbox(workspace, self._start, settings.servers, live, at_least(settings.wall))
        self.tools = toolbox.tools
        gate = PolicyGate(
            policy,
            settings.granted(),
            asker,
            workspace=workspace,
            own_sandbox=False,
            ask_seconds=settings.ask_seconds,
            surroundings=WithTools(Unknown(), toolbox),
        )
        self._hands = LocalHands(
            desktop,
            gate,
            toolbox,
            PictureTarget(desktop),
            actions_per_second=settings.actions_per_second,
            privacy=privacy,
        )
        self._workspace = workspace
        for command in settings.apps:
            self._start(command)

    def observe(self) -> Frame:
        return self._hands.observe()

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """Ask for an action that was decided on `seen`."""
        return self._hands.perform(action, seen, claimed)

    def restart(self) -> bool:
        """A desktop of this process does not come back."""
        return False

    def close(self) -> None:
        self._hands.close()

    def _start(self, command: str) -> str:
        return start_detached(command, self.environment, self._workspace)


def _taking(on_output: Callable[[str], None]) -> Show:
    """A `Show` that is always ready."""

    def show(text: str) -> bool:
        on_output(text)
        return True

    return show
