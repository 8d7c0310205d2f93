"""Words, windows and files that hide what they are, found by attacking the gate."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_runtime.commands.openings import classify_target, names_active_file
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.words import risk_of, risk_of_button
from uitars_runtime.types import Action, Click, Point, Press, Type

CLICK = Click(Point(9, 9))
WARNINGS = (
    "Changes you made may not be saved.",
    "All data on /dev/sda will be erased.",
    "300 files will be deleted.",
    "This action cannot be reversed.",
    "Once removed, it cannot be recovered.",
    "Existing content will be overwritten",
)


def decide(action: Action, facts: Facts) -> str:
    policy = named(Mode.ASK_ON_RISK)
    return explain(action, policy, workspace=Path("/tmp"), facts=facts).decision


@pytest.mark.parametrize("warning", WARNINGS)
def test_a_yes_to_a_warning_is_asked_about_however_it_is_given(warning: str) -> None:
    button = Facts(role="push button", name="Leave", words=warning)
    for yes in ("Leave", "I understand", "Next", "Finish", "Sure"):
        assert decide(CLICK, Facts(role="push button", name=yes, words=warning)) == "ask"
    assert decide(CLICK, Facts(role="push button", name="OK", window=warning)) == "ask"
    answers = f"{warning}\nYes\nNo"
    assert decide(Press(("alt", "y")), Facts(words=answers)) == "ask"
    assert decide(Press(("y",)), Facts(words=answers)) == "ask"
    assert decide(Press(("enter",)), Facts(words=answers)) == "ask"
    assert decide(Press(("space",)), button) == "ask"
    assert decide(Press(("alt", "n")), Facts(words=answers)) == "allow"
    assert decide(CLICK, Facts(role="push button", name="No", words=warning)) == "allow"


@pytest.mark.parametrize(
    "name",
    [
        *("deleteAll", "delete_account", "btnDelete", "confirmDeleteButton"),
        *("S.e.n.d", "P-a-y", "D·e·l·e·t·e", "D\u0336e\u0336l\u0336e\u0336t\u0336e\u0336"),
        *("\u202eeteleD", "\u1d05\u1d07\u029f\u1d07\u1d1b\u1d07"),
        *("Subm1t", "De1ete", "S3nd", "P@y now", "1nstall"),
        "\u13a0\u13ac\u13de\u13ac\u13a2\u13ac",
    ],
)
def test_a_word_is_known_as_programmers_and_pages_disguise_it(name: str) -> None:
    assert risk_of(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("Drop table", "Write changes to disk", "Cancel subscription", "Make public", "Push"),
        *("Force push", "Add Security Exception…", "Turn off firewall", "Run as administrator"),
        *("Clear browsing data", "Forget this network", "End task", "Connect wallet", "Go live"),
        *("Create API key", "Save password", "Shred", "Retweet", "Cast vote", "Empty Recycle Bin"),
    ],
)
def test_deeds_of_real_programs_are_known(name: str) -> None:
    assert risk_of_button(name, pushed=True) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("Call stack", "Push notifications", "Leave a comment", "Start page", "Go to page"),
        *("e-mail", "YouTube", "LibreOffice", "Report", "Dis_allow", "Un_send", "Vote count"),
    ],
)
def test_ordinary_names_stay_ordinary(name: str) -> None:
    assert risk_of_button(name, pushed=True) is None
    assert risk_of(name, misread=True) is None


@pytest.mark.parametrize(
    ("application", "text"),
    [
        *(("ConEmu", "ls\n"), ("Tabby", "ls\n"), ("ttermpro", "ls\n"), ("cosmic-term", "ls\n")),
        *(("gnome-shell", "x"), ("plasmashell", "x"), ("Wox", "x"), ("vicinae", "x")),
        *(("zoom", "hi\n"), ("Wire", "hi\n"), ("Rocket.Chat", "hi\n"), ("deltachat", "hi\n")),
        *(("Enpass", "x"), ("kdesu", "x"), ("ksshaskpass", "x"), ("electrum", "x")),
        *(("org.gnome.World.Secrets", "x"), ("Ledger Live", "x"), ("Kleopatra", "x")),
    ],
)
def test_terminals_launchers_talks_and_vaults_are_known(application: str, text: str) -> None:
    assert decide(Type(text), Facts(application=application)) == "ask"


@pytest.mark.parametrize(
    "name", ["a.deb", "a.rpm", "a.flatpakref", "a.rdp", "a.xpi", "a.svgz", "a.XLAM", "a.torrent"]
)
def test_a_file_that_installs_or_connects_is_active(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    assert classify_target(name, tmp_path)[0] == "R2"
    assert names_active_file(name)


@pytest.mark.parametrize("read", ["Rernove", "Subrnit", "Confirrn payrnent", "VVithdravv"])
def test_two_letters_that_were_read_for_one_count_as_that_one(read: str) -> None:
    assert risk_of(read) is None
    assert risk_of(read, misread=True) is not None


@pytest.mark.parametrize("name", ["mp3", "Track 4a", "4K", "B2B", "Plan 3b", "Cloner", "Modern"])
def test_figures_beside_letters_and_such_pairs_make_nothing_grave(name: str) -> None:
    assert risk_of(name, misread=True) is None


@pytest.mark.parametrize(
    ("action", "decision"),
    [
        (Press(("ctrl", "c")), "allow"),
        (Press(("ctrl", "s")), "allow"),
        (Press(("f2",)), "allow"),
        (Press(("alt", "d")), "ask"),
        (Press(("d",)), "ask"),
    ],
)
def test_a_chord_is_no_shortcut_of_buttons_in_scripts_without_letters(
    action: Action, decision: str
) -> None:
    """There any letter may be the mnemonic; a chord works only what says so."""
    facts = Facts(role="list item", controls=(Control("push button", "删除", shown=True),))
    assert decide(action, facts) == decision


def test_a_chord_that_such_a_button_says_works_it_is_asked_about() -> None:
    delete = Control("push button", "删除", shown=True, keys=("Control+s",))
    assert decide(Press(("ctrl", "s")), Facts(role="list item", controls=(delete,))) == "ask"


@pytest.mark.parametrize(
    "name",
    [
        *("Abo kündigen", "Passwort ändern", "Bestellung stornieren", "Konto auflösen"),
        *("Résilier", "Effectuer le virement", "Darse de baja", "Forzar cierre"),
        *("Uscita forzata", "Annulla abbonamento", "Cancelar assinatura", "Alterar senha"),
        *("Abonnement opzeggen", "Kupuję i płacę", "Wymuś zakończenie", "Отменить подписку"),
        *("Снять задачу", "強制終了", "パスワードを変更", "结束进程", "取消订阅", "Turn off 2FA"),
    ],
)
def test_buttons_that_end_a_contract_a_program_or_a_lock_are_grave(name: str) -> None:
    assert risk_of(name) is not None
