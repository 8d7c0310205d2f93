"""Working and episodic memory as one: what a step is given, and what a run leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime import paths
from uitars_runtime.errors import Stopped, UitarsError
from uitars_runtime.memory.episode import Episode
from uitars_runtime.memory.recalled import BEFORE, in_words, within
from uitars_runtime.memory.summary import goal_of, place_of, stretches_of, summarise
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.protocols import Backend, PastStep, Stop
from uitars_runtime.run_record import RunEnded, RunStarted, Trajectory
from uitars_runtime.types import Step, Task

if TYPE_CHECKING:
    from uitars_runtime.memory.search import Search
    from uitars_runtime.memory.store import EpisodeStore

EPISODES = 4
"""At most so many episodes are recalled."""


def memory_file() -> Path:
    """Where episodes are kept."""
    return paths.data_folder() / "memory.sqlite"


class HierarchicalMemory:
    """Implements `Memory`: notes of this run, what left the window, episodes of earlier runs.

    Every method raises `JournalError` when the memory file fails.
    """

    def __init__(
        self,
        store: EpisodeStore | None,
        started: RunStarted,
        tokens: int,
        *,
        conceal: bool = False,
        open_teller: Callable[[], Backend] | None = None,
    ) -> None:
        """`store`: None where nothing of earlier runs is recalled and nothing of this one kept.
        `tokens`: about how many the recalled texts may take, all together. `conceal`: leave
        out secrets, as the record does. `open_teller`: opens the model that retells runs; None for
        the record alone."""
        self._store = store
        self._conceal = conceal
        self._open_teller = open_teller
        self._search: Search | None = None
        self._started = started
        self._tokens = tokens
        self._notes = WorkingMemory()
        self._steps: list[Step] = []
        self._gone: tuple[int, list[str]] = (0, [])
        """The first step that is shown, and those before it in words."""
        self._recalled: tuple[tuple[str, str], tuple[str, ...]] | None = None

    def recall(self, task: Task, past: Sequence[PastStep], /) -> Sequence[str]:
        """Notes first, then the steps that are no longer shown, then episodes; each one a line."""
        # Where they are too many, the oldest notes are left out.
        newest = reversed(self._notes.recall(task, past))
        notes = within(newest, self._tokens // 2)[::-1]
        rest = self._tokens - _size(notes)
        gone = within(self._no_longer_shown(past), rest // 2)
        return [*notes, *gone, *within(self._episodes(task, past), rest - _size(gone))]

    def remember(self, step: Step, /) -> None:
        self._notes.remember(step)
        self._steps.append(step)

    def end(self, ended: RunEnded, stop: Stop) -> None:
        """Keep the run as episodes. Raises `UitarsError` also where only retelling failed.

        `stop`: nothing is retold any more.
        """
        if self._store is None:
            return
        run = Trajectory(started=self._started, steps=tuple(self._steps), ended=ended)
        if self._conceal:
            run = _without_secrets(run)
        episodes = summarise(run)
        try:
            retold = self._retold(run, episodes, stop)
        except Stopped:
            retold = episodes
        except UitarsError:
            self._store.add(episodes)
            raise
        self._store.add(retold)

    def _retold(
        self, run: Trajectory, episodes: tuple[Episode, ...], stop: Stop
    ) -> tuple[Episode, ...]:
        if not episodes or self._open_teller is None or stop.is_set():
            return episodes
        from uitars_runtime.memory.retelling import retell

        teller = self._open_teller()
        try:
            whole = retell(run, episodes[0], teller, stop)
        finally:
            teller.close()
        return (whole, *episodes[1:])

    def close(self) -> None:
        if self._store is not None:
            self._store.close()

    def _no_longer_shown(self, past: Sequence[PastStep]) -> list[str]:
        """The steps that left the window, the latest stretch of them first."""
        first = past[0].step.index if past else 0
        if first != self._gone[0]:
            self._gone = (first, self._told(first))
        return self._gone[1]

    def _told(self, first: int) -> list[str]:
        stretches = stretches_of([step for step in self._steps if step.index < first])
        goals = [goal_of(self._started.run, stretch, 0.0) for stretch in reversed(stretches)]
        return [
            f"{BEFORE}{goal.sources[0].first + 1} to {goal.sources[0].last + 1} of this run: "
            + "; ".join(goal.ways or goal.obstacles or (goal.outcome,))
            for goal in goals
        ]

    def _episodes(self, task: Task, past: Sequence[PastStep]) -> tuple[str, ...]:
        """The same question has the same answer during a run."""
        if self._store is None:
            return ()
        from uitars_runtime.memory.search import Query, Search

        self._search = self._search or Search(self._store)
        application = place_of(item.step for item in past[-1:]).application
        asked = (task.words, application)
        if self._recalled is None or self._recalled[0] != asked:
            query = Query(task.words, application, without_run=self._started.run)
            found = [item.stored.episode for item in self._search.find(query, 2 * EPISODES)]
            texts = tuple(map(in_words, _one_of_each_run(found)[:EPISODES]))
            self._recalled = (asked, texts)
        return self._recalled[1]


def open_memory(
    started: RunStarted,
    tokens: int,
    *,
    episodes: bool,
    conceal: bool = False,
    open_teller: Callable[[], Backend] | None = None,
) -> HierarchicalMemory:
    """The memory of a run, with earlier runs or without. Raises `JournalError`."""
    if not episodes:
        return HierarchicalMemory(None, started, tokens)
    from uitars_runtime.memory.store import EpisodeStore

    store = EpisodeStore(memory_file())
    return HierarchicalMemory(store, started, tokens, conceal=conceal, open_teller=open_teller)


def _without_secrets(run: Trajectory) -> Trajectory:
    """A run as its record holds it: secrets that a text shows, and what answered a question about
    one, are left out."""
    from uitars_runtime.privacy.answers import SecretAnswers
    from uitars_runtime.privacy.words import concealed

    run, answers = concealed(run), SecretAnswers()
    steps = tuple(map(answers.without, run.steps))
    return Trajectory(started=run.started, steps=steps, ended=answers.hidden(run.ended))


def _one_of_each_run(episodes: Sequence[Episode]) -> list[Episode]:
    """The best episode of each run: a run and its own sub-goals say the same twice."""
    best: dict[str, Episode] = {}
    for episode in episodes:
        if episode.sources:  # an import could leave one of no run
            best.setdefault(episode.sources[0].run, episode)
    return list(best.values())


def _size(texts: Sequence[str]) -> int:
    from uitars_runtime.memory.tokens import tokens_of

    return sum(map(tokens_of, texts))
