"""Whether forms come to hold what is asked for: forms that people wrote down are drawn as pages,
filled by the product's loop in a browser on a private screen, and judged by what the page holds.

`train/instructions/forms` has the forms and what is asked for in each.

Of each form one request is played that means two things or more and nothing besides, and of which
the page can say whether it came about. Whoever is asked if something is meant says yes where it is,
and else once what is missing, wrong or too much ("No, leave Print out, Club: Drama, untick News");
`corrected` is what is done then. Any other question ends the try. `--told`: what a request means is
told in place of what the reader of forms makes of it, where all of it is seen; what is not done
then is lost behind the reader.

`wrong` is an end as success where the page holds something else, `unseen` a control that eyes did
not find, of `--told` alone. What is done may have ended otherwise.

    python bench/filling.py [--authors NAME ...] [--forms N] [--told] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

import msgspec
import numpy as np

from uitars_runtime import loop
from uitars_runtime.backends.embedded.network import form_reader
from uitars_runtime.backends.embedded.requests import form_lists, form_plan, forms
from uitars_runtime.backends.embedded.requests.form_plan import Want
from uitars_runtime.backends.registry import NANO, open_model
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import own_page
from uitars_runtime.browser.page import Page
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control as Reins
from uitars_runtime.edits.lines import letters
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.forms.asked import Deed, Reading
from uitars_runtime.forms.form import FILLED, OFF, ON, Control, Kind, controls
from uitars_runtime.forms.told import understood
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.intent import MEANT
from uitars_runtime.memory.window import Window
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.protocols import Model
from uitars_runtime.run_record import Ending
from uitars_runtime.sums.reading import in_figures
from uitars_runtime.types import Task
from uitars_train.evaluate.intervals import wilson
from uitars_train.evaluate.last_look import LastLook
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.forms import pages, views, written
from uitars_train.forms.samples import viewed
from uitars_train.forms.written import Drawn, Form, Wish
from uitars_train.scratch import scratch
from uitars_train.screens import web_truth
from uitars_train.screens.screen import seeded

SIZE: Final = (1280, 1000)
LIMITS: Final = Limits(steps=40, seconds=180.0)
LOOKS, PAUSE = 20, 0.25
"""Times that the screen is looked at until nothing moves, and seconds between two."""
MODULES: Final = (forms, form_lists, form_plan)
"""What asks the reader of forms."""
ENDS: Final = ("done", "corrected", "wrong", "asked", "given up", "unseen")
SCRIPT: Final = """
window.pressed = [];
document.addEventListener('click', event => {
  const one = event.target.closest('[data-role]');
  if (!one || !['button', 'link', 'tab', 'menu', 'item'].includes(one.dataset.role)) return;
  event.preventDefault();
  window.pressed.push(one.dataset.name);
  const said = document.createElement('p');
  said.textContent = one.textContent + ': thank you';
  said.style.cssText = 'position:fixed;right:8px;bottom:8px;background:#ffd;color:#000;'
    + 'padding:12px;border:1px solid #000';
  document.body.append(said);
}, true);
"""
"""A page that says which button was pressed, as those that send something do."""
STATE: Final = """
const held = {};
for (const one of document.querySelectorAll('[data-name]')) {
  const name = one.dataset.name;
  const input = one.matches('input,select,textarea') ? one : one.querySelector('input');
  if (name.startsWith('label ') || !input) continue;
  const chosen = ['checkbox', 'radio'].includes(input.type);
  held[name] = chosen ? (input.checked ? 'on' : 'off') : input.value;
}
return {held, pressed: window.pressed, height: document.documentElement.scrollHeight};
"""


class Try(msgspec.Struct, frozen=True):
    """One request on one page."""

    author: str
    form: int
    end: str
    """One of `ENDS`."""
    said: str = ""
    """Why it ended."""


class Told:
    """Reads the request of a try as it was meant, and else what the shipped reader does."""

    def __init__(self, request: str, seen: Sequence[Element], meant: Reading) -> None:
        form = controls(seen)
        self._form, self._meant = [*map(_alike, form)], meant
        self.wants = form_plan.wants_of(request, meant, form, seen)

    def reading(self, request: str, form: Sequence[Control], /) -> Reading | None:
        same = [*map(_alike, form)] == self._form
        return self._meant if same else form_reader.form_reader().reading(request, form)


class Person:
    """Who says yes to what was meant, and to anything else once what is to be otherwise."""

    def __init__(self, wants: Sequence[Want]) -> None:
        self._wants = wants
        self.corrects = False

    def answer(self, question: str) -> str | None:
        if question == form_plan.question(self._wants):
            return "yes"
        asked = understood(question)
        if self.corrects or not self._wants or asked is None:
            return None
        self.corrects = True
        return correction(self._wants, asked)


def correction(wants: Sequence[Want], asked: Sequence[tuple[str, Deed, str]]) -> str:
    """What a person answers to a plan in which something is missing, wrong or too much."""
    meant = [(one.control.label, one.deed, one.value) for one in wants]
    labels = {label for label, *_ in meant}
    extra = [f"leave {label} out" for label, *_ in asked if label not in labels]
    missing = [one for one, said in zip(wants, meant, strict=True) if said not in asked]
    return "No, " + ", ".join([*extra, *map(_in_words, missing)])


def _in_words(want: Want) -> str:
    """As it is asked about, without quotes: "Club: Drama", "untick News"."""
    said = (form_plan.question([want]) or "").removesuffix(f". {MEANT}")
    return re.sub("[“”]", "", said[:1].lower() + said[1:])


def _alike(control: Control) -> tuple[Kind, str]:
    return control.kind, control.label


class Desk:
    """A private screen with a browser that fills it."""

    def __init__(self, hands: OpenHands, page: Page, proctor: Proctor) -> None:
        self.hands, self.page, self.proctor = hands, page, proctor
        self.eyes = Eyes()

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.run(STATE)
        return found

    def show(self, html: str) -> None:
        """And wait until the screen shows it, too."""
        self.page.show(html, *SIZE)
        self.page.picture()
        before = self.hands.observe().pixels
        for _ in range(LOOKS):
            time.sleep(PAUSE)
            now = self.hands.observe().pixels
            if np.array_equal(before, now):
                return
            before = now


@contextmanager
def desk() -> Generator[Desk]:
    """Gone afterwards."""
    with ExitStack() as opened:
        settings = HandsSettings(
            desktop=f"sandbox:{SIZE[0]}x{SIZE[1]}",
            workspace=str(opened.enter_context(scratch())),
            policy=POLICY,
            actions_per_second=1000.0,
        )
        proctor = Proctor()
        hands = open_hands(settings, proctor, threading.Event())
        opened.callback(hands.close)
        place = ("--kiosk", "--window-position=0,0", f"--window-size={SIZE[0]},{SIZE[1]}")
        page = opened.enter_context(own_page(hands.environment, *OWN_PAGES, *place))
        page.open("about:blank")
        yield Desk(hands, page, proctor)


def wish_of(form: Form, number: int) -> Wish | None:
    """The request that is played, of those whose outcome can be told."""
    fitting = [one for one in form.wishes if _is_judged(form, one)]
    return fitting[number % len(fitting)] if fitting else None


def _is_judged(form: Form, wish: Wish) -> bool:
    """No slider, whose number nobody sees, and of a list one entry alone that is meant."""
    drawn = {one.label: one for one in form.controls}
    return (
        not wish.more
        and len(wish.means) > 1
        and all(drawn[label].kind is not Kind.SLIDER for label, _ in wish.means)
        and all(
            len(entries_meant(drawn[label], what)) == 1
            for label, what in wish.means
            if drawn[label].kind is Kind.LIST
        )
    )


def entries_meant(drawn: Drawn, what: str) -> list[str]:
    """The entries of a list that words may mean: the same, else those that hold them."""
    said = {letters(what), letters(in_figures(what))}
    same = [one for one in drawn.shown if letters(one) in said]
    return same or [one for one in drawn.shown if any(word in letters(one) for word in said)]


def meant_by(form: Form, wish: Wish, held: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What the page should hold then, and what should have been pressed."""
    numbers = {one.label: at for at, one in enumerate(form.controls) if one.kind is not Kind.TEXT}
    wanted, pressed = dict(held), list[str]()
    for label, what in wish.means:
        if label not in numbers:
            continue  # words that are no control
        at, drawn = numbers[label], form.controls[numbers[label]]
        if drawn.kind is Kind.CHOICE:
            wanted |= {f"{at}{pages.APART}{one}": OFF for one in drawn.entries}
            wanted[f"{at}{pages.APART}{what}"] = ON
        elif drawn.kind is Kind.LIST:
            wanted[str(at)] = entries_meant(drawn, what)[0]
        elif drawn.kind is Kind.TICK:
            wanted[str(at)] = what
        elif drawn.kind in FILLED:
            wanted[str(at)] = "" if what == written.EMPTY else in_figures(what)
        else:
            pressed.append(str(at))
    return wanted, pressed


