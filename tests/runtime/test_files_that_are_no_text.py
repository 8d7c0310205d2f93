"""Files and answers with bytes that are no UTF-8: one sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from uitars_runtime.backends.chat_stream import Assembly, server_message
from uitars_runtime.browser.messages import decoded
from uitars_runtime.cli.policy import main
from uitars_runtime.config import load
from uitars_runtime.errors import GateError, ModelError, UitarsError, UsageError
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.gate.remembered import listed
from uitars_runtime.paths import config_file
from uitars_runtime.privacy.vault import Vault

LATIN = b'{"caf\xe9": "caf\xe9"}'


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("read", "kind"),
    [(listed, GateError), (lambda file: Vault(file).bindings(), UsageError)],
)
def test_a_file_is_named(
    tmp_path: Path, read: Callable[[Path], object], kind: type[UitarsError]
) -> None:
    file = tmp_path / "kept.json"
    file.write_bytes(LATIN)
    with pytest.raises(kind, match=r"kept\.json cannot be read"):
        read(file)


def test_a_file_that_a_person_writes_is_named_with_its_line(home: None, tmp_path: Path) -> None:
    said = "line 2 is not UTF-8; save the file as UTF-8"
    for file in (config_file(), tmp_path / "mine.toml"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"# caf\xc3\xa9\n# caf\xe9\nversion = 1\n")
    with pytest.raises(UsageError, match=rf"config\.toml cannot be read: {said}"):
        load()
    with pytest.raises(GateError, match=rf"mine\.toml is wrong: {said}"):
        load_policy(str(tmp_path / "mine.toml"))


def test_a_chunk_of_a_reply_is_damaged() -> None:
    with pytest.raises(ModelError, match="no chunk of a reply"):
        Assembly(lambda _: None).add(b'{"choices": [{"delta": {"content": "caf\xe9"}}]}')


def test_what_a_server_says_of_an_error_is_told_as_far_as_it_can_be() -> None:
    assert "caf" in server_message(b'"caf\xe9 is closed"')


def test_a_message_of_a_browser_is_no_message() -> None:
    with pytest.raises(msgspec.DecodeError):
        decoded(LATIN)


def test_an_action_on_the_command_line_is_none(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--action", '{"kind": "type", "text": "\udce9"}']) == 2
    assert "That is not an action." in capfd.readouterr().err
