"""Puts the parts of the hands together: desktop, gate, tools, target check."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.audit.log import AuditLog
from uitars_runtime.audit.recording import AuditedGate, AuditedHands, Auditor
from uitars_runtime.browser.hosted import joined
from uitars_runtime.desktop.kind import Order, Place
from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.outline import ScreenOutline
from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.desktop.sandbox import SandboxState
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.gate.evidence import Surroundings
from uitars_runtime.gate.gate import PolicyGate, Unknown
from uitars_runtime.gate.policy import Mode, Policy
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.guard.link import GuardLink
from uitars_runtime.hands.bound_secrets import BoundSecrets
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.hidden_windows import concealer
from uitars_runtime.hands.local import LocalHands, Person, Target, nowhere
from uitars_runtime.hands.messages import Begin
from uitars_runtime.hands.page_address import PageAddress
from uitars_runtime.hands.picture_target import PictureTarget
from uitars_runtime.hands.processes import ancestors
from uitars_runtime.hands.secrets import Secrets
from uitars_runtime.hands.settings import HandsSettings, stop_key_names
from uitars_runtime.hands.surroundings import ScreenSurroundings
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.hands.touch import Touch
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.privacy.vault import Vault
from uitars_runtime.protocols import Asker, Hands, Outline
from uitars_runtime.tools.live import LiveOutput, Show
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import at_least
from uitars_runtime.types import ToolOffer

if TYPE_CHECKING:
    from uitars_runtime.desktop.android.desktop import AndroidDesktop
    from uitars_runtime.desktop.wayland.desktop import WaylandDesktop


class Assembly(msgspec.Struct, frozen=True):
    """Working hands and what the head must know about them."""

    hands: Hands
    desktop_name: str
    display: str
    environment: dict[str, str]
    sandbox: SandboxState | None
    notice: str
    warning: str
    tools: tuple[ToolOffer, ...]
    endpoint: str


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
    kind = kind_of(settings.desktop)
    place = kind.open(_order(begin, settings.programs if policy.network else "offline"), guard)
    parts = _parts(place, settings)
    live = LiveOutput(show, parts.privacy.text)
    toolbox = _toolbox(begin, place, live)
    auditor = Auditor(AuditLog(), settings.audited, policy.name) if settings.audited else None
    gate = _gate(settings, policy, asker, parts, toolbox)
    hands = LocalHands(
        place.desktop,
        gate if auditor is None else AuditedGate(gate, auditor),
        toolbox,
        parts.target,
        actions_per_second=settings.actions_per_second,
        outline=parts.outline,
        # Nobody can reach a private desktop with a device of their own.
        person=None if kind.private else parts.person(on_touch),
        watched=guard.beat,
        secrets=parts.secrets,
        privacy=parts.privacy,
        address=nowhere if place.browser is None else PageAddress(joined(place.browser)),
    )
    return Assembly(
        hands if auditor is None else AuditedHands(hands, auditor),
        settings.desktop,
        place.display,
        dict(place.environment),
        place.sandbox,
        place.notice,
        place.warning,
        toolbox.tools,
        "" if place.browser is None else place.browser.endpoint,
    )


def _gate(
    settings: HandsSettings, policy: Policy, asker: Asker, parts: _Parts, toolbox: Toolbox
) -> PolicyGate:
    return PolicyGate(
        policy,
        settings.granted(),
        asker,
        workspace=Path(settings.workspace),
        own_sandbox=kind_of(settings.desktop).private,
        ask_seconds=settings.ask_seconds,
        surroundings=WithTools(parts.surroundings, toolbox),
        commands=toolbox,
        # A private desktop that may do all this anyway is not read.
        words=None if policy.mode is Mode.AUTONOMOUS else ScreenWords(),
    )


def _order(begin: Begin, programs: Programs) -> Order:
    settings = begin.settings
    return Order(
        parted(settings.desktop)[1],
        Path(settings.workspace),
        Path(begin.folder),
        settings.apps,
        programs,
        settings.accessibility,
        stop_key_names(settings.stop_keys),
        settings.browser,
        settings.cdp,
        begin.again,
        begin.sandbox,
    )


class _Parts(msgspec.Struct, frozen=True):
    """What the hands know of a desktop beyond its picture."""

    target: Target
    surroundings: Surroundings
    privacy: Concealer
    person: Callable[[Callable[[], None]], Person | None]
    """Feels a person who can reach the desktop; told what to do when one uses it."""
    secrets: Secrets | None = None
    outline: Outline | None = None


def _parts(place: Place, settings: HandsSettings) -> _Parts:
    """On an X display all of it, on Wayland most; elsewhere what the picture tells."""
    desktop = place.desktop
    if isinstance(desktop, X11Desktop):
        return _parts_of_x11(desktop, place, settings)
    # The rest is loaded where it is worked only: hands on an X display start often.
    from uitars_runtime.desktop.android.desktop import AndroidDesktop
    from uitars_runtime.desktop.wayland.desktop import WaylandDesktop

    match desktop:
        case WaylandDesktop():
            return _parts_of_wayland(desktop, settings)
        case AndroidDesktop():
            return _parts_of_android(desktop, settings)
        case _:
            privacy = Concealer(settings.privacy)
            told = place.outline if settings.accessibility else None
            return _Parts(PictureTarget(desktop), Unknown(), privacy, lambda _: None, outline=told)


def _parts_of_wayland(desktop: WaylandDesktop, settings: HandsSettings) -> _Parts:
    """Nobody there feels a person's hand."""
    from uitars_runtime.hands import wayland

    return _Parts(
        wayland.WaylandTarget(desktop),
        wayland.WaylandSurroundings(desktop, ancestors(os.getpid())),
        wayland.concealer(settings.privacy, desktop),
        lambda _: None,
        BoundSecrets(Vault(), desktop.active),
        desktop.outline if settings.accessibility else None,
    )


def _parts_of_android(desktop: AndroidDesktop, settings: HandsSettings) -> _Parts:
    """Nobody there feels a person's hand, and secrets are not bound to a device's programs."""
    from uitars_runtime.hands import android

    return _Parts(
        android.AndroidTarget(desktop),
        android.AndroidSurroundings(desktop),
        android.concealer(settings.privacy, desktop),
        lambda _: None,
        outline=desktop.outline if settings.accessibility else None,
    )


def _parts_of_x11(desktop: X11Desktop, place: Place, settings: HandsSettings) -> _Parts:
    server = desktop.server
    outline = ScreenOutline(server.display)
    return _Parts(
        ScreenTarget(server),
        ScreenSurroundings(server, ancestors(os.getpid())),
        concealer(settings.privacy, server, outline.passwords),
        lambda on_touch: Touch(place.display, server.pointer, on_touch),
        BoundSecrets(Vault(), lambda: reached(Windows(server.display).active)),
        outline if settings.accessibility else None,
    )


def _toolbox(begin: Begin, place: Place, live: LiveOutput) -> Toolbox:
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
        opener=place.opener,
    )
