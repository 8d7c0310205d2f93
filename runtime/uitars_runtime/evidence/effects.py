"""What a run brought about, control by control, as the screen shows it, whatever was asked.

Only what is there at the end counts: a box that was ticked and cleared again is no effect, nor is
what was done in a dialog that was then cancelled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.findings import Run, later
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.outcomes import refusal
from uitars_runtime.evidence.words import plain, same, stands
from uitars_runtime.types import Click, Press, Type

_TICKS: Final = (Role.CHECKBOX, Role.RADIO)
_PRESSED: Final = (Role.BUTTON, Role.LINK, Role.ICON, Role.MENU_ITEM)
_ANSWERS: Final = frozenset({"ok", "apply", "save", "close", "done", "yes", "confirm", "accept"})
_VOID: Final = frozenset({"cancel", "discard", "reset", "revert", "no", "don't save", "undo"})


class Effect(NamedTuple):
    """A control that is not as it was."""

    at: int
    """Place among the deeds of the one that made it so."""
    control: Element
    said: str
    """For a person."""
    on: bool | None = None
    """Of what can be on or off."""
    value: str = ""
    """What was entered or chosen."""
    used: tuple[int, ...] = ()
    """Deeds on the same control before."""


def effects_of(run: Run) -> tuple[Effect, ...]:
    """What holds at the end, each control once, in the order in which it came about."""
    found: list[Effect] = []
    for at, deed in later(run, 0):
        new = next(_of(run, deed, at), None)
        if new is None:
            continue
        same_one = [one for one in found if _is_same(one.control, new.control)]
        found = [one for one in found if one not in same_one]
        used = tuple(place for one in same_one for place in (*one.used, one.at))
        found.append(new._replace(used=(*new.used, *used)))
    return tuple(one for one in found if _holds(one, run) and not _cancelled(one, run))


def standing(run: Run) -> tuple[Effect, ...]:
    """Boxes that were on, or off, all the time, so that there was nothing to do."""
    moments = [*(deed.before for deed in run.deeds), run.last]
    found: list[Effect] = []
    for box in run.last.of(*_TICKS):
        looks = [_again(box, moment) for moment in moments]
        if all(one is None or one.checked is box.checked for one in looks):
            state = "ticked" if box.checked else "not ticked"
            said = f"“{box.name or box.text}” is {state}, as it was before"
            found.append(Effect(0, box, said, on=box.checked))
    return tuple(found)


def answers(deed: Deed) -> bool:
    """Whether a step makes what was set before it count: a press of OK, Apply or the like."""
    match deed.step.action:
        case Click():
            target = deed.target
            return target is not None and plain(target.text or target.name) in _ANSWERS
        case Press(keys=("enter",)):
            return bool(deed.closed)
        case _:
            return False


def waits(effects: Sequence[Effect], run: Run) -> bool:
    """Whether what was set does not count yet: nobody pressed the Apply or OK that is there."""
    set_at = [one.at for one in effects if one.on is not None or one.value]
    labels = [plain(one.text or one.name) for one in run.last.of(Role.BUTTON) if not one.disabled]
    if not set_at or not {"apply", "ok"} & set(labels):
        return False
    return not any(answers(deed) for _, deed in later(run, max(set_at) + 1))


def names_unpressed(words: str, run: Run) -> bool:
    """Whether a part begins with what is on a button that is there and that nobody pressed: "Vote
    for tea" is not done by choosing tea."""
    pressed = {plain(deed.target.text) for _, deed in later(run, 0) if deed.target is not None}
    labels = {plain(one.text) for one in run.last.of(Role.BUTTON) if one.text and not one.disabled}
    said = f"{plain(words)} "
    return any(said.startswith(f"{label} ") for label in labels - pressed)


def _of(run: Run, deed: Deed, at: int) -> Iterator[Effect]:
    """What one step changed, the surest first."""
    match deed.step.action:
        case Click():
            yield from _ticked(deed, at)
            yield from _chosen(run, at)
            yield from _pressed(deed, at)
        case Type() | Press():
            yield from _ticked(deed, at)
            yield from _entered(deed, at)
        case _:
            return


def _ticked(deed: Deed, at: int) -> Iterator[Effect]:
    for then in deed.before.of(*_TICKS):
        now = _again(then, deed.after)
        if now is None or now.checked is then.checked or not deed.near(then.box):
            continue
        if then.role is Role.RADIO and not now.checked:
            continue
        state = "is ticked now" if now.checked else "is not ticked any more"
        yield Effect(at, now, f"“{now.name or now.text}” {state}", on=now.checked)


