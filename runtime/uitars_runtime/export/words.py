"""Actions and endings in words, for people: the terminal, the HTML replay, questions.

What a model reads and writes is a dialect's business.
"""

from __future__ import annotations

import unicodedata
from typing import assert_never

from uitars_runtime.intent import PLACE
from uitars_runtime.run_record import Ending, Evidence, Judgement, Part, RunEnded
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

_LONGEST = 80
_MARKS = {"\n": "⏎", "\t": "⇥"}
_ANSWERS = {Decision.ALLOW: "allowed", Decision.DENY: "denied"}
_BY = {
    DecidedBy.POLICY: "by the policy",
    DecidedBy.USER: "by a person",
    DecidedBy.TIMEOUT: "because nobody answered in time",
    DecidedBy.NOBODY: "because there was nobody to ask",
    DecidedBy.FAULT: "because the gate could not decide",
}
_CAPS = {"pageup": "Page Up", "pagedown": "Page Down"}
_COUNTS = {1: "click", 2: "double-click", 3: "triple-click"}


def action_in_words(action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm an action
    """One line that says what the action does, for example `press Ctrl+S`; safe to print."""
    match action:
        case Click(at=at, button=button, count=count):
            side = "" if button is Button.LEFT else f"{button}-"
            return f"{side}{_COUNTS[count]} at {_point(at)}"
        case Move(at=at):
            return f"move the pointer to {_point(at)}"
        case Drag(start=start, end=end):
            return f"drag from {_point(start)} to {_point(end)}"
        case Scroll(at=at, direction=direction, amount=amount):
            return f"scroll {direction} by {amount} at {_point(at)}"
        case Type(text=text):
            return f"type {quoted(text)}"
        case Press(keys=keys):
            return f"press {chord(keys)}"
        case KeyDown(key=key):
            return f"hold {chord((key,))}"
        case KeyUp(key=key):
            return f"let go of {chord((key,))}"
        case Wait(seconds=seconds):
            return f"wait {seconds:g} s"
        case Shell(command=command):
            return f"run {quoted(command)}"
        case ReadFile(path=path):
            return f"read the file {quoted(path)}"
        case WriteFile(path=path, text=text):
            return f"write {len(text)} characters to the file {quoted(path)}"
        case Open(target=target):
            return f"open {quoted(target)}"
        case CallTool(server=server, name=name):
            return f"call the tool {quoted(name)} of {quoted(server)}"
        case Note(text=text):
            return f"note {quoted(text)}"
        case AskUser(question=question):
            return f"ask {quoted(thought_in_words(question))}"
        case Finish(status="success", answer=answer):
            return f"finish: {printable(answer)}" if answer else "finish"
        case Finish(answer=answer):
            return f"give up: {printable(answer)}" if answer else "give up"
        case _:
            assert_never(action)


def thought_in_words(thought: str) -> str:
    """A thought without what only the model itself has a use for; not yet safe to print."""
    return PLACE.sub("", thought.strip())


def verdict_in_words(verdict: Verdict) -> str:
    """The gate's answer and who gave it; the rule and the reason are shown beside it."""
    return f"{_ANSWERS[verdict.decision]} {_BY[verdict.by]}"


def ending_in_words(ended: RunEnded | None) -> str:
    """How a run ended, in a few words; None is a run that was cut off."""
    if ended is None:
        return "cut off"
    words = ended.ending.replace("_", " ")
    return words if ended.evidence is Evidence.NONE else f"{words}, {ended.evidence}"


def judgement_in_words(ended: RunEnded | None) -> tuple[str, ...]:
    """Why a run that finished can be believed or not, a sentence each; safe to print."""
    if ended is None or ended.evidence is Evidence.NONE:
        return ()
    judged = ended.judgement
    said = tuple(part_in_words(part) for part in judged.parts)
    match ended.evidence:
        case Evidence.VERIFIED:
            return ("The verifier agrees.",)
        case Evidence.SEEN:
            return said
        case Evidence.UNCHECKED:
            return (*said, *map(printable, judged.doubts), look(judged))


_ADVICE = {
    Ending.STUCK: "Say it in smaller parts, labels and text as they stand on the screen, in quotes;"
    " or do the step by hand that it hangs on, and start again from there.",
    Ending.BUDGET: "It may only need more: --max-steps and --timeout give it. Or ask for one part"
    " of the task at a time.",
}


def advice_in_words(ended: RunEnded | None) -> tuple[str, ...]:
    """What a person can do next, where the ending does not say it itself."""
    return () if ended is None or ended.ending not in _ADVICE else (_ADVICE[ended.ending],)


_UNSEEN = "Nobody saw that all of it was done"
LOOK = f"{_UNSEEN}. Look before you rely on it."
"""What a person should know of a run that finished unchecked."""
_REWORD = (
    "Another time it can be checked if things are called as they stand on the screen, labels and"
    ' text in quotes, as in: click "OK".'
)


def look(judged: Judgement) -> str:
    """The advice for a run that finished unchecked."""
    said = LOOK
    if judged.sureness is not None and judged.unsure:
        sure = f"the model was not sure of its steps ({judged.sureness:.0%})"
        said = f"{_UNSEEN}, and {sure}, so probably it was not. Look before you rely on it."
    return f"{said} {_REWORD}" if judged.rewording_helps else said


def part_quoted(part: Part) -> str:
    """The words of a part in quotation marks; those in it are single ones."""
    return quoted(part.words.replace("“", "‘").replace("”", "’"))


def part_in_words(part: Part) -> str:
    """One part of the task: the step that did it and what was seen, or what is missing."""
    step = "" if part.step is None else f"step {part.step + 1}"
    if part.seen:
        return f"{part_quoted(part)}: {', '.join(filter(None, (step, printable(part.seen))))}"
    tried = f" ({step})" if step else ""
    return f"{part_quoted(part)}: not seen to be done{tried}, {printable(part.missing)}"


def duration_in_words(seconds: float) -> str:
    """A duration as a person says it: `0.4 s`, `12.5 s`, `3 min 05 s`, `2 h 07 min`."""
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def chord(keys: tuple[str, ...]) -> str:
    """Keys as they are printed on a keyboard: `Ctrl+Shift+Page Down`."""
    return "+".join(_CAPS.get(key) or printable(key.title()) for key in keys)


def quoted(text: str) -> str:
    """Text in quotation marks on one line, shortened where it is long."""
    shown = printable(text)
    if len(shown) > _LONGEST:
        return f"“{shown[: _LONGEST - 1]}…” ({len(text)} characters)"
    return f"“{shown}”"


def printable(text: str, *, lines: bool = False) -> str:
    """Text that cannot drive a terminal or hide: control and direction characters made visible.

    Line breaks and tabs become arrows, or stay with `lines`; other invisible characters become
    their code (`<U+001B>`).
    """
    kept = "\n\t" if lines else ""
    return "".join(c if c in kept else _visible(c) for c in text)


def _visible(character: str) -> str:
    if character in _MARKS:
        return _MARKS[character]
    # Zero-width joiners hold emoji and Indic syllables together; the rest of Cf only misleads.
    if character in "\u200c\u200d" or unicodedata.category(character) not in _HIDDEN:
        return character
    return f"<U+{ord(character):04X}>"


_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def _point(point: Point) -> str:
    return f"({point.x}, {point.y})"
