"""Changes of a text that were asked for in any words: what it reads now is what they come to.

A network reads the words (`uitars_runtime/edits/`); what came about is asked of the files and the
screen alone (`documents.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from uitars_runtime.edits.asked import SURE, Asked, Reader
from uitars_runtime.edits.changes import Store, changed
from uitars_runtime.edits.hedges import hedged
from uitars_runtime.edits.page import page
from uitars_runtime.edits.reading import Part, parts
from uitars_runtime.edits.told import told
from uitars_runtime.evidence.documents import documents
from uitars_runtime.evidence.findings import Run, agreed
from uitars_runtime.evidence.goals import Alter, Change, Goal, Save
from uitars_runtime.evidence.looks import Deed
from uitars_runtime.evidence.readers import Readers
from uitars_runtime.types import Press, Type


def done_edits(task: str, run: Run, readers: Readers) -> tuple[tuple[Goal, ...], str]:
    """What a task asks of a text, and what it asks for behind that; nothing and the task where it
    was not seen to come about: its words may have meant something else."""
    reader = readers.edits() if any(map(_writes, run.deeds)) else None
    if reader is None:
        return (), task
    for lines in _before(run):
        for asked in _meant(task, lines, run, reader):
            goals, rest = _goals(task, asked, lines)
            if documents(goals, run):
                return goals, rest
    return (), task


def _writes(deed: Deed) -> bool:
    return isinstance(deed.step.action, Type | Press)


def _before(run: Run) -> Iterator[tuple[str, ...]]:
    """The lines of the texts that may be meant: of files that a title names, and on the screen."""
    first = run.deeds[0].before
    titles = [one.title for one in first.windows or ()]
    for path, text in run.written.known.items():
        if any(os.path.basename(path) in title for title in titles):
            yield tuple(text.splitlines())
    yield page(first.elements, titles).texts


def _meant(task: str, lines: Sequence[str], run: Run, reader: Reader) -> Iterator[tuple[Part, ...]]:
    """What is surely meant, or what a person said yes to."""
    yes = agreed(run)
    readings = reader.readings(task, lines)
    for reading in readings[:1]:
        asked = parts(reading.asked, lines)
        sure = reading.confidence >= SURE and not hedged(task, reading.asked)
        if sure and not isinstance(asked, Asked):
            yield asked
    for reading in readings if yes else ():
        asked = parts(reading.asked, lines, freely=True)
        if isinstance(asked, Asked):
            continue
        if told(lines, [each for part in asked for each in part.changes]) in yes:
            yield asked


def _goals(task: str, asked: Sequence[Part], lines: Sequence[str]) -> tuple[tuple[Goal, ...], str]:
    """What the text is to read in the end, and where it is to be written."""
    now = [*lines]
    edits: list[Part] = []
    saves: list[Goal] = []
    rest = ""
    for part in asked:
        if not part.changes:
            rest = task[part.start :]
            break
        for change in part.changes:
            now = changed(now, change)
            if isinstance(change, Store):
                saves.append(Save(task[part.start : part.end], change.name))
        if not all(isinstance(change, Store) for change in part.changes):
            edits.append(part)
    if not edits:
        return (), task
    words = task[edits[0].start : edits[-1].end]
    return (Alter(words, Change.WHOLE, "\n".join(now)), *saves), rest
