"""The learner's files: the checkpoint a run goes on from, and the weights the server speaks by.

A checkpoint is one of the decoder's as well: `uitars-train export` makes the product's files of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import torch

from uitars_runtime.backends.embedded.network.decoder import fingerprint
from uitars_runtime.errors import UsageError
from uitars_train import replacing
from uitars_train.network import weights
from uitars_train.network.model import Decoder, Shape
from uitars_train.rl.curriculum import Tally
from uitars_train.rl.policy import CriticKind, Policy


class Progress(msgspec.Struct, frozen=True):
    """How far a run has come."""

    step: int = 0
    """Updates of the policy: the version of its weights."""
    values: int = 0
    """Updates of the critic alone, before."""
    valued: bool = False
    """Whether the critic knows enough for the policy to learn by it."""
    seen: int = 0
    """Steps of episodes that were learned from."""
    seconds: float = 0.0
    """Wall time so far."""
    names: tuple[str, ...] = ()
    """Episodes of the pool that are learned from: their files may go."""
    tally: Tally = Tally()
    env: str = ""
    """Where it plays; empty, as `start`, in a checkpoint of earlier versions."""
    start: str = ""
    """Digest of the weights that it began with."""


def started(folder: Path, kind: CriticKind) -> Policy:
    """A policy of exported weights. Raises `UsageError` where they do not fit."""
    return Policy(weights.read(folder), kind)


def save(path: Path, policy: Policy, optimizer: torch.optim.Optimizer, progress: Progress) -> None:
    """Whole, or not at all. Raises `UsageError` where the disk does not take it."""
    state = {
        **weights.state_of(policy.decoder, optimizer, progress.step, progress.seen),
        "critic": policy.critic.state_dict(),
        "kind": policy.kind,
        "fingerprint": fingerprint(),
        "progress": msgspec.json.encode(progress).decode(),
        "random": torch.get_rng_state(),
    }
    replacing.save(path, state)


def resume(path: Path, policy: Policy, optimizer: torch.optim.Optimizer) -> Progress:
    """Go on with the same weights, optimizer and random numbers; the highest rates are those of
    `optimizer`. Raises `UsageError` where the checkpoint is of other features, another size or
    critic, or of no such run."""
    state = weights.state_in(path)
    if "critic" not in state:
        raise UsageError(
            f"The checkpoint {path} is not of `rl`.", "Export it, and give the folder to --start."
        )
    if state.get("fingerprint") != fingerprint():
        raise UsageError(
            f"The checkpoint {path} is of other features than this version's.",
            "Start a new folder from weights of this version.",
        )
    if state["kind"] != policy.kind:
        raise UsageError(
            f"The checkpoint {path} has a critic that is {state['kind']}.",
            f"Give --critic {state['kind']}.",
        )
    if msgspec.convert(state["shape"], Shape) != policy.decoder.shape:
        raise UsageError(
            f"The checkpoint {path} is of another size than the weights at the start.",
            "Give the --start that it began with.",
        )
    policy.decoder.load_state_dict(state["model"])
    policy.critic.load_state_dict(state["critic"])
    rates = [group["highest"] for group in optimizer.param_groups]
    optimizer.load_state_dict(state["optimizer"])
    for group, rate in zip(optimizer.param_groups, rates, strict=True):
        group["highest"] = rate
    torch.set_rng_state(state["random"])
    return msgspec.json.decode(state["progress"], type=Progress)


def publish(path: Path, policy: Policy, version: int) -> None:
    """Give the server weights to speak by. Raises `UsageError` where the disk does not take
    them."""
    state = {
        "decoder": policy.decoder.state_dict(),
        "critic": policy.critic.state_dict(),
        "kind": policy.kind,
        "shape": msgspec.to_builtins(policy.decoder.shape),
        "version": version,
    }
    replacing.save(path, state)


class Published:
    """The weights that a learner gives."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = (0, 0)

    def changed(self) -> bool:
        """Whether there are others since they were read."""
        return self._now() != self._mark

    def read(self) -> tuple[Policy, int]:
        """The policy and its version."""
        self._mark = self._now()
        state: dict[str, Any] = torch.load(self._path, weights_only=True, map_location="cpu")
        policy = Policy(Decoder(msgspec.convert(state["shape"], Shape)), state["kind"])
        policy.decoder.load_state_dict(state["decoder"])
        policy.critic.load_state_dict(state["critic"])
        return policy.eval(), int(state["version"])

    def _now(self) -> tuple[int, int]:
        there = self._path.stat()
        return there.st_mtime_ns, there.st_ino
