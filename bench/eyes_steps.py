"""What each hand-written rule of the eyes is worth in steps: it is switched off as in
`eyes_rules.py`, and the steps of `rules.py` are decided again, on pictures alone and with what
programs say of themselves.

For each rule the table says on how many pictures the eyes say anything else without it, how many
steps are then right, and how many of them only with it and only without it. Networks answer from
memory where they were asked the same.

    python bench/eyes_steps.py [--only NAME ...] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest import mock

from _eyes_rules import RULES, place_of
from eyes_rules import look, remembering
from rules import SET, Screens

from uitars_runtime.backends.embedded.rules import RULES as RULES_OF_THE_DECODER
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.fusion import fuse
from uitars_train.evaluate.screens import read_told

Seen = Mapping[str, tuple[Element, ...]]
"""What the eyes saw on each picture."""


class Steps:
    """The steps and their pictures, each looked at by itself."""

    def __init__(self) -> None:
        self._screens = Screens(SET, accessibility=False)
        self._frames = {name: frame for name, (frame, _) in self._screens.seen.items()}
        self._told = {
            name: read_told((SET.parent / name).with_suffix(".told.json")) for name in self._frames
        }
        self._eyes = Eyes()

    def look(self) -> Seen:
        return {name: look(self._eyes, frame) for name, frame in self._frames.items()}

    def verdicts(self, seen: Seen) -> tuple[list[bool], list[bool]]:
        """Which steps are right on what was seen, and on that with what programs say."""
        fused = {name: fuse(elements, self._told[name]) for name, elements in seen.items()}
        return self._right(seen), self._right(fused)

    def _right(self, seen: Seen) -> list[bool]:
        self._screens.seen = {name: (self._frames[name], seen[name]) for name in seen}
        return self._screens.verdicts(RULES_OF_THE_DECODER)


def trial(
    name: str, steps: Steps, base: Seen, verdicts: tuple[list[bool], list[bool]]
) -> dict[str, int]:
    """The steps without a rule."""
    rules, attribute = place_of(name)
    with mock.patch.object(rules, attribute, RULES[name][1]):
        seen = steps.look()
    pictures = sum(seen[place] != base[place] for place in base)
    found = {"pictures": pictures}
    without = steps.verdicts(seen) if pictures else verdicts
    for mode, ours, others in zip(("seen", "told"), verdicts, without, strict=True):
        pairs = list(zip(ours, others, strict=True))
        found[mode] = sum(others)
        found[f"{mode}_wins"] = pairs.count((True, False))
        found[f"{mode}_costs"] = pairs.count((False, True))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=list(RULES), choices=list(RULES))
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    report = measure(arguments.only)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(names: Sequence[str]) -> dict[str, dict[str, int]]:
    """All rules, then each switched off."""
    with remembering():
        steps = Steps()
        base = steps.look()
        verdicts = steps.verdicts(base)
        report = {"all rules": {"seen": sum(verdicts[0]), "told": sum(verdicts[1])}}
        print(f"{len(verdicts[0])} steps, {report['all rules']}", flush=True)
        for name in names:
            report[name] = trial(name, steps, base, verdicts)
            print(f"{name:28}", *(f"{key} {value:3}" for key, value in report[name].items()))
    return report


if __name__ == "__main__":
    raise SystemExit(main())
