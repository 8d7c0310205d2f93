"""Puts the parts of the hands together: desktop, gate, tools, target check."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from uitars_runtime.audit.log import AuditLog
from uitars_runtime.audit.recording import AuditedGate, AuditedHands, Auditor
from uitars_runtime.desktop.appearing import awaited
from uitars_runtime.desktop.layout import keysym
from uitars_runtime.desktop.local import local_display
from uitars_runtime.desktop.outline import ScreenOutline
from uitars_runtime.desktop.sandbox import Sandbox, SandboxState
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.errors import DesktopError
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.guard.link import GuardLink
from uitars_runtime.hands.bound_secrets import BoundSecrets
from uitars_runtime.hands.hidden_windows import concealer
from uitars_runtime.hands.local import LocalHands
from uitars_runtime.hands.messages import Begin
from uitars_runtime.hands.processes import ancestors
from uitars_runtime.hands.settings import stop_key_names
from uitars_runtime.hands.surroundings import ScreenSurroundings
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.hands.touch import Touch
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.privacy.vault import Vault
from uitars_runtime.protocols import Asker, Hands
from uitars_runtime.tools.live import LiveOutput, Show
from uitars_runtime.tools.programs import start_detached
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import at_least
from uitars_runtime.types import ToolOffer

_RETURN_SECONDS = 10.0
"""How long hands that are started again wait for a display that went away."""


class Assembly(msgspec.Struct, frozen=True):
    """Working hands and what the head must know about them."""

    hands: Hands
    desktop_name: str
    display: str
    environment: dict[str, str]
    sandbox: SandboxState | None
    notice: str
    tools: tuple[ToolOffer, ...]


class _Place(msgspec.Struct, frozen=True):
    """Where to work: a display, and how programs are started on it."""

    display: str
    environment: dict[str, str]
    start_program: Callable[[str], str]
    run_command: Callable[[str], str]
    """The same for a command line of the model's; see commands/openings.py."""
    walled: bool = False
    """Whether what is started so reaches no more than a command of the shell."""
    sandbox: SandboxState | None = None
    notice: str = ""


def assemble(
    begin: Begin, guard: GuardLink, asker: Asker, on_touch: Callable[[], None], show: Show
) -> Assembly:
    """Open the desktop and start the programs, or go on where other hands left off.

    `on_touch`: called when an action is not done because a person uses the desktop. `show`: takes
    what commands and cells write while they run.
    Raises `DesktopError`, `GateError`, `UsageError`.
    """
    settings = begin.settings
    policy = load_policy(settings.policy, expected=settings.policy_name)
    workspace = Path(settings.workspace)
    if settings.sandbox:
        programs = settings.programs if policy.network else "offline"
        place = _sandbox(begin, workspace, guard, programs)
    else:
        place = _display(begin, workspace, guard)
    desktop = X11Desktop(place.display)
    privacy = concealer(settings.privacy, desktop.server)
    live = LiveOutput(show, privacy.text)
    toolbox = _toolbox(begin, place, live)
    target = ScreenTarget(desktop.server)
    auditor = Auditor(AuditLog(), settings.audited, policy.name) if settings.audited else None
    gate = PolicyGate(
        policy,
        settings.granted(),
        asker,
        workspace=workspace,
        own_sandbox=settings.sandbox,
        ask_seconds=settings.ask_seconds,
        surroundings=WithTools(ScreenSurroundings(desktop.server, ancestors(os.getpid())), toolbox),
        commands=toolbox,
        # A private desktop that may do all this anyway is not read.
        words=None if policy.mode is Mode.AUTONOMOUS else ScreenWords(),
    )
    hands = LocalHands(
        desktop,
        gate if auditor is None else AuditedGate(gate, auditor),
        toolbox,
        target,
        actions_per_second=settings.actions_per_second,
        outline=ScreenOutline(desktop.server.display) if settings.accessibility else None,
        # Nobody can reach a private desktop with a device of their own.
        person=None if settings.sandbox else Touch(place.display, desktop.server.pointer, on_touch),
        watched=guard.beat,
        secrets=BoundSecrets(Vault(), desktop.server),
        privacy=privacy,
    )
    return Assembly(
        hands if auditor is None else AuditedHands(hands, auditor),
        settings.desktop,
        place.display,
        place.environment,
        place.sandbox,
        place.notice,
        toolbox.tools,
    )


def _toolbox(begin: Begin, place: _Place, live: LiveOutput) -> Toolbox:
    settings = begin.settings
    return Toolbox(
        Path(settings.workspace),
        place.start_program,
        settings.servers,
        live,
        at_least(settings.wall),
        run_command=place.run_command,
        programs_walled=place.walled,
        attended=begin.attended,
    )


def _sandbox(begin: Begin, workspace: Path, guard: GuardLink, programs: Programs) -> _Place:
    settings, folder, earlier = begin.settings, Path(begin.folder), begin.sandbox
    notice = ""
    if earlier is not None:
        resumed = Sandbox.resume(guard, folder, workspace, earlier)
        if resumed is not None:
            return _sandboxed(resumed)
        notice = (
            "The desktop died and was started again: the programs that ran on it are gone,"
            " with what was not saved; those asked for at the start were opened afresh."
        )
    sandbox = Sandbox.start(
        guard,
        folder,
        workspace,
        settings.size,
        accessibility=settings.accessibility,
        programs=programs,
    )
    for command in settings.apps:
        sandbox.start_named(command)
    return _sandboxed(sandbox, notice)


def _sandboxed(sandbox: Sandbox, notice: str = "") -> _Place:
    state = sandbox.state
    return _Place(
        state.display,
        state.environment,
        sandbox.open,
        sandbox.run,
        bool(state.wall),
        state,
        notice,
    )


def _display(begin: Begin, workspace: Path, guard: GuardLink) -> _Place:
    """A display that is not ours: a person's session, or one that another program started."""
    display = begin.settings.desktop
    if display == "local":
        display = local_display()
    gesture = tuple(map(keysym, stop_key_names(begin.settings.stop_keys)))
    _watch(guard, display, gesture, _RETURN_SECONDS if begin.again else 0.0)
    environment = {**os.environ, "DISPLAY": display, "WORKSPACE": str(workspace)}

    def start(command: str) -> str:
        return awaited(display, lambda: start_detached(command, environment, workspace))

    if not begin.again:
        for command in begin.settings.apps:
            start(command)
    return _Place(display, environment, start, start)


def _watch(guard: GuardLink, display: str, gesture: tuple[int, ...], seconds: float) -> None:
    """Take the display, waiting for one that went away to come back."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            guard.watch(display, gesture=gesture)
        except DesktopError as error:
            if not error.gone or time.monotonic() >= deadline:
                raise
            time.sleep(0.2)
        else:
            return
