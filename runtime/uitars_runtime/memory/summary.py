"""A run as episodes, from its record alone: the same record gives the same episodes.

No model is asked. A sub-goal is a stretch of work in one program, ended by a note or by going
elsewhere; its intention is the thought it began with. What a person said is trusted, everything
else may repeat what a screen said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from uitars_runtime.export.words import action_in_words, chord, ending_in_words, printable
from uitars_runtime.intent import PLACE
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.memory.merging import MOST_FACTS, MOST_OBSTACLES, settled
from uitars_runtime.privacy.words import is_about_a_secret
from uitars_runtime.run_record import Evidence, RunEnded, RunStarted, Trajectory, begun_at
from uitars_runtime.types import (
    Action,
    AskUser,
    Click,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Place,
    Press,
    Scroll,
    Step,
    Type,
    Wait,
)

BELIEVED = frozenset({Evidence.VERIFIED, Evidence.SEEN})
"""What a run must have to show for itself, so that others learn from it."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n")
_LONGEST_SENTENCE = 120
_LONGEST_FACT = 300
_LONGEST_STRETCH = 25
_MOST_WAYS = 20
_COUNTS = {1: "click", 2: "double-click", 3: "triple-click"}


def summarise(run: Trajectory) -> tuple[Episode, ...]:
    """The episode of the whole run, then those of its sub-goals. Empty for a run without steps.

    Of a run that finished unchecked nobody knows whether it worked: only what a person said and
    what was noted is kept. Raises `UsageError` for a record that names no time.
    """
    if not run.steps:
        return ()
    learned = begun_at(run.started).timestamp()
    if run.ended is not None and run.ended.evidence is Evidence.UNCHECKED:
        only = _run_of(run.started, run.steps, run.ended, learned)
        return (only,) if only.facts else ()
    stretches = stretches_of(run.steps)
    goals = [
        goal_of(run.started.run, stretch, learned) for stretch in stretches if _is_work(stretch)
    ]
    whole = _run_of(run.started, run.steps, run.ended, learned)
    # A run of one stretch is its own sub-goal.
    return (whole, *goals) if len(goals) > 1 else (whole,)


