"""Keys: from the keyring or the environment, never shown, never in a plain file."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked, PasswordDeleteError

from uitars_runtime.backends.keys import Key, find_key, forget_key, store_key
from uitars_runtime.errors import UsageError

HOST = "models.example"


class MemoryKeyring(KeyringBackend):
    """A keyring that is open."""

    priority = -1.0
    """Nobody who names none is to find it."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("no such password")


class LockedKeyring(MemoryKeyring):
    """A keyring that nobody unlocked."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")

    def delete_password(self, service: str, username: str) -> None:
        raise KeyringLocked("locked")


class PlainFileKeyring(MemoryKeyring):
    """Looks like the backends of keyrings.alt, which write plain files."""


PlainFileKeyring.__module__ = "keyrings.alt.file"


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    monkeypatch.delenv("UITARS_API_KEY", raising=False)
    before, memory = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


def test_a_key_belongs_to_one_host(empty: MemoryKeyring) -> None:
    store_key(HOST, Key("abc"))
    found = find_key(HOST)
    assert found is not None
    assert found.reveal() == "abc"
    assert find_key("other.example") is None
    assert empty.kept == {("uitars", HOST): "abc"}
    forget_key(HOST)
    forget_key(HOST)
    assert find_key(HOST) is None


def test_the_environment_is_for_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    store_key(HOST, Key("kept"))
    monkeypatch.setenv("UITARS_API_KEY", " of-this-run\n")
    found = find_key(HOST)
    assert found is not None
    assert found.reveal() == "of-this-run"


@pytest.mark.parametrize("backend", [fail.Keyring(), LockedKeyring()], ids=["none", "locked"])
def test_without_a_keyring_there_is_the_environment(
    backend: KeyringBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(backend)
    assert find_key(HOST) is None
    for act in (lambda: store_key(HOST, Key("abc")), lambda: forget_key(HOST)):
        with pytest.raises(UsageError, match="no keyring") as caught:
            act()
        assert "UITARS_API_KEY" in caught.value.hint
        assert "keyrings.alt" not in caught.value.title, "that is a plain file"
    monkeypatch.setenv("UITARS_API_KEY", "abc")
    assert find_key(HOST) is not None


def test_a_key_is_never_written_to_a_plain_file() -> None:
    backend = PlainFileKeyring()
    keyring.set_keyring(backend)
    with pytest.raises(UsageError, match="plain file"):
        store_key(HOST, Key("abc"))
    assert backend.kept == {}


def test_a_key_does_not_show_itself() -> None:
    secret = Key("sk-canary-4711")
    try:
        raise RuntimeError(secret, [secret], f"{secret}")
    except RuntimeError as error:
        shown = "".join(traceback.format_exception(error)) + repr(vars(error))
    assert "canary" not in shown


@pytest.mark.parametrize("text", ["", "  ", "a b\nc", "schlüssel", "a\x00b"])
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Key(text)
    assert not text.strip() or text not in str(caught.value)
