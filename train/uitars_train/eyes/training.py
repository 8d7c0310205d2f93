"""The training loop: one process, one core, can be stopped at any time and taken up again."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.replacing import replaced
from uitars_train import replacing
from uitars_train.eyes.dataset import ROLES, Examples, all_examples, say
from uitars_train.eyes.model import Answers, ReaderNetwork, pictures

BATCH = 128
PEAK_RATE = 2e-3
SAVE_EVERY = 60.0
"""Seconds between two checkpoints."""
ZOOM, OFF = 0.18, 0.06
"""Share by which the first picture is made larger or smaller, and of its half that it is moved."""
NOTHING_KEPT = 0.5
"""Share of the candidates that are nothing which are trained on: they are most and easiest."""


class _Batch(NamedTuple):
    core: Tensor
    wide: Tensor
    context: Tensor
    features: Tensor
    roles: Tensor
    states: Tensor
    icons: Tensor
    """Index of the icon's meaning, -1 for none."""


def train(work: Path, minutes: float) -> None:
    """Trains on the examples in `work` for so many minutes of this and earlier calls together.

    Writes `checkpoint.pt` (tensors only) and `reader.json` (names of icons, seconds spent). The
    rate falls to zero over the whole time, so a longer time given later warms it up again. Icons
    that the examples have gained since are learned from there on.
    """
    data = all_examples(work / "train")
    record = _record(work, data)
    network = ReaderNetwork(len(ROLES), len(record["icons"]))
    # Half precision with the channels last takes less than half the time on a CPU.
    untyped: Any = network
    untyped.to(memory_format=torch.channels_last)
    optimizer: Any = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    if (work / "checkpoint.pt").exists():
        _resume(torch.load(work / "checkpoint.pt", weights_only=True), network, optimizer)
    numbers = {name: index for index, name in enumerate(record["icons"])}
    icons = np.array([numbers.get(str(name), -1) for name in data.icons])
    weights = _role_weights(data.roles)
    draw = np.random.default_rng(record["steps"])
    network.train()
    started = saved_at = time.monotonic()
    before = record["seconds"]
    losses: list[float] = []
    while (progress := (before + time.monotonic() - started) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, (record["steps"] + 1) / 200, 1.02 - progress)
        batch = _varied(_batch(data, icons, _draw(draw, data.roles)), draw)
        with torch.autocast("cpu", torch.bfloat16):
            answers = network(*batch[:4])
        loss = loss_of(Answers(*(logits.float() for logits in answers)), batch, weights)
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        losses.append(float(loss.detach()))
        record["steps"] += 1
        if time.monotonic() - saved_at > SAVE_EVERY:
            saved_at = time.monotonic()
            record["seconds"] = before + saved_at - started
            save(work / "reader.json", network, optimizer, record)
            say(f"{100 * progress:.0f} % step {record['steps']} loss {np.mean(losses[-200:]):.3f}")
    record["seconds"] = before + time.monotonic() - started
    save(work / "reader.json", network, optimizer, record)


def loss_of(answers: Answers, batch: _Batch, weights: Tensor) -> Tensor:
    """Cross-entropy of the role, of the states of what is an element, and of known icons."""
    role = functional.cross_entropy(
        answers.roles, batch.roles, weight=weights, label_smoothing=0.02
    )
    real = batch.roles != len(ROLES) - 1
    state = functional.binary_cross_entropy_with_logits(answers.states[real], batch.states[real])
    icon = functional.cross_entropy(
        answers.icons, batch.icons, ignore_index=-1, reduction="sum"
    ) / max(1, int((batch.icons >= 0).sum()))
    return role + 2 * state + 0.25 * icon


def _draw(draw: np.random.Generator, roles: NDArray[np.int64]) -> NDArray[np.int64]:
    picked = draw.integers(0, len(roles), BATCH * 2)
    nothing = roles[picked] == len(ROLES) - 1
    kept = picked[~nothing | (draw.random(len(picked)) < NOTHING_KEPT)]
    return np.sort(kept[:BATCH])


