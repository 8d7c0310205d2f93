"""Every rule of the embedded model on trial: what does switching it off change?

The steps lie beside this script, on pictures of programs that are in no exam: asked for by label,
in plain words, by place, by number, by row and by state; `--shown` takes steps of the symbolic
desktop instead, on screens that show the request, `--tasks` whole tasks there. For each rule: how
many are right without it, which it wins and which it costs, and its time.

    python bench/rules.py [--set bench/rules/steps.json] [--accessibility | --shown N | --tasks N]
                          [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from _shown_requests import Pages
from _symbolic_tasks import Tasks

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.codec import write
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import RULES, Rule
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.fusion import fuse
from uitars_runtime.frame import Frame
from uitars_train.evaluate.intervals import Interval, shown, wilson
from uitars_train.evaluate.screens import Item, is_right, read_picture, read_set, read_told

SET: Final = Path(__file__).parent / "rules" / "steps.json"


class Trial(msgspec.Struct, frozen=True):
    """One rule switched off."""

    name: str
    right: int
    """Steps that are right without it."""
    interval: Interval
    wins: int
    """Steps that are right only with it."""
    costs: int
    """Steps that are right only without it."""
    milliseconds: float
    """What it takes of a step."""


class Screens:
    """The steps of a set with what the eyes saw, and the decisions about them."""

    def __init__(self, path: Path, *, accessibility: bool) -> None:
        self.items = read_set(path)
        self.seen = dict(_looks(self.items, path.parent, accessibility=accessibility))
        self._decoder = _decoder()
        self._decided: dict[Situation, Decision] = {}

    def verdicts(self, rules: Sequence[Rule]) -> list[bool]:
        """Which steps are right with these rules."""
        return [self._is_right(item, rules) for item in self.items]

    def milliseconds(self, rule: Rule) -> float:
        """Time of the rule for a step."""
        spent = (self._preparing(item, (rule,)) - self._preparing(item, ()) for item in self.items)
        return 1000 * sum(spent) / len(self.items)

    def _preparing(self, item: Item, rules: Sequence[Rule]) -> float:
        begun = time.perf_counter()
        self._situation(item, rules)
        return time.perf_counter() - begun

    def _situation(self, item: Item, rules: Sequence[Rule]) -> Situation:
        frame, elements = self.seen[item.image]
        return prepare([item.task], (), elements, frame.size, frame.pixels, rules)

    def _is_right(self, item: Item, rules: Sequence[Rule]) -> bool:
        situation = self._situation(item, rules)
        decision = self._decide(situation)
        reply = EmbeddedDialect().parse(write(decision, situation), situation.size)
        return is_right(item.expect, reply.actions[0])

    def _decide(self, situation: Situation) -> Decision:
        """Most rules leave most screens as they are: what was decided once is kept."""
        if situation not in self._decided:
            self._decided[situation] = self._decoder.decide(situation).decision
        return self._decided[situation]


def _looks(
    items: Sequence[Item], folder: Path, *, accessibility: bool
) -> Iterator[tuple[str, tuple[Frame, tuple[Element, ...]]]]:
    eyes = Eyes()
    for image in sorted({item.image for item in items}):
        frame = read_picture(folder / image)
        elements = eyes.look(frame, afresh=True)
        if accessibility:
            elements = fuse(elements, read_told((folder / image).with_suffix(".told.json")))
        yield image, (frame, elements)


def trials(screens: Screens | Pages | Tasks) -> Iterator[Trial]:
    """All rules, then each switched off, then none."""
    with_all = screens.verdicts(RULES)
    yield _trial("all rules", with_all, with_all, 0.0)
    for rule in RULES:
        others = [one for one in RULES if one is not rule]
        without = screens.verdicts(others)
        yield _trial(rule.name, with_all, without, screens.milliseconds(rule))
    yield _trial("no rules", with_all, screens.verdicts(()), 0.0)


def _trial(name: str, with_it: list[bool], without: list[bool], spent: float) -> Trial:
    pairs = list(zip(with_it, without, strict=True))
    wins, costs = pairs.count((True, False)), pairs.count((False, True))
    right = sum(without)
    return Trial(name, right, wilson(right, len(without)), wins, costs, round(spent, 3))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, default=SET)
    parser.add_argument("--accessibility", action="store_true", help="programs tell what they show")
    parser.add_argument(
        "--shown", type=int, metavar="N", help="N steps on screens with the request"
    )
    parser.add_argument("--tasks", type=int, metavar="N", help="N whole tasks of the same desktop")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    screens: Screens | Pages | Tasks
    if arguments.shown:
        mode, screens = "shown", Pages(arguments.shown, _decoder())
    elif arguments.tasks:
        mode, screens = "tasks", Tasks(arguments.tasks, _decoder())
    else:
        mode = "accessibility" if arguments.accessibility else "pixels"
        screens = Screens(arguments.set, accessibility=arguments.accessibility)
    print(f"{len(screens.items)} {'tasks' if arguments.tasks else 'steps'}\n")
    print(f"{'off':16} right  95 %       wins costs   ms")
    found: list[Trial] = []
    for trial in trials(screens):
        found.append(trial)
        print(
            f"{trial.name:16} {trial.right:5}  {shown(trial.interval):9}"
            f" {trial.wins:5} {trial.costs:5} {trial.milliseconds:6.2f}"
        )
    if arguments.json:
        figures = {"n": len(screens.items), "trials": msgspec.to_builtins(found)}
        _write(arguments.json, mode, figures)
    return 0


def _decoder() -> Decoder:
    return open_decoder(default_folder())


def _write(path: Path, mode: str, figures: dict[str, Any]) -> None:
    """Into the file, whose figures of the other modes stay."""
    whole: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**whole, mode: figures}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
