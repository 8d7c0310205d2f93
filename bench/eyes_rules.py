"""What each hand-written rule of the eyes is worth: it is switched off, and elements are counted.

Pictures: drawn screens with truth (`uitars-train screens`, words of validation) and the programs of
`eyes_programs.json`, which are in no other set, with what they say themselves as truth. For each
rule the table says how many elements fewer are right without it: their role, their state, their
words, what they are called, and in all, with the 95 % interval of the last over pictures; then how
many elements more lie in nothing, and the milliseconds a look takes less. Networks answer from
memory where they were asked the same, so that the milliseconds are those of rules. A rule that
gains nothing is not worth its lines.

    python bench/eyes_rules.py [--screens DIR] [--programs DIR] [--count N] [--only NAME ...]
        [--json OUT]
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.network import Network
from uitars_runtime.frame import Frame
from uitars_train.evaluate.record_command import run as record
from uitars_train.evaluate.screens import read_picture, read_told
from uitars_train.eyes.evaluation import STATEFUL
from uitars_train.screens.screen import Split
from uitars_train.screens.stream import dump, load

PROGRAMS = Path(__file__).with_name("eyes_programs.json")
SEED = 4711
ALIKE = 85.0
"""Likeness of two texts, 0 to 100, from which one is read as the other."""
DRAWS = 2000
"""Times that pictures are drawn anew for an interval."""
COUNTS = ("role", "state", "words", "name", "all", "extra")


def same(first: Any, *_: Any, **__: Any) -> Any:
    return first


def second(_: Any, value: Any, *__: Any) -> Any:
    return value


def third(_: Any, __: Any, values: Any) -> Any:
    return list(values)


def whole(_: Any, box: Any, *__: Any) -> Any:
    return [box]


def unparted(_: Any, box: Any, text: Any) -> Any:
    return [(box, text)]


def undrawn(_: Any, __: Any, roles: Any, states: Any) -> Any:
    return roles, states, {}


def alone(label: Any, *_: Any) -> Any:
    return [label]


def always(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


RULES: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "text.joining:join_words": ("text.lines:join_words", second),
    "text.splitting:split_at_shapes": ("text.lines:split_at_shapes", whole),
    "text.splitting:clip_to_frame": ("text.lines:clip_to_frame", same),
    "text.lines:split_at_gaps": ("text.lines:split_at_gaps", whole),
    "text.lines:even_gap": ("text.lines:_even_gap", always(math.inf)),
    "text.hues": ("text.lines:split_at_hues", whole),
    "text.joining:split_at_links": ("text.lines:split_at_links", whole),
    "text.lines:without_neighbours": ("text.lines:without_neighbours", second),
    "text.lines:parted_rows": ("text.lines:parted_rows", same),
    "text.cleaning": ("text.lines:clean", same),
    "text.parting": ("text.lines:parted", unparted),
    "text.digits": ("eyes:read_digits", always([])),
    "text.digits:frames": ("text.digits:_in_frames", always([])),
    "text.sum_lines": ("eyes:with_sums", third),
    "text.misread": ("eyes:without_signs", same),
    "text.signs": ("eyes:read_keys", always([])),
    "text.remembered": ("eyes:with_remembered", same),
    "splitting:is_selection": ("text.splitting:_is_selection", always(False)),
    "splitting:is_covered": ("text.splitting:_is_covered", always(False)),
    "splitting:between_letters": ("text.splitting:_between_letters", always(False)),
    "splitting:may_be_letters": ("text.splitting:_may_be_letters", always(False)),
    "splitting:fills": ("text.splitting:_fills", always(False)),
    "splitting:is_spaced": ("text.splitting:_is_spaced", always(False)),
    "shapes.sheets": ("shapes.proposals:sheets", always([])),
    "shapes.proposals:compound": ("shapes.proposals:_compound", always([])),
    "shapes.sliders": ("shapes.proposals:find_sliders", always([])),
    "shapes.spinners": ("shapes.proposals:spin_buttons", always([])),
    "shapes.dots": ("shapes.proposals:more_buttons", always([])),
    "shapes.proposals:glyphs": ("shapes.proposals:_glyphs", always([])),
    "shapes.proposals:figures": ("shapes.proposals:_is_figure", always(False)),
    "candidates:carets": ("shapes.candidates:_without_carets", same),
    "candidates:ticks": ("shapes.candidates:_is_tick", always(False)),
    "candidates:words": ("shapes.candidates:_is_word", always(False)),
    "candidates:bars": ("shapes.candidates:_is_bar", always(False)),
    "candidates:stacks": ("shapes.candidates:_is_stack", always(False)),
    "candidates:highlights": ("shapes.candidates:_is_highlight", always(False)),
    "candidates:keys": ("shapes.candidates:_is_key", always(False)),
    "shapes.patches": ("eyes:patches", always([])),
    "drawings": ("roles.reader:drawn", undrawn),
    "drawings:words": ("roles.drawings:_words", always([])),
    "drawings:blank": ("roles.drawings:_shaped", always(set())),
    "drawings:ringed": ("roles.drawings:_ringed", always(set())),
    "drawings:tables": ("roles.drawings:_cells_of_tables", always(set())),
    "drawings:counted": ("roles.drawings:_counted", always([])),
    "drawings:ticks": ("roles.drawings:_ticks", always({})),
    "drawings:cells": ("roles.drawings:_cells", always([])),
    "drawings:sliders": ("roles.drawings:_sliders", always({})),
    "drawings:meant": ("roles.drawings:_meant", always({})),
    "agreement": ("roles.reader:agreed", same),
    "agreement:short_cuts": ("roles.agreement:_told_by_words", same),
    "agreement:columns": ("roles.agreement:_in_column", always(False)),
    "agreement:bars": ("roles.agreement:_bars_of", always([])),
    "roles.tab_bars": ("roles.agreement:in_front", always(None)),
    "roles.tab_columns": ("roles.agreement:columns_of_tabs", always([])),
    "agreement:foremost": ("roles.reader:foremost", second),
    "roles.editors": ("eyes:with_editors", third),
    "editors:text_areas": ("roles.editors:_is_text_area", always(False)),
    "editors:running_text": ("roles.editors:_in_running_text", always(False)),
    "editors:panels": ("roles.editors:_is_panel", always(False)),
    "reader:twins": ("eyes:without_twins", list),
    "reader:pictures": ("roles.reader:_is_picture_of", always(False)),
    "eyes:filled": ("eyes:_filled", list),
    "labels": ("eyes:named", list),
    "labels:as_label": ("naming.labels:_as_label", same),
    "labels:far": ("naming.labels:_far_labels", always({})),
    "labels:blocks": ("naming.labels:_block_of", alone),
    "labels:between": ("naming.labels:_between", always(False)),
    "labels:like": ("naming.labels:LIKE_LABELS", frozenset[Role]),
}
"""Name of a rule -> where the eyes call it, and what stands there instead."""


class Picture(NamedTuple):
    """A screen and what is on it."""

    frame: Frame
    truth: tuple[Element, ...]
    whole: bool
    """Whether the truth names everything: programs leave out much."""


class Memory:
    """What networks answered, by what they were asked."""

    def __init__(self) -> None:
        self._answers: dict[bytes, list[NDArray[np.float32]]] = {}
        self.seconds = 0.0

    def run(self, network: Network, *inputs: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        before = time.process_time()
        key = hashlib.blake2b(str(id(network)).encode(), digest_size=16)
        for array in inputs:
            key.update(str(array.shape).encode())
            key.update(np.ascontiguousarray(array).data)
        known = self._answers.get(key.digest())
        if known is None:
            known = self._answers[key.digest()] = ASK(network, *inputs)
        self.seconds += time.process_time() - before
        return [array.copy() for array in known]


ASK = Network.run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--screens", type=Path, help="drawn screens; made where they are missing")
    parser.add_argument("--programs", type=Path, help="pictures of programs; the same")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--only", nargs="+", default=list(RULES), choices=list(RULES))
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        drawn = arguments.screens or Path(spare) / "screens"
        programs = arguments.programs or Path(spare) / "programs"
        pictures = [*drawn_screens(drawn, arguments.count), *recorded_programs(programs)]
    memory = Memory()

    def remembered(network: Network, *inputs: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        return memory.run(network, *inputs)

    with mock.patch.object(Network, "run", remembered):
        eyes = Eyes()
        looks(eyes, pictures, memory)
        base, spent = looks(eyes, pictures, memory)
        right = {name: int(value) for name, value in zip(COUNTS, base.sum(axis=0), strict=True)}
        things = sum(len(picture.truth) for picture in pictures)
        print(f"{len(pictures)} pictures, {things} elements, {spent:.1f} ms a look: {right}")
        report: dict[str, Any] = {"pictures": len(pictures), "elements": things, "right": right}
        for name in arguments.only:
            report[name] = trial(name, eyes, pictures, memory, base, spent)
            print(f"{name:32}", *(f"{value:7}" for value in report[name].values()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def drawn_screens(folder: Path, count: int) -> Iterator[Picture]:
    dump(folder, count, Split.VALIDATION, SEED)
    for screen in list(load(folder))[:: max(1, len(list(folder.glob("*.json"))) // count)][:count]:
        yield Picture(Frame(screen.pixels), screen.elements, whole=True)


def recorded_programs(folder: Path) -> Iterator[Picture]:
    record(argparse.Namespace(programs=PROGRAMS, out=folder, only=[]))
    for path in sorted(folder.glob("*.png")):
        told = read_told(path.with_suffix(".told.json"))
        if told:
            yield Picture(read_picture(path), tuple(told), whole=False)


def trial(
    name: str,
    eyes: Eyes,
    pictures: Sequence[Picture],
    memory: Memory,
    base: NDArray[np.int64],
    spent: float,
) -> dict[str, float]:
    """The rule's worth: right elements with it less those without it."""
    place, instead = RULES[name]
    module, attribute = place.split(":")
    rules = importlib.import_module(f"uitars_runtime.eyes.{module}")
    replaced = instead() if name == "labels:like" else instead
    with mock.patch.object(rules, attribute, replaced):
        without, less = looks(eyes, pictures, memory)
    gain = base - without
    draws = np.random.default_rng(0).integers(0, len(gain), (DRAWS, len(gain)))
    low, high = np.percentile(gain[:, 4][draws].sum(axis=1), [2.5, 97.5])
    worth = dict(zip(COUNTS, (int(value) for value in gain.sum(axis=0)), strict=True))
    worth["extra"] = -worth["extra"]
    return {**worth, "low": round(float(low), 1), "high": round(float(high), 1),
            "ms": round(spent - less, 2)}  # fmt: skip


