"""Twenty tasks twice, with and without memory, and a hundred other runs in between.

The model is a script, not a network: it looks for something in twenty-four boxes, one file a step,
and reads nothing but the prompt that a real dialect renders. It goes straight to where a note of
memory says the thing lies, and leaves out what a note says it has looked through. So this measures
that memory keeps the right things, finds them again among others and brings them into the prompt;
how much a network makes of them is another question. Hands, gate, journal and the store on disk are
the product's.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.memory.hierarchical import HierarchicalMemory
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.memory.window import Window
from uitars_runtime.model import ScreenModel
from uitars_runtime.protocols import Completion, Prompt, Stop, TextPart
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import Task

BOXES = tuple(f"box{number:02}.txt" for number in range(24))
STEPS = 14
"""Enough for half of the boxes."""
TOKENS = 800
DIALECT = "qwen3-vl"
_THINGS = ("invoice number", "contract number", "customer number", "room number")
_PEOPLE = ("Meyer", "Okafor", "Tanaka", "Silva", "Novak")
_OTHERS = ("Brandt", "Castro", "Dubois", "Eriksen", "Fischer", "Garcia", "Haddad", "Ivanov")
_ELSEWHERE = (
    *("Export the slides about {} as a PDF", "Change the picture of {} to grey"),
    *("Write a letter to {} and save it", "Set an alarm for the call with {}"),
)


class Wanted(msgspec.Struct, frozen=True):
    """One task: whose number, and where it lies."""

    thing: str
    person: str
    box: str
    value: str

    @property
    def task(self) -> str:
        return f"Find the {self.thing} of {self.person} in the boxes and write it to answer.txt"

    @property
    def line(self) -> str:
        return f"The {self.thing} of {self.person} is {self.value}."


class Explorer:
    """The scripted model, as a backend: a prompt in, a reply out, nothing kept in between."""

    name = "explorer"

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        """The next call, from the words of the prompt alone."""
        said = {role: _texts(prompt, role) for role in ("user", "assistant")}
        found = re.search(r"Find the (.+?) of (\w+) in the boxes", said["user"])
        if found is None:
            raise ValueError("this is no task for the explorer")
        thing, person = found.groups()
        value = re.search(rf"The {thing} of {person} is (\d+)\.", said["user"])
        if value is None:
            return _call("read_file", path=self._next(said, thing, person))
        box = re.findall(r'"read_file".*?"(box\d+\.txt)"', said["assistant"])[-1:]
        if '"write_file"' in said["assistant"]:
            return _call("computer_use", action="terminate", status="success")
        if box and '"note"' not in said["assistant"]:
            return _call("note", text=f"The {thing} of {person} lies in {box[0]}.")
        return _call("write_file", path="answer.txt", text=value[1])

    def close(self) -> None:
        """Nothing is open."""

    def _next(self, said: dict[str, str], thing: str, person: str) -> str:
        """The box a note names, else the first one that was not looked through."""
        looked = set(re.findall(r'"(box\d+\.txt)"', said["assistant"]))
        noted = re.search(rf"The {thing} of {person} lies in (box\d+\.txt)", said["user"])
        if noted and noted[1] not in looked:
            return noted[1]
        earlier = rf"Find the {thing} of {person} in the boxes and write.*?did not work.*"
        for line in re.findall(earlier, said["user"]):
            looked.update(re.findall(r"read the file “(box\d+\.txt)”", line))
        return next((box for box in BOXES if box not in looked), BOXES[0])


def measure_tasks(folder: Path) -> dict[str, float]:
    """Steps and success of both runs, with memory and without; a failure counts all its steps."""
    rng = random.Random(11)
    wanted = _wanted(rng)
    workspace = folder / "workspace"
    workspace.mkdir()
    for box in BOXES:
        lines = [one.line for one in wanted if one.box == box]
        (workspace / box).write_text("\n".join([f"This is {box}.", *lines, ""]))
    settings = HandsSettings(
        workspace=str(workspace), policy="autonomous-in-sandbox", actions_per_second=1000.0
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    store = EpisodeStore(folder / "memory.sqlite")
    try:
        first = [_run(one, hands, store, folder, f"first-{one.value}") for one in wanted]
        store.add(other_run(number, rng) for number in range(100))
        second = [_run(one, hands, store, folder, f"second-{one.value}") for one in wanted]
        without = [_run(one, hands, None, folder, f"without-{one.value}") for one in wanted]
    finally:
        store.close()
        hands.close()
    result: dict[str, float] = {}
    for name, runs in (("first", first), ("second", second), ("second_without_memory", without)):
        result[f"tasks_{name}_success"] = statistics.mean(ok for ok, _ in runs)
        result[f"tasks_{name}_steps"] = statistics.mean(steps for _, steps in runs)
    return result


def _wanted(rng: random.Random) -> list[Wanted]:
    places = [BOXES[(7 * number) % len(BOXES)] for number in range(20)]
    pairs = [(thing, person) for thing in _THINGS for person in _PEOPLE]
    numbers = rng.sample(range(1000, 10000), len(pairs))
    return [
        Wanted(thing, person, box, str(number))
        for (thing, person), box, number in zip(pairs, places, numbers, strict=True)
    ]


def _run(
    one: Wanted, hands: ProcessHands, store: EpisodeStore | None, folder: Path, name: str
) -> tuple[bool, int]:
    """Work on one task; whether the file holds the number, and the steps."""
    answer = folder / "workspace" / "answer.txt"
    answer.unlink(missing_ok=True)
    model = ScreenModel(Explorer(), load_dialect(DIALECT))
    started = RunStarted(
        *(name, Task(one.task), model.name, DIALECT, "sandbox", "autonomous-in-sandbox"),
        started=time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()),
        version="bench",
    )
    memory = HierarchicalMemory(store, started, TOKENS)
    journal = RunJournal.create(folder / name, started)
    steps = list(
        loop.run(
            started.task,
            model,
            hands,
            memory,
            journal,
            window=Window(),
            limits=Limits(steps=STEPS),
            control=Control(),
            answer=lambda _question: None,
        )
    )
    done = answer.is_file() and answer.read_text() == one.value
    ending = Ending.FINISHED if done else Ending.BUDGET
    ended = RunEnded(ending, ending.exit_code, len(steps), 0.0, done if done else None)
    journal.end(ended)
    memory.end(ended, threading.Event())
    return done, len(steps)


def other_run(number: int, rng: random.Random) -> Episode:
    """Half of the runs in between are about the same boxes, half about something else."""
    person = rng.choice(_OTHERS)
    source = Source(f"other-{number}", 0, 5)
    if number % 2:
        task, fact = rng.choice(_ELSEWHERE).format(person), f"{person} prefers number {number}."
    else:
        thing = rng.choice(_THINGS)
        task = f"Find the {thing} of {person} in the boxes and write it to answer.txt"
        fact = f"The {thing} of {person} lies in {rng.choice(BOXES)}."
    return Episode(
        level=Level.RUN,
        intention=f"{task} ({number})",
        origin=Origin.TRUSTED,
        succeeded=True,
        outcome="finished",
        ways=("read the file",),
        facts=(Fact(fact, Origin.SCREEN, source),),
        sources=(source,),
        successes=1,
        learned=time.time(),
    )


def _texts(prompt: Prompt, role: str) -> str:
    parts = (part for message in prompt.messages if message.role == role for part in message.parts)
    return "\n".join(part.text for part in parts if isinstance(part, TextPart))


def _call(name: str, **arguments: str) -> Completion:
    call = json.dumps({"name": name, "arguments": arguments})
    return Completion(f"<tool_call>\n{call}\n</tool_call>")
