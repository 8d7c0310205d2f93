"""Reasons and results in the person's language.

The runtime says them in English, one sentence after the other, and keeps them so in the record;
here each sentence that is known is shown in the window's language. What is not known stays.
The sentences here are the gate's; findings.py, form_words.py and told.py have the others.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from uitars_app.findings import FINDINGS
from uitars_app.form_words import FORM_WORDS
from uitars_app.told import HERE, ONE, TOLD
from uitars_app.values import value_words

_MARKED: Final = (
    QT_TRANSLATE_NOOP("Reasons", "It changes nothing."),
    QT_TRANSLATE_NOOP("Reasons", "It does not touch the desktop."),
    QT_TRANSLATE_NOOP("Reasons", "Ordinary work in a window."),
    QT_TRANSLATE_NOOP("Reasons", "Ordinary keys."),
    QT_TRANSLATE_NOOP("Reasons", "It lets a key go."),
    QT_TRANSLATE_NOOP("Reasons", "It reads a file of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It replaces a file of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "Something runs what is in this file by itself later."),
    QT_TRANSLATE_NOOP("Reasons", "It changes a file of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It opens a file of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It opens a file that can run something."),
    QT_TRANSLATE_NOOP("Reasons", "It opens an address outside this computer."),
    QT_TRANSLATE_NOOP("Reasons", "It goes to an address outside this computer."),
    QT_TRANSLATE_NOOP("Reasons", "It starts a program."),
    QT_TRANSLATE_NOOP("Reasons", "It starts a program: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "What is dropped on a terminal is typed into it."),
    QT_TRANSLATE_NOOP("Reasons", "It types a command into a launcher."),
    QT_TRANSLATE_NOOP("Reasons", "It types a command line into a field, which something may run."),
    QT_TRANSLATE_NOOP("Reasons", "What is dropped there is thrown away."),
    QT_TRANSLATE_NOOP("Reasons", "What is dropped there can leave this computer."),
    QT_TRANSLATE_NOOP("Reasons", "These keys close or delete without a way back."),
    QT_TRANSLATE_NOOP(
        "Reasons", "It presses again what its first press brings there, which nobody has seen."
    ),
    QT_TRANSLATE_NOOP("Reasons", "The Delete key deletes a file or a mail here."),
    QT_TRANSLATE_NOOP("Reasons", "What is pasted here is sent line by line."),
    QT_TRANSLATE_NOOP(
        "Reasons", "It names a file that something runs by itself, such as at sign-in."
    ),
    QT_TRANSLATE_NOOP(
        "Reasons", "It writes into a file that something runs by itself, such as at sign-in."
    ),
    QT_TRANSLATE_NOOP("Reasons", "Control and Enter send, in many programs."),
    QT_TRANSLATE_NOOP("Reasons", "Enter can send a form of the page."),
    QT_TRANSLATE_NOOP("Reasons", "Enter sends what is written, in a program for messages."),
    QT_TRANSLATE_NOOP("Reasons", "It pastes into a terminal."),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "It presses what another window or the edge of the screen hides a part of.",
    ),
    QT_TRANSLATE_NOOP(
        "Reasons", "The window belongs to a program that keeps keys or asks for them."
    ),
    QT_TRANSLATE_NOOP("Reasons", "It types a secret that is kept for you."),
    QT_TRANSLATE_NOOP("Reasons", "It types into a field for a secret."),
    QT_TRANSLATE_NOOP("Reasons", "What it presses says {0}, which cannot be taken back."),
    QT_TRANSLATE_NOOP(
        "Reasons", "What it presses says {0}, which has an effect outside this computer."
    ),
    QT_TRANSLATE_NOOP(
        "Reasons", "What it presses says {0}, which opens something that was locked."
    ),
    QT_TRANSLATE_NOOP("Reasons", "The model itself calls it {0}."),
    QT_TRANSLATE_NOOP(
        "Reasons", "It is a window of the agent itself, which only a person may use."
    ),
    QT_TRANSLATE_NOOP("Reasons", "The user granted {0}."),
    QT_TRANSLATE_NOOP("Reasons", "The user allowed it."),
    QT_TRANSLATE_NOOP("Reasons", "The user denied it."),
    QT_TRANSLATE_NOOP("Reasons", "The user changed it."),
    QT_TRANSLATE_NOOP("Reasons", "The user denied the same before in this run."),
    QT_TRANSLATE_NOOP("Reasons", "Nobody answered in time."),
    QT_TRANSLATE_NOOP("Reasons", "The policy file allows it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy file asks a person first."),
    QT_TRANSLATE_NOOP("Reasons", "The policy file does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy of this machine asks a person first."),
    QT_TRANSLATE_NOOP("Reasons", "The policy of this machine does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy {0} allows it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy {0} does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "A known use of {0} that can only read files of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "A known use of {0} that can only change files of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It does not start in the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It leaves the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "There is no folder {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It reaches out of the workspace: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It changes what something runs by itself later: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It takes along more than can be looked through."),
    QT_TRANSLATE_NOOP("Reasons", "It may follow a link out of the workspace: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "A pattern of it may leave the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "A pattern of it stands for more than {0} files."),
    QT_TRANSLATE_NOOP("Reasons", "It holds no command."),
    QT_TRANSLATE_NOOP("Reasons", "It holds a character that cannot be seen."),
    QT_TRANSLATE_NOOP("Reasons", "The settings of the repository may have git run other programs."),
)
SENTENCES: Final = (*map(str, _MARKED), *FORM_WORDS, *FINDINGS, *TOLD)
"""What the runtime says, with places for words of the screen; the more special ones first."""
_BETWEEN: Final = re.compile(r"(?<=\.) (?=[A-Z“])")
_OF_POLICY: Final = "The policy {0} "
_NOT_DONE: Final = "Not done: "
_PLACE: Final = re.compile(r"\\\{\d\\\}")


def reason_words(reason: str) -> str:
    """A reason or a result as the person reads it."""
    return " ".join(sentence_words(sentence) for sentence in _BETWEEN.split(reason))


def sentence_words(sentence: str) -> str:
    """One sentence; one that is not known stays."""
    if sentence.startswith(_NOT_DONE):
        said = sentence_words(sentence.removeprefix(_NOT_DONE))
        return QCoreApplication.translate("Reasons", "Not done: {0}").format(said)
    for known, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            once = known in ONE and found[1] == "1"
            said = ONE[known] if once else HERE.get(known, known)
            named = found.groups()
            if known.startswith(_OF_POLICY):
                named = tuple(map(_policy_words, named))
            return QCoreApplication.translate("Reasons", said).format(*named)
    return sentence


def _policy_words(name: str) -> str:
    """As it is called where it is chosen; what is said already stays."""
    words = value_words(name)
    return name if words == name else f"“{words}”"


@functools.cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (known, re.compile(_PLACE.sub("(.+)", re.escape(known)), re.DOTALL)) for known in SENTENCES
    )
