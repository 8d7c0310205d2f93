"""What memory is worth and what it costs: the same tasks twice, recall, context, time.

    python bench/memory.py [--episodes 100000] [--only PART] [--json OUT]

`--only tasks|nano|recall|context|time` measures one part; the other figures of OUT stay.

Tasks: see _memory_tasks.py; the model there is a script. Nano: the embedded model, see
_memory_nano.py. Recall: the 240 queries of
memory_queries.json, each about one of 60 topics (an operation on a document) that five earlier runs
were about in other words, among 2,000 other episodes; every topic has neighbours that share its
operation or its document. Context: see _memory_context.py. Time: recall of a task among
`--episodes` on disk, after the first call, which reads the signatures; the first call of a fresh
process is timed by itself, five times. The time of the processor stands beside both for a machine
that does other work meanwhile.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from _figures import report
from _memory_context import measure_context
from _memory_nano import measure_nano
from _memory_tasks import measure_tasks
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.memory.search import Query, Search
from uitars_runtime.memory.store import EpisodeStore

_SET = Path(__file__).with_name("memory_queries.json")
_OTHER_EPISODES = 2000
_TIMED_QUERIES = 400
_VERBS = (
    *("open", "save", "export", "rename", "print", "search", "find", "copy", "delete"),
    *("enable", "disable", "move", "attach", "send", "change", "set"),
)
_NOUNS = (
    *("report", "file", "invoice", "table", "picture", "contact", "setting", "font"),
    *("window", "folder", "mail", "note", "page", "sheet"),
)
_PROGRAMS = ("Writer", "Gimp", "Files", "Mousepad", "Calc")


def measure(episodes: int) -> Mapping[str, float]:
    return {name: value for part in PARTS.values() for name, value in part(episodes).items()}


def _tasks(_episodes: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        return measure_tasks(Path(folder))


def _nano(_episodes: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        return measure_nano(Path(folder))


def _recall(_episodes: int) -> dict[str, float]:
    """Precision at 5, and how often the first is right; without a threshold and with it."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        return _recall_from(Path(folder, "queries.sqlite"))


def _recall_from(file: Path) -> dict[str, float]:
    data = json.loads(_SET.read_text("utf-8"))
    topics = [(one, name) for one in data["operations"] for name in data["objects"]]
    rng = random.Random(5)
    store = EpisodeStore(file)
    store.add(_synthetic(number, rng) for number in range(_OTHER_EPISODES))
    labels: dict[int, int] = {}
    for topic, (operation, name) in enumerate(topics):
        for number, text in enumerate(operation["done"]):
            run = f"topic-{topic}-{number}"
            for stored in store.add([_episode(run, text.format(o=name), "Writer")]):
                labels[stored] = topic
    search = Search(store)
    at_five, first, recalled, right = list[float](), list[bool](), 0, 0
    for topic, (operation, name) in enumerate(topics):
        for text in operation["asked"]:
            query = Query(text.format(o=name))
            found = [labels.get(one.stored.number) for one in search.find(query, 5, least=0.0)]
            at_five.append(found.count(topic) / 5)
            first.append(found[:1] == [topic])
            kept = [labels.get(one.stored.number) for one in search.find(query, 5)]
            recalled += len(kept)
            right += kept.count(topic)
    unrelated = ["Bake bread with rye flour", "How tall is the tower?", "Wash nine blue jumpers"]
    noise = [len(search.find(Query(text), 5)) for text in unrelated]
    store.close()
    return {
        "recall_queries": len(at_five),
        "recall_precision_at_5": statistics.mean(at_five),
        "recall_first_is_right": statistics.mean(first),
        "recall_precision_of_what_is_recalled": right / max(1, recalled),
        "recall_episodes_for_unrelated_tasks": statistics.mean(noise),
    }


