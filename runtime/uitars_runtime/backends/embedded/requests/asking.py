"""Asking what is meant instead of guessing, and what a person's answer makes of the task.

How likely the network finds its step is about how often it is right (`bench/asking.py` shows the
curve), so that below a share that the person sets a question costs less than the step. The question
names the likeliest two; the answer stands in the task where the words stood that it was about, but
for what it refuses. A step that the task forbids is a question however likely it is. Not here:
questions that the network itself decides on (`starting.py`), what says no (`refusals.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from uitars_runtime.agreement import agrees, answer_in
from uitars_runtime.backends.embedded.network.codec import doing, grounding
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests.language import (
    Foreign,
    read_tables,
    read_task,
)
from uitars_runtime.backends.embedded.requests.refusals import besides, forbidding, names, pieces
from uitars_runtime.backends.embedded.situation import Situation, passage
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element
from uitars_runtime.forms.doubts import is_doubt
from uitars_runtime.forms.told import is_plan
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.intent import MEANT, QUESTION
from uitars_runtime.protocols import Completion
from uitars_runtime.types import AskUser, Press, Step

WORKS: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT, Act.DRAG, Act.TYPE, Act.HOTKEY)
"""Steps that may do harm; to scroll, to wait and to end are looked at again anyway."""
AFTER_A_LOOK: Final = 0.5
"""Where nothing was found in the menus either, a step less likely than this is hardly ever right:
of those from 0.3 to 0.5 about one in four, on 1,435 first steps for programs that nothing is
learned from."""
TO_EMPTY: Final = 0.9
"""To delete all that was marked at once, or to type over it, must be so likely, as marking it must
have been. Where a text was to be emptied both were 0.95 and more, where a line of it was meant the
less likely of them 0.87 at most, in 16 runs of six requests on Mousepad and FeatherPad."""
_ALL_MARKED: Final = ("ctrl", "a")
_DELETES: Final = (("delete",), ("backspace",))
_FORMS: Final = {
    name: "|".join(forms)
    for name, forms in read_tables("answers.toml", dict[str, tuple[str, ...]]).items()
}
_ANSWERS: Final = {name: re.compile(form, re.IGNORECASE) for name, form in _FORMS.items()}
_ORDER, _THING = (
    re.compile(rf"(?:(?:{_FORMS['before']})[ ,:]+)*(?:{_FORMS[name]})\b", re.IGNORECASE)
    for name in ("order", "thing")
)
_SIGN: Final = 2
"""Letters of what may stand on a button for bold or italic, as words in an answer do."""
_KEYS: Final = re.compile(r"press “(.+)”")


def threshold(below: float, *, looked: bool) -> float:
    """How likely a step must be to be taken without a question, where a person says `below`; 0 is
    no question ever. `looked`: nothing was found in the menus."""
    return max(below, AFTER_A_LOOK) if below and looked else below


def doubted(
    decided: Decided, situation: Situation, steps: Sequence[Step], below: float, offset: int
) -> Completion | None:
    """The question in place of a step that is less likely than `below`, 0 to 1, or that the task
    forbids; None for the step.

    `steps`: those of the run; what an answer names is done, whatever its share, unless it refused
    something. `offset`: characters of the whole task before this part.
    """
    if not below or decided.decision.act not in WORKS or _agreed(steps):
        return None
    span = forbidding(decided.decision, situation)
    if span is None and _is_sure(decided, situation, steps, below):
        return None
    serves = grounding(decided.decision, situation, offset).serves
    if span is not None:
        serves = passage(situation.task, situation.words, span, offset)
    meant = "" if serves is None else f" by “{serves.text}”"
    likeliest = (decided.decision, *(one for one in decided.others if one.act in WORKS))
    # Those that read alike are one way.
    ways = list(dict.fromkeys(doing(one, situation).rstrip(".") for one in likeliest))
    said = f"1) {ways[0]}, or 2) {ways[1]}" if len(ways) > 1 else ways[0]
    question = AskUser(f"I am not sure what you mean{meant}. Shall I {said}?")
    reply = write_reply("Nothing that can be done here is likely enough to be meant.", question)
    return Completion(reply, grounding=Grounding(serves), confidence=decided.confidence)


def _is_sure(decided: Decided, situation: Situation, steps: Sequence[Step], below: float) -> bool:
    """Whether a step needs no question: likely enough, or named by the answer to the last one. What
    an answer names beside a no is asked about once more, unless it is an order of its own."""
    if not steps or not isinstance(steps[-1].action, AskUser):
        return _likely_enough(decided, steps, below)
    said, question = answer_in(steps[-1].outcome.text), steps[-1].action.question
    meant = _meant(said, question)
    if _wanted(said) not in (said, None):
        return _ORDER.match(meant) is not None and _likely_enough(decided, steps, below)
    chosen = _way(said, question) is not None or names(meant, decided.decision, situation)
    return chosen or _likely_enough(decided, steps, below)


def _likely_enough(decided: Decided, steps: Sequence[Step], below: float) -> bool:
    last = steps[-1] if steps else None
    marked = None
    if last is not None and isinstance(last.action, Press) and last.action.keys == _ALL_MARKED:
        marked = last.proposal.confidence
    gone = decided.decision.keys in _DELETES or decided.decision.act is Act.TYPE
    if not below or marked is None or not gone:
        return decided.confidence >= below
    return min(decided.confidence, marked) >= max(below, TO_EMPTY)


def declined(steps: Sequence[Step], elements: Sequence[Element]) -> bool:
    """Whether a person just answered no, and nothing else. What is called so on the screen is named
    by the word."""
    _, said = answer_to(steps)
    return bool(said) and _wanted(said) is None and said.casefold() not in _called(elements)


def unclear(steps: Sequence[Step], elements: Sequence[Element]) -> Completion | None:
    """The last question once more, where ways were told and the answer chooses none, begins as no
    order and names nothing: taken for the task ("what would that do?") it would be guessed at."""
    _, said = answer_to(steps)
    if not said or not isinstance(asked := steps[-1].action, AskUser):
        return None
    told = QUESTION.fullmatch(asked.question) is not None or asked.question.endswith(MEANT)
    meant = _meant(said, asked.question)
    if is_doubt(asked.question) or (meant and is_plan(asked.question)):
        return _again(asked, steps)
    begins = _ORDER.match(meant) or _THING.match(meant)
    if not told or not meant or begins or any(_is_named(meant, one) for one in _called(elements)):
        return None
    return _again(asked, steps)


def _is_of_form(question: str) -> bool:
    """Whether it was asked by what fills forms, which knows what to do with the answer."""
    return is_plan(question) or is_doubt(question)


def _again(asked: AskUser, steps: Sequence[Step]) -> Completion:
    reply = write_reply("A person has to say how to go on.", asked)
    return Completion(reply, grounding=steps[-1].grounding)


def _is_named(said: str, name: str) -> bool:
    """Whether words hold a name, which signs alone are none, or are a part of it."""
    words, called = {*pieces(said)}, {*pieces(name)}
    holds = called <= words and any(len(piece) > _SIGN for piece in called)
    return holds or words <= called


def _called(elements: Sequence[Element]) -> set[str]:
    """What things on the screen are called."""
    return {name.casefold() for one in elements for name in (one.text, one.name)}


def answer_to(steps: Sequence[Step]) -> tuple[str, str]:
    """The question that a person just answered, and the answer; empty where nothing was asked."""
    last = steps[-1] if steps else None
    if last is None or not isinstance(last.action, AskUser) or not last.outcome.ok:
        return "", ""
    return last.action.question, answer_in(last.outcome.text)


def _agreed(steps: Sequence[Step]) -> bool:
    """Whether a person just said yes to what was asked."""
    _, said = answer_to(steps)
    return bool(said) and agrees(_wanted(said) or said)


def answered(task: str, steps: Sequence[Step]) -> tuple[str, tuple[Step, ...]]:
    """The task as it is after all answers, and the steps but the questions.

    An answer takes the place of the words that the question was about; of the whole task, with all
    that was done for it, where it was about no words. "Yes" and the like leave it as it stands.
    What an answer refuses beside what it asks for is no part of it; one after which the same was
    asked again was `unclear`. About a form it changes no word of the task.
    """
    kept: list[Step] = []
    for step, after in zip_longest(steps, steps[1:]):
        asked = step.action
        if after is not None and isinstance(asked, AskUser) and after.action == asked:
            continue
        if not isinstance(asked, AskUser) or not step.outcome.ok:
            kept.append(step)
            continue
        if _is_of_form(asked.question):
            continue  # what the answer changes of it `forms.py` knows
        said = _meant(answer_in(step.outcome.text), asked.question)
        about = None if step.grounding is None else step.grounding.serves
        if said and about is not None and task[about.start : about.end] == about.text:
            task = f"{task[: about.start]}{said}{task[about.end :]}"
            kept = [_moved(one, about, said) for one in kept]
        elif said:
            task, kept = said, []
    return task, tuple(kept)


def _wanted(said: str) -> str | None:
    """An answer without what it refuses; None where nothing is left, or a yes that the no is
    against."""
    left = said if agrees(said) else besides(said)
    return left if left == said or (left and not agrees(left)) else None


def _meant(said: str, question: str) -> str:
    """What the answer asks for, in the question's words where it names one of its ways; empty for
    going on."""
    said = _wanted(said) or said  # what is nothing but a no is a name on the screen here
    if (way := _way(said, question)) is not None:
        return way
    if agrees(said):
        return ""
    reading = read_task(said)
    return said if isinstance(reading, Foreign) else reading


def _way(said: str, question: str) -> str | None:
    """The way of a question that an answer chooses by its number."""
    ways = QUESTION.fullmatch(question)
    told = {} if ways is None else ways.groupdict("")
    numbers = (one for one in ("first", "second") if _ANSWERS[one].fullmatch(said))
    return next((_asked(told[one]) for one in numbers if told.get(one)), None)


def _asked(way: str) -> str:
    """A way as a task says it: in quotes keys would be the label of something to click."""
    keys = _KEYS.fullmatch(way)
    return way if keys is None else f"press {keys[1].replace(' ', '+')}"


def _moved(step: Step, about: Passage, said: str) -> Step:
    """A step done before, for the same words where they stand now."""
    meant = step.grounding
    if meant is None or meant.serves is None or meant.serves.end <= about.start:
        return step
    serves, by = meant.serves, len(said) - (about.end - about.start)
    now = Passage(about.start, about.start + len(said), said)
    if serves.start >= about.end:
        now = Passage(serves.start + by, serves.end + by, serves.text)
    proposal = msgspec.structs.replace(
        step.proposal, grounding=msgspec.structs.replace(meant, serves=now)
    )
    return msgspec.structs.replace(step, proposal=proposal)