def looks(
    eyes: Eyes, pictures: Sequence[Picture], memory: Memory
) -> tuple[NDArray[np.int64], float]:
    """What is right on each picture (pictures, counts), and the milliseconds of a look."""
    memory.seconds, before = 0.0, time.process_time()
    seen: list[tuple[Element, ...]] = []
    for picture in pictures:
        picture.frame.elements = None
        seen.append(eyes.look(picture.frame))
    spent = time.process_time() - before - memory.seconds
    counts = [score(picture, found) for picture, found in zip(pictures, seen, strict=True)]
    return np.array(counts), 1e3 * spent / len(pictures)


def score(picture: Picture, seen: Sequence[Element]) -> list[int]:
    """How many elements are right: role, state, words, name, all of it; and how many too many."""
    counts = [0] * len(COUNTS)
    for true in picture.truth:
        if true.role is Role.OTHER:
            continue
        here = [one for one in seen if one.role is true.role and true.box.contains(one.box.center)]
        parts = [
            (True, has_state(one, true), says(one.text, true.text), says(one.name, true.name))
            for one in here
        ]
        best = max(parts, key=sum, default=(False,) * 4)
        for place, right in enumerate((*best, all(best))):
            counts[place] += right
    if picture.whole:
        counts[5] = sum(
            not any(true.box.contains(one.box.center) for true in picture.truth) for one in seen
        )
    return counts


def has_state(seen: Element, true: Element) -> bool:
    return all(
        getattr(seen, state) == getattr(true, state)
        for state, roles in STATEFUL.items()
        if true.role in roles
    )


def says(seen: str, true: str) -> bool:
    return not true or fuzz.ratio(seen.casefold(), true.casefold()) >= ALIKE


if __name__ == "__main__":
    sys.exit(main())