def is_held(state: Mapping[str, Any], wanted: Mapping[str, str], pressed: Sequence[str]) -> bool:
    held: dict[str, str] = state["held"]
    same = (_plain(held[name]) == _plain(what) for name, what in wanted.items())
    return all(same) and state["pressed"] == list(pressed)


def _plain(text: str) -> str:
    """Signs and cases of letters are a matter of taste."""
    return re.sub(r"\W", "", in_figures(text.strip())).casefold()


def played(
    place: Desk, model: Model, author: str, number: int, form: Form, *, told: bool
) -> Try | None:
    """None where there is no such request, or the page is longer than the screen."""
    wish = wish_of(form, number)
    if wish is None:
        return None
    html = pages.page(form, seeded(f"filling {author} {number}"))
    place.show(html.replace("</body>", f"<script>{SCRIPT}</script></body>"))
    before = place.state()
    if before["height"] > SIZE[1]:
        return None
    reader = reader_of(place, form, wish)
    with ExitStack() as patched:
        if told:
            if reader is None:
                return Try(author, number, "unseen")
            for module in MODULES:
                patched.enter_context(mock.patch.object(module, "form_reader", return_value=reader))
        person = Person(reader.wants if reader else ())
        end, said = run(place, model, wish.text, person)
    wanted, pressed = meant_by(form, wish, before["held"])
    right = is_held(place.state(), wanted, pressed)
    if right or end is Ending.FINISHED:
        done = "corrected" if person.corrects else "done"
        return Try(author, number, done if right else "wrong", said)
    return Try(author, number, "asked" if end is Ending.NEEDS_PERSON else "given up", said)


