"""What shows in windows, menus and files: what was saved, opened, closed, or had an effect."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import Close, Keys, Save, Show
from uitars_runtime.evidence.looks import Deed, Moment, differ
from uitars_runtime.evidence.words import names, part_of, plain, readings
from uitars_runtime.types import Box, Click, Open, OpenWindow, Press, Type

_UNSAVED: Final = re.compile(
    r"^\s*[*•●]\s*|\s*[*•●]\s*$|\s*[\[(](?:modified|unsaved)[\])]\s*", re.I
)
_REFUSED: Final = re.compile(
    r"\b(?:errors?|invalid|not valid|required|please (?:fill|enter|select|choose|check|provide)|"
    r"must|missing|incorrect|wrong|denied|failed|cannot|can't|could not|unable|too (?:long|short)|"
    r"limit|not (?:found|allowed|possible|enough|saved|sent|paid|available)|try again|already)\b"
)

_COARSE: Final = 0.05
"""Seconds by which the time of a file may be behind: it is that of the kernel's last tick."""
_CLOSING: Final = frozenset({"close", "quit", "exit"})


def refusal(deed: Deed) -> str:
    """New words on the screen by which programs say no; empty where there are none."""
    known = {plain(one.text) for one in deed.before.elements}
    new = (one.text for one in deed.after.elements if plain(one.text) not in known)
    return next((text for text in new if _REFUSED.search(text.casefold())), "")


# --------------------------------------------------------------------------- keys


def pressed(goal: Keys, run: Run, start: int) -> Finding:
    """A chord that was pressed and had an effect; `ctrl+s` is for saving."""
    found: list[Finding] = []
    for at, deed in later(run, start):
        match deed.step.action:
            case Press(keys=keys) if set(keys) == set(goal.keys):
                pass
            case Type(text=text) if goal.keys == ("enter",) and text.endswith("\n"):
                pass
            case _:
                continue
        chord = "+".join(key.title() for key in goal.keys)
        if set(goal.keys) == {"ctrl", "s"}:
            found.append(stored(run, at, chord))
        elif deed.closed and not deed.opened:
            found.append(Finding(at, f"{chord} was pressed and a window is gone"))
        elif said := refusal(deed):
            found.append(Finding(at, missing=f"{chord} was pressed, and the screen says “{said}”"))
        elif deed.changed:
            found.append(Finding(at, f"{chord} was pressed and the screen changed"))
        else:
            found.append(
                Finding(at, missing=f"{chord} was pressed, and nothing was seen to change")
            )
    return best(found)


# --------------------------------------------------------------------------- files


def saved(goal: Save, run: Run, start: int) -> Finding:
    """The deed that saves, and what a title or the workspace shows of it."""
    deeds = list(later(run, start))
    saving = [at for at, deed in deeds if _saves(deed)]
    if not saving:
        return NOBODY
    if not goal.name:
        return best([stored(run, at, "Save") for at in saving])
    typed = [at for at, deed in deeds if _types(deed, goal.name)]
    confirmed = [at for at, deed in deeds if _confirms(deed)]
    last = max([*saving, *typed, *confirmed])
    if _is_among(goal.name, run.written.paths):
        used = (*saving, *typed, *confirmed)
        return Finding(last, f"the file “{goal.name}” was written", used=used)
    return Finding(last, missing=f"nobody saw a file “{goal.name}” come about")


def stored(run: Run, at: int, how: str) -> Finding:
    """Whether what a title marked as unsaved, or a file of the workspace, shows a save."""
    deed = run.deeds[at]
    if deed.opened:
        return _to_be_answered(deed, at)
    marked = {one.id: one for one in deed.before.windows or () if _UNSAVED.search(one.title)}
    for window in (*(deed.after.windows or ()), *(run.last.windows or ())):
        before = marked.get(window.id)
        if before is not None and _UNSAVED.sub("", before.title) == window.title:
            return Finding(at, "the title lost its mark for what is not saved")
    titles = " ".join(one.title for one in deed.before.windows or ())
    known = [
        name
        for name, written in run.written.newest.items()
        if _is_named(name, titles) and not _is_earlier(written, deed)
    ]
    if known and not marked:
        return Finding(at, f"the file “{known[0]}” was written")
    return Finding(
        at, missing=f"{how} was used, and neither title nor file shows that it was saved"
    )


