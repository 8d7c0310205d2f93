"""`osworld-vm:URL`: the screen of a machine that runs OSWorld's server.

What such a machine does not tell stays unknown, and the gate takes it for the worse: which window
has the keyboard, whose program it is, whether somebody else works there. Nothing there watches over
us: a key that is held when the connection ends stays down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.desktop.autogui import AutoguiDesktop, Call, System, is_typeable
from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.kind import DesktopKind, Order, Place
from uitars_runtime.desktop.osworld.lines import entering, program
from uitars_runtime.desktop.osworld.machine import Machine, checked
from uitars_runtime.desktop.osworld.outline import MachineOutline
from uitars_runtime.desktop.pictures import grab_of
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.errors import UsageError
from uitars_runtime.protocols import Processes

if TYPE_CHECKING:
    from uitars_runtime.desktop.osworld.machine import Ran
    from uitars_runtime.types import Size

_NOTICE = (
    "The screen is another machine's. What is opened opens there; commands and files are those of"
    " the workspace here, which that machine does not see."
)
_WARNING = (
    "Nothing here knows which window of that machine has the keyboard, nor whether a person works"
    " there; a key that is held when the connection ends stays down there."
)


class OSWorldDesktop(AutoguiDesktop):
    """Implements `Desktop`."""

    def __init__(self, machine: Machine) -> None:
        """Raises `DesktopError` where the machine does not answer as one of them does."""
        self._machine = machine
        system = machine.system()
        self._size: Size | None = None
        self.scale = 1.0
        """Pixels of the picture for each unit that the pointer counts in."""
        # The interpreter has this name on Windows, too.
        self._python = "python"
        super().__init__(self._picture, system)

    @property
    def name(self) -> str:
        return f"osworld-vm:{self._machine.address}"

    @property
    def system(self) -> System:
        """What runs on the machine."""
        return self._system

    def close(self) -> None:
        """Let every held key go and hang up."""
        try:
            super().close()
        finally:
            self._machine.close()

    def _picture(self) -> Grab:
        grab = grab_of(self._machine.picture())
        if grab.size != self._size:
            width, _ = self._machine.screen()
            self._size, self.scale = grab.size, grab.size.width / width if width else 1.0
        return Grab(grab.raw, grab.geometry, self.scale)

    def _do(self, calls: Sequence[Call]) -> None:
        self._run(program(calls))

    def _enter(self, text: str) -> str:
        if is_typeable(text):
            return super()._enter(text)
        way = self._run(entering(text)).output.split()
        by = "with the clipboard" if "clipboard" in way else "key by key"
        return f"Entered {len(text)} characters {by}; what arrived was not read back."

    def _run(self, source: str) -> Ran:
        ran = self._machine.run([self._python, "-c", source])
        if ran.returncode:
            said = (ran.error or ran.output).strip().splitlines()
            why = said[-1] if said else f"code {ran.returncode}"
            raise Refused(f"the machine's own Python failed, saying: {why}")
        return ran


def _takes(argument: str) -> bool:
    try:
        checked(argument)
    except UsageError as error:
        # A word on what is wrong with an address is better than the list of desktops.
        if argument:
            raise error from None
    return bool(argument)


def _open(order: Order, _guard: Processes) -> Place:
    from uitars_runtime.desktop.sandbox import split

    machine = Machine(order.argument)
    desktop = OSWorldDesktop(machine)

    def start(command: str) -> str:
        machine.launch(split(command, windows=desktop.system == "Windows"))
        return ""

    if not order.again:
        for command in order.apps:
            start(command)
    outline = MachineOutline(machine, lambda: desktop.scale)
    return Place(desktop, {}, start, start, outline=outline, notice=_NOTICE, warning=_WARNING)


OSWORLD = DesktopKind(_open, _takes)
