"""Every page of the window as pictures: `python page_pictures.py THEME LANGUAGE OUT`.

The scale comes from `QT_SCALE_FACTOR`. What the pages show is the same everywhere: two runs, a
kept task, what is remembered of one run.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import msgspec
import numpy as np

from uitars_app.assistant import make_application
from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.pages import PAGES
from uitars_app.preferences import ThemeChoice, open_preferences
from uitars_app.saved.task import SavedTask
from uitars_app.selftest import settle
from uitars_app.sessions import work as session_work
from uitars_app.sessions.work import SessionFacts
from uitars_app.state import open_state
from uitars_app.theme.theme import Theme
from uitars_app.window import MainWindow
from uitars_runtime import paths
from uitars_runtime.desktop.sandbox import SandboxState
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal, read_run
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.memory.summary import summarise
from uitars_runtime.models.machine import Machine
from uitars_runtime.run_record import Ending, Evidence, RunEnded, RunStarted
from uitars_runtime.sessions.record import Lease, SessionRecord
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Finish,
    Outcome,
    Point,
    Proposal,
    Step,
    Task,
    Type,
    Verdict,
)

_ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "ask-on-risk/R1", "Ordinary work in a window.")


def screen(number: int) -> Frame:
    """A plain desktop with a window that differs from step to step."""
    pixels = np.full((400, 640, 3), (60, 74, 90), np.uint8)
    pixels[60:340, 90:550] = 245
    pixels[60:88, 90:550] = (90, 130, 200)
    pixels[120 + 30 * number : 140 + 30 * number, 120:420] = 120
    return Frame(pixels)


def record(name: str, task: str, ending: Ending) -> Path:
    folder = paths.runs_folder() / name
    folder.mkdir(parents=True)
    started = RunStarted(
        run=name, task=Task(task), model="nano", dialect="uitars-nano", desktop="sandbox",
        policy="ask-on-risk", started="2026-01-01T10:00:00+00:00", version="0",
    )  # fmt: skip
    journal = RunJournal.create(folder, started)
    actions = (Click(Point(300, 130)), Type("Hello"), Finish())
    for number, action in enumerate(actions):
        proposal = Proposal(f"Part {number + 1} of the task.", action, "")
        seen = journal.intend(number, proposal, screen(number))
        outcome = Outcome(ok=True, text="The screen changed.", changed=True)
        journal.append(Step(number, seen, proposal, _ALLOWED, outcome))
    evidence = (
        Evidence.SEEN if ending is Ending.FINISHED else Evidence.NONE
    )  # else nothing is learnt
    journal.end(RunEnded(ending, ending.exit_code, len(actions), 4.2, None, evidence=evidence))
    return folder


def sessions() -> list[SessionFacts]:
    """One that is free and one where a run works; no picture of either can come."""
    began = time.time() - 7300
    nowhere = SandboxState(":9999", 1, {"DISPLAY": ":9999", "XAUTHORITY": "/nowhere"})
    free = SessionRecord("8524af8b", 1, 1, began, SessionOrder(), "/workspace", "/folder", nowhere)
    held = SessionRecord(
        "f10e3750", 1, 1, began, SessionOrder(), "/workspace", "/folder", nowhere,
        lease=Lease("20260101-100000-000-00000001", 1, began, began + 9000),
    )  # fmt: skip
    return [
        SessionFacts(free, ("mousepad", "chromium"), 512_000_000),
        SessionFacts(held, (), 73_000_000),
    ]


def main(theme: str, language: str, out: Path) -> None:
    session_work.sessions = sessions
    work.this_machine = lambda: Machine(16 * 10**9)
    run = record("20260101-100000-000-00000001", "Write a greeting and save it", Ending.FINISHED)
    record("20260101-110000-000-00000002", "Sort the pictures by year", Ending.STOPPED)
    store = EpisodeStore(memory_file())
    store.add(summarise(read_run(run)))
    store.close()
    application = make_application(["uitars"], "zh_CN" if language == "zh_CN" else "en")
    preferences = open_preferences()
    look = Theme(application, msgspec.convert(theme, ThemeChoice))
    context = Context(preferences, open_state(), look)
    report = SavedTask(name="Weekly report", text="Send {Report} to {Boss}")
    context.saved.update(lambda tasks: tasks.with_task(report))
    window = MainWindow(context)
    window.resize(1180, 760)
    window.show()
    context.show_run(run)
    for entry in PAGES:
        window.show_page(entry.key)
        if not settle(context.background):
            sys.exit(f"{entry.key} does not come to rest")
        window.grab().save(str(out / f"{entry.key}.png"))
    window.hide()
    context.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