def _is_earlier(written: float, deed: Deed) -> bool:
    """Whether a file was written before a step was: by another one, and not by this."""
    clock = deed.step.clock
    return clock is not None and written < clock.decided.timestamp() - _COARSE


def _to_be_answered(deed: Deed, at: int) -> Finding:
    return Finding(at, missing=f"a window “{deed.opened[0].title}” came up and was to be answered")


def _is_among(name: str, paths: frozenset[str]) -> bool:
    """Whether a file of this name was written, in the folder that the name tells, if it does."""
    wanted = PurePath(os.path.normpath(name.removeprefix("~/")))
    if wanted.is_absolute():
        return str(wanted) in paths
    return any(PurePath(path).parts[-len(wanted.parts) :] == wanted.parts for path in paths)


def _is_named(name: str, titles: str) -> bool:
    """Whether a title names this file, and not another one whose name holds it (`data.txt` holds
    `a.txt`)."""
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", titles) is not None


def _saves(deed: Deed) -> bool:
    match deed.step.action:
        case Press(keys=keys):
            return set(keys) in ({"ctrl", "s"}, {"ctrl", "shift", "s"})
        case Click():
            target = deed.target
            label = plain(target.text or target.name) if target else ""
            return (
                label == "save"
                or label.startswith("save as")
                or (target is not None and target.icon == "save")
            )
        case _:
            return False


def _types(deed: Deed, name: str) -> bool:
    return isinstance(deed.step.action, Type) and deed.step.action.text.strip() == name


def _confirms(deed: Deed) -> bool:
    match deed.step.action:
        case Press(keys=("enter",)):
            # The dialog may be gone only after the next look.
            return bool(deed.closed) or any(one.dialog for one in deed.before.windows or ())
        case Press(keys=keys):
            return set(keys) == {"ctrl", "a"}
        case Click():
            target = deed.target
            return bool(deed.closed) and target is not None and names("save", target.text)
        case _:
            return False


# --------------------------------------------------------------------------- windows


def shown(goal: Show, run: Run, start: int) -> Finding:
    """A window, a menu or a tab that came up for what was to be opened."""
    return best([_came_up(goal, deed, at) for at, deed in later(run, start)])


def _came_up(goal: Show, deed: Deed, at: int) -> Finding:
    new = deed.opened
    if isinstance(deed.step.action, Open):
        told = (deed.step.action.target, deed.step.outcome.text)
        if not any(_mentions(goal.what, text) for text in told):
            return NOBODY
        if new:
            return Finding(at, f"the window “{new[-1].title}” came up")
        return Finding(at, missing="it was started, and nobody saw a window come up")
    exact = deed.after.exact
    titled = [
        one
        for one in new
        if names(goal.what, one.title, exact) or part_of(goal.what, one.title, exact)
    ]
    if titled:
        return Finding(at, f"the window “{titled[-1].title}” came up")
    target = deed.target
    if target is None or not deed.before.is_called(goal.what, target):
        return NOBODY
    if new:
        return Finding(at, f"the window “{new[-1].title}” came up")
    if deed.worked and target.role in (Role.MENU, Role.TAB, Role.LINK):
        return Finding(at, f"“{target.text or target.name}” opened")
    return Finding(at, missing=f"nobody saw “{goal.what}” come up")


def _mentions(what: str, text: str) -> bool:
    said = plain(text)
    return any(each and each in said for each in readings(what))


