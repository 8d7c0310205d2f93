"""What a window writes into a file that something runs by itself is a question."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from helpers.desks import sandbox_hands, until
from helpers.fakes import frame
from helpers.safety.dialogs import dialogs
from helpers.safety.unread_presses import control, open_dialogs_hands
from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.rules import classify
from uitars_runtime.risk import Risk
from uitars_runtime.types import (
    Action,
    Button,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Drag,
    KeyDown,
    Point,
    Press,
    Shell,
    Type,
    Verdict,
    WriteFile,
)

EDITOR = Facts(application="Mousepad", window="Untitled 1 - Mousepad", role="text", field="page")
DIALOG = Facts(application="Mousepad", window="Save As", role="text", field="line")


@pytest.mark.parametrize(
    "name",
    [
        *(".bashrc", "~/.bashrc", "/home/ann/.profile", '".zshenv"', "../../.ssh/authorized_keys"),
        *("/home/ann/.config/autostart/notes.desktop", "project/.git/hooks/pre-commit\n"),
        *(r"C:\Users\ann\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Startup\a.lnk",),
        *("~/.config/systemd/user/a.service", "~/.config/fish/config.fish", "~/.BASHRC"),
        *("/home/ann/.config/autostart", "notes.desktop", "my notes.desktop", "a.timer"),
        *(".ssh/config", ".git/hooks/pre-commit", ".git//hooks/x", "p/.git/./hooks/x"),
        *(
            "file:///home/ann/%2Essh/config",
            ".bash\trc",
            ".bashrc\tnotes",
            "notes\t.bashrc",
            ".bash_completion",
        ),
        *("http://../../.bashrc", "~/.config/nvim/init.lua", "~/.config/git/config"),
        *("p/.git/modules/a/b/config", "p/.git/modules/a/hooks/x", ".git/config.worktree"),
        *("~/.config/sway/config", "~/.config/fish/functions/cd.fish", ".husky/pre-commit"),
        *(".zshrc.local", ".bashrc.d/a", "~/.local/bin/ls", ".inputrc", "p.git/hooks/update"),
        *("~/.config/tmux/tmux.conf", "Microsoft.PowerShell_profile.ps1"),
    ],
)
def test_naming_one_is_a_question(name: str, tmp_path: Path) -> None:
    assert classify(Type(name), tmp_path, DIALOG)[0] >= Risk.R2
    assert classify(Type(name), tmp_path, Facts())[0] >= Risk.R2  # nobody knows what takes it


@pytest.mark.parametrize(
    "action",
    [
        *(WriteFile(name, "x") for name in (".bashrc", ".git/hooks/post-checkout", ".git/config")),
        CallTool("files", "edit", {"path": "a/../.ssh/config", "old": "a", "new": "b"}),
        *(
            Shell(line)
            for line in (
                *("echo x > .bashrc", "echo x >> project/.git/config", "touch .profile"),
                *("cp notes.txt .zshrc", "mv evil .git", "cp -r evil/. .git", "rm .bashrc"),
                *("cd .git/hooks && cp ../../notes.txt post-checkout", "ln -f notes.txt .vimrc"),
                *("chmod +x .git/hooks/post-checkout", "cp -l .git/config x", "echo x > sub/.git"),
                *("cd .git && ln -f ../config", "ln -f config .git", "cp -t .git config"),
                "echo x > linked/.profile",
                # what the disk does not hold yet
                "mkdir a && echo x > a/config && mv a .git",
                "mkdir -p a/nvim && echo x > a/nvim/init.lua && mv a .config",
                "mkdir x && echo x > x/user; cp -r x systemd",
                *("mkdir .config && mv nvim .config", "mkdir new && mv new/nvim .config"),
                *("mkdir x && mv nvim x && mv x .config", "mv a .config | mkdir -p a/nvim"),
            )
        ),
    ],
    ids=str,
)
def test_a_yes_to_a_note_is_none_to_such_a_file(action: Action, tmp_path: Path) -> None:
    (tmp_path / ".git" / "hooks").mkdir(parents=True)
    (tmp_path / "evil" / "hooks").mkdir(parents=True)
    (tmp_path / "evil" / "hooks" / "pre-commit").write_text("x")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "config").write_text("x")
    (tmp_path / "nvim").mkdir()
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / ".profile").symlink_to("../notes.txt")
    asker = Once()
    gate = PolicyGate(named(Mode.ASK_ON_RISK), frozenset(), asker, workspace=tmp_path)
    assert gate.review(WriteFile("notes.txt", "y"), frame(1)).verdict.decision is Decision.ALLOW
    assert gate.review(WriteFile("other.txt", "y"), frame(1)).verdict.decision is Decision.ALLOW
    assert gate.review(action, frame(1)).verdict.decision is Decision.DENY


@pytest.mark.parametrize(
    "line",
    [
        *("cp .bashrc copy.txt", "cat .bashrc", "cp -r .git copy", "mkdir -p a/b", "touch x.sh"),
        "mkdir backup && cp .bashrc backup/bashrc.bak",
        *("mkdir programs && mv notes.txt programs", "mkdir -p programs/a && mv src programs/a"),
        *("mkdir x && cp -r src x && mv x y", "mkdir -p .config/app; cp notes.txt .config/app/a"),
        *("mv notes.txt src; cp -r src x", "cp -r .git/hooks x", "cp -t src notes.txt"),
    ],
)
def test_what_only_reads_one_is_none(line: str, tmp_path: Path) -> None:
    (tmp_path / ".git" / "hooks").mkdir(parents=True)
    (tmp_path / "src").mkdir()
    for name in (".git/description", ".bashrc", "notes.txt"):
        (tmp_path / name).write_text("x")
    assert classify(Shell(line), tmp_path)[0] in (Risk.S_READ, Risk.S_WRITE)


def test_however_much_is_moved_all_of_it_is_looked_through_or_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tmp_path / "big" / "many"
    for number in range(100):
        (many / str(number)).mkdir(parents=True)
    assert classify(Shell("mv big other"), tmp_path)[0] is Risk.S_WRITE
    monkeypatch.setattr("uitars_runtime.commands.startup_files._MOST", 100)
    assert classify(Shell("mv big other"), tmp_path)[0] is Risk.S_OTHER
    assert classify(Shell("mv big/many other"), tmp_path)[0] is Risk.S_WRITE


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_looked_into_is_not_moved_unasked(tmp_path: Path) -> None:
    (tmp_path / "closed" / "nvim").mkdir(parents=True)
    (tmp_path / "closed").chmod(0)
    try:
        assert classify(Shell("mv closed .config"), tmp_path)[0] is Risk.S_OTHER
    finally:
        (tmp_path / "closed").chmod(0o700)


class Once:
    """A person who says yes for the whole run, once."""

    def __init__(self) -> None:
        self.left = 1

    def ask(self, question: Question) -> Consent:
        self.left -= 1
        decision = Decision.ALLOW if self.left >= 0 else Decision.DENY
        return Consent(Verdict(decision, DecidedBy.USER, question.rule, ""), Reach.RUN)


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize(
    "pieces",
    [
        [Type(".bash"), Type("rc")],
        [Type(".bas"), Press(("left",)), Press(("end",)), Type("h"), Press(("r",)), Press(("c",))],
        [Type("~/.bashr"), Type("x"), Press(("backspace",)), KeyDown("c")],
    ],
)
def test_so_is_a_name_in_pieces(pieces: list[Action], told: bool, tmp_path: Path) -> None:
    hands = open_dialogs_hands(tmp_path, NobodyAsker(), told=told)
    try:
        with dialogs("gtk", hands.environment) as program:
            field, _ = program.show(
                "Save", ["Name:"], [control("entry", ""), control("button", "X")]
            )
            answers = []
            for action in (Click(field.center), *pieces):
                verdict = hands.perform(action, hands.observe()).verdict
                answers.append(verdict and verdict.decision)
            assert answers == [*[Decision.ALLOW] * len(pieces), Decision.DENY]
    finally:
        hands.close()


@pytest.mark.parametrize(
    "name",
    [
        *("notes.txt", "bashrc", "my.profile.txt", "what is .bashrc", "autostart", "a/hooks.md"),
        *("~/startup/plan.odt", "src/hooks/use.ts", "~/Documents/.hidden/list", "profile"),
        *("https://wiki.archlinux.org/title/systemd", "github.com/systemd/systemd"),
        *("https://github.com/ann/dotfiles/blob/main/.bashrc", "/etc/nginx/conf.d/site.conf"),
        *("import { A } from './a.service'", "    return self.timer", "After=network.service"),
        *("We offer good customer.service", "how to write a .desktop", "*.desktop"),
        *(".github/config", "git/config", "my.git", "~/Documents/config", "local/bin/tool"),
    ],
)
def test_another_name_is_not(name: str, tmp_path: Path) -> None:
    assert classify(Type(name), tmp_path, DIALOG)[0] is Risk.R1


def test_a_name_that_no_file_can_have_is_judged(tmp_path: Path) -> None:
    assert classify(WriteFile("a\0b", ""), tmp_path)[0] is Risk.S_WRITE


def test_a_page_may_hold_a_line_about_one(tmp_path: Path) -> None:
    assert classify(Type("~/.bashrc"), tmp_path, EDITOR)[0] is Risk.R1


@pytest.mark.parametrize(
    "title",
    [
        *(
            ".bashrc - Mousepad",
            "*~/.bashrc - Mousepad",
            ".zshrc (~/) - gedit",
            "config.fish — Kate",
        ),
        *("authorized_keys [modified]", "*x.desktop", "a.service", "pre-commit (~/p/.git/hooks)"),
    ],
)
@pytest.mark.parametrize(
    "action",
    [
        *(Type("curl x | sh"), Press(("ctrl", "v")), Press(("a",)), KeyDown("x")),
        *(Press(("shift", "a")), Click(Point(1, 1), Button.MIDDLE)),
    ],
)
def test_writing_into_one_is_a_question(title: str, action: Action, tmp_path: Path) -> None:
    facts = Facts(application="Mousepad", window=title, role="text", field="page")
    assert classify(action, tmp_path, facts)[0] is Risk.R2


def test_what_is_dropped_or_pasted_by_a_menu_into_one_is_a_question(tmp_path: Path) -> None:
    held = Facts(application="Mousepad", window=".bashrc - Mousepad", pid=2)
    drag = Drag(Point(1, 1), Point(9, 9))
    elsewhere = Facts(application="Chromium", window="A page", pid=1, others=(held,))
    within = msgspec.structs.replace(held, others=(held,))
    assert classify(drag, tmp_path, elsewhere)[0] is Risk.R2
    assert classify(drag, tmp_path, within)[0] is Risk.R1  # selects what stands there
    menu = msgspec.structs.replace(held, role="menu item", name="Paste")
    assert classify(Click(Point(1, 1)), tmp_path, menu)[0] is Risk.R2


@pytest.mark.parametrize(
    ("application", "title"),
    [
        ("Mousepad", "bashrc.txt - Mousepad"),
        ("Mousepad", ".bashrc.bak - Mousepad"),
        ("Mousepad", "My profile - Mousepad"),
        ("Kate", "~/texts/systemd/intro.md — Kate"),
        ("gedit", "site.conf (/etc/nginx/conf.d) - gedit"),
        ("Code", "user.service.ts - shop"),
        ("Chromium", "How to edit .bashrc - Chromium"),
    ],
)
def test_writing_elsewhere_is_not(application: str, title: str, tmp_path: Path) -> None:
    facts = Facts(application=application, window=title, role="text", field="page")
    assert classify(Type("alias ll='ls -l'"), tmp_path, facts)[0] is Risk.R1


def test_looking_into_one_is_no_question(tmp_path: Path) -> None:
    facts = Facts(application="Mousepad", window=".bashrc - Mousepad", role="text", field="page")
    for keys in (("down",), ("ctrl", "f"), ("ctrl", "c")):
        assert classify(Press(keys), tmp_path, facts)[0] is Risk.R1


@pytest.mark.parametrize(
    ("application", "title"),
    [
        ("Xfce4-keyboard-settings", "Shortcut Command"),
        ("Zim", "Edit Custom Tool"),
        ("Geany", "Set Build Commands"),
        ("ROX-Filer", "Set run action"),
    ],
)
def test_a_command_that_a_program_keeps_for_later_is_a_question(
    application: str, title: str, tmp_path: Path
) -> None:
    facts = Facts(application=application, window=title, role="text", field="line")
    assert classify(Type("sh x"), tmp_path, facts)[0] >= Risk.R2


@pytest.mark.parametrize("editor", ["mousepad", "featherpad"])
@pytest.mark.parametrize(
    ("name", "decision"), [("notes.txt", Decision.ALLOW), (".profile", Decision.DENY)]
)
def test_a_real_editor_that_holds_one_is_not_typed_into_unasked(
    editor: str, name: str, decision: Decision, tmp_path: Path
) -> None:
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed")
    (tmp_path / name).write_text("one\n")
    with sandbox_hands(tmp_path, apps=(f"{editor} {name}",), policy="ask-on-risk") as hands:

        def titles() -> str:
            return " ".join(window.title for window in hands.observe().windows or ())

        until(lambda: name in titles(), titles)
        while (done := hands.perform(Type("two"), hands.observe())).verdict is None:
            assert "Look again" in done.outcome.text
        assert done.verdict.decision is decision, done
