"""Which hands a machine has: a process below a guard on Linux, this process elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Protocol

from uitars_runtime.control import Reins
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import Asker, Hands, Stop
from uitars_runtime.types import ToolOffer


class OpenHands(Hands, Protocol):
    """Hands, and what a face must know about where they work."""

    @property
    def desktop_name(self) -> str:
        """The desktop as it was asked for, for the record."""
        ...

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment of programs on the desktop; what a verifier runs in."""
        ...

    @property
    def warning(self) -> str:
        """What a person must know from the start; empty for nothing."""
        ...

    @property
    def endpoint(self) -> str:
        """Where others reach the desktop's browser, with the token; empty where they do not."""
        ...

    @property
    def tools(self) -> tuple[ToolOffer, ...]:
        """What `CallTool` can call."""
        ...


def open_hands(
    settings: HandsSettings,
    asker: Asker,
    stop: Stop,
    reins: Reins | None = None,
    on_output: Callable[[str], None] | None = None,
) -> OpenHands:
    """Hands that are ready to work. `reins`: told when a person takes over. `on_output`: gets what
    commands and cells write while they run, plain and without secrets; an empty text begins
    another.

    Raises `UsageError`, `GateError`, `DesktopError`, `Stopped`.
    """
    if sys.platform in ("darwin", "win32"):
        from uitars_runtime.hands.portable import PortableHands, place_of

        return PortableHands(settings, asker, lambda: place_of(settings), on_output, reins)
    from uitars_runtime.hands.process import open_hands as open_process

    return open_process(settings, asker, stop, reins, on_output)
