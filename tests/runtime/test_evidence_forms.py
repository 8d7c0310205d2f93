"""A real form that was filled as asked for in any words: what is seen of it, and what is not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from helpers.player import FORM, Player, played
from uitars_runtime.backends.embedded.network import form_reader
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import Control
from uitars_runtime.intent import MEANT
from uitars_runtime.run_record import Evidence
from uitars_runtime.types import Action, AskUser, Type

TASK = "our guest goes by Ada and lives in Hull, off you go"
FILLED: tuple[Action | str, ...] = ("Name", Type("Ada"), "City", Type("Hull"))


class Reader:
    """Reads that Ada is the name, Hull the city, and that OK is to be pressed."""

    def __init__(
        self, confidence: float = 0.98, more: float = 0.0, *, whole: bool = True, fills: bool = True
    ) -> None:
        self._confidence, self._more, self._whole, self._fills = confidence, more, whole, fills

    def reading(self, request: str, form: Sequence[Control]) -> Reading:
        places = {one.label: at for at, one in enumerate(form)}

        def value(label: str, words: str) -> Meant:
            start = request.find(words)
            return Meant(places[label], Deed.VALUE, start, start + len(words))

        filled = (value("Name", "Ada"), value("City", "Hull")) if self._fills else ()
        meant = (*filled, Meant(places["OK"], Deed.ON))
        return Reading(meant, self._confidence, self._more, self._whole)


@pytest.mark.parametrize(
    ("plan", "reader", "seen"),
    [
        ((*FILLED, "OK"), Reader(), True),
        (("City", Type("Hull"), "Name", Type("Ada"), "OK"), Reader(), True),
        (FILLED, Reader(), False),
        (("Name", Type("Ada"), "OK"), Reader(), False),
        (("Name", Type("Hull"), "City", Type("Ada"), "OK"), Reader(), False),
        ((*FILLED, "Cancel"), Reader(), False),
        ((*FILLED, "OK"), Reader(confidence=0.6), False),
        ((*FILLED, "OK"), Reader(more=0.4), False),
        ((*FILLED, "OK"), Reader(whole=False), False),
        (("OK",), Reader(fills=False), False),
    ],
    ids=[
        *("all", "in another order", "not sent", "a field left out", "the wrong way round"),
        *("thrown away", "not read surely", "perhaps more is asked for"),
        *("something is left out", "nothing is filled in"),
    ],
)
def test_what_a_form_was_given_is_seen(
    plan: Sequence[Action | str],
    reader: Reader,
    seen: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(form_reader, "form_reader", lambda: reader)
    ended = played(tmp_path, monkeypatch, TASK, FORM, Player(*plan))
    assert (ended.evidence is Evidence.SEEN) is seen


def test_a_form_that_nobody_sent_is_not_seen_to_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NothingToPress(Reader):
        def reading(self, request: str, form: Sequence[Control]) -> Reading:
            reading = super().reading(request, form)
            return reading._replace(meant=reading.meant[:2])

    monkeypatch.setattr(form_reader, "form_reader", NothingToPress)
    task = "our guest goes by Ada and lives in Hull"
    ended = played(tmp_path, monkeypatch, task, FORM, Player(*FILLED))
    assert ended.evidence is not Evidence.SEEN


def test_words_that_a_grammar_knows_are_read_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The network might miss a part of them."""

    class OnlyTheName(Reader):
        def reading(self, request: str, form: Sequence[Control]) -> Reading:
            reading = super().reading(f"{request} Hull", form)
            return reading._replace(meant=reading.meant[:1])

    monkeypatch.setattr(form_reader, "form_reader", OnlyTheName)
    player = Player("Name", Type("Ada"))
    ended = played(tmp_path, monkeypatch, "Set Name to Ada and press OK.", FORM, player)
    assert ended.evidence is not Evidence.SEEN


PLAN = "“Name”: “Ada”. “City”: “Hull”. Press “OK”."


@pytest.mark.parametrize(
    ("plan", "seen"),
    [
        ((AskUser(f"{PLAN} {MEANT}"), *FILLED, "OK"), True),
        ((AskUser(f"“Name”: “Bob”. {MEANT}"), AskUser(f"{PLAN} {MEANT}"), *FILLED, "OK"), True),
        ((AskUser(f"{PLAN} {MEANT}"), "Name", Type("Bob"), "City", Type("Hull"), "OK"), False),
        ((AskUser(f"{PLAN} {MEANT}"), *FILLED), False),
        ((*FILLED, AskUser(f"{PLAN} {MEANT}"), "OK"), False),
        ((AskUser("Shall I fill it in?"), *FILLED, "OK"), False),
    ],
    ids=["agreed", "corrected", "other words", "not sent", "asked late", "another question"],
)
def test_what_a_person_said_yes_to_is_what_a_form_was_to_be_given(
    plan: Sequence[Action | str], seen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form_reader, "form_reader", lambda: Reader(confidence=0.3))
    ended = played(tmp_path, monkeypatch, TASK, FORM, Player(*plan), answer="Yes")
    assert (ended.evidence is Evidence.SEEN) is seen


def test_an_answer_that_is_no_yes_agrees_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form_reader, "form_reader", lambda: Reader(confidence=0.3))
    player = Player(AskUser(f"{PLAN} {MEANT}"), *FILLED, "OK")
    ended = played(tmp_path, monkeypatch, TASK, FORM, player, answer="No, Bob lives in Hull")
    assert ended.evidence is not Evidence.SEEN
