"""What came of a step and why a run ended, in the person's language where its words are known.

Part of what reasons.py knows. What commands, files and tools say is theirs and stays as it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

_MARKED: Final = (
    QT_TRANSLATE_NOOP("Reasons", "Changes nothing on the desktop."),
    QT_TRANSLATE_NOOP("Reasons", "Clicked."),
    QT_TRANSLATE_NOOP("Reasons", "Clicked {0} times."),
    QT_TRANSLATE_NOOP("Reasons", "Moved the pointer."),
    QT_TRANSLATE_NOOP("Reasons", "Dragged."),
    QT_TRANSLATE_NOOP("Reasons", "Scrolled up by {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Scrolled down by {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Scrolled left by {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Scrolled right by {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Pressed {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Holding {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Let {0} go."),
    QT_TRANSLATE_NOOP("Reasons", "Entered a secret."),
    QT_TRANSLATE_NOOP("Reasons", "Nothing on the screen changed."),
    QT_TRANSLATE_NOOP("Reasons", "The screen changed between ({0}, {1}) and ({2}, {3})."),
    QT_TRANSLATE_NOOP("Reasons", "Opened the window {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Started."),
    QT_TRANSLATE_NOOP("Reasons", "Noted."),
    QT_TRANSLATE_NOOP("Reasons", "Nobody answered."),
    QT_TRANSLATE_NOOP("Reasons", "Look again."),
    QT_TRANSLATE_NOOP("Reasons", "the screen changed size, look again."),
    QT_TRANSLATE_NOOP("Reasons", "the screen was looked at too long ago."),
    QT_TRANSLATE_NOOP("Reasons", "a person is using the mouse or the keyboard."),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "the point ({0}, {1}) lies outside the screen, which is {2} by {3} pixels.",
    ),
    QT_TRANSLATE_NOOP("Reasons", "{0} is not installed here, and the workspace has no such file."),
    QT_TRANSLATE_NOOP("Reasons", "Like it: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Stopped by the user."),
    QT_TRANSLATE_NOOP("Reasons", "Paused: {0}"),
    QT_TRANSLATE_NOOP("Reasons", "The gate denied {0} actions in a row."),
    QT_TRANSLATE_NOOP("Reasons", "{0} replies in a row were no action: {1}"),
    QT_TRANSLATE_NOOP("Reasons", "The same action on the same screen, {0} times."),
    QT_TRANSLATE_NOOP("Reasons", "The tokens are used up: {0} of {1}."),
    QT_TRANSLATE_NOOP("Reasons", "{0} of {1} tokens are used up."),
    QT_TRANSLATE_NOOP("Reasons", "The model says the task cannot be done."),
    QT_TRANSLATE_NOOP("Reasons", "The run broke off by a defect of ours."),
    QT_TRANSLATE_NOOP("Reasons", "Who followed the run went away."),
    QT_TRANSLATE_NOOP("Reasons", "The verifier disagrees: {0}"),
    QT_TRANSLATE_NOOP("Reasons", "What it needs does not come."),
    QT_TRANSLATE_NOOP(
        "Reasons", "What the task needs cannot be used, or was tried and changed nothing."
    ),
    QT_TRANSLATE_NOOP("Reasons", "Nothing on the screen answers to the task."),
    QT_TRANSLATE_NOOP("Reasons", "What the task needs was refused, and there is no other way."),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "It is understood best when every part names a control as it is written on the screen,"
        " with labels and text in quotes.",
    ),
    QT_TRANSLATE_NOOP("Reasons", "For example: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "No window is open that it could be done in."),
    QT_TRANSLATE_NOOP("Reasons", "The text does not read as it should after what was changed."),
    QT_TRANSLATE_NOOP("Reasons", "The text cannot be read well enough to be changed so."),
    QT_TRANSLATE_NOOP("Reasons", "I do not find in the text what this is about."),
    QT_TRANSLATE_NOOP("Reasons", "I am not sure what is to change in the text."),
    QT_TRANSLATE_NOOP("Reasons", "Write {0} at the top."),
    QT_TRANSLATE_NOOP("Reasons", "Write {0} at the end."),
    QT_TRANSLATE_NOOP("Reasons", "Write {0} below {1}."),
    QT_TRANSLATE_NOOP("Reasons", "Write {0} as line {1}."),
    QT_TRANSLATE_NOOP("Reasons", "Write {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Delete {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Turn {0} into {1}."),
    QT_TRANSLATE_NOOP("Reasons", "Empty the text."),
    QT_TRANSLATE_NOOP("Reasons", "Make {0} all of the text."),
    QT_TRANSLATE_NOOP("Reasons", "Take the last change back."),
    QT_TRANSLATE_NOOP("Reasons", "Save."),
    QT_TRANSLATE_NOOP("Reasons", "Save it as {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Is that what you mean?"),
    QT_TRANSLATE_NOOP("Reasons", "Say it in fewer words."),
    QT_TRANSLATE_NOOP(
        "Reasons", "Say it with the words that stand there, or with the number of the line."
    ),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "The embedded model understands English only, and this task is in another language.",
    ),
    QT_TRANSLATE_NOOP("Reasons", "Word it in English, for example: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "openai/NAME needs the address of its server."),
    QT_TRANSLATE_NOOP("Reasons", "The name {0} does not say which grammar the model writes."),
    QT_TRANSLATE_NOOP("Reasons", "No model server answers at {0}."),
    QT_TRANSLATE_NOOP("Reasons", "There is no such file: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "There is no model {0} on this machine."),
    QT_TRANSLATE_NOOP("Reasons", "There is no model folder {0}."),
    QT_TRANSLATE_NOOP("Reasons", "Check the path."),
    QT_TRANSLATE_NOOP("Reasons", "The disk is full: {0} was not written."),
    QT_TRANSLATE_NOOP(
        "Reasons", "Free some space and start the run again; every step recorded before is whole."
    ),
    QT_TRANSLATE_NOOP("Reasons", "{0} cannot be written: {1}."),
    QT_TRANSLATE_NOOP("Reasons", "Choose another place."),
    QT_TRANSLATE_NOOP("Reasons", "There is no keyring to keep the key in."),
    QT_TRANSLATE_NOOP("Reasons", "{0}, line {1}, is no episode: {2}."),
    QT_TRANSLATE_NOOP("Reasons", "The settings file {0} cannot be read: {1}."),
    QT_TRANSLATE_NOOP("Reasons", "Correct it or move it away."),
    QT_TRANSLATE_NOOP("Reasons", "The memory {0} cannot be used: {1}."),
    QT_TRANSLATE_NOOP(
        "Reasons", "No trial run was made: the workspace is too large to be copied for it."
    ),
    QT_TRANSLATE_NOOP("Reasons", "What it would change is not known."),
    QT_TRANSLATE_NOOP("Reasons", "Earlier commands left functions or variables: {0}."),
    QT_TRANSLATE_NOOP("Reasons", "[it did not end within {0} s]"),
    QT_TRANSLATE_NOOP("Reasons", "[it ended with code {0}]"),
    QT_TRANSLATE_NOOP("Reasons", "[{0} more lines]"),
    QT_TRANSLATE_NOOP("Reasons", "[{0} lines became {1}, from line {2} on]"),
)
_ELSEWHERE: Final = (
    (
        "Begin the task with the program (“Open the calculator, then …”), or name one to start"
        " first with --app COMMAND.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Begin the task with the program (“Open the calculator, then …”), or choose one to"
            " start first, below the task.",
        ),
    ),
    (
        "Another model may understand it (--model).",
        QT_TRANSLATE_NOOP("Reasons", "Another model may understand it (page Models)."),
    ),
    (
        "Give it with --dialect, for example --dialect {0}.",
        QT_TRANSLATE_NOOP("Reasons", "Choose it in the settings (Grammar), for example {0}."),
    ),
    (
        "Give --base-url, for example {0}, or set {1}.",
        QT_TRANSLATE_NOOP("Reasons", "Give it in the settings (Server), for example {0}."),
    ),
    (
        "Check that the folder exists and belongs to you, or choose another with --run-dir.",
        QT_TRANSLATE_NOOP("Reasons", "Check that the folder exists and belongs to you."),
    ),
    (
        "See that the disk has room and can be written to, or set memory to false.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "See that the disk has room and can be written to, or switch the memory off in the"
            " settings.",
        ),
    ),
    (
        "It takes what uitars memory export wrote.",
        QT_TRANSLATE_NOOP("Reasons", "Choose a file that was exported from a memory."),
    ),
    (
        "Start it, or check --base-url; most servers' URLs end in /v1.",
        QT_TRANSLATE_NOOP("Reasons", "Start it, or check its address; most end in /v1."),
    ),
    (
        "Start it, or check --base-url. ({0})",
        QT_TRANSLATE_NOOP(
            "Reasons", "Start it, or check its address in the settings (Server). ({0})"
        ),
    ),
    (
        "{0} is not a program that is known here.",
        QT_TRANSLATE_NOOP("Reasons", "What {0} would do is not known here."),
    ),
    (
        "{0} is used in an unknown way: {1}",
        QT_TRANSLATE_NOOP(
            "Reasons", "What {0} would do when it is used like this is not known here."
        ),
    ),
    (
        "It runs code in the jail.",
        QT_TRANSLATE_NOOP("Reasons", "It runs code, walled off from your own files."),
    ),
    (
        "It types a command into a terminal, where no jail is around it.",
        QT_TRANSLATE_NOOP(
            "Reasons", "It types a command into a terminal, which can do anything that you can."
        ),
    ),
    (
        "It presses keys in a terminal, where no jail is around them.",
        QT_TRANSLATE_NOOP(
            "Reasons", "It presses keys in a terminal, which can do anything that you can."
        ),
    ),
    (
        "No jail that is strong enough can be built here, so a person is asked first.",
        QT_TRANSLATE_NOOP(
            "Reasons", "Commands cannot be walled off well enough here, so you are asked first."
        ),
    ),
    (
        "It calls a tool of another program, whose effect nothing here can bound.",
        QT_TRANSLATE_NOOP(
            "Reasons", "It uses a tool of another program, and nothing here limits what that does."
        ),
    ),
    (
        "The window asks for credentials.",
        QT_TRANSLATE_NOOP("Reasons", "The window asks for a password or the like."),
    ),
    (
        "The policy {0} asks a person first.",
        QT_TRANSLATE_NOOP("Reasons", "The policy {0} asks you first."),
    ),
    (
        "It changed no file of a copy of the workspace.",
        QT_TRANSLATE_NOOP("Reasons", "Tried on a copy, it changed no file."),
    ),
    (
        "No trial run was made: {0}.",
        QT_TRANSLATE_NOOP("Reasons", "It could not be tried on a copy first."),
    ),
    (
        "Move the file away to begin anew, or set memory to false.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Move the file away to begin anew, or switch the memory off in the settings.",
        ),
    ),
    (
        "Unlock or install one (GNOME Keyring, KWallet), or set {0} for a run.",
        QT_TRANSLATE_NOOP("Reasons", "Unlock or install one (GNOME Keyring, KWallet)."),
    ),
    (
        "Check the path given with --model.",
        QT_TRANSLATE_NOOP("Reasons", "Check where the model lies."),
    ),
    (
        "Use --desktop sandbox, or another policy.",
        QT_TRANSLATE_NOOP("Reasons", "Choose a private desktop, or another policy."),
    ),
    (
        "Fetch it: uitars models get {0}",
        QT_TRANSLATE_NOOP("Reasons", "Fetch {0} on the page Models."),
    ),
    (
        "Does --dialect fit this model?",
        QT_TRANSLATE_NOOP("Reasons", "Does Grammar, in the settings, fit this model?"),
    ),
    (
        "It speaks the dialect uitars-nano only; leave --dialect away.",
        QT_TRANSLATE_NOOP(
            "Reasons", "It has a grammar of its own: leave Grammar, in the settings, empty."
        ),
    ),
    (
        "Check --base-url; most servers' URLs end in /v1.",
        QT_TRANSLATE_NOOP("Reasons", "Check its address; most end in /v1."),
    ),
)
_UNREAD: Final = (
    "It changes the folder in the middle of a line.",
    "It changes the folder in an unusual way.",
    "{0} is given a pattern where it takes no files.",
    "It moves things in one line with a link: {0}.",
    "A pattern of it is partly quoted.",
    "It is not a command line that can be read.",
    "It joins too many commands.",
    "It holds a comment and a backslash.",
    "It holds a backslash outside quotes.",
    "It holds a condition that is not one of plain words.",
    "It sets variables in an unusual way.",
    "It sets a variable that could change what the command does.",
    "It moves the folder in which the rest of the line happens.",
    "It is longer than {0} characters.",
    "It uses more of the shell than plain commands: {0}.",
    "It uses more than plain words: {0}.",
    "It does not name its program.",
    "A word of it would be expanded by the shell.",
    "A string of it would be expanded by the shell.",
    "It uses a value that only the shell knows.",
    "It redirects nothing.",
    "It redirects in another way than to a file: {0}.",
    "It redirects in another way than to a file.",
    "It redirects something else than input and output.",
)
"""Why a command line was not read: words for programmers."""
_UNTOLD: Final = QT_TRANSLATE_NOOP("Reasons", "Not all that it would do can be told beforehand.")
_COUNTED: Final = (
    (
        QT_TRANSLATE_NOOP("Reasons", "Waited {0} seconds."),
        QT_TRANSLATE_NOOP("Reasons", "Waited {0} second."),
    ),
    (
        QT_TRANSLATE_NOOP("Reasons", "Entered {0} characters; what arrived was not read back."),
        QT_TRANSLATE_NOOP("Reasons", "Entered {0} character; what arrived was not read back."),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} characters with the keyboard; what arrived could not be read back.",
        ),
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} character with the keyboard; what arrived could not be read back.",
        ),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons", "Entered {0} characters with the keyboard; they arrived exactly."
        ),
        QT_TRANSLATE_NOOP(
            "Reasons", "Entered {0} character with the keyboard; it arrived exactly."
        ),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} characters through the clipboard; what arrived could not be read back.",
        ),
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} character through the clipboard; what arrived could not be read back.",
        ),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons", "Entered {0} characters through the clipboard; they arrived exactly."
        ),
        QT_TRANSLATE_NOOP(
            "Reasons", "Entered {0} character through the clipboard; it arrived exactly."
        ),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} characters with the keyboard; that is not what arrived: the field"
            " holds {1}.",
        ),
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} character with the keyboard; that is not what arrived: the field"
            " holds {1}.",
        ),
    ),
    (
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} characters through the clipboard; that is not what arrived: the field"
            " holds {1}.",
        ),
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Entered {0} character through the clipboard; that is not what arrived: the field"
            " holds {1}.",
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Reasons", "All {0} steps are used up."),
        QT_TRANSLATE_NOOP("Reasons", "The only step is used up."),
    ),
    (
        QT_TRANSLATE_NOOP("Reasons", "The time of {0} seconds is used up."),
        QT_TRANSLATE_NOOP("Reasons", "The time of {0} second is used up."),
    ),
)
ONE: Final = {str(several): str(one) for several, one in _COUNTED}
"""What is said of several, and of one: older records count one as several."""
HERE: Final = {said: str(here) for said, here in (*_ELSEWHERE, *((s, _UNTOLD) for s in _UNREAD))}
"""What is said on a command line, with its options or to programmers, and what is said in the
window instead."""
TOLD: Final = (*map(str, _MARKED), *ONE, *ONE.values(), *HERE)
"""With places for words of the task, the screen and programs."""
