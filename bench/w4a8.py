"""4-bit weights and 8-bit activations against 32-bit floats of the same model, in one run.

Both are asked the same steps of the symbolic desktop, with wordings and labels that training never
saw, turn by turn so that the machine's other work meets both alike. `decode_ratio` is the time of a
token of the decoder, `step_ratio` that of the model's part of a step (reading what the eyes found
and saying what to do); both are medians of 32-bit over 4-bit. `step_with_eyes_ratio` adds the time
of the eyes on a new screen, which is the same for both.

Without `--checkpoint` the 32-bit twin is the shipped network with its weights written out, so that
`quality_drop_points` shows what rounding activations costs; with the checkpoint of a training run
it is that run's weights before they were packed, and shows what four bits cost as well.

    python bench/w4a8.py [--steps 400] [--checkpoint FILE] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.decoder import FILE, Decoder, Uttered
from uitars_runtime.eyes.eyes import Eyes
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Sample
from uitars_train.evaluate.screens import read_picture
from uitars_train.network.rollout import SETS, is_right

SEED = 314_159
PICTURES = Path(__file__).with_name("exam") / "screens"
IN_A_ROW = 8
"""Tokens that are said one after the other, as in a step: so each model finds its own weights in
the caches, as far as they fit."""
LOOKS = 12
"""Pictures that the eyes are timed on."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        narrow, wide = folders(arguments.checkpoint, Path(folder))
        found = measure(narrow, wide, arguments.steps)
    for name, value in found.items():
        print(f"{name:22} {value:9.3f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def folders(checkpoint: Path | None, work: Path) -> tuple[Path, Path]:
    """Folders with the decoder in 4 and in 32 bits."""
    from uitars_train.network.export import export
    from uitars_train.network.weights import load, read

    if checkpoint is None:
        export(read(default_folder()), work / "fp32", "fp32")
        return default_folder(), work / "fp32"
    model = load(checkpoint)
    export(model, work / "w4a8", "w4a8")
    export(model, work / "fp32", "fp32")
    return work / "w4a8", work / "fp32"


def measure(narrow: Path, wide: Path, steps: int) -> dict[str, float]:
    """All figures; times in milliseconds."""
    decoders = open_decoder(narrow), open_decoder(wide)
    right = [0, 0]
    decode: list[tuple[float, float]] = []
    step: list[tuple[float, float]] = []
    same = 0
    for number, sample in enumerate(islice(samples(), steps)):
        row = in_turn(number, *(saying(one, sample) for one in decoders))
        decode.append((row[0] / IN_A_ROW, row[1] / IN_A_ROW))
        decided = [one.decide(sample.situation).decision for one in decoders]
        same += decided[0] == decided[1]
        for side, decision in enumerate(decided):
            right[side] += is_right(sample, decision)
        step.append(in_turn(number, *(deciding(one, sample) for one in decoders)))
    eyes = eyes_ms()
    narrow_step, wide_step = (statistics.median(times) for times in zip(*step, strict=True))
    narrow_token, wide_token = (statistics.median(times) for times in zip(*decode, strict=True))
    return {
        "decode_ratio": round(statistics.median(b / a for a, b in decode), 3),
        "step_ratio": round(statistics.median(b / a for a, b in step), 3),
        "step_with_eyes_ratio": round((eyes + wide_step) / (eyes + narrow_step), 3),
        "quality_drop_points": round(100 * (right[1] - right[0]) / steps, 2),
        "weights_mb": round((narrow / FILE).stat().st_size / 1e6, 2),
        "weights_32bit_mb": round((wide / FILE).stat().st_size / 1e6, 2),
        "quality_w4a8_percent": round(100 * right[0] / steps, 2),
        "quality_32bit_percent": round(100 * right[1] / steps, 2),
        "same_decision_percent": round(100 * same / steps, 2),
        "decode_w4a8_ms": round(narrow_token, 3),
        "decode_32bit_ms": round(wide_token, 3),
        "step_w4a8_ms": round(narrow_step, 2),
        "step_32bit_ms": round(wide_step, 2),
        "eyes_new_screen_ms": round(eyes, 1),
        "steps": steps,
    }


def samples() -> Iterator[Sample]:
    """Steps of the expert on tasks with unseen wordings and labels."""
    for episode in episodes(SEED, SETS["both unseen"]):
        yield from episode


def saying(decoder: Decoder, sample: Sample) -> Callable[[], object]:
    """Says as many tokens in a row as a step has; the prefix was read before."""
    prefix = decoder.read(decoder.features(sample.situation))

    def say() -> None:
        for _ in range(IN_A_ROW):
            prefix.say([Uttered(None)], prefix.cache)

    return say


def deciding(decoder: Decoder, sample: Sample) -> Callable[[], object]:
    return lambda: decoder.decide(sample.situation)


def in_turn(
    number: int, narrow: Callable[[], object], wide: Callable[[], object]
) -> tuple[float, float]:
    """Milliseconds of both, each once; who goes first changes from call to call."""
    if number % 2:
        later = milliseconds(wide)
        return milliseconds(narrow), later
    return milliseconds(narrow), milliseconds(wide)


def eyes_ms() -> float:
    """A look at a screen that shares nothing with the one before."""
    eyes = Eyes()
    paths = sorted(PICTURES.glob("*.png"))
    frames = [read_picture(path) for path in paths[:: len(paths) // LOOKS]]
    eyes.look(frames[0])
    return statistics.median(milliseconds(partial(eyes.look, frame)) for frame in frames[1:])


def milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
