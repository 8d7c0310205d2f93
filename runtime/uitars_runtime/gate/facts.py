"""What the hands know about the place that an action would hit, as the gate's rules read it.

The hands fill it just before the review. A program writes its own title, class, roles and names,
and can lie in them, as the model can in its claim: a fact may only raise the class of an action,
never lower it.
"""

from __future__ import annotations

import msgspec

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
    pid: int | None = None
    """Process behind the window, as it says itself (`_NET_WM_PID`)."""
    role: str = ""
    """Accessibility role of the widget, as AT-SPI spells it: `push button`, `password text`."""
    name: str = ""
    """Accessible name of the widget, for example `Delete`."""
    text: str = ""
    """Words recognised in the picture at the target, one line for each line of text; for keys, of
    the whole window, where it is not known which of its widgets has the keyboard."""
    area: Box | None = None
    """Where the window lies on the screen, in device pixels."""
    held: frozenset[str] = frozenset()
    """Keys that are down already, as the model spelled them."""
    folder: str = ""
    """Where a shell that goes on between commands stands; empty for the workspace itself."""
    claimed: Claim = ""
    """What the model itself says of the risk; all else here comes from the hands."""
    own: bool = False
    """Whether the window belongs to the agent: it may not answer its own questions."""


NO_FACTS = Facts()
"""Nothing is known; also what a policy is explained on, away from any desktop."""
