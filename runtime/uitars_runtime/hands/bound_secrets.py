"""Stored secrets: which window each may go into, and what it is."""

from __future__ import annotations

from collections.abc import Callable

from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.errors import UsageError
from uitars_runtime.hands.processes import executable
from uitars_runtime.privacy.vault import Vault


class BoundSecrets:
    """Implements `Secrets`."""

    def __init__(
        self,
        vault: Vault,
        active: Callable[[], WindowInfo | None],
        program_of: Callable[[int], str] = executable,
    ) -> None:
        """`active`: the window with the keyboard, asked on the connection that the input goes out
        on: it can be asked while no other program is served. `program_of`: the path of a process's
        program."""
        self._vault = vault
        self._active = active
        self._program_of = program_of

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
        window = self._active()
        if binding is None or window is None:
            return f"the secret {name!r} has no window to go into."
        if not binding.fits(window.wm_class, self._program_of(window.pid), window.title):
            return f"the secret {name!r} is not meant for this window."
        return ""
