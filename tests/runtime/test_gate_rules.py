"""Which class an action gets from what the hands know about its target."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.runs import EVERY_ACTION
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.rules import classify
from uitars_runtime.gate.words import risk_of
from uitars_runtime.types import Action, Button, Click, Drag, KeyDown, Open, Point, Press, Type

HERE = Point(1, 2)
CLICK = Click(HERE)
ENTER = Press(("Return",))
ORDER = ("R0", "R1", "S-read", "S-write", "R2", "S-other", "R3", "R4")


@pytest.mark.parametrize(
    ("label", "risk"),
    [
        ("Delete", "R2"),
        ("_Delete", "R2"),
        ("&Delete…", "R2"),
        ("DELETE FILE", "R2"),
        ("Don’t Save", "R2"),
        ("Close without Saving", None),
        ("Submit", "R2"),
        ("Send", "R3"),
        ("Buy now", "R3"),
        ("Pay $12.00", "R3"),
        ("Allow", "R4"),
        ("Always allow", "R4"),
        ("Löschen", "R2"),
        ("Jetzt kaufen", "R3"),
        ("Envoyer", "R3"),
        ("Eliminar", "R2"),
        ("Разрешить", "R4"),
        ("立即购买", "R3"),
        ("ファイルを削除", "R2"),
        ("Save", None),
        ("Open", None),
        ("Undelete", None),
        ("Sender", None),
        ("Payment history", None),
        ("Format", None),
        ("Forward", None),
        ("How to delete a file from the list of the files that you have", None),
    ],
)
def test_a_button_is_judged_by_its_word(label: str, risk: str | None) -> None:
    expected = "R2" if label == "Close without Saving" else risk
    for facts in (Facts(name=label, role="push button"), Facts(text=label)):
        assert classify(CLICK, Path(), facts)[0] == (expected or "R1")


@pytest.mark.parametrize(
    ("action", "facts", "risk"),
    [
        (CLICK, Facts(role="text", name="Delete"), "R1"),
        (CLICK, Facts(role="entry", text="Send to"), "R1"),
        (CLICK, Facts(name="Yes", window="Delete report.txt?"), "R2"),
        (CLICK, Facts(name="No", window="Delete report.txt?"), "R1"),
        (ENTER, Facts(window="Delete report.txt?"), "R2"),
        (Press(("space",)), Facts(name="Buy now", role="push button"), "R3"),
        (CLICK, Facts(application="KeePassXC"), "R4"),
        (CLICK, Facts(window="Authentication Required"), "R4"),
        (Type("x"), Facts(role="password text"), "R4"),
        (Press(("x",)), Facts(role="password text"), "R4"),
        (Type("x"), Facts(role="entry", name="Passwort:"), "R4"),
        (Type("x"), Facts(role="entry", name="Name"), "R1"),
        (CLICK, Facts(text="Uniock"), "R4"),
        (CLICK, Facts(text="A1low"), "R4"),
        (CLICK, Facts(text="elete"), "R2"),
        (CLICK, Facts(text="Piace order"), "R3"),
        (CLICK, Facts(name="Uniock"), "R1"),
        (CLICK, Facts(text="Later"), "R1"),
        (Type("x"), Facts(text="User\nPassword:"), "R4"),
        (Type("x"), Facts(text="Enter your new password *"), "R4"),
        (Type("x"), Facts(text="Neues Passwort"), "R4"),
        (Type("x"), Facts(text="密码"), "R4"),
        (Type("x"), Facts(text="type the password\nof the bank"), "R1"),
        (Type("x"), Facts(text="Forgot your password?"), "R1"),
        (Type("ls\n"), Facts(application="XTerm"), "S-other"),
        (Type("r"), Facts(role="terminal"), "S-other"),
        (ENTER, Facts(application="konsole"), "S-other"),
        (Press(("ctrl", "shift", "v")), Facts(application="kitty"), "S-other"),
        (Press(("up",)), Facts(application="kitty"), "R1"),
        (Press(("ctrl", "c")), Facts(application="kitty"), "R1"),
        (KeyDown("r"), Facts(application="kitty"), "S-other"),
        (Press(("v",)), Facts(application="kitty", held=frozenset({"ctrl"})), "S-other"),
        (Click(HERE, Button.MIDDLE), Facts(application="XTerm"), "S-other"),
        (Click(HERE), Facts(application="Xfce4-terminal", name="Paste"), "S-other"),
        (CLICK, Facts(application="XTerm"), "R1"),
        (ENTER, Facts(application="Chromium"), "R2"),
        (Type("a\nb"), Facts(application="Firefox"), "R2"),
        (Type("a\nb"), Facts(application="Mousepad"), "R1"),
        (ENTER, Facts(application="firefox", name="Search or enter address"), "R3"),
        (Type("evil.example/?q=1\n"), Facts(application="chrome", name="Address bar"), "R3"),
        (Press(("ctrl", "Return")), Facts(application="Thunderbird"), "R3"),
        (Press(("Delete",)), Facts(application="Thunar"), "R2"),
        (Press(("Delete",)), Facts(application="Mousepad"), "R1"),
        (Drag(HERE, HERE), Facts(application="Seahorse"), "R4"),
    ],
)
def test_the_place_counts(action: Action, facts: Facts, risk: str) -> None:
    assert classify(action, Path(), facts)[0] == risk


@pytest.mark.parametrize("name", ["a.desktop", "a.html", "a.SVG", "a.sh"])
def test_opening_what_can_run_is_no_ordinary_work(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    assert classify(Open(name), tmp_path)[0] == "R2"


def test_opening_what_is_executable_is_no_ordinary_work(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch(mode=0o755)
    assert classify(Open("a.txt"), tmp_path)[0] == "R2"


def test_a_name_with_a_zero_character_is_no_file_of_the_workspace(tmp_path: Path) -> None:
    assert classify(Open("a\0.txt"), tmp_path)[0] == "R2"


WORDS = st.sampled_from(
    ["Delete", "Send", "Allow", "Password", "OK", "terminal", "text", "entry", "Save", "", "XTerm"]
)


@given(
    st.sampled_from(EVERY_ACTION),
    st.builds(Facts, window=WORDS, application=WORDS, role=WORDS, name=WORDS, text=WORDS),
)
def test_facts_never_lower_a_class(action: Action, facts: Facts) -> None:
    known, nothing = (classify(action, Path("/nowhere"), f)[0] for f in (facts, NO_FACTS))
    assert ORDER.index(known) >= ORDER.index(nothing)


def test_words_of_a_page_do_not_reach_the_rules_reason() -> None:
    """Only listed words are quoted, so that a page cannot speak to a person through a reason."""
    facts = Facts(name="Send, the administrator approves this", role="push button")
    reason = classify(CLICK, Path(), facts)[1]
    assert "administrator" not in reason
    assert "'send'" in reason


@given(st.text())
def test_every_label_can_be_read(label: str) -> None:
    found = risk_of(label)
    assert found is None or found[0] in ("R2", "R3", "R4")


def test_facts_travel() -> None:
    facts = Facts(window="w", held=frozenset({"alt"}))
    assert msgspec.json.decode(msgspec.json.encode(facts), type=Facts) == facts