def _batch(data: Examples, icons: NDArray[np.int64], rows: NDArray[np.int64]) -> _Batch:
    views = data.views
    return _Batch(
        pictures(_tensor(views.core[rows])),
        pictures(_tensor(views.wide[rows])),
        pictures(_tensor(views.context[rows])),
        _tensor(views.features[rows]),
        _tensor(data.roles[rows]),
        _tensor(data.states[rows]),
        _tensor(icons[rows]),
    )


def _varied(batch: _Batch, draw: np.random.Generator) -> _Batch:
    """Other colours for the same shapes: channels exchanged, contrast changed, some inverted."""
    count = len(batch.roles)
    order = _tensor(draw.permutation(3))
    gain = _tensor(draw.uniform(0.75, 1.1, (count, 1, 1, 1)).astype(np.float32))
    sign = _tensor(np.where(draw.random((count, 1, 1, 1)) < 0.12, -1, 1).astype(np.float32))
    shift = _tensor(draw.normal(0, 0.05, (count, 1, 1, 1)).astype(np.float32))
    down, right = (int(value) for value in draw.integers(-1, 2, 2))
    context = batch.context.clone()
    context[:, :1] = context[:, :1] * gain * sign + shift
    core = _resized(torch.roll(batch.core, (down, right), (2, 3)), draw)
    wide = torch.roll(batch.wide, (down, 2 * right), (2, 3))
    return batch._replace(
        core=core[:, order] * gain * sign + shift,
        wide=wide[:, order] * gain * sign + shift,
        context=context,
        features=batch.features + torch.randn_like(batch.features) * 0.03,
    )


def _resized(core: Tensor, draw: np.random.Generator) -> Tensor:
    """Each first picture a little larger or smaller, wider or narrower, and off its place."""
    count = len(core)
    change = np.zeros((count, 2, 3), np.float32)
    change[:, 0, 0] = draw.uniform(1 - ZOOM, 1 + ZOOM, count)
    change[:, 1, 1] = change[:, 0, 0] * draw.uniform(0.94, 1.06, count)
    change[:, :, 2] = draw.uniform(-OFF, OFF, (count, 2))
    grid = functional.affine_grid(_tensor(change), list(core.shape), align_corners=False)
    return functional.grid_sample(core, grid, padding_mode="border", align_corners=False)


def _role_weights(roles: NDArray[np.int64]) -> Tensor:
    """Rare roles weigh more, by the fourth root only: what is rare is rare on real screens too."""
    counts = np.bincount(roles, minlength=len(ROLES)).astype(np.float64) + 50
    return _tensor(((counts.mean() / counts) ** 0.25).astype(np.float32))


def _resume(saved: dict[str, Any], network: ReaderNetwork, optimizer: Any) -> None:
    """Takes a checkpoint up; where icons were added, theirs start anew and the optimizer too."""
    known = saved["network"]
    grown = False
    for name, start in network.state_dict().items():
        if known[name].shape != start.shape:
            known[name] = torch.cat([known[name], start[len(known[name]) :]])
            grown = True
    network.load_state_dict(known)
    if not grown:
        optimizer.load_state_dict(saved["optimizer"])


def _record(work: Path, data: Examples) -> dict[str, Any]:
    path = work / "reader.json"
    if path.exists():
        record: dict[str, Any] = json.loads(path.read_text())
        record["icons"] += sorted({str(name) for name in data.icons if name} - set(record["icons"]))
        return record
    names = sorted({str(name) for name in data.icons if name})
    return {"icons": names, "steps": 0, "seconds": 0.0}


def save(record_file: Path, network: nn.Module, optimizer: Any, record: dict[str, Any]) -> None:
    """A record, and beside it the checkpoint that it is of."""
    replacing.save(
        record_file.with_name("checkpoint.pt"),
        {"network": network.state_dict(), "optimizer": optimizer.state_dict()},
    )
    with replaced(record_file) as file:
        file.write(json.dumps(record).encode())


def _tensor(array: NDArray[np.generic]) -> Tensor:
    """The array's own memory as a tensor."""
    untyped: Any = torch
    return cast("Tensor", untyped.from_numpy(array))
