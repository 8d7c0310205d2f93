"""What the embedded model makes of memory: ten facts that it can only know from earlier runs.

Each task names a fact, a dialog of a real program asks for it, and what the dialog prints decides.
An earlier run has noted the fact; a hundred other runs lie in between. The same tasks are done with
memory and without; parts of the two kinds take turns, so that a slow machine is slow for both.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from pathlib import Path

import msgspec

from _memory_tasks import other_run
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.run import Request, execute


class Known(msgspec.Struct, frozen=True):
    """A fact, and a task that needs it."""

    fact: str
    task: str
    field: str
    """What the dialog asks for."""
    value: str


FORM = "zenity --forms --title=Contact --add-entry=Name --add-entry=Email --add-entry=City"
KNOWN = (
    Known("My email is ada@example.org.", "Enter my email and press OK.", "", "|ada@example.org|"),
    Known("My city is Oslo.", "Enter my city, then press OK.", "", "||Oslo"),
    Known("My name is Lovelace.", "Fill in my name and press OK.", "", "Lovelace||"),
    Known(
        *(
            "The customer number of Meyer is 4711.",
            "Enter the customer number of Meyer and press OK.",
        ),
        *("Customer number", "4711"),
    ),
    Known(
        *("The room number of Silva is 305.", "Enter the room number of Silva as noted, press OK."),
        *("Room number", "305"),
    ),
    Known(
        *("The contract number of Novak is K-88.", "Type the contract number of Novak, press OK."),
        *("Contract number", "K-88"),
    ),
    Known(
        *(
            "The invoice number of Tanaka: 20931",
            "Enter the invoice number of Tanaka and press OK.",
        ),
        *("Invoice number", "20931"),
    ),
    Known(
        "My phone number is 555-0199.", "Enter my phone number and press OK.", "Phone", "555-0199"
    ),
    Known("My user name is ada1815.", "Enter my user name and press OK.", "User name", "ada1815"),
    Known(
        *("The project code of Okafor is Delta.", "Enter the project code of Okafor, press OK."),
        *("Project code", "Delta"),
    ),
)


def measure_nano(folder: Path) -> dict[str, float]:
    """Share of the tasks that were done, with memory and without."""
    os.environ["UITARS_HOME"] = str(folder / "home")
    rng = random.Random(11)
    memory_file().parent.mkdir(parents=True, exist_ok=True)
    store = EpisodeStore(memory_file())
    store.add(_lesson(number, one) for number, one in enumerate(KNOWN))
    store.add(other_run(number, rng) for number in range(100))
    store.close()
    done: dict[bool, list[bool]] = {True: [], False: []}
    for number, one in enumerate(KNOWN):
        for memory in (False, True):
            done[memory].append(_is_done(one, folder / f"{number}-{memory}", memory=memory))
    return {
        "nano_tasks": len(KNOWN),
        "nano_success_with_memory": statistics.mean(done[True]),
        "nano_success_without_memory": statistics.mean(done[False]),
    }


def _is_done(one: Known, workspace: Path, *, memory: bool) -> bool:
    dialog = f'zenity --entry --title=Order --text="{one.field}"' if one.field else FORM
    settings = Settings(model="nano", desktop="sandbox", max_steps=10, memory=memory)
    app = f"sh -c '{dialog} > answer.txt'"
    workspace.mkdir()
    request = Request(task=one.task, settings=settings, apps=(app,), workspace=str(workspace))
    for _ in execute(
        request, asker=NobodyAsker(), answer=lambda _question: None, control=Control()
    ):
        pass
    answer = workspace / "answer.txt"
    return answer.is_file() and answer.read_text().strip() == one.value


def _lesson(number: int, one: Known) -> Episode:
    """A run that looked something up and noted it."""
    source = Source(f"lesson-{number}", 0, 3)
    return Episode(
        level=Level.RUN,
        intention=f"Look through letter {number}",
        origin=Origin.TRUSTED,
        succeeded=True,
        outcome="finished",
        facts=(Fact(one.fact, Origin.SCREEN, source),),
        sources=(source,),
        successes=1,
        learned=time.time(),
    )
