"""What the hands know about the place that an action would hit, as the gate's rules read it.

The hands fill it just before the review. A program writes its own title, class, roles and names,
and can lie in them, as the model can in its claim: a fact may only raise the class of an action,
never lower it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from uitars_runtime.commands.classify import Parsed
from uitars_runtime.element import Control
from uitars_runtime.types import Box, Claim


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The window, the widget and the words at an action's target; empty where not known.

    For the pointer the target is the point (the start of a drag), for keys and text it is what has
    the keyboard.
    """

    window: str = ""
    """Title of the window."""
    application: str = ""
    """Class of the window as the display names it (`WM_CLASS`), for example `Mousepad`."""
    program: str = ""
    """Path of the executable behind the window, where its process can be told."""
    categories: frozenset[str] = frozenset()
    """What the entries of the system's menus say that such a program is for: `FileManager`."""
    script: str = ""
    """Name of the file that it runs, where that executable is an interpreter."""
    pid: int | None = None
    """Process behind the window, as it says itself (`_NET_WM_PID`)."""
    role: str = ""
    """Accessibility role of the widget, as AT-SPI spells it: `push button`, `password text`."""
    name: str = ""
    """Accessible name of the widget, for example `Delete`."""
    text: str = ""
    """Words recognised in the picture at the target, one line for each line of text."""
    spot: Box | None = None
    """Where the widget lies on the screen, in device pixels."""
    field: Literal["", "line", "page"] = ""
    """Whether the eyes see a place for text at the target: for one line, or for several."""
    clicked: bool = False
    """Whether that is known only because the agent clicked into it; `words` are those around it."""
    blank: bool = False
    """Whether it matters and nobody can say what is at the target: no name, no words, no place for
    text."""
    values: str = ""
    """Words of what the wheel or an arrow key would change, where its program says no role."""
    words: str = ""
    """Words recognised in the whole window, where the input can reach more than the target."""
    controls: tuple[Control, ...] = ()
    """The controls of the window, where the input can reach more than the target."""
    terminal: bool = False
    """Whether the process tree behind the window holds a pseudo-terminal."""
    menu: bool = False
    """Whether a menu of the window is open, as far as the display tells: it takes the keys, and
    the first press beside it closes it."""
    hidden: tuple[Box, ...] = ()
    """Where other windows lie over the window around the target, or it ends beyond the screen."""
    front: bool = False
    """Whether the window lies over another program's and takes its keys: a launcher does."""
    others: tuple[Facts, ...] = ()
    """What else the same input reaches: where a drag ends, a window that takes the keys as well."""
    area: Box | None = None
    """Where the window lies on the screen, in device pixels."""
    written: str = ""
    """What the agent has typed into the program before, on the same line."""
    held: frozenset[str] = frozenset()
    """Keys that are down already, as the model spelled them."""
    folder: str = ""
    """Where a shell that goes on between commands stands; empty for the workspace itself."""
    command: str = ""
    """The command line that a name to open stands for; empty where it is not known."""
    read: Parsed | None = None
    """What a command was read as; the very thing that will run."""
    claimed: Claim = ""
    """What the model itself says of the risk; all else here comes from the hands."""
    own: bool = False
    """Whether the window belongs to the agent: it may not answer its own questions."""

    @property
    def title_and_words(self) -> str:
        """What stands in the window, its title first."""
        return f"{self.window}\n{self.words}"

    @property
    def every(self) -> Iterator[Facts]:
        """All that the input reaches, each by itself."""
        yield self
        yield from self.others


NO_FACTS = Facts()
"""Nothing is known; also what a policy is explained on, away from any desktop."""
