"""Policies by name or from a file, below the policy of whoever manages this machine.

A file is TOML and read strictly: an unknown key, a wrong value or a rule that frees credentials
keeps the run from starting. The record names a file by its hash, so that it tells what was in
force, whatever becomes of the file.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from uitars_runtime.consent import Reach
from uitars_runtime.errors import GateError
from uitars_runtime.escaping import text_of
from uitars_runtime.gate.policy import Mode, Policy, Rule, mode_named
from uitars_runtime.risk import Risk

MANAGED = Path("/etc/uitars/policy.toml")
"""The ceiling over every policy on this machine, where there is one. It may only narrow."""


class PolicyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a policy file."""

    version: Literal[1]
    mode: Mode | None = None
    """Answers where no rule matches; without it ask-on-risk, in a managed file anything."""
    rules: tuple[Rule, ...] = ()
    reach: Reach = Reach.APP
    """`once`, `run` or `app`: how far a yes may reach."""
    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 30
    """After how many days a yes that reaches `app` expires."""
    network: bool = True
    """Whether programs that a run starts on its own desktop reach a network."""


def load_policy(name: str, managed: Path = MANAGED, *, expected: str = "") -> Policy:
    """The policy of that name or in that file, below the managed one.

    `expected`: what it must call itself, for whoever reads a file that another has read before.
    Raises `GateError`.
    """
    if name in tuple(Mode) or not _is_path(name):
        policy = Policy(name, mode_named(name))
    else:
        policy = _read(Path(name))
        if policy.mode is None:
            policy = msgspec.structs.replace(policy, mode=Mode.ASK_ON_RISK)
    if expected and policy.name != expected:
        raise GateError(f"The policy file {name} changed while the run started.", "Start again.")
    if not managed.exists():
        return policy
    ceiling = _read(managed)
    return msgspec.structs.replace(
        policy,
        ceiling=ceiling,
        reach=min(policy.reach, ceiling.reach, key=tuple(Reach).index),
        days=min(policy.days, ceiling.days),
        network=policy.network and ceiling.network,
    )


def named(mode: Mode) -> Policy:
    """A policy that comes with the product, with nothing above it."""
    return Policy(mode.value, mode)


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".toml") or Path(name).is_file()


def _read(path: Path) -> Policy:
    try:
        content = path.read_bytes()
        read = msgspec.toml.decode(text_of(content), type=PolicyFile)
    except OSError as error:
        raise GateError(
            f"The policy file {path} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    except ValueError as error:
        raise GateError(
            f"The policy file {path} is wrong: {error}.", "docs/security.md lists its keys."
        ) from error
    for number, rule in enumerate(read.rules, start=1):
        if rule.answer == "allow" and Risk.R4 in rule.classes:
            raise GateError(
                f"Rule {number} of {path} allows R4.", "Credentials are always a question."
            )
    digest = hashlib.sha256(content).hexdigest()
    name = f"file:sha256:{digest}"
    return Policy(name, read.mode, read.rules, read.reach, read.days, read.network)
