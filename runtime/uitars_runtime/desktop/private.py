"""`sandbox[:WxH]`: a private desktop of the hands' own, which goes with their guard."""

from __future__ import annotations

import re

from uitars_runtime.desktop.kind import SIZE, DesktopKind, Order, Place
from uitars_runtime.desktop.sandbox import Sandbox
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.protocols import Processes
from uitars_runtime.types import Size

_SIZE = re.compile(r"(\d{3,5})x(\d{3,5})")
_MOST = 32767
"""Pixels of a side: places on an X screen are numbers of 16 bits."""
_DIED = (
    "The desktop died and was started again: the programs that ran on it are gone,"
    " with what was not saved; those asked for at the start were opened afresh."
)


def size_of(argument: str) -> Size:
    """The screen of `sandbox:ARGUMENT` in pixels. Raises `ValueError` for what is no size."""
    found = _SIZE.fullmatch(argument)
    if found is None or max(map(int, found.groups())) > _MOST:
        raise ValueError(argument)
    return Size(int(found[1]), int(found[2]))


def _takes(argument: str) -> bool:
    try:
        return not argument or bool(size_of(argument))
    except ValueError:
        return False


def _open(order: Order, guard: Processes) -> Place:
    notice = ""
    if order.earlier is not None:
        resumed = Sandbox.resume(guard, order.folder, order.workspace, order.earlier)
        if resumed is not None:
            return on(resumed)
        notice = _DIED
    sandbox = Sandbox.start(
        guard,
        order.folder,
        order.workspace,
        size_of(order.argument) if order.argument else SIZE,
        accessibility=order.accessibility,
        programs=order.programs,
    )
    if order.browser:
        sandbox.browse(order.browser, listen=order.endpoint)
    for command in order.apps:
        sandbox.start_named(command)
    return on(sandbox, notice)


def on(sandbox: Sandbox, notice: str = "") -> Place:
    """A running sandbox as the hands know it."""
    state = sandbox.state
    return Place(
        X11Desktop(state.display),
        state.environment,
        sandbox.open,
        sandbox.run,
        display=state.display,
        walled=bool(state.wall),
        sandbox=state,
        browser=sandbox.browser,
        notice=notice,
    )


SANDBOX = DesktopKind(_open, _takes, private=True)
