"""Which class an action gets from what the hands know about its target."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.runs import EVERY_ACTION
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.rules import classify
from uitars_runtime.gate.words import risk_of
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Direction,
    Drag,
    KeyDown,
    Open,
    Point,
    Press,
    Scroll,
    Type,
)

HERE = Point(1, 2)
CLICK = Click(HERE)
ENTER = Press(("Return",))
ORDER = ("R0", "R1", "S-read", "S-write", "R2", "S-other", "R3", "R4")


def _dropped(of: str = "document web", **end: str) -> Facts:
    """A drag inside of one window of a browser."""
    return Facts(application="Firefox", role=of, others=(Facts(application="Firefox", **end),))


CONSEQUENCES = "I understand the consequences, delete this repository"
LONG = "Are you sure that you want to delete these 300 files?"


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
        ("Enable Macros", "R4"),
        ("Accept the Risk and Continue", "R4"),
        ("Makros aktivieren", "R4"),
        ("启用宏", "R4"),
        ("Enable spell check", None),
        ("Löschen", "R2"),
        ("Jetzt kaufen", "R3"),
        ("Envoyer", "R3"),
        ("Eliminar", "R2"),
        ("Разрешить", "R4"),
        ("立即购买", "R3"),
        ("ファイルを削除", "R2"),
        ("Save", None),
        ("Open", None),
        ("Revoke access", "R2"),
        ("_Move to Trash", "R2"),
        ("In den Papierkorb verschieben", "R2"),
        ("_Rimuovi", "R2"),
        ("移到回收站", "R2"),
        ("Sell", "R3"),
        ("Paste & Go", "R3"),
        ("Pa_ste and Go", "R3"),
        ("Einfügen und Los", "R3"),
        ("Paste", None),
        ("Jetzt verkaufen", "R3"),
        ("Proceed to payment", "R3"),
        ("Zur Kasse", "R3"),
        ("Ir al pago", "R3"),
        ("レジに進む", "R3"),
        ("Undelete", None),
        ("Sender", None),
        ("Payment history", None),
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
        (CLICK, Facts(role="text", name="Delete"), "R2"),
        (CLICK, Facts(role="text", name="Delete", field="line"), "R1"),
        (CLICK, Facts(role="entry", text="Send to", field="page"), "R1"),
        (CLICK, Facts(role="document web", text="Pay now"), "R3"),
        (CLICK, Facts(role="push button", name="Next", text="Send money"), "R3"),
        (CLICK, Facts(role="push button", name="Send money", text="Next"), "R3"),
        (CLICK, Facts(role="push button", name=CONSEQUENCES), "R2"),
        (CLICK, Facts(role="link", name=CONSEQUENCES), "R1"),
        (CLICK, Facts(role="push button", name=f"{CONSEQUENCES} and then read on below it"), "R1"),
        (CLICK, Facts(window="Delete report.txt?", blank=True), "R2"),
        (CLICK, Facts(name="OK", words="Do you want to erase the disk now?"), "R2"),
        (
            CLICK,
            Facts(name="Apply", words="Apply it?\nThere is the potential for LOSS of DATA."),
            "R2",
        ),
        (CLICK, Facts(name="Continue", words="Merge both?\nThis cannot be undone."), "R2"),
        (CLICK, Facts(name="Cancel", words="Merge both?\nThis cannot be undone."), "R1"),
        (ENTER, Facts(words="Merge both?\nThis cannot be undone.\nContinue"), "R2"),
        (CLICK, Facts(name="Apply", window="Preferences", words="Tab width\nFormat on save"), "R1"),
        (CLICK, Facts(role="push button", name="Format…"), "R2"),
        (CLICK, Facts(role="push button", name="Formatieren"), "R2"),
        (CLICK, Facts(role="push button", name="Format code"), "R1"),
        (CLICK, Facts(role="menu item", name="Format"), "R1"),
        (CLICK, Facts(role="menu", name="Format"), "R1"),
        (CLICK, Facts(text="Format"), "R1"),
        (CLICK, Facts(name="OK", words="How to erase a whole disk with care"), "R1"),
        (CLICK, Facts(name="Yes", window="Delete report.txt?"), "R2"),
        (CLICK, Facts(name="No", window="Delete report.txt?"), "R1"),
        (CLICK, Facts(name="Yes", window=LONG), "R2"),
        (CLICK, Facts(name="No", window=LONG), "R1"),
        (CLICK, Facts(window=LONG, blank=True), "R2"),
        (ENTER, Facts(window=LONG), "R2"),
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
        (Click(HERE, Button.RIGHT), Facts(application="CASCADIA_HOSTING_WINDOW_CLASS"), "S-other"),
        (Click(HERE), Facts(application="Xfce4-terminal", name="Paste"), "S-other"),
        (CLICK, Facts(application="XTerm"), "R1"),
        (ENTER, Facts(application="Chromium"), "R2"),
        (Type("a\nb"), Facts(application="Firefox"), "R2"),
        (Type("a\nb"), Facts(application="Mousepad"), "R1"),
        (ENTER, Facts(application="firefox", name="Search or enter address"), "R3"),
        (Type("evil.example/?q=1\n"), Facts(application="chrome", name="Address bar"), "R3"),
        (Press(("ctrl", "Return")), Facts(application="Thunderbird"), "R3"),
        (ENTER, Facts(application="Slack", role="entry", field="page"), "R3"),
        (Type("see you\n"), Facts(application="TelegramDesktop", field="page"), "R3"),
        (ENTER, Facts(application="signal", program="/opt/Signal/signal-desktop"), "R3"),
        (ENTER, Facts(application="com.whatsapp"), "R3"),
        (Type("see you"), Facts(application="Slack", role="entry", field="page"), "R1"),
        (ENTER, Facts(application="Xfce4-session", role="entry", field="page"), "R1"),
        (Press(("Delete",)), Facts(application="Thunar"), "R2"),
        (Press(("Delete",)), Facts(application="Ristretto"), "R2"),
        (KeyDown("Del"), Facts(application="Eog", program="/usr/bin/eog"), "R2"),
        (Press(("Delete",)), Facts(application="org.gnome.gThumb"), "R2"),
        (Press(("Delete",)), Facts(application="GeoGebra"), "R1"),
        (Press(("ctrl", "d")), Facts(application="Evolution"), "R2"),
        (Press(("ctrl", "d")), Facts(application="Mousepad"), "R1"),
        (Press(("ctrl", "v")), Facts(application="Hexchat"), "R3"),
        (Press(("shift", "Insert")), Facts(application="konversation"), "R3"),
        (Click(HERE, Button.MIDDLE), Facts(application="Hexchat"), "R3"),
        (Click(HERE), Facts(application="Hexchat", text="Paste"), "R3"),
        (Click(HERE), Facts(application="Hexchat", text="Copy"), "R1"),
        (Press(("ctrl", "v")), Facts(application="Slack"), "R1"),
        (CLICK, Facts(text="Delete all of my files from this computer now"), "R2"),
        (CLICK, Facts(text="Yes, send my card number to the shop at once"), "R3"),
        (CLICK, Facts(text="What you lose when you delete all of your files"), "R1"),
        (CLICK, Facts(text="Delete all of my files from this\nIt was said that this is how"), "R1"),
        (CLICK, Facts(role="link", text="Delete files from a folder with one command"), "R1"),
        (Click(HERE, Button.MIDDLE), Facts(application="Firefox", role="push button"), "R3"),
        (Click(HERE, Button.MIDDLE), Facts(application="Firefox", role="link"), "R1"),
        (Press(("ctrl", "shift", "p")), Facts(application="Code"), "R2"),
        (Press(("f1",)), Facts(application="Code"), "R2"),
        (Press(("f1",)), Facts(application="Mousepad"), "R1"),
        (Press(("Delete",)), Facts(application="Xfdesktop"), "R2"),
        (Press(("Delete",)), Facts(application="Mousepad"), "R1"),
        (Press(("cmd", "Backspace")), Facts(application="Finder"), "R2"),
        (Drag(HERE, HERE), Facts(application="Seahorse"), "R4"),
        (Drag(HERE, HERE), Facts(name="Send", role="push button"), "R3"),
        (Drag(HERE, HERE), Facts(others=(Facts(text="Delete"),)), "R2"),
        (Drag(HERE, HERE), Facts(text="Delete", field="page"), "R1"),
        (Drag(HERE, HERE), Facts(others=(Facts(name="Trash"),)), "R2"),
        (Drag(HERE, HERE), Facts(pid=1, others=(Facts(pid=2, terminal=True),)), "S-other"),
        (Drag(HERE, HERE), Facts(pid=1, others=(Facts(pid=2, application="Firefox"),)), "R3"),
        (Drag(HERE, HERE), Facts(pid=1, others=(Facts(pid=2, application="Slack"),)), "R3"),
        (Drag(HERE, HERE), _dropped(role="page tab list"), "R3"),
        (Drag(HERE, HERE), _dropped(role="entry", name="Address and search bar"), "R3"),
        (Drag(HERE, HERE), _dropped(role="document web"), "R1"),
        (Drag(HERE, HERE), _dropped(of="page tab", role="page tab list"), "R1"),
        (Type("\t "), Facts(role="push button", name="Cancel", window="Delete files?"), "R2"),
        (Type("a b"), Facts(role="push button", name="Send"), "R3"),
        (Type("ab"), Facts(role="push button", name="Cancel", words="Wipe\nCancel"), "R1"),
        (Type("wx"), Facts(role="push button", name="Cancel", words="Wipe\nCancel"), "R2"),
        (Type("a b"), Facts(words="Delete"), "R2"),
        (Type("a b"), Facts(words="Delete", role="text", field="line"), "R1"),
        (Type("a\n"), Facts(words="Delete", role="text", field="line"), "R2"),
        (Type("a\nb"), Facts(words="Delete", role="text", field="page"), "R1"),
        (Type("a\t"), Facts(words="Delete", role="text", field="page"), "R1"),
        (Type("a\t "), Facts(words="Delete", role="text", field="page"), "R2"),
        (Type("d"), Facts(words="Delete", field="page", held=frozenset({"alt"})), "R2"),
        (Type("a b"), Facts(window="Send a message", role="panel"), "R1"),
        (Press(("alt", "d")), Facts(name="Cancel", window="Delete 300 files?"), "R2"),
        (Press(("alt", "y")), Facts(name="Yes, I'm sure", window=LONG), "R2"),
        (Press(("alt", "d")), Facts(field="page", words="Cancel\nDelete"), "R2"),
        (Press(("alt", "x")), Facts(field="page", words="Cancel\nDelete"), "R1"),
        (Press(("alt", "x")), Facts(controls=(Control("", "Delete", ("alt+x",)),)), "R2"),
        (Press(("alt", "f")), Facts(controls=(Control("", "Dateien löschen"),)), "R1"),
        (Press(("ctrl", "d")), Facts(controls=(Control("", "Delete", ("ctrl+d",)),)), "R2"),
        (Press(("ctrl", "s")), Facts(controls=(Control("", "Delete", ("ctrl+d",)),)), "R1"),
        (Press(("d",)), Facts(role="menu item", name="Copy", words="Copy\nDelete"), "R2"),
        (Press(("esc",)), Facts(words="Delete"), "R2"),
        (Press(("esc",)), Facts(words="Delete\nCancel"), "R1"),
        (Press(("esc",)), Facts(words="Delete\nPaste", menu=True), "R1"),
        (Press(("alt", "F4")), Facts(), "R2"),
        (Press(("tab",)), Facts(words="Delete", held=frozenset({"space"})), "R2"),
        (Press(("down",)), Facts(role="combo box", name="Allow access"), "R4"),
        (Scroll(HERE, Direction.DOWN), Facts(role="combo box", text="Allow"), "R4"),
        (Scroll(HERE, Direction.DOWN), Facts(role="text", text="Allow"), "R1"),
        (Type("ls"), Facts(terminal=True, application="Notes"), "S-other"),
        (ENTER, Facts(window="Python 3.11 Shell"), "S-other"),
        (ENTER, Facts(window="shell.txt - Mousepad", application="Mousepad"), "R1"),
        (Type("x"), Facts(application="Rofi"), "S-other"),
        (Type("x"), Facts(front=True), "S-other"),
        (Press(("x",)), Facts(application="dmenu"), "R2"),
        (Press(("alt", "F2")), Facts(), "R2"),
        (Press(("ctrl", "alt", "t")), Facts(), "R2"),
        (Type(":!ls\n"), Facts(application="Gvim"), "S-other"),
        (Type("gg:!ls\n"), Facts(application="Gvim"), "S-other"),
        (Type("iw:!ls\n"), Facts(application="Gvim"), "S-other"),
        (Type("a note, two lines\nof it"), Facts(application="Gvim"), "R1"),
        (Press(("shift", ";")), Facts(application="Gvim"), "S-other"),
        (Press(("ctrl", "r")), Facts(application="Gvim"), "R1"),
        (Press(("alt", "!")), Facts(application="Emacs"), "S-other"),
        (Press(("alt", "shift", "x")), Facts(application="Emacs"), "S-other"),
        (Press(("alt", "shift", "1")), Facts(application="Emacs"), "S-other"),
        (Press(("ctrl", "e")), Facts(application="Emacs"), "S-other"),
        (Press(("ctrl", "[")), Facts(application="Emacs"), "S-other"),
        (Press(("ctrl", "x")), Facts(application="Emacs"), "R1"),
        (Type("!ls\n"), Facts(application="Emacs"), "S-other"),
        (Type("a note, two lines\nof it"), Facts(application="Emacs"), "R1"),
        (Type("!"), Facts(application="Emacs", held=frozenset({"alt"})), "S-other"),
        (ENTER, Facts(application="Code", words="Terminal"), "R2"),
        (ENTER, Facts(application="Code", words="File"), "R1"),
        (Press(("f5",)), Facts(application="Toplevel", script="idle"), "S-other"),
        (Press(("f5",)), Facts(application="Thunar"), "R1"),
        (CLICK, Facts(application="Geany", name="Run Module"), "S-other"),
        (CLICK, Facts(application="Geany", name="Run time"), "R1"),
        (Type("ls"), Facts(application="Xephyr"), "R2"),
        (Press(("x",)), Facts(application="Vncviewer"), "R2"),
        (Press(("down",)), Facts(application="Vncviewer"), "R1"),
        (Click(HERE, Button.MIDDLE), Facts(role="page tab", name="Mail"), "R2"),
        (CLICK, Facts(role="page tab", name="Mail"), "R1"),
        (Click(HERE, count=2), Facts(application="Thunar", text="letter.sh"), "R2"),
        (Click(HERE, count=2), Facts(application="Thunar", text="letter.txt"), "R1"),
        (ENTER, Facts(application="Thunar", words="letter.sh"), "R2"),
        (Press(("ctrl", "F4")), Facts(), "R2"),
        (Press(("ctrl", "alt", "F2")), Facts(), "R2"),
        (Press(("n",)), Facts(role="combo box", text="Share"), "R3"),
        (Press(("n",)), Facts(values="Share"), "R3"),
        (CLICK, Facts(blank=True, words="Delete 300 files?"), "R2"),
        (ENTER, Facts(field="page", words="Send"), "R1"),
        (ENTER, Facts(field="page", words="Send", clicked=True), "R3"),
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


@pytest.mark.parametrize(
    ("action", "facts", "risk"),
    [
        (Click(HERE, count=2), Facts(role="push button", name="Next"), "R2"),
        (Click(HERE), Facts(role="push button", name="Next"), "R1"),
        (Click(HERE, count=3), Facts(role="push button", name="+", text="+"), "R1"),
        (Click(HERE, count=3), Facts(role="push button", name="+", text="Next"), "R2"),
        (Click(HERE, count=3), Facts(role="push button", name="+"), "R2"),
        (Type("22"), Facts(role="push button", name="2"), "R1"),
        (Type("\t\t"), Facts(role="push button", name="Next"), "R1"),
        (Click(HERE, count=2), Facts(role="icon", name="notes"), "R1"),
        (Click(HERE, count=3), Facts(role="entry"), "R1"),
        (KeyDown("space"), Facts(), "R2"),
        (KeyDown("Return"), Facts(role="push button", name="Next"), "R2"),
        (KeyDown("space"), Facts(role="entry", field="line"), "R1"),
        (KeyDown("shift"), Facts(), "R1"),
        (Press(("space", "enter")), Facts(), "R2"),
        (Press(("space",)), Facts(role="push button", name="Next"), "R1"),
        (Type("  "), Facts(role="push button", name="Next"), "R2"),
        (Type(" \n"), Facts(), "R2"),
        (Type("    "), Facts(field="page"), "R1"),
        (Type("to my dear friends"), Facts(role="entry", field="line"), "R1"),
        (Type("to my dear friends"), Facts(), "R1"),
    ],
)
def test_a_second_press_meets_what_nobody_has_seen(action: Action, facts: Facts, risk: str) -> None:
    assert classify(action, Path("/nowhere"), facts)[0] == risk


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
