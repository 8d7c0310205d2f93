"""What each hand-written rule of the eyes is worth: it is switched off, and elements are counted.

Pictures: drawn screens with truth (`uitars-train screens`, words of validation; all toolkits, light
and dark, once and twice as large), the forms of one author
(`uitars_train.forms.views`), drawn as pages and windows, and the programs of `eyes_programs.json`,
which are in no other set, plain, dark and with large letters, with what they say themselves as
truth. For each rule the table says on how many pictures it changes anything, and on how many of
these it was tried; how many elements fewer are right without it: their role, their state, their
words, what they are called, and in all, with the 95 % interval of the last over pictures; how many
elements more lie in nothing; and the milliseconds of a look that the rule itself takes. Networks
answer from memory where they were asked the same. A rule that gains nothing is not worth its lines.

    python bench/eyes_rules.py [--screens DIR] [--programs DIR] [--count N] [--forms N] [--most N]
        [--only NAME ...] [--json OUT]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from unittest import mock

import msgspec
import numpy as np
from _eyes_rules import RULES, place_of
from numpy.typing import NDArray
from rapidfuzz import fuzz

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.network import Network, fingerprint
from uitars_runtime.eyes.scene import TILE
from uitars_runtime.frame import Frame
from uitars_train.evaluate.record import Capture, read_captures
from uitars_train.evaluate.record_command import run as record
from uitars_train.evaluate.screens import read_picture, read_told
from uitars_train.eyes.evaluation import STATEFUL
from uitars_train.forms import views, written
from uitars_train.screens.screen import Split
from uitars_train.screens.stream import dump, load

AUTHOR: Final = "fk"
"""Whose forms are drawn. The one who judges readers of forms chooses no rules."""
PROGRAMS = Path(__file__).with_name("eyes_programs.json")
SEED = 4711
LOOKS: Final[Mapping[str, Mapping[str, str]]] = {
    "GTK 3": {"dark": "GTK_THEME=Adwaita:dark", "large": "GDK_DPI_SCALE=1.5"},
    "Qt 5": {"other": "QT_STYLE_OVERRIDE=Windows", "large": "QT_FONT_DPI=144"},
}
"""How programs are made to look otherwise, by their toolkit."""
ALIKE = 85.0
"""Likeness of two texts, 0 to 100, from which one is read as the other."""
DRAWS = 2000
"""Times that pictures are drawn anew for an interval."""
COUNTS = ("role", "state", "words", "name", "all", "extra")


class Picture(NamedTuple):
    """A screen and what is on it."""

    frame: Frame
    truth: tuple[Element, ...]
    whole: bool
    """Whether the truth names everything: programs leave out much."""


@contextmanager
def remembering() -> Generator[None]:
    """Networks answer from memory where they were asked the same."""
    answers: dict[tuple[Network, bytes], list[NDArray[np.float32]]] = {}
    ask = Network.run

    def run(network: Network, *inputs: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        key = network, fingerprint(*inputs)
        if key not in answers:
            answers[key] = ask(network, *inputs)
        return [array.copy() for array in answers[key]]

    with mock.patch.object(Network, "run", run):
        yield


class Watched:
    """On which pictures each rule changes anything, and the seconds it takes."""

    def __init__(self) -> None:
        self.picture = 0
        self.changed: dict[str, set[int]] = defaultdict(set)
        self.seconds: dict[str, float] = defaultdict(float)

    def around(self, name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        """The rule, which is watched."""
        without = RULES[name][1]

        def watched(*given: Any, **named: Any) -> Any:
            copies = [copy(one) for one in given]
            before = time.process_time()
            said = rule(*given, **named)
            self.seconds[name] += time.process_time() - before
            if not is_same(said, without(*copies, **named)):
                self.changed[name].add(self.picture)
            return said

        return watched


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--screens", type=Path, help="drawn screens; made where they are missing")
    parser.add_argument("--programs", type=Path, help="pictures of programs; the same")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--forms", type=int, default=45, help="forms that are drawn")
    parser.add_argument("--most", type=int, default=80, help="pictures tried of a rule")
    parser.add_argument("--only", nargs="+", default=list(RULES), choices=list(RULES))
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        drawn = arguments.screens or Path(spare) / "screens"
        programs = arguments.programs or Path(spare) / "programs"
        pictures = [
            *drawn_screens(drawn, arguments.count),
            *drawn_forms(arguments.forms),
            *recorded_programs(programs),
        ]
    with remembering():
        eyes = Eyes()
        base, watched = watched_looks(eyes, pictures, arguments.only)
        right = {name: int(value) for name, value in zip(COUNTS, base.sum(axis=0), strict=True)}
        things = sum(len(picture.truth) for picture in pictures)
        recorded = sum(not picture.whole for picture in pictures)
        print(f"{len(pictures)} pictures, {recorded} of programs, {things} elements: {right}")
        report: dict[str, Any] = {"pictures": len(pictures), "elements": things, "right": right}
        heads = ("changed", "tried", *COUNTS, "low", "high", "ms")
        print(f"{'':32}", *(f"{name:>7}" for name in heads))
        for name in arguments.only:
            report[name] = trial(name, eyes, pictures, base, watched, arguments.most)
            print(f"{name:32}", *(f"{value:7}" for value in report[name].values()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def drawn_screens(folder: Path, count: int) -> Iterator[Picture]:
    dump(folder, count, Split.VALIDATION, SEED)
    for screen in list(load(folder))[:: max(1, len(list(folder.glob("*.json"))) // count)][:count]:
        yield Picture(Frame(screen.pixels), screen.elements, whole=True)


def drawn_forms(count: int) -> Iterator[Picture]:
    for drawn in views.pictures(AUTHOR, written.read(views=False)[AUTHOR][:count]):
        for one in drawn:
            yield Picture(one.frame, one.truth, whole=False)


def recorded_programs(folder: Path) -> Iterator[Picture]:
    """Each picture once: keys that do nothing leave two alike."""
    folder.mkdir(parents=True, exist_ok=True)
    for look in ("plain", *sorted({name for looks in LOOKS.values() for name in looks})):
        listed = folder / f"{look}.json"
        listed.write_bytes(msgspec.json.encode(list(in_look(read_captures(PROGRAMS), look))))
        record(argparse.Namespace(programs=listed, out=folder / look, only=[]))
    known: set[bytes] = set()
    for path in sorted(folder.glob("*/*.png")):
        told, frame = read_told(path.with_suffix(".told.json")), read_picture(path)
        if told and (pixels := hashlib.sha256(frame.pixels.tobytes()).digest()) not in known:
            known.add(pixels)
            yield Picture(frame, tuple(told), whole=False)


def in_look(captures: Sequence[Capture], look: str) -> Iterator[Capture]:
    """The programs that can be had in a look, in it."""
    for capture in captures:
        setting = LOOKS.get(capture.toolkit, {}).get(look)
        if look == "plain":
            yield capture
        elif setting:
            yield msgspec.structs.replace(capture, app=f"env {setting} {capture.app}")


def watched_looks(
    eyes: Eyes, pictures: Sequence[Picture], names: Sequence[str]
) -> tuple[NDArray[np.int64], Watched]:
    """What is right with all rules (pictures, counts), while each of these is watched."""
    watched, counts = Watched(), list[list[int]]()
    with ExitStack() as stack:
        for name in names:
            rules, attribute = place_of(name)
            rule = watched.around(name, getattr(rules, attribute))
            stack.enter_context(mock.patch.object(rules, attribute, rule))
        for watched.picture, picture in enumerate(pictures):
            counts.append(score(picture, look(eyes, picture.frame)))
    return np.array(counts), watched


def trial(
    name: str,
    eyes: Eyes,
    pictures: Sequence[Picture],
    base: NDArray[np.int64],
    watched: Watched,
    most: int,
) -> dict[str, float]:
    """The rule's worth: right elements with it less those without it."""
    rules, attribute = place_of(name)
    changed = sorted(watched.changed[name])
    tried = changed[:: max(1, -(-len(changed) // most))]
    gain = np.zeros_like(base)
    with mock.patch.object(rules, attribute, RULES[name][1]):
        for place in tried:
            gain[place] = base[place] - score(pictures[place], look(eyes, pictures[place].frame))
    draws = np.random.default_rng(0).integers(0, len(gain), (DRAWS, len(gain)))
    low, high = np.percentile(gain[:, 4][draws].sum(axis=1), [2.5, 97.5])
    worth = dict(zip(COUNTS, (int(value) for value in gain.sum(axis=0)), strict=True))
    return {
        "changed": len(changed),
        "tried": len(tried),
        **worth,
        "extra": -worth["extra"],
        "low": round(float(low), 1),
        "high": round(float(high), 1),
        "ms": round(1e3 * watched.seconds[name] / len(pictures), 2),
    }


def look(eyes: Eyes, frame: Frame) -> tuple[Element, ...]:
    """A first look: a picture of another size makes the eyes forget."""
    frame.elements = None
    eyes.look(Frame(np.zeros((TILE, TILE, 3), np.uint8)))
    return eyes.look(frame)


def copy(value: Any) -> Any:
    """What a rule may write to is copied."""
    if isinstance(value, np.ndarray):
        return cast("NDArray[np.generic]", value).copy()
    if isinstance(value, list):
        return list(cast("list[object]", value))
    return value


def is_same(one: Any, other: Any) -> bool:
    """Whether a rule says what stands in its place."""
    if isinstance(one, np.ndarray):
        return np.array_equal(cast("NDArray[np.generic]", one), other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        ours, theirs = cast("Sequence[object]", one), cast("Sequence[object]", other)
        return len(ours) == len(theirs) and all(map(is_same, ours, theirs))
    return bool(one == other)


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
