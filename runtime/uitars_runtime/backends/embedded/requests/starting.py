"""Starting a program before the network decides: it has no word for it.

A task is cut where it asks for a program by name ("open the calculator and add 2 and 3"), found in
the words alone with the names that this machine knows. What stands before is the network's, then
the program is opened, then what is left is the network's again, with the steps since alone. A thing
on the screen that is called so wins over a program; while a window is there only sure names count.
28 of 30 tasks of `bench/starts.json` open their program; the network alone opens none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.descriptions import FILLERS, tokens
from uitars_runtime.applications.resolve import Catalogue, Found
from uitars_runtime.backends.embedded.network.codec import finishing
from uitars_runtime.backends.embedded.network.history import came_of, served
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests import language
from uitars_runtime.backends.embedded.requests.language import read_tables
from uitars_runtime.backends.embedded.situation import Came, Span, passage, span_text
from uitars_runtime.backends.embedded.tokenizer import Word, split_words
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element
from uitars_runtime.grounding import Grounding
from uitars_runtime.negation import forbids
from uitars_runtime.protocols import Completion
from uitars_runtime.quotations import masked
from uitars_runtime.types import AskUser, Finish, Open, Step, Wait

_GIVING_UP: Final = (Act.FINISHED, Act.FAIL, Act.CALL_USER, Act.WAIT)
PATIENCE: Final = 2
"""Looks at a program that still loads before it is believed that it lacks what the task needs."""

_SAID: Final = {
    name: frozenset(words.split())
    for name, words in read_tables("starting.toml", dict[str, str]).items()
}
_FILLERS: Final = _SAID["before"] | _SAID["after"] | _SAID["fillers"]
_ASKS: Final = _SAID["asking"] | _SAID["urging"] | _SAID["wishes"]
_MARKS: Final = frozenset(",;.!?:")
_SENTENCE_ENDS: Final = frozenset(".!?;")
_CONDITION: Final = re.compile(
    r"[, ]*(?:if (?!you(?! (?:see|find)\b)|possible|need|necessary|i (?:may|might)\b)|"
    r"(?:unless|when|while)\b)",
    re.IGNORECASE,
)
_LONGEST: Final = 9
"""Words of a name or a description."""


class Opening(msgspec.Struct, frozen=True):
    """Words that ask for a program."""

    span: Span
    """From the verb to the last word of the name."""
    name: str
    """What is to be opened, as the task says it."""
    application: Application | None = None
    sure: bool = False
    """Whether it is the name or the kind of a program, and of nothing that windows have."""
    depends: bool = False
    """Whether it is to be opened only where something is so."""


class Start(msgspec.Struct, frozen=True):
    """Open a program."""

    target: str
    serves: Span


class Rest(msgspec.Struct, frozen=True):
    """A part of the task for the network."""

    task: str
    offset: int
    """How many characters of the task stand before it."""
    steps: tuple[Step, ...]
    """The steps since the last program was started."""
    then: Start | None = None
    """What follows once it is done."""
    loading: bool = False
    """Whether a program was started a moment ago."""


Aside = Start | Wait | Finish | AskUser
"""What is done without the network, or in place of what it decided."""
LOADING: Final = Wait(2.0)


def plan(
    task: str,
    steps: Sequence[Step],
    catalogue: Callable[[], Catalogue],
    elements: Sequence[Element],
) -> Start | Rest | Finish:
    """What is to be done next, the network or a program first."""
    words = split_words(task)
    first = since = 0
    for index, step in enumerate(steps, 1):
        if not isinstance(step.action, Open):
            continue
        span = served(step, words) or Span(0, 0)
        first, since = span.last + 1, index
        if came_of(step) in (Came.FAILED, Came.REFUSED):
            later = range(max(first, 1), len(words))
            said = next((index for index in later if _new_line(task, words, index)), None)
            if said is None:
                return Finish("failure", _why_not(step))
            first = said
    left = [
        opening
        for opening in openings(task, words, catalogue)
        if opening.span.first >= first and _is_meant(opening, steps, words, elements)
    ]
    if any(one.depends for one in left):
        return Finish("failure", language.DEPENDS)
    then = _start(left[0], catalogue()) if left else None
    part = trimmed(words, first, left[0].span.first if left else len(words))
    if then is not None and part is not None and all(map(_only_asks, words[part.places])):
        part = None
    if part is None:
        done = Finish() if since else None
        return then or done or Rest(task, 0, tuple(steps))
    if not since and then is None:
        return Rest(task, 0, tuple(steps))
    recent = tuple(steps[since:])
    waits = since > 0 and all(isinstance(one.action, Wait) for one in recent)
    said_words = span_text(task, words, part)
    offset = words[part.first].start
    return Rest(said_words, offset, recent, then, waits and len(recent) < PATIENCE)


def without_window(steps: Sequence[Step]) -> Wait | Finish | None:
    """What to do with a task where nothing is on the screen: a program may still be loading. None
    where something was done: what it closed is no loss."""
    if not all(isinstance(step.action, Wait) for step in steps):
        return None
    return LOADING if len(steps) < PATIENCE else Finish("failure", language.NO_WINDOW)


def after(rest: Rest, act: Act) -> Aside | None:
    """What is done in place of what the network decided about a part of the task; None for that."""
    if rest.loading and act in _GIVING_UP:
        return LOADING
    if act is Act.FINISHED and rest.then is not None:
        return rest.then
    last = rest.steps[-PATIENCE:]
    waited = [isinstance(one.action, Wait) and came_of(one) is Came.UNCHANGED for one in last]
    if act is Act.WAIT and waited == [True] * PATIENCE:
        said = "What it needs does not come."
        return Finish("failure", f"{said} {language.hint(rest.task)}")
    if act is Act.FAIL and rest.steps and came_of(rest.steps[-1]) is Came.REFUSED:
        return Finish("failure", language.REFUSED)
    if act is Act.FAIL:
        said = "What the task needs cannot be used, or was tried and changed nothing."
        return Finish("failure", f"{said} {language.hint(rest.task)}")
    if act is Act.CALL_USER:
        said = "Nothing on the screen answers to the task."
        return AskUser(f"{said} {language.hint(rest.task)}")
    return None


def say(aside: Aside, task: str) -> Completion:
    """The reply."""
    match aside:
        case Start(target=target, serves=span):
            serves = passage(task, split_words(task), span)
            reply = write_reply(f"“{serves.text}”: open “{target}”.", Open(target))
            return Completion(reply, grounding=Grounding(serves))
        case Wait():
            reply = write_reply("The program may still be loading, so wait.", aside)
        case AskUser():
            reply = write_reply("A person has to say how to go on.", aside)
        case Finish(status="success"):
            said = finishing(())
            reply = write_reply(said[0].upper() + said[1:], aside)
        case Finish():
            reply = write_reply("It cannot be done.", aside)
    return Completion(reply, grounding=Grounding())


def _why_not(step: Step) -> str:
    if step.verdict is not None and came_of(step) is Came.REFUSED:
        return step.verdict.reason
    return step.outcome.text


def _is_meant(
    opening: Opening, steps: Sequence[Step], words: Sequence[Word], elements: Sequence[Element]
) -> bool:
    """Whether a program is meant, and not something on the screen."""
    others = (step for step in steps if not isinstance(step.action, Open))
    if any(opening.span.meets(served(step, words)) for step in others):
        return False
    if not elements:
        return True
    said = {_joined(opening.name), _joined(opening.name, FILLERS)}
    shown = (
        text
        for item in elements
        for text in (item.text, item.name, item.icon, *(word for word, _ in item.meanings))
    )
    return opening.sure and not any(_joined(text) in said for text in shown if text)


def _joined(words: str, without: frozenset[str] = frozenset()) -> str:
    return "".join(word for word in tokens(words) if word not in without)


def _start(opening: Opening, catalogue: Catalogue) -> Start:
    """The shortest target that means exactly this program."""
    target = opening.name
    if opening.application is not None:
        target = opening.application.id
        again = catalogue.resolve(opening.application.name)
        if isinstance(again, Found) and again.application == opening.application:
            target = opening.application.name
    return Start(target, opening.span)


# ------------------------------------------------------------------- where a task asks for programs


def openings(
    task: str, words: Sequence[Word], catalogue: Callable[[], Catalogue]
) -> tuple[Opening, ...]:
    """All of them, in the order of the task; the catalogue is read where there may be one."""
    found: list[Opening] = []
    for index, word in enumerate(words):
        if found and index <= found[-1].span.last:
            continue
        if word.text.lower() in _SAID["verbs"] and not word.quoted and _begins(task, words, index):
            opening = _read(task, words, index, catalogue())
            if opening is not None:
                named = opening.span.last
                span = Span(opening.span.first, _left_out(task, words, named))
                left_out = task[words[named].end : words[span.last].end]
                depends = _CONDITION.match(left_out) is not None
                found.append(msgspec.structs.replace(opening, span=span, depends=depends))
    return tuple(found)


def trimmed(words: Sequence[Word], first: int, end: int) -> Span | None:
    """The words from `first` on before `end` that say something; None where none does."""
    while first < end and _says_nothing(words[first]):
        first += 1
    while end > first and (words[end - 1].text in _MARKS or _joins(words[end - 1])):
        end -= 1
    return Span(first, end - 1) if first < end else None


def _says_nothing(word: Word) -> bool:
    plain = not (word.quoted or word.opens)
    return plain and (word.text in _MARKS or word.text.lower() in _FILLERS)


def _only_asks(word: Word) -> bool:
    """Whether a word before an order is but manners ("Hi, could you ...", "I want to ...")."""
    return _says_nothing(word) or (not word.quoted and word.text.lower() in _ASKS)


def _joins(word: Word) -> bool:
    return not (word.quoted or word.closes) and word.text.lower() in ("and", "then", "please")


def _begins(task: str, words: Sequence[Word], index: int) -> bool:
    """Whether an order can begin at a word."""
    if index == 0:
        return True
    before = words[index - 1]
    if _new_line(task, words, index) and before.text != ":":
        return True
    wishes = _SAID["wishes"] | _SAID["reminders"]
    said, earlier = before.text.lower(), _word(words, index - 2)
    if (said == "to" and earlier not in wishes) or (said == "you" and earlier in _SAID["clauses"]):
        return False
    leads = said in _SAID["before"] or said in _SAID["urging"]
    may = not before.quoted and (said in _MARKS or leads)
    return may and not _is_kept_from(task, words, index)


def _is_kept_from(task: str, words: Sequence[Word], index: int) -> bool:
    """Whether what stands before an order in its sentence forbids it ("do not, please, ..."), or
    has it written down ("type: ...", be it on the next line; "type please ...")."""
    if forbids(masked(task, '"'), words[index].start):
        return True
    told = words[index - 1].text == ":"
    for at in range(index - 1, -1, -1):
        word = words[at].text.lower()
        if word in _SENTENCE_ENDS or (at < index - 1 and _new_line(task, words, at + 1)):
            return False
        written = word in _SAID["writing"] and not words[at].quoted
        if written and (told or not _begins_anew(words[at + 1 : index])):
            return True
    return False


def _begins_anew(words: Sequence[Word]) -> bool:
    """Whether something else follows on these words behind what is to be written; after a colon a
    comma stands within that."""
    said = {word.text.lower() for word in words if not word.quoted}
    return bool(said & {"and", "then"}) or ("," in said and ":" not in said)


def _word(words: Sequence[Word], at: int) -> str:
    """A word in small letters; empty before the first."""
    return words[at].text.lower() if at >= 0 else ""


def _new_line(task: str, words: Sequence[Word], index: int) -> bool:
    return "\n" in task[words[index - 1].end : words[index].start]


def _read(task: str, words: Sequence[Word], verb: int, catalogue: Catalogue) -> Opening | None:
    first = verb + 1
    if first < len(words) and words[first].text.lower() == "up":
        first += 1
    names = [(end, _name(task, words, first, end)) for end in _ends(task, words, first)]
    for end, name in reversed(names):
        meant = catalogue.resolve(name) if name else None
        if isinstance(meant, Found) and meant.named:
            place = words[end - 1].text.lower() in _SAID["places"]
            return Opening(Span(verb, end - 1), name, meant.application, not place)
    # What no name is describes a program, or is a file or something unknown. A description may go
    # on after `to` or `for`.
    nearest: Opening | None = None
    for end, name in names:
        meant = catalogue.resolve(name)
        application = meant.application if isinstance(meant, Found) else None
        opening = Opening(Span(verb, end - 1), name, application)
        if application is not None:
            return opening
        nearest = nearest or opening
        if end == len(words) or words[end].text.lower() not in ("to", "for"):
            break
    return nearest


def _ends(task: str, words: Sequence[Word], first: int) -> Iterator[int]:
    """Where the name may end, the nearest first."""
    for end in range(first + 1, min(len(words), first + _LONGEST) + 1):
        if end == len(words) or _new_line(task, words, end):
            yield end
            return
        if words[end].quoted:
            continue
        mark = words[end].text in _MARKS
        leaves = words[end].text.lower() in _SAID["leaving"]
        ends = mark or leaves or words[end].text.lower() in _SAID["after"]
        if ends and words[end - 1].text not in _MARKS:
            yield end
        if leaves or (mark and words[end].text != ","):
            return


def _left_out(task: str, words: Sequence[Word], last: int) -> int:
    """The last word of what is left out behind the last one of a name ("but not the editor"), or
    that one."""
    at = last + 1
    while at < len(words) and (words[at].text == "," or _word(words, at) in ("but", "and")):
        at += 1
    leaving = _SAID["leaving"] - (_SAID["onward"] if at > last + 1 else set())
    if at == len(words) or words[at].quoted or _word(words, at) not in leaving:
        return last
    while at < len(words) and not (words[at].text in _MARKS or _joins(words[at])):
        if _new_line(task, words, at):
            break
        at += 1
    return at - 1


def _name(task: str, words: Sequence[Word], first: int, end: int) -> str:
    """The words without quotes around them."""
    inside = [word for word in words[first:end] if not (word.opens or word.closes)]
    return task[inside[0].start : inside[-1].end] if inside else ""
