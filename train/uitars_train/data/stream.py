"""Endless batches from processes of their own."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import queue
import random
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.queues import Queue
from pathlib import Path

import torch

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.errors import ModelError
from uitars_train.data.encoding import Batch, Example, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import SEEN, SHARE, Own, Sample, Variety
from uitars_train.simulator.drawn_screens import read_drawn

_SKIPPED = {
    **{"sum": 0.75, "pad": 0.75, "finish": 0.55, "ascending": 0.5, "twice": 0.6, "login": 0.4},
    **{"copiedfield": 0.5, "menu": 0.25, "keys": 0.25},
}


def batches(
    seed: int,
    size: int,
    variety: Variety = SEEN,
    pool: int = 24,
    own: Path | None = None,
    share: float = SHARE,
) -> Iterator[Batch]:
    """Endless batches; samples of like length share one, and an episode is spread over many.

    `own`: a file of steps on real programs, which may grow; `share`: how many of all samples are of
    them, at most.
    """
    rng = random.Random(seed)
    told = steps(rng, episodes(seed, variety))
    kept = Own(own, share)
    encoder = sentence_encoder()
    held: list[Example] = []
    while True:
        kept.refresh()
        while len(held) < size * pool:
            mine = kept.share > 0 and rng.random() < kept.share
            made = example(kept.draw(rng) if mine else next(told), encoder)
            if made is not None:
                held.append(made)
        rng.shuffle(held)
        block, held = held[: size * pool // 2], held[size * pool // 2 :]
        block.sort(key=lambda e: len(e.features.sketches))
        cut = [block[at : at + size] for at in range(0, len(block), size)]
        rng.shuffle(cut)
        for part in cut:
            yield collate(part, rng)


def steps(rng: random.Random, source: Iterator[list[Sample]]) -> Iterator[Sample]:
    """The steps of episodes; long runs of one kind (sums, pads) would crowd out the rest."""
    for episode in source:
        for sample in episode:
            if rng.random() >= _SKIPPED.get(sample.kind, 0.0):
                yield sample


def _produce(
    seed: int, size: int, out: Queue[Batch], own: Path | None, screens: Path | None, share: float
) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    torch.set_num_threads(1)
    variety = Variety(drawn=read_drawn(screens)) if screens is not None else SEEN
    for batch in batches(seed, size, variety, own=own, share=share):
        out.put(batch)


def _end_with_parent() -> None:
    """A training that was killed does not end its processes, which would wait for it for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def beside() -> Generator[None]:
    """Processes that start inside of this work beside a training: in one thread each, and a Ctrl-C
    that is meant for the training, which ends them, does not reach them.

    Matrices of a sample are small: threads that wait for each other took ten times the processor's
    time (`bench/training.py`).
    """
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    interrupted = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, interrupted)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


_PATIENCE = 5.0
"""Seconds after which somebody looks whether the processes are still there."""


class Producers:
    """Processes that make batches; `next()` waits for one."""

    def __init__(
        self,
        seed: int,
        size: int,
        count: int = 1,
        own: Path | None = None,
        screens: Path | None = None,
        share: float = SHARE,
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._queue: Queue[Batch] = context.Queue(maxsize=12)
        self._processes = [
            context.Process(
                target=_produce, args=(start, size, self._queue, own, screens, share), daemon=True
            )
            for start in (seed * 1009 + index for index in range(count))
        ]
        with beside():
            for process in self._processes:
                process.start()

    def next(self) -> Batch:
        """A batch. Raises `ModelError` where a process has ended, which none does by itself."""
        while True:
            try:
                return self._queue.get(timeout=_PATIENCE)
            except queue.Empty:
                if not all(process.is_alive() for process in self._processes):
                    raise ModelError(
                        "A process that makes samples has ended.",
                        "Its error stands above; `--resume` goes on from the last checkpoint.",
                    ) from None

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
            process.join()