def stretches_of(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps cut where the program changes, after a note, and where a stretch gets long."""
    stretches: list[list[Step]] = []
    application = ""
    ended = True
    for step in steps:
        here = step.place.application or application
        if ended or (application and here != application) or len(stretches[-1]) >= _LONGEST_STRETCH:
            stretches.append([])
        stretches[-1].append(step)
        application, ended = here, isinstance(step.action, Note)
    return [tuple(stretch) for stretch in stretches]


def goal_of(run: str, stretch: Sequence[Step], learned: float) -> Episode:
    """The episode of one stretch of work, at least one step."""
    source = Source(run, stretch[0].index, stretch[-1].index)
    place = place_of(stretch)
    last = next((step for step in reversed(stretch) if step.action is not None), stretch[-1])
    thoughts = (first_sentence(step.thought) for step in stretch)
    intention = next(filter(None, thoughts), "") or _deed(stretch[0])
    return Episode(
        level=Level.GOAL,
        intention=intention,
        origin=Origin.SCREEN,
        application=place.application,
        window=place.window,
        succeeded=last.outcome.ok,
        outcome=_outcome(last),
        ways=ways_of(stretch),
        obstacles=obstacles_of(stretch),
        facts=facts_of(run, stretch),
        sources=(source,),
        successes=int(last.outcome.ok),
        failures=int(not last.outcome.ok),
        learned=learned,
    )


def _run_of(
    started: RunStarted, steps: Sequence[Step], ended: RunEnded | None, learned: float
) -> Episode:
    place = place_of(steps)
    good = ended is not None and ended.evidence in BELIEVED
    unknown = ended is not None and ended.evidence is Evidence.UNCHECKED
    said = first_sentence(ended.reason) if ended else ""
    words = ending_in_words(ended)
    return Episode(
        level=Level.RUN,
        intention=printable(started.task.text, lines=True),
        origin=Origin.TRUSTED,
        application=place.application,
        window=place.window,
        succeeded=good,
        outcome=f"{words}: {said}" if said else words,
        ways=() if unknown else ways_of(steps),
        obstacles=() if unknown else obstacles_of(steps),
        facts=facts_of(started.run, steps),
        sources=(Source(started.run, steps[0].index, steps[-1].index),),
        successes=int(good),
        failures=int(not good and not unknown),
        learned=learned,
    )


def place_of(steps: Iterable[Step]) -> Place:
    """Where most of the work was done, with the latest title there."""
    counts: dict[str, int] = {}
    titles: dict[str, str] = {}
    for step in steps:
        name = step.place.application
        if name:
            counts[name] = counts.get(name, 0) + 1
            titles[name] = step.place.window
    if not counts:
        return Place()
    most = max(counts, key=lambda name: counts[name])
    return Place(most, printable(titles[most]))


def ways_of(steps: Iterable[Step]) -> tuple[str, ...]:
    """What was done and had an effect, in words and in order."""
    ways = [_deed(step) for step in steps if _had_effect(step)]
    return tuple(ways[:_MOST_WAYS])


def obstacles_of(steps: Iterable[Step]) -> tuple[str, ...]:
    """What went wrong, each once, the latest last."""
    found: dict[str, None] = {}
    for step in steps:
        if step.action is None or isinstance(step.action, Finish | AskUser):
            continue
        if not step.outcome.ok:
            found[f"{_deed(step)}: {first_sentence(step.outcome.text)}"] = None
        elif step.outcome.changed is False and isinstance(step.action, Click | Press | Type | Drag):
            found[f"{_deed(step)}: nothing changed"] = None
    return tuple(found)[-MOST_OBSTACLES:]


def facts_of(run: str, steps: Iterable[Step]) -> tuple[Fact, ...]:
    """What was noted, and what the person answered or said."""
    facts: list[Fact] = []
    for step in steps:
        source = Source(run, step.index, step.index)
        facts.extend(Fact(_fact(said), Origin.TRUSTED, source) for said in step.said)
        match step.action:
            case Note(text=text) if step.outcome.ok and text.strip():
                facts.append(Fact(_fact(text), Origin.SCREEN, source))
            case AskUser(question=question) if step.outcome.ok:
                answer = f"Asked “{question}”. {step.outcome.text}"
                facts.append(Fact(_fact(answer), Origin.TRUSTED, source))
            case _:
                pass
    return kept_facts(facts)[-MOST_FACTS:]


def kept_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Those that are not about a secret; contradictions are settled."""
    return settled([fact for fact in facts if not is_about_a_secret(fact.subject)])


def first_sentence(text: str) -> str:
    """The first sentence that says something, on one line and not long."""
    for sentence in _SENTENCE.split(PLACE.sub("", text).strip()):
        if shown := printable(sentence.strip()):
            if len(shown) > _LONGEST_SENTENCE:
                return f"{shown[: _LONGEST_SENTENCE - 1]}…"
            within_a_name = shown.count("“") > shown.count("”")
            return f"{shown}…”" if within_a_name else shown
    return ""


def _outcome(last: Step) -> str:
    """What came of a stretch. What a person answered is a fact, and may be none to keep."""
    if isinstance(last.action, AskUser) and last.outcome.ok:
        return "answered"
    return first_sentence(last.outcome.text) or "done"


def _fact(text: str) -> str:
    shown = printable(" ".join(text.split()))
    return shown if len(shown) <= _LONGEST_FACT else f"{shown[: _LONGEST_FACT - 1]}…"


def _had_effect(step: Step) -> bool:
    if isinstance(step.action, Wait | Note | Finish | AskUser | Move | None):
        return False
    return step.outcome.ok and step.outcome.changed is not False


def _is_work(stretch: Sequence[Step]) -> bool:
    """Whether anything happened beyond waiting and finishing."""
    return any(not isinstance(step.action, Wait | Finish | None) for step in stretch)


def _deed(step: Step) -> str:
    """An action as it can be done again: what for, instead of where on that screen."""
    if step.action is None:
        return "a reply that could not be read"
    if step.verdict is not None and _is_secret(step):
        return "enter what is not kept here"
    words = _without_coordinates(step.action)
    why = first_sentence(step.thought)
    return f"{words} ({why.rstrip('.')})" if why else words


def _is_secret(step: Step) -> bool:
    """Whether the gate took the step for one about credentials."""
    verdict = step.verdict
    typed = isinstance(step.action, Type | Press | KeyDown | KeyUp)
    return typed and verdict is not None and "R4" in verdict.rule


def _without_coordinates(action: Action) -> str:
    match action:
        case Click(button=button, count=count):
            return _COUNTS[count] if button == "left" else f"{button}-{_COUNTS[count]}"
        case Drag():
            return "drag"
        case Scroll(direction=direction, amount=amount):
            return f"scroll {direction} by {amount}"
        case Press(keys=keys):
            return f"press {chord(keys)}"
        case _:
            return action_in_words(action)
