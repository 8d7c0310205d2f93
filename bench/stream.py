"""The data engine alone: how many of the samples that it streams are different ones.

Every sample is made on the way from a seed and told from others by its whole content
(`uitars_train.data.encoding.mark`); `--seed` and the following ones give the same stream again.
Two versions stream the same where their digests are the same.

    python bench/stream.py [--samples 500000] [--seed 1] [--screens FOLDER] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from array import array
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from uitars_train.data.encoding import mark
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import SEEN, Sample, Variety
from uitars_train.simulator.drawn_screens import read_drawn


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screens", type=Path, help="screens of real toolkits for some worlds")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    variety = Variety(drawn=read_drawn(arguments.screens)) if arguments.screens else SEEN
    found = measure(streamed(arguments.seed, variety), arguments.samples)
    found["seed"] = arguments.seed
    for name, value in found.items():
        print(f"{name:22} {value:12,}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def streamed(seed: int, variety: Variety) -> Iterator[Sample]:
    return chain.from_iterable(episodes(seed, variety))


def measure(samples: Iterator[Sample], count: int) -> dict[str, int]:
    """How many of the first `count` samples differ, and processor time."""
    began = time.process_time()
    marks = [mark(sample) for sample in islice(samples, count)]
    spent = time.process_time() - began
    return {
        "samples": count,
        "different": len({*marks}),
        "digest": zlib.crc32(array("Q", marks).tobytes()),
        "samples_a_second": round(count / spent),
    }


if __name__ == "__main__":
    sys.exit(main())
