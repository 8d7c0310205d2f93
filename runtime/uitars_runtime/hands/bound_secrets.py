"""Stored secrets on an X display: which window each may go into, and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.errors import UsageError
from uitars_runtime.hands.processes import executable
from uitars_runtime.privacy.vault import Vault

if TYPE_CHECKING:
    from uitars_runtime.desktop.xserver import XServer


class BoundSecrets:
    """Implements `Secrets` for the windows of an X display. It asks about them on the connection
    that the input goes out on, so that it can be asked while no other program is served."""

    def __init__(self, vault: Vault, server: XServer) -> None:
        self._vault = vault
        self._server = server

    def reveal(self, name: str, /) -> str:
        """The secret; raises `UsageError`."""
        bindings = self._vault.bindings()
        if name not in bindings:
            known = ", ".join(sorted(bindings)) or "none"
            raise UsageError(f"There is no secret {name!r}.", f"Known are: {known}.")
        return self._vault.reveal(name)

    def objection(self, name: str, /) -> str:
        """Why it must not be typed where the keyboard is at this moment; empty for no reason."""
        binding = self._vault.bindings().get(name)
        window = reached(Windows(self._server.display).active)
        if binding is None or window is None:
            return f"the secret {name!r} has no window to go into."
        if not binding.fits(window.wm_class, executable(window.pid), window.title):
            return f"the secret {name!r} is not meant for this window."
        return ""
