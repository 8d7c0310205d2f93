"""Reasons and results in the person's language.

The runtime says them in English, one sentence after the other, and keeps them so in the record;
here each sentence that is known is shown in the window's language. What is not known stays.
The sentences here are the gate's; findings.py and told.py have the others.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from uitars_app.findings import FINDINGS
from uitars_app.told import HERE, ONE, TOLD

_MARKED: Final = (
    QT_TRANSLATE_NOOP("Reasons", "It changes nothing."),
    QT_TRANSLATE_NOOP("Reasons", "It does not touch the desktop."),
    QT_TRANSLATE_NOOP("Reasons", "Ordinary work in a window."),
    QT_TRANSLATE_NOOP("Reasons", "Ordinary keys."),
    QT_TRANSLATE_NOOP("Reasons", "It lets a key go."),
    QT_TRANSLATE_NOOP("Reasons", "It reads a file of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It replaces a file of the workspace."),
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
    QT_TRANSLATE_NOOP("Reasons", "It runs code in the jail."),
    QT_TRANSLATE_NOOP(
        "Reasons", "It calls a tool of another program, whose effect nothing here can bound."
    ),
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
    QT_TRANSLATE_NOOP("Reasons", "It types a command into a terminal, where no jail is around it."),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "It presses what another window or the edge of the screen hides a part of.",
    ),
    QT_TRANSLATE_NOOP("Reasons", "It presses keys in a terminal, where no jail is around them."),
    QT_TRANSLATE_NOOP(
        "Reasons", "The window belongs to a program that keeps keys or asks for them."
    ),
    QT_TRANSLATE_NOOP("Reasons", "The window asks for credentials."),
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
    QT_TRANSLATE_NOOP(
        "Reasons", "No jail that is strong enough can be built here, so a person is asked first."
    ),
    QT_TRANSLATE_NOOP("Reasons", "The policy file allows it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy file asks a person first."),
    QT_TRANSLATE_NOOP("Reasons", "The policy file does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy of this machine asks a person first."),
    QT_TRANSLATE_NOOP("Reasons", "The policy of this machine does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy {0} allows it."),
    QT_TRANSLATE_NOOP("Reasons", "The policy {0} asks a person first."),
    QT_TRANSLATE_NOOP("Reasons", "The policy {0} does not allow it."),
    QT_TRANSLATE_NOOP("Reasons", "A known use of {0} that can only read files of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "A known use of {0} that can only change files of the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It does not start in the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "It changes the folder in the middle of a line."),
    QT_TRANSLATE_NOOP("Reasons", "It changes the folder in an unusual way."),
    QT_TRANSLATE_NOOP("Reasons", "It leaves the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "There is no folder {0}."),
    QT_TRANSLATE_NOOP("Reasons", "{0} is not a program that is known here."),
    QT_TRANSLATE_NOOP("Reasons", "{0} is given a pattern where it takes no files."),
    QT_TRANSLATE_NOOP("Reasons", "{0} is used in an unknown way: {1}"),
    QT_TRANSLATE_NOOP("Reasons", "It reaches out of the workspace: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It may follow a link out of the workspace: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It moves things in one line with a link: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "A pattern of it may leave the workspace."),
    QT_TRANSLATE_NOOP("Reasons", "A pattern of it stands for more than {0} files."),
    QT_TRANSLATE_NOOP("Reasons", "A pattern of it is partly quoted."),
    QT_TRANSLATE_NOOP("Reasons", "It is not a command line that can be read."),
    QT_TRANSLATE_NOOP("Reasons", "It holds no command."),
    QT_TRANSLATE_NOOP("Reasons", "It joins too many commands."),
    QT_TRANSLATE_NOOP("Reasons", "It holds a comment and a backslash."),
    QT_TRANSLATE_NOOP("Reasons", "It holds a backslash outside quotes."),
    QT_TRANSLATE_NOOP("Reasons", "It holds a condition that is not one of plain words."),
    QT_TRANSLATE_NOOP("Reasons", "It sets variables in an unusual way."),
    QT_TRANSLATE_NOOP("Reasons", "It sets a variable that could change what the command does."),
    QT_TRANSLATE_NOOP("Reasons", "It moves the folder in which the rest of the line happens."),
    QT_TRANSLATE_NOOP("Reasons", "It holds a character that cannot be seen."),
    QT_TRANSLATE_NOOP("Reasons", "It is longer than {0} characters."),
    QT_TRANSLATE_NOOP("Reasons", "It uses more of the shell than plain commands: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It uses more than plain words: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It does not name its program."),
    QT_TRANSLATE_NOOP("Reasons", "A word of it would be expanded by the shell."),
    QT_TRANSLATE_NOOP("Reasons", "A string of it would be expanded by the shell."),
    QT_TRANSLATE_NOOP("Reasons", "It uses a value that only the shell knows."),
    QT_TRANSLATE_NOOP("Reasons", "The settings of the repository may have git run other programs."),
    QT_TRANSLATE_NOOP("Reasons", "It redirects nothing."),
    QT_TRANSLATE_NOOP("Reasons", "It redirects in another way than to a file: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "It redirects in another way than to a file."),
    QT_TRANSLATE_NOOP("Reasons", "It redirects something else than input and output."),
)
SENTENCES: Final = (*map(str, _MARKED), *FINDINGS, *TOLD)
"""What the runtime says, with places for words of the screen; the more special ones first."""
_BETWEEN: Final = re.compile(r"(?<=\.) (?=[A-Z])")
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
            return QCoreApplication.translate("Reasons", said).format(*found.groups())
    return sentence


@functools.cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (known, re.compile(_PLACE.sub("(.+)", re.escape(known)), re.DOTALL)) for known in SENTENCES
    )