def _chosen(run: Run, at: int) -> Iterator[Effect]:
    """A list that shows what was just clicked in it, and showed something else before."""
    deed = run.deeds[at]
    option = plain(deed.target.text) if deed.target is not None else ""
    if not option or at == 0:
        return
    earlier = run.deeds[at - 1].before
    for now in deed.after.of(Role.COMBO, Role.FIELD):
        then = [one for one in earlier.of(Role.COMBO, Role.FIELD) if same_place(one, now)]
        if same(option, plain(now.text)) and not any(same(option, plain(o.text)) for o in then):
            name = now.name or now.text
            yield Effect(at, now, f"“{name}” shows “{now.text}”", value=now.text, used=(at - 1,))


def _pressed(deed: Deed, at: int) -> Iterator[Effect]:
    """A button, or an entry of a menu; one that bore a tick bears none now."""
    target = deed.target
    if target is None or not deed.worked or refusal(deed):
        return
    label = target.text or target.name or target.icon
    if not label or plain(label) in _ANSWERS | _VOID:
        return
    if target.role in _TICKS:
        if not deed.after.called(label, *_TICKS):
            yield Effect(at, target, f"“{label}” was chosen", on=not target.checked)
    elif target.role in _PRESSED:
        on = False if target.checked else None
        yield Effect(at, target, f"“{label}” was pressed and the screen changed", on=on)
    elif target.role in (Role.TAB, Role.ITEM) and not target.selected:
        now = [one for one in deed.after.of(Role.TAB, Role.ITEM) if one.selected]
        if any(_is_same(one, target) for one in now):
            yield Effect(at, target, f"“{label}” is shown")


def _entered(deed: Deed, at: int) -> Iterator[Effect]:
    action = deed.step.action
    if not isinstance(action, Type) or not action.text.strip():
        return
    text = action.text.strip()
    for now in deed.after.of(Role.FIELD, Role.COMBO):
        if not _says(now, text):
            continue
        then = [one for one in deed.before.of(Role.FIELD, Role.COMBO) if same_place(one, now)]
        if any(_says(one, text) for one in then) or deed.beyond([now.box]):
            continue
        yield Effect(at, now, f"“{text}” stands in “{now.name}”", value=text)


def _says(field: Element, text: str) -> bool:
    """Whether a field holds a text, with or without the unit that a program writes behind it."""
    if stands(text, field.text, whole=True):
        return True
    head, _, unit = field.text.strip().partition(" ")
    return text.replace(".", "", 1).isdigit() and head == text and unit.isalpha()


def _again(one: Element, moment: Moment) -> Element | None:
    """The same control on another look; None where it is not to be found, or twice."""
    found = [other for other in moment.of(*_TICKS) if _is_same(one, other)]
    return found[0] if len(found) == 1 else None


def _is_same(one: Element, other: Element) -> bool:
    return (
        one.role is other.role
        and same(plain(one.name or one.text), plain(other.name or other.text))
        and same_place(one, other)
    )


def _holds(effect: Effect, run: Run) -> bool:
    """Whether it is so wherever the control is seen later, and was not so when the run began."""
    moments = [deed.after for _, deed in later(run, effect.at)] + [run.last]
    if effect.on is not None:
        seen = [_again(effect.control, moment) for moment in moments]
        first = _again(effect.control, run.deeds[min((*effect.used, effect.at))].before)
        changed = first is None or first.checked is not effect.on
        return changed and all(one is None or one.checked is effect.on for one in seen)
    if effect.value and effect.control.role is Role.FIELD:
        fields = (
            one
            for moment in moments
            for one in moment.of(Role.FIELD)
            if _is_same(effect.control, one)
        )
        return all(_says(one, effect.value) for one in fields)
    return True


def _cancelled(effect: Effect, run: Run) -> bool:
    """Whether its dialog, or its page, was left by a step that takes back what was set."""
    dialogs = {one.id for one in run.deeds[effect.at].before.windows or () if one.dialog}
    for _, deed in later(run, effect.at + 1):
        gone = bool(dialogs & {one.id for one in deed.closed})
        if takes_back(deed) or (gone and not answers(deed)):
            return True
    return False


def takes_back(deed: Deed) -> bool:
    """Whether it pressed what throws away what was set before."""
    target = deed.target
    return target is not None and plain(target.text or target.name) in _VOID
