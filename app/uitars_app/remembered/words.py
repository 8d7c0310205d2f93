"""What the runtime wrote into an episode, in the person's language where its words are known.

What a person wrote, what a larger model thought and what is on screens stays as it is.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from PySide6.QtCore import QCoreApplication

from uitars_app.reasons import reason_words
from uitars_app.thoughts import said_words, thought_words
from uitars_app.words import ending_words, shown
from uitars_runtime.export.words import ending_in_words
from uitars_runtime.intent import read_intent
from uitars_runtime.memory.episode import Episode, Origin
from uitars_runtime.run_record import Ending, Evidence, RunEnded

_DEED: Final = re.compile(r"[^(]*\((?P<why>.*)\)", re.DOTALL)
_MISHAP: Final = re.compile(r"(?P<deed>.*\)): (?P<came>.*)", re.DOTALL)
_ASKED: Final = re.compile(r"Asked “(?P<question>.+)”\. (?P<answer>.*)", re.DOTALL)


def intention_words(episode: Episode) -> str:
    """What was to be done; a task stands as the person said it."""
    if episode.origin is Origin.TRUSTED:
        return shown(episode.intention)
    return thought_words(episode.intention)


def outcome_words(outcome: str) -> str:
    """What came of it: how a run ended and why, or what the last step said."""
    ending, _, why = outcome.partition(": ")
    if ending not in _endings():
        return reason_words(shown(outcome))
    ended = _endings()[ending]
    if not why or (ended is not None and ended.ending is Ending.STOPPED):
        return ending_words(ended)
    return _joined(ending_words(ended), reason_words(shown(why)))


def way_words(way: str) -> str:
    """One step that had an effect: what the thought says, it says more than the action."""
    found = _DEED.fullmatch(way)
    if found is None:
        return shown(way)
    # What was cut lost its closing quote, too.
    thought = f"{found['why']}”." if found["why"].endswith("…") else f"{found['why']}."
    return thought_words(thought).rstrip(".。") if read_intent(thought) else shown(way)


def obstacle_words(obstacle: str) -> str:
    """One step that failed, and what came of it."""
    found = _MISHAP.fullmatch(obstacle)
    if found is None:
        return shown(obstacle)
    if found["came"] == "nothing changed":
        came = QCoreApplication.translate("Memory", "nothing changed")
    else:
        came = reason_words(shown(found["came"]))
    return _joined(way_words(found["deed"]), came)


def fact_words(fact: str) -> str:
    """A fact; of an answer the question may be the embedded model's."""
    found = _ASKED.fullmatch(fact)
    if found is None:
        return shown(fact)
    words = QCoreApplication.translate("Memory", "Asked “{0}”. {1}")
    return words.format(said_words(found["question"]), shown(found["answer"]))


def _joined(what: str, came: str) -> str:
    return QCoreApplication.translate("Memory", "{0}: {1}").format(what, came)


@functools.cache
def _endings() -> dict[str, RunEnded | None]:
    """Endings by the words of the runtime, which are not those of the window."""
    ended = (
        RunEnded(ending, 0, 0, 0.0, None, evidence=evidence)
        for ending in Ending
        for evidence in Evidence
    )
    return {"cut off": None, **{ending_in_words(one): one for one in ended}}