def _time(episodes: int) -> dict[str, float]:
    """Milliseconds of a recall among many episodes, and megabytes on disk."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        file = Path(folder, "many.sqlite")
        began = time.perf_counter()
        _fill(file, episodes)
        added = time.perf_counter() - began
        return {
            "recall_on_disk_episodes": episodes,
            "recall_on_disk_mb": file.stat().st_size / 1e6,
            **_first_recalls(file),
            **_later_recalls(file),
            "remember_ms_each": 1e3 * added / episodes,
        }


def _fill(file: Path, episodes: int) -> None:
    rng = random.Random(3)
    store = EpisodeStore(file, capacity=episodes)
    for start in range(0, episodes, 5000):
        store.add(_synthetic(number, rng) for number in range(start, min(start + 5000, episodes)))
    store.close()


def _first_recalls(file: Path) -> dict[str, float]:
    """Of a process that has read nothing yet, as at the beginning of every run."""
    program = """
import sys, time
from pathlib import Path
from uitars_runtime.memory.search import Query, Search
from uitars_runtime.memory.store import EpisodeStore
began, worked = time.perf_counter(), time.process_time()
Search(EpisodeStore(Path(sys.argv[1]))).find(Query("open my report", "Writer"))
print(1e3 * (time.perf_counter() - began), 1e3 * (time.process_time() - worked))
"""
    command = [sys.executable, "-c", program, str(file)]
    said = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(5)]
    times = [[float(number) for number in line.split()] for line in said]
    return {
        "recall_first_ms": statistics.median(one[0] for one in times),
        "recall_first_cpu_ms": statistics.median(one[1] for one in times),
    }


def _later_recalls(file: Path) -> dict[str, float]:
    rng = random.Random(4)
    store = EpisodeStore(file)
    numbers = [rng.randrange(1, len(store) + 1) for _ in range(_TIMED_QUERIES)]
    texts = [stored.episode.intention for stored in store.some(numbers)]
    search = Search(store)
    search.find(Query(texts[0]))
    times: list[float] = []
    spent: list[float] = []
    for text in texts:
        began, worked = time.perf_counter(), time.process_time()
        search.find(Query(text.replace("the", "my"), "Writer"))
        times.append(1e3 * (time.perf_counter() - began))
        spent.append(1e3 * (time.process_time() - worked))
    store.close()
    return {
        "recall_p50_ms": statistics.median(times),
        "recall_p95_ms": statistics.quantiles(times, n=20)[-1],
        "recall_p95_cpu_ms": statistics.quantiles(spent, n=20)[-1],
    }


def _synthetic(number: int, rng: random.Random) -> Episode:
    """A task of common words and two rare ones."""
    rare = [
        f"{rng.choice('bdfgklmnprst')}{rng.choice('aeiou')}{rng.randrange(10**5)}" for _ in "12"
    ]
    task = f"{rng.choice(_VERBS)} the {rng.choice(_NOUNS)} {rare[0]} for {rare[1]}"
    fact = f"The {rng.choice(_NOUNS)} of {rare[0]} {rare[1]} is {rng.randrange(1000)}."
    return _episode(f"run-{number}", task, rng.choice(_PROGRAMS), fact)


def _episode(run: str, task: str, application: str, fact: str = "") -> Episode:
    source = Source(run, 0, 5)
    return Episode(
        level=Level.RUN,
        intention=task,
        origin=Origin.TRUSTED,
        application=application,
        succeeded=True,
        outcome="finished",
        ways=("click (Open the menu File.)", "press Ctrl+S"),
        facts=(Fact(fact, Origin.SCREEN, source),) if fact else (),
        sources=(source,),
        successes=1,
        learned=time.time(),
    )


PARTS: Mapping[str, Callable[[int], Mapping[str, float]]] = {
    "tasks": _tasks,
    "nano": _nano,
    "recall": _recall,
    "context": lambda _episodes: measure_context(),
    "time": _time,
}

if __name__ == "__main__":
    sys.exit(report(__doc__, "episodes", 100_000, measure, 3, PARTS))
