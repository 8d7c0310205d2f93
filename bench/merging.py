"""Specialists of the embedded model that start from one place, and what merging makes of them.

Each specialist goes on from the shipped weights for some minutes on one domain alone: `forms` and
`menus`, steps of the symbolic desktop by their kind, and `natural`, what people ask for on screens
of real programs (`uitars-train instructions samples`). A third of the screens of `natural` is kept
apart, half of it to choose the alphas on. Every model is then measured on steps of each domain that
none has seen: the loss of a step in nats and the share of whole steps that are right. A specialist
that is there already is not trained again.

    python bench/merging.py --natural SAMPLES.jsonl --out FOLDER [--minutes 4] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uitars_train.data.encoding import Batch, Example
    from uitars_train.data.sample import Sample

FORMS: Final = """fill rowfill refill login combo radio radioof check uncheck toggle rowcheck
rowuncheck placefill clear document replacedocument prepend onlycombo rowplace twice typed"""
MENUS: Final = """press menu submenu openmenu icon keys tab item context rowbutton ordinal scroll
right double closewindow command header link expand explore"""
"""Kinds of goals of the symbolic desktop."""
DOMAINS: Final = ("forms", "menus", "natural")
STEPS, CHOOSING = 500, 120
"""Steps of a domain: to measure models on, to choose the alphas and draw the lines on."""
SIZE: Final = 32
RATE: Final = 3e-4
DENSITY: Final = 0.5
PLACES: Final = 5
TRAINED, APART, CHOSEN_ON = 31_337, 999_979, 555_557
"""Seeds of what is learned from, of what all are measured on, of what the alphas are chosen on."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--natural", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder for the specialists")
    parser.add_argument("--minutes", type=float, default=4.0, help="of processor time, each")
    parser.add_argument("--only", choices=DOMAINS, help="train this one, measure nothing")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in (arguments.only,) if arguments.only else DOMAINS:
        path = arguments.out / f"{name}.pt"
        if not path.exists():
            specialise(name, arguments.natural, path, arguments.minutes)
    if arguments.only:
        return 0
    found = measure(arguments.out, arguments.natural)
    for name, value in found.items():
        print(f"{name:40} {value:8.4f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


# ---------------------------------------------------------------------------------- the specialists


def samples(name: str, natural: Path, seed: int) -> Iterator[Sample]:
    """Endless steps of one domain; which screens of `natural` they lie on, the seed says."""
    from uitars_train.data.episodes import episodes
    from uitars_train.data.sample import read_episodes, varied

    if name == "natural":
        rng = random.Random(seed)
        steps = [one for episode in read_episodes(natural) for one in episode]
        steps = [one for one in steps if _side(one) == seed]
        while True:
            rng.shuffle(steps)
            yield from (varied(one, rng) for one in steps) if seed == TRAINED else steps
    kinds = frozenset((FORMS if name == "forms" else MENUS).split())
    for episode in episodes(seed):
        yield from (one for one in episode if one.kind in kinds)


def _side(sample: Sample) -> int:
    """What a screen is for, by its words: one screen lies on one side."""
    words = "\n".join(item.text or item.name for item in sample.situation.elements)
    drawn = blake2b(words.encode(), digest_size=1).digest()[0] % 6
    return {0: APART, 1: CHOSEN_ON}.get(drawn, TRAINED)


def batches(name: str, natural: Path) -> Iterator[Batch]:
    from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
    from uitars_train.data.encoding import collate, example

    encoder = sentence_encoder()
    rng = random.Random(TRAINED)
    source = samples(name, natural, TRAINED)
    while True:
        held: list[Example] = []
        while len(held) < SIZE * 12:
            made = example(next(source), encoder)
            if made is not None:
                held.append(made)
        held.sort(key=lambda one: len(one.features.sketches))
        cut = [held[at : at + SIZE] for at in range(0, len(held), SIZE)]
        rng.shuffle(cut)
        yield from (collate(part, rng) for part in cut)


def specialise(name: str, natural: Path, path: Path, minutes: float) -> None:
    """Go on from the shipped weights on one domain; minutes are of this process's time."""
    import torch

    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_train.network.training import update
    from uitars_train.network.weights import Progress, read, save

    torch.set_num_threads(1)
    torch.manual_seed(TRAINED)  # pyright: ignore[reportUnknownMemberType]
    model = read(default_folder())
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98), fused=True)
    began, step = time.process_time(), 0
    for step, batch in enumerate(batches(name, natural), 1):
        passed = (time.process_time() - began) / (60 * minutes)
        if passed >= 1:
            break
        rate = RATE * min(1.0, step / 30) * min(1.0, 2.05 - 2 * passed)
        told = update(model, optimizer, batch, rate)[0]
        if step % 20 == 0:
            print(f"{name} {passed:4.0%} step {step} loss {told:.3f}", flush=True)
    save(path, model, optimizer, Progress(step, step * SIZE))


# ----------------------------------------------------------------------------------- what they are


def measure(folder: Path, natural: Path) -> dict[str, float]:
    """Every model on every domain, the shares that were found, and the hills between them."""
    import torch

    from uitars_train.merging.lines import draw, table
    from uitars_train.merging.measure import Domain, domain, measured
    from uitars_train.merging.work import Merging, Order, open_model

    torch.set_num_threads(1)

    def domains(seed: int, steps: int) -> list[Domain]:
        return [domain(name, samples(name, natural, seed), steps) for name in DOMAINS]

    apart, choosing = domains(APART, STEPS), domains(CHOSEN_ON, CHOOSING)
    paths = tuple(str(folder / f"{name}.pt") for name in DOMAINS)
    linear = Merging(Order(paths, folder, lines=PLACES))
    even = (1 / len(paths),) * len(paths)
    best = linear.best(choosing)
    found: dict[str, float] = {
        f"alpha {name}": one for name, one in zip(DOMAINS, best, strict=True)
    }
    models = {"start": open_model("nano"), "mean": linear.merged(even)}
    told = {name: {at.name: measured(model, at) for at in apart} for name, model in models.items()}
    told |= linear.each(apart)
    told["searched"] = {at.name: measured(linear.merged(best), at) for at in apart}
    for method in ("ties", "dare"):
        other = Merging(Order(paths, folder, method=method, density=DENSITY)).merged(even)
        told[method] = {at.name: measured(other, at) for at in apart}
    for name, each in told.items():
        for at, one in each.items():
            found[f"{name} on {at}, right"] = one.share
            found[f"{name} on {at}, loss"] = one.loss
    lines = linear.lines(choosing)
    draw(lines, folder / "lines.png")
    print(table(lines))
    for line in lines:
        for at in DOMAINS:
            found[f"hill {line.ends[0]} to {line.ends[1]} on {at}"] = line.barrier(at)
    return {name: round(value, 4) for name, value in found.items()}


if __name__ == "__main__":
    raise SystemExit(main())
