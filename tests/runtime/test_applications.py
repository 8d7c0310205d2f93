"""Which program a person means, on a machine whose desktop entries are written by the test."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.defaults import chosen, type_of
from uitars_runtime.applications.desktop_files import installed
from uitars_runtime.applications.resolve import Catalogue, Found, Near
from uitars_runtime.gate.gate import Unknown
from uitars_runtime.gate.rules import classify
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.risk import Risk
from uitars_runtime.tools.programs import command_for, started
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.types import Open, Outcome

ENTRIES: Mapping[str, str] = {
    "reckon": """Name=Reckon
Name[de]=Rechenknecht
Name[zh_CN]=算盘
GenericName=Calculator
Exec=reckon %U
Categories=Utility;Calculator;
""",
    "org.example.Quill": """Name=Quill
GenericName=Text Editor
Keywords=Plaintext;Write;
Exec=quill %F
Categories=Utility;TextEditor;
MimeType=text/plain;text/html;
""",
    "nib": """Name=Nib
GenericName=Text Editor
Exec=nib
Terminal=true
Categories=TextEditor;
MimeType=text/plain;
""",
    "org.example.Scribe": """Name=Scribe
GenericName=Text Editor
Exec=scribe %u
Categories=TextEditor;
MimeType=text/plain;
""",
    "sift": """Name=Sift
Comment=Find differences between two files
Comment[de]=Unterschiede zwischen zwei Dateien finden
Exec=sift
Keywords=compare;merge;
Categories=Development;

[Desktop Action other]
Name=Reckon
Exec=other
""",
    "glass": """Name=Glass
