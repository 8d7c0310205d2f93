"""Whether what is said of a run can be believed: played right and wrong, on purpose, in known ways.

Each task of the set, in natural words, is played to several ends by its own deeds: what was asked
was done, a neighbour of it, half of it, nothing. The judgement of the run (`evidence`) is compared
with what the program's own state says. A claim is a run that is seen to be done; a false one is a
claim whose verifier says no; recall is the share of claims among runs that did what was asked. The
set is for development: its wordings may be read and worked on. What judges on wordings that nobody
looked at is `bench/everyday.py`.

    python bench/endings.py [--accessibility] [--only NAME ...] [--keep DIR] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uitars_runtime.evidence.witness import Witness
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.fusion import fuse
from uitars_runtime.judging import READERS, sentence_encoder
from uitars_runtime.run_record import Evidence
from uitars_runtime.types import Proposal, Task
from uitars_train.evaluate.apps import App, run_app
from uitars_train.evaluate.intervals import wilson
from uitars_train.evaluate.results import Result
from uitars_train.flywheel.teacher import Deed, Expert

if TYPE_CHECKING:
    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep, Stop
    from uitars_runtime.run_record import Judgement

SET = Path(__file__).with_name("endings.json")
PROGRAMS = Path(__file__).parents[1] / "tests" / "helpers" / "programs"
SERVER, PAGE = "shop_server.py", "shop_page.html"
OURS = ("panel_gtk.py", "panel_tk.py", SERVER)
RIGHT = "done"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task and the ends it is played to, each by its deeds; `done` is the right one."""

    name: str
    tag: str
    app: str
    task: str
    verify: str
    files: dict[str, str]
    ends: dict[str, tuple[Deed, ...]]
    others: tuple[str, ...] = ()
    """The same in other words. Each end is played once and judged by each wording."""

    def played(self, end: str) -> App:
        """The same for one end, with the programs of ours that it needs."""
        needed = [name for name in OURS if name in self.app]
        own = {name: (PROGRAMS / name).read_text("utf-8") for name in needed}
        if SERVER in own:
            own[PAGE] = (PROGRAMS / PAGE).read_text("utf-8")
        files = {**self.files, **own}
        return App(f"{self.name}/{end}", self.app, self.task, self.verify, files, tag=self.tag)


class Reader(Witness):
    """Implements `Judge`: also judges the same run by other wordings of its task."""

    def __init__(self, workspace: Path, *, others: Sequence[str], seen: dict[str, bool]) -> None:
        """`seen`: is given whether the run is seen to be done, by wording."""
        super().__init__(workspace, sentence_encoder, READERS, mends=0)
        self._others = others
        self._seen = seen

    def judge(self, task: Task, seen: Frame, /) -> Judgement:
        for words in self._others:
            self._seen[words] = super().judge(Task(words), seen).holds
        return super().judge(task, seen)


class Actor:
    """Implements `Model`: does the deeds of an end, one after the other, and has finished."""

    name, dialect = "actor", "none"

    def __init__(self, deeds: Sequence[Deed], look: Callable[[Frame], tuple[Element, ...]]) -> None:
        self._expert = Expert(deeds, look)

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next deed; it does not listen to what is said to be missing."""
        return Proposal("", self._expert.advise(task, past, seen).action, "")

    def close(self) -> None:
        """Nothing is open."""


def actor(deeds: Sequence[Deed], look: Callable[[Frame], tuple[Element, ...]], _app: App) -> Actor:
    """Somebody new for each run."""
    return Actor(deeds, look)


def main() -> int:
    arguments = parser().parse_args()
    cases = msgspec.json.decode(SET.read_bytes(), type=tuple[Case, ...])
    chosen = [one for one in cases if not arguments.only or one.name in arguments.only]
    with tempfile.TemporaryDirectory() as folder:
        runs = arguments.keep or Path(folder)
        runs.mkdir(parents=True, exist_ok=True)
        results = list(played(chosen, runs, accessibility=arguments.accessibility))
    found = summary(results)
    print(json.dumps(found, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("--accessibility", action="store_true")
    new.add_argument("--only", nargs="*", default=[], help="names of tasks")
    new.add_argument("--keep", type=Path, help="folder of the runs' records")
    new.add_argument("--json", type=Path)
    return new


def played(cases: Sequence[Case], runs: Path, *, accessibility: bool) -> Iterator[Result]:
    """What came of each task and end."""
    eyes = Eyes()

    def look(frame: Frame) -> tuple[Element, ...]:
        return fuse(eyes.look(frame), frame.told)

    for case in cases:
        for end, deeds in case.ends.items():
            seen: dict[str, bool] = {}
            result = run_app(
                case.played(end),
                "none",
                runs,
                lambda _step: None,
                accessibility=accessibility,
                player=partial(actor, deeds, look),
                judging=partial(Reader, others=case.others, seen=seen),
            )
            for one in (result, *by_other_words(result, seen.values())):
                fits = one.success == (end == RIGHT) and one.ending == "finished"
                marks = f"{'claimed' if one.claimed else '-':8}{'' if fits else one.ending}"
                print(f"{one.name:32} {one.success!s:6} {marks}", file=sys.stderr, flush=True)
                yield one


def by_other_words(result: Result, seen: Iterable[bool]) -> Iterator[Result]:
    """The same run as each of the other wordings finds it."""
    task, _, end = result.name.partition("/")
    for number, claimed in enumerate(seen, start=2):
        evidence = Evidence.SEEN if claimed else Evidence.UNCHECKED
        yield msgspec.structs.replace(result, name=f"{task}-{number}/{end}", evidence=evidence)


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Counts over all, and by tag: claims, of those false, of how many that were done."""
    ended = [one for one in results if one.ending == "finished"]
    tags = sorted({tag for one in ended for tag in one.tag.split()})
    whole = counts(ended)
    return {
        "played": len(ended),
        "unplayable": sorted(
            one.name
            for one in results
            if one.ending != "finished" or one.success != one.name.endswith(f"/{RIGHT}")
        ),
        **whole,
        "recall_interval": wilson(whole["claims"] - whole["false_claims"], whole["done"]),
        "false_interval": wilson(whole["false_claims"], whole["claims"]),
        "by_tag": {tag: counts([one for one in ended if tag in one.tag.split()]) for tag in tags},
        "unclaimed": [one.name for one in ended if one.success and not one.claimed],
        "claimed_falsely": [one.name for one in ended if one.claimed and not one.success],
    }


def counts(results: Sequence[Result]) -> dict[str, int]:
    """Runs that were done, claims, and claims that were false."""
    claims = [one for one in results if one.claimed]
    return {
        "done": sum(one.success for one in results),
        "claims": len(claims),
        "false_claims": sum(not one.success for one in claims),
    }


if __name__ == "__main__":
    sys.exit(main())
