"""The gate's reasons in the window's language: every sentence that its rules say is known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import uitars_runtime.commands
import uitars_runtime.gate
from uitars_app.reasons import SENTENCES, reason_words
from uitars_app.told import HERE
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.policy import explain, mode_named
from uitars_runtime.gate.policy_file import named
from uitars_runtime.types import Action, Click, Point, Press, Shell

ROOMS = (*uitars_runtime.gate.__path__, *uitars_runtime.commands.__path__)
_RULES = ("rules.py", "target_rules.py")
_RAISED = {"UnreadableError"}


def said_by_the_gate() -> Iterator[str]:
    """The sentences of the rules: what stands beside a class, and why a command is not read."""
    for file in sorted(file for room in ROOMS for file in Path(room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Tuple(elts=[ast.Attribute(value=ast.Name(id="Risk")), said]) if (
                    file.name in _RULES
                ):
                    yield _text(said)
                case ast.Call(func=ast.Name(id=name), args=[said]) if name in _RAISED:
                    yield _text(said)
                case _:
                    pass


def _text(node: ast.expr) -> str:
    """A string with `x` where something is put in; empty for no string."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "x" for v in values)
        case _:
            return ""


def test_every_sentence_of_the_rules_is_known(chinese: None) -> None:
    sentences = [said for said in said_by_the_gate() if said]
    assert len(sentences) > 40
    strange = [said for said in sentences if reason_words(said) == said]
    assert strange == []


@pytest.mark.parametrize(
    "action",
    [
        Click(Point(10, 10)),
        Press(("enter",)),
        Shell("rm -rf /"),
        Shell("ls"),
        Shell("echo $(id)"),
        Shell("cat a > b"),
    ],
)
@pytest.mark.parametrize("policy", ["ask-on-risk", "ask-always", "autonomous-in-sandbox"])
def test_what_the_gate_says_is_chinese(
    chinese: None, action: Action, policy: str, tmp_path: Path
) -> None:
    facts = Facts(window="Files", application="thunar", role="push button", name="Delete all")
    reason = explain(action, named(mode_named(policy)), workspace=tmp_path, facts=facts).reason
    shown = reason_words(reason)
    assert shown != reason
    left = re.sub(r"'[^']*'|ask-[a-z-]+|autonomous-in-sandbox|[a-z/$()]+", "", shown)
    assert not re.search(r"[A-Za-z]{2}", left), shown


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("case x in *) rm list;; esac", "Not all that it would do can be told beforehand."),
        ("find . -name '*.tmp' -delete",
         "What find would do when it is used like this is not known here."),
        ("sudo apt install x", "What sudo would do is not known here."),
    ],
)  # fmt: skip
def test_why_a_command_is_asked_about_is_said_without_words_of_programmers(
    qapp: QApplication, command: str, said: str, tmp_path: Path
) -> None:
    reason = explain(Shell(command), named(mode_named("ask-on-risk")), workspace=tmp_path).reason
    assert reason_words(reason) == f"{said} The policy “Ask before risks” asks you first."


def test_what_is_not_known_stays_as_it_is(chinese: None) -> None:
    assert reason_words("Something new. It changes nothing.").startswith("Something new. ")
    assert reason_words("") == ""


def test_what_is_said_is_not_said_in_other_words_again(qapp: QApplication) -> None:
    filled = [known.replace("{0}", "ask-on-risk").replace("{1}", "why") for known in SENTENCES]
    once = [reason_words(said) for said in filled]
    assert [reason_words(said) for said in once] == once


def test_places_of_a_sentence_are_kept(qapp: QApplication) -> None:
    ours = [known for known in SENTENCES if known not in HERE]
    filled = [known.replace("{0}", "'rm {0}'").replace("{1}", "why.") for known in ours]
    assert [reason_words(said) for said in filled] == filled
