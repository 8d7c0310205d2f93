"""Hands for macOS and Windows, in the process of the head: there is no guard for them.

There is no private desktop there either. A target is verified by its window and its pixels. It was
run under Wine, never on Windows itself nor on macOS.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.gate.evidence import Surroundings
from uitars_runtime.gate.gate import PolicyGate, Unknown
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.local import LocalHands, Target
from uitars_runtime.hands.picture_target import PictureTarget
from uitars_runtime.hands.secrets import Secrets
from uitars_runtime.hands.settings import HandsSettings, stop_key_names
from uitars_runtime.hands.stop_keys import StopKeys
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.protocols import Asker, Desktop
from uitars_runtime.tools.live import LiveOutput, Show
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import at_least
from uitars_runtime.types import Action, Claim, Performed

if TYPE_CHECKING:
    from uitars_runtime.control import Reins
    from uitars_runtime.desktop.kind import Place
    from uitars_runtime.desktop.system import System
    from uitars_runtime.frame import Frame


_STOPPING = (
    "Press {} on your own keyboard to stop the agent. That was never tried on this system: know"
    " Ctrl+C in its terminal, and `uitars stop`, as well."
)


class PortableHands:
    """Implements `Hands` on the desktop of the person who runs this."""

    def __init__(
        self,
        settings: HandsSettings,
        asker: Asker,
        open_place: Callable[[], Place],
        on_output: Callable[[str], None] | None = None,
        reins: Reins | None = None,
    ) -> None:
        """`reins`: told when a person makes the kill gesture. `on_output`: gets what commands and
        cells write while they run. Raises `DesktopError`, `UsageError`."""
        policy = load_policy(settings.policy, expected=settings.policy_name)
        place = open_place()
        self.desktop_name = settings.desktop
        self.environment = place.environment
        self.warning = place.warning
        self._reins = reins
        self._halted = threading.Event()
        """A person made the kill gesture."""
        self.endpoint = ""
        parts = _parts(place.desktop, settings)
        live = None if on_output is None else LiveOutput(_taking(on_output), parts.privacy.text)
        toolbox = _toolbox(settings, place, live)
        self.tools = toolbox.tools
        gate = PolicyGate(
            policy,
            settings.granted(),
            asker,
            workspace=Path(settings.workspace),
            own_sandbox=False,
            ask_seconds=settings.ask_seconds,
            surroundings=WithTools(parts.surroundings, toolbox),
            commands=toolbox,
            words=ScreenWords(),
        )
        self._hands = LocalHands(
            place.desktop,
            gate,
            toolbox,
            parts.target,
            actions_per_second=settings.actions_per_second,
            outline=place.outline if settings.accessibility else None,
            secrets=parts.secrets,
            privacy=parts.privacy,
        )
        self._stop_keys = self._listen(settings, place.desktop)

    def observe(self) -> Frame:
        """Grab the screen. Raises `DesktopError`, `Stopped`."""
        self._raise_if_halted()
        return self._hands.observe()

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """Ask for an action that was decided on `seen`. Raises `DesktopError`, `Stopped`."""
        self._raise_if_halted()
        return self._hands.perform(action, seen, claimed)

    def _listen(self, settings: HandsSettings, desktop: Desktop) -> StopKeys | None:
        """For the kill gesture, where a person sits at the desktop."""
        if _system_of(desktop) is None:
            return None
        names = stop_key_names(settings.stop_keys)
        self.warning = f"{self.warning}\n{_STOPPING.format(' '.join(names))}".strip()
        return StopKeys(names, self._halt)

    def _halt(self) -> None:
        self._halted.set()
        if self._reins is not None:
            self._reins.stop()

    def _raise_if_halted(self) -> None:
        if self._halted.is_set():
            raise Stopped("stopped by the kill gesture")

    def restart(self) -> bool:
        """A desktop of this process does not come back."""
        return False

    def close(self) -> None:
        if self._stop_keys is not None:
            self._stop_keys.close()
        self._hands.close()


def _toolbox(settings: HandsSettings, place: Place, live: LiveOutput | None) -> Toolbox:
    workspace, walls = Path(settings.workspace), at_least(settings.wall)
    start, servers = place.start_program, settings.servers
    return Toolbox(workspace, start, servers, live, walls, opener=place.opener)


class _Parts(msgspec.Struct, frozen=True):
    """What the hands know of a desktop beyond its picture."""

    target: Target
    surroundings: Surroundings
    privacy: Concealer
    secrets: Secrets | None = None


def _parts(desktop: Desktop, settings: HandsSettings) -> _Parts:
    """What the system tells where the desktop is the person's own; else what the picture tells."""
    system = _system_of(desktop)
    if system is None:
        return _Parts(PictureTarget(desktop), Unknown(), Concealer(settings.privacy))
    from uitars_runtime.hands.system import SystemSurroundings, SystemTarget, concealer, secrets

    target = SystemTarget(desktop, system)
    return _Parts(
        target,
        SystemSurroundings(system, lambda: target.origin),
        concealer(settings.privacy, system),
        secrets(system),
    )


def _system_of(desktop: Desktop) -> System | None:
    if sys.platform == "win32":
        from uitars_runtime.desktop.win32.desktop import Win32Desktop
        from uitars_runtime.desktop.win32.system import Win32System

        return Win32System() if isinstance(desktop, Win32Desktop) else None
    if sys.platform == "darwin":
        from uitars_runtime.desktop.macos.desktop import MacDesktop
        from uitars_runtime.desktop.macos.system import MacSystem

        return MacSystem() if isinstance(desktop, MacDesktop) else None
    return None


def place_of(settings: HandsSettings) -> Place:
    """The desktop that the settings name, open and with the programs asked for. Raises
    `DesktopError`, `UsageError`."""
    from uitars_runtime.desktop.kind import Order

    workspace = Path(settings.workspace)
    order = Order(parted(settings.desktop)[1], workspace, workspace, settings.apps)
    return kind_of(settings.desktop).open(order, NoProcesses())


class NoProcesses:
    """Implements `Processes` where there is no guard."""

    def spawn(self, *_: object, **__: object) -> int:
        raise _no_guard()

    def code(self, _pid: int, /) -> int | None:
        raise _no_guard()

    def watch(self, *_: object, **__: object) -> None:
        raise _no_guard()

    def listen(self) -> str:
        raise _no_guard()


def _no_guard() -> DesktopError:
    return DesktopError("Programs of a private desktop need Linux.", "Use --desktop local.")


def _taking(on_output: Callable[[str], None]) -> Show:
    """A `Show` that is always ready."""

    def show(text: str) -> bool:
        on_output(text)
        return True

    return show
