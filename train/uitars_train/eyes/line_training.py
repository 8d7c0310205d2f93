"""Training of the reader of lines: one process, one core, can be stopped and taken up again."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import torch
from rapidfuzz.distance import Levenshtein
from torch import Tensor
from torch.nn import functional

from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.text import recognition
from uitars_runtime.eyes.text.recognition import HEIGHT, View
from uitars_train.eyes.dataset import say
from uitars_train.eyes.line_dataset import Lines, load_lines
from uitars_train.eyes.line_model import STRIDE, LineNetwork
from uitars_train.eyes.line_texts import CHARACTERS
from uitars_train.eyes.training import save

BATCH = 24
PEAK_RATE = 1.5e-3
SAVE_EVERY = 180.0
"""Seconds between two checkpoints."""
WIDEST = 900
"""Columns of a view that is trained on; few are longer."""
POOLED = 32
"""Batches that are drawn together and sorted by width: padding is waste."""
WITH_PICTURE = 0.08
"""Share of lines that get a picture without words beside them, as the detector joins some."""
WRONG_TRUTH = 0.6
"""Share of wrong characters from which, once the network can read, the truth is not on the line
(it was cut off or lies under something)."""
READS = 0.15
"""Loss from which the network can read."""
_ANSWERS = ("", *CHARACTERS)
_CODES = {character: code for code, character in enumerate(_ANSWERS)}


class LineBatch(NamedTuple):
    """n lines, padded to one width."""

    views: Tensor
    """(n, 1, HEIGHT, columns): 0 to 1."""
    lengths: Tensor
    """(n,): answers that belong to each."""
    texts: list[str]


class _Record(NamedTuple):
    steps: int = 0
    seconds: float = 0.0


def train_lines(work: Path, minutes: float) -> None:
    """Trains on the lines in `work/train` for so many minutes of this and earlier calls together.

    Writes `checkpoint.pt` (tensors only) and `lines.json` (steps and seconds spent).
    """
    data = list(load_lines(work / "train"))
    if not data:
        raise UsageError(f"There are no lines in {work / 'train'}.", "Run the step lines first.")
    pictures = [lines.view(place) for lines in data for place in lines.wordless()]
    validation = list(load_lines(work / "val"))
    network = LineNetwork(len(CHARACTERS))
    untyped: Any = network
    untyped.to(memory_format=torch.channels_last)
    optimizer: Any = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    record = _take_up(work, network, optimizer)
    draw = np.random.default_rng(record.steps)
    started = saved_at = time.monotonic()
    steps, losses = record.steps, [9.0]
    batches: list[LineBatch] = []
    while (progress := (record.seconds + time.monotonic() - started) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, (steps + 1) / 200, 1.02 - progress)
        if not batches:
            batches = _drawn(data, pictures, draw)
        losses = [*losses[-200:], _step(network, optimizer, batches.pop(), losses)]
        steps += 1
        if time.monotonic() - saved_at > SAVE_EVERY:
            saved_at = time.monotonic()
            so_far = _Record(steps, record.seconds + saved_at - started)
            save(work / "lines.json", network, optimizer, so_far._asdict())
            say(f"{100 * progress:.0f} % step {steps} loss {np.mean(losses):.4f}")
            say(f"  {told(network, validation, 600)}")
    record = _Record(steps, record.seconds + time.monotonic() - started)
    save(work / "lines.json", network, optimizer, record._asdict())


def _step(network: LineNetwork, optimizer: Any, batch: LineBatch, losses: Sequence[float]) -> float:
    """One update; the loss for each character."""
    with torch.autocast("cpu", torch.bfloat16):
        logits = network(batch.views.contiguous(memory_format=torch.channels_last))
    shares = logits.float().log_softmax(2)
    lengths = torch.tensor([len(text) for text in batch.texts])
    codes = torch.tensor([_CODES[sign] for text in batch.texts for sign in text])
    each = functional.ctc_loss(
        shares.transpose(0, 1), codes, batch.lengths, lengths, reduction="none", zero_infinity=True
    )
    if np.mean(losses) < READS:
        said = spelled(shares.detach(), batch.lengths)
        kept = [
            Levenshtein.distance(*pair) <= WRONG_TRUTH * max(3, len(pair[1]))
            for pair in zip(said, batch.texts, strict=True)
        ]
        each = each * torch.tensor(kept)
    loss = each.sum() / max(1, int(lengths.sum()))
    optimizer.zero_grad()
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
    optimizer.step()
    return float(loss.detach())


def spelled(shares: Tensor, lengths: Tensor) -> list[str]:
    """What the network says (n, places, answers), read as the product reads it."""
    best = cast("tuple[Tensor, Tensor]", shares.max(2))
    rows = zip(*(one.numpy() for one in best), map(int, lengths), strict=True)
    return [
        recognition.spelled(codes[:length], sure[:length], _ANSWERS).text
        for sure, codes, length in rows
    ]


def _drawn(
    data: Sequence[Lines], pictures: Sequence[View], draw: np.random.Generator
) -> list[LineBatch]:
    """Batches of lines of like width, varied, in any order."""
    sizes = np.array([len(lines.texts) for lines in data])
    picked: list[tuple[View, str]] = []
    for part in draw.choice(len(data), BATCH * POOLED, p=sizes / sizes.sum()):
        lines = data[int(part)]
        index = int(draw.integers(len(lines.texts)))
        view = lines.view(index)
        if view.shape[1] <= WIDEST and len(lines.texts[index]) * STRIDE <= view.shape[1]:
            if pictures and draw.random() < WITH_PICTURE:
                view = _beside(pictures[int(draw.integers(len(pictures)))], view, draw)
            picked.append((_varied(view, draw), lines.texts[index]))
    picked.sort(key=lambda pair: pair[0].shape[1])
    batches = [batch_of(picked[start : start + BATCH]) for start in range(0, len(picked), BATCH)]
    return [batches[place] for place in draw.permutation(len(batches))]


def batch_of(picked: Sequence[tuple[View, str]]) -> LineBatch:
    """Lines side by side, blank where they end."""
    widest = max(view.shape[1] for view, _ in picked)
    views = np.zeros((len(picked), 1, HEIGHT, widest), np.float32)
    for row, (view, _) in zip(views, picked, strict=True):
        row[0, :, : view.shape[1]] = view
    untyped: Any = torch
    return LineBatch(
        cast("Tensor", untyped.from_numpy(views / 255)),
        torch.tensor([-(-view.shape[1] // STRIDE) for view, _ in picked]),
        [text for _, text in picked],
    )


def _beside(picture: View, view: View, draw: np.random.Generator) -> View:
    """A picture and a line with some room between, the picture first more often than last."""
    room = np.zeros((HEIGHT, int(draw.integers(0, 16))), np.uint8)
    parts = [picture, room, view] if draw.random() < 0.8 else [view, room, picture]
    return np.concatenate(parts, axis=1)


def _varied(view: View, draw: np.random.Generator) -> View:
    """The same line a little wider or narrower, higher or lower, fainter, cut at its ends."""
    pick = draw.random(4)
    varied = view
    if pick[0] < 0.5:
        across = draw.uniform(0.92, 1.1)
        varied = cv2.resize(varied, (max(8, round(varied.shape[1] * across)), HEIGHT)).astype(
            np.uint8, copy=False
        )
    if pick[1] < 0.5:
        tall = draw.uniform(0.88, 1.06)
        moved = np.array(
            [[1, 0, 0], [0, tall, (1 - tall) * HEIGHT / 2 + draw.uniform(-1.5, 1.5)]], np.float32
        )
        varied = cv2.warpAffine(varied, moved, (varied.shape[1], HEIGHT)).astype(
            np.uint8, copy=False
        )
    if pick[2] < 0.3:
        curve = np.linspace(0, 1, 256, dtype=np.float32) ** draw.uniform(0.6, 1.6)
        varied = (255 * curve * draw.uniform(0.6, 1)).astype(np.uint8)[varied]
    if pick[3] < 0.08:
        # What stands at either end of a line: the edge of a frame, a caret.
        varied = varied.copy()
        column = int(draw.integers(0, 2)) if draw.random() < 0.5 else varied.shape[1] - 2
        varied[:, column : column + 1] = draw.integers(60, 256)
    return np.asarray(varied, np.uint8)


def told(network: LineNetwork, data: Sequence[Lines], most: int) -> str:
    """Figures on up to `most` lines of each file: share of wrong characters, of lines all right."""
    network.eval()
    figures: list[str] = []
    for lines in data:
        chosen = range(0, len(lines.texts), max(1, len(lines.texts) // most))
        pairs = sorted(
            ((lines.view(index), lines.texts[index]) for index in chosen),
            key=lambda pair: pair[0].shape[1],
        )
        wrong = right = characters = 0
        for start in range(0, len(pairs), BATCH):
            batch = batch_of(pairs[start : start + BATCH])
            with torch.no_grad():
                said = spelled(network(batch.views), batch.lengths)
            for one, text in zip(said, batch.texts, strict=True):
                wrong += Levenshtein.distance(one.strip(), text)
                characters += len(text)
                right += one.strip() == text
        figures.append(f"{wrong / max(1, characters):.4f} wrong, {right / len(pairs):.3f} right")
    network.train()
    return "; ".join(figures)


def _take_up(work: Path, network: LineNetwork, optimizer: Any) -> _Record:
    if not (work / "checkpoint.pt").exists():
        return _Record()
    saved = torch.load(work / "checkpoint.pt", weights_only=True)
    network.load_state_dict(saved["network"])
    optimizer.load_state_dict(saved["optimizer"])
    return _Record(**json.loads((work / "lines.json").read_text()))
