"""What the record and the screen say of a finished run, as the runtime words it in English.

Part of what reasons.py knows; the more special ones first.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

_MARKED: Final = (
    QT_TRANSLATE_NOOP("Reasons", "{0} was pressed and a window is gone"),
    QT_TRANSLATE_NOOP("Reasons", "{0} was pressed and the screen changed"),
    QT_TRANSLATE_NOOP("Reasons", "{0} was pressed, and nothing was seen to change"),
    QT_TRANSLATE_NOOP("Reasons", "the file “{0}” was written"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw a file “{0}” come about"),
    QT_TRANSLATE_NOOP("Reasons", "a window “{0}” came up and was to be answered"),
    QT_TRANSLATE_NOOP("Reasons", "the title lost its mark for what is not saved"),
    QT_TRANSLATE_NOOP(
        "Reasons", "{0} was used, and neither title nor file shows that it was saved"
    ),
    QT_TRANSLATE_NOOP("Reasons", "the window “{0}” came up"),
    QT_TRANSLATE_NOOP("Reasons", "it was started, and nobody saw a window come up"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” opened"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw “{0}” come up"),
    QT_TRANSLATE_NOOP("Reasons", "the window “{0}” is gone"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen and “{1}” came up"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen and a window is gone"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen and the title changed"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen, and nothing was seen to change by it"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen and the screen changed"),
    QT_TRANSLATE_NOOP("Reasons", "nobody can tell from these words what to look for"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stands on the screen"),
    QT_TRANSLATE_NOOP("Reasons", "no field is called “{0}”"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was typed, and nobody saw it stand there"),
    QT_TRANSLATE_NOOP(
        "Reasons", "“{0}” was typed, and nobody can tell whether that is what was asked for"
    ),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was typed, and more than one field could be meant"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was typed and changed again"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stood there before"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stands in the field"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stands in “{1}”"),
    QT_TRANSLATE_NOOP("Reasons", "no step did it"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was pressed and its window is gone"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was pressed, and its window is still there"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was pressed, and nothing was seen to change"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was pressed and the screen changed"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” shows “{1}”"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is marked"),
    QT_TRANSLATE_NOOP("Reasons", "{0} was pressed, and the screen says “{1}”"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw that it was chosen from “{0}”"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw that “{0}” is the one that is chosen"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is not ticked, as it was before"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is ticked, as it was before"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is not ticked any more"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is ticked now"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was not ticked and is now ticked"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was ticked and is now not ticked"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was not ticked, was chosen, and the screen changed"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was ticked, was chosen, and the screen changed"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was not ticked already and was chosen"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was ticked already and was chosen"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw whether “{0}” is not ticked"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw whether “{0}” is ticked"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is not ticked"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is ticked"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” was chosen"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is shown"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” is empty"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stood in “{1}” already"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” stands where “{1}” stood"),
    QT_TRANSLATE_NOOP("Reasons", "“{0}” shows {1}"),
    QT_TRANSLATE_NOOP("Reasons", "the file “{0}” has just this change"),
    QT_TRANSLATE_NOOP("Reasons", "the text on the screen has just this change"),
    QT_TRANSLATE_NOOP("Reasons", "nobody saw that just this changed in the text"),
    QT_TRANSLATE_NOOP("Reasons", "what was done before was thrown away with it"),
    QT_TRANSLATE_NOOP("Reasons", "it was saved"),
    QT_TRANSLATE_NOOP("Reasons", "it was confirmed"),
    QT_TRANSLATE_NOOP("Reasons", "the window is gone"),
    QT_TRANSLATE_NOOP("Reasons", "Which windows are open is not known on this desktop."),
    QT_TRANSLATE_NOOP("Reasons", "The window “{0}”, which came up during the run, is still open."),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "The window “{0}”, which came up during the run, is still open and may wait for an answer.",
    ),
    QT_TRANSLATE_NOOP("Reasons", "Step {0} did something that no part of the task names."),
    QT_TRANSLATE_NOOP("Reasons", "Step {0} changed something that no part of the task names."),
    QT_TRANSLATE_NOOP("Reasons", "Told what is missing, the model could not go on: “{0}”."),
)
FINDINGS: Final = tuple(map(str, _MARKED))
"""With places for words of the task and of the screen."""