def reader_of(place: Desk, form: Form, wish: Wish) -> Told | None:
    """What the request means for what is seen; None where not all of it is."""
    truth = msgspec.convert(place.page.evaluate(web_truth.script()), tuple[Element, ...])
    frame = place.hands.observe()
    elements = place.eyes.look(frame, afresh=True)
    picture = views.Picture("web", frame, truth, views.of_page(truth))
    view = views.view(picture, form, elements)
    sample = view and viewed(wish, view, form)
    if not sample or sample.more:
        return None
    return Told(wish.text, elements, Reading(sample.meant, 0.99, 0.0, whole=True))


def run(place: Desk, model: Model, text: str, person: Person) -> tuple[Ending, str]:
    """How a run ended, and why."""
    task = Task(text)
    place.proctor.told = text
    turns = loop.run(
        task, model, place.hands, WorkingMemory(), LastLook().of(task), window=Window(),
        limits=LIMITS, control=Reins(),
        answer=person.answer,
    )  # fmt: skip
    while True:
        try:
            next(turns)
        except StopIteration as stopped:
            return stopped.value.ending, stopped.value.text


def figures(tries: Sequence[Try]) -> dict[str, Any]:
    """Counts by author, and of all with the 95 % interval of what is done."""
    found: dict[str, Any] = {}
    for author in sorted({one.author for one in tries}):
        ends = Counter(one.end for one in tries if one.author == author)
        found[author] = {end: ends[end] for end in ENDS if ends[end]} | {"of": ends.total()}
    done = sum(one.end == "done" for one in tries)
    return found | {"done": done, "of": len(tries), "interval": wilson(done, len(tries))}


def main() -> int:
    arguments = parser().parse_args()
    known = written.read(views=False)
    if unknown := {*(arguments.authors or known)} - {*known}:
        sys.exit(f"No author is called {', '.join(sorted(unknown))}.")
    tries: list[Try] = []
    model = open_model(NANO, sampling=Sampling())
    with desk() as place:
        for author in arguments.authors or known:
            for number, form in enumerate(known[author][: arguments.forms]):
                one = played(place, model, author, number, form, told=arguments.told)
                if one is not None:
                    tries.append(one)
                    print(one.author, one.form, one.end, one.said, flush=True)
    report = figures(tries)
    print(json.dumps(report, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("--authors", nargs="+", metavar="NAME", help="of these; default: all")
    new.add_argument("--forms", type=int, help="of each author; default: all")
    new.add_argument("--told", action="store_true", help="tell what requests mean")
    new.add_argument("--json", type=Path)
    return new


if __name__ == "__main__":
    sys.exit(main())