Exec=glass
Categories=System;TerminalEmulator;
""",
    "lost": "Name=Lost\nExec=not-there\n",
    "secret": "Name=Secret Settings\nExec=secret\nNoDisplay=true\nComment=Secret weaving\n",
    "gone": "Name=Gone\nExec=reckon\nHidden=true\n",
    "quoted": 'Name=Quoted\nExec=quoted "two words" --half=50%% --as=%c\n',
}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    """The environment of a machine with these programs and no others."""
    entries, programs = tmp_path / "share" / "applications", tmp_path / "bin"
    entries.mkdir(parents=True)
    programs.mkdir()
    for name, text in ENTRIES.items():
        entry = f"# a comment\n[Desktop Entry]\nType=Application\n{text}"
        (entries / f"{name}.desktop").write_text(entry)
    for name in ("reckon", "quill", "nib", "scribe", "sift", "glass", "secret", "quoted", "file"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    environment = {
        "XDG_DATA_HOME": str(tmp_path / "own"),
        "XDG_DATA_DIRS": str(tmp_path / "share"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CONFIG_DIRS": str(tmp_path / "etc"),
        "PATH": str(programs),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return environment


def prefer(machine: Mapping[str, str], choice: str) -> None:
    folder = Path(machine["XDG_CONFIG_HOME"])
    folder.mkdir(exist_ok=True)
    (folder / "mimeapps.list").write_text(f"[Default Applications]\n{choice}\n")


def catalogue(machine: Mapping[str, str]) -> Catalogue:
    return Catalogue(installed(machine), chosen(machine))


def meant(machine: Mapping[str, str], words: str) -> str:
    found = catalogue(machine).resolve(words)
    return found.application.id if isinstance(found, Found) else ""


@pytest.mark.parametrize(
    ("words", "program"),
    [
        ("Reckon", "reckon"),
        ("the calculator", "reckon"),
        ("Calculator app", "reckon"),
        ("Taschenrechner", "reckon"),
        ("计算器", "reckon"),
        ("算盘", "reckon"),
        ("Rechenknecht", "reckon"),
        ("quill", "org.example.Quill"),
        ("terminal", "glass"),
        ("a program to compare two files", "sift"),
        ("secret settings", "secret"),
        ("something that weaves", ""),
        ("Lost", ""),
        ("Gone", ""),
        ("", ""),
    ],
)
def test_names_kinds_and_purposes_in_any_language(
    machine: Mapping[str, str], words: str, program: str
) -> None:
    assert meant(machine, words) == program


def test_among_several_the_chosen_one_else_one_with_a_window(machine: Mapping[str, str]) -> None:
    assert meant(machine, "text editor") == "org.example.Quill"
    prefer(machine, "text/plain=missing.desktop;org.example.Scribe.desktop;")
    assert meant(machine, "text editor") == "org.example.Scribe"
    assert meant(machine, "Quill") == "org.example.Quill"


def test_a_name_is_told_from_a_description(machine: Mapping[str, str]) -> None:
    known = catalogue(machine)
    by_name, described = known.resolve("calculator"), known.resolve("compare files")
    assert isinstance(by_name, Found)
    assert isinstance(described, Found)
    assert (by_name.named, described.named) == (True, False)


def test_a_person_s_entry_replaces_the_system_s(machine: Mapping[str, str]) -> None:
    own = Path(machine["XDG_DATA_HOME"]) / "applications"
    own.mkdir(parents=True)
    entry = "[Desktop Entry]\nType=Application\nName=Abacus\nExec=reckon --big\n"
    (own / "reckon.desktop").write_text(entry)
    found = catalogue(machine).resolve("abacus")
    assert isinstance(found, Found)
    assert found.application.command() == "reckon --big"


def test_what_is_unknown_names_what_comes_near(machine: Mapping[str, str]) -> None:
    near = catalogue(machine).resolve("rekon")
    assert near == Near(("Reckon",))


def test_commands_keep_their_quotes_and_lose_their_codes(machine: Mapping[str, str]) -> None:
    found = catalogue(machine).resolve("quoted")
    assert isinstance(found, Found)
    assert found.application.command() == "quoted 'two words' --half=50% --as=Quoted"


def test_an_option_that_takes_a_file_gets_it_or_nothing() -> None:
    player = Application("player", "Player", ("player", "--uri=%u", "--title=%c"))
    assert player.command() == "player --uri= --title=Player"
    assert player.command(("/my song.ogg",)) == "player '--uri=/my song.ogg' --title=Player"
    shell = Application("shell", "Shell", ("sh", "-c", "--x=%f; true"))
    assert shell.command(("/a;b",)) == "sh -c '--x=%f; true' '/a;b'"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r'"\\$5"', "$5"),
        (r'"\$5"', "$5"),
        (r'"\\`now\\`"', "`now`"),
        (r'"\\\\$5"', r"\$5"),
        (r'"a \\"word\\""', 'a "word"'),
        (r'"it\s\\$"', "it $"),
        (r"""'\\$5'""", r"\$5"),
        (r'''it"'s \\$5"''', "it's $5"),
    ],
)
def test_backslashes_in_quotes_are_read_as_the_specification_says(
    machine: Mapping[str, str], written: str, meant: str
) -> None:
    entry = f"[Desktop Entry]\nType=Application\nName=Priced\nExec=quoted {written}\n"
    (Path(machine["XDG_DATA_DIRS"]) / "applications" / "priced.desktop").write_text(entry)
    found = catalogue(machine).resolve("priced")
    assert isinstance(found, Found)
    assert found.application.exec == ("quoted", meant)


def test_a_target_becomes_a_command_line(machine: Mapping[str, str], tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "note.txt").write_text("x")
    (workspace / "plain").write_text("x")
    known = catalogue(machine)

    def command(target: str) -> str | Outcome:
        return command_for(target, workspace, known)

    assert command("calculator") == "reckon"
    assert command("reckon --wide") == "reckon --wide"
    assert command("nib") == "x-terminal-emulator -e nib"
    assert command("note.txt") == f"quill {workspace}/note.txt"
    assert command("plain") == f"quill {workspace}/plain"
    prefer(machine, "text/plain=org.example.Scribe.desktop")
    known = catalogue(machine)
    assert command("note.txt") == f"scribe {workspace}/note.txt"
    # The command `file` is there, and is not what `file manager` means.
    for target in ("other.txt", "rekon", "a\0b", "", "file manager"):
        refused = command(target)
        assert isinstance(refused, Outcome), target
        assert not refused.ok
    unknown = command("rekon")
    assert isinstance(unknown, Outcome)
    assert "“Reckon”" in unknown.text


def test_a_pipe_is_not_read_to_know_its_kind(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)  # so that reading finds something, instead of waiting
    try:
        os.write(held, b"x" * 4096)
        assert type_of(str(pipe)) == ""
    finally:
        os.close(held)


def test_what_opens_is_what_was_found(machine: Mapping[str, str], tmp_path: Path) -> None:
    seen: list[str] = []

    def start(command: str) -> str:
        seen.append(command)
        return "Reckon 1.0"

    command = command_for("the calculator", tmp_path, catalogue(machine))
    assert isinstance(command, str)
    assert started(command, start) == Outcome(ok=True, text="Opened the window 'Reckon 1.0'.")
    assert seen == ["reckon"]


def test_the_gate_reads_the_command_that_a_name_stands_for(
    machine: Mapping[str, str], tmp_path: Path
) -> None:
    surroundings = WithTools(Unknown(), Toolbox(tmp_path, lambda _command: ""))

    def reason(action: Open) -> str:
        risk, said = classify(action, tmp_path, surroundings.facts(action))
        assert risk is Risk.R2
        return said

    assert machine["PATH"]
    assert reason(Open("the calculator")) == "It starts a program: reckon."
    assert reason(Open("rekon")) == "It starts a program."


def test_what_lies_in_a_folder_of_games_is_there(
    machine: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "patience").write_text("#!/bin/sh\n")
    (games / "patience").chmod(0o755)
    entry = "[Desktop Entry]\nType=Application\nName=Patience\nExec=patience --easy\n"
    (tmp_path / "share" / "applications" / "patience.desktop").write_text(entry)
    assert meant(machine, "patience") == ""
    monkeypatch.setattr("uitars_runtime.applications.desktop_files._GAMES", str(games))
    found = catalogue(machine).resolve("patience")
    assert isinstance(found, Found)
    assert found.application.command() == f"{games}/patience --easy"
