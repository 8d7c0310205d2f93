"""What a kind of desktop is to the hands: how one is opened, and what it is like when it is open.

Which kinds there are stands in registry.py. A kind of somebody else's is a `DesktopKind` behind an
entry point; all that it must have is a way to open it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from uitars_runtime.browser.record import Record
from uitars_runtime.desktop.detached import start_detached
from uitars_runtime.protocols import Desktop, Keeper, Outline, Processes
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from uitars_runtime.desktop.sandbox import SandboxState
    from uitars_runtime.desktop.wall import Programs

SIZE = Size(1280, 800)
"""Of a private desktop where nobody said another."""


class Order(msgspec.Struct, frozen=True):
    """What a desktop is opened for."""

    argument: str
    """What stands behind the colon of `--desktop NAME:ARGUMENT`; empty for nothing."""
    workspace: Path
    """The folder that programs, shell and file actions share."""
    folder: Path
    """A private folder that goes with whoever keeps the desktop."""
    apps: tuple[str, ...] = ()
    """A person's command lines to start, unless `again`."""
    programs: Programs = "open"
    accessibility: bool = False
    stop_keys: tuple[str, ...] = ()
    """Keys of the kill gesture, for a desktop that a person can reach."""
    browser: str = ""
    """Address that a browser of the desktop's own shows first; empty for no browser."""
    endpoint: bool = False
    """Whether programs of others may work that browser."""
    again: bool = False
    """Whether other hands worked on it before; it may take a while to come back."""
    earlier: SandboxState | None = None
    """The private desktop that those hands worked on."""


class Place(msgspec.Struct, frozen=True):
    """An open desktop, and how programs are started there."""

    desktop: Desktop
    environment: Mapping[str, str]
    start_program: Callable[[str], str]
    """Starts a command line; returns its window's title, empty where that is not known."""
    run_command: Callable[[str], str]
    """The same for a command line of the model's; see commands/openings.py."""
    opener: Callable[[str], str] | None = None
    """Opens what a name or an address means over there, where programs are not this machine's."""
    display: str = ""
    """Its X display, or the path of its Wayland compositor's socket; empty where it has neither."""
    walled: bool = False
    """Whether what is started so reaches no more than a command of the shell."""
    sandbox: SandboxState | None = None
    browser: Record | None = None
    """The host of its browser."""
    outline: Outline | None = None
    """Asks what the programs say is on the screen, where that is not an X display's bus."""
    notice: str = ""
    """What the model must know, for example that programs are gone."""
    warning: str = ""
    """What the person must know from the start, for example how to stop the agent here."""


class Living(Protocol):
    """Desktops that somebody else keeps, and that outlive the hands."""

    def workspace(self, argument: str, /) -> Path:
        """Its folder of files. Raises `UsageError`."""
        ...

    def attach(self, argument: str, holder: str, /) -> Keeper:
        """Hold it until the keeper is closed. Raises `UsageError`, `TakenError`."""
        ...


def _nothing(argument: str) -> bool:
    return not argument


class DesktopKind(msgspec.Struct, frozen=True):
    """One kind of desktop."""

    open: Callable[[Order, Processes], Place]
    """Raises `UsageError`, `DesktopError`."""
    takes: Callable[[str], bool] = _nothing
    """Whether an argument makes sense."""
    private: bool = False
    """Whether the runtime started it and no person's own things are on it."""
    living: Living | None = None
    """Set where it is there already; None for one that lives as long as the hands' guard."""


def with_programs(desktop: Desktop, order: Order) -> Place:
    """A place whose programs are started on this machine, free of the agent."""
    environment = {**os.environ, "WORKSPACE": str(order.workspace)}

    def start(command: str) -> str:
        return start_detached(command, environment, order.workspace)

    if not order.again:
        for command in order.apps:
            start(command)
    return Place(desktop, environment, start, start)