def closed(goal: Close, run: Run, start: int) -> Finding:
    """A window that is gone: the one with the keyboard, or the one that was named."""
    found: list[Finding] = []
    for at, deed in later(run, start):
        gone = [one for one in deed.closed if _is_meant(goal.what, one, deed)]
        if gone and not deed.opened:
            found.append(Finding(at, f"the window “{gone[0].title}” is gone"))
        elif deed.opened and _closes(deed):
            found.append(_to_be_answered(deed, at))
    return best(found)


def _closes(deed: Deed) -> bool:
    """Whether a step tells a program to close, whatever comes of it."""
    match deed.step.action:
        case Click():
            target = deed.target
            label = "" if target is None else plain(target.text or target.name)
            return any(word in _CLOSING for word in label.split())
        case Press(keys=keys):
            return set(keys) in ({"alt", "f4"}, {"ctrl", "w"}, {"ctrl", "q"})
        case _:
            return False


def _is_meant(what: str, window: OpenWindow, deed: Deed) -> bool:
    phrase = plain(what)
    if phrase in ("", "the window", "window", "it", "the program", "the editor", "the application"):
        return not window.dialog and len(deed.before.windows or ()) == 1
    if phrase in ("the dialog", "dialog"):
        return window.dialog
    if phrase == "the message":
        return window.dialog or len(deed.before.windows or ()) == 1
    return any(_mentions(what, text) for text in (window.title, window.application))


def left_open(run: Run, wanted: frozenset[int]) -> tuple[str, ...]:
    """The windows that the run opened and left; `wanted`: places of deeds that were to open one."""
    first = run.deeds[0].before.windows if run.deeds else run.last.windows
    if first is None or run.last.windows is None:
        return ("Which windows are open is not known on this desktop.",)
    before = {one.id for one in first}
    asked = {one.id for at in wanted for one in run.deeds[at].opened}
    return tuple(
        f"The window “{one.title}”, which came up during the run, is still open"
        f"{' and may wait for an answer' if one.dialog else ''}."
        for one in run.last.windows
        if one.id not in before | asked
    )


# --------------------------------------------------------------------------- menus


def through_menu(within: str, run: Run, at: int) -> bool:
    """Whether the menu that a task names was opened right before."""
    for deed in reversed(run.deeds[:at]):
        target = deed.target
        if target is None or target.role not in (Role.MENU, Role.MENU_ITEM, Role.BUTTON, Role.TEXT):
            return False
        if deed.before.is_called(within, target):
            return True
    return False


def worked(run: Run, at: int) -> Finding:
    """Whether an entry of a menu had an effect beyond the menu's own going away."""
    deed = run.deeds[at]
    label = deed.target.text or deed.target.name if deed.target else "the entry"
    if deed.opened:
        return Finding(at, f"“{label}” was chosen and “{deed.opened[-1].title}” came up")
    if deed.closed:
        return Finding(at, f"“{label}” was chosen and a window is gone")
    first = _before_menu(run, at)
    if first is not None and _titles(first) != _titles(deed.after):
        return Finding(at, f"“{label}” was chosen and the title changed")
    if first is None or not differ(first, deed.after, _bars(first, deed.after)):
        return Finding(at, missing=f"“{label}” was chosen, and nothing was seen to change by it")
    return Finding(at, f"“{label}” was chosen and the screen changed")


def _before_menu(run: Run, at: int) -> Moment | None:
    """The screen before the menu was opened."""
    first = None
    for deed in reversed(run.deeds[:at]):
        if deed.target is None or deed.target.role not in (Role.MENU, Role.MENU_ITEM):
            break
        first = deed.before
    return first


def _titles(moment: Moment) -> list[str]:
    return [one.title for one in moment.windows or ()]


def _bars(*moments: Moment) -> list[Box]:
    """The entries of menu bars, which light up under the pointer."""
    bars = (one.box for moment in moments for one in moment.of(Role.MENU))
    return [Box(each.left - 12, each.top - 8, each.right + 12, each.bottom + 8) for each in bars]
