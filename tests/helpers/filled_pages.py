"""Pages of a real browser that are filled as a test says what is meant for their controls."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from uitars_runtime.backends.embedded.requests import forms
from uitars_runtime.backends.embedded.requests.entry import Entry
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.browser.page import Page
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import FILLED, Control
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import Size
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    Outcome,
    Press,
    Proposal,
    Step,
    Type,
    Verdict,
    Wait,
)

WIDE, HIGH = 640, 480


class Reader:
    """Gives each control what a test says."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def reading(self, request: str, form: Sequence[Control]) -> Reading:
        found = (
            (number, request.index(said), len(said))
            for number, one in enumerate(form)
            if one.kind in FILLED and (said := self.values.get(one.label))
        )
        meant = (Meant(number, Deed.VALUE, start, start + long) for number, start, long in found)
        return Reading((*meant,), 0.99, 0.0, whole=True)


def settled(page: Page) -> bytes:
    """What a page looks like once nothing moves, as hands wait for it."""
    before = page.picture()
    for _ in range(50):
        time.sleep(0.15)
        now = page.picture()
        if now == before:
            break
        before = now
    return before


def filled(
    page: Page, eyes: Eyes, file: Path, values: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> Finish | Rest | None:
    """How it ended, with the real mouse and keyboard of a page; None where it did not."""
    monkeypatch.setattr(forms, "form_reader", lambda: Reader(values))
    page.open(file.as_uri())
    page.view(WIDE, HIGH)
    filling, task, steps = forms.Forms(), ", ".join(values.values()), list[Step]()
    for _ in range(20):
        elements = eyes.look(Frame.of_png(settled(page)))
        found = filling.next(Rest(task, 0, tuple(steps)), elements)
        if not isinstance(found, Entry):
            return found
        match found.action:
            case Click(at=at):
                page.click(at.x, at.y)
            case Type(text=text):
                page.press(*text)
            case Press(keys=("ctrl", "a")):
                page.run("document.activeElement.select()")
            case Press(keys=(key,)):
                page.press(key)
            case Wait(seconds=seconds):
                time.sleep(seconds)
            case _:
                pass
        seen = Observation("0" * 64, Size(WIDE, HIGH))
        verdict = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
        outcome = Outcome(True, "done", changed=True)
        steps.append(Step(0, seen, Proposal("", found.action, ""), verdict, outcome))
    return None
