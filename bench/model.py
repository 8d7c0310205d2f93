"""The embedded model by itself: size, load time, memory, and the time of a step by phase.

A step is measured on a real screenshot: the first look, a look after a small change, and a look at
an unchanged screen; then the decoder alone.

    python bench/model.py [--rounds 7] [--json OUT]
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from _figures import report
from uitars_runtime.backends.embedded.backend import EmbeddedBackend, default_folder
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.model import ScreenModel
from uitars_runtime.protocols import PastStep
from uitars_runtime.shipped import LIST, MODELS
from uitars_runtime.types import Observation, Outcome, Proposal, Step, Task

TASK = Task("Choose Save from the File menu.")
LOAD = """
import time
began = time.perf_counter()
from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.eyes.eyes import Eyes
kept = Eyes(), open_decoder(default_folder())
print(1e3 * (time.perf_counter() - began))
"""
"""All that a process loads before its first look: libraries, networks, proof of the numerics."""


def screenshot() -> Frame:
    """A real program on a private desktop."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as workspace:
        settings = HandsSettings(
            apps=("mousepad note.txt",), workspace=workspace, policy="autonomous-in-sandbox"
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            return hands.observe()
        finally:
            hands.close()


def changed(frame: Frame, number: int) -> Frame:
    """The screenshot with one small place that no earlier one had."""
    pixels = frame.pixels.copy()
    pixels[300:316, 400 + 20 * number : 412 + 20 * number] = 40
    return Frame(pixels, frame.origin)


def milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - began)


def load_ms() -> float:
    """Milliseconds in a process of its own, from nothing imported to ready."""
    told = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, check=True, text=True)
    return float(told.stdout)


def measure(rounds: int) -> dict[str, float]:
    frame, stop = screenshot(), threading.Event()

    def step(model: ScreenModel, seen: Frame, past: Sequence[PastStep] = ()) -> Proposal:
        proposal = model.propose(TASK, (), past, seen, stop)
        if proposal.action is None:
            raise SystemExit(f"no action: {proposal.problem}")
        return proposal

    def fresh() -> ScreenModel:
        return ScreenModel(EmbeddedBackend(), EmbeddedDialect())

    model = fresh()
    first_with_load = milliseconds(partial(step, model, frame))
    others = [changed_all(frame, number) for number in range(rounds)]
    firsts = [milliseconds(partial(step, model, other)) for other in others]
    # The first screen of a task is looked at afresh: what is known counts from the second step on.
    done = Step(0, Observation("", frame.size), step(model, frame), None, Outcome(ok=True, text=""))
    past = (PastStep(done, frame),)
    slightly = [changed(frame, number) for number in range(rounds)]
    small = [milliseconds(partial(step, model, other, past)) for other in slightly]
    same = changed(frame, rounds)
    step(model, same, past)
    unchanged = [milliseconds(partial(step, model, same, past)) for _ in range(rounds)]
    model.close()
    shipped = [line.split("  ")[1] for line in (MODELS / LIST).read_text("utf-8").splitlines()]
    files = sum((MODELS / name).stat().st_size for name in shipped)
    decoder = sum(path.stat().st_size for path in default_folder().glob("*.onnx"))
    return {
        "weights_mb": files / 1e6,
        "decoder_mb": decoder / 1e6,
        "load_ms": statistics.median(load_ms() for _ in range(rounds)),
        "load_and_first_step_ms": first_with_load,
        "first_look_ms": statistics.median(firsts),
        "later_look_ms": statistics.median(small),
        "unchanged_screen_ms": statistics.median(unchanged),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def changed_all(frame: Frame, number: int) -> Frame:
    """The screenshot with other pixels everywhere, so that nothing of it is known."""
    pixels = frame.pixels.copy()
    pixels += (number % 3 + 1 - (pixels > 250) * 4).astype("uint8")
    return Frame(pixels, frame.origin)


if __name__ == "__main__":
    sys.exit(report(__doc__, "rounds", 7, measure, 1))
