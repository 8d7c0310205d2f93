"""Secrets are named, not said: kept in the keyring, revealed in the hands, typed where bound."""

from __future__ import annotations

import io
import os
from collections.abc import Generator
from pathlib import Path

import keyring
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring.backends import fail

from helpers.desks import sandbox_hands, until
from helpers.file_keyring import PLACE, FileKeyring
from uitars_runtime.cli.secret import main
from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.errors import UsageError
from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.privacy.placeholders import Named, names_secret, parts
from uitars_runtime.privacy.vault import Binding, Vault
from uitars_runtime.types import DecidedBy, Decision, Outcome, Type, Verdict

VALUE = "correct horse 'battery' staple"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """Places and a keyring of the test's own, for the processes that it starts too."""
    before = keyring.get_keyring()
    tests = str(Path(__file__).parent.parent)
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(PLACE, str(tmp_path / "keyring.json"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "helpers.file_keyring.FileKeyring")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((tests, os.environ.get("PYTHONPATH", ""))))
    keyring.set_keyring(FileKeyring())
    yield tmp_path
    keyring.set_keyring(before)


@given(st.lists(st.sampled_from(["a", " ", "\n", "<secret>", "</secret>", "<secret>x.y</secret>"])))
def test_a_text_is_its_parts(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = parts(text)
    again = [f"<secret>{p.name}</secret>" if isinstance(p, Named) else p for p in found]
    assert "".join(again) == text
    assert names_secret(text) is any(isinstance(part, Named) for part in found)


@pytest.mark.parametrize(
    ("application", "title", "fits"),
    [
        ("Firefox", "My Bank - Firefox", True),
        ("firefox", "MY BANK", True),
        ("Chromium", "My Bank", False),
        ("Firefox", "Evil page", False),
        ("", "My Bank", False),
    ],
)
def test_a_binding_fits_its_windows_only(application: str, title: str, fits: bool) -> None:
    assert Binding("Firefox", "my bank*").fits(application, "/usr/lib/other", title) is fits
    assert Binding("*/firefox").fits("", "/usr/lib/firefox", title)


@pytest.mark.usefixtures("home")
def test_the_command_keeps_lists_and_removes(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(VALUE + "\n"))
    assert main(["add", "bank", "--app", "Firefox"]) == 0
    assert main(["list"]) == 0
    shown = capsys.readouterr()
    assert "bank  in Firefox" in shown.out
    assert VALUE not in shown.out + shown.err
    file = home / "home" / "config" / "secrets.json"
    assert VALUE not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert Vault().reveal("bank") == VALUE
    assert main(["remove", "bank"]) == 0
    assert main(["remove", "bank"]) == 2
    with pytest.raises(UsageError):
        Vault().reveal("bank")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("name", "value", "application"),
    [("a b", "x", "Firefox"), ("a", "", "Firefox"), ("a", "x\ny", "Firefox"), ("a", "x", "*")],
)
def test_what_makes_no_sense_is_not_kept(name: str, value: str, application: str) -> None:
    with pytest.raises(UsageError):
        Vault().add(name, value, Binding(application))
    assert Vault().bindings() == {}


@pytest.mark.usefixtures("home")
def test_without_a_keyring_nothing_is_kept() -> None:
    keyring.set_keyring(fail.Keyring())
    with pytest.raises(UsageError, match=r"no keyring to keep secrets in\. Unlock"):
        Vault().add("bank", VALUE, Binding("Firefox"))
    assert Vault().bindings() == {}


class Willing:
    """A person who allows everything, and for as long as may be."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Consent:
        self.asked.append(question)
        verdict = Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "yes")
        return Consent(verdict, Reach.APP)


def type_(hands: ProcessHands, text: str) -> Outcome:
    """Look until the screen holds still, then type."""
    for _ in range(20):
        outcome = hands.perform(Type(text), hands.observe()).outcome
        if "Look again" not in outcome.text:
            break
    return outcome


def test_a_secret_goes_into_its_window_and_nowhere_else(home: Path) -> None:
    Vault().add("bank", VALUE, Binding("XTerm"))
    Vault().add("other", VALUE, Binding("Firefox"))
    workspace, person = home / "work", Willing()
    workspace.mkdir()
    (workspace / "ask").write_text("stty -echo; cat > typed\n")
    with sandbox_hands(
        workspace,
        apps=("xterm -e sh ask",),
        policy="ask-on-risk",
        grants=("S-other",),
        asker=person,
    ) as hands:
        until((workspace / "typed").exists, "the program waits")
        outcome = type_(hands, "me <secret>bank</secret>\n")
        assert outcome.ok, outcome
        assert VALUE not in outcome.text
        until(lambda: (workspace / "typed").read_text() == f"me {VALUE}\n", "the secret arrives")
        assert [asked.risk for asked in person.asked] == ["R4"]
        assert person.asked[0].reaches == (Reach.ONCE,)
        assert "not meant for this window" in type_(hands, "<secret>other</secret>").text
        assert "no secret 'none'" in type_(hands, "<secret>none</secret>").text
        assert (workspace / "typed").read_text() == f"me {VALUE}\n"
