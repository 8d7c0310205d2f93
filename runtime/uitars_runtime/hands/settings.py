"""What one run's hands are told at their start; fixed for the whole run."""

from __future__ import annotations

from typing import Annotated

import msgspec

from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.errors import UsageError
from uitars_runtime.keys import UnknownKeyError, normalise
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.risk import Risk
from uitars_runtime.tools.walls.names import Wall


class HandsSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to work and under which policy. Raises `UsageError` for what makes no sense."""

    desktop: str = "sandbox"
    """As `--desktop` takes it; see desktop/registry.py."""
    apps: tuple[str, ...] = ()
    """Programs to start first, each a command line that is split without a shell."""
    browser: str = ""
    """Address that a browser of the desktop's own shows first; empty for no browser."""
    cdp: bool = False
    """Whether programs of others may work that browser, with a token."""
    workspace: str = "."
    """The one folder that the shell, file actions and programs share; it must exist."""
    policy: str = "ask-on-risk"
    """A policy's name or file."""
    policy_name: str = ""
    """What the policy must call itself once it is read, as the record does; empty for any."""
    audited: str = ""
    """Run under which verdicts and actions go into the audit log; empty for none."""
    grants: tuple[str, ...] = ()
    """Risk classes that need no question."""
    actions_per_second: Annotated[float, msgspec.Meta(gt=0)] = 5.0
    ask_seconds: Annotated[float, msgspec.Meta(gt=0)] = 60.0
    """How long a person has to answer; silence is a no."""
    servers: dict[str, ServerSettings] = {}
    """Tool servers by name."""
    stop_keys: str = "esc esc"
    """Keys that a person presses one after the other, on a keyboard of their own, to stop the run;
    names as in `keys.py`, separated by blanks."""
    privacy: PrivacySettings = PrivacySettings()
    programs: Programs = "open"
    """What is around the programs of a sandbox."""
    wall: Wall = "any"
    """The weakest wall that is enough for commands; without one they are questions."""
    accessibility: bool = False
    """Whether sandboxed programs offer their accessibility tree."""

    def __post_init__(self) -> None:
        kind_of(self.desktop)
        if self.browser and parted(self.desktop)[0] != "sandbox":
            raise UsageError(
                "Only a sandbox has a browser of its own.", "Use --desktop sandbox, or --app."
            )
        self.granted()
        stop_key_names(self.stop_keys)

    def granted(self) -> frozenset[Risk]:
        """The granted classes, checked."""
        grantable = [risk for risk in Risk if risk is not Risk.R4]
        for name in self.grants:
            if name == Risk.R4:
                raise UsageError("R4 (credentials) can never be granted in advance.")
            if name not in grantable:
                raise UsageError(
                    f"{name!r} is not a risk class.", f"The classes are {', '.join(grantable)}."
                )
        return frozenset(Risk(name) for name in self.grants)


def stop_key_names(text: str) -> tuple[str, ...]:
    """The keys of a kill gesture, checked. Raises `UsageError`."""
    try:
        names = tuple(normalise(name) for name in text.split())
    except UnknownKeyError as error:
        raise UsageError(f"The kill gesture {text!r} cannot be made: {error}") from error
    if not 2 <= len(names) <= 5:
        raise UsageError(
            f"The kill gesture {text!r} has {len(names)} keys.",
            "Give 2 to 5, so that nobody makes it by accident: esc esc.",
        )
    return names
