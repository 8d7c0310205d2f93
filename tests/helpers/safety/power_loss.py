"""Power goes at a random moment: nothing that was acknowledged may be lost, in any store on disk.

One program writes the record of a run, the audit log, memory and remembered decisions; its system
calls are cut off at a thousand places, and the product reads what is left.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

from helpers.episodes import episode, fact
from helpers.runs import picture, proposal, started, write_step
from helpers.safety.audit_tampering import make_log
from helpers.safety.disk_trace import Acknowledge, Event, Sync, cut, trace
from uitars_runtime.audit.log import AuditLog
from uitars_runtime.consent import Reach
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.remembered import Decisions, listed
from uitars_runtime.journal import RunJournal, read_record
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.types import Note

_ROUNDS = 25


def run(share: float) -> dict[str, int | float | str]:
    """1,000 cuts. `failed` counts those after which something acknowledged was missing."""
    seeds = max(20, round(1000 * share))
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / "disk"
        _make_folders(root)
        events = trace(
            [sys.executable, "-m", "helpers.safety.power_loss", str(root)],
            root,
            {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        problems = _cuts(events, root, seeds)
        # A program that never syncs must be caught, or the drill proves nothing.
        careless = [event for event in events if not isinstance(event, Sync)]
        caught = len(_cuts(careless, root, 20))
    assert caught > 10, f"only {caught} of 20 cuts of a program that never syncs were noticed"
    return {
        "tried": seeds,
        "failed": len(problems),
        "losses_noticed_without_syncs": f"{caught} of 20",
        "what": "; ".join(problems)[:2000],
    }


def _cuts(events: list[Event], root: Path, seeds: int) -> list[str]:
    """What was missing, one entry for each cut after which something was."""
    problems: list[str] = []
    for seed in range(seeds):
        chance = random.Random(seed)
        at = chance.randint(1, len(events))
        with tempfile.TemporaryDirectory(dir=root.parent) as place:
            _make_folders(Path(place))
            cut(events, at, chance, Path(place), root)
            if problem := _missing(Path(place), events[:at]):
                problems.append(f"seed {seed}, after {at} of {len(events)}: {problem}")
    return problems


def _make_folders(root: Path) -> None:
    for name in ("run", "audit", "memory", "state"):
        (root / name).mkdir(parents=True, exist_ok=True)


def _missing(left: Path, events: list[Event]) -> str:
    """What was acknowledged and is not there; empty when all of it is."""
    said = [event.words for event in events if isinstance(event, Acknowledge)]
    wanted = {name: sum(words == name for words in said) for name in set(said)}
    found = {"audit": _audited, "memory": _remembered, "decision": _decided, "step": _recorded}
    for name, count in found.items():
        needed = wanted.get(name, 0)
        try:
            there = count(left) if needed or name == "audit" else 0
        except Exception as error:
            return f"{name}: {type(error).__name__}: {error}"
        if there < needed:
            return f"{name}: {there} of {needed}"
    return ""


def _recorded(left: Path) -> int:
    steps = read_record(left / "run").trajectory.steps
    assert [step.index for step in steps] == list(range(len(steps)))
    for step in steps:
        assert (left / "run" / "images" / f"{step.observation.image}.png").stat().st_size
    return len(steps)


def _audited(left: Path) -> int:
    # The next writer repairs what was half written, and says so in the log.
    make_log(left / "audit", actions=1)
    report = AuditLog(left / "audit" / "log.jsonl", left / "audit" / "head.json").verify()
    assert not report.problem, report.problem
    return report.entries - 1


def _remembered(left: Path) -> int:
    path = left / "memory" / "memory.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with contextlib.closing(EpisodeStore(path)) as store:
        return len(store)


def _decided(left: Path) -> int:
    return len(listed(left / "state" / "decisions.json"))


def main() -> None:
    """Write into every store in turn; say so after each call that returned."""
    root = Path(sys.argv[1])
    journal = RunJournal.create(root / "run", started("run"))
    store = EpisodeStore(root / "memory" / "memory.sqlite")
    decisions = Decisions(file=root / "state" / "decisions.json")
    for number in range(_ROUNDS):
        write_step(journal, number, proposal(Note("n" * 300 * number)), picture(number))
        _say("step")
        make_log(root / "audit", actions=1)
        _say("audit")
        store.add([episode(f"task {number} of many", fact(f"word{number} " * 50))])
        _say("memory")
        decisions.remember(f"rule-{number}", Facts(application="Editor"), Reach.APP)
        _say("decision")


def _say(words: str) -> None:
    os.write(1, f"{words}\n".encode())


if __name__ == "__main__":
    main()
