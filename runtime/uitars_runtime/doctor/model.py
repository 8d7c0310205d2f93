"""Whether a model works here, and whether it sees: a picture that only sight can answer."""

from __future__ import annotations

import math
import random
import statistics
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends.registry import NANO, open_model
from uitars_runtime.config import load
from uitars_runtime.doctor.report import Finding, Status
from uitars_runtime.onnx_session import compute_on
from uitars_runtime.protocols import Model, Stop
from uitars_runtime.types import Box, Click, Task

if TYPE_CHECKING:
    from uitars_runtime.backends.keys import Key
    from uitars_runtime.frame import Frame

_WORDS = ("Apple", "River", "Candle", "Window", "Garden", "Silver", "Market", "Button", "Planet")
_WIDTH, _HEIGHT = 800, 600
_CELL = (_WIDTH // 3, _HEIGHT // 3)
_BUTTON = (140, 44)
_ROUNDS = 3


def embedded() -> Finding:
    """The embedded model loads, computes as it was measured, and answers."""
    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_runtime.backends.embedded.network.graph import exact_operators

    compute_on(load().device)
    device, exact = exact_operators(default_folder())
    model = open_model(NANO)
    frame, names = picture(random.Random(0))  # noqa: S311
    try:
        began = time.monotonic()
        model.propose(_task(next(iter(names))), [], [], frame, threading.Event())
        seconds = time.monotonic() - began
    finally:
        model.close()
    if exact:
        missing = " and ".join(f"the 4-bit {name}" for name in exact)
        text = f"It answers, but without 8-bit activations on {device}: {missing}."
        mend = "Set device to cpu." if device == "cuda" else "Use onnxruntime 1.31 or 1.32."
        return Finding("embedded model", Status.DEGRADED, text, mend)
    text = f"It loads on {device} and answers, the first time in {seconds:.1f} s."
    return Finding("embedded model", Status.OK, text)


class ClickTest(msgspec.Struct, frozen=True):
    """How well a model clicks what only sight can find."""

    model: str
    rounds: int
    hits: int
    errors: tuple[float, ...]
    """Distance of each click from the middle of its box, in pixels of an 800 by 600 picture."""
    wrong: str
    """What went wrong first; empty when nothing did."""

    @property
    def words(self) -> str:
        """The result in one sentence."""
        error = f", {statistics.median(self.errors):.0f} pixels off" if self.errors else ""
        text = f"{self.model} clicked {self.hits} of {self.rounds} named boxes{error}."
        return f"{text} {self.wrong}".strip()


def click_test(
    ref: str,
    base_url: str | None,
    dialect: str | None,
    rounds: int = _ROUNDS,
    seed: int | None = None,
    stop: Stop | None = None,
    key: Key | None = None,
) -> ClickTest:
    """Ask a model to click named boxes at random places; `seed` makes them the same again.

    `base_url`: default: that of the settings, since `ref` may be a model on its server.
    `stop`: raises `Stopped` once it is set. `key`: of the server; default: the one kept.
    """
    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    settings = load({"base_url": base_url})
    compute_on(settings.device)
    model = open_model(ref, settings.base_url or None, dialect, key=key)
    try:
        done = [_round(model, chance, stop or threading.Event()) for _ in range(rounds)]
    finally:
        model.close()
    wrong = [text for text, _ in done if text]
    errors = tuple(error for _, error in done if error is not None)
    return ClickTest(model.name, rounds, rounds - len(wrong), errors, wrong[0] if wrong else "")


def vision(ref: str, base_url: str | None, dialect: str | None) -> Finding:
    """The click test as a finding."""
    result = click_test(ref, base_url, dialect)
    if result.hits == result.rounds:
        return Finding("vision", Status.OK, result.words)
    mend = "Does the server serve pictures (llama-server: --mmproj), and does --dialect fit?"
    status = Status.DEGRADED if result.hits else Status.BROKEN
    return Finding("vision", status, result.words, mend)


def picture(chance: random.Random) -> tuple[Frame, dict[str, Box]]:
    """Nine boxes with a word each, in random order and at random places of a 3 by 3 grid."""
    import cv2
    import numpy as np

    from uitars_runtime.frame import Frame

    pixels = np.full((_HEIGHT, _WIDTH, 3), 240, np.uint8)
    boxes: dict[str, Box] = {}
    for number, word in enumerate(chance.sample(_WORDS, len(_WORDS))):
        row, column = divmod(number, 3)
        left = column * _CELL[0] + chance.randint(10, _CELL[0] - _BUTTON[0] - 10)
        top = row * _CELL[1] + chance.randint(10, _CELL[1] - _BUTTON[1] - 10)
        right, bottom = left + _BUTTON[0], top + _BUTTON[1]
        boxes[word] = Box(left, top, right, bottom)
        cv2.rectangle(pixels, (left, top), (right, bottom), (215, 215, 215), cv2.FILLED)
        cv2.rectangle(pixels, (left, top), (right, bottom), (90, 90, 90), 1)
        place = (left + 16, bottom - 14)
        cv2.putText(
            pixels, word, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA
        )
    return Frame(pixels), boxes


def _task(word: str) -> Task:
    return Task(f"Click '{word}'.")


def _round(model: Model, chance: random.Random, stop: Stop) -> tuple[str, float | None]:
    """What went wrong in one round, empty for a hit; and how far off the click was."""
    frame, boxes = picture(chance)
    word = chance.choice(list(boxes))
    proposal = model.propose(_task(word), [], [], frame, stop)
    match proposal.action:
        case Click(at=at):
            middle = boxes[word].center
            error = math.hypot(at.x - middle.x, at.y - middle.y)
            if boxes[word].contains(at):
                return "", error
            return f"For {word} in the middle of {middle} it clicked {at}.", error
        case None:
            return f"Its reply could not be read ({proposal.problem})", None
        case other:
            return f"Instead of a click on {word} it wants {type(other).__name__}.", None
