"""Weights between those of several runs: each weight is the mean of theirs.

Runs that went on from the same weights lie close together, and the mean of them is often better
than each (Wortsman et al. 2022, Model soups; UI-TARS-2, arXiv 2509.02544, joins its agents so). Not
here: choosing runs, which is what validation sets are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from uitars_runtime.errors import UsageError
from uitars_train.policy import checkpoint
from uitars_train.policy.model import Decoder


def interpolated(paths: Sequence[Path]) -> Decoder:
    """The mean of the weights of some checkpoints, in the layout of this version.

    Raises `UsageError` for fewer than two and for models of different sizes.
    """
    models = [checkpoint.load(path) for path in paths]
    if len(models) < 2:
        raise UsageError("One checkpoint has nothing beside it.", "Give two checkpoints or more.")
    first = models[0]
    for path, model in zip(paths, models, strict=True):
        if model.shape != first.shape:
            raise UsageError(
                f"{path} is a model of another size than {paths[0]}.",
                "Only runs of one size can be interpolated.",
            )
    states = [model.state_dict() for model in models]
    mean = {
        name: torch.stack([state[name] for state in states]).mean(0).to(weight.dtype)
        for name, weight in states[0].items()
    }
    first.load_state_dict(mean)
    return first.eval()
