"""Where a program says nothing of its widgets, the gate reads the screen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from uitars_runtime.element import Control
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.words import (
    asked_about,
    asks_for_credentials,
    names_a_secret,
    risk_of,
    risk_of_button,
    says_yes,
    warns,
)
from uitars_runtime.types import Action, Box, Click, Decision, Drag, KeyDown, Point, Press, Type

WINDOW = Box(20, 20, 420, 220)
FIELD = Box(60, 70, 300, 96)
LATER, DELETE = Point(100, 160), Point(280, 160)


@pytest.fixture(scope="module")
def seen() -> Frame:
    """A dialog with two buttons on a grey screen."""
    pixels = np.full((300, 500, 3), 120, np.uint8)
    cv2.rectangle(pixels, (20, 20), (420, 220), (238, 238, 238), -1)
    for text, place in (("Later", LATER), ("Delete", DELETE)):
        corner = (place.x - 50, place.y - 16)
        cv2.rectangle(pixels, corner, (place.x + 50, place.y + 16), (205, 205, 205), -1)
        at = (place.x - 25, place.y + 5)
        cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    return Frame(pixels)


@pytest.fixture(scope="module")
def words() -> ScreenWords:
    return ScreenWords()


def test_the_words_under_a_place_are_read(words: ScreenWords, seen: Frame) -> None:
    assert words.at(seen, DELETE) == "Delete"
    assert words.at(seen, LATER) == "Later"
    assert words.at(seen, Point(460, 280)) == ""
    assert words.at(seen, Point(499, 299)) == ""


def test_the_words_of_a_window_are_read(words: ScreenWords, seen: Frame) -> None:
    assert set(words.within(seen, WINDOW).splitlines()) == {"Later", "Delete"}
    assert words.within(seen, Box(490, 290, 900, 900)) == ""
    assert words.within(seen, Box(-50, -50, 4, 4)) == ""


class Mute:
    """A window that says nothing of its widgets, or only what is given."""

    def __init__(self, role: str = "", spot: Box | None = None) -> None:
        self._role = role
        self._spot = spot

    def facts(self, _action: Action) -> Facts:
        return Facts(
            window="Notice", application="Tk", role=self._role, spot=self._spot, area=WINDOW
        )

    def controls(self, _facts: Facts) -> tuple[Control, ...]:
        return ()


def gate_for(where: Path, words: ScreenWords, surroundings: Mute) -> PolicyGate:
    return PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        NobodyAsker(),
        workspace=where,
        surroundings=surroundings,
        words=words,
    )


def decide(
    action: Action,
    seen: Frame,
    words: ScreenWords,
    where: Path,
    role: str = "",
    spot: Box | None = None,
) -> str:
    gate = gate_for(where, words, Mute(role, spot))
    verdict = gate.review(action, seen).verdict
    return verdict.rule if verdict.decision is Decision.DENY else "allowed"


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        (Click(DELETE), "ask-on-risk/R2"),
        (Click(LATER), "allowed"),
        (Press(("Return",)), "ask-on-risk/R2"),
        (Press(("space",)), "ask-on-risk/R2"),
        (KeyDown("Enter"), "ask-on-risk/R2"),
        (Type("yes\n"), "ask-on-risk/R2"),
        (Type("yes"), "ask-on-risk/R2"),
        (Type("xkcd"), "ask-on-risk/R2"),
        (Type("xmas"), "allowed"),
        (Type("\t"), "allowed"),
        (Press(("Tab",)), "allowed"),
        (Press(("alt", "l")), "ask-on-risk/R2"),
        (Press(("alt", "k")), "allowed"),
        (Press(("esc",)), "allowed"),
        (Drag(DELETE, DELETE), "ask-on-risk/R2"),
        (Drag(LATER, DELETE), "ask-on-risk/R2"),
        (Drag(LATER, LATER), "allowed"),
    ],
)
def test_what_is_read_decides(
    action: Action, outcome: str, seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    assert decide(action, seen, words, tmp_path) == outcome


def test_typing_beside_the_word_password_is_typing_a_secret(
    seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    pixels = seen.pixels.copy()
    at = (60, 80)
    cv2.putText(pixels, "Password:", at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    assert decide(Type("hunter2"), Frame(pixels), words, tmp_path) == "ask-on-risk/R4"
    assert decide(Type("7"), seen, words, tmp_path) == "allowed"


@pytest.fixture(scope="module")
def with_field(seen: Frame) -> Frame:
    """The dialog with a place for text in it."""
    pixels = seen.pixels.copy()
    cv2.rectangle(pixels, (FIELD.left, FIELD.top), (FIELD.right, FIELD.bottom), (255,) * 3, -1)
    cv2.rectangle(pixels, (FIELD.left, FIELD.top), (FIELD.right, FIELD.bottom), (150,) * 3, 1)
    return Frame(pixels)


def test_a_place_for_text_takes_what_is_typed_where_eyes_and_program_agree(
    with_field: Frame, seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    def decided(action: Action, frame: Frame, spot: Box) -> str:
        return decide(action, frame, words, tmp_path, role="text", spot=spot)

    button = Box(DELETE.x - 50, DELETE.y - 16, DELETE.x + 50, DELETE.y + 16)
    assert decided(Type("all is well"), with_field, FIELD) == "allowed"
    assert decided(Press(("space",)), with_field, FIELD) == "allowed"
    assert decided(Press(("Return",)), with_field, FIELD) == "ask-on-risk/R2"
    assert decided(Type("all is well"), with_field, button) == "ask-on-risk/R2"
    assert decided(Click(DELETE), with_field, button) == "ask-on-risk/R2"


def test_a_click_into_a_field_puts_the_keyboard_there(
    with_field: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    gate = gate_for(tmp_path, words, Mute())
    click, text = Click(FIELD.center), Type("all is well")

    def allowed(action: Action) -> bool:
        return gate.review(action, with_field).verdict.decision is Decision.ALLOW

    assert not allowed(text)
    assert allowed(click)
    assert not allowed(text), "it was allowed, but not done"
    gate.tried(click, with_field, ok=True)
    assert allowed(text)
    gate.tried(text, with_field, ok=True)
    assert allowed(text)
    assert allowed(Press(("Tab",)))
    gate.tried(Press(("Tab",)), with_field, ok=True)
    assert not allowed(text)
    gate.tried(click, with_field, ok=True)
    gate.tried(click, with_field, ok=False)
    assert not allowed(text)


def test_a_field_of_another_page_does_not_have_the_keyboard(
    with_field: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    """The page changed by itself after the click: where the field is now was a field as well."""
    plain = with_field.pixels.copy()
    cv2.rectangle(plain, (220, 140), (340, 180), (238, 238, 238), -1)
    before = Frame(plain)
    gate = gate_for(tmp_path, words, Mute())
    click = Click(FIELD.center)
    assert gate.review(click, before).verdict.decision is Decision.ALLOW
    gate.tried(click, before, ok=True)
    assert gate.review(Type("a b"), before).verdict.decision is Decision.ALLOW
    assert gate.review(Type("a b"), with_field).verdict.decision is Decision.DENY


def test_a_field_among_other_buttons_does_not_have_the_keyboard(
    with_field: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    """The same grave word stood on the page before, at another place."""
    pixels = with_field.pixels.copy()
    cv2.rectangle(pixels, (24, 130), (416, 190), (238, 238, 238), -1)
    for text, left in (("Back", 50), ("Help", 170), ("Delete", 300)):
        cv2.putText(
            pixels, text, (left, 165), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA
        )
    before = Frame(pixels)
    gate = gate_for(tmp_path, words, Mute())
    click = Click(FIELD.center)
    assert gate.review(click, before).verdict.decision is Decision.ALLOW
    gate.tried(click, before, ok=True)
    assert gate.review(Type("a b"), before).verdict.decision is Decision.ALLOW
    assert gate.review(Type("a b"), with_field).verdict.decision is Decision.DENY


@pytest.mark.parametrize("read", ["Iransfer", "lnstall", "Trangfer", "ransfer"])
def test_a_word_that_was_read_with_a_wrong_letter_counts(read: str) -> None:
    assert risk_of(read) is None
    assert risk_of(read, misread=True) is not None


@pytest.mark.parametrize(
    "read",
    [
        *(
            "Suchen",
            "Verwenden",
            "Hermit",
            "Public",
            "Zoeken",
            "Layer",
            "Crust",
            "Render",
            "Vendor",
        ),
        *("Sender", "Gender", "Guitar", "Recover file", "Sel.", "Rendre visible", "Is verlopen"),
    ],
)
def test_a_word_of_its_own_is_none_that_was_misread(read: str) -> None:
    assert risk_of(read, misread=True) is None


def test_a_screenshot_that_begins_elsewhere_is_read_in_the_right_place(
    seen: Frame, words: ScreenWords, tmp_path: Path
) -> None:
    shifted = Frame(seen.pixels, Point(-500, 0))

    class Left(Mute):
        def facts(self, _action: Action) -> Facts:
            area = Box(WINDOW.left - 500, WINDOW.top, WINDOW.right - 500, WINDOW.bottom)
            return Facts(area=area)

    gate = PolicyGate(
        named(Mode.ASK_ON_RISK),
        frozenset(),
        NobodyAsker(),
        workspace=tmp_path,
        surroundings=Left(),
        words=words,
    )
    assert gate.review(Press(("Return",)), shifted).verdict.decision is Decision.DENY


@pytest.mark.parametrize("read", ["Irust", "Dscard", "Wpe", "lnvite"])
def test_a_word_whose_underlined_letter_was_misread_or_lost_counts(read: str) -> None:
    assert risk_of(read) is None
    assert risk_of(read, misread=True) is not None


@pytest.mark.parametrize(
    "name", ["L\u00f6\u00adschen", "De\u200blete", "\u200eS\u2060end\u200f", "All\ufe0fow"]
)
def test_what_nobody_sees_does_not_make_another_word(name: str) -> None:
    assert risk_of(name) is not None


@pytest.mark.parametrize(
    "name",
    ["D\u0435lete", "\u0420ay", "\u0420\u0410Y NOW", "\u03a1ay", "D e l e t e", "P a y", "删 除"],
)
def test_what_looks_like_a_word_is_one(name: str) -> None:
    """A page names its buttons as it likes, and a person reads what they look like."""
    assert risk_of(name) is not None
    assert asked_about(f"Do you want to {name}?") is not None


@pytest.mark.parametrize(
    "name",
    [
        *("Place your order", "Complete order", "Place bid", "Withdraw funds", "Deploy"),
        *("Merge pull request", "Start free trial", "Terminate instance", "Force quit"),
        *("Close my account", "🗑️", "Bestellung aufgeben", "Kauf abschließen", "Fazer pedido"),
        *("Passer la commande", "Realizar pedido", "Effettua l’ordine", "Bestelling plaatsen"),
        *("Złóż zamówienie", "Оформить заказ"),
    ],
)
def test_the_last_buttons_of_real_shops_and_services_are_grave(name: str) -> None:
    assert risk_of(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("Logout", "Signout", "Reply to all", "Format partition", "Make a donation", "Order"),
        "Sign in and delete the old account",
    ],
)
def test_other_spellings_of_grave_words_are_grave(name: str) -> None:
    assert risk_of_button(name, pushed=True) is not None


@pytest.mark.parametrize(
    "name", ["Sign in", "Sign in with Google", "Send to Back", "Send Backward", "Cash register"]
)
def test_phrases_that_only_hold_a_grave_word_are_not(name: str) -> None:
    assert risk_of_button(name, pushed=True) is None


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Schließen _ohne zu speichern",
            "_Ersetze",
            "_Trotzdem starten",
            "Ohne Speichern beenden",
        ),
        *("Fermer _sans enregistrer", "_Abandonner", "Déplacer dans la corbeille"),
        *("Cerrar sin guardar", "_Sustituir", "So_breescribir", "Marcar como _ejecutable"),
        *("Chiudi _senza salvare", "S_carta", "Ca_ncella", "Fechar sem salvar", "Sobr_escrever"),
        *("Sluiten zonder opslaan", "_Vervang", "_Verwerpen", "_Installeren", "_Odrzuć"),
        *("Zamknij bez zapisywania", "_Закрыть без сохранения", "_Перезаписать", "_Сброс"),
        *(
            "放弃(_D)",
            "丢弃更改",
            "注销",
            "重启",
            "标记为可执行(_E)",
            "破棄(_D)",
            "再起動",
            "とにかく実行(_L)",
        ),
        *("Mark _Executable", "_Launch Anyway", "Mark as _Trusted"),
    ],
)
def test_buttons_as_desktop_programs_translate_them_are_grave(name: str) -> None:
    """What GTK, Thunar, Caja, Mousepad, Kate and others call a button whose English name counts."""
    assert risk_of(name) is not None


@pytest.mark.parametrize(
    ("yes", "lost"),
    [
        ("_Valider", "Vos modifications seront perdues si vous ne les enregistrez pas."),
        ("Fort_setzen", "Ungesicherte Änderungen gehen verloren."),
        ("_Aceptar", "Si no guarda, se perderán todos los cambios."),
        ("继续", "未保存的更改将会丢失。"),
        ("続行", "保存されていない変更は失われます。"),
    ],
)
def test_a_yes_and_what_it_loses_are_known_in_other_languages(yes: str, lost: str) -> None:
    assert says_yes(yes)
    assert warns(lost) is not None


@pytest.mark.parametrize(
    ("label", "decision"),
    [
        *(("Continue →", "ask"), ("✓ OK", "ask"), ("Yes!", "ask"), ("Weiter …", "ask")),
        *(("Yes, I'm sure", "ask"), ("Ja, fortfahren", "ask"), ("是，继续", "ask")),
        *(("Yes to _All", "ask"), ("Ja zu &allem", "ask"), ("Oui pour _tous", "ask")),
        *(("Sí a todo", "ask"), ("全部是(A)", "ask"), ("はい、続行", "ask")),
        *(("Continue Anyway", "ask"), ("No to All", "allow")),
        *(("No, keep them", "allow"), ("Cancel ✕", "allow"), ("More, please", "allow")),
    ],
)
def test_a_yes_is_one_with_a_sign_beside_it_or_a_sentence_behind_it(
    label: str, decision: str, tmp_path: Path
) -> None:
    asked = Facts(role="push button", name=label, words="Delete 300 files?")
    policy = named(Mode.ASK_ON_RISK)
    assert explain(Click(DELETE), policy, workspace=tmp_path, facts=asked).decision == decision


@pytest.mark.parametrize("label", ["是(Y)", "是(_Y)", "确定（&O）", "はい(Y)"])
def test_a_shortcut_behind_a_word_without_letters_is_no_part_of_it(
    label: str, tmp_path: Path
) -> None:
    """GTK and Qt write it so in Chinese and Japanese, on every button of a dialog."""
    assert says_yes(label)
    asked = Facts(role="push button", name=label, words="删除 300 个文件？")
    decided = explain(Click(DELETE), named(Mode.ASK_ON_RISK), workspace=tmp_path, facts=asked)
    assert (decided.decision, decided.risk) == ("ask", "R2")


@pytest.mark.parametrize("read", ["Carta", "Desenhar", "Donker", "Zmień", "Preset", "プリセット"])
def test_ordinary_words_that_lie_near_a_grave_one_stay_ordinary(read: str) -> None:
    assert risk_of(read, misread=True) is None


@pytest.mark.parametrize("name", ["тест", "Сохранить", "Далее", "Αρχείο", "Plan B", "A b c"])
def test_other_scripts_and_single_letters_stay_what_they_are(name: str) -> None:
    assert risk_of(name) is None


def test_the_name_of_a_field_may_have_soft_hyphens() -> None:
    assert names_a_secret("Pass\u00adword")
    assert asks_for_credentials("Authen\u00adtication required")
